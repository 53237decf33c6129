//! The vertices of a glTF primitive, with its morph targets.

use super::access::Access;
use super::document::{Primitive, Target};
use pliant_geometry::error::{Result, Status};

/// Vertices in the coordinates of their mesh.
pub struct Vertices {
    pub positions: Vec<[f32; 3]>,
    pub normals: Option<Vec<[f32; 3]>>,
    pub uvs: Option<Vec<[f32; 2]>>,
    pub tangents: Option<Vec<[f32; 4]>>,
}

impl Vertices {
    /// The positions and the attributes of a primitive, with the morph targets that have a weight. Attributes that
    /// cannot be read are left out.
    pub fn read(
        access: &Access,
        primitive: &Primitive,
        positions: Vec<[f32; 3]>,
        weights: &[f64],
    ) -> Result<Self> {
        let count = positions.len();
        let mut vertices = Self {
            positions,
            normals: attribute(access, primitive, "NORMAL", count)?,
            uvs: attribute(access, primitive, "TEXCOORD_0", count)?,
            tangents: attribute(access, primitive, "TANGENT", count)?,
        };
        for (target, weight) in primitive.targets.iter().zip(weights) {
            if *weight != 0.0 {
                vertices.morph(access, target, *weight)?;
            }
        }
        Ok(vertices)
    }

    fn morph(&mut self, access: &Access, target: &Target, weight: f64) -> Result<()> {
        let count = self.positions.len();
        let add = |to: &mut [f32], by: &[f32; 3]| {
            for (to, by) in to.iter_mut().zip(by) {
                *to = (f64::from(*to) + weight * f64::from(*by)) as f32;
            }
        };
        if let Some(accessor) = target.position {
            let by = access.attribute::<3>(accessor, count)?;
            let to = self.positions.iter_mut();
            to.zip(&by).for_each(|(to, by)| add(to, by));
        }
        if let (Some(accessor), Some(normals)) = (target.normal, &mut self.normals) {
            let by = access.attribute::<3>(accessor, count)?;
            let to = normals.iter_mut();
            to.zip(&by).for_each(|(to, by)| add(to, by));
        }
        if let (Some(accessor), Some(tangents)) = (target.tangent, &mut self.tangents) {
            let by = access.attribute::<3>(accessor, count)?;
            // The fourth number, the handedness, stays.
            let to = tangents.iter_mut();
            to.zip(&by).for_each(|(to, by)| add(to, by));
        }
        Ok(())
    }
}

/// An attribute of `count` vertices. One that cannot be read is left out with a warning: the positions are whole.
fn attribute<const N: usize>(
    access: &Access,
    primitive: &Primitive,
    name: &str,
    count: usize,
) -> Result<Option<Vec<[f32; N]>>> {
    let Some(accessor) = primitive.attributes.get(name) else {
        return Ok(None);
    };
    match access.attribute(*accessor, count) {
        Ok(vectors) => Ok(Some(vectors)),
        Err(error) if error.status == Status::Capacity => Err(error),
        Err(error) => {
            access.warn(&format!("{}; {name} is left out", error.message));
            Ok(None)
        }
    }
}
