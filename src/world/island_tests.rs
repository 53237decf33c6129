//! What contacts do in a step, stage by stage, against f64 (src/reference/contact): multipliers, islands, restitution.

use super::stage_tests::{ISLANDS, MEETINGS, Thrown, meeting, put, reference, stored_plane, watch};
use super::test_stages::{Candidate, Seen, Stages};
use super::test_worlds::DT;
use super::*;
use crate::desc::PLIANT_MODEL_RIGID;
use crate::reference::contact::{self, Force, Impact, Sets};
use crate::share::{
    CONTACTS_CROWDED, CONTACTS_HAS_FORCE, CONTACTS_IMPACT_ROWS, CONTACTS_LOST, CONTACTS_NOW,
    CONTACTS_PRESSED, CONTACTS_SET_WORDS, CONTACTS_STATE, CONTACTS_WEIGHTS, REPORT_CONTACT_FLAGS,
    REPORT_WORDS,
};
use glam::{DQuat, DVec3};

const UPDATE: &str = "contact: update";
const RESTITUTION: &str = "restitution of bodies";

/// A contact as it stands in the buffers.
fn force_of(seen: &Seen, c: &Candidate) -> Force {
    let row = seen.force_row(c.number);
    let [a, b, d] = [0, 1, 3].map(|k| seen.row(row + k));
    Force {
        n: DVec3::from_slice(&a[..3]),
        gap: a[3],
        tangential: DVec3::from_slice(&b[..3]),
        normal: b[3],
        stiffness: d[0],
        friction: d[1],
        radius: d[2],
    }
}

/// How far both sides of a contact have moved towards its normal: the second by its own way, negated.
fn moved(world: &World, seen: &Seen, c: &Candidate, epoch: u32) -> [DVec3; 2] {
    let weights = seen.row(seen.force_row(c.number) + CONTACTS_WEIGHTS);
    let mut sides = [DVec3::ZERO; 2];
    for (k, v) in c.corners.into_iter().enumerate() {
        let from = seen.placed(v, reference(world, seen, v, epoch));
        let is_second = k >= if c.is_edges { 2 } else { 1 };
        let way = weights[k] * (seen.position(v) - from);
        sides[usize::from(is_second)] += if is_second { -way } else { way };
    }
    sides
}

/// Contacts get the mean of what both sides felt in the epoch, with friction within its cone. Bodies that press each other
/// are one island. Returns the islands.
fn check_multipliers(world: &World, seen: [&Seen; 2], epoch: u32, pressed: &mut usize) -> Sets {
    let [before, after] = seen;
    let mut sets = Sets::new(before.bodies.len());
    let place = |slot: u32| before.bodies.iter().position(|b| b.index == slot).unwrap();
    for c in before.candidates() {
        let row = after.row(after.force_row(c.number) + 1);
        if stored_plane(before, &c).2 & CONTACTS_HAS_FORCE == 0 {
            assert_eq!(row, [0.0; 4], "{c:?}");
            continue;
        }
        let contact = force_of(before, &c);
        let felt = moved(world, before, &c, epoch).map(|way| contact::force(&contact, way));
        let normal = 0.5 * (felt[0].0 + felt[1].0);
        let tangential = 0.5 * (felt[0].1 + felt[1].1);
        let tangential = tangential.clamp_length_max(contact.friction * normal);
        // Places are rounded by 2^-25 m, what they are multiplied with by 2^-24.
        let rounding = contact.stiffness * 3e-7 + 1e-5 * (normal + contact.normal);
        let off = DVec3::from_slice(&row[..3])
            .distance(tangential)
            .max((row[3] - normal).abs());
        assert!(
            off < rounding,
            "{c:?}: {row:?}, expected {tangential} {normal}"
        );
        *pressed += usize::from(normal > 0.0);
        let flags =
            |slot: u32| before.report[(REPORT_WORDS * slot + REPORT_CONTACT_FLAGS) as usize];
        let acts = CONTACTS_PRESSED | CONTACTS_CROWDED | CONTACTS_LOST;
        let feels = c.bodies.iter().any(|slot| flags(*slot) & acts != 0);
        let ends = [c.corners[0], c.corners[3]];
        let reach: f64 = ends
            .map(|v| before.row(before.vertex_row(v, CONTACTS_NOW))[3])
            .iter()
            .sum();
        let is_near = contact.gap < 2.0 * contact.radius
            || (feels && contact.gap < contact.radius + 0.5 * reach);
        if row[3] > 0.0 || is_near {
            let [a, b] = c.bodies.map(place);
            sets.join(a, b);
        }
    }
    for (k, body) in after.bodies.iter().enumerate() {
        let root = after.bodies[sets.root(k)].index;
        assert_eq!(root_of(after, body.index), root, "body {k}");
    }
    sets
}

