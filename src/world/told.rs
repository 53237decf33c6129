//! What touches what: noted with each step, read when the caller asks.

use super::World;
use super::events::{Contact, Events, Known, Pair, Side};
use super::ignored::ordered;
use super::impulses::{Given, read, shared_out};
use super::partner::Partner;
use super::query::{EVENTS, REACTIONS, SENSORS, corner_of, report};
use crate::desc::{BodyOptions, PliantColliderDesc};
use crate::error::{Error, Result, Status};
use crate::gpu::readback::Frame;
use crate::ids::PliantColliderId;
use crate::share::{
    REACTION_ROWS, REPORT_SPEED, REPORT_STATUS, REPORT_TOUCH, REPORT_TOUCHING, SENSOR_BITS,
    SENSOR_NUMBERS, TOUCH_EVENT_ROWS, TOUCH_NEAR,
};
use crate::solver::{Asked, sensor_rows};
use crate::view::{PLIANT_EVENT_NO_IMPULSE, PLIANT_EVENT_SENSOR, PliantEvent, PliantEventView};
use glam::{DVec3, Vec3};
use std::collections::BTreeMap;

type Contacts = BTreeMap<Pair, Contact>;

impl World {
    /// Events that a step has room for; zero if nobody asks.
    pub(super) fn event_room(&self) -> u32 {
        match self.events {
            Some(_) => self.options.event_capacity,
            None => 0,
        }
    }

    /// What steps find for the host.
    pub(super) fn asked(&self) -> Asked {
        let sensors = self.scene.colliders.values().filter(|c| c.is_sensor());
        let count: usize = sensors.map(|sensor| sensor.parts.len()).sum();
        Asked {
            momentum: self.impulses.is_some() || self.events.is_some(),
            events: self.event_room(),
            sensors: (self.sensor_range.map_or(0, |range| range.0), count as u32),
        }
    }

    /// Notes what a step that was just queued needs for its events.
    pub(super) fn note_events(&mut self, dt: f32) {
        let Some(mut events) = self.events.take() else {
            return;
        };
        events.note(|known| {
            known.frame = self.frame;
            known.fall = f64::from(Vec3::from(self.scene.gravity).length() * dt);
            let running = self.scene.bodies().filter(|(_, body)| !body.is_too_stiff);
            known.bodies.extend(running.map(|(id, body)| {
                let is_sheet = body.asset.sheet.is_some();
                (body.index, id, is_sheet, body_side(&body.data.desc))
            }));
            let all = self.scene.colliders.iter::<PliantColliderId>();
            let all = all.map(|(id, collider)| (id, collider_side(&collider.desc)));
            known.colliders.extend(all);
            let places = self.scene.colliders.values().zip(0..);
            let carried = places.flat_map(|(collider, place)| {
                collider.carriers.iter().map(move |c| (c.index, place))
            });
            known.carriers.extend(carried);
            self.part_owners(&mut known.parts);
            self.sensor_owners(&mut known.sensors);
        });
        self.events = Some(events);
    }

    /// Events of a finished step, as `mode` says. The events of a step are told once.
    pub fn events(&mut self, mode: u32) -> Result<PliantEventView> {
        let Some(mut events) = self.events.take() else {
            let why = "events are not found: create the world with PLIANT_WORLD_EVENTS";
            return Err(Error::new(Status::InvalidState, why));
        };
        let last = events.told;
        let found = self
            .settle(mode)
            .and_then(|()| self.find_events(&mut events));
        let view = found.map(|(frame, dropped)| PliantEventView {
            struct_size: size_of::<PliantEventView>() as u32,
            count: events.found.len() as u32,
            frame,
            events: events.found.as_ptr(),
            stride: size_of::<PliantEvent>() as u32,
            dropped_count: dropped,
            skipped_step_count: frame.saturating_sub(last.max(self.loaded) + 1) as u32,
            reserved: 0,
        });
        self.events = Some(events);
        view
    }

