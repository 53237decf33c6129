//! Meshes as callers and files give them: arrays of positions and indices.

use crate::incidence::EMPTY;
use glam::{DVec3, Vec3};

/// A tetrahedral mesh as a caller or a file gives it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TetMesh {
    /// Vertex positions [length unit].
    pub positions: Vec<[f32; 3]>,
    /// Vertex indices; positive volume when vertex 3 lies on the side that 0-1-2's right-hand normal points to.
    pub tets: Vec<[u32; 4]>,
    /// One stiffness factor a tet [1], or empty for 1.
    pub tet_stiffness: Vec<f32>,
    /// One density factor a tet [1], or empty for 1.
    pub tet_density: Vec<f32>,
}

/// A triangle mesh as a caller or a file gives it, one index a corner (split seams stay split).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SurfaceMesh {
    /// Vertex positions [length unit].
    pub positions: Vec<[f32; 3]>,
    /// Unit normals, or empty.
    pub normals: Vec<[f32; 3]>,
    /// Texture coordinates, or empty.
    pub uvs: Vec<[f32; 2]>,
    /// Unit tangents and handedness, or empty.
    pub tangents: Vec<[f32; 4]>,
    /// Vertex indices, counter-clockwise seen from outside.
    pub triangles: Vec<[u32; 3]>,
}

impl SurfaceMesh {
    /// The sum of all triangles' areas [length unit²].
    pub fn area(&self) -> f64 {
        let point = |v: u32| Vec3::from_array(self.positions[v as usize]).as_dvec3();
        let doubled = |&[a, b, c]: &[u32; 3]| (point(b) - point(a)).cross(point(c) - point(a));
        let areas = self.triangles.iter().map(|t| doubled(t).length() / 2.0);
        areas.sum()
    }
}

impl SurfaceMesh {
    /// Whether a triangle names each vertex.
    pub fn is_drawn(&self) -> Vec<bool> {
        let mut is_drawn = vec![false; self.positions.len()];
        for v in self.triangles.as_flattened() {
            is_drawn[*v as usize] = true;
        }
        is_drawn
    }

    /// Positions of the vertices that some triangle names.
    pub fn drawn_positions(&self) -> Vec<[f32; 3]> {
        std::iter::zip(&self.positions, self.is_drawn())
            .filter_map(|(position, is_drawn)| is_drawn.then_some(*position))
            .collect()
    }
}

/// Triangles with the vertices they use, in the order of their use.
pub fn used(positions: &[[f32; 3]], triangles: &[[u32; 3]]) -> SurfaceMesh {
    let mut surface = SurfaceMesh::default();
    let mut used_from_given = vec![EMPTY; positions.len()];
    for triangle in triangles {
        surface.triangles.push(triangle.map(|vertex| {
            let place = &mut used_from_given[vertex as usize];
            if *place == EMPTY {
                *place = surface.positions.len() as u32;
                surface.positions.push(positions[vertex as usize]);
            }
            *place
        }));
    }
    surface
}

/// The diagonal of the bounding box [length unit].
pub fn diagonal(positions: &[[f32; 3]]) -> f64 {
    let points = || positions.iter().map(|&p| Vec3::from_array(p).as_dvec3());
    let low = points().fold(DVec3::INFINITY, DVec3::min);
    let high = points().fold(DVec3::NEG_INFINITY, DVec3::max);
    (high - low).length()
}
