//#use kernel/stage/limit.wgsl
//#use lib/block.wgsl
//#needs kernel/body
// The forces between bodies in a solver. A row is one contact between two features. Its force follows from how far its
// own side has moved from x_ref; the other side stands still there, in the frame of the cluster. So no position of
// another body is read, and what both sides felt is averaged afterwards (docs/decisions/0033-contact.md).

struct PressRow {
    n: vec3<f32>,        // from the second side to the first
    gap: f32,            // at x_ref [unit]
    tangential: vec3<f32>, // the multiplier of friction [N]
    normal: f32,         // the multiplier [N]
    weights: vec4<f32>,  // of the four corners
    stiffness: f32,      // [N/unit]
    friction: f32,
    radius: f32,         // distance that contact keeps [unit]
}

// What a row does where its own side has moved.
struct PressForce {
    normal: f32,           // along n, on the first side
    tangential: vec3<f32>,
    normal_stiffness: f32,
    tangential_stiffness: f32,
}

// How fast a wrong gap is put right: this part of it in an epoch.
const PRESS_REGAIN: f32 = 0.1;

fn press_row(candidate: u32) -> PressRow {
    let row = limit_contact(candidate);
    let a = limit_floats(row);
    let b = limit_floats(row + 1u);
    let d = limit_floats(row + 3u);
    return PressRow(a.xyz, a.w, b.xyz, b.w, limit_floats(row + TOUCH_WEIGHTS), d.x, d.y, d.z);
}

// The force where one side has moved by `moved` as seen along the row: on the second side by its own way, negated.
fn press_force(row: PressRow, moved: vec3<f32>) -> PressForce {
    let along = dot(row.n, moved);
    let deep = row.gap - row.radius;
    let closing = along + select(PRESS_REGAIN * deep, deep, deep > 0.0);
    let normal = row.normal - row.stiffness * closing;
    if normal <= 0.0 {
        return PressForce();
    }
    var tangential = row.tangential - row.stiffness * (moved - along * row.n);
    var stiffness = row.stiffness;
    let most = row.friction * normal;
    let size = length(tangential);
    if size > most {
        tangential *= most / size;
        stiffness *= most / size;
    }
    return PressForce(normal, tangential, row.stiffness, stiffness);
}

// How far a vertex has gone from its x_ref.
fn press_way(vertex: u32) -> vec3<f32> {
    return body_position(vertex).xyz - limit_floats(limit_vertex(vertex) + TOUCH_NOW).xyz;
}

// How far the own side of a row has moved, where the vertex at a corner has gone by `way`. All corners are read at once, not
// one after the other. In place of those that bear nothing, or are of the other side, stands the vertex itself.
fn press_moved(row: PressRow, corners: vec4<u32>, corner: u32, is_edges: bool, way: vec3<f32>) -> vec3<f32> {
    let numbers = vec4<u32>(0u, 1u, 2u, 3u);
    let second = numbers >= vec4<u32>(select(1u, 2u, is_edges));
    let itself = numbers == vec4<u32>(corner);
    let is_second = corner >= select(1u, 2u, is_edges);
    let others = (second == vec4<bool>(is_second)) & (row.weights > vec4<f32>(0.0)) & !itself;
    let at = select(vec4<u32>(corners[corner]), corners, others);
    let ways = mat4x3<f32>(press_way(at.x), press_way(at.y), press_way(at.z), press_way(at.w));
    let weights = select(vec4<f32>(0.0), row.weights, others | itself);
    var moved = weights.x * select(ways[0], way, itself.x);
    moved += weights.y * select(ways[1], way, itself.y);
    moved += weights.z * select(ways[2], way, itself.z);
    moved += weights.w * select(ways[3], way, itself.w);
    return select(moved, -moved, is_second);
}

// Adds the rows of a vertex at x to its local problem. True if one of them presses. `alone`: the other corners of its side
// count as moving alike, where they move at the same time.
fn press_add(bound: LimitBound, x: vec3<f32>, alone: bool, sum: ptr<function, BlockSum>) -> bool {
    var presses = false;
    for (var k = 0u; k < bound.rows; k++) {
        let link = limit_word(frames.touch.link_row, bound.first + k);
        let slot = link & ~LIMIT_EDGES;
        let row = press_row(slot / 4u);
        let corner = slot % 4u;
        let is_edges = link != slot;
        let is_second = corner >= select(1u, 2u, is_edges);
        var moved = select(x - bound.place, bound.place - x, is_second);
        if !alone {
            moved = press_moved(row, limit_corners(slot / 4u), corner, is_edges, x - bound.place);
        }
        let force = press_force(row, moved);
        presses = presses || force.normal > 0.0;
        let weight = row.weights[corner];
        let push = weight * (force.normal * row.n + force.tangential);
        (*sum).force += select(push, -push, is_second);
        let square = weight * weight;
        let beyond = square * (force.normal_stiffness - force.tangential_stiffness);
        (*sum).diagonal += square * force.tangential_stiffness + beyond * row.n * row.n;
        (*sum).off += beyond * row.n.yzx * row.n.zxy;
    }
    return presses;
}

// The way that a particle of mass m goes by its rows in a substep, after it would have come to p. `block`: m/h².
fn press_particle(body: u32, vertex: u32, p: vec3<f32>, block: f32) -> vec3<f32> {
    if !limit_is_listed(body) {
        return vec3<f32>(0.0);
    }
    var sum = block_zero();
    if press_add(limit_bound(vertex), p, true, &sum) {
        limit_press(body);
    }
    let inverse = math_sym3_inverse(MathSym3(sum.diagonal + vec3<f32>(block), sum.off));
    return math_sym3_mul(inverse, sum.force);
}
