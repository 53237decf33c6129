//#use contact/narrow/surface_table.wgsl
//#use contact/force/multiplier_update.wgsl
//#use memory/position/world.wgsl
// The end of an epoch: the multipliers of all contacts, and the pairs of bodies that press each other. A workgroup a patch,
// a thread a candidate.

const MULTIPLIERS_WIDTH: u32 = 64u;

@compute @workgroup_size(MULTIPLIERS_WIDTH)
fn multipliers(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let work = arena[params.work_row + workgroup_id.x];
    if !filter_is_near(work.x) {
        return;
    }
    let body = bodies[work.x];
    let surface = surface_table_of(body);
    let range = surface_table_range(body, surface, work.y);
    for (var c = range.x + thread; c < range.y; c += MULTIPLIERS_WIDTH) {
        multiplier_update_contact(c);
    }
}
