//#use element/cluster.wgsl
//#use element/element_types.wgsl
//#use element/pressure.wgsl
//#use element/sheet_edge.wgsl
//#use element/tether.wgsl
//#use element/wind.wgsl
// The registry of elements: the functions that solvers call.
//
// A cluster sums over its particles and finds a map from the sums. The map gives the goal of each particle.
//
// Kinds of groups with up to four corners have `open`, `relax` or both. A solver solves the elements of a group colour by
// colour, and sees no gradient. Kinds without corners move each vertex alone: `within`; or by a sum over the body: `slope`
// of a triangle, `part` of a vertex, `aim`, `total`, `bearable`, and `vertex`. memory/element_group.wgsl has the table of
// groups.
//
// Wind is a force on triangles.

// Adds a particle with weight w and rest coordinates c at p.
fn element_add(sums: ptr<function, FitRows>, c: vec3<f32>, w: f32, p: vec3<f32>, quadratic: bool) {
    cluster_add(sums, c, w, p, quadratic);
}

// The map of a rigid or linear fit of a body at this scale.
fn element_map(sums: FitRows, rest: FitRest, scale: f32, beta: f32) -> FitRows {
    let moments = cluster_moments(sums);
    let turn = cluster_turn(moments, rest, scale);
    if beta <= 0.0 {
        return cluster_map(turn, turn, 1.0, cluster_centre(sums));
    }
    return cluster_map(cluster_kept(moments, turn, rest.rank), turn, beta, cluster_centre(sums));
}

// The inputs of a quadratic fit.
struct ElementMoments {
    linear: mat3x3<f32>,
    squares: mat3x3<f32>,
    products: mat3x3<f32>,
    turn: mat3x3<f32>,
    centre: vec3<f32>,
}

fn element_moments(sums: FitRows, rest: FitRest, scale: f32) -> ElementMoments {
    let centre = cluster_centre(sums);
    let linear = cluster_moments(sums);
    return ElementMoments(
        linear, cluster_centred(sums.squares, rest.squares, centre),
        cluster_centred(sums.products, rest.products, centre), cluster_turn(linear, rest, scale), centre,
    );
}

fn element_column(m: ElementMoments, a: vec4<f32>, b: vec4<f32>, c: vec4<f32>) -> vec3<f32> {
    return cluster_column(m.linear, m.squares, m.products, m.turn, a, b, c);
}

// The map of a quadratic fit with these nine columns.
fn element_quadratic_map(
    m: ElementMoments, rest: FitRest, linear: mat3x3<f32>, squares: mat3x3<f32>, products: mat3x3<f32>, beta: f32,
) -> FitRows {
    let mean = (squares * rest.squares + products * rest.products) * beta;
    let kept = cluster_kept(m.linear, m.turn, rest.rank);
    // The change that keeps the volume of the linear fit is added to the quadratic fit.
    var change = mat3x3<f32>(kept[0] - m.linear[0], kept[1] - m.linear[1], kept[2] - m.linear[2]);
    if rest.rank < 3u {
        change[2] = vec3<f32>(0.0);
    }
    if rest.rank < 2u {
        change = mat3x3<f32>(select(vec3<f32>(0.0), change[0], rest.rank == 1u), vec3<f32>(0.0), vec3<f32>(0.0));
    }
    var map = cluster_map(linear + change, m.turn, beta, m.centre - mean);
    map.squares = transpose(squares * beta);
    map.products = transpose(products * beta);
    return map;
}

// The goal of a particle with rest coordinates c.
fn element_goal(map: FitRows, c: vec3<f32>, quadratic: bool) -> vec3<f32> {
    return cluster_goal(map, c, quadratic);
}

// The kinds of groups, by their permanent numbers, and those in this pipeline. With one kind, the switches below fold.
const ELEMENT_SHEET_EDGE: u32 = 1u;
const ELEMENT_TETHER: u32 = 2u;
const ELEMENT_PRESSURE: u32 = 3u;
override ELEMENT_KINDS: u32 = 2u; // bits

