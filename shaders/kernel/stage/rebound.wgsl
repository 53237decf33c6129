//#use kernel/stage/hit.wgsl
//#use kernel/stage/island.wgsl
//#use kernel/stage/neighbour.wgsl
//#use lib/cell.wgsl
//#needs kernel/body
//#needs kernel/own
// Newton's law of impact for two bodies as wholes (docs/decisions/0041-rebound.md): when an impact of the two is over, the
// places where they met must part with at least the restitution times the speed that they came with. What is missing is
// an equal and opposite impulse on two rigid bodies. It never gives them more energy than they came with.

// An impact of two bodies that is not over, as the first sees it.
struct Rebound {
    normal: vec3<f32>,  // from the second body to the first: mean over what rows gave, shorter than 1 if they differ
    approach: f32,      // the fastest in the impact [unit/s]
    arm: vec3<f32>,     // to the place of contact, from the centre of the first: a mean too
    energy: f32,        // of both rigid motions beside each other when they met
    surface: vec3<f32>, // velocity there of the second, if it is a carrier
    untouched: f32,     // time since rows last pressed [s]
    other: u32,         // slot of the second
    gives: bool,        // it is over, and an impulse is to be given
    weight: f32,        // what rows have given in it
}

// A rigid motion. What a frame carries has no mass.
struct ReboundMotion {
    inverse_mass: f32,
    inverse: MathSym3, // of the inertia
    centre: vec3<f32>, // in the cell of the first body
    velocity: vec3<f32>,
    spin: vec3<f32>,
    turning: f32,      // energy of the spin
}

// The places of contact, as both bodies see it.
struct ReboundPlace {
    normal: vec3<f32>,
    first: vec3<f32>,  // arms
    second: vec3<f32>,
}

const REBOUND_ONE_SIDED: f32 = 0.1;  // so much of what rows give must have one direction
const REBOUND_FORGOTTEN: f32 = 0.05; // an impact is forgotten after this time without touch [s]

// Of two bodies, the one whose list keeps their impact, as its first: one that moves, the lower one of two.
fn rebound_first(a: u32, b: u32) -> u32 {
    if body_is_carrier(bodies[a]) {
        return b;
    }
    return select(min(a, b), a, body_is_carrier(bodies[b]));
}

// The restitution of two bodies: the greater one, as with colliders. Zero if something holds one of them.
fn rebound_factor(a: u32, b: u32) -> f32 {
    let moves = rebound_is_rigid(a) && rebound_is_rigid(b) && a != b;
    return select(0.0, max(bodies[a].restitution, bodies[b].restitution), moves);
}

fn rebound_is_rigid(index: u32) -> bool {
    return body_is_carrier(bodies[index]) || (body_is_free(bodies[index]) && !report_stopped(index));
}

// The row of an entry's impact in a step.
fn rebound_row(entry: u32, step: u32) -> u32 {
    let place = (step & 1u) * frames.touch.near_room + entry;
    return frames.touch.rebound_row + TOUCH_REBOUND_ROWS * place;
}

fn rebound_load(row: u32) -> Rebound {
    let a = limit_floats(row);
    let b = limit_floats(row + 1u);
    let c = limit_floats(row + 2u);
    let words = touch[row + 3u];
    return Rebound(a.xyz, a.w, b.xyz, b.w, c.xyz, c.w, words.x, words.y != 0u, bitcast<f32>(words.z));
}

// Keeps an impact; none if its numbers have overflowed.
fn rebound_store(row: u32, rebound: Rebound) {
    let floats = vec4<f32>(rebound.approach, rebound.energy, rebound.untouched, rebound.weight);
    let finite = math_finite(rebound.normal) && math_finite(rebound.arm) && math_finite(rebound.surface)
        && math_finite(floats.xyz) && math_finite(floats.www);
    let kept = select(0.0, rebound.approach, finite);
    limit_set(row, vec4<f32>(rebound.normal, kept));
    limit_set(row + 1u, vec4<f32>(rebound.arm, rebound.energy));
    limit_set(row + 2u, vec4<f32>(rebound.surface, rebound.untouched));
    touch[row + 3u] = vec4<u32>(rebound.other, select(0u, 1u, rebound.gives && finite), bitcast<u32>(rebound.weight), 0u);
}

// What the last step left of the impact of a body and another one. `list`: the body's list in that step, which is sorted.
fn rebound_last(list: vec2<u32>, other: u32) -> Rebound {
    var low = list.x;
    var high = list.x + list.y;
    while low < high {
        let middle = (low + high) / 2u;
        if touch[rebound_row(middle, params.step - 1u) + 3u].x < other {
            low = middle + 1u;
        } else {
            high = middle;
        }
    }
    if low < list.x + list.y {
        let found = rebound_load(rebound_row(low, params.step - 1u));
        if found.other == other && !found.gives {
            return found;
        }
    }
    var none: Rebound;
    none.other = other;
    return none;
}

// The rigid motion of a body when the step began, or now. `first`: the body in whose cell it is told.
fn rebound_motion(index: u32, first: u32, start: bool) -> ReboundMotion {
    var sums: mat4x4<f32>;
    if start {
        sums = island_load(frames.touch.start_row + 4u * index);
    } else {
        sums = island_load(limit_body(index) + TOUCH_BEFORE);
    }
    var motion: ReboundMotion;
    if sums[0].w <= 0.0 {
        return motion;
    }
    let centre = motion_centre(sums);
    motion.inverse_mass = 1.0 / sums[0].w;
    motion.inverse = motion_inverse_inertia(sums);
    motion.centre = centre + island_place(bodies[index]) + cell_between(report_cell(first), report_cell(index));
    motion.velocity = sums[0].xyz / sums[0].w;
    let momentum = sums[1].xyz - cross(centre, sums[0].xyz);
    motion.spin = math_sym3_mul(motion.inverse, momentum);
    motion.turning = 0.5 * dot(motion.spin, momentum);
    return motion;
}

