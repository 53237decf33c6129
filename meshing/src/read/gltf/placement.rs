//! Where the vertices of a glTF mesh go: by the transform of its node, or by the joints of its skin.

use super::access::Access;
use super::document::{Document, Primitive};
use glam::{DMat3, DMat4};
use pliant_geometry::EMPTY;
use pliant_geometry::error::{Result, Status};

/// The transforms of the nodes that the scene places.
pub struct Transforms<'a> {
    document: &'a Document,
    placed: &'a [(usize, DMat4)],
    /// Where each node stands in `placed`, or `EMPTY`; nothing if no skin asks.
    places: Vec<u32>,
}

impl<'a> Transforms<'a> {
    pub fn of(document: &'a Document, placed: &'a [(usize, DMat4)]) -> Self {
        let mut places = Vec::new();
        if !document.skins.is_empty() {
            places.resize(document.nodes.len(), EMPTY);
            for (place, (node, _)) in placed.iter().enumerate() {
                places[*node] = place as u32;
            }
        }
        Self {
            document,
            placed,
            places,
        }
    }

    fn get(&self, node: usize) -> Option<DMat4> {
        let place = *self.places.get(node)?;
        Some(self.placed.get(place as usize)?.1)
    }
}

/// What places the vertices of a node's mesh.
pub struct Placement {
    /// The transform of the node.
    node: DMat4,
    /// For each joint of the skin, its transform times its inverse bind matrix. The node's own transform is ignored
    /// then (specification, 3.7.3.3).
    joints: Option<Vec<DMat4>>,
}

impl Placement {
    /// The placement by a node without a skin.
    pub fn of_node(node: DMat4) -> Self {
        Self { node, joints: None }
    }

    /// The placement by a skin; `node` is the transform of the mesh's node.
    pub fn of_skin(
        access: &Access,
        skin: usize,
        node: DMat4,
        transforms: &Transforms,
    ) -> Result<Self> {
        let wrong = |what: String| access.error(Status::Format, what);
        let skins = &transforms.document.skins;
        let found = skins.get(skin).ok_or_else(|| {
            let count = skins.len();
            wrong(format!("expected a skin below {count}, found {skin}"))
        })?;
        let count = found.joints.len();
        // A matrix of 16 numbers for each.
        access.spend(4 * count as u64)?;
        let mut joints = match found.inverse_bind_matrices {
            Some(accessor) => access.matrices(accessor, count)?,
            None => vec![DMat4::IDENTITY; count],
        };
        joints.truncate(count);
        for (matrix, joint) in joints.iter_mut().zip(&found.joints) {
            let transform = transforms.get(*joint).ok_or_else(|| {
                wrong(format!(
                    "skin {skin} names joint {joint}, which is not a node of the scene"
                ))
            })?;
            *matrix = transform * *matrix;
        }
        Ok(Self {
            node,
            joints: Some(joints),
        })
    }

    /// The placement of each vertex of a primitive.
    pub fn of_vertices<'a>(
        &'a self,
        access: &'a Access,
        primitive: &Primitive,
        count: usize,
    ) -> Result<PlacedVertices<'a>> {
        let mut sets = Vec::new();
        let named = |name: String| primitive.attributes.get(&name).copied();
        while let (Some(_), Some(joints), Some(weights)) = (
            &self.joints,
            named(format!("JOINTS_{}", sets.len())),
            named(format!("WEIGHTS_{}", sets.len())),
        ) {
            sets.push(Set {
                accessor: joints,
                joints: access.attribute(joints, count)?,
                weights: access.attribute(weights, count)?,
            });
        }
        Ok(PlacedVertices {
            placement: self,
            access,
            sets,
        })
    }
}

/// Four joints and their weights for each vertex.
struct Set {
    accessor: usize,
    joints: Vec<[f32; 4]>,
    weights: Vec<[f32; 4]>,
}

/// The placement of each vertex of a primitive.
pub struct PlacedVertices<'a> {
    placement: &'a Placement,
    access: &'a Access<'a>,
    sets: Vec<Set>,
}

impl PlacedVertices<'_> {
    /// The transform of a vertex: the mean of its joints' by their weights, or that of the node where it has no joints.
    pub fn transform(&self, vertex: usize) -> Result<DMat4> {
        let (Some(joints), Some(first)) = (&self.placement.joints, self.sets.first()) else {
            return Ok(self.placement.node);
        };
        let joint = |set: &Set, i: usize| {
            let value = f64::from(set.joints[vertex][i]);
            let joint = self
                .access
                .index(set.accessor, vertex, value, joints.len())?;
            Ok(joints[joint as usize])
        };
        let (mut sum, mut total) = (DMat4::ZERO, 0.0);
        for set in &self.sets {
            for (i, weight) in set.weights[vertex].into_iter().enumerate() {
                // Without weight, any joint may be named.
                if weight != 0.0 {
                    sum += joint(set, i)? * f64::from(weight);
                    total += f64::from(weight);
                }
            }
        }
        match total == 0.0 {
            // The specification does not say; most viewers take the first joint.
            true => joint(first, 0),
            false => Ok(sum * (1.0 / total)),
        }
    }
}

/// The inverse transpose times the determinant: transforms normals, also if there is no inverse.
pub fn cofactors(linear: DMat3) -> DMat3 {
    DMat3::from_cols(
        linear.y_axis.cross(linear.z_axis),
        linear.z_axis.cross(linear.x_axis),
        linear.x_axis.cross(linear.y_axis),
    )
}
