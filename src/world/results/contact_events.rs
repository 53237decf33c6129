//! What touches what: noted with each step, read when the caller asks.

use super::Results;
use super::balance::{Edge, balance};
use super::events::{Contact, Known, Side, dropped};
use super::impulses::{Given, read, share, shared_out};
use super::keys::{EVENTS, REACTIONS, SENSORS, report};
use crate::contact::sensor_rows;
use crate::desc::{BodyOptions, PliantColliderDesc};
use crate::error::{Error, Result, Status};
use crate::gpu::readback::Frame;
use crate::share::{
    CONTACTS_EVENT_ROWS, CONTACTS_NEAR, REACTION_ROWS, REPORT_CONTACT_FLAGS, REPORT_SPEED,
    REPORT_STATUS, REPORT_TOUCHING, SENSOR_BITS, SENSOR_NUMBERS,
};
use crate::view::{PLIANT_EVENT_NO_IMPULSE, PLIANT_EVENT_SENSOR, PliantEvent, PliantEventView};
use crate::world::queue::Queue;
use crate::world::scene::{Pair, Partner, Scene, ordered};
use crate::world::store::report::corner_of;
use glam::{DVec3, Vec3};
use std::collections::BTreeMap;

type Contacts = BTreeMap<Pair, Contact>;

impl Results {
    /// Events that a step has room for; zero if nobody asks.
    pub fn event_room(&self) -> u32 {
        match self.events {
            Some(_) => self.options.event_capacity,
            None => 0,
        }
    }

    /// Notes what a step that was just queued needs for its events.
    pub fn note_events(&mut self, scene: &Scene, step: u64, dt: f32) {
        let Some(events) = &mut self.events else {
            return;
        };
        events.known.add(step, |known| {
            known.fall = f64::from(Vec3::from(scene.gravity()).length() * dt);
            let running = scene.bodies().filter(|(_, body)| !body.is_too_stiff);
            known.bodies.extend(running.map(|(id, body)| {
                let is_sheet = body.asset.sheet.is_some();
                (body.index, id, is_sheet, body_side(&body.data.desc))
            }));
            let all = scene.colliders();
            let all = all.map(|(id, collider)| (id, collider_side(&collider.desc)));
            known.colliders.extend(all);
            known.kinematic_surfaces.extend(scene.surface_owners());
            scene.part_owners(&mut known.parts);
            scene.sensor_owners(&mut known.sensors);
        });
    }

    /// Fails if events are not found.
    pub fn check_events(&self) -> Result<()> {
        let why = "events are not found: create the world with PLIANT_WORLD_EVENTS";
        let found = self.events.as_ref().map(drop);
        found.ok_or_else(|| Error::new(Status::InvalidState, why))
    }

    /// Events of the newest finished step. The events of a step are told once.
    pub fn events(&mut self, queue: &mut Queue) -> Result<PliantEventView> {
        self.check_events()?;
        let last = self.events.as_ref().map_or(0, |events| events.told);
        let (frame, dropped) = self.find_events(queue)?;
        let found = self.events.as_ref().map_or(&[][..], |all| &all.found);
        Ok(PliantEventView {
            struct_size: size_of::<PliantEventView>() as u32,
            count: found.len() as u32,
            frame,
            events: found.as_ptr(),
            stride: size_of::<PliantEvent>() as u32,
            dropped_count: dropped,
            skipped_step_count: frame.saturating_sub(last.max(self.loaded) + 1) as u32,
            reserved: 0,
        })
    }

    /// Returns the step and how many pairs found no room.
    fn find_events(&mut self, queue: &mut Queue) -> Result<(u64, u32)> {
        let absent = || Error::new(Status::NotReady, "no finished step was looked at yet");
        let unit = f64::from(self.options.length_unit_m);
        let events = self.events.as_mut().ok_or_else(absent)?;
        let frame = queue.newest()?;
        let number = frame.number();
        if number == events.told {
            events.found.clear();
            return Ok((number, 0));
        }
        let known = events.known.of(number);
        let known = known.ok_or_else(absent)?;
        let step = Step {
            frame: &frame,
            known,
            unit,
        };
        let mut contacts = Contacts::new();
        step.pairs_and_solids(&mut contacts);
        step.in_sensors(&mut contacts);
        let dropped = frame.piece(EVENTS).map_or(0, dropped);
        contacts.retain(|_, contact| contact.sides.iter().any(|side| side.events != 0));
        events.compare(number, &contacts);
        Ok((number, dropped))
    }
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

/// A step that is read.
struct Step<'a> {
    frame: &'a Frame<'a>,
    known: &'a Known,
    /// Metres in a length unit.
    unit: f64,
}

