//#use kernel/stage/facet.wgsl
//#use kernel/stage/settle.wgsl
//#use kernel/body/world.wgsl
// The end of an epoch: the multipliers of all rows, and which bodies press each other. A workgroup a patch.

const TOUCH_SETTLE_WIDTH: u32 = 64u;

@compute @workgroup_size(TOUCH_SETTLE_WIDTH)
fn touch_settle(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let work = arena[params.work_row + group.x];
    if !limit_is_near(work.x) {
        return;
    }
    let body = bodies[work.x];
    let surface = facet_of(body);
    let part = facet_patch(surface, work.y);
    for (var i = thread; i < part.points; i += TOUCH_SETTLE_WIDTH) {
        let vertex = body.first_vertex + facet_point(surface, part.first_point + i);
        touch_settle_all(touch[frames.touch.point_row + vertex]);
    }
    for (var i = thread; i < part.edges; i += TOUCH_SETTLE_WIDTH) {
        touch_settle_all(touch[frames.touch.edge_row + body.first_edge + part.first_edge + i]);
    }
}

fn touch_settle_all(list: vec4<u32>) {
    for (var c = list.x; c < list.x + list.y; c++) {
        settle_row(c);
    }
}
