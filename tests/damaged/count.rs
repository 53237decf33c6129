//! Peak memory of a call.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

struct Counting;

thread_local! {
    /// Bytes that this thread has allocated since it began to count, and their peak. Negative if it frees older blocks.
    static HELD: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
    /// Address of the newest block if it is of bytes, and the peak before it; see `dealloc`.
    static ROOM: Cell<(usize, isize)> = const { Cell::new((0, 0)) };
}

fn note(change: isize) {
    ROOM.set((0, 0));
    HELD.set(HELD.get() + change);
    PEAK.set(PEAK.get().max(HELD.get()));
}

// SAFETY: every call goes to the system allocator unchanged; `note` allocates nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let before = PEAK.get();
        note(layout.size() as isize);
        // SAFETY: the caller's promise is passed on.
        let block = unsafe { System.alloc(layout) };
        if layout.align() == 1 {
            ROOM.set((block as usize, before));
        }
        block
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        note(layout.size() as isize);
        // SAFETY: the caller's promise is passed on.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // Bytes freed at once only probed for free memory, as `memory_for` does: they do not count.
        let (room, before) = ROOM.get();
        if room == pointer as usize {
            PEAK.set(before);
        }
        note(-(layout.size() as isize));
        // SAFETY: the caller's promise is passed on.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // Old and new block exist together while the bytes are copied.
        note(size as isize);
        note(-(layout.size() as isize));
        // SAFETY: the caller's promise is passed on.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The result of `call` and its peak memory [byte].
pub fn peak<T>(call: impl FnOnce() -> T) -> (T, usize) {
    HELD.set(0);
    PEAK.set(0);
    let result = call();
    (result, PEAK.get().max(0) as usize)
}

#[test]
fn what_a_call_holds_is_counted() {
    let (_, held) = peak(|| {
        drop(vec![0u8; 1000]);
        vec![0u8; 500]
    });
    assert!((1000..1100).contains(&held), "{held}");
}

#[test]
fn room_that_is_only_asked_for_is_not_held() {
    let ask = || drop(Vec::<u8>::new().try_reserve_exact(1 << 20));
    let (_, held) = peak(|| (vec![0u32; 100], ask(), vec![0u32; 100]));
    assert!((800..900).contains(&held), "{held}");
    let (_, held) = peak(|| (Vec::<u8>::with_capacity(1 << 20), vec![0u32; 100]));
    assert!(held > 1 << 20, "{held}");
}
