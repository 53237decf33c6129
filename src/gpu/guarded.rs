//! GPU errors of one piece of work.

use crate::error::{Error, Result, Status};

/// Runs `work` and returns its GPU errors. Other threads and later calls do not see them.
pub fn guarded<T>(device: &wgpu::Device, what: &str, work: impl FnOnce() -> T) -> Result<T> {
    let internal = device.push_error_scope(wgpu::ErrorFilter::Internal);
    let memory = device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
    let validation = device.push_error_scope(wgpu::ErrorFilter::Validation);
    let value = work();
    let refused = [
        (Status::Gpu, at_once(validation.pop())),
        (Status::OutOfMemory, at_once(memory.pop())),
        (Status::Gpu, at_once(internal.pop())),
    ];
    // Other errors are consequences of running out of memory.
    let first = |status| refused.iter().find(|(s, e)| *s == status && e.is_some());
    match first(Status::OutOfMemory).or(first(Status::Gpu)) {
        Some((Status::OutOfMemory, Some(e))) => {
            let why = format!("{what}: the adapter is out of memory ({e})");
            Err(Error::new(Status::OutOfMemory, why))
        }
        Some((status, Some(e))) => Err(Error::new(*status, format!("{what}: {e}"))),
        _ => Ok(value),
    }
}

/// The result of a future that is ready, as wgpu's are outside browsers. Unlike `block_on`, it does not allocate.
fn at_once<F: Future>(future: F) -> F::Output {
    let mut future = std::pin::pin!(future);
    let mut waker = std::task::Context::from_waker(std::task::Waker::noop());
    match future.as_mut().poll(&mut waker) {
        std::task::Poll::Ready(value) => value,
        std::task::Poll::Pending => pollster::block_on(future),
    }
}
