//! Which pairs begin, go on and end to touch: what touched in the newest step, compared with the last step that was told.

use super::step_notes::{Note, StepNotes};
use crate::desc::{PLIANT_EVENT_BEGIN, PLIANT_EVENT_END, PLIANT_EVENT_SELF, PLIANT_EVENT_STAY};
use crate::ids::{PliantBodyId, PliantColliderId};
use crate::share::CONTACTS_EVENT_ROWS;
use crate::view::{PLIANT_EVENT_NO_IMPULSE, PLIANT_EVENT_SENSOR, PliantEvent};
use crate::world::scene::{Pair, Partner};
use glam::DVec3;
use std::collections::BTreeMap;

/// What a body or a collider asks for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Side {
    pub user_data: u64,
    /// `PLIANT_EVENT_…` bits.
    pub events: u32,
    /// The least impulse that counts [N s].
    pub threshold: f32,
}

/// What the host must know to read a step.
#[derive(Default)]
pub struct Known {
    /// What gravity gives a free body in the step [length unit/s].
    pub fall: f64,
    /// Slot and handle of each body, in the order of the plan, and whether it is a sheet.
    pub bodies: Vec<(u32, PliantBodyId, bool, Side)>,
    pub colliders: Vec<(PliantColliderId, Side)>,
    /// Slots of surfaces, each with the place of its collider.
    pub kinematic_surfaces: Vec<(u32, usize)>,
    /// The collider of each part that the GPU knows, in its order.
    pub parts: Vec<usize>,
    /// The same for parts of sensors.
    pub sensors: Vec<usize>,
}

impl Note for Known {
    fn clear(&mut self) {
        self.bodies.clear();
        self.colliders.clear();
        self.kinematic_surfaces.clear();
        self.parts.clear();
        self.sensors.clear();
    }
}

/// How a pair touched in a step.
#[derive(Clone, Copy, Debug, Default)]
pub struct Contact {
    /// What both sides ask for.
    pub sides: [Side; 2],
    /// Sums, weighted by the normal part of the impulse: points, and normals from the other side to the body.
    pub point: DVec3,
    pub normal: DVec3,
    /// Impulse on the body [N s], and its normal part.
    pub impulse: DVec3,
    pub size: f64,
    /// Whether it pressed. Else it goes on to touch if it did.
    pub presses: bool,
    /// `PLIANT_EVENT_SENSOR` and the like.
    pub flags: u32,
}

impl Contact {
    /// Adds another part of the same pair.
    pub fn add(&mut self, other: &Contact) {
        self.sides = other.sides;
        self.point += other.point;
        self.normal += other.normal;
        self.impulse += other.impulse;
        self.size += other.size;
        self.presses |= other.presses;
        self.flags |= other.flags;
    }

    /// Whether it counts as touching, for what is asked.
    fn counts(&self) -> bool {
        let asking = self.sides.iter().filter(|side| side.events != 0);
        let least = asking.map(|side| side.threshold).fold(f32::MAX, f32::min);
        self.presses && (self.flags != 0 || self.size >= f64::from(least))
    }
}

/// A pair that touches.
#[derive(Clone, Copy, Debug)]
struct Touching {
    sides: [Side; 2],
    flags: u32,
    point: [f64; 3],
    normal: [f32; 3],
}

/// Events of a world that was asked for them.
#[derive(Default)]
pub struct Events {
    pub known: StepNotes<Known>,
    /// The step that was last told.
    pub told: u64,
    touching: BTreeMap<Pair, Touching>,
    pub found: Vec<PliantEvent>,
}

impl Events {
    /// Compares a step with the last one that was told.
    pub fn compare(&mut self, frame: u64, contacts: &BTreeMap<Pair, Contact>) {
        self.told = frame;
        self.found.clear();
        let before = std::mem::take(&mut self.touching);
        for (pair, contact) in contacts {
            let old = before.get(pair);
            if !contact.counts() && old.is_none() {
                continue;
            }
            let now = touching(contact, old);
            let kind = match old {
                Some(_) => PLIANT_EVENT_STAY,
                None => PLIANT_EVENT_BEGIN,
            };
            self.tell(*pair, kind, &now, contact.impulse);
            self.touching.insert(*pair, now);
        }
        for (pair, old) in &before {
            if !self.touching.contains_key(pair) {
                self.tell(*pair, PLIANT_EVENT_END, old, DVec3::ZERO);
            }
        }
        self.found
            .sort_by_key(|event| (event.body, event.other_body, event.collider));
    }

