//! No condition of a loop is the first to read a buffer: `shaders/README.md` says why.

use naga::{
    AddressSpace, Block, Expression, Function, GlobalVariable, Handle, Module, Span, Statement,
};
use std::collections::{BTreeSet, HashMap};

type Buffers = BTreeSet<Handle<GlobalVariable>>;
type Read = HashMap<Handle<Function>, Buffers>;

/// The first fault of a module, by where it is and what it is.
pub fn check(ir: &Module) -> Result<(), (Span, String)> {
    let mut read = Read::new();
    // A function stands after those that it calls.
    for (handle, function) in ir.functions.iter() {
        let found = Walk::new(ir, function, &read).function()?;
        read.insert(handle, found);
    }
    for entry in &ir.entry_points {
        Walk::new(ir, &entry.function, &read).function()?;
    }
    Ok(())
}

/// A way through one function, with the buffers that those it calls surely read.
struct Walk<'a> {
    ir: &'a Module,
    function: &'a Function,
    read: &'a Read,
}

impl<'a> Walk<'a> {
    fn new(ir: &'a Module, function: &'a Function, read: &'a Read) -> Self {
        Walk { ir, function, read }
    }

    /// The buffers that a call surely reads: those before anything may return.
    fn function(&self) -> Result<Buffers, (Span, String)> {
        let mut seen = Buffers::new();
        let sure = self.block(&self.function.body, &mut seen)?;
        Ok(sure.unwrap_or(seen))
    }

    /// Adds what a block surely reads to what is `seen`. Returns what was seen where the block may be left first, if it may.
    fn block(&self, block: &Block, seen: &mut Buffers) -> Result<Option<Buffers>, (Span, String)> {
        let mut left = None;
        for (statement, span) in block.span_iter() {
            let before = seen.clone();
            let leaves = match statement {
                Statement::Break | Statement::Continue | Statement::Return { .. } => true,
                Statement::If { accept, reject, .. } => self.may_leave([accept, reject], seen)?,
                Statement::Switch { cases, .. } => {
                    self.may_leave(cases.iter().map(|case| &case.body), seen)?
                }
                Statement::Block(inner) => {
                    let inner = self.block(inner, seen)?;
                    left = left.or(inner);
                    false
                }
                Statement::Loop {
                    body, continuing, ..
                } => {
                    self.check_loop(body, *span, seen)?;
                    self.block(continuing, &mut seen.clone())?;
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

    /// The condition of a loop is what runs before its body may first be left.
    fn check_loop(&self, body: &Block, span: Span, seen: &Buffers) -> Result<(), (Span, String)> {
        let read = self.block(body, &mut seen.clone())?.unwrap_or_default();
        let Some(first) = read.difference(seen).next() else {
            return Ok(());
        };
        let name = self.ir.global_variables[*first].name.as_deref();
        let message = format!(
            "the condition of a loop is the first to read `{}`: read it before",
            name.unwrap_or("")
        );
        Err((span, message))
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
