//#use solver/vbd/free_motion.wgsl
//#use memory/partial_sum.wgsl
//#use solver/vbd/sweep.wgsl
//#use solver/vbd/vbd_record.wgsl
//#use lib/polar.wgsl
//#needs memory/position
//#needs memory/scratch
// The coarse correction between a substep's sweeps (docs/decisions/0027-coarse-correction.md) solves the slowest motions of
// a lattice of few nodes exactly. Each node sums the forces of its vertices in its own turned frame (warped stiffness,
// Müller and Gross 2004), and the nodes' displacements are interpolated back to the vertices. So the correction is
// symmetric, as the sweeps around it are. src/solver/coarse_table.rs writes the tables.

struct CoarseCorrectionTables {
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
    force_row: u32, // state rows: of forces, of the sums at corners of parts, of the displacements of nodes
    sum_row: u32,
    way_row: u32,
}

const COARSE_CORRECTION_SUM_ROWS: u32 = 3u;
const COARSE_CORRECTION_NODES: u32 = 48u; // rows of workgroup_partial for nodes; amplitudes of modes follow
const COARSE_CORRECTION_LANES: u32 = 8u;  // most threads that share a mode
// The matrix is that of the rest shape. A displacement that preserves volume at rest no longer does when the node is far
// from a rotation. Then pressure dominates the shear, by the bulk modulus over the shear modulus, and the correction would
// overshoot. So the correction is faded out: from |gradient - rotation|² of this value over the square of that ratio, or of
// COARSE_CORRECTION_FARTHEST if less, to twice that.
const COARSE_CORRECTION_FAR: f32 = 5.0;
const COARSE_CORRECTION_FARTHEST: f32 = 0.3;

// `own_row`: first of the body's own state rows.
fn coarse_correction_tables(body: Body, own_row: u32) -> CoarseCorrectionTables {
    let first = vbd_coarse_row(body);
    let a = arena[first];
    let b = arena[first + 1u];
    let c = arena[first + 2u];
    let sum_row = own_row + body.vertex_count;
    return CoarseCorrectionTables(
        a.x, a.y, a.z, first + b.x, first + b.y, first + b.z, first + b.w, first + c.x, first + c.y, first + c.z,
        own_row, sum_row, sum_row + 8u * COARSE_CORRECTION_SUM_ROWS * a.z,
    );
}

fn coarse_correction_floats(row: u32) -> vec4<f32> {
    return bitcast<vec4<f32>>(arena[row]);
}

// A node fits its turn to all vertices of the cells around it, with at least this weight: a layer's turn needs both its
// sides. Mirrored by src/solver/coarse_table.rs.
const COARSE_CORRECTION_SEEN: f32 = 0.125;

// The trilinear weight of a corner of the cell for a vertex at this position. Bit k of the corner is its side along axis k.
fn coarse_correction_part(position: vec3<f32>, corner: u32) -> f32 {
    let is_far = (vec3<u32>(corner) >> vec3<u32>(0u, 1u, 2u) & vec3<u32>(1u)) == vec3<u32>(1u);
    let part = select(1.0 - position, position, is_far);
    return part.x * part.y * part.z;
}

// Stores the force on a vertex as its sweep would see it, without contact. So a body in contact gets no correction.
fn coarse_correction_force(index: u32, body: Body, tables: CoarseCorrectionTables, local: u32) {
    if contact_touched(body.first_vertex + local) {
        free_motion_meet(index);
    }
    let own = sweep_vertex(body, body.first_vertex + local, false);
    var force = vec3<f32>(0.0);
    if own.inertia.w >= 0.0 {
        let slice = arena[tables.vertex_row + local].w >> 8u;
        let head = arena[record_slice(body, slice)];
        let lane = record_of_head(body, head, local - (head.x & 0x1FFFFFu));
        let x = position_at(local);
        var sum = sweep_sum(body, lane, x, 0u, 1u);
        if sum.squeezed > 0.0 {
            sweep_drawn(body, &sum, x, lane);
        }
        force = sweep_force(x, own, sum);
    }
    state[tables.force_row + local] = vec4<f32>(force, 0.0);
}

