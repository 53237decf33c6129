//! No condition of a loop is the first to read a buffer: `shaders/README.md` says why.

use naga::{
    AddressSpace, Block, Expression, Function, GlobalVariable, Handle, Module, Span, Statement,
};
use std::collections::{BTreeSet, HashMap};

type Buffers = BTreeSet<Handle<GlobalVariable>>;

/// The first fault of a module, by where it is and what it is.
pub fn check(ir: &Module) -> Result<(), (Span, String)> {
    let mut read = HashMap::new();
    // A function stands after those that it calls.
    for (handle, function) in ir.functions.iter() {
        let found = Walk {
            ir,
            function,
            read: &read,
        }
        .function()?;
        read.insert(handle, found);
    }
    for entry in &ir.entry_points {
        let function = &entry.function;
        Walk {
            ir,
            function,
            read: &read,
        }
        .function()?;
    }
    Ok(())
}

/// A way through one function, with the buffers that those it calls surely read.
struct Walk<'a> {
    ir: &'a Module,
    function: &'a Function,
    read: &'a HashMap<Handle<Function>, Buffers>,
}

impl Walk<'_> {
    /// The buffers that a call surely reads: those before anything may return.
    fn function(&self) -> Result<Buffers, (Span, String)> {
        let mut seen = Buffers::new();
        let sure = self.block(&self.function.body, &mut seen)?;
        Ok(sure.unwrap_or(seen))
    }

    /// Adds what a block surely reads. What it has read where it may leave first, if it may.
    fn block(&self, block: &Block, seen: &mut Buffers) -> Result<Option<Buffers>, (Span, String)> {
        let mut left = None;
        for (statement, span) in block.span_iter() {
            let before = seen.clone();
            let leaves = match statement {
                Statement::Break
                | Statement::Continue
                | Statement::Return { .. }
                | Statement::Kill => true,
                Statement::Block(inner) => {
                    let inner = self.block(inner, seen)?;
                    left = left.or(inner);
                    false
                }
                Statement::If { accept, reject, .. } => self.may_leave([accept, reject], seen)?,
                Statement::Switch { cases, .. } => {
                    self.may_leave(cases.iter().map(|case| &case.body), seen)?
                }
                Statement::Loop {
                    body, continuing, ..
                } => {
                    let sure = self.block(body, &mut before.clone())?.unwrap_or_default();
                    self.block(continuing, &mut before.clone())?;
                    if let Some(first) = sure.difference(&before).next() {
                        let name = self.ir.global_variables[*first]
                            .name
                            .as_deref()
                            .unwrap_or("");
                        let message = format!(
                            "the condition of a loop is the first to read `{name}`: read it before"
                        );
                        return Err((*span, message));
                    }
                    false
                }
                _ => {
                    self.read(statement, seen);
                    false
                }
            };
            if leaves {
                left = left.or(Some(before));
            }
        }
        Ok(left)
    }

    /// Whether one of the blocks may leave the one around them. None of them surely runs.
    fn may_leave<'b>(
        &self,
        blocks: impl IntoIterator<Item = &'b Block>,
        seen: &Buffers,
    ) -> Result<bool, (Span, String)> {
        let mut leaves = false;
        for block in blocks {
            leaves |= self.block(block, &mut seen.clone())?.is_some();
        }
        Ok(leaves)
    }

    fn read(&self, statement: &Statement, seen: &mut Buffers) {
        match statement {
            Statement::Emit(range) => {
                for handle in range.clone() {
                    if let Expression::Load { pointer } = self.function.expressions[handle] {
                        seen.extend(self.buffer(pointer));
                    }
                }
            }
            Statement::Atomic { pointer, .. } | Statement::Store { pointer, .. } => {
                seen.extend(self.buffer(*pointer))
            }
            Statement::Call { function, .. } => seen.extend(&self.read[function]),
            _ => {}
        }
    }

    /// The storage buffer that a pointer leads into.
    fn buffer(&self, pointer: Handle<Expression>) -> Option<Handle<GlobalVariable>> {
        match self.function.expressions[pointer] {
            Expression::Access { base, .. } | Expression::AccessIndex { base, .. } => {
                self.buffer(base)
            }
            Expression::GlobalVariable(variable) => {
                let space = self.ir.global_variables[variable].space;
                matches!(space, AddressSpace::Storage { .. }).then_some(variable)
            }
            _ => None,
        }
    }
}
