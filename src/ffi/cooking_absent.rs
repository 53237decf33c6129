//! What stands in for cooking where the library was built without it.

use crate::asset::file::without_cook;
use crate::desc::PliantSurfaceDesc;
use crate::error::Result;
use crate::ids::PliantAssetId;

/// Refuses.
pub(super) fn create(
    _desc: &PliantSurfaceDesc,
    _told: &dyn Fn(f32) -> bool,
) -> Result<Vec<PliantAssetId>> {
    Err(without_cook("a surface cannot be cooked"))
}
