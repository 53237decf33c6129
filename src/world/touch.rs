//! What the GPU keeps for contact between bodies: surfaces in the arena, and places for their parts.

use super::World;
use crate::contact::{StoredSurface, SurfacePlace, pack_surface};
use crate::error::{Error, Result, Status};
use crate::gpu::buffer::Ranges;
use crate::share;
use crate::solver::{self, TouchExtent};
use std::collections::BTreeSet;
use std::collections::btree_map::Entry;

impl World {
    /// Stores the surfaces that bodies touch by, or queries find, and drops the others. `touches`: some bodies may touch.
    pub(super) fn refresh_surfaces(&mut self, touches: bool) -> Result<()> {
        let touches = touches || self.spatial.is_used();
        let bodies = self.scene.bodies.values().filter(|_| touches);
        let used: BTreeSet<u64> = bodies.map(|body| body.asset.content_hash).collect();
        let stored = &mut self.surfaces.0;
        for (_, old) in stored.extract_if(.., |hash, _| !used.contains(hash)) {
            self.state.arena_ranges.give(old.first, old.rows);
        }
        let bodies = self.scene.bodies.values_mut().filter(|_| touches);
        for body in bodies {
            let asset = &body.asset;
            if asset.surface_triangles.is_empty() {
                continue;
            }
            let head = match stored.entry(asset.content_hash) {
                Entry::Occupied(stored) => stored.get().head,
                Entry::Vacant(place) => {
                    let table = pack_surface(&asset.rest_positions, &asset.surface_triangles);
                    let mut rows = vec![[0; 4]];
                    rows.extend(table.rows);
                    let first = self.state.store(&self.context, &rows)?;
                    let (rows, head) = (rows.len() as u32, table.head);
                    place.insert(StoredSurface { first, rows, head }).head
                }
            };
            if body.surface.is_none() {
                body.surface = Some(SurfacePlace {
                    first_patch: take(&mut self.state.patch_ranges, head.patches)?,
                    first_edge: take(&mut self.state.edge_ranges, head.edges)?,
                    patches: head.patches,
                    edges: head.edges,
                });
            }
        }
        Ok(())
    }

    /// Gives back the places of a body's surface.
    pub(super) fn drop_surface(&mut self, place: Option<SurfacePlace>) {
        if let Some(place) = place {
            let ranges = &mut self.state;
            ranges.patch_ranges.give(place.first_patch, place.patches);
            ranges.edge_ranges.give(place.first_edge, place.edges);
        }
    }

    /// Lays out the buffer `touch`. When its sections move, what it held is forgotten.
    pub(super) fn lay_out_touch(&mut self, touches: bool) -> Result<()> {
        if !touches {
            (self.touch, self.touch_laid) = Default::default();
            return Ok(());
        }
        let bodies = self.scene.bodies.values();
        let points = bodies.map(|body| {
            let stored = self.surfaces.0.get(&body.asset.content_hash);
            stored.map_or(0, |stored| stored.head.points)
        });
        let extent = TouchExtent {
            slots: self.state.body_ranges.end(),
            vertices: self.state.vertex_ranges.end(),
            patches: self.state.patch_ranges.end(),
            edges: self.state.edge_ranges.end(),
            points: points.sum(),
        };
        let (touch, rows) = solver::lay_out_touch(&self.context, extent)?;
        if self.touch_laid != touch {
            self.touch_laid = share::Touch::default();
            self.state.touch.reserve(&self.context, rows)?;
            self.state.touch.clear(&self.context);
            self.touch_laid = touch;
        }
        self.touch = touch;
        Ok(())
    }
}

fn take(ranges: &mut Ranges, count: u32) -> Result<u32> {
    let full = || Error::new(Status::Capacity, "no number left for surfaces (32 bits)");
    ranges.take(count).ok_or_else(full)
}
