//! Fills the table of all functions.

use super::api::PliantApi;
use super::layout;
use super::pointer::OutStruct;
use super::version::PLIANT_ABI_VERSION;
use crate::error::{Error, Status};

// SAFETY: it is `repr(C)` and made of integers and nullable function pointers. Callers pass only its size.
unsafe impl layout::Plain for PliantApi {
    const LAYOUT: &'static layout::StructLayout = &layout::StructLayout {
        name: "PliantApi",
        size: size_of::<PliantApi>(),
        first_size: layout::first_size("PliantApi", size_of::<PliantApi>()),
        fields: &[],
    };
}

/// Fills a table with all functions, for callers that load the library at run time and look up one symbol only.
///
/// `version`: `PLIANT_ABI_VERSION` of the caller's header. `out_api`: not NULL, its `struct_size` set. Functions that
/// this library lacks are NULL; the others are valid while the library is loaded. Thread: any. Errors:
/// INVALID_ARGUMENT, and VERSION, after which only `pliant_last_error` may be used. Cost: none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_get_api(version: u32, out_api: *mut PliantApi) -> i32 {
    entry!("pliant_get_api", {
        let out = OutStruct::new(out_api, "out_api")?;
        if !out.size().is_multiple_of(8) {
            let message = "out_api->struct_size ends inside a field, expected sizeof(PliantApi)";
            return Err(Error::argument(message));
        }
        if version != PLIANT_ABI_VERSION {
            let message =
                format!("version is {version}, this library has ABI version {PLIANT_ABI_VERSION}");
            return Err(Error::new(Status::Version, message));
        }
        out.set(PliantApi::new());
        Ok(())
    })
}
