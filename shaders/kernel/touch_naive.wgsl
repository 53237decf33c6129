//#use kernel/stage/refresh.wgsl
//#use kernel/stage/facet.wgsl
//#use kernel/stage/neighbour.wgsl
//#use kernel/stage/work.wgsl
//#use kernel/body/world.wgsl
// Throwaway: detection by brute force.
const TOUCH_NAIVE_ROOM: u32 = 80u;
const TOUCH_NAIVE_SLOTS: u32 = 512u;

@compute @workgroup_size(64)
fn touch_naive_near(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let index = work_index(group.x);
    let first = group.x * params.work_count;
    if thread == 0u {
        var n = 0u;
        for (var i = 0u; i < params.work_count; i++) {
            let other = work_index(i);
            if other != index {
                touch[frames.touch.near_row + 2u * (first + n) + 1u] = vec4<u32>(other, 0u, 0u, 0u);
                n += 1u;
            }
        }
        touch[limit_body(index) + TOUCH_STATE] = vec4<u32>(first, n, index, index);
        atomicStore(&report[index * REPORT_WORDS + REPORT_TOUCH], TOUCH_NEAR);
    }
}

@compute @workgroup_size(64)
fn touch_naive_open(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let index = work_index(group.x);
    let body = bodies[index];
    let surface = facet_of(body);
    let way = limit_floats(limit_body(index) + TOUCH_WAY).xyz;
    for (var i = thread; i < body.vertex_count; i += 64u) {
        let vertex = body.first_vertex + i;
        let row = limit_vertex(vertex);
        let leeway = 0.1 * bitcast<f32>(arena[surface.rest_row + i].w) * body.scale;
        let x = state[state_row(STATE_POSITION, vertex)];
        let v = state[state_row(STATE_VELOCITY, vertex)];
        let dt = params_dt(params);
        let fall = select(clamp(v.w, 0.0, 1.0), 0.0, x.w <= 0.0);
        let g = dt * (v.xyz + dt / f32(params.epochs) * fall * params.gravity.xyz) - way;
        limit_set(row + TOUCH_FRAME, vec4<f32>(x.xyz, 2.0 * length(g) + leeway));
        touch[row + TOUCH_LIST] = vec4<u32>(0u);
        limit_set(row + TOUCH_REF, vec4<f32>(0.0, 0.0, 0.0, TOUCH_FAR));
        limit_set(row + TOUCH_REF + 1u, vec4<f32>(0.0, 0.0, 0.0, TOUCH_FAR));
        touch[row + TOUCH_OWN].y = bitcast<u32>(leeway);
    }
}

fn touch_naive_at(vertex: u32, offset: vec3<f32>) -> vec3<f32> {
    return state[state_row(STATE_POSITION, vertex)].xyz + offset;
}

fn touch_naive_rho(vertex: u32) -> f32 {
    return limit_floats(limit_vertex(vertex) + TOUCH_FRAME).w;
}

fn touch_naive_leeway(vertex: u32) -> f32 {
    return bitcast<f32>(touch[limit_vertex(vertex) + TOUCH_OWN].y);
}

fn touch_naive_put(primary: u32, first: u32, count: u32, corners: vec4<u32>, about: vec4<u32>) -> u32 {
    if count >= TOUCH_NAIVE_ROOM {
        return count;
    }
    let row = touch_candidate_row(first + count, touch_half());
    touch[row] = corners;
    touch[row + 1u] = about;
    touch[frames.touch.plane_row + 2u * (first + count)].w = 0u;
    return count + 1u;
}

