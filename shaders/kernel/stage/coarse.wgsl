//#use kernel/stage/free.wgsl
//#use kernel/stage/gather.wgsl
//#use kernel/stage/sweep.wgsl
//#use lib/polar.wgsl
//#needs kernel/body
//#needs kernel/own
// The coarse correction between a substep's sweeps (docs/decisions/0027-coarse-correction.md): the slowest
// motions of a lattice of few nodes are solved exactly. Forces of vertices are summed at nodes, seen from the turned
// frame of each node (warped stiffness, Müller and Gross 2004), and the ways of nodes are given back to vertices. So it
// is symmetric, as the sweeps around it are. src/solver/coarse_table.rs writes the tables.

struct CoarseTables {
    nodes: u32,
    modes: u32,
    parts: u32,
    vertex_row: u32, // arena rows
    cell_row: u32,
    part_row: u32,
    index_row: u32,
    node_row: u32,
    place_row: u32,
    mode_row: u32,
    force_row: u32,  // state rows: of forces, of the sums at corners of parts, of the ways of nodes
    sum_row: u32,
    way_row: u32,
}

const COARSE_SUM_ROWS: u32 = 3u;
const COARSE_NODES: u32 = 48u; // rows of group_partial for nodes; numbers of modes follow
const COARSE_LANES: u32 = 8u;  // most threads that share a mode
// The matrix is that of the rest shape. Where a node is far from a turned rest shape, by the square of its gradient less
// its turn, tets are stiffer than that, and the correction would go too far: a way that keeps the volume at rest does not
// there, and its pressure outgrows the shear by the bulk modulus over the shear modulus. It fades from here, over the
// square of that, to twice this.
const COARSE_FAR: f32 = 5.0;
const COARSE_FARTHEST: f32 = 0.3;

// `own_row`: first of the body's own state rows.
fn coarse_tables(body: Body, own_row: u32) -> CoarseTables {
    let first = body.coarse_row;
    let a = arena[first];
    let b = arena[first + 1u];
    let c = arena[first + 2u];
    let sum_row = own_row + body.vertex_count;
    return CoarseTables(
        a.x, a.y, a.z, first + b.x, first + b.y, first + b.z, first + b.w, first + c.x, first + c.y, first + c.z,
        own_row, sum_row, sum_row + 8u * COARSE_SUM_ROWS * a.z,
    );
}

fn coarse_floats(row: u32) -> vec4<f32> {
    return bitcast<vec4<f32>>(arena[row]);
}

// A node sees all vertices of the cells around it, the far ones by this part: the turn of a layer needs both its sides.
// Mirrored by src/solver/coarse_table.rs.
const COARSE_SEEN: f32 = 0.125;

// How much of a corner of its cell a vertex at this place has. Bit k of the corner is its place along axis k.
fn coarse_part(place: vec3<f32>, corner: u32) -> f32 {
    let is_far = (vec3<u32>(corner) >> vec3<u32>(0u, 1u, 2u) & vec3<u32>(1u)) == vec3<u32>(1u);
    let part = select(1.0 - place, place, is_far);
    return part.x * part.y * part.z;
}

// Leaves the force on a vertex, at which its sweep would begin. It lacks what contact answers, so a body that has met
// something gets no correction.
fn coarse_force(index: u32, body: Body, tables: CoarseTables, local: u32) {
    if confine_touched(body.first_vertex + local) {
        free_meet(index);
    }
    let own = sweep_vertex(body, body.first_vertex + local, false);
    var force = vec3<f32>(0.0);
    if own.inertia.w >= 0.0 {
        let slice = arena[tables.vertex_row + local].w >> 8u;
        let head = arena[body.slice_row + slice];
        let lane = row_of_head(body, head, local - (head.x & 0x1FFFFFu));
        let x = body_at(local);
        var sum = sweep_sum(body, lane, x, 0u, 1u);
        if sum.squeezed > 0.0 {
            sweep_drawn(body, &sum, x, lane);
        }
        force = sweep_force(x, own, sum);
    }
    state[tables.force_row + local] = vec4<f32>(force, 0.0);
}

