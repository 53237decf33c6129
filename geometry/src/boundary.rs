//! The boundary of a tet mesh.

use crate::check::check_elements;
use crate::error::Result;
use crate::incidence;
use crate::{SurfaceMesh, TetMesh, used};

impl TetMesh {
    /// The triangles that belong to only one tet, and their vertices. Also works for meshes that cannot be cooked.
    ///
    /// # Errors
    /// `MeshEmpty`, `MeshIndex`, `Capacity`.
    pub fn surface(&self) -> Result<SurfaceMesh> {
        check_elements(self)?;
        let incident = incidence::incidence(&self.tets, self.positions.len());
        let boundary = incidence::boundary(&self.tets, &incident);
        Ok(used(&self.positions, &boundary))
    }
}