    fn tell(&mut self, pair: Pair, kind: u32, now: &Touching, impulse: DVec3) {
        let [own, other] = now.sides;
        let (body, partner) = pair;
        let asked = own.events | other.events;
        let is_self = partner == Partner::Body(body);
        if asked & kind == 0 || (is_self && asked & PLIANT_EVENT_SELF == 0) {
            return;
        }
        let (other_body, collider) = match partner {
            Partner::Body(other) => (other, PliantColliderId::default()),
            Partner::Collider(collider) => (PliantBodyId::default(), collider),
        };
        self.found.push(PliantEvent {
            kind,
            flags: now.flags,
            body,
            other_body,
            collider,
            user_data: own.user_data,
            other_user_data: other.user_data,
            point: now.point,
            normal: now.normal,
            impulse: impulse.as_vec3().to_array(),
        });
    }
}

/// Pairs that found no room in a table of the GPU.
pub fn dropped(table: &[u8]) -> u32 {
    let room = table.len() / 16 / CONTACTS_EVENT_ROWS as usize;
    let head = table
        .first_chunk::<4>()
        .map(|head| u32::from_le_bytes(*head));
    head.unwrap_or(0).saturating_sub(room as u32)
}

/// How a pair touches. Where nothing presses, it does as it did.
fn touching(contact: &Contact, old: Option<&Touching>) -> Touching {
    let (point, normal) = match (contact.size > 0.0, old) {
        (false, Some(old)) => (old.point, old.normal),
        (false, None) => (
            contact.point.to_array(),
            contact.normal.as_vec3().to_array(),
        ),
        (true, _) => {
            let normal = contact.normal.normalize_or_zero().as_vec3();
            ((contact.point / contact.size).to_array(), normal.to_array())
        }
    };
    Touching {
        sides: contact.sides,
        flags: contact.flags & (PLIANT_EVENT_SENSOR | PLIANT_EVENT_NO_IMPULSE),
        point,
        normal,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(bits: u64) -> PliantBodyId {
        PliantBodyId { bits }
    }

    fn pressed(size: f64, threshold: f32) -> Contact {
        let side = Side {
            events: PLIANT_EVENT_BEGIN | PLIANT_EVENT_STAY | PLIANT_EVENT_END,
            threshold,
            ..Side::default()
        };
        Contact {
            sides: [side, Side::default()],
            impulse: DVec3::Y * size,
            normal: DVec3::Y * size,
            size,
            presses: size > 0.0,
            ..Contact::default()
        }
    }

    /// A pair begins above its threshold, goes on while it is near, ends when it is gone, and begins again.
    #[test]
    fn a_pair_begins_stays_and_ends() {
        let pair = (body(1), Partner::Body(body(2)));
        let steps = [
            (Some(pressed(0.5, 1.0)), None),
            (Some(pressed(2.0, 1.0)), Some(PLIANT_EVENT_BEGIN)),
            (Some(pressed(0.0, 1.0)), Some(PLIANT_EVENT_STAY)),
            (Some(pressed(0.5, 1.0)), Some(PLIANT_EVENT_STAY)),
            (None, Some(PLIANT_EVENT_END)),
            (None, None),
            (Some(pressed(1.0, 1.0)), Some(PLIANT_EVENT_BEGIN)),
        ];
        let mut events = Events::default();
        for (frame, (contact, wanted)) in (1..).zip(steps) {
            let contacts = contact.into_iter().map(|contact| (pair, contact)).collect();
            events.compare(frame, &contacts);
            let kinds: Vec<u32> = events.found.iter().map(|event| event.kind).collect();
            assert_eq!(kinds, Vec::from_iter(wanted), "step {frame}");
        }
    }

    /// Only what a side asks for is told, and a body's contact with itself only with its own bit.
    #[test]
    fn only_what_is_asked_for_is_told() {
        let mut contact = pressed(1.0, 0.0);
        contact.sides[0].events = PLIANT_EVENT_END;
        let pair = (body(1), Partner::Body(body(1)));
        let mut events = Events::default();
        events.compare(1, &BTreeMap::from([(pair, contact)]));
        assert!(events.found.is_empty());
        events.compare(2, &BTreeMap::new());
        assert!(events.found.is_empty());
        contact.sides[0].events |= PLIANT_EVENT_SELF;
        events.compare(3, &BTreeMap::from([(pair, contact)]));
        events.compare(4, &BTreeMap::new());
        assert_eq!(events.found.len(), 1);
    }
}
