//! The surface that all primitives of a glTF scene make.

use super::access::Access;
use super::document::{DRACO, Primitive};
use super::placement::{Placement, cofactors};
use super::vertices::Vertices;
use crate::read::polygon;
use glam::{DMat3, DVec3};
use pliant_geometry::SurfaceMesh;
use pliant_geometry::error::{Result, Status};

/// The surface so far.
pub struct Surface<'a> {
    mesh: SurfaceMesh,
    /// Whether some primitive has no normals; no texture coordinates; no tangents.
    lacks: [bool; 3],
    access: &'a Access<'a>,
    /// Subtracted from positions.
    origin: DVec3,
}

impl<'a> Surface<'a> {
    /// An empty surface.
    pub fn new(access: &'a Access<'a>, origin: DVec3) -> Self {
        Self {
            mesh: SurfaceMesh::default(),
            lacks: [false; 3],
            access,
            origin,
        }
    }

    /// Adds a primitive with the weights of its morph targets.
    pub fn add(
        &mut self,
        primitive: &Primitive,
        weights: &[f64],
        placement: &Placement,
    ) -> Result<()> {
        self.access.spend(1)?;
        let Some(position) = primitive
            .attributes
            .get("POSITION")
            .filter(|_| primitive.mode >= 4)
        else {
            return Ok(());
        };
        if primitive.extensions.draco.is_some() && !self.access.is_stored(*position) {
            let what = format!("the extension {DRACO} is not supported");
            return Err(self.access.error(Status::MeshUnsupported, what));
        }
        let positions = self.access.vectors::<3>(*position)?;
        self.check_finite(&positions, *position)?;
        let mut triangles = self.triangles(primitive, positions.len())?;
        let vertices = Vertices::read(self.access, primitive, positions, weights)?;
        let first = self.mesh.positions.len();
        let sides = self.place(primitive, placement, vertices)?;
        self.check_finite(&self.mesh.positions[first..], *position)?;
        for triangle in &mut triangles {
            let side: f64 = triangle.iter().map(|v| sides[*v as usize]).sum();
            *triangle = triangle.map(|corner| corner + first as u32);
            if side < 0.0 {
                triangle.swap(1, 2);
            }
        }
        self.mesh.triangles.extend(triangles);
        Ok(())
    }

    /// Adds vertices with their transforms; returns -1 for each whose transform mirrors, else 1.
    fn place(
        &mut self,
        primitive: &Primitive,
        placement: &Placement,
        vertices: Vertices,
    ) -> Result<Vec<f64>> {
        let count = vertices.positions.len();
        let placed = placement.of_vertices(self.access, primitive, count)?;
        let turn = |m: DMat3, v: DVec3| (m * v).normalize_or_zero().as_vec3();
        let mut sides = Vec::with_capacity(count);
        for (i, position) in vertices.positions.iter().enumerate() {
            let transform = placed.transform(i)?;
            let linear = DMat3::from_mat4(transform);
            let side = linear.determinant().signum();
            sides.push(side);
            let place = transform.transform_point3(position.map(f64::from).into()) - self.origin;
            self.mesh.positions.push(place.as_vec3().to_array());
            self.mesh.normals.extend(vertices.normals.as_ref().map(|n| {
                let normal = n[i].map(f64::from).into();
                turn(cofactors(linear) * side, normal).to_array()
            }));
            self.mesh
                .tangents
                .extend(vertices.tangents.as_ref().map(|t| {
                    let [x, y, z, w] = t[i];
                    let tangent = turn(linear, [x, y, z].map(f64::from).into());
                    tangent.extend(w * side as f32).to_array()
                }));
        }
        self.lacks[0] |= vertices.normals.is_none();
        self.lacks[1] |= vertices.uvs.is_none();
        self.lacks[2] |= vertices.tangents.is_none();
        self.mesh.uvs.extend(vertices.uvs.into_iter().flatten());
        Ok(sides)
    }

    /// Refuses positions of an accessor, or made from them, that are not finite.
    fn check_finite(&self, positions: &[[f32; 3]], accessor: usize) -> Result<()> {
        let bad = |p: &[f32; 3]| !p.iter().all(|c| c.is_finite());
        let Some(item) = positions.iter().position(bad) else {
            return Ok(());
        };
        let found = positions[item];
        let what = format!(
            "accessor {accessor}, item {item}: expected a finite position, found {found:?}"
        );
        Err(self.access.error(Status::Format, what))
    }

    /// The triangles of a primitive of `count` vertices.
    fn triangles(&self, primitive: &Primitive, count: usize) -> Result<Vec<[u32; 3]>> {
        let corners: Vec<u32> = match primitive.indices {
            Some(indices) => self.access.indices(indices, count)?,
            None => (0..count as u32).collect(),
        };
        let mut triangles = Vec::new();
        match primitive.mode {
            4 => {
                let (whole, rest) = corners.as_chunks::<3>();
                if !rest.is_empty() {
                    let what = format!("expected whole triangles, found {} corners", corners.len());
                    return Err(self.access.error(Status::Format, what));
                }
                triangles.extend(whole);
            }
            5 => polygon::strip(&mut triangles, &corners),
            6 => polygon::fan(&mut triangles, &corners),
            other => {
                let what = format!("expected a mode from 0 to 6, found {other}");
                return Err(self.access.error(Status::Format, what));
            }
        }
        Ok(triangles)
    }

    /// The whole surface, or `None` if it is empty.
    pub fn finish(mut self) -> Option<SurfaceMesh> {
        let [normals, uvs, tangents] = self.lacks;
        if normals {
            self.mesh.normals.clear();
        }
        if uvs {
            self.mesh.uvs.clear();
        }
        if tangents {
            self.mesh.tangents.clear();
        }
        (!self.mesh.triangles.is_empty()).then_some(self.mesh)
    }
}
