//#use contact/restitution/rest_speed.wgsl
//#use contact/island/island.wgsl
//#use contact/broad/body_pairs.wgsl
//#use lib/cell.wgsl
//#needs memory/position
//#needs memory/scratch
// Newton's law of impact for two bodies (docs/decisions/0041-rebound.md): when an impact of the two is over, the points of
// contact must separate with at least the restitution times the speed of approach. The missing speed is an equal and
// opposite impulse on two rigid bodies. The impulse never gives them more energy than they had at the approach.

// An impact of two bodies that is not over, as seen from the first body.
struct PairImpact {
    normal: vec3<f32>,  // from the second body to the first: mean over impulses, shorter than 1 if they differ
    approach: f32,      // the fastest in the impact [unit/s]
    arm: vec3<f32>,     // to the point of contact, from the centre of the first: a mean too
    energy: f32,        // of the relative motion of both bodies when they touched
    surface: vec3<f32>, // velocity of the second body at the point, if it is a kinematic surface
    untouched: f32,     // time since contacts last pressed [s]
    other: u32,         // slot of the second
    gives: bool,        // the impact is over, and an impulse is to be applied
    weight: f32,        // impulse of contacts in it
}

// A rigid motion. A kinematic surface has no mass.
struct PairImpactMotion {
    inverse_mass: f32,
    inverse: MathSym3, // of the inertia
    centre: vec3<f32>, // in the cell of the first body
    velocity: vec3<f32>,
    spin: vec3<f32>,
    turning: f32, // energy of the spin
}

// The points of contact on both bodies.
struct PairImpactPoint {
    normal: vec3<f32>,
    first: vec3<f32>, // arms
    second: vec3<f32>,
}

const PAIR_IMPACT_ONE_SIDED: f32 = 0.1;  // the least part of the impulse with one direction
const PAIR_IMPACT_FORGOTTEN: f32 = 0.05; // an impact is forgotten after this time without touch [s]

// The first body of an impact, whose list stores it: the one that is not kinematic, else the lower one.
fn pair_impact_first(a: u32, b: u32) -> u32 {
    if body_is_kinematic(bodies[a]) {
        return b;
    }
    return select(min(a, b), a, body_is_kinematic(bodies[b]));
}

// The restitution of two bodies: the greater one, as with colliders. Zero if one of them is held.
fn pair_impact_factor(a: u32, b: u32) -> f32 {
    let moves = pair_impact_is_rigid(a) && pair_impact_is_rigid(b) && a != b;
    return select(0.0, max(bodies[a].restitution, bodies[b].restitution), moves);
}

fn pair_impact_is_rigid(index: u32) -> bool {
    return body_is_kinematic(bodies[index]) || (body_is_free(bodies[index]) && !report_stopped(index));
}

// The row of an entry's impact in a step.
fn pair_impact_row(entry: u32, step: u32) -> u32 {
    let index = (step & 1u) * frames.contacts.nearby_room + entry;
    return frames.contacts.impact_row + CONTACTS_IMPACT_ROWS * index;
}

fn pair_impact_load(row: u32) -> PairImpact {
    let a = contacts_load(row);
    let b = contacts_load(row + 1u);
    let c = contacts_load(row + 2u);
    let words = contacts[row + 3u];
    return PairImpact(a.xyz, a.w, b.xyz, b.w, c.xyz, c.w, words.x, words.y != 0u, bitcast<f32>(words.z));
}

// Stores an impact; an impact whose numbers have overflowed is void.
fn pair_impact_store(row: u32, rebound: PairImpact) {
    let floats = vec4<f32>(rebound.approach, rebound.energy, rebound.untouched, rebound.weight);
    let finite = math_finite(rebound.normal) && math_finite(rebound.arm) && math_finite(rebound.surface)
        && math_finite(floats.xyz) && math_finite(floats.www);
    let kept = select(0.0, rebound.approach, finite);
    contacts_store(row, vec4<f32>(rebound.normal, kept));
    contacts_store(row + 1u, vec4<f32>(rebound.arm, rebound.energy));
    contacts_store(row + 2u, vec4<f32>(rebound.surface, rebound.untouched));
    contacts[row + 3u] = vec4<u32>(rebound.other, select(0u, 1u, rebound.gives && finite), bitcast<u32>(rebound.weight), 0u);
}

