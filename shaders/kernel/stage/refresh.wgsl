//#use kernel/stage/press.wgsl
//#use kernel/stage/neighbour.wgsl
//#use kernel/stage/report.wgsl
//#use lib/cell.wgsl
//#use lib/closest.wgsl
//#use lib/separate.wgsl
//#needs kernel/body
// What an epoch begins with, for one candidate pair: the plane that parts it, and the row that presses it apart.

// A vertex at the start of an epoch, in the cell of the primary's body.
struct RefreshVertex {
    x: vec3<f32>,   // x_ref
    way: vec3<f32>, // where the epoch takes it from there, beside its cluster's way
    reach: f32,
    leeway: f32,
    share: f32,     // of the contact distance
    stiffness: f32, // [N/unit]
    far: f32,       // its largest coordinate in its own cell
    held: bool,
    carried: bool,  // a frame moves it: it goes all of its way, whatever is there
}

// A body at the start of an epoch, as another one sees it.
struct RefreshBody {
    index: u32,
    offset: vec3<f32>, // from the cell of the primary's body to its own
    way: vec3<f32>,    // of its cluster in the epoch
    friction: f32,
    stays: bool,
    carried: bool, // the surface of a collider
}

fn refresh_body(index: u32, primary: u32) -> RefreshBody {
    let offset = cell_between(report_cell(primary), report_cell(index));
    let way = limit_floats(limit_body(index) + TOUCH_WAY).xyz / f32(params.epochs);
    let stays = (atomicLoad(&report[index * REPORT_WORDS + REPORT_TOUCH]) & TOUCH_FULL) != 0u;
    return RefreshBody(index, offset, way, bodies[index].friction, stays, body_is_carrier(bodies[index]));
}

fn refresh_h() -> f32 {
    return params_dt(params) / f32(params.epochs);
}

fn refresh_vertex(vertex: u32, body: RefreshBody) -> RefreshVertex {
    let place = state[state_row(STATE_POSITION, vertex)];
    let speed = state[state_row(STATE_VELOCITY, vertex)];
    let row = limit_vertex(vertex);
    let at_frame = limit_floats(row + TOUCH_FRAME);
    let own = limit_floats(row + TOUCH_OWN);
    let h = refresh_h();
    let held = place.w <= 0.0;
    let fall = select(clamp(speed.w, 0.0, 1.0), 0.0, held);
    var way = h * (speed.xyz + h * fall * params.gravity.xyz) - body.way;
    if body.carried && any(speed.xyz != vec3<f32>(0.0)) {
        way = state[state_row(STATE_INERTIA, vertex)].xyz - place.xyz - body.way; // it may turn
    }
    let x = place.xyz + body.way;
    let used = length(x - at_frame.xyz - f32(params.substep + 1u) * body.way);
    let reach = select(clamp(at_frame.w - used, 0.0, 2.0 * length(way) + own.y), 0.0, body.stays);
    let largest = max(abs(x.x), max(abs(x.y), abs(x.z)));
    var stiffness = own.x;
    if stiffness <= 0.0 && !held {
        stiffness = 1.0 / (place.w * h * h);
    }
    return RefreshVertex(x + body.offset, way, reach, own.y, own.w, stiffness, largest, held, body.carried);
}

// A candidate pair at the start of an epoch.
struct RefreshPair {
    corners: vec4<u32>,
    sides: array<RefreshVertex, 4>,
    weights: vec4<f32>,
    between: vec3<f32>, // from the closest point of the second side to that of the first
    gap: f32,
    radius: f32,        // distance that contact keeps
    is_edges: bool,
}

// Whether a corner belongs to the second side.
fn refresh_is_second(pair: RefreshPair, corner: u32) -> bool {
    return corner >= select(1u, 2u, pair.is_edges);
}

fn refresh_pair(candidate: u32, is_edges: bool, first: RefreshBody, second: RefreshBody) -> RefreshPair {
    var pair: RefreshPair;
    pair.corners = limit_corners(candidate);
    pair.is_edges = is_edges;
    for (var k = 0u; k < 4u; k++) {
        if refresh_is_second(pair, k) {
            pair.sides[k] = refresh_vertex(pair.corners[k], second);
        } else {
            pair.sides[k] = refresh_vertex(pair.corners[k], first);
        }
    }
    let a = pair.sides[0];
    let b = pair.sides[1];
    let c = pair.sides[2];
    let d = pair.sides[3];
    if is_edges {
        let found = closest_segments(a.x, b.x, c.x, d.x);
        pair.weights = vec4<f32>(1.0 - found.at.x, found.at.x, 1.0 - found.at.y, found.at.y);
        pair.between = found.way;
        pair.radius = 0.5 * (a.share + b.share + c.share + d.share);
    } else {
        let found = closest_triangle(a.x, b.x, c.x, d.x);
        pair.weights = vec4<f32>(1.0, found.weights);
        pair.between = found.way;
        pair.radius = a.share + (b.share + c.share + d.share) / 3.0;
    }
    pair.gap = length(pair.between);
    return pair;
}

