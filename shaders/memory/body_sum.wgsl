//#use element/element.wgsl
//#use lib/math.wgsl
//#use memory/bindings.wgsl
//#use memory/element_group.wgsl
//#use memory/report.wgsl
//#use memory/substep.wgsl
//#needs memory/position
//#needs memory/scratch
// A group whose elements are one constraint over the whole body: a sum over all vertices, then a move of each.
//
// The kept row of the body: the force behind the multiplier, so that a substep of any length begins with it, and the goal.

fn body_sum_kept(body: Body) -> f32 {
    return state[body.kept_row].x;
}

// The derivative by a vertex of a sum over the triangles.
fn body_sum_slope(body: Body, local: u32) -> vec3<f32> {
    let head = arena[body.face_row + local];
    var slope = vec3<f32>(0.0);
    for (var k = 0u; k < head.y; k++) {
        let corners = arena[body.face_row + head.x + k].xyz;
        slope += element_slope(position_at(corners.x), position_at(corners.y), position_at(corners.z));
    }
    return slope;
}

// The load of a vertex at the start of a substep; square: of the substep's length.
fn body_sum_start(body: Body, local: u32, square: f32) -> vec3<f32> {
    return element_vertex(body_sum_slope(body, local), square * body_sum_kept(body));
}

// A vertex's part of the sum. No vertex moves yet, so each stores its derivative for its move.
fn body_sum_part(body: Body, group: ElementGroup, local: u32) -> vec4<f32> {
    let slope = body_sum_slope(body, local);
    state[element_group_vertex_row(group, local)] = vec4<f32>(slope, 0.0);
    let place = position_at(local) - position_at(0u); // about the world's origin the sum would drown in rounding
    return element_part(group.kind, place, slope, scratch_inertia(body.first_vertex + local).w);
}

// One thread: stores the change for all vertices and the start of the next substep, and reports the sum to the host.
fn body_sum_total(body: Body, sub: Substep, group: ElementGroup, total: vec4<f32>) {
    let square = sub.h * sub.h;
    let before = square * body_sum_kept(body);
    var constants = group.constants;
    constants.x = element_aim(group.kind, constants, total.x, sub.h, state[body.kept_row].y);
    let change = element_total(group.kind, constants, total, square, before);
    let force = (before + change) / square;
    let kept = element_bearable(group.kind, constants, total, before + change) / square;
    state[element_group_total_row(group)] = vec4<f32>(change, 0.0, 0.0, 0.0);
    if math_finite(vec3<f32>(change, force, total.x)) { // else the body stops
        state[body.kept_row] = vec4<f32>(kept, constants.x, 0.0, 0.0);
        report_sum(sub.body, total.x + change * total.y, force);
    }
}

// The load of the total on a vertex.
fn body_sum_load(group: ElementGroup, local: u32) -> vec3<f32> {
    let slope = state[element_group_vertex_row(group, local)].xyz;
    return element_vertex(slope, state[element_group_total_row(group)].x);
}
