//#use kernel/stage/contact.wgsl
//#use kernel/stage/row.wgsl
//#use material/neo_hookean.wgsl
// One vertex of a coloured sweep of vertex block descent. The kernel that includes this file says where positions are:
//   fn at(vertex: u32) -> vec3<f32>   for a vertex index of the body.

// Sums the rows first, first + stride, ... of one lane.
fn sweep_sum(body: Body, lane: RowLane, first: u32, stride: u32) -> NeoHookeanSum {
    var sum = NeoHookeanSum(vec3<f32>(0.0), vec3<f32>(0.0), vec3<f32>(0.0));
    let x = at(lane.vertex);
    for (var r = first; r < lane.tets; r += stride) {
        let tet = row_tet(arena[lane.first_tet + 32u * r]);
        neo_hookean_add_tet(
            &sum, x, at(tet.corners.x), at(tet.corners.y), at(tet.corners.z),
            tet.inverse_6v * body.shape.x, tet.factor * body.elastic.y, body.elastic.z,
        );
    }
    for (var r = first; r < lane.edges; r += stride) {
        let record = arena[lane.first_edge + 32u * r];
        neo_hookean_add_edge(&sum, x, at(record.x), bitcast<f32>(record.y) * body.elastic.x);
        neo_hookean_add_edge(&sum, x, at(record.z), bitcast<f32>(record.w) * body.elastic.x);
    }
    return sum;
}

// What a vertex brings to its own update; fetched before the sums so that the reads overlap.
struct SweepVertex {
    inertia: vec4<f32>,
    start: vec4<f32>,
    pull: vec4<f32>,
    carry: vec3<f32>,
}

fn sweep_vertex(vertex: u32) -> SweepVertex {
    return SweepVertex(
        scratch[scratch_row(SCRATCH_INERTIA, vertex)],
        scratch[scratch_row(SCRATCH_START, vertex)],
        scratch[scratch_row(SCRATCH_TARGET, vertex)],
        carry_of(vertex),
    );
}

// The exact minimum of the vertex's local energy, over-relaxed by `relaxation` (Chebyshev-weighted SOR), then contact.
// A position that is not finite is refused: the vertex stays and the body is stopped and named.
fn sweep_solve(body_index: u32, vertex: u32, x: vec3<f32>, own: SweepVertex, sum: NeoHookeanSum, relaxation: f32, substep: u32) -> vec3<f32> {
    let inertia = own.inertia;
    let start = own.start;
    let pull = own.pull;
    let carry = own.carry;
    if inertia.w < 0.0 {
        return x;
    }
    let lag = inertia.xyz - ((x - start.xyz) + carry);
    let force = sum.force + inertia.w * lag + pull.w * (pull.xyz - x);
    let block = MathSym3(sum.diagonal + vec3<f32>(inertia.w + pull.w), sum.off);
    let inverse = math_sym3_inverse(block);
    let way = carry + relaxation * math_sym3_mul(inverse, force);
    let p = contact_move(vertex, x, way, start.xyz, u32(start.w), inverse);
    if !math_finite(p) {
        report_stop(body_index, substep);
        carry_drop(vertex);
        return x;
    }
    return p;
}

// Over-relaxation of sweep k: the Chebyshev recurrence w1 = 1, w2 = 2/(2 - rho²), w = 4/(4 - rho² w). Each sweep with
// 0 < w < 2 lowers the energy, because the energy is quadratic in each vertex (Ostrowski-Reich). The last sweep is not
// relaxed: over-relaxation leaves rough errors, which would become velocity and, with two sweeps, never die.
fn sweep_relaxation(k: u32, sweeps: u32, rho_squared: f32) -> f32 {
    var w = 1.0;
    if k + 1u == sweeps || sweeps < 5u {
        return w;
    }
    for (var i = 0u; i < min(k, 32u); i++) {
        w = select(4.0 / (4.0 - rho_squared * w), 2.0 / (2.0 - rho_squared), i == 0u);
    }
    return w;
}
