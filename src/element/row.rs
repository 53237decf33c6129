//! The value and gradients of a constraint.

use glam::DVec3;

/// A constraint's value and its derivatives by each vertex; unused ones are zero.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Row {
    /// C.
    pub value: f64,
    /// ∇C by each vertex.
    pub gradients: [DVec3; 4],
}
