//! Impulses that bodies gave colliders in a step. The GPU tells of each body what was given to it and which colliders it
//! touches; here that is shared out among them, in f64 and in the order of the bodies.
//!
//! A body that touches one collider gave it all, whatever the method. Of several, each gets what its normal says, in
//! proportion to the vertices that touch. What other bodies gave a body is passed on within its proximity set: inside, it
//! cancels.

use super::step_notes::{Note, StepNotes};
use crate::ids::PliantColliderId;
use crate::share::{
    REACTION_COUNT, REACTION_GIVEN, REACTION_HOLDS, REACTION_MOST, REACTION_POSITION,
    REACTION_START, REACTION_TOUCH, REACTION_TWIST,
};
use crate::view::PliantColliderImpulse;
use glam::{DVec3, Vec3};
use std::collections::BTreeMap;

/// What the host must know to read the words of a step.
#[derive(Default)]
pub struct Known {
    /// Slots of the bodies, in the order of their rows.
    pub bodies: Vec<u32>,
    /// The collider of each part that the GPU knows, in its order.
    pub parts: Vec<usize>,
    /// Slots of the surfaces of colliders, with the collider of each.
    pub surfaces: Vec<(u32, usize)>,
    /// Colliders, their data, and where they are at the end of the step.
    pub colliders: Vec<(PliantColliderId, u64, DVec3)>,
}

/// Impulses of a world that was asked for them.
#[derive(Default)]
pub struct Impulses {
    pub known: StepNotes<Known>,
    pub found: Vec<PliantColliderImpulse>,
}

/// How a body touches a collider.
pub struct Touch {
    pub collider: usize,
    pub normal: DVec3,
    pub centre: DVec3,
    weight: f64,
    /// Whether some of its vertices lie on the surface.
    pub lies: bool,
}

/// What contact gave a body, and whom it touches.
pub struct Given {
    pub impulse: DVec3,
    /// About `place`.
    twist: DVec3,
    place: DVec3,
    set: u32,
    /// As the caller of `read` numbers bodies.
    pub body: usize,
    pub mass: f64,
    /// Whether only contact gave it anything beside gravity.
    pub is_free: bool,
    pub touches: Vec<Touch>,
}

/// A part of an impulse: the collider, the impulse on it, and its moment about a place.
pub struct Share {
    pub body: usize,
    pub collider: usize,
    pub impulse: DVec3,
    pub twist: DVec3,
    pub place: DVec3,
}

impl Note for Known {
    fn clear(&mut self) {
        self.bodies.clear();
        self.parts.clear();
        self.surfaces.clear();
        self.colliders.clear();
    }
}

impl Known {
    /// The collider that a body's row names.
    pub fn collider(&self, number: f32) -> Option<usize> {
        if number >= 0.0 {
            return self.parts.get(number as usize).copied();
        }
        let slot = (-1.0 - number) as u32;
        let found = self.surfaces.iter().find(|(surface, _)| *surface == slot);
        found.map(|(_, collider)| *collider)
    }
}

/// What a body's rows say, and whether that is all: it is free, and all colliders that it touches found room. `collider`
/// knows them by the numbers in the rows.
pub fn read(
    rows: &[[f32; 4]],
    corner: DVec3,
    collider: impl Fn(f32) -> Option<usize>,
    body: usize,
) -> (Given, bool) {
    let vector = |row: u32| Vec3::from_slice(&rows[row as usize][..3]).as_dvec3();
    let last = |row: u32| rows[row as usize][3];
    let place = vector(REACTION_POSITION);
    let [count, dropped, ..] = rows[REACTION_COUNT as usize];
    let touch = |k: u32| {
        let row = REACTION_TOUCH + 2 * k;
        let weight = f64::from(last(row + 1));
        Some(Touch {
            collider: collider(last(row))?,
            normal: vector(row).normalize_or_zero(),
            centre: corner + place + vector(row + 1) / weight,
            weight,
            lies: rows[REACTION_HOLDS as usize][k as usize] > 0.0,
        })
    };
    let given = Given {
        impulse: vector(REACTION_GIVEN),
        twist: vector(REACTION_TWIST),
        place: corner + place,
        set: last(REACTION_TWIST) as u32,
        body,
        mass: f64::from(last(REACTION_START)),
        is_free: last(REACTION_GIVEN) > 0.0,
        touches: (0..(count as u32).min(REACTION_MOST))
            .filter_map(touch)
            .collect(),
    };
    let is_whole = dropped == 0.0 && given.is_free;
    (given, is_whole)
}