/// The lowest body of the set of a body.
fn root_of(seen: &Seen, slot: u32) -> u32 {
    let parent =
        |slot: u32| seen.report[(seen.contacts.set_word + CONTACTS_SET_WORDS * slot) as usize];
    let mut at = slot;
    while parent(at) != at {
        at = parent(at);
    }
    at
}

/// One rigid change of velocity gives an island the momentum that it had when the epoch began, with what gravity adds.
fn check_island(world: &World, [open, before, after]: [&Seen; 3], slots: &[u32], lost: &mut f64) {
    let h = f64::from(DT) / f64::from(world.id.options().epochs);
    let gravity = DVec3::from(world.scene.gravity().map(f64::from));
    let [start, found, end] = [open, before, after].map(|seen| {
        let all: Vec<_> = slots
            .iter()
            .flat_map(|slot| seen.particles(*slot))
            .collect();
        contact::motion(&all)
    });
    let shift = start.velocity + h * gravity - found.velocity;
    let spin = found.inertia.inverse() * (start.angular_momentum - found.angular_momentum);
    *lost = lost.max(shift.length());
    // Velocities of a few m/s and arms of a metre, in f32.
    assert!(
        (end.velocity - start.velocity - h * gravity).length() < 2e-6,
        "{slots:?}"
    );
    for slot in slots {
        for (old, new) in before.particles(*slot).iter().zip(after.particles(*slot)) {
            let given = shift + spin.cross(old.1 - found.centre);
            assert!(
                (new.2 - old.2).distance(given) < 5e-6,
                "{slot}: {} {given}",
                new.2 - old.2
            );
        }
    }
}

#[test]
fn islands_get_their_momentum_back() {
    let (mut pressed, mut lost, mut opened) = (0, 0.0, None);
    watch(|world, step, epoch| {
        if epoch == 0 {
            assert!(step.until(world, UPDATE));
            opened = Some(Seen::of(world));
        }
        assert!(step.until(world, ISLANDS));
        let before = Seen::of(world);
        step.one(world);
        let after = Seen::of(world);
        let sets = check_multipliers(world, [&before, &after], epoch, &mut pressed);
        let open = opened.take().unwrap();
        for root in 0..after.bodies.len() {
            let members = (0..after.bodies.len()).filter(|k| sets.root(*k) == root);
            let slots: Vec<u32> = members.map(|k| after.bodies[k].index).collect();
            if slots.len() > 1 {
                check_island(world, [&open, &before, &after], &slots, &mut lost);
            }
        }
        opened = Some(after);
    });
    println!("{pressed} pressed, {lost} m/s given back");
    assert!(pressed > 100 && lost > 1e-6, "{pressed} {lost}");
}

/// What a frame holds takes momentum from its island: nothing is given back, to the bit.
#[test]
fn islands_that_stand_keep_their_motion() {
    let mut world = meeting(MEETINGS[0]);
    let body = world.scene.bodies().next().unwrap().0;
    let edit = Edit::SetInverseMasses {
        body,
        vertices: vec![0],
        inverse_masses: vec![0.0],
    };
    world.apply(edit).unwrap();
    let mut step = Stages::begin(&mut world, DT);
    assert!(step.until(&mut world, ISLANDS));
    let before = Seen::of(&world);
    step.one(&mut world);
    let after = Seen::of(&world);
    let sets = check_multipliers(&world, [&before, &after], 0, &mut 0);
    assert!((0..3).all(|k| sets.root(k) == 0), "one island");
    for body in &before.bodies {
        let is_same = before.particles(body.index) == after.particles(body.index);
        assert!(is_same, "body {}", body.index);
    }
}

