//! Bodies and surfaces of colliders as the schedule sees them.

use super::compiled::BodyClass;
use crate::executor::{Scheduled, ScheduledSurface};
use crate::world::scene::{Body, Collider, Scene};
use crate::world::store::Store;
use std::collections::BTreeSet;

/// A body. `attachments`: the first one's row in the arena, and their number. `bouncy`: some colliders have a restitution.
/// `iterations`: those of a body that sets none.
pub fn scheduled<'a>(
    store: &Store,
    body: &'a Body,
    attachments: (u32, u32),
    (bouncy, iterations): (bool, u32),
) -> Scheduled<'a> {
    Scheduled {
        index: body.index,
        asset: &body.asset,
        terms: body.solver.terms,
        kinds: body.data.desc.model.kinds(),
        multiplier_rows: body.tables.multiplier_rows,
        executor: body.data.desc.executor,
        substeps: body.substeps,
        iterations: body.iterations(iterations),
        coarse: store.coarse_use(body).size,
        attachments,
        rounds: body.tables.shares[1],
        clusters: body.tables.clusters,
        free: body.is_free(attachments.1),
        damped: body.data.desc.model.damping() > 0.0,
        bounces: body.bounces(attachments.1, bouncy),
        patches: body.surface.map_or(0, |surface| surface.patches),
    }
}

/// All surfaces of colliders. `touches`: some bodies may touch something.
pub fn kinematic(scene: &Scene, touches: bool) -> Vec<ScheduledSurface> {
    let all = scene.collider_slots().values().flat_map(Collider::surfaces);
    let all = all.filter(|_| touches);
    all.map(|(_, surface, kinematic)| ScheduledSurface {
        index: kinematic.index,
        vertices: surface.positions.len() as u32,
        patches: kinematic.surface.map_or(0, |place| place.patches),
    })
    .collect()
}

/// One body of each class that is in a scene, with nothing that holds it. `bouncy`: something may have a restitution.
pub fn typical_bodies<'a>(
    scene: &'a Scene,
    store: &Store,
    (bouncy, iterations): (bool, u32),
) -> Vec<(BodyClass, Scheduled<'a>)> {
    let bouncy = bouncy || scene.has_bouncy_colliders();
    let class = |body: &Body| {
        let desc = &body.data.desc;
        let bounces = bouncy || desc.restitution > 0.0;
        let hash = body.asset.content_hash;
        (
            body.solver.terms,
            hash,
            desc.executor,
            bounces,
            desc.model.kinds(),
        )
    };
    let mut seen = BTreeSet::new();
    let all = scene.body_slots().values().map(|body| (class(body), body));
    let first = all.filter(|(class, _)| seen.insert(*class));
    first
        .map(|(class, body)| {
            let mut scheduled = scheduled(store, body, (0, 0), (bouncy, iterations));
            scheduled.bounces = class.3;
            (class, scheduled)
        })
        .collect()
}
