//! Queries of places: rays, nearest points, overlaps. They see bodies as the newest step and later edits leave them, and
//! run beside the steps: submitted, then fetched when done.

use super::World;
use super::spatial::{Object, Overlaps, Target, Ticket};
use crate::desc::{
    PLIANT_MAX_TICKETS, PLIANT_QUERY_COLLIDERS, PliantPointQuery, PliantRay, PliantShapeQuery,
    query_count_in_range,
};
use crate::error::{Error, Result, Status};
use crate::gpu::query::{Batch, Question};
use crate::ids::{PliantBodyId, PliantColliderId, PliantTicketId};
use crate::share::{self, QUERY_LIST_WORDS, QUERY_NONE, Query, QueryHit};
use crate::view::{PliantHit, PliantOverlap};
use glam::DVec3;

impl World {
    /// Asks what rays meet first. Returns at once; [`World::fetch_hits`] gives the answers.
    pub fn query_rays(&mut self, rays: &[PliantRay]) -> Result<PliantTicketId> {
        let rays = checked(rays, |(i, ray)| ray.checked(&format!("rays[{i}]")))?;
        let asked = rays.iter().map(|ray| Query {
            reach: ray.length,
            way: ray.direction,
            ..asked_at(ray.origin, ray.mask, ray.flags)
        });
        let asked: Vec<Query> = asked.collect();
        let mut hits = vec![PliantHit::default(); rays.len()];
        for (ray, hit) in rays
            .iter()
            .zip(&mut hits)
            .filter(|(ray, _)| ray.flags & PLIANT_QUERY_COLLIDERS != 0)
        {
            *hit = self.collider_on_ray(ray);
        }
        let way = |ray: &PliantRay| {
            (
                ray.origin.into(),
                Some(DVec3::from(ray.direction.map(f64::from))),
            )
        };
        let places = rays.iter().map(way).collect();
        self.ask(Question::Ray, &asked, hits, places, Vec::new())
    }

    /// Asks for the places of surfaces that are nearest to points. As [`World::query_rays`].
    pub fn query_points(&mut self, points: &[PliantPointQuery]) -> Result<PliantTicketId> {
        let points = checked(points, |(i, point)| point.checked(&format!("points[{i}]")))?;
        let asked = points.iter().map(|point| Query {
            reach: point.radius,
            ..asked_at(point.point, point.mask, point.flags)
        });
        let asked: Vec<Query> = asked.collect();
        let mut hits = vec![PliantHit::default(); points.len()];
        for (point, hit) in points
            .iter()
            .zip(&mut hits)
            .filter(|(p, _)| p.flags & PLIANT_QUERY_COLLIDERS != 0)
        {
            *hit = self.collider_at_point(point);
        }
        let places = points.iter().map(|p| (p.point.into(), None)).collect();
        self.ask(Question::Point, &asked, hits, places, Vec::new())
    }

    /// Asks which bodies shapes overlap. Returns at once; [`World::fetch_overlaps`] gives the answers.
    pub fn query_shapes(&mut self, shapes: &[PliantShapeQuery]) -> Result<PliantTicketId> {
        let shapes = checked(shapes, |(i, shape)| shape.checked(&format!("shapes[{i}]")))?;
        let asked = shapes.iter().map(|shape| Query {
            way: shape.size,
            turn: shape.pose.rotation,
            shape: shape.shape,
            ..asked_at(shape.pose.position, shape.mask, shape.flags)
        });
        let asked: Vec<Query> = asked.collect();
        let mut overlaps = Vec::new();
        for (shape, i) in shapes
            .iter()
            .zip(0..)
            .filter(|(s, _)| s.flags & PLIANT_QUERY_COLLIDERS != 0)
        {
            overlaps.extend(self.colliders_in_shape(shape, i));
        }
        self.ask(Question::Shape, &asked, Vec::new(), Vec::new(), overlaps)
    }

    /// [`World::hits`], and ends the ticket.
    pub fn fetch_hits(&mut self, id: PliantTicketId) -> Result<Vec<PliantHit>> {
        let hits = self.hits(id)?;
        self.drop_ticket(id)?;
        Ok(hits)
    }

    /// [`World::overlaps`], and ends the ticket.
    pub fn fetch_overlaps(&mut self, id: PliantTicketId) -> Result<Overlaps> {
        let overlaps = self.overlaps(id)?;
        self.drop_ticket(id)?;
        Ok(overlaps)
    }

    /// The answers of rays or points, one each. `NotReady` until they are there.
    pub fn hits(&self, id: PliantTicketId) -> Result<Vec<PliantHit>> {
        let ticket = self.done(id, &[Question::Ray, Question::Point])?;
        let mut hits = ticket.hits.clone();
        if let Some(batch) = &ticket.batch {
            let found: Vec<QueryHit> = batch.read()?;
            for ((hit, found), place) in hits.iter_mut().zip(&found).zip(&ticket.places) {
                let Some(other) = hit_of(&ticket.targets, found, place) else {
                    continue;
                };
                if hit.collider.bits == 0 || other.distance <= hit.distance {
                    *hit = other;
                }
            }
        }
        Ok(hits)
    }

