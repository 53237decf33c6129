//! Counts what a driver compiles. Drivers put a copy of a function at each of its calls, so the time to compile a pipeline
//! goes with the nodes that are there once every call is expanded, not with the text.

use crate::{Declaration, Failure, KernelText, declarations};
use naga::{Block, EntryPoint, Function, Handle, Module, Statement};
use std::collections::{BTreeMap, BTreeSet};

impl KernelText {
    /// A count for each of its entry points.
    ///
    /// # Errors
    /// That the text is none that naga can parse: `build` made another.
    pub fn pipelines(&self) -> Result<Vec<Count>, Failure> {
        let module = naga::front::wgsl::parse_str(&self.text);
        let module = module.map_err(|e| Failure::plain(&self.label, e.message().to_owned()))?;
        Ok(count(&module))
    }

    /// Words of the text; each sign that is no space is one too.
    pub fn words(&self) -> usize {
        self.text.lines().map(words).sum()
    }

    /// The files whose functions a pipeline reaches by calls, its own included.
    pub fn files_of(&self, pipeline: &Count) -> BTreeSet<&str> {
        let functions = pipeline.functions.iter().map(|found| &found.name);
        let reached = functions.chain([&pipeline.entry]);
        let home = |name: &String| self.homes.get(name).map(String::as_str);
        reached.filter_map(home).collect()
    }

    /// The text with the files' paths as headings.
    pub fn with_headings(&self) -> String {
        let (mut text, mut last) = (String::new(), "");
        for Declaration { name, code, .. } in declarations(&self.text) {
            let home = self.homes.get(&name).map_or("", String::as_str);
            if home != last {
                text.extend(["\n// ", home, "\n"]);
            }
            text.extend([&code, "\n"]);
            last = home;
        }
        text
    }
}

fn words(line: &str) -> usize {
    let (mut count, mut is_in_word) = (0, false);
    for sign in line.chars() {
        let is_of_word = sign.is_alphanumeric() || sign == '_' || sign == '.';
        count += usize::from(!(sign.is_whitespace() || is_of_word && is_in_word));
        is_in_word = is_of_word;
    }
    count
}

/// What a pipeline of one entry point is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Count {
    /// The entry point.
    pub entry: String,
    /// Expressions and statements once every call is expanded. Both sides of a constant condition count.
    pub nodes: u64,
    /// The functions that it reaches by calls, largest share of the nodes first.
    pub functions: Vec<Copies>,
}

/// A function in a pipeline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Copies {
    /// The function.
    pub name: String,
    /// Calls of it once every call is expanded.
    pub copies: u64,
    /// Nodes of one copy, with those of what it calls.
    pub nodes: u64,
}

impl Copies {
    /// Nodes of all copies. Those of a function and of what it calls overlap.
    pub fn total(&self) -> u64 {
        self.copies * self.nodes
    }
}

/// Counts each entry point of a module, in their order.
pub fn count(module: &Module) -> Vec<Count> {
    // A function may call only those before it in the module, so their counts are there.
    let mut sizes: BTreeMap<Handle<Function>, u64> = BTreeMap::new();
    for (handle, function) in module.functions.iter() {
        let nodes = expanded(function, &sizes);
        sizes.insert(handle, nodes);
    }
    let entries = module.entry_points.iter();
    entries
        .map(|entry| of_entry(module, entry, &sizes))
        .collect()
}

fn of_entry(module: &Module, entry: &EntryPoint, sizes: &BTreeMap<Handle<Function>, u64>) -> Count {
    let mut known: BTreeMap<Handle<Function>, u64> = BTreeMap::new();
    add(&mut known, &entry.function, 1);
    // Callers come behind what they call, so from the back each function's copies are complete when it is its turn.
    let handles: Vec<_> = module.functions.iter().map(|(handle, _)| handle).collect();
    for handle in handles.into_iter().rev() {
        if let Some(times) = known.get(&handle).copied() {
            add(&mut known, &module.functions[handle], times);
        }
    }
    let named = |(handle, copies): (Handle<Function>, u64)| Copies {
        name: module.functions[handle].name.clone().unwrap_or_default(),
        copies,
        nodes: sizes[&handle],
    };
    let mut functions: Vec<_> = known.into_iter().map(named).collect();
    functions.sort_by(|a, b| (b.total(), &a.name).cmp(&(a.total(), &b.name)));
    Count {
        entry: entry.name.clone(),
        nodes: expanded(&entry.function, sizes),
        functions,
    }
}

/// Adds the calls of so many copies of a function.
fn add(known: &mut BTreeMap<Handle<Function>, u64>, function: &Function, times: u64) {
    for callee in calls(&function.body) {
        *known.entry(callee).or_default() += times;
    }
}

/// Nodes of a function and of a copy of each function that it calls.
fn expanded(function: &Function, sizes: &BTreeMap<Handle<Function>, u64>) -> u64 {
    let called = calls(&function.body).into_iter();
    let called: u64 = called
        .map(|callee| sizes.get(&callee).copied().unwrap_or(0))
        .sum();
    function.expressions.len() as u64 + statements(&function.body) + called
}

/// The blocks that stand directly in a statement.
fn inner(statement: &Statement) -> Vec<&Block> {
    match statement {
        Statement::Block(block) => vec![block],
        Statement::If { accept, reject, .. } => vec![accept, reject],
        Statement::Switch { cases, .. } => cases.iter().map(|case| &case.body).collect(),
        Statement::Loop {
            body, continuing, ..
        } => vec![body, continuing],
        _ => Vec::new(),
    }
}

fn statements(block: &Block) -> u64 {
    let of = |statement: &Statement| {
        // It only says when expressions are evaluated, which count already.
        let own = !matches!(statement, Statement::Emit(_));
        u64::from(own) + inner(statement).into_iter().map(statements).sum::<u64>()
    };
    block.iter().map(of).sum()
}

/// What a block calls, a call at a time.
fn calls(block: &Block) -> Vec<Handle<Function>> {
    let of = |statement: &Statement| match statement {
        Statement::Call { function, .. } => vec![*function],
        other => inner(other).into_iter().flat_map(calls).collect(),
    };
    block.iter().flat_map(of).collect()
}