    /// Returns the step and how many pairs found no room.
    fn find_events(&mut self, events: &mut Events) -> Result<(u64, u32)> {
        let unit = f64::from(self.options.length_unit_m);
        let frame = self.ring.newest()?;
        let number = frame.number();
        if number == events.told {
            events.found.clear();
            return Ok((number, 0));
        }
        let known = events.known.iter().find(|known| known.frame == number);
        let absent = || Error::new(Status::NotReady, "no finished step was looked at yet");
        let known = known.ok_or_else(absent)?;
        let mut contacts = Contacts::new();
        let dropped = between_bodies(&frame, known, unit, &mut contacts);
        with_solids(&frame, known, unit, &mut contacts);
        in_sensors(&frame, known, &mut contacts);
        contacts.retain(|_, contact| contact.sides.iter().any(|side| side.events != 0));
        events.compare(number, &contacts);
        Ok((number, dropped))
    }
}

/// Pairs that found no room in the step of a frame.
pub fn dropped(frame: &Frame) -> u32 {
    let head = |bytes: &[u8]| Some(u32::from_le_bytes(bytes.get(..4)?.try_into().ok()?));
    let bytes = frame.piece(EVENTS);
    let room = bytes.map_or(0, |bytes| bytes.len() / 16 / TOUCH_EVENT_ROWS as usize) as u32;
    bytes.and_then(head).unwrap_or(0).saturating_sub(room)
}

fn body_side(desc: &BodyOptions) -> Side {
    Side {
        user_data: desc.user_data,
        events: desc.events,
        threshold: desc.event_threshold,
    }
}

fn collider_side(desc: &PliantColliderDesc) -> Side {
    Side {
        user_data: desc.user_data,
        events: desc.events,
        threshold: desc.event_threshold,
    }
}

/// Contacts in the table of pairs; returns how many found no room.
fn between_bodies(frame: &Frame, known: &Known, unit: f64, contacts: &mut Contacts) -> u32 {
    let Some(bytes) = frame.piece(EVENTS) else {
        return 0;
    };
    let bodies = known
        .bodies
        .iter()
        .map(|(slot, id, _, side)| (*slot, (Partner::Body(*id), *side)));
    let carried = known.carriers.iter().map(|(slot, place)| {
        let (id, side) = known.colliders[*place];
        (*slot, (Partner::Collider(id), side))
    });
    let partners: BTreeMap<u32, (Partner, Side)> = bodies.chain(carried).collect();
    let rows: Vec<[u32; 4]> = bytemuck::pod_collect_to_vec(bytes);
    let found = rows[0][0] as usize;
    let floats = |row: [u32; 4]| row.map(f32::from_bits);
    let vector = |row: [u32; 4]| Vec3::from_slice(&floats(row)[..3]).as_dvec3();
    for rows in rows[1..]
        .chunks_exact(TOUCH_EVENT_ROWS as usize)
        .take(found)
    {
        let [first, second, presses, _] = rows[0];
        let sides = [first, second].map(|slot| partners.get(&slot));
        let ([Some(first_side), Some(second_side)], Some(words)) = (sides, report(frame, first))
        else {
            continue;
        };
        // The body first, or the one with the lower handle.
        let (pair, is_turned) = match (first_side.0, second_side.0) {
            (Partner::Body(a), b) => {
                let pair = ordered(a, b);
                (pair, pair.0 != a)
            }
            (a, Partner::Body(b)) => ((b, a), true),
            _ => continue,
        };
        let (way, sides) = match is_turned {
            true => (-1.0, [second_side.1, first_side.1]),
            false => (1.0, [first_side.1, second_side.1]),
        };
        let size = f64::from(floats(rows[1])[3]) * unit;
        let contact = Contact {
            sides,
            point: (corner_of(words) + vector(rows[2])) * size,
            normal: way * vector(rows[3]).normalize_or_zero() * size,
            impulse: way * unit * vector(rows[1]),
            size,
            presses: presses != 0 && size > 0.0,
            flags: 0,
        };
        contacts.entry(pair).or_default().add(&contact);
    }
    dropped(frame)
}

