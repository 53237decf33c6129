//! Threads of the library's own.

use std::cell::Cell;

thread_local! {
    static RECORDS: Cell<bool> = const { Cell::new(false) };
}

/// Whether this thread records ahead or compiles. It may hold wgpu's locks when it logs, and others wait for it.
pub fn is_recorder() -> bool {
    RECORDS.get()
}

pub fn become_recorder() {
    RECORDS.set(true);
}