/// What each collider got from free bodies. Bodies that touch none pass on what they got to those of their proximity set that
/// do, in proportion to what these got.
pub fn shared_out(all: &[Given]) -> Vec<Share> {
    let mut shares = Vec::new();
    let mut sets: BTreeMap<u32, (std::ops::Range<usize>, Vec<&Given>)> = BTreeMap::new();
    let mut in_order: Vec<&Given> = all.iter().filter(|given| given.is_free).collect();
    in_order.sort_by_key(|given| given.set);
    for given in in_order {
        let first = shares.len();
        let entry = sets.entry(given.set).or_insert((first..first, Vec::new()));
        match given.touches.is_empty() {
            true => entry.1.push(given),
            false => share(given, &mut shares),
        }
        entry.0.end = shares.len();
    }
    let mut passed = Vec::new();
    for (range, others) in sets.values() {
        let part = &shares[range.clone()];
        let whole: f64 = part.iter().map(|share| share.impulse.length()).sum();
        for given in others {
            for share in part.iter().filter(|_| whole > 0.0) {
                let size = share.impulse.length() / whole;
                passed.push(Share {
                    body: share.body,
                    collider: share.collider,
                    impulse: -given.impulse * size,
                    twist: -given.twist * size,
                    place: given.place,
                });
            }
        }
    }
    shares.extend(passed);
    shares
}

/// Rounds in which the parts of an impulse come close enough.
const ROUNDS: usize = 300;

/// Shares out what a body got among the colliders that it touches: normal parts that add up to it best and do not pull,
/// in proportion to weights where they are free, then the rest as friction. On colliders they act the other way.
pub fn share(given: &Given, shares: &mut Vec<Share>) {
    let touches = &given.touches;
    let total: f64 = touches.iter().map(|touch| touch.weight.sqrt()).sum();
    let mut normal = vec![0.0_f64; touches.len()];
    for _ in 0..ROUNDS {
        let sum: DVec3 = touches
            .iter()
            .zip(&normal)
            .map(|(touch, part)| touch.normal * *part)
            .sum();
        let left = given.impulse - sum;
        for (touch, part) in touches.iter().zip(&mut normal) {
            let step = touch.weight.sqrt() / total * touch.normal.dot(left);
            *part = (*part + step).max(0.0);
        }
    }
    let sum: DVec3 = touches
        .iter()
        .zip(&normal)
        .map(|(touch, part)| touch.normal * *part)
        .sum();
    let (rest, whole) = (given.impulse - sum, normal.iter().sum::<f64>());
    let parts: Vec<DVec3> = touches
        .iter()
        .zip(&normal)
        .map(|(touch, part)| {
            let size = match whole > 0.0 {
                true => part / whole,
                false => touch.weight.sqrt() / total,
            };
            touch.normal * *part + rest * size
        })
        .collect();
    // Each acts where the vertices touch; what that leaves of the moment goes to the largest.
    let arm = |touch: &Touch| touch.centre - given.place;
    let moments: DVec3 = touches
        .iter()
        .zip(&parts)
        .map(|(touch, part)| arm(touch).cross(*part))
        .sum();
    let sizes = parts.iter().map(|part| part.length());
    let largest = sizes
        .enumerate()
        .max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
    let largest = largest.map_or(0, |(at, _)| at);
    for (at, (touch, part)) in touches.iter().zip(&parts).enumerate() {
        let mut twist = arm(touch).cross(*part);
        if at == largest {
            twist += given.twist - moments;
        }
        shares.push(Share {
            body: given.body,
            collider: touch.collider,
            impulse: -*part,
            twist: -twist,
            place: given.place,
        });
    }
}
