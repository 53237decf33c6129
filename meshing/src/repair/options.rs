//! Options of repair.

use super::kind::Kind;

/// Options of repair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RepairOptions {
    /// The kind of all parts; `None` decides for each part by how open it is. A shirt without thickness is as closed as
    /// a box without a lid, so say so if a mesh is cloth.
    pub kind: Option<Kind>,
}
