//#use kernel/stage/row.wgsl
//#use material/mass_spring.wgsl
//#needs kernel/body
// The forces of the mass-spring method.

// The elastic forces on one vertex [N]; w: the rest length of its longest edge [unit]. Four records at a time, so that
// four reads are in flight.
fn elastic_force(body: Body, lane: RowLane) -> vec4<f32> {
    let x = body_at(lane.vertex);
    var force = vec4<f32>(0.0);
    var row = lane.first_edge;
    let edge_end = row + 32u * lane.edges;
    for (; row + 96u < edge_end; row += 128u) {
        let a = arena[row];
        let b = arena[row + 32u];
        let c = arena[row + 64u];
        let d = arena[row + 96u];
        elastic_add_edge(&force, body, x, a);
        elastic_add_edge(&force, body, x, b);
        elastic_add_edge(&force, body, x, c);
        elastic_add_edge(&force, body, x, d);
    }
    for (; row < edge_end; row += 32u) {
        elastic_add_edge(&force, body, x, arena[row]);
    }
    row = lane.first_tet;
    let tet_end = row + 32u * lane.tets;
    for (; row + 96u < tet_end; row += 128u) {
        let a = arena[row];
        let b = arena[row + 32u];
        let c = arena[row + 64u];
        let d = arena[row + 96u];
        elastic_add_tet(&force, body, x, a);
        elastic_add_tet(&force, body, x, b);
        elastic_add_tet(&force, body, x, c);
        elastic_add_tet(&force, body, x, d);
    }
    for (; row < tet_end; row += 32u) {
        elastic_add_tet(&force, body, x, arena[row]);
    }
    return force;
}

fn elastic_add_edge(force: ptr<function, vec4<f32>>, body: Body, x: vec3<f32>, record: vec4<u32>) {
    let factors = mass_spring_factors(body.elastic);
    let stiffness = bitcast<f32>(record.y) * factors.edges;
    let rest = bitcast<f32>(record.z) * factors.scale;
    let pull = mass_spring_spring(x, body_at(record.x), stiffness, rest);
    *force = vec4<f32>((*force).xyz + pull, max((*force).w, rest));
}

fn elastic_add_tet(force: ptr<function, vec4<f32>>, body: Body, x: vec3<f32>, record: vec4<u32>) {
    let tet = row_tet(record);
    let push = mass_spring_volume(
        x, body_at(tet.corners.x), body_at(tet.corners.y), body_at(tet.corners.z),
        tet.inverse_6v * body.inverse_scale_cubed, tet.factor * mass_spring_factors(body.elastic).volume,
    );
    *force += vec4<f32>(push, 0.0);
}
