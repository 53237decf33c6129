//! The last error of each thread, and names of statuses.

use super::pointer::Out;
use crate::error::{Error, Status};
use crate::world::Applied;
use std::cell::Cell;
use std::ffi::c_char;

/// Room for a sentence [byte]. It is fixed, so that an error about missing memory needs none. It also spares the
/// thread-local a destructor, which would keep the library from being unloaded.
const ROOM: usize = 1024;

thread_local! {
    static LAST: Cell<([u8; ROOM], usize)> = const { Cell::new(([0; ROOM], 0)) };
}

/// The sentence of this thread, for `set_last`.
pub(super) fn last() -> ([u8; ROOM], usize) {
    LAST.get()
}

/// Restores a sentence.
pub(super) fn set_last(last: ([u8; ROOM], usize)) {
    LAST.set(last);
}

/// Keeps the sentence for `pliant_last_error`, cut at a character if it is too long.
pub(super) fn remember(text: &str) {
    let length = text.floor_char_boundary(ROOM);
    let mut bytes = [0; ROOM];
    bytes[..length].copy_from_slice(&text.as_bytes()[..length]);
    LAST.set((bytes, length));
}

/// Copies the error message of the last failed call on this thread: which argument, its value, and what was expected.
///
/// `buffer`: receives UTF-8 with a zero at the end, cut to `capacity` [byte]; 1025 is always enough; not NULL. The
/// message is empty before the first failure. A successful call does not change the message. Thread: any; each thread
/// has its own message. Errors: INVALID_ARGUMENT. Cost: a copy.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_last_error(buffer: *mut c_char, capacity: u64) -> i32 {
    // Without `entry!`, which would replace the sentence. Nothing here can panic.
    // SAFETY: the caller promises `capacity` writable bytes; the first is only touched if there is one.
    match unsafe { Out::new(buffer, "buffer") } {
        Ok(_) if capacity > 0 => {}
        _ => return Status::InvalidArgument as i32,
    }
    let (bytes, length) = LAST.get();
    let text = std::str::from_utf8(&bytes[..length]).unwrap_or_default();
    let most = usize::try_from(capacity - 1).unwrap_or(usize::MAX);
    let cut = text.floor_char_boundary(most);
    // SAFETY: `cut + 1` is at most `capacity`.
    unsafe {
        std::ptr::copy_nonoverlapping(text.as_ptr(), buffer.cast::<u8>(), cut);
        buffer.cast::<u8>().add(cut).write(0);
    }
    Status::Ok as i32
}

/// Returns the name of a status, such as `PLIANT_ERROR_BUSY`, or `unknown status`.
///
/// Never NULL. The text is UTF-8 and lives as long as the library. Thread: any. Cost: none.
#[unsafe(no_mangle)]
pub extern "C" fn pliant_status_name(status: i32) -> *const c_char {
    let found = Status::ALL.iter().find(|known| **known as i32 == status);
    found
        .map_or(c"unknown status", |known| known.name())
        .as_ptr()
}

/// The error of an edit that made something else than it should: a defect of the library.
pub(super) fn unexpected(_made: Applied) -> Error {
    let message = "a defect of the library: the change made something else than was asked for";
    Error::new(Status::Internal, message)
}