// The impact of a body and another one after the last step. `list`: the body's list in that step, which is sorted.
fn pair_impact_last(list: vec2<u32>, other: u32) -> PairImpact {
    var low = list.x;
    var high = list.x + list.y;
    while low < high {
        let middle = (low + high) / 2u;
        if contacts[pair_impact_row(middle, params.step - 1u) + 3u].x < other {
            low = middle + 1u;
        } else {
            high = middle;
        }
    }
    if low < list.x + list.y {
        let found = pair_impact_load(pair_impact_row(low, params.step - 1u));
        if found.other == other && !found.gives {
            return found;
        }
    }
    var none: PairImpact;
    none.other = other;
    return none;
}

// The rigid motion of a body at the start of the step, or now, in the cell of the body `first`.
fn pair_impact_motion(index: u32, first: u32, start: bool) -> PairImpactMotion {
    var sums: mat4x4<f32>;
    if start {
        sums = island_load(frames.contacts.start_row + 4u * index);
    } else {
        sums = island_load(filter_body_row(index) + CONTACTS_BEFORE);
    }
    var motion: PairImpactMotion;
    if sums[0].w <= 0.0 {
        return motion;
    }
    let centre = rigid_motion_centre(sums);
    motion.inverse_mass = 1.0 / sums[0].w;
    motion.inverse = rigid_motion_inverse_inertia(sums);
    motion.centre = centre + island_origin(bodies[index]) + cell_between(report_cell(first), report_cell(index));
    motion.velocity = sums[0].xyz / sums[0].w;
    let momentum = sums[1].xyz - cross(centre, sums[0].xyz);
    motion.spin = math_sym3_mul(motion.inverse, momentum);
    motion.turning = 0.5 * dot(motion.spin, momentum);
    return motion;
}

// The rigid motions of the two bodies of an impact, in the cell of the first, at the start of the step and now.
struct PairImpactMotions {
    first_start: PairImpactMotion,
    second_start: PairImpactMotion,
    first: PairImpactMotion,
    second: PairImpactMotion,
}

// pair_impact_motion in one place: drivers copy it to each call.
fn pair_impact_motions(index: u32, other: u32) -> PairImpactMotions {
    var found: PairImpactMotions;
    for (var k = 0u; k < 4u; k++) {
        let motion = pair_impact_motion(select(index, other, k % 2u == 1u), index, k < 2u);
        switch k {
            case 0u: { found.first_start = motion; }
            case 1u: { found.second_start = motion; }
            case 2u: { found.first = motion; }
            default: { found.second = motion; }
        }
    }
    return found;
}

// The motion of the second body of an impact. A kinematic surface has its velocity at the point of contact.
fn pair_impact_second(rebound: PairImpact, motion: PairImpactMotion) -> PairImpactMotion {
    var second = motion;
    if second.inverse_mass <= 0.0 {
        second.velocity = rebound.surface;
    }
    return second;
}

fn pair_impact_point(rebound: PairImpact, first: PairImpactMotion, second: PairImpactMotion) -> PairImpactPoint {
    let arm = select(vec3<f32>(0.0), rebound.arm + first.centre - second.centre, second.inverse_mass > 0.0);
    return PairImpactPoint(rebound.normal, rebound.arm, arm);
}

// The speed at which the points of contact separate along the normal.
fn pair_impact_speed(place: PairImpactPoint, first: PairImpactMotion, second: PairImpactMotion) -> f32 {
    let displacement = first.velocity - second.velocity + cross(first.spin, place.first) - cross(second.spin, place.second);
    return dot(place.normal, displacement) / length(place.normal);
}

// Energy of the relative motion of both bodies: no external force changes it.
fn pair_impact_energy(first: PairImpactMotion, second: PairImpactMotion) -> f32 {
    let displacement = first.velocity - second.velocity;
    return 0.5 * dot(displacement, displacement) / (first.inverse_mass + second.inverse_mass) + first.turning + second.turning;
}

// The change of one body's speed at the point of contact by an impulse of 1 along the normal.
fn pair_impact_give(motion: PairImpactMotion, n: vec3<f32>, arm: vec3<f32>) -> f32 {
    let turn = cross(arm, n);
    return motion.inverse_mass + dot(turn, math_sym3_mul(motion.inverse, turn));
}

