//! Safe owners of Pliant's handles. This folder alone calls the C ABI, and holds all `unsafe` of the add-on.
//!
//! A status below zero becomes an error with the library's sentence. `NOT_READY` is `Ok(None)`.

mod asset;
mod body;
mod entry;
mod log;
mod shape;
mod view;
mod world;

pub use asset::{Asset, Cook, SkinAsset, Triangles};
pub use body::{Attachment, Body, Collider, Frame, Model};
pub use log::{drain as drain_log, start as start_log, stop as stop_log};
pub use shape::Shape;
pub use view::{Particles, Vertices};
pub use world::{Touch, World, adapters, shutdown};

use pliant::error::Status;
use pliant::ffi::error::{pliant_last_error, pliant_status_name};
use std::ffi::CStr;

/// What a call returns: an error is a sentence for people.
pub type Result<T> = std::result::Result<T, String>;

/// The error of a call that failed: the library's sentence, or its status if there is none.
fn sentence(status: i32) -> String {
    let mut buffer = [0u8; 1025];
    // SAFETY: the buffer is as long as it says.
    unsafe { pliant_last_error(buffer.as_mut_ptr().cast(), buffer.len() as u64) };
    let text = CStr::from_bytes_until_nul(&buffer).unwrap_or_default();
    let text = text.to_string_lossy();
    if !text.is_empty() {
        return text.into_owned();
    }
    // SAFETY: the library returns a text that ends in zero and lives as long as it does.
    let name = unsafe { CStr::from_ptr(pliant_status_name(status)) };
    name.to_string_lossy().into_owned()
}

/// A status as a result.
fn check(status: i32) -> Result<()> {
    match status < 0 {
        true => Err(sentence(status)),
        false => Ok(()),
    }
}

/// The same where `NOT_READY` is an answer.
fn ready(status: i32) -> Result<bool> {
    check(status).map(|()| status != Status::NotReady as i32)
}

/// The size of a struct, as its first field says it.
fn size<T>() -> u32 {
    size_of::<T>() as u32
}

/// Reads what a function writes in two calls: first its size, then its bytes.
fn bytes_of(call: impl Fn(*mut u8, u64, *mut u64) -> i32) -> Result<Vec<u8>> {
    let mut size = 0;
    check(call(std::ptr::null_mut(), 0, &mut size))?;
    let mut bytes = vec![0; size as usize];
    check(call(bytes.as_mut_ptr(), size, &mut size))?;
    bytes.truncate(size as usize);
    Ok(bytes)
}
