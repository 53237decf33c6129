//! What queries look at on the GPU: surfaces of bodies, and of colliders that are triangles.

use super::{Object, Spatial, Target};
use crate::asset::shape::Part;
use crate::error::{Error, Result, Status};
use crate::gpu::query::Queries;
use crate::share::{self, QUERY_BODIES, QUERY_NONE, QueryBody};
use crate::world::scene::{Collider, Scene};
use crate::world::store::Store;
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

impl Spatial {
    /// Makes what queries need on the GPU, before the first one.
    pub fn open(&mut self) -> Result<()> {
        if self.queries.is_none() {
            self.queries = Some(Queries::new(&self.context)?);
        }
        Ok(())
    }

    /// Brings the list up to date; whether it has any triangle.
    pub fn refresh_targets(&mut self, scene: &Scene, store: &Store) -> Result<bool> {
        let list = targets(scene, store);
        if list.bodies.len() > QUERY_BODIES as usize {
            let why = format!("queries find at most {QUERY_BODIES} bodies");
            return Err(Error::new(Status::Capacity, why));
        }
        let known = self.targets.iter().map(|target| target.object.bits());
        let same = known.eq(list.targets.iter().map(|target| target.object.bits()));
        if !same || self.sent != list.bodies {
            if let Some(queries) = &mut self.queries {
                queries.set_targets(&self.context, &list.bodies, &list.patches)?;
            }
            self.sent = list.bodies;
            self.targets = Arc::new(list.targets);
        }
        Ok(!list.patches.is_empty())
    }
}

fn targets(scene: &Scene, store: &Store) -> List {
    let mut list = List::default();
    let surfaces = store.surfaces();
    let patches = |hash: u64| surfaces.head(hash).map(|head| head.patches);
    for (id, body) in scene.bodies() {
        let hash = body.asset.content_hash;
        let Some(patches) = patches(hash) else {
            continue;
        };
        let record = QueryBody {
            first_vertex: body.first_vertex,
            surface_row: surfaces.row(hash),
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
    for (id, collider) in scene.colliders() {
        for (part, ..) in collider.surfaces() {
            let hash = part.asset.as_ref().map_or(0, |asset| asset.content_hash);
            if let Some(patches) = patches(hash) {
                let target = Target {
                    object: Object::Collider(id),
                    user_data: collider.desc.user_data,
                };
                let row = surfaces.row(hash);
                list.push(kinematic(collider, part, row), patches, target);
            }
        }
    }
    list
}

/// A part that is triangles, where it is.
fn kinematic(collider: &Collider, part: &Part, surface_row: u32) -> QueryBody {
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