/// A pair of the GPU's table. Impulses and normals are those on its first side.
struct Met {
    /// Numbers of bodies in the step.
    ends: [Option<usize>; 2],
    pair: Pair,
    /// Whether the pair has its second side first.
    is_turned: bool,
    sides: [Side; 2],
    point: DVec3,
    normal: DVec3,
    impulse: DVec3,
    presses: bool,
    /// Whether each side has other pairs that were not asked for.
    partial: [bool; 2],
}

impl Step<'_> {
    /// Contacts of bodies with each other and with solids.
    fn pairs_and_solids(&self, contacts: &mut Contacts) {
        let mut pairs = self.table();
        let mut givens = self.givens();
        let shares = shared_out(&givens);
        // Bodies all of whose pairs are known got just what these and colliders gave.
        let mut sums = vec![(DVec3::ZERO, false, false); self.known.bodies.len()];
        for met in &pairs {
            for (end, way) in [(0, 1.0), (1, -1.0)] {
                if let Some(body) = met.ends[end] {
                    let (sum, is_met, is_partial) = &mut sums[body];
                    *sum += way * met.impulse;
                    *is_met = true;
                    *is_partial |= met.partial[end];
                }
            }
        }
        let mut got = vec![None; sums.len()];
        for given in givens.iter().filter(|given| given.is_free) {
            let (.., is_sheet, _) = self.known.bodies[given.body];
            let (_, is_met, is_partial) = sums[given.body];
            if is_met && !is_partial && !is_sheet {
                got[given.body] = Some(given.impulse);
            }
        }
        let mut solids: BTreeMap<(usize, usize), DVec3> = BTreeMap::new();
        for share in shares.iter().filter(|share| got[share.body].is_none()) {
            *solids.entry((share.body, share.collider)).or_default() -= share.impulse;
        }
        let mut edges: Vec<Edge> = pairs.iter().map(Met::edge).collect();
        let mut places = Vec::new();
        for given in givens.iter_mut().filter(|given| got[given.body].is_some()) {
            given.impulse -= sums[given.body].0;
            let mut shares = Vec::new();
            if !given.touches.is_empty() {
                share(given, &mut shares);
            }
            for share in shares {
                places.push((share.body, share.collider));
                edges.push(Edge {
                    ends: [Some(share.body), None],
                    impulse: -share.impulse,
                });
            }
        }
        balance(&mut edges, &got);
        let (of_pairs, of_solids) = edges.split_at(pairs.len());
        for (met, edge) in pairs.iter_mut().zip(of_pairs) {
            met.impulse = edge.impulse;
            contacts
                .entry(met.pair)
                .or_default()
                .add(&met.contact(self.unit));
        }
        for (place, edge) in places.iter().zip(of_solids) {
            *solids.entry(*place).or_default() += edge.impulse;
        }
        self.with_solids(&givens, &solids, contacts);
    }

    /// What each body got, but stopped ones.
    fn givens(&self) -> Vec<Given> {
        let rows: Vec<[f32; 4]> = match self.frame.piece(REACTIONS) {
            Some(bytes) => bytemuck::pod_collect_to_vec(bytes),
            None => Vec::new(),
        };
        let each = rows.chunks_exact(REACTION_ROWS as usize);
        let all = self.known.bodies.iter().zip(each).enumerate();
        all.filter_map(|(at, (body, rows))| {
            let words = report(self.frame, body.0)?;
            let runs = words[REPORT_STATUS as usize] == 0;
            // Surfaces have rows of their own, which events read.
            let parts = &self.known.parts;
            let solid = |n: f32| (n >= 0.0).then(|| parts.get(n as usize).copied())?;
            runs.then(|| read(rows, corner_of(words), solid, at).0)
        })
        .collect()
    }

    /// The pairs of the GPU's table.
    fn table(&self) -> Vec<Met> {
        let known = self.known;
        let Some(bytes) = self.frame.piece(EVENTS) else {
            return Vec::new();
        };
        let bodies = (0..)
            .zip(&known.bodies)
            .map(|(at, (slot, id, _, side))| (*slot, (Some(at), Partner::Body(*id), *side)));
        let kinematic = known.kinematic_surfaces.iter().map(|(slot, place)| {
            let (id, side) = known.colliders[*place];
            (*slot, (None, Partner::Collider(id), side))
        });
        let partners: BTreeMap<u32, _> = bodies.chain(kinematic).collect();
        let rows: Vec<[u32; 4]> = bytemuck::pod_collect_to_vec(bytes);
        let found = rows[0][0] as usize;
        let vector = |row: [u32; 4]| Vec3::from_slice(&row.map(f32::from_bits)[..3]).as_dvec3();
        let records = rows[1..]
            .chunks_exact(CONTACTS_EVENT_ROWS as usize)
            .take(found);
        records
            .filter_map(|rows| {
                let [first, second, presses, partial] = rows[0];
                let (first_end, first_id, first_side) = *partners.get(&first)?;
                let (second_end, second_id, second_side) = *partners.get(&second)?;
                let (pair, is_turned) = in_order(first_id, second_id)?;
                Some(Met {
                    ends: [first_end, second_end],
                    pair,
                    is_turned,
                    sides: [first_side, second_side],
                    point: corner_of(report(self.frame, first)?) + vector(rows[2]),
                    normal: vector(rows[3]).normalize_or_zero(),
                    impulse: vector(rows[1]),
                    presses: presses != 0,
                    partial: [partial & 1 != 0, partial & 2 != 0],
                })
            })
            .collect()
    }

    /// Contacts with colliders that are solids. `impulses`: on a body by a collider.
    fn with_solids(
        &self,
        givens: &[Given],
        impulses: &BTreeMap<(usize, usize), DVec3>,
        contacts: &mut Contacts,
    ) {
        for given in givens {
            let (slot, id, is_sheet, side) = self.known.bodies[given.body];
            let Some(words) = report(self.frame, slot) else {
                continue;
            };
            let is_alone = words[REPORT_CONTACT_FLAGS as usize] & CONTACTS_NEAR == 0;
            let may_have_left = is_alone && given.is_free && !is_sheet;
            let touches = words[REPORT_TOUCHING as usize] != 0;
            let lies = given.touches.iter().any(|touch| touch.lies);
            let least = noise(given, words, self.known.fall);
            for touch in &given.touches {
                let impulse = impulses.get(&(given.body, touch.collider)).copied();
                let impulse = impulse.unwrap_or_default();
                let size = impulse.dot(touch.normal);
                let meets = touches && (touch.lies || (!lies && size > least));
                let leaves = may_have_left && size > least;
                if !meets && !leaves {
                    continue;
                }
                let (collider, other) = self.known.colliders[touch.collider];
                let flags = if given.is_free {
                    0
                } else {
                    PLIANT_EVENT_NO_IMPULSE
                };
                let contact = weighted(
                    [side, other],
                    (touch.centre, touch.normal),
                    impulse * self.unit,
                    flags,
                );
                let pair = (id, Partner::Collider(collider));
                contacts.entry(pair).or_default().add(&contact);
            }
        }
    }

    /// Bodies in sensors.
    fn in_sensors(&self, contacts: &mut Contacts) {
        let rows: Vec<[f32; 4]> = match self.frame.piece(SENSORS) {
            Some(bytes) => bytemuck::pod_collect_to_vec(bytes),
            None => return,
        };
        let sensors = &self.known.sensors;
        let each = sensor_rows(sensors.len() as u32).max(1) as usize;
        for ((_, id, _, side), rows) in self.known.bodies.iter().zip(rows.chunks_exact(each)) {
            for (sensor, place) in sensors.iter().zip(0..) {
                let (number, bit) = (place / SENSOR_BITS, place % SENSOR_BITS);
                let row = rows[(number / SENSOR_NUMBERS) as usize];
                if (row[(number % SENSOR_NUMBERS) as usize] as u32) & (1 << bit) == 0 {
                    continue;
                }
                let (collider, other) = self.known.colliders[*sensor];
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
}

impl Met {
    fn edge(&self) -> Edge {
        Edge {
            ends: self.ends,
            impulse: self.impulse,
        }
    }

    fn contact(&self, unit: f64) -> Contact {
        let [first, second] = self.sides;
        let (way, sides) = match self.is_turned {
            true => (-1.0, [second, first]),
            false => (1.0, [first, second]),
        };
        let (impulse, normal) = (way * unit * self.impulse, way * self.normal);
        match self.presses {
            true => weighted(sides, (self.point, normal), impulse, 0),
            // It is near, and goes on to touch if it did.
            false => Contact {
                sides,
                ..Contact::default()
            },
        }
    }
}

/// Two sides as a pair, the body first, and whether that turns them.
fn in_order(first: Partner, second: Partner) -> Option<(Pair, bool)> {
    match (first, second) {
        (Partner::Body(a), b) => {
            let pair = ordered(a, b);
            Some((pair, pair.0 != a))
        }
        (a, Partner::Body(b)) => Some(((b, a), true)),
        _ => None,
    }
}

/// A contact that presses; a place, a normal, and the impulse on the body [N s].
fn weighted(sides: [Side; 2], at: (DVec3, DVec3), impulse: DVec3, flags: u32) -> Contact {
    let size = impulse.dot(at.1).max(1e-30);
    Contact {
        sides,
        point: at.0 * size,
        normal: at.1 * size,
        impulse,
        size,
        presses: true,
        flags,
    }
}

/// What is no contact but rounding: a thousandth of the body's weight, and of its momentum what sums in f32 lose.
fn noise(given: &Given, words: &[u32], fall: f64) -> f64 {
    let speed = f64::from(f32::from_bits(words[REPORT_SPEED as usize]));
    given.mass * (1e-3 * fall + 1e-5 * speed)
}
