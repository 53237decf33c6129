//#use contact/door.wgsl
//#use memory/record.wgsl
//#use memory/substep.wgsl
//#use solver/vbd/vbd_record.wgsl
//#use lib/palindrome.wgsl
//#use element/neo_hookean.wgsl
//#needs memory/position
//#needs memory/scratch
// One vertex of a coloured sweep of vertex block descent (Chen et al. 2024).

// Adds one tet record.
fn sweep_tet(body: Body, sum: ptr<function, BlockSum>, x: vec3<f32>, record: vec4<u32>) {
    let tet = record_tet(record);
    let factors = neo_hookean_factors(vbd_elastic(body));
    neo_hookean_add_tet(
        sum, x, position_at(tet.corners.x), position_at(tet.corners.y), position_at(tet.corners.z),
        record_inverse_6v(body, tet), tet.factor * factors.stiffness, factors.rest,
        tet.factor * factors.barrier,
    );
}

// Adds one edge record, which holds two edges. Returns the sum of their weights.
fn sweep_edges(body: Body, sum: ptr<function, BlockSum>, x: vec3<f32>, record: vec4<u32>) -> f32 {
    let factors = neo_hookean_factors(vbd_elastic(body));
    let first = bitcast<f32>(record.y) * factors.edges;
    let second = bitcast<f32>(record.w) * factors.edges;
    neo_hookean_add_edge(sum, x, position_at(record.x), first);
    neo_hookean_add_edge(sum, x, position_at(record.z), second);
    return first + second;
}

// Sums the rows first, first + stride, ... of one lane, four at a time, so that four reads overlap.
fn sweep_sum(body: Body, lane: RecordLane, x: vec3<f32>, first: u32, stride: u32) -> BlockSum {
    var sum = block_zero();
    let step = 32u * stride;
    var row = lane.first_edge + 32u * first;
    let edge_end = lane.first_edge + 32u * lane.edges;
    var weight = 0.0;
    for (; row + 3u * step < edge_end; row += 4u * step) {
        let a = arena[row];
        let b = arena[row + step];
        let c = arena[row + 2u * step];
        let d = arena[row + 3u * step];
        weight += sweep_edges(body, &sum, x, a);
        weight += sweep_edges(body, &sum, x, b);
        weight += sweep_edges(body, &sum, x, c);
        weight += sweep_edges(body, &sum, x, d);
    }
    if row + step < edge_end {
        let a = arena[row];
        let b = arena[row + step];
        weight += sweep_edges(body, &sum, x, a) + sweep_edges(body, &sum, x, b);
        row += 2u * step;
    }
    if row < edge_end {
        weight += sweep_edges(body, &sum, x, arena[row]);
    }
    sum.diagonal = vec3<f32>(weight);
    row = lane.first_tet + 32u * first;
    let tet_end = lane.first_tet + 32u * lane.tets;
    for (; row + 3u * step < tet_end; row += 4u * step) {
        let a = arena[row];
        let b = arena[row + step];
        let c = arena[row + 2u * step];
        let d = arena[row + 3u * step];
        sweep_tet(body, &sum, x, a);
        sweep_tet(body, &sum, x, b);
        sweep_tet(body, &sum, x, c);
        sweep_tet(body, &sum, x, d);
    }
    if row + step < tet_end {
        let a = arena[row];
        let b = arena[row + step];
        sweep_tet(body, &sum, x, a);
        sweep_tet(body, &sum, x, b);
        row += 2u * step;
    }
    if row < tet_end {
        sweep_tet(body, &sum, x, arena[row]);
    }
    return sum;
}

// Adds the barrier of squeezed tets that have drawn together. Called only if the sum has a squeezed tet, which is rare.
fn sweep_drawn(body: Body, sum: ptr<function, BlockSum>, x: vec3<f32>, lane: RecordLane) {
    let factors = neo_hookean_factors(vbd_elastic(body));
    for (var k = 0u; k < lane.tets; k++) {
        let tet = record_tet(arena[lane.first_tet + 32u * k]);
        let mu_6 = tet.factor * factors.stiffness * (factors.rest - 1.0); // mu = l (a - 1)
        neo_hookean_add_drawn(
            sum, x, position_at(tet.corners.x), position_at(tet.corners.y), position_at(tet.corners.z),
            record_inverse_6v(body, tet), mu_6,
        );
    }
}

