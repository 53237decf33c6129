//! What the GPU keeps for contact between bodies: surfaces in the arena, and places for their parts.

use super::World;
use super::collider::surface_of;
use crate::contact::{StoredSurface, SurfacePlace, pack_surface};
use crate::error::{Error, Result, Status};
use crate::gpu::buffer::Ranges;
use crate::gpu::context::Context;
use crate::gpu::state::State;
use crate::share;
use crate::solver::{self, TouchExtent};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

impl World {
    /// Stores the surfaces that bodies touch by, or queries find, and drops the others. `touches`: some bodies may touch.
    pub(super) fn refresh_surfaces(&mut self, touches: bool) -> Result<()> {
        let kept = touches || self.spatial.is_used();
        let bodies = self.scene.bodies.values().filter(|_| kept);
        let mut used: BTreeSet<u64> = bodies.map(|body| body.asset.content_hash).collect();
        let colliders = self.scene.colliders.values().filter(|_| kept);
        let carried = colliders.flat_map(|collider| collider.surfaces());
        used.extend(carried.filter_map(|(part, ..)| Some(part.asset.as_ref()?.content_hash)));
        let stored = &mut self.surfaces.0;
        for (_, old) in stored.extract_if(.., |hash, _| !used.contains(hash)) {
            self.state.arena_ranges.give(old.first, old.rows);
        }
        if !touches {
            // Nothing moves their vertices any more.
            let colliders = self.scene.colliders.values_mut();
            let carriers = colliders.flat_map(|collider| &mut collider.carriers);
            carriers.for_each(|carrier| carrier.rests = false);
        }
        if !kept {
            return Ok(());
        }
        let mut keep = Keep {
            context: &self.context,
            state: &mut self.state,
            stored,
        };
        for body in self.scene.bodies.values_mut() {
            let asset = &body.asset;
            if !asset.surface_triangles.is_empty() {
                let parts = (&asset.rest_positions[..], &asset.surface_triangles[..]);
                keep.surface(asset.content_hash, parts, &mut body.surface)?;
            }
        }
        for collider in self.scene.colliders.values_mut() {
            for carrier in &mut collider.carriers {
                let part = &collider.parts[carrier.part];
                if let (Some(surface), Some(asset)) = (surface_of(part), &part.asset) {
                    let parts = (&surface.positions[..], &surface.triangles[..]);
                    keep.surface(asset.content_hash, parts, &mut carrier.surface)?;
                }
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

    /// Forgets what a body touched in the last step: it is another one, or elsewhere.
    pub(super) fn forget_touch(&self, index: u32) -> Result<()> {
        let row = self.touch_laid.body_row + share::TOUCH_BODY_ROWS * index + share::TOUCH_STAMP;
        let is_laid = row < self.touch_laid.vertex_row;
        let rows: &[[u32; 4]] = if is_laid { &[[0; 4]] } else { &[] };
        self.state.touch.write(&self.context, row, rows)
    }

    /// Lays out the buffer `touch`. When its sections move, what it held is forgotten.
    pub(super) fn lay_out_touch(&mut self, touches: bool) -> Result<()> {
        if !touches {
            (self.touch, self.touch_laid) = Default::default();
            self.restored.touch.clear();
            return Ok(());
        }
        let bodies = self.scene.bodies.values();
        let points = bodies.map(|body| {
            let stored = self.surfaces.0.get(&body.asset.content_hash);
            stored.map_or(0, |stored| stored.head.points)
        });
        let colliders = self.scene.colliders.values();
        let carried = colliders.flat_map(|collider| collider.surfaces());
        let carried = carried.map(|(_, surface, _)| surface.positions.len() as u32);
        let extent = TouchExtent {
            slots: self.state.body_ranges.end(),
            vertices: self.state.vertex_ranges.end(),
            patches: self.state.patch_ranges.end(),
            edges: self.state.edge_ranges.end(),
            points: points.sum::<u32>() + carried.sum::<u32>(),
            events: self.event_room(),
            rebounds: self.scene.meets().rebounds,
        };
        let (touch, rows) = solver::lay_out_touch(&self.context, extent)?;
        let words = touch.found_word + 1;
        let rows_of_report = words.div_ceil(share::REPORT_WORDS);
        self.state.report.reserve(&self.context, rows_of_report)?;
        if self.touch_laid != touch {
            self.touch_laid = share::Touch::default();
            self.state.touch.reserve(&self.context, rows)?;
            self.state.touch.clear(&self.context);
            self.touch_laid = touch;
        }
        self.touch = touch;
        self.write_kept_touch()
    }
}

/// Where surfaces are kept.
struct Keep<'a> {
    context: &'a Context,
    state: &'a mut State,
    stored: &'a mut BTreeMap<u64, StoredSurface>,
}

impl Keep<'_> {
    /// Stores the surface of an asset, positions and triangles, if it is not there, and gives it a place.
    fn surface(
        &mut self,
        hash: u64,
        (positions, triangles): (&[[f32; 3]], &[[u32; 3]]),
        place: &mut Option<SurfacePlace>,
    ) -> Result<()> {
        let head = match self.stored.entry(hash) {
            Entry::Occupied(stored) => stored.get().head,
            Entry::Vacant(room) => {
                let table = pack_surface(positions, triangles);
                let mut rows = vec![[0; 4]];
                rows.extend(table.rows);
                let first = self.state.store(self.context, &rows)?;
                let (rows, head) = (rows.len() as u32, table.head);
                room.insert(StoredSurface { first, rows, head }).head
            }
        };
        if place.is_none() {
            *place = Some(SurfacePlace {
                first_patch: take(&mut self.state.patch_ranges, head.patches)?,
                first_edge: take(&mut self.state.edge_ranges, head.edges)?,
                patches: head.patches,
                edges: head.edges,
            });
        }
        Ok(())
    }
}

fn take(ranges: &mut Ranges, count: u32) -> Result<u32> {
    let full = || Error::new(Status::Capacity, "no number left for surfaces (32 bits)");
    ranges.take(count).ok_or_else(full)
}