@compute @workgroup_size(64)
fn touch_naive_find(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let work = arena[params.work_row + group.x];
    let index = work.x;
    let body = bodies[index];
    let surface = facet_of(body);
    let part = facet_patch(surface, work.y);
    let list = neighbour_list(index);
    let vertices = arrayLength(&touch);
    for (var i = thread; i < part.points + part.edges; i += 64u) {
        let is_edge = i >= part.points;
        var own: vec2<u32>;
        var primary: u32;
        var first: u32;
        if is_edge {
            let e = part.first_edge + i - part.points;
            own = body.first_vertex + facet_edge(surface, e).xy;
            primary = frames.touch.edge_row + body.first_edge + e;
            first = (params.part + body.first_edge + e) * TOUCH_NAIVE_ROOM;
        } else {
            own = vec2<u32>(body.first_vertex + facet_point(surface, part.first_point + i));
            primary = frames.touch.point_row + own.x;
            first = own.x * TOUCH_NAIVE_ROOM;
        }
        let old = touch[primary];
        var count = 0u;
        for (var k = 0u; k < list.y; k++) {
            let other_index = neighbour_body(list.x + k);
            if neighbour_flag(list.x + k) == TOUCH_APART || (is_edge && other_index < index) {
                continue;
            }
            let other = bodies[other_index];
            let offset = cell_between(report_cell(index), report_cell(other_index));
            let theirs = facet_of(other);
            let x = touch_naive_at(own.x, vec3<f32>(0.0));
            let x1 = touch_naive_at(own.y, vec3<f32>(0.0));
            let rho = max(touch_naive_rho(own.x), touch_naive_rho(own.y));
            let lee = touch_naive_leeway(own.x);
            if is_edge {
                for (var e = 0u; e < theirs.edges; e++) {
                    let q = other.first_vertex + facet_edge(theirs, e).xy;
                    let reach = rho + max(touch_naive_rho(q.x), touch_naive_rho(q.y)) + 0.1 * (lee + touch_naive_leeway(q.x));
                    let way = closest_segments(x, x1, touch_naive_at(q.x, offset), touch_naive_at(q.y, offset)).way;
                    if length(way) <= reach {
                        count = touch_naive_put(primary, first, count, vec4<u32>(own, q), vec4<u32>(1u, other_index, e, index));
                    }
                }
            } else {
                for (var t = 0u; t < theirs.triangles; t++) {
                    let q = other.first_vertex + arena[theirs.triangle_row + t].xyz;
                    let reach = rho + max(max(touch_naive_rho(q.x), touch_naive_rho(q.y)), touch_naive_rho(q.z)) + 0.1 * (lee + touch_naive_leeway(q.x));
                    let way = closest_triangle(x, touch_naive_at(q.x, offset), touch_naive_at(q.y, offset), touch_naive_at(q.z, offset)).way;
                    if length(way) <= reach {
                        count = touch_naive_put(primary, first, count, vec4<u32>(own.x, q), vec4<u32>(0u, other_index, t, index));
                    }
                }
            }
        }
        touch[primary] = vec4<u32>(first, count, old.x, old.y);
        if count > 0u {
            atomicOr(&report[index * REPORT_WORDS + REPORT_TOUCH], TOUCH_LISTED);
            for (var c = first; c < first + count; c++) {
                atomicOr(&report[limit_about(c).y * REPORT_WORDS + REPORT_TOUCH], TOUCH_LISTED);
            }
        }
    }
}

@compute @workgroup_size(64)
fn touch_naive_slots(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let index = work_index(group.x);
    let body = bodies[index];
    for (var i = thread; i < body.vertex_count; i += 64u) {
        let vertex = body.first_vertex + i;
        let first = vertex * TOUCH_NAIVE_SLOTS;
        var count = 0u;
        for (var b = 0u; b < params.work_count; b++) {
            let other = bodies[work_index(b)];
            let surface = facet_of(other);
            for (var p = 0u; p < other.vertex_count + surface.edges; p++) {
                var primary = frames.touch.point_row + other.first_vertex + p;
                if p >= other.vertex_count {
                    primary = frames.touch.edge_row + other.first_edge + p - other.vertex_count;
                }
                let list = touch[primary];
                for (var c = list.x; c < list.x + list.y; c++) {
                    let corners = limit_corners(c);
                    for (var k = 0u; k < 4u; k++) {
                        if corners[k] == vertex && count < TOUCH_NAIVE_SLOTS {
                            limit_set_word(frames.touch.slot_row, first + count, 4u * c + k);
                            count += 1u;
                        }
                    }
                }
            }
        }
        touch[limit_vertex(vertex) + TOUCH_LIST] = vec4<u32>(first, count, 0u, 0u);
    }
}
