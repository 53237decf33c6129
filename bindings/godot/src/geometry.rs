//! The triangles of a Godot mesh, as Pliant wants them.

use crate::convert;
use crate::native::Triangles;
use godot::builtin::{PackedFloat32Array, PackedInt32Array, PackedVector3Array, VarArray};
use godot::classes::Mesh;
use godot::classes::mesh::ArrayType;
use godot::obj::{EngineEnum, Gd};
use std::collections::HashMap;

/// A surface of the mesh, which is drawn with one material.
pub struct Surface {
    /// Its first vertex among those of the mesh.
    pub first: usize,
    pub count: usize,
    /// As the engine gave it, to make a surface that is drawn from.
    pub arrays: VarArray,
    pub has_tangents: bool,
}

/// All triangles of a mesh. The order of vertices is the engine's; triangles wind as Pliant wants them.
pub struct Geometry {
    pub positions: Vec<[f32; 3]>,
    /// Empty if a surface has none.
    pub normals: Vec<[f32; 3]>,
    /// Empty if no surface has any.
    pub tangents: Vec<[f32; 4]>,
    pub indices: Vec<u32>,
    pub surfaces: Vec<Surface>,
}

/// A kind of array of a surface, if it has that.
fn of<T: godot::meta::FromGodot>(arrays: &VarArray, kind: ArrayType) -> Option<T> {
    arrays.get(kind.ord() as usize)?.try_to::<T>().ok()
}

impl Geometry {
    /// Reads a mesh.
    pub fn read(mesh: &Gd<Mesh>) -> Result<Self, String> {
        let mut found = Self {
            positions: Vec::new(),
            normals: Vec::new(),
            tangents: Vec::new(),
            indices: Vec::new(),
            surfaces: Vec::new(),
        };
        let mut lacks_normals = false;
        for at in 0..mesh.get_surface_count() {
            lacks_normals |= !found.add(at, mesh.surface_get_arrays(at))?;
        }
        if lacks_normals {
            found.normals.clear();
        }
        if found.indices.is_empty() {
            return Err("the mesh has no triangles".into());
        }
        if found.surfaces.iter().all(|surface| !surface.has_tangents) {
            found.tangents.clear();
        }
        Ok(found)
    }

    /// Adds a surface; tells whether it has normals.
    fn add(&mut self, number: i32, arrays: VarArray) -> Result<bool, String> {
        let places: PackedVector3Array =
            of(&arrays, ArrayType::VERTEX).ok_or("a surface of the mesh has no vertices in 3D")?;
        let (first, count) = (self.positions.len(), places.len());
        let indices: Option<PackedInt32Array> = of(&arrays, ArrayType::INDEX);
        let indices = indices.filter(|indices| !indices.is_empty());
        let before = self.indices.len();
        match &indices {
            Some(indices) => self
                .indices
                .extend(indices.as_slice().iter().map(|n| *n as u32 + first as u32)),
            None => self.indices.extend(first as u32..(first + count) as u32),
        }
        if !(self.indices.len() - before).is_multiple_of(3) {
            return Err(format!(
                "surface {number} of the mesh is no list of triangles: lines, points and strips cannot be soft"
            ));
        }
        convert::flip(&mut self.indices[before..]);
        self.positions
            .extend(places.as_slice().iter().map(|p| convert::array(*p)));
        let normals: Option<PackedVector3Array> = of(&arrays, ArrayType::NORMAL);
        let normals = normals.filter(|normals| normals.len() == count);
        if let Some(normals) = &normals {
            self.normals
                .extend(normals.as_slice().iter().map(|n| convert::array(*n)));
        }
        let tangents: Option<PackedFloat32Array> = of(&arrays, ArrayType::TANGENT);
        let tangents = tangents.filter(|tangents| tangents.len() == 4 * count);
        match &tangents {
            Some(tangents) => {
                let each = tangents.as_slice().chunks_exact(4);
                self.tangents.extend(each.map(|t| [t[0], t[1], t[2], t[3]]));
            }
            None => self
                .tangents
                .extend(std::iter::repeat_n([1.0, 0.0, 0.0, 1.0], count)),
        }
        self.surfaces.push(Surface {
            first,
            count,
            arrays,
            has_tangents: tangents.is_some(),
        });
        Ok(normals.is_some())
    }

    /// What is cooked and skinned.
    pub fn triangles(&self) -> Triangles<'_> {
        Triangles {
            positions: &self.positions,
            normals: &self.normals,
            tangents: &self.tangents,
            indices: &self.indices,
        }
    }

    /// A sheet of the same triangles in which vertices at one place are one: seams of texture coordinates do not tear.
    pub fn welded(&self) -> (Vec<[f32; 3]>, Vec<u32>) {
        welded(&self.positions, &self.indices)
    }

    /// A number that changes with places and triangles (FNV-1a), to see whether a cooked asset is still of this mesh.
    pub fn hash(&self) -> i64 {
        let words = self
            .positions
            .as_flattened()
            .iter()
            .map(|value| value.to_bits());
        let all = words.chain(self.indices.iter().copied());
        let hash = all
            .flat_map(u32::to_le_bytes)
            .fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
                (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
            });
        hash as i64
    }
}

fn welded(positions: &[[f32; 3]], indices: &[u32]) -> (Vec<[f32; 3]>, Vec<u32>) {
    let mut numbers: HashMap<[u32; 3], u32> = HashMap::new();
    let mut places = Vec::new();
    let number_of: Vec<u32> = positions
        .iter()
        .map(|place| {
            // Adding zero makes −0 and 0 one.
            let key = place.map(|value| (value + 0.0).to_bits());
            *numbers.entry(key).or_insert_with(|| {
                places.push(*place);
                places.len() as u32 - 1
            })
        })
        .collect();
    let all = indices.chunks_exact(3).map(|corners| {
        [0, 1, 2].map(|at| {
            number_of
                .get(corners[at] as usize)
                .copied()
                .unwrap_or(u32::MAX)
        })
    });
    // A triangle of two corners has no area.
    let whole = all.filter(|[a, b, c]| a != b && b != c && c != a);
    let triangles = whole.collect::<Vec<_>>().into_flattened();
    (places, triangles)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seam_is_welded() {
        // Two triangles of a square that share no vertex, and one that the weld makes flat.
        let positions = [
            [0.0, 0.0, 0.0],
            [1.0, 0.0, 0.0],
            [0.0, 1.0, 0.0],
            [1.0, 0.0, 0.0],
            [1.0, 1.0, 0.0],
            [-0.0, 1.0, 0.0],
        ];
        let (places, triangles) = welded(&positions, &[0, 1, 2, 3, 4, 5, 1, 3, 4]);
        assert_eq!(places.len(), 4);
        assert_eq!(triangles, [0, 1, 2, 1, 3, 2]);
    }
}