fn element_is(kind: u32, known: u32) -> bool {
    return ELEMENT_KINDS == 1u << known || (kind == known && (ELEMENT_KINDS & (1u << known)) != 0u);
}

// Adds to a load the element's force on a corner at the start of a substep of length h, clamped to what one substep can
// solve. x: positions of the corners; w: their inverse masses, zero if held.
fn element_open(kind: u32, e: Element, x: mat4x3<f32>, w: vec4<f32>, h: f32, corner: u32, load: vec3<f32>) -> ElementStart {
    if element_is(kind, ELEMENT_SHEET_EDGE) {
        return sheet_edge_open(e, x, w, h, corner, load);
    }
    return ElementStart(load, vec2<f32>(0.0));
}

// Solves an element alone, from its multipliers of the substep so far.
fn element_relax(kind: u32, e: Element, x: mat4x3<f32>, w: vec4<f32>, h: f32, multipliers: vec2<f32>) -> ElementLoad {
    if element_is(kind, ELEMENT_SHEET_EDGE) {
        return sheet_edge_relax(e, x, w, h, multipliers);
    }
    return ElementLoad();
}

// Whether a pipeline has kinds that move each vertex alone.
fn element_has_vertices() -> bool {
    return (ELEMENT_KINDS & (1u << ELEMENT_TETHER)) != 0u;
}

// Projects a vertex at x to the ball of radius `length` around an anchor.
fn element_within(kind: u32, x: vec3<f32>, anchor: vec3<f32>, length: f32) -> vec3<f32> {
    if element_is(kind, ELEMENT_TETHER) {
        return tether_within(x, anchor, length);
    }
    return x;
}

// Whether a pipeline has kinds that sum over the body.
fn element_has_sums() -> bool {
    return (ELEMENT_KINDS & (1u << ELEMENT_PRESSURE)) != 0u;
}

// A triangle's part of the derivative of a kind's value by each of its corners.
fn element_slope(a: vec3<f32>, b: vec3<f32>, c: vec3<f32>) -> vec3<f32> {
    return pressure_slope(a, b, c);
}

// A vertex's part of a sum: its position relative to a point of the body, its derivative, and its inverse mass, zero if
// held.
fn element_part(kind: u32, place: vec3<f32>, slope: vec3<f32>, w: f32) -> vec4<f32> {
    if element_is(kind, ELEMENT_PRESSURE) {
        return pressure_part(place, slope, w);
    }
    return vec4<f32>(0.0);
}

// The goal of a substep of length h. last: the goal of the last substep, zero if there was none.
fn element_aim(kind: u32, constants: vec4<f32>, value: f32, h: f32, last: f32) -> f32 {
    if element_is(kind, ELEMENT_PRESSURE) {
        return pressure_aim(constants, value, h, last);
    }
    return constants.x;
}

// The change of the multiplier by a sum (value, Σ w |slope|²). square: of the substep's length.
fn element_total(kind: u32, constants: vec4<f32>, total: vec4<f32>, square: f32, multiplier: f32) -> f32 {
    if element_is(kind, ELEMENT_PRESSURE) {
        return pressure_step(constants, total, square, multiplier);
    }
    return 0.0;
}

// The multiplier, clamped to what the next substep may begin with.
fn element_bearable(kind: u32, constants: vec4<f32>, total: vec4<f32>, multiplier: f32) -> f32 {
    if element_is(kind, ELEMENT_PRESSURE) {
        return pressure_bearable(constants, total, multiplier);
    }
    return multiplier;
}

// The load of a multiplier on a vertex with this derivative.
fn element_vertex(slope: vec3<f32>, multiplier: f32) -> vec3<f32> {
    return multiplier * slope;
}

// The force of air on a triangle, and the limit on its change of velocity; see wind.wgsl.
fn element_air(a: vec3<f32>, b: vec3<f32>, c: vec3<f32>, flow: vec3<f32>, drag: f32, lift: f32) -> vec3<f32> {
    return wind_force(a, b, c, flow, drag, lift);
}

fn element_blown(change: vec3<f32>, flow: vec3<f32>) -> vec3<f32> {
    return wind_change(change, flow);
}
