//! Shapes that colliders are made of.

use super::{Result, check};
use pliant::desc::{PliantShapeConvexDesc, PliantShapeHeightfieldDesc, PliantShapeMeshDesc};
use pliant::ffi::shape::{
    pliant_shape_create_convex, pliant_shape_create_heightfield, pliant_shape_create_mesh,
    pliant_shape_release,
};
use pliant::ids::PliantShapeId;

/// A shape. Colliders keep it alive.
#[derive(Debug)]
pub struct Shape(PliantShapeId);

impl Shape {
    /// The convex hull of points [m].
    pub fn convex(points: &[[f32; 3]]) -> Result<Self> {
        let desc = PliantShapeConvexDesc {
            vertex_count: points.len() as u32,
            positions: points.as_ptr().cast(),
            ..Default::default()
        };
        let mut id = PliantShapeId::default();
        // SAFETY: the points live during the call, as many as the description says.
        check(unsafe { pliant_shape_create_convex(&desc, &mut id) })?;
        Ok(Self(id))
    }

    /// Triangles: three corners each [m].
    pub fn mesh(corners: &[[f32; 3]]) -> Result<Self> {
        let indices: Vec<u32> = (0..corners.len() as u32).collect();
        let desc = PliantShapeMeshDesc {
            vertex_count: corners.len() as u32,
            positions: corners.as_ptr().cast(),
            index_count: indices.len() as u32,
            indices: indices.as_ptr(),
            ..Default::default()
        };
        let mut id = PliantShapeId::default();
        // SAFETY: corners and indices live during the call, as many as the description says.
        check(unsafe { pliant_shape_create_mesh(&desc, &mut id) })?;
        Ok(Self(id))
    }

    /// Heights [m], row by row along z, one length unit apart. NaN is a hole.
    pub fn heightfield(columns: u32, rows: u32, heights: &[f32]) -> Result<Self> {
        if heights.len() as u64 != u64::from(columns) * u64::from(rows) {
            let count = heights.len();
            return Err(format!("{count} heights for {columns} by {rows} points"));
        }
        let desc = PliantShapeHeightfieldDesc {
            column_count: columns,
            row_count: rows,
            heights: heights.as_ptr(),
            ..Default::default()
        };
        let mut id = PliantShapeId::default();
        // SAFETY: the heights live during the call, as many as the description says.
        check(unsafe { pliant_shape_create_heightfield(&desc, &mut id) })?;
        Ok(Self(id))
    }

    pub(super) fn id(&self) -> PliantShapeId {
        self.0
    }
}

impl Drop for Shape {
    fn drop(&mut self) {
        pliant_shape_release(self.0);
    }
}