// Sums over the vertices of one part at one corner of its cell: (w + COARSE_CORRECTION_SEEN) x (y - m)ᵀ in columns, where y
// is a vertex relative to the corner, and the forces w f in the last components.
fn coarse_correction_sum(body: Body, tables: CoarseCorrectionTables, item: u32) {
    let list = arena[tables.part_row + item / 8u];
    let corner = item % 8u;
    let node = arena[tables.cell_row + 2u * list.z + corner / 4u][corner % 4u];
    let seen = coarse_correction_floats(tables.node_row + 4u * node).xyz
        + vec3<f32>(vec3<u32>(corner) >> vec3<u32>(0u, 1u, 2u) & vec3<u32>(1u));
    let origin = position_at(0u);
    var moments = mat3x3<f32>();
    var force = vec3<f32>(0.0);
    for (var k = list.x; k < list.x + list.y; k++) {
        let vertex = arena[tables.index_row + k / 4u][k % 4u];
        let position = coarse_correction_floats(tables.vertex_row + vertex).xyz;
        let weight = coarse_correction_part(position, corner);
        let r = (weight + COARSE_CORRECTION_SEEN) * (position_at(vertex) - origin);
        let y = position - seen;
        moments += mat3x3<f32>(r * y.x, r * y.y, r * y.z);
        force += weight * state[tables.force_row + vertex].xyz;
    }
    let row = tables.sum_row + COARSE_CORRECTION_SUM_ROWS * item;
    state[row] = vec4<f32>(moments[0], force.x);
    state[row + 1u] = vec4<f32>(moments[1], force.y);
    state[row + 2u] = vec4<f32>(moments[2], force.z);
}

// Sums one row of each node: thread n + l nodes has the row of lane l of node n. All threads call it; thread n gets the sum.
fn coarse_correction_added(tables: CoarseCorrectionTables, lanes: u32, row: vec4<f32>, thread: u32) -> vec4<f32> {
    workgroupBarrier();
    if thread < lanes * tables.nodes {
        workgroup_partial[thread] = row;
    }
    workgroupBarrier();
    var sum = vec4<f32>(0.0);
    if thread < tables.nodes {
        for (var lane = 0u; lane < lanes; lane++) {
            sum += workgroup_partial[lane * tables.nodes + thread];
        }
    }
    return sum;
}

// Totals the sums of nodes, several threads a node. All threads call it; thread n gets the total of node n.
fn coarse_correction_node_sums(tables: CoarseCorrectionTables, thread: u32) -> mat3x4<f32> {
    let lanes = min(COARSE_CORRECTION_LANES, min(WORKGROUP_WIDTH, WORKGROUP_ROWS) / tables.nodes);
    var sums = mat3x4<f32>();
    if thread < lanes * tables.nodes {
        let row = tables.node_row + 4u * (thread % tables.nodes);
        let first = tables.place_row + arena[row].w;
        let end = first + arena[row + 1u].w;
        for (var k = first; k < end; k++) {
            let place = arena[k]; // first part, parts, corner
            for (var part = place.x + thread / tables.nodes; part < place.x + place.y; part += lanes) {
                let at = tables.sum_row + COARSE_CORRECTION_SUM_ROWS * (8u * part + place.z);
                sums += mat3x4<f32>(state[at], state[at + 1u], state[at + 2u]);
            }
        }
    }
    let x = coarse_correction_added(tables, lanes, sums[0], thread);
    let y = coarse_correction_added(tables, lanes, sums[1], thread);
    let z = coarse_correction_added(tables, lanes, sums[2], thread);
    workgroupBarrier();
    return mat3x4<f32>(x, y, z);
}

// The turn of a node with these sums. Stores the force in the node's frame in workgroup_partial; w: the squared distance of
// its gradient from a rotation.
fn coarse_correction_node(body: Body, tables: CoarseCorrectionTables, node: u32, sums: mat3x4<f32>) -> mat3x3<f32> {
    let row = tables.node_row + 4u * node;
    let map = mat3x3<f32>(
        coarse_correction_floats(row + 1u).xyz, coarse_correction_floats(row + 2u).xyz, coarse_correction_floats(row + 3u).xyz,
    );
    let gradient = mat3x3<f32>(sums[0].xyz, sums[1].xyz, sums[2].xyz) * map;
    let turn = polar_rotation(gradient);
    let strain = gradient * (1.0 / body.scale) - turn;
    let square = dot(strain[0], strain[0]) + dot(strain[1], strain[1]) + dot(strain[2], strain[2]);
    let force = vec3<f32>(sums[0].w, sums[1].w, sums[2].w) * turn;
    workgroup_partial[node] = vec4<f32>(force, square);
    return turn;
}