// Sums over the vertices of one part at one corner of its cell: w x (y - m)ᵀ in columns, where y is a vertex seen from
// the corner, and the forces w f in the last places.
fn coarse_sum(body: Body, tables: CoarseTables, item: u32) {
    let list = arena[tables.part_row + item / 8u];
    let corner = item % 8u;
    let node = arena[tables.cell_row + 2u * list.z + corner / 4u][corner % 4u];
    let seen = coarse_floats(tables.node_row + 4u * node).xyz
        + vec3<f32>(vec3<u32>(corner) >> vec3<u32>(0u, 1u, 2u) & vec3<u32>(1u));
    let origin = body_at(0u);
    var moments = mat3x3<f32>();
    var force = vec3<f32>(0.0);
    for (var k = list.x; k < list.x + list.y; k++) {
        let vertex = arena[tables.index_row + k / 4u][k % 4u];
        let place = coarse_floats(tables.vertex_row + vertex).xyz;
        let weight = coarse_part(place, corner);
        let r = (weight + COARSE_SEEN) * (body_at(vertex) - origin);
        let y = place - seen;
        moments += mat3x3<f32>(r * y.x, r * y.y, r * y.z);
        force += weight * state[tables.force_row + vertex].xyz;
    }
    let row = tables.sum_row + COARSE_SUM_ROWS * item;
    state[row] = vec4<f32>(moments[0], force.x);
    state[row + 1u] = vec4<f32>(moments[1], force.y);
    state[row + 2u] = vec4<f32>(moments[2], force.z);
}

// Adds up one row of each node: lane l of node n has it in thread n + l nodes. All threads call it; thread n gets the sum.
fn coarse_added(tables: CoarseTables, lanes: u32, row: vec4<f32>, thread: u32) -> vec4<f32> {
    workgroupBarrier();
    if thread < lanes * tables.nodes {
        group_partial[thread] = row;
    }
    workgroupBarrier();
    var sum = vec4<f32>(0.0);
    if thread < tables.nodes {
        for (var lane = 0u; lane < lanes; lane++) {
            sum += group_partial[lane * tables.nodes + thread];
        }
    }
    return sum;
}

// Adds up the sums of nodes, several threads a node. All threads call it; thread n gets those of node n.
fn coarse_node_sums(tables: CoarseTables, thread: u32) -> mat3x4<f32> {
    let lanes = min(COARSE_LANES, min(GROUP_WIDTH, GROUP_ROWS) / tables.nodes);
    var sums = mat3x4<f32>();
    if thread < lanes * tables.nodes {
        let row = tables.node_row + 4u * (thread % tables.nodes);
        let first = tables.place_row + arena[row].w;
        let end = first + arena[row + 1u].w;
        for (var k = first; k < end; k++) {
            let place = arena[k]; // first part, parts, corner
            for (var part = place.x + thread / tables.nodes; part < place.x + place.y; part += lanes) {
                let at = tables.sum_row + COARSE_SUM_ROWS * (8u * part + place.z);
                sums += mat3x4<f32>(state[at], state[at + 1u], state[at + 2u]);
            }
        }
    }
    let x = coarse_added(tables, lanes, sums[0], thread);
    let y = coarse_added(tables, lanes, sums[1], thread);
    let z = coarse_added(tables, lanes, sums[2], thread);
    workgroupBarrier();
    return mat3x4<f32>(x, y, z);
}

