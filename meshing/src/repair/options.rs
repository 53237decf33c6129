//! What repair may be told.

use super::kind::Kind;

/// What repair may be told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RepairOptions {
    /// What all parts are taken for; `None` decides for each part by how open it is. A shirt without thickness is as
    /// closed as a box without a lid, so who knows that a mesh is cloth should say so.
    pub kind: Option<Kind>,
}
