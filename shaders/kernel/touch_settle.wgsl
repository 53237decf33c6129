//#use kernel/stage/facet.wgsl
//#use kernel/stage/settle.wgsl
//#use kernel/body/world.wgsl
// The end of an epoch: the multipliers of all rows, and which bodies press each other. A workgroup a patch, a thread a
// candidate.

const TOUCH_SETTLE_WIDTH: u32 = 64u;

@compute @workgroup_size(TOUCH_SETTLE_WIDTH)
fn touch_settle(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let work = arena[params.work_row + group.x];
    if !limit_is_near(work.x) {
        return;
    }
    let body = bodies[work.x];
    let surface = facet_of(body);
    let range = facet_range(body, surface, work.y);
    for (var c = range.x + thread; c < range.y; c += TOUCH_SETTLE_WIDTH) {
        settle_row(c);
    }
}
