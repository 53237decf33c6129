//! The wrapper of every entry: no panic leaves the library, and each failure leaves its sentence.

use super::{error, log};
use crate::error::{Error, Result, Status};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs the body of the C function `$name` and returns its status.
macro_rules! entry {
    ($name:literal, $body:expr) => {
        $crate::ffi::guard::run($name, || {
            // SAFETY: the caller of the C function keeps the promise in `ffi/mod.rs` about every pointer it passes.
            #[allow(unused_unsafe)]
            unsafe {
                $body
            }
        })
    };
}

/// Runs `body`. A failure becomes its status and this thread's last error, which names the function.
pub(super) fn run(function: &str, body: impl FnOnce() -> Result<()>) -> i32 {
    // `registry::with` marks a world that a panic left half-changed as lost; tables hold no broken state.
    let outer = log::start();
    let status = match catch(body) {
        Ok(()) => Status::Ok,
        Err(failure) => {
            let text = format!("{function}: {}", failure.message);
            error::remember(&text);
            log::failure(failure.status, &text);
            failure.status
        }
    };
    log::finish(outer);
    status as i32
}

/// Runs `body` and turns a panic into `Status::Internal`.
pub(super) fn catch<T>(body: impl FnOnce() -> Result<T>) -> Result<T> {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(result) => result,
        Err(payload) => Err(panicked(payload.as_ref())),
    }
}

fn panicked(payload: &(dyn Any + Send)) -> Error {
    let text = match (
        payload.downcast_ref::<&str>(),
        payload.downcast_ref::<String>(),
    ) {
        (Some(text), _) => text,
        (_, Some(text)) => text.as_str(),
        _ => "no message",
    };
    Error::new(
        Status::Internal,
        format!("a defect of the library was caught: {text}"),
    )
}
