//! Holds the tree to `docs/architecture.md`: who may import whom, budgets of size, where `unsafe` may stand, the
//! documented tree, and that a kind's name stands in one place. Each rule has a test on planted text beside it.

mod circles;
mod imports;
mod kinds;
mod misuse;
mod modules;
mod sizes;
mod source;
mod tree;
mod unsafety;

/// Fails with every fault on a line of its own.
#[track_caller]
fn assert_none(faults: &[String]) {
    assert!(
        faults.is_empty(),
        "{} fault(s):\n{}",
        faults.len(),
        faults.join("\n")
    );
}