    /// The answers of shapes. `NotReady` until they are there.
    pub fn overlaps(&self, id: PliantTicketId) -> Result<Overlaps> {
        let ticket = self.done(id, &[Question::Shape])?;
        let mut answer = Overlaps {
            list: ticket.overlaps.clone(),
            dropped: 0,
        };
        if let Some(batch) = &ticket.batch {
            let words: Vec<u32> = batch.read()?;
            for (list, query) in words.chunks_exact(QUERY_LIST_WORDS as usize).zip(0..) {
                let told = list[1];
                answer.dropped += u64::from(list[0] - told);
                let targets = list[2..][..told as usize].iter();
                let targets = targets.filter_map(|place| ticket.targets.get(*place as usize));
                answer.list.extend(targets.map(|target| {
                    let (body, collider) = match target.object {
                        Object::Body(body, _) => (body, PliantColliderId::default()),
                        Object::Collider(collider) => (PliantBodyId::default(), collider),
                    };
                    PliantOverlap {
                        query,
                        body,
                        collider,
                        user_data: target.user_data,
                        ..PliantOverlap::default()
                    }
                }));
            }
        }
        answer.list.sort_by_key(|o| (o.query, o.collider, o.body));
        answer.list.dedup(); // a compound may have several parts there
        Ok(answer)
    }

    /// Waits for a batch.
    pub fn wait_for(&self, id: PliantTicketId) -> Result<()> {
        self.check()?;
        let ticket = self.spatial.tickets.get(id)?;
        let batch = ticket.batch.as_ref();
        batch.map_or(Ok(()), |batch| batch.wait(&self.context))?;
        self.check()
    }

    /// Forgets a batch.
    pub fn drop_ticket(&mut self, id: PliantTicketId) -> Result<()> {
        let ticket = self.spatial.tickets.remove(id)?;
        if let (Some(batch), Some(queries)) = (ticket.batch, &mut self.spatial.queries) {
            queries.recycle(batch);
        }
        Ok(())
    }

    /// A ticket of one of these questions whose answers are there.
    fn done(&self, id: PliantTicketId, questions: &[Question]) -> Result<&Ticket> {
        self.check()?;
        self.context.poll()?;
        let ticket = self.spatial.tickets.get(id)?;
        if !questions.contains(&ticket.question) {
            let why = match ticket.question {
                Question::Shape => {
                    "the ticket is of shapes, fetch it with pliant_query_fetch_overlaps"
                }
                _ => "the ticket is of rays or points, fetch it with pliant_query_fetch_hits",
            };
            return Err(Error::new(Status::InvalidState, why));
        }
        match ticket.batch.as_ref().is_none_or(Batch::is_done) {
            true => Ok(ticket),
            false => {
                let why = "the GPU has not answered yet";
                Err(Error::new(Status::NotReady, why))
            }
        }
    }

    fn ask(
        &mut self,
        question: Question,
        asked: &[Query],
        hits: Vec<PliantHit>,
        places: Vec<(DVec3, Option<DVec3>)>,
        overlaps: Vec<PliantOverlap>,
    ) -> Result<PliantTicketId> {
        if self.spatial.tickets.len() >= PLIANT_MAX_TICKETS as usize {
            let why = format!(
                "{PLIANT_MAX_TICKETS} batches of queries wait to be fetched; fetch or drop some"
            );
            return Err(Error::new(Status::Capacity, why));
        }
        self.scoped("queries", |world| {
            let has_targets = world.refresh_targets()?;
            let batch = match &mut world.spatial.queries {
                Some(queries) if has_targets && !asked.is_empty() => {
                    let batch = queries.submit(&world.context, &world.state, question, asked)?;
                    world.done.after_submit(&world.context);
                    Some(batch)
                }
                _ => None,
            };
            let targets = world.spatial.targets.clone();
            world.spatial.tickets.insert(Ticket {
                question,
                batch,
                hits,
                places,
                overlaps,
                targets,
            })
        })
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

/// What the GPU found, if anything. `place`: origin and direction of a ray, or a point.
fn hit_of(
    targets: &[Target],
    found: &QueryHit,
    (origin, way): &(DVec3, Option<DVec3>),
) -> Option<PliantHit> {
    let target = targets
        .get(found.body as usize)
        .filter(|_| found.body != QUERY_NONE)?;
    let point = share::corner(found.cell) + DVec3::from(found.point.map(f64::from));
    let apart = point - *origin;
    let hit = PliantHit {
        user_data: target.user_data,
        point: point.to_array(),
        distance: way.map_or(apart.length(), |way| apart.dot(way).max(0.0)),
        normal: found.normal,
        ..PliantHit::default()
    };
    let (body, asset) = match &target.object {
        Object::Collider(collider) => {
            return Some(PliantHit {
                collider: *collider,
                ..hit
            });
        }
        Object::Body(body, asset) => (*body, asset),
    };
    let user = |k: u32| asset.user_from_internal.get(k as usize).copied();
    let [a, b, c] = found.corners.map(user);
    Some(PliantHit {
        body,
        weights: found.weights,
        vertices: [a?, b?, c?],
        ..hit
    })
}
