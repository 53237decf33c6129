//! The boundary of a tet mesh.

use crate::check::check_elements;
use crate::error::Result;
use crate::incidence;
use crate::{SurfaceMesh, TetMesh, used};

impl TetMesh {
    /// The triangles that belong to one tet each, with the vertices they use; whether the mesh can be cooked is not asked.
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
