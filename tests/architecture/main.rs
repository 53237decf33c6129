//! Holds the tree to `docs/architecture.md`: who may import whom, no circles, budgets of size, where `unsafe` may
//! stand, the documented tree, words, paths in comments, and one place for each kind. Each rule is also tested on planted text.

mod circles;
mod comments;
mod flags;
mod imports;
mod kinds;
mod misuse;
mod modules;
mod pages;
mod sizes;
mod source;
mod tree;
mod unsafety;
mod words;
mod world;

/// Fails and prints each fault on its own line.
#[track_caller]
fn assert_none(faults: &[String]) {
    assert!(
        faults.is_empty(),
        "{} fault(s):\n{}",
        faults.len(),
        faults.join("\n")
    );
}
