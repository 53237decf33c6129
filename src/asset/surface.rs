//! The boundary of a cooked body as a render mesh.

use super::{Asset, EMPTY, SurfaceMesh};

impl Asset {
    /// The boundary triangles with the vertices they use, in the asset's coordinates: a render mesh for who has none.
    pub fn surface(&self) -> SurfaceMesh {
        let mut surface = SurfaceMesh::default();
        let mut surface_from_internal = vec![EMPTY; self.rest_positions.len()];
        for triangle in &self.surface_triangles {
            surface.triangles.push(triangle.map(|vertex| {
                let place = &mut surface_from_internal[vertex as usize];
                if *place == EMPTY {
                    *place = surface.positions.len() as u32;
                    surface.positions.push(self.rest_positions[vertex as usize]);
                }
                *place
            }));
        }
        surface
    }
}
