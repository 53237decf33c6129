//! Surfaces of colliders: bodies to the GPU, moved by frames, and no bodies to the caller.

use super::World;
use super::collider::{Carrier, Collider, surface_of};
use crate::asset::shape::{Part, Surface};
use crate::desc::PLIANT_SHAPE_CONVEX;
use crate::error::Result;
use crate::share::{self, BODY_CARRIER, BODY_SOLID, BODY_TELLS, REPORT_WORDS};
use crate::solver::Carried;
use glam::Vec3;

impl World {
    /// Takes room on the GPU for the triangles of a collider. The next step puts them there.
    pub(super) fn make_carriers(&mut self, collider: &mut Collider) -> Result<()> {
        for (part, place) in collider.parts.iter().zip(0..) {
            let Some(surface) = surface_of(part) else {
                continue;
            };
            let room = self.take_room(surface.positions.len() as u32);
            let (index, first_vertex) = match room {
                Ok(room) => room,
                Err(e) => {
                    self.drop_carriers(collider);
                    return Err(e);
                }
            };
            collider.carriers.push(Carrier {
                part: place,
                index,
                first_vertex,
                surface: None,
                rests: false,
                since: self.frame + 1,
            });
            let blank = [[0_u32; REPORT_WORDS as usize]];
            let written = self.state.report.write(&self.context, index, &blank);
            if let Err(e) = written.and_then(|()| self.forget_touch(index)) {
                self.drop_carriers(collider);
                return Err(e);
            }
        }
        Ok(())
    }

    /// Undoes it.
    pub(super) fn drop_carriers(&mut self, collider: &Collider) {
        for (_, surface, carrier) in collider.surfaces() {
            let count = surface.positions.len() as u32;
            self.state.vertex_ranges.give(carrier.first_vertex, count);
            self.state.body_ranges.give(carrier.index, 1);
        }
        let places: Vec<_> = collider.carriers.iter().map(|c| c.surface).collect();
        places
            .into_iter()
            .for_each(|place| self.drop_surface(place));
        self.dirty.plan = true;
    }

    /// All surfaces of colliders as the plan knows them. `touches`: some bodies may touch something.
    pub(super) fn carried(&self, touches: bool) -> Vec<Carried> {
        let all = self.scene.colliders.values().flat_map(Collider::surfaces);
        let all = all.filter(|_| touches);
        all.map(|(_, surface, carrier)| Carried {
            index: carrier.index,
            vertices: surface.positions.len() as u32,
            patches: carrier.surface.map_or(0, |place| place.patches),
        })
        .collect()
    }

    /// Their rows of the arena, in the order of their frames, which follow those of other parts.
    pub(super) fn carrier_rows(&self) -> Vec<share::Carrier> {
        let solids = self.scene.meets().colliders as usize;
        let first = (self.scene.frames.len() + 1 + solids) as u32;
        let colliders = self.scene.colliders.values();
        let all = colliders.flat_map(Collider::surfaces);
        all.zip(first..)
            .map(|((part, surface, _), frame)| {
                let [low, high] = bounds(part, surface);
                let row = |v: Vec3| v.extend(0.0).to_array();
                share::Carrier {
                    scale: row(Vec3::from(part.scale)),
                    low: row(low),
                    high: row(high),
                    frame,
                    ..share::Carrier::default()
                }
            })
            .collect()
    }

    /// Their records, by slot.
    pub(super) fn carrier_records(&self) -> Vec<(u32, share::Body)> {
        let first = self.carrier_range.map_or(0, |range| range.0);
        let colliders = self.scene.colliders.values();
        let all = colliders.flat_map(|c| c.surfaces().map(move |found| (c, found)));
        all.zip(0..)
            .map(|((collider, (part, surface, carrier)), place)| {
                let [low, high] = bounds(part, surface);
                let desc = &collider.desc;
                let tells = if desc.events != 0 { BODY_TELLS } else { 0 };
                let is_solid = part.shape == PLIANT_SHAPE_CONVEX;
                let solid = if is_solid { BODY_SOLID } else { 0 };
                let hash = part.asset.as_ref().map_or(0, |asset| asset.content_hash);
                let record = share::Body {
                    first_vertex: carrier.first_vertex,
                    vertex_count: surface.positions.len() as u32,
                    substeps: 1,
                    flags: BODY_CARRIER | tells | solid,
                    layers: desc.layers,
                    mask: desc.mask,
                    size: low.distance(high),
                    // The mean, for lengths of edges.
                    scale: part.scale.iter().product::<f32>().abs().cbrt(),
                    friction: desc.friction,
                    restitution: desc.restitution,
                    surface_row: self.surfaces.row(hash),
                    first_patch: carrier.surface.map_or(0, |place| place.first_patch),
                    first_edge: carrier.surface.map_or(0, |place| place.first_edge),
                    carrier_row: first + share::CARRIER_ROWS * place,
                    ..share::Body::default()
                };
                (carrier.index, record)
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