/// Two rigid cubes meet with 2 m/s, an edge beside the middle of a face. When that is over they get the impulse of Newton's
/// law in f64, and their places part with half the speed that they came with.
#[test]
fn bodies_part_with_their_restitution() {
    let mut world = World::new(WorldOptions {
        gravity: [0.0; 3],
        ..WorldOptions::default()
    })
    .unwrap();
    let turn = DQuat::from_rotation_y(0.2) * DQuat::from_rotation_x(std::f64::consts::FRAC_PI_4);
    let half = 0.25 * 2_f64.sqrt();
    for (turn, at, speed) in [
        (DQuat::IDENTITY, DVec3::new(0.0, -0.25, 0.0), 1.0),
        (turn, DVec3::new(0.05, half + 0.02, 0.05), -1.0),
    ] {
        let thrown = Thrown {
            executor: 0,
            model: PLIANT_MODEL_RIGID,
            turn,
            at,
            velocity: speed * DVec3::Y,
            restitution: 0.5,
        };
        put(&mut world, thrown, [0.0; 3]);
    }
    for _ in 0..12 {
        let mut step = Stages::begin(&mut world, DT);
        assert!(step.until(&mut world, RESTITUTION));
        let before = Seen::of(&world);
        step.one(&mut world);
        let after = Seen::of(&world);
        step.end(&mut world);
        if check_impact(&before, &after) {
            return;
        }
    }
    panic!("no impact was over in a fifth of a second");
}

/// Whether an impact of the two bodies was over; then it is judged.
fn check_impact(before: &Seen, after: &Seen) -> bool {
    let slots = [before.bodies[0].index, before.bodies[1].index];
    let entry = after.words(after.body_row(slots[0], CONTACTS_STATE))[0];
    let half = (after.step & 1) * after.contacts.nearby_room;
    let row = after.contacts.impact_row + CONTACTS_IMPACT_ROWS * (half + entry);
    if after.words(row + 3)[1] == 0 {
        return false;
    }
    let [normal, arm] = [0, 1].map(|k| after.row(row + k));
    let motions = slots.map(|slot| contact::motion(&before.particles(slot)));
    let impact = Impact {
        n: DVec3::from_slice(&normal[..3]).normalize(),
        place: motions[0].centre + DVec3::from_slice(&arm[..3]),
        approach: normal[3],
        energy: arm[3],
        restitution: 0.5,
    };
    println!("{impact:?}");
    let given = contact::impulse(&impact, [&motions[0], &motions[1]]);
    let ends = slots.map(|slot| contact::motion(&after.particles(slot)));
    assert!(given.length() > 0.1, "{given}");
    for (k, side) in [1.0, -1.0].into_iter().enumerate() {
        let (from, to) = (&motions[k], &ends[k]);
        let shift = to.velocity - from.velocity;
        assert!(
            shift.distance(side * given / from.mass) < 1e-5,
            "{k}: {shift}"
        );
        let turn = (impact.place - from.centre).cross(side * given);
        let spin = to.spin() - from.spin();
        assert!(
            spin.distance(from.inertia.inverse() * turn) < 1e-4,
            "{k}: {spin}"
        );
    }
    let speed = |m: &contact::Motion| m.velocity + m.spin().cross(impact.place - m.centre);
    let parts = (speed(&ends[0]) - speed(&ends[1])).dot(impact.n);
    // They come with 2 m/s and do not turn against each other before.
    assert!((impact.approach - 2.0).abs() < 1e-3, "{}", impact.approach);
    assert!((parts - 1.0).abs() < 1e-3, "{parts} m/s");
    true
}
