//! The version of the library, and whether a caller's header fits it.

use super::layout::layout_hash;
use super::pointer::{Out, OutStruct, required_text};
use super::structs::LAYOUTS;
use crate::error::Error;
use crate::view::PliantAbiInfo;
use std::ffi::c_char;

/// The version of the ABI. The number changes only when a declaration is removed or changes its meaning.
pub const PLIANT_ABI_VERSION: u32 = 1;
/// The layout hash of the structs in this header.
// Written by `cargo xtask bindings`.
pub const PLIANT_LAYOUT_HASH: u64 = 0x445e_1793_3940_7488;

/// Build flag: checks that cost time are on.
pub const PLIANT_BUILD_DEBUG: u32 = 1;

// The layouts, and so the hash, are those of 64-bit targets.
const _: () = assert!(size_of::<usize>() == 8);

const fn number(text: &str) -> u32 {
    let mut value = 0;
    let mut i = 0;
    while i < text.len() {
        value = value * 10 + (text.as_bytes()[i] - b'0') as u32;
        i += 1;
    }
    value
}

/// Describes the library. Call this function first. Refuse a library whose `layout_hash` is not `PLIANT_LAYOUT_HASH`.
///
/// `out_info`: not NULL, its `struct_size` set. Thread: any. Errors: INVALID_ARGUMENT. Cost: none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_abi_info(out_info: *mut PliantAbiInfo) -> i32 {
    entry!("pliant_abi_info", {
        OutStruct::new(out_info, "out_info")?.set(PliantAbiInfo {
            struct_size: 0,
            abi_version: PLIANT_ABI_VERSION,
            major: number(env!("CARGO_PKG_VERSION_MAJOR")),
            minor: number(env!("CARGO_PKG_VERSION_MINOR")),
            patch: number(env!("CARGO_PKG_VERSION_PATCH")),
            build_flags: if cfg!(debug_assertions) {
                PLIANT_BUILD_DEBUG
            } else {
                0
            },
            layout_hash: layout_hash(LAYOUTS),
        });
        Ok(())
    })
}

/// Writes the size [byte] of the struct with this name, such as `PliantBodyDesc`, in this library.
///
/// No pointer may be NULL. Thread: any. Errors: INVALID_ARGUMENT, also for an unknown name. Cost: none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_abi_struct_size(name: *const c_char, out_size: *mut u32) -> i32 {
    entry!("pliant_abi_struct_size", {
        let (name, out) = (
            required_text(name, "name")?,
            Out::new(out_size, "out_size")?,
        );
        let found = LAYOUTS.iter().find(|layout| layout.name == name);
        let layout =
            found.ok_or_else(|| Error::argument(format!("there is no struct `{name}`")))?;
        out.set(layout.size as u32);
        Ok(())
    })
}

/// Counts the GPU objects that the process holds through the library, such as buffers and pipelines, to find leaks.
///
/// `out_count` must not be NULL. Thread: any. Errors: INVALID_ARGUMENT. Cost: a walk through wgpu's tables; not for
/// each frame.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_debug_resource_count(out_count: *mut u64) -> i32 {
    entry!("pliant_debug_resource_count", {
        Out::new(out_count, "out_count")?.set(crate::world::resource_count());
        Ok(())
    })
}
