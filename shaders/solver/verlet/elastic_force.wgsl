//#use memory/record.wgsl
//#use element/mass_spring.wgsl
//#needs memory/position
// The forces of the mass-spring method. src/solver/verlet.rs writes the words of a body, and memory/record.wgsl reads the
// tables.

fn elastic_force_factors(body: Body) -> MassSpringFactors {
    return mass_spring_factors(body.constants[0]);
}

// The elastic force on one vertex [N]; w: the rest length of its longest edge [unit]. Each loop loads four records at a
// time, so that four reads overlap.
fn elastic_force_force(body: Body, lane: RecordLane) -> vec4<f32> {
    let x = position_at(lane.vertex);
    var force = vec4<f32>(0.0);
    var row = lane.first_edge;
    let edge_end = row + 32u * lane.edges;
    for (; row + 96u < edge_end; row += 128u) {
        let a = arena[row];
        let b = arena[row + 32u];
        let c = arena[row + 64u];
        let d = arena[row + 96u];
        elastic_force_add_edge(&force, body, x, a);
        elastic_force_add_edge(&force, body, x, b);
        elastic_force_add_edge(&force, body, x, c);
        elastic_force_add_edge(&force, body, x, d);
    }
    for (; row < edge_end; row += 32u) {
        elastic_force_add_edge(&force, body, x, arena[row]);
    }
    row = lane.first_tet;
    let tet_end = row + 32u * lane.tets;
    for (; row + 96u < tet_end; row += 128u) {
        let a = arena[row];
        let b = arena[row + 32u];
        let c = arena[row + 64u];
        let d = arena[row + 96u];
        elastic_force_add_tet(&force, body, x, a);
        elastic_force_add_tet(&force, body, x, b);
        elastic_force_add_tet(&force, body, x, c);
        elastic_force_add_tet(&force, body, x, d);
    }
    for (; row < tet_end; row += 32u) {
        elastic_force_add_tet(&force, body, x, arena[row]);
    }
    return force;
}

fn elastic_force_add_edge(force: ptr<function, vec4<f32>>, body: Body, x: vec3<f32>, record: vec4<u32>) {
    let factors = elastic_force_factors(body);
    let stiffness = bitcast<f32>(record.y) * factors.edges;
    let rest = bitcast<f32>(record.z) * factors.scale;
    let pull = mass_spring_spring(x, position_at(record.x), stiffness, rest);
    *force = vec4<f32>((*force).xyz + pull, max((*force).w, rest));
}

fn elastic_force_add_tet(force: ptr<function, vec4<f32>>, body: Body, x: vec3<f32>, record: vec4<u32>) {
    let tet = record_tet(record);
    let push = mass_spring_volume(
        x, position_at(tet.corners.x), position_at(tet.corners.y), position_at(tet.corners.z),
        record_inverse_6v(body, tet), tet.factor * elastic_force_factors(body).volume,
    );
    *force += vec4<f32>(push, 0.0);
}