// Solves for the displacements of nodes, from their forces in workgroup_partial, and stores them in the same rows. All
// threads call it; thread t has node t and its `turn`.
fn coarse_correction_solve(body: Body, sub: Substep, tables: CoarseCorrectionTables, turn: mat3x3<f32>, thread: u32) {
    let lanes = min(min(COARSE_CORRECTION_LANES, WORKGROUP_WIDTH / tables.modes), (WORKGROUP_ROWS - COARSE_CORRECTION_NODES) / tables.modes);
    workgroupBarrier();
    if thread < lanes * tables.modes {
        var sum = 0.0;
        for (var node = thread / tables.modes; node < tables.nodes; node += lanes) {
            let displacement = coarse_correction_floats(tables.mode_row + tables.modes * node + thread % tables.modes);
            sum += dot(displacement.xyz, workgroup_partial[node].xyz);
        }
        workgroup_partial[COARSE_CORRECTION_NODES + thread] = vec4<f32>(sum, 0.0, 0.0, 0.0);
    }
    workgroupBarrier();
    if thread < tables.modes {
        var sum = 0.0;
        for (var lane = 0u; lane < lanes; lane++) {
            sum += workgroup_partial[COARSE_CORRECTION_NODES + lane * tables.modes + thread].x;
        }
        var worst = 0.0;
        for (var node = 0u; node < tables.nodes; node++) {
            worst = max(worst, workgroup_partial[node].w);
        }
        let rate = coarse_correction_floats(tables.mode_row + thread).w * vbd_coarse_rate(body);
        let softness = sweep_softness(body);
        let far = min(COARSE_CORRECTION_FAR * softness * softness, COARSE_CORRECTION_FARTHEST);
        let part = select(clamp(2.0 - worst / far, 0.0, 1.0), 0.0, free_motion_met(sub.body));
        let step = part * vbd_coarse_weight(body) / (1.0 / (sub.theta_h * sub.theta_h) + rate);
        workgroup_partial[COARSE_CORRECTION_NODES + thread] = vec4<f32>(sum * step, 0.0, 0.0, 0.0);
    }
    workgroupBarrier();
    if thread < tables.nodes {
        var displacement = vec3<f32>(0.0);
        for (var mode = 0u; mode < tables.modes; mode++) {
            let shape = coarse_correction_floats(tables.mode_row + tables.modes * thread + mode).xyz;
            displacement += shape * workgroup_partial[COARSE_CORRECTION_NODES + mode].x;
        }
        displacement = turn * displacement;
        workgroup_partial[thread] = vec4<f32>(select(vec3<f32>(0.0), displacement, math_finite(displacement)), 0.0);
    }
    workgroupBarrier();
}

// Moves a vertex with its nodes, whose displacements are in workgroup_partial, within its planes. Returns its position.
fn coarse_correction_move(body: Body, tables: CoarseCorrectionTables, local: u32) -> vec3<f32> {
    let vertex = body.first_vertex + local;
    let x = position_at(local);
    let start = scratch_start(vertex);
    if scratch_inertia(vertex).w < 0.0 {
        return x;
    }
    let row = arena[tables.vertex_row + local];
    let position = bitcast<vec3<f32>>(row.xyz);
    let near = arena[tables.cell_row + 2u * (row.w & 0xFFu)];
    let far = arena[tables.cell_row + 2u * (row.w & 0xFFu) + 1u];
    var displacement = scratch_residual(vertex);
    for (var corner = 0u; corner < 4u; corner++) {
        displacement += coarse_correction_part(position, corner) * workgroup_partial[near[corner]].xyz;
        displacement += coarse_correction_part(position, corner + 4u) * workgroup_partial[far[corner]].xyz;
    }
    return contact_slide(vertex, x, displacement, contact_bound(vertex, start));
}
