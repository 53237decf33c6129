//! Surfaces of colliders: bodies to the GPU, moved by frames, and no bodies to the caller.

use super::Store;
use crate::asset::shape::{Part, Surface};
use crate::desc::PLIANT_SHAPE_CONVEX;
use crate::error::Result;
use crate::share::{self, BODY_ASKS_EVENTS, BODY_KINEMATIC, BODY_SOLID, REPORT_WORDS};
use crate::world::scene::{Collider, KinematicSurface, Scene, surface_of};
use glam::Vec3;

impl Store {
    /// Takes room on the GPU for the triangles of a collider. This step, the next one, puts them there.
    pub fn make_kinematic_surfaces(&mut self, collider: &mut Collider, step: u64) -> Result<()> {
        for (part, place) in collider.parts.iter().zip(0..) {
            let Some(surface) = surface_of(part) else {
                continue;
            };
            let room = self.take_room(surface.positions.len() as u32);
            let (index, first_vertex) = match room {
                Ok(room) => room,
                Err(e) => {
                    self.drop_kinematic_surfaces(collider);
                    return Err(e);
                }
            };
            collider.kinematic_surfaces.push(KinematicSurface {
                part: place,
                index,
                first_vertex,
                surface: None,
                rests: false,
                since: step,
            });
            let blank = [[0_u32; REPORT_WORDS as usize]];
            let written = self.state.report.write(&self.context, index, &blank);
            if let Err(e) = written.and_then(|()| self.forget_contacts(index)) {
                self.drop_kinematic_surfaces(collider);
                return Err(e);
            }
        }
        Ok(())
    }

    /// Undoes it.
    pub fn drop_kinematic_surfaces(&mut self, collider: &Collider) {
        for (_, surface, kinematic) in collider.surfaces() {
            let count = surface.positions.len() as u32;
            self.state.vertex_ranges.give(kinematic.first_vertex, count);
            self.state.body_ranges.give(kinematic.index, 1);
        }
        let places: Vec<_> = collider
            .kinematic_surfaces
            .iter()
            .map(|c| c.surface)
            .collect();
        places
            .into_iter()
            .for_each(|place| self.drop_surface(place));
    }

    /// Their rows of the arena, in the order of their frames, which follow those of other parts.
    pub fn kinematic_rows(&self, scene: &Scene) -> Vec<share::KinematicSurface> {
        let solids = scene.features().colliders as usize;
        let first = (scene.frame_slots().len() + 1 + solids) as u32;
        let colliders = scene.collider_slots().values();
        let all = colliders.flat_map(Collider::surfaces);
        all.zip(first..)
            .map(|((part, surface, _), frame)| {
                let [low, high] = bounds(part, surface);
                let row = |v: Vec3| v.extend(0.0).to_array();
                share::KinematicSurface {
                    scale: row(Vec3::from(part.scale)),
                    low: row(low),
                    high: row(high),
                    frame,
                    ..share::KinematicSurface::default()
                }
            })
            .collect()
    }

    /// Their records, by slot.
    pub fn kinematic_records(&self, scene: &Scene) -> Vec<(u32, share::Body)> {
        let first = self.lists.kinematic.map_or(0, |range| range.0);
        let colliders = scene.collider_slots().values();
        let all = colliders.flat_map(|c| c.surfaces().map(move |found| (c, found)));
        all.zip(0..)
            .map(|((collider, (part, surface, kinematic)), place)| {
                let [low, high] = bounds(part, surface);
                let desc = &collider.desc;
                let tells = if desc.events != 0 {
                    BODY_ASKS_EVENTS
                } else {
                    0
                };
                let is_solid = part.shape == PLIANT_SHAPE_CONVEX;
                let solid = if is_solid { BODY_SOLID } else { 0 };
                let hash = part.asset.as_ref().map_or(0, |asset| asset.content_hash);
                let record = share::Body {
                    first_vertex: kinematic.first_vertex,
                    vertex_count: surface.positions.len() as u32,
                    substeps: 1,
                    flags: BODY_KINEMATIC | tells | solid,
                    layers: desc.layers,
                    mask: desc.mask,
                    size: low.distance(high),
                    // The mean, for lengths of edges.
                    scale: part.scale.iter().product::<f32>().abs().cbrt(),
                    friction: desc.friction,
                    restitution: desc.restitution,
                    surface_row: self.surfaces.row(hash),
                    first_patch: kinematic.surface.map_or(0, |place| place.first_patch),
                    first_edge: kinematic.surface.map_or(0, |place| place.first_edge),
                    kinematic_row: first + share::KINEMATIC_SURFACE_ROWS * place,
                    ..share::Body::default()
                };
                (kinematic.index, record)
            })
            .collect()
    }
}

/// The box around a part in its frame.
fn bounds(part: &Part, surface: &Surface) -> [Vec3; 2] {
    let points = || {
        surface
            .positions
            .iter()
            .map(|p| Vec3::from(*p) * Vec3::from(part.scale))
    };
    [
        points().fold(Vec3::INFINITY, Vec3::min),
        points().fold(Vec3::NEG_INFINITY, Vec3::max),
    ]
}
