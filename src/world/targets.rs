//! What queries look at on the GPU: surfaces of bodies, and of colliders that are triangles.

use super::World;
use super::collider::Collider;
use super::spatial::{Object, Target};
use crate::asset::shape::Part;
use crate::error::{Error, Result, Status};
use crate::gpu::query::Queries;
use crate::ids::PliantColliderId;
use crate::share::{self, QUERY_BODIES, QUERY_NONE, QueryBody};
use glam::Vec3;
use std::sync::Arc;

/// The list in the making.
#[derive(Default)]
struct List {
    bodies: Vec<QueryBody>,
    /// Place of the body, number of the patch in it.
    patches: Vec<[u32; 4]>,
    targets: Vec<Target>,
}

impl List {
    fn push(&mut self, body: QueryBody, patches: u32, target: Target) {
        let place = self.bodies.len() as u32;
        self.patches
            .extend((0..patches).map(|patch| [place, patch, 0, 0]));
        self.bodies.push(body);
        self.targets.push(target);
    }
}

impl World {
    /// Brings the list up to date; whether it has any triangle.
    pub(super) fn refresh_targets(&mut self) -> Result<bool> {
        if self.spatial.queries.is_none() {
            self.spatial.queries = Some(Queries::new(&self.context)?);
        }
        self.refresh_surfaces(self.scene.meets().touches.any())?;
        let list = self.targets();
        if list.bodies.len() > QUERY_BODIES as usize {
            let why = format!("queries find at most {QUERY_BODIES} bodies");
            return Err(Error::new(Status::Capacity, why));
        }
        let known = self
            .spatial
            .targets
            .iter()
            .map(|target| target.object.bits());
        let same = known.eq(list.targets.iter().map(|target| target.object.bits()));
        if !same || self.spatial.sent != list.bodies {
            if let Some(queries) = &mut self.spatial.queries {
                queries.set_targets(&self.context, &list.bodies, &list.patches)?;
            }
            self.spatial.sent = list.bodies;
            self.spatial.targets = Arc::new(list.targets);
        }
        Ok(!list.patches.is_empty())
    }

    fn targets(&self) -> List {
        let mut list = List::default();
        let patches = |hash: u64| self.surfaces.0.get(&hash).map(|stored| stored.head.patches);
        for (id, body) in self.scene.bodies() {
            let hash = body.asset.content_hash;
            let Some(patches) = patches(hash) else {
                continue;
            };
            let record = QueryBody {
                first_vertex: body.first_vertex,
                surface_row: self.surfaces.row(hash),
                slot: body.index,
                layers: body.data.desc.layers,
                ..QueryBody::default()
            };
            let target = Target {
                object: Object::Body(id, body.asset.clone()),
                user_data: body.data.desc.user_data,
            };
            list.push(record, patches, target);
        }
        for (id, collider) in self.scene.colliders.iter::<PliantColliderId>() {
            for (part, ..) in collider.surfaces() {
                let hash = part.asset.as_ref().map_or(0, |asset| asset.content_hash);
                if let Some(patches) = patches(hash) {
                    let target = Target {
                        object: Object::Collider(id),
                        user_data: collider.desc.user_data,
                    };
                    let row = self.surfaces.row(hash);
                    list.push(carried(collider, part, row), patches, target);
                }
            }
        }
        list
    }
}

/// A part that is triangles, where it is.
fn carried(collider: &Collider, part: &Part, surface_row: u32) -> QueryBody {
    let [pose, _] = collider.poses(part);
    let ([i, j, k], [x, y, z]) = share::placed(pose.position.into());
    QueryBody {
        surface_row,
        slot: QUERY_NONE,
        layers: collider.desc.layers,
        position: [x, y, z, 0.0],
        rotation: pose.rotation,
        scale: Vec3::from(part.scale).extend(0.0).to_array(),
        cell: [i, j, k, 0],
        ..QueryBody::default()
    }
}