/// Contacts with colliders that are solids, from the momentum of bodies.
fn with_solids(frame: &Frame, known: &Known, unit: f64, contacts: &mut Contacts) {
    let rows: Vec<[f32; 4]> = match frame.piece(REACTIONS) {
        Some(bytes) => bytemuck::pod_collect_to_vec(bytes),
        None => return,
    };
    let mut all = Vec::new();
    let mut held = Vec::new();
    let each = rows.chunks_exact(REACTION_ROWS as usize);
    for (at, (body, rows)) in known.bodies.iter().zip(each).enumerate() {
        let Some(words) = report(frame, body.0).filter(|w| w[REPORT_STATUS as usize] == 0) else {
            continue;
        };
        let (given, _) = read(rows, corner_of(words), &known.parts, at);
        match given.is_free {
            true => all.push(given),
            false => held.push(given),
        }
    }
    // Of each body and collider: the impulse on the body.
    let mut impulses: BTreeMap<(usize, usize), DVec3> = BTreeMap::new();
    for share in shared_out(&all) {
        *impulses.entry((share.body, share.collider)).or_default() -= share.impulse;
    }
    for given in all.iter().chain(&held) {
        let (slot, id, is_sheet, side) = known.bodies[given.body];
        let Some(words) = report(frame, slot) else {
            continue;
        };
        for touch in &given.touches {
            let impulse = impulses.get(&(given.body, touch.collider)).copied();
            let impulse = impulse.unwrap_or_default() * unit;
            let size = impulse.dot(touch.normal).max(0.0);
            let least = noise(given, words, known.fall) * unit;
            let may_leave = words[REPORT_TOUCH as usize] & TOUCH_NEAR == 0 && !is_sheet;
            let touches = words[REPORT_TOUCHING as usize] != 0;
            let lies = given.touches.iter().any(|touch| touch.lies);
            let presses = touches && (touch.lies || (!lies && size > least))
                || (may_leave && given.is_free && size > least);
            if !presses {
                continue;
            }
            let (collider, other) = known.colliders[touch.collider];
            let weight = if size > 0.0 { size } else { 1.0 };
            let contact = Contact {
                sides: [side, other],
                point: touch.centre * weight,
                normal: touch.normal * weight,
                impulse,
                size: weight,
                presses,
                flags: if given.is_free {
                    0
                } else {
                    PLIANT_EVENT_NO_IMPULSE
                },
            };
            let pair = (id, Partner::Collider(collider));
            contacts.entry(pair).or_default().add(&contact);
        }
    }
}

/// What is no contact but rounding: a thousandth of the body's weight, and of its momentum what sums in f32 lose.
fn noise(given: &Given, words: &[u32], fall: f64) -> f64 {
    let speed = f64::from(f32::from_bits(words[REPORT_SPEED as usize]));
    given.mass * (1e-3 * fall + 1e-5 * speed)
}

/// Bodies in sensors.
fn in_sensors(frame: &Frame, known: &Known, contacts: &mut Contacts) {
    let rows: Vec<[f32; 4]> = match frame.piece(SENSORS) {
        Some(bytes) => bytemuck::pod_collect_to_vec(bytes),
        None => return,
    };
    let each = sensor_rows(known.sensors.len() as u32).max(1) as usize;
    for ((_, id, _, side), rows) in known.bodies.iter().zip(rows.chunks_exact(each)) {
        for (place, sensor) in known.sensors.iter().enumerate() {
            let (number, bit) = (place as u32 / SENSOR_BITS, place as u32 % SENSOR_BITS);
            let word = rows[(number / SENSOR_NUMBERS) as usize][(number % SENSOR_NUMBERS) as usize];
            if (word as u32) & (1 << bit) == 0 {
                continue;
            }
            let (collider, other) = known.colliders[*sensor];
            let contact = Contact {
                sides: [*side, other],
                presses: true,
                flags: PLIANT_EVENT_SENSOR,
                ..Contact::default()
            };
            let pair = (*id, Partner::Collider(collider));
            contacts.entry(pair).or_default().add(&contact);
        }
    }
}
