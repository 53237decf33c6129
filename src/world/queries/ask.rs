//! Queries of places: rays, nearest points, overlaps. They see bodies as the newest step and later edits leave them, and
//! run beside the steps: submitted, then fetched when done.

use super::solids::{collider_at_point, collider_on_ray, colliders_in_shape};
use super::{Spatial, Ticket};
use crate::desc::{
    PLIANT_MAX_TICKETS, PLIANT_QUERY_COLLIDERS, PliantPointQuery, PliantRay, PliantShapeQuery,
    query_count_in_range,
};
use crate::error::{Error, Result, Status};
use crate::gpu::query::Question;
use crate::ids::PliantTicketId;
use crate::share::{self, Query};
use crate::view::{PliantHit, PliantOverlap};
use crate::world::scene::Scene;
use crate::world::store::Store;
use glam::DVec3;

/// A batch to submit, with what the host finds of it.
pub struct Asked {
    question: Question,
    queries: Vec<Query>,
    /// As those of a ticket.
    hits: Vec<PliantHit>,
    places: Vec<(DVec3, Option<DVec3>)>,
    overlaps: Vec<PliantOverlap>,
}

/// What rays meet first.
pub fn rays(scene: &Scene, rays: &[PliantRay]) -> Result<Asked> {
    let rays = checked(rays, |(i, ray)| ray.checked(&format!("rays[{i}]")))?;
    let asked = rays.iter().map(|ray| Query {
        reach: ray.length,
        direction: ray.direction,
        ..asked_at(ray.origin, ray.mask, ray.flags)
    });
    let hit = |ray: &PliantRay| match ray.flags & PLIANT_QUERY_COLLIDERS {
        0 => PliantHit::default(),
        _ => collider_on_ray(scene, ray),
    };
    let way = |ray: &PliantRay| {
        let direction = DVec3::from(ray.direction.map(f64::from));
        (ray.origin.into(), Some(direction))
    };
    Ok(Asked {
        question: Question::Ray,
        queries: asked.collect(),
        hits: rays.iter().map(hit).collect(),
        places: rays.iter().map(way).collect(),
        overlaps: Vec::new(),
    })
}

/// Places of surfaces that are nearest to points.
pub fn points(scene: &Scene, points: &[PliantPointQuery]) -> Result<Asked> {
    let points = checked(points, |(i, point)| point.checked(&format!("points[{i}]")))?;
    let asked = points.iter().map(|point| Query {
        reach: point.radius,
        ..asked_at(point.point, point.mask, point.flags)
    });
    let hit = |point: &PliantPointQuery| match point.flags & PLIANT_QUERY_COLLIDERS {
        0 => PliantHit::default(),
        _ => collider_at_point(scene, point),
    };
    Ok(Asked {
        question: Question::Point,
        queries: asked.collect(),
        hits: points.iter().map(hit).collect(),
        places: points.iter().map(|p| (p.point.into(), None)).collect(),
        overlaps: Vec::new(),
    })
}

/// Bodies and colliders that shapes overlap.
pub fn shapes(scene: &Scene, shapes: &[PliantShapeQuery]) -> Result<Asked> {
    let shapes = checked(shapes, |(i, shape)| shape.checked(&format!("shapes[{i}]")))?;
    let asked = shapes.iter().map(|shape| Query {
        direction: shape.size,
        turn: shape.pose.rotation,
        shape: shape.shape,
        ..asked_at(shape.pose.position, shape.mask, shape.flags)
    });
    let sees_colliders = |s: &PliantShapeQuery| s.flags & PLIANT_QUERY_COLLIDERS != 0;
    let with_colliders = shapes.iter().zip(0..).filter(|(s, _)| sees_colliders(s));
    Ok(Asked {
        question: Question::Shape,
        queries: asked.collect(),
        hits: Vec::new(),
        places: Vec::new(),
        overlaps: with_colliders
            .flat_map(|(shape, i)| colliders_in_shape(scene, shape, i))
            .collect(),
    })
}

impl Spatial {
    /// Fails if too many batches wait to be fetched.
    pub fn check_room(&self) -> Result<()> {
        if self.tickets.len() >= PLIANT_MAX_TICKETS as usize {
            let why = format!(
                "{PLIANT_MAX_TICKETS} batches of queries wait to be fetched; fetch or drop some"
            );
            return Err(Error::new(Status::Capacity, why));
        }
        Ok(())
    }

    /// Submits a batch, once surfaces are stored. Returns its ticket, and whether there was something to submit.
    pub fn ask(
        &mut self,
        asked: Asked,
        scene: &Scene,
        store: &Store,
    ) -> Result<(PliantTicketId, bool)> {
        let has_targets = self.refresh_targets(scene, store)?;
        let batch = match &mut self.queries {
            Some(queries) if has_targets && !asked.queries.is_empty() => Some(queries.submit(
                &self.context,
                store.state(),
                asked.question,
                &asked.queries,
            )?),
            _ => None,
        };
        let is_submitted = batch.is_some();
        let ticket = self.tickets.insert(Ticket {
            question: asked.question,
            batch,
            hits: asked.hits,
            places: asked.places,
            overlaps: asked.overlaps,
            targets: self.targets.clone(),
        })?;
        Ok((ticket, is_submitted))
    }
}

/// All of a batch, checked, or the first that is wrong.
fn checked<T>(batch: &[T], check: impl Fn((usize, &T)) -> Result<T>) -> Result<Vec<T>> {
    query_count_in_range(u32::try_from(batch.len()).unwrap_or(u32::MAX))?;
    batch.iter().enumerate().map(check).collect()
}

fn asked_at(point: [f64; 3], mask: u32, flags: u32) -> Query {
    let (cell, place) = share::placed(point.into());
    Query {
        cell,
        mask,
        place,
        colliders: flags & PLIANT_QUERY_COLLIDERS,
        ..Query::default()
    }
}