// The turn of a node with these sums. Leaves the force in its frame in group_partial; w: how far it is from a turned rest
// shape.
fn coarse_node(body: Body, tables: CoarseTables, node: u32, sums: mat3x4<f32>) -> mat3x3<f32> {
    let row = tables.node_row + 4u * node;
    let map = mat3x3<f32>(
        coarse_floats(row + 1u).xyz, coarse_floats(row + 2u).xyz, coarse_floats(row + 3u).xyz,
    );
    let gradient = mat3x3<f32>(sums[0].xyz, sums[1].xyz, sums[2].xyz) * map;
    let turn = polar_rotation(gradient);
    let strain = gradient * (1.0 / body.scale) - turn;
    let square = dot(strain[0], strain[0]) + dot(strain[1], strain[1]) + dot(strain[2], strain[2]);
    let force = vec3<f32>(sums[0].w, sums[1].w, sums[2].w) * turn;
    group_partial[node] = vec4<f32>(force, square);
    return turn;
}

// Solves for the ways of nodes: from group_partial, where they leave their forces, back to it. All threads call it;
// thread t has node t, and `turn` is that node's.
fn coarse_solve(body: Body, sub: Substep, tables: CoarseTables, turn: mat3x3<f32>, thread: u32) {
    let lanes = min(min(COARSE_LANES, GROUP_WIDTH / tables.modes), (GROUP_ROWS - COARSE_NODES) / tables.modes);
    workgroupBarrier();
    if thread < lanes * tables.modes {
        var sum = 0.0;
        for (var node = thread / tables.modes; node < tables.nodes; node += lanes) {
            let way = coarse_floats(tables.mode_row + tables.modes * node + thread % tables.modes);
            sum += dot(way.xyz, group_partial[node].xyz);
        }
        group_partial[COARSE_NODES + thread] = vec4<f32>(sum, 0.0, 0.0, 0.0);
    }
    workgroupBarrier();
    if thread < tables.modes {
        var sum = 0.0;
        for (var lane = 0u; lane < lanes; lane++) {
            sum += group_partial[COARSE_NODES + lane * tables.modes + thread].x;
        }
        var worst = 0.0;
        for (var node = 0u; node < tables.nodes; node++) {
            worst = max(worst, group_partial[node].w);
        }
        let rate = coarse_floats(tables.mode_row + thread).w * body.coarse_rate;
        let softness = sweep_softness(body);
        let far = min(COARSE_FAR * softness * softness, COARSE_FARTHEST);
        let part = select(clamp(2.0 - worst / far, 0.0, 1.0), 0.0, free_met(sub.body));
        let step = part * body.coarse_weight / (1.0 / (sub.theta_h * sub.theta_h) + rate);
        group_partial[COARSE_NODES + thread] = vec4<f32>(sum * step, 0.0, 0.0, 0.0);
    }
    workgroupBarrier();
    if thread < tables.nodes {
        var way = vec3<f32>(0.0);
        for (var mode = 0u; mode < tables.modes; mode++) {
            let shape = coarse_floats(tables.mode_row + tables.modes * thread + mode).xyz;
            way += shape * group_partial[COARSE_NODES + mode].x;
        }
        way = turn * way;
        group_partial[thread] = vec4<f32>(select(vec3<f32>(0.0), way, math_finite(way)), 0.0);
    }
    workgroupBarrier();
}

// Moves a vertex with its nodes, whose ways are in group_partial, within its planes. Returns its position.
fn coarse_move(body: Body, tables: CoarseTables, local: u32) -> vec3<f32> {
    let vertex = body.first_vertex + local;
    let x = body_at(local);
    let start = own_start(vertex);
    if own_inertia(vertex).w < 0.0 {
        return x;
    }
    let row = arena[tables.vertex_row + local];
    let place = bitcast<vec3<f32>>(row.xyz);
    let near = arena[tables.cell_row + 2u * (row.w & 0xFFu)];
    let far = arena[tables.cell_row + 2u * (row.w & 0xFFu) + 1u];
    var way = own_carry(vertex);
    for (var corner = 0u; corner < 4u; corner++) {
        way += coarse_part(place, corner) * group_partial[near[corner]].xyz;
        way += coarse_part(place, corner + 4u) * group_partial[far[corner]].xyz;
    }
    return confine_slide(vertex, x, way, start.xyz, u32(start.w));
}
