//! Answers of batches that were submitted.

use super::{Object, Overlaps, Spatial, Target, Ticket};
use crate::error::{Error, Result, Status};
use crate::gpu::query::{Batch, Question};
use crate::ids::{PliantBodyId, PliantColliderId, PliantTicketId};
use crate::share::{self, QUERY_LIST_WORDS, QUERY_NONE, QueryHit};
use crate::view::{PliantHit, PliantOverlap};
use glam::DVec3;

impl Spatial {
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
        let ticket = self.tickets.get(id)?;
        let batch = ticket.batch.as_ref();
        batch.map_or(Ok(()), |batch| batch.wait(&self.context))
    }

    /// Forgets a batch.
    pub fn drop_ticket(&mut self, id: PliantTicketId) -> Result<()> {
        let ticket = self.tickets.remove(id)?;
        if let (Some(batch), Some(queries)) = (ticket.batch, &mut self.queries) {
            queries.recycle(batch);
        }
        Ok(())
    }

    /// A ticket of one of these questions whose answers are there.
    fn done(&self, id: PliantTicketId, questions: &[Question]) -> Result<&Ticket> {
        self.context.poll()?;
        let ticket = self.tickets.get(id)?;
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