// The same of the second body of an impact. A carrier moves at the place of contact as its surface does there.
fn rebound_second(rebound: Rebound, index: u32, start: bool) -> ReboundMotion {
    var motion = rebound_motion(rebound.other, index, start);
    if motion.inverse_mass <= 0.0 {
        motion.velocity = rebound.surface;
    }
    return motion;
}

fn rebound_place(rebound: Rebound, first: ReboundMotion, second: ReboundMotion) -> ReboundPlace {
    let arm = select(vec3<f32>(0.0), rebound.arm + first.centre - second.centre, second.inverse_mass > 0.0);
    return ReboundPlace(rebound.normal, rebound.arm, arm);
}

// How fast the places part along the normal.
fn rebound_speed(place: ReboundPlace, first: ReboundMotion, second: ReboundMotion) -> f32 {
    let way = first.velocity - second.velocity + cross(first.spin, place.first) - cross(second.spin, place.second);
    return dot(place.normal, way) / length(place.normal);
}

// Energy of both motions beside each other: nothing but the two bodies changes it.
fn rebound_energy(first: ReboundMotion, second: ReboundMotion) -> f32 {
    let way = first.velocity - second.velocity;
    return 0.5 * dot(way, way) / (first.inverse_mass + second.inverse_mass) + first.turning + second.turning;
}

// How far an impulse of 1 along the normal changes the speed there of one body.
fn rebound_give(motion: ReboundMotion, n: vec3<f32>, arm: vec3<f32>) -> f32 {
    let turn = cross(arm, n);
    return motion.inverse_mass + dot(turn, math_sym3_mul(motion.inverse, turn));
}

// An impact after the step: with what pressed in it (sums of stage/given.wgsl about `origin`), and whether it is over.
fn rebound_after(old: Rebound, index: u32, sums: mat4x4<f32>, origin: vec3<f32>) -> Rebound {
    var kept = old;
    let first = rebound_motion(index, index, false);
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
    var none: Rebound;
    none.other = old.other;
    // Pressed from both sides a body cannot bounce. Rows of edges that lie along each other press aside too.
    if dot(kept.normal, kept.normal) <= REBOUND_ONE_SIDED * REBOUND_ONE_SIDED {
        return none;
    }
    let second = rebound_second(kept, index, false);
    let first_start = rebound_motion(index, index, true);
    let second_start = rebound_second(kept, index, true);
    let place = rebound_place(kept, first, second);
    let speed_start = rebound_speed(place, first_start, second_start);
    if sums[0].w > 0.0 && -speed_start > hit_rest(params_dt(params) / f32(params.epochs)) {
        kept.energy = select(rebound_energy(first_start, second_start), kept.energy, kept.approach > 0.0);
        kept.approach = max(kept.approach, -speed_start);
    }
    if kept.approach <= 0.0 || kept.untouched > REBOUND_FORGOTTEN {
        return none;
    }
    // It is over when the places no longer approach, and rows press no more, or so little that it would take a second to
    // give back the approach.
    let speed = rebound_speed(place, first, second);
    let pressed = sums[3].w > 0.0 && speed - speed_start > kept.approach * params_dt(params);
    if speed > -0.1 * kept.approach && !pressed {
        if speed >= rebound_factor(index, kept.other) * kept.approach {
            return none;
        }
        kept.gives = true;
    }
    return kept;
}

// Impacts that are over in the step and give something to a body.
fn rebound_count(index: u32) -> f32 {
    if body_is_carrier(bodies[index]) {
        return 1.0;
    }
    let list = neighbour_list(index);
    var count = 0.0;
    for (var k = 0u; k < list.y; k++) {
        let entry = list.x + k;
        count += select(0.0, 1.0, rebound_gives(rebound_entry(index, entry), index, neighbour_body(entry)));
    }
    return count;
}

// The entry that keeps the impact of an entry's bodies; TOUCH_NONE if there is none.
fn rebound_entry(index: u32, entry: u32) -> u32 {
    let other = neighbour_body(entry);
    if rebound_factor(index, other) <= 0.0 {
        return TOUCH_NONE;
    }
    let first = rebound_first(index, other);
    if first == index {
        return entry;
    }
    return neighbour_find(first, index);
}

fn rebound_gives(entry: u32, index: u32, other: u32) -> bool {
    return entry != TOUCH_NONE && touch[rebound_row(entry, params.step) + 3u].y != 0u;
}

// The impulse on the first body of an impact that is over. A body in several of them shares out its mass, so that together
// they give no more energy than each may (mass splitting, Tonge et al. 2012).
fn rebound_impulse(rebound: Rebound, index: u32, first: ReboundMotion, second: ReboundMotion) -> vec3<f32> {
    let place = rebound_place(rebound, first, second);
    let n = normalize(rebound.normal);
    let speed = rebound_speed(place, first, second);
    let give = rebound_count(index) * rebound_give(first, n, place.first)
        + rebound_count(rebound.other) * rebound_give(second, n, place.second);
    // The impulse J adds J s + J² give / 2 to the energy.
    let left = rebound.energy - rebound_energy(first, second);
    let most = sqrt(max(speed * speed + 2.0 * give * left, 0.0));
    let wanted = rebound_factor(index, rebound.other) * rebound.approach;
    return n * (max(min(wanted, most) - speed, 0.0) / give);
}
