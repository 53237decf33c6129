//! What the GPU keeps for contact between bodies: surfaces in the arena, and places for their parts.

use super::Store;
use crate::contact::{SurfacePlace, Surfaces, pack_surface};
use crate::error::{Error, Result, Status};
use crate::gpu::buffer::Ranges;
use crate::gpu::context::Context;
use crate::gpu::state::State;
use crate::gpu::table_cache::Key;
use crate::world::scene::{Scene, surface_of};
use std::collections::BTreeSet;

impl Store {
    /// Stores the surfaces that bodies touch by, or queries find, and drops the others. `touches`: some bodies may touch.
    pub fn refresh_surfaces(
        &mut self,
        scene: &mut Scene,
        touches: bool,
        has_queries: bool,
    ) -> Result<()> {
        let kept = touches || has_queries;
        let bodies = scene.body_slots().values().filter(|_| kept);
        let bodies = bodies.map(|body| body.asset.content_hash);
        let colliders = scene.collider_slots().values().filter(|_| kept);
        let kinematic = colliders.flat_map(|collider| collider.surfaces());
        let kinematic = kinematic.filter_map(|(part, ..)| Some(part.asset.as_ref()?.content_hash));
        let used: BTreeSet<Key> = bodies.chain(kinematic).map(Surfaces::key).collect();
        self.surfaces.0.keep(&mut self.state, &used);
        if !touches {
            // Nothing moves their vertices any more.
            let colliders = scene.colliders_mut();
            let kinematic_surfaces =
                colliders.flat_map(|collider| &mut collider.kinematic_surfaces);
            kinematic_surfaces.for_each(|kinematic| kinematic.rests = false);
        }
        if !kept {
            return Ok(());
        }
        let mut keep = Keep {
            context: &self.context,
            state: &mut self.state,
            surfaces: &mut self.surfaces,
        };
        for (_, body) in scene.bodies_mut() {
            let asset = &body.asset;
            if !asset.surface_triangles.is_empty() {
                let parts = (&asset.rest_positions[..], &asset.surface_triangles[..]);
                keep.surface(asset.content_hash, parts, &mut body.surface)?;
            }
        }
        for collider in scene.colliders_mut() {
            for kinematic in &mut collider.kinematic_surfaces {
                let part = &collider.parts[kinematic.part];
                if let (Some(surface), Some(asset)) = (surface_of(part), &part.asset) {
                    let parts = (&surface.positions[..], &surface.triangles[..]);
                    keep.surface(asset.content_hash, parts, &mut kinematic.surface)?;
                }
            }
        }
        Ok(())
    }

    /// Gives back the places of a body's surface.
    pub fn drop_surface(&mut self, place: Option<SurfacePlace>) {
        if let Some(place) = place {
            let ranges = &mut self.state;
            ranges.patch_ranges.give(place.first_patch, place.patches);
            ranges.edge_ranges.give(place.first_edge, place.edges);
        }
    }
}

/// Where surfaces are kept.
struct Keep<'a> {
    context: &'a Context,
    state: &'a mut State,
    surfaces: &'a mut Surfaces,
}

impl Keep<'_> {
    /// Stores the surface of an asset, positions and triangles, if it is not there, and gives it a place.
    fn surface(
        &mut self,
        hash: u64,
        (positions, triangles): (&[[f32; 3]], &[[u32; 3]]),
        place: &mut Option<SurfacePlace>,
    ) -> Result<()> {
        let key = Surfaces::key(hash);
        let surfaces = &mut self.surfaces.0;
        let stored = surfaces.hold(self.context, self.state, &key, || {
            let table = pack_surface(positions, triangles);
            let mut rows = vec![[0; 4]];
            rows.extend(table.rows);
            Ok((rows, table.head))
        })?;
        let head = stored.note;
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