// An impact after the step: adds what pressed in it, and decides whether it is over. `sums`: of
// contact/force/contact_impulse.wgsl about `origin`.
fn pair_impact_after(
    old: PairImpact, index: u32, motions: PairImpactMotions, sums: mat4x4<f32>, origin: vec3<f32>,
) -> PairImpact {
    var kept = old;
    let first = motions.first;
    if sums[0].w > 0.0 {
        kept.weight += sums[0].w;
        let part = sums[0].w / kept.weight;
        kept.normal = mix(kept.normal, sums[2].xyz / sums[0].w, part);
        kept.arm = mix(kept.arm, origin + sums[1].xyz / sums[0].w - first.centre, part);
        kept.surface = mix(kept.surface, sums[3].xyz / sums[0].w, part);
        kept.untouched = 0.0;
    } else {
        kept.untouched += params_dt(params);
    }
    var none: PairImpact;
    none.other = old.other;
    // A body that is pressed from both sides cannot bounce. Contacts of edges that are almost parallel press sideways too.
    if dot(kept.normal, kept.normal) <= PAIR_IMPACT_ONE_SIDED * PAIR_IMPACT_ONE_SIDED {
        return none;
    }
    let second = pair_impact_second(kept, motions.second);
    let first_start = motions.first_start;
    let second_start = pair_impact_second(kept, motions.second_start);
    let place = pair_impact_point(kept, first, second);
    let speed_start = pair_impact_speed(place, first_start, second_start);
    if sums[0].w > 0.0 && -speed_start > rest_speed_of(params_dt(params) / f32(params.epochs)) {
        kept.energy = select(pair_impact_energy(first_start, second_start), kept.energy, kept.approach > 0.0);
        kept.approach = max(kept.approach, -speed_start);
    }
    if kept.approach <= 0.0 || kept.untouched > PAIR_IMPACT_FORGOTTEN {
        return none;
    }
    // The impact is over when the points no longer approach, and contacts press no more, or so little that they would need a
    // second to give back the approach.
    let speed = pair_impact_speed(place, first, second);
    let pressed = sums[3].w > 0.0 && speed - speed_start > kept.approach * params_dt(params);
    if speed > -0.1 * kept.approach && !pressed {
        if speed >= pair_impact_factor(index, kept.other) * kept.approach {
            return none;
        }
        kept.gives = true;
    }
    return kept;
}

// The number of a body's impacts that are over in the step and give it an impulse. A kinematic surface counts one.
fn pair_impact_count(index: u32) -> f32 {
    if body_is_kinematic(bodies[index]) {
        return 1.0;
    }
    let list = body_pairs_list(index);
    var count = 0.0;
    for (var k = 0u; k < list.y; k++) {
        let entry = list.x + k;
        count += select(0.0, 1.0, pair_impact_gives(pair_impact_entry(index, entry), index, body_pairs_body(entry)));
    }
    return count;
}

// The entry that stores the impact of an entry's bodies; CONTACTS_NONE if there is none.
fn pair_impact_entry(index: u32, entry: u32) -> u32 {
    let other = body_pairs_body(entry);
    if pair_impact_factor(index, other) <= 0.0 {
        return CONTACTS_NONE;
    }
    let first = pair_impact_first(index, other);
    if first == index {
        return entry;
    }
    return body_pairs_find(first, index);
}

fn pair_impact_gives(entry: u32, index: u32, other: u32) -> bool {
    return entry != CONTACTS_NONE && contacts[pair_impact_row(entry, params.step) + 3u].y != 0u;
}

// The impulse on the first body of an impact that is over. A body in several impacts shares out its mass, so that together
// they give no more energy than each may (mass splitting, Tonge et al. 2012).
fn pair_impact_impulse(rebound: PairImpact, index: u32, first: PairImpactMotion, second: PairImpactMotion) -> vec3<f32> {
    let place = pair_impact_point(rebound, first, second);
    let n = normalize(rebound.normal);
    let speed = pair_impact_speed(place, first, second);
    let give = pair_impact_count(index) * pair_impact_give(first, n, place.first)
        + pair_impact_count(rebound.other) * pair_impact_give(second, n, place.second);
    // The impulse J adds J s + J² give / 2 to the energy.
    let left = rebound.energy - pair_impact_energy(first, second);
    let most = sqrt(max(speed * speed + 2.0 * give * left, 0.0));
    let wanted = pair_impact_factor(index, rebound.other) * rebound.approach;
    return n * (max(min(wanted, most) - speed, 0.0) / give);
}