// The least gap that planes keep, in contact distances.
const REFRESH_LEAST: f32 = 0.05;

// Finds and writes the plane of a pair.
fn refresh_plane(candidate: u32, pair: RefreshPair) {
    var part: SeparatePair;
    for (var k = 0u; k < 4u; k++) {
        part.x[k] = pair.sides[k].x;
        part.way[k] = pair.sides[k].way;
        part.far = max(part.far, pair.sides[k].far);
        part.reach = max(part.reach, pair.sides[k].reach);
    }
    part.least = REFRESH_LEAST * pair.radius;
    part.is_edges = pair.is_edges;
    part.carried = vec2<bool>(pair.sides[0].carried, pair.sides[3].carried);
    let plane = separate_best(part, pair.between, pair.gap);
    let flags = select(TOUCH_FROZEN, 0u, plane.parts) | select(0u, TOUCH_CROSSED, pair.is_edges);
    let row = frames.touch.plane_row + 2u * candidate;
    touch[row] = vec4<u32>(bitcast<vec3<u32>>(plane.n), flags);
    limit_set(row + 1u, plane.s);
}

// The normal of a row: the way between the two sides. Where they do not touch yet, it is that of their plane: what
// slides past must not be pressed. Where they all but meet, a face has the better one.
fn refresh_normal(candidate: u32, pair: RefreshPair) -> vec3<f32> {
    let plane = touch[frames.touch.plane_row + 2u * candidate];
    if pair.gap > pair.radius && (plane.w & TOUCH_FROZEN) == 0u {
        return bitcast<vec3<f32>>(plane.xyz);
    }
    if pair.gap > 0.005 * pair.radius {
        return pair.between / pair.gap;
    }
    let b = pair.sides[1].x;
    let face = cross(pair.sides[2].x - b, pair.sides[3].x - b);
    return normalize(select(face, -face, dot(face, pair.between) < 0.0));
}

// The stiffness of a row: of both sides in series, twice. What cannot move has none of its own.
fn refresh_stiffness(pair: RefreshPair, normal: f32) -> f32 {
    var sides = vec2<f32>(0.0);
    var held = vec2<bool>(true);
    for (var k = 0u; k < 4u; k++) {
        let vertex = pair.sides[k];
        if refresh_is_second(pair, k) {
            sides.y += pair.weights[k] * vertex.stiffness;
            held.y = held.y && vertex.held;
        } else {
            sides.x += pair.weights[k] * vertex.stiffness;
            held.x = held.x && vertex.held;
        }
    }
    if any(held) {
        return select(sides.x, sides.y, held.x);
    }
    let both = 2.0 * sides.x * sides.y / (sides.x + sides.y);
    return max(both, 0.25 * normal / pair.radius);
}

// Between sheets, by how much a row is stiffer than inertia in an epoch: as stiff as inertia in one of their substeps. A
// softer one is a spring that both sides feel too late: folds tremble on it for ever (docs/decisions/0043).
fn refresh_hardness(first: RefreshBody, second: RefreshBody) -> f32 {
    let a = bodies[first.index];
    let b = bodies[second.index];
    let each = f32(min(substep_each(a), substep_each(b)));
    return select(each * each, 1.0, ((a.flags | b.flags) & (BODY_SOLID | BODY_CARRIER)) != 0u);
}

// Writes a row with the multipliers (tangential, normal) that it begins with.
fn refresh_row(candidate: u32, pair: RefreshPair, multiplier: vec4<f32>, friction: f32, hardness: f32) {
    let n = refresh_normal(candidate, pair);
    let row = limit_contact(candidate);
    let tangential = multiplier.xyz - n * dot(n, multiplier.xyz);
    limit_set(row, vec4<f32>(n, dot(n, pair.between)));
    limit_set(row + 1u, vec4<f32>(tangential, multiplier.w));
    limit_set(row + TOUCH_WEIGHTS, pair.weights);
    limit_set(row + 3u, vec4<f32>(hardness * refresh_stiffness(pair, multiplier.w), friction, pair.radius, 0.0));
    let flags = frames.touch.plane_row + 2u * candidate;
    let bears = select(vec4<u32>(0u), TOUCH_BEARS * vec4<u32>(1u, 2u, 4u, 8u), pair.weights > vec4<f32>(0.0));
    touch[flags].w |= TOUCH_HAS_ROW | bears.x | bears.y | bears.z | bears.w;
}

// Whether a row presses from the start of the epoch. Others may come to press within it.
fn refresh_presses(pair: RefreshPair, multiplier: f32) -> bool {
    return multiplier > 0.0 || pair.gap < 2.0 * pair.radius;
}