// A vertex's part of the elastic energy: half of its edges, a quarter of its tets. y: energy of the barriers of drawn tets,
// whose force is no gradient.
fn sweep_energy(body: Body, lane: RecordLane, x: vec3<f32>) -> vec2<f32> {
    let factors = neo_hookean_factors(vbd_elastic(body));
    var energy = vec2<f32>(0.0);
    for (var k = 0u; k < lane.edges; k++) {
        let record = arena[lane.first_edge + 32u * k];
        let first = position_at(record.x) - x;
        let second = position_at(record.z) - x;
        let edges = bitcast<f32>(record.y) * dot(first, first) + bitcast<f32>(record.w) * dot(second, second);
        energy.x += 0.25 * factors.edges * edges;
    }
    for (var k = 0u; k < lane.tets; k++) {
        let tet = record_tet(arena[lane.first_tet + 32u * k]);
        let inverse_6v = record_inverse_6v(body, tet);
        if inverse_6v > 0.0 {
            let a = position_at(tet.corners.x);
            let b = position_at(tet.corners.y);
            let c = position_at(tet.corners.z);
            let j = dot(cross(b - a, c - a), x - a) * inverse_6v;
            let part = 0.25 * tet.factor / inverse_6v;
            energy.x += part * neo_hookean_volume_energy(factors, j);
            let below = min(j - NEO_HOOKEAN_BARRIER_START, 0.0);
            if below < 0.0 {
                let mu_6 = factors.stiffness * (factors.rest - 1.0); // mu = l (a - 1)
                energy.y += 0.5 * part * below * below * neo_hookean_drawn(x, a, b, c, inverse_6v, mu_6);
            }
        }
    }
    return energy;
}

// Shear stiffness over volume stiffness: mu/l.
fn sweep_softness(body: Body) -> f32 {
    return neo_hookean_factors(vbd_elastic(body)).rest - 1.0;
}

// The values of a vertex for its own update. If they are loaded before the sums, the reads overlap with them.
struct SweepVertex {
    inertia: vec4<f32>,
    pull: vec4<f32>,
    residual: vec3<f32>,
    bound: ContactBound,
}

// `ahead`: loads the bounds of colliders too, which costs registers. sweep_solve needs the same value.
fn sweep_vertex(body: Body, vertex: u32, ahead: bool) -> SweepVertex {
    var pull = vec4<f32>(0.0);
    if body.attachment_count > 0u {
        pull = state[state_row(STATE_TARGET, vertex)];
    }
    let bound = contact_bound_ahead(vertex, scratch_start(vertex), ahead);
    return SweepVertex(scratch_inertia(vertex), pull, scratch_residual(vertex), bound);
}

// The displacement from a vertex to its position by inertia.
fn sweep_lag(x: vec3<f32>, own: SweepVertex) -> vec3<f32> {
    return own.inertia.xyz - ((x - own.bound.start) + own.residual);
}

// The force on a vertex: of its tets, its inertia and its attachment.
fn sweep_force(x: vec3<f32>, own: SweepVertex, sum: BlockSum) -> vec3<f32> {
    return sum.force + own.inertia.w * sweep_lag(x, own) + own.pull.w * (own.pull.xyz - x);
}

// Moves the vertex to the exact minimum of its local energy, over-relaxed by `relaxation` (Chebyshev-weighted SOR), then
// projects it to contact. If the position is not finite, the vertex stays and the body is stopped.
fn sweep_solve(
    sub: Substep, vertex: u32, x: vec3<f32>, own: SweepVertex, sum: BlockSum, relaxation: f32, last: bool,
    ahead: bool,
) -> vec3<f32> {
    let inertia = own.inertia;
    let pull = own.pull;
    let residual = own.residual;
    if inertia.w < 0.0 {
        return x;
    }
    var whole = sum;
    contact_force(sub.body, vertex, own.bound, x, sum.diagonal + vec3<f32>(inertia.w), last, &whole);
    let force = sweep_force(x, own, whole);
    if last {
        scratch_set_fall(vertex, sweep_fall(vertex, force - inertia.w * sweep_lag(x, own)));
    }
    let block = MathSym3(whole.diagonal + vec3<f32>(inertia.w + pull.w), whole.off);
    let inverse = math_sym3_inverse(block);
    let weight = select(relaxation, 1.0, sum.squeezed > 0.0); // see docs/decisions/0006-volume-barrier.md
    let displacement = residual + weight * math_sym3_mul(inverse, force);
    let bound = contact_bound_rest(vertex, own.bound, ahead);
    let p = contact_move(sub.body, vertex, x, displacement, block, inverse, bound);
    if !math_finite(p) {
        position_stop(sub.body, sub.number);
        kahan_sum_drop(vertex);
        return x;
    }
    return p;
}

// The part of gravity, 0 to 1, that the elastic forces do not balance, as if the sweeps had converged.
fn sweep_fall(vertex: u32, force: vec3<f32>) -> f32 {
    let weight = params.gravity.xyz / position_of(vertex).w;
    return clamp(1.0 + dot(force, weight) / max(dot(weight, weight), 1e-30), 0.0, 1.0);
}
