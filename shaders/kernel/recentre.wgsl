//#use memory/position/world.wgsl
//#use memory/scratch/buffers.wgsl
//#use contact/colliders/planes.wgsl
//#use contact/bodies/none.wgsl
//#use memory/kahan_sum.wgsl
//#use solver/common/energy_monitor.wgsl
//#use memory/work_list.wgsl
//#use lib/cell.wgsl
// The first kernel of a step: a body whose middle has moved far from the corner of its cell gets a new cell, so that its
// coordinates stay small. The limit is in sizes of the body, so that coordinates have the same resolution at any scale.

const RECENTRE_FAR: f32 = 4.0; // [sizes of the body]

// The thread that prepares the energy counter. It is not in the first warp, so that both warps run in parallel.
const RECENTRE_WATCHES: u32 = 127u;

// The change of a body's cell. It depends on the last step's report only, so that all workgroups compute the same.
fn recentre_shift(index: u32, body: Body) -> vec3<i32> {
    let centre = report_centre(index);
    let far = max(abs(centre.x), max(abs(centre.y), abs(centre.z)));
    let is_near = far <= max(RECENTRE_FAR * body.size, 2.0 * CELL_SIZE);
    if is_near || !math_finite(centre) || report_stopped(index) {
        return vec3<i32>(0);
    }
    let most = f32(CELL_FARTHEST / 2);
    let shift = vec3<i32>(clamp(round(centre / CELL_SIZE), vec3<f32>(-most), vec3<f32>(most)));
    // Beyond the farthest cell coordinates grow, and lose resolution.
    let farthest = vec3<i32>(CELL_FARTHEST);
    let next = report_bounds_cell(index) + shift;
    return select(vec3<i32>(0), shift, (next >= -farthest) & (next <= farthest));
}

@compute @workgroup_size(128)
fn recentre(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let chunk = work_list_chunk(workgroup_id.x);
    let body = bodies[chunk.body];
    if chunk.first == 0u && thread == RECENTRE_WATCHES {
        energy_monitor_open(chunk.body); // reads and writes nothing that changes below
    }
    let shift = recentre_shift(chunk.body, body);
    if all(shift == vec3<i32>(0)) {
        return;
    }
    if chunk.first == 0u && thread < 3u {
        let word = chunk.body * REPORT_WORDS + thread;
        let next = atomicLoad(&report[word + REPORT_BOUNDS_CELL]) + bitcast<u32>(shift[thread]);
        atomicStore(&report[word + REPORT_CELL], next);
        let from_place = bitcast<f32>(atomicLoad(&report[word + REPORT_ENERGY_POSITION]));
        let index = from_place - CELL_SIZE * f32(shift[thread]);
        atomicStore(&report[word + REPORT_ENERGY_POSITION], bitcast<u32>(index));
    }
    if thread < chunk.count {
        recentre_vertex(body.first_vertex + chunk.first + thread, -CELL_SIZE * vec3<f32>(shift));
    }
}

// Moves a vertex. Its residual takes the rounding error of the new position.
fn recentre_vertex(vertex: u32, displacement: vec3<f32>) {
    let x = state[state_row(STATE_POSITION, vertex)];
    let p = kahan_sum_rounded(x.xyz + displacement);
    let went = kahan_sum_rounded(p - x.xyz);
    let start = kahan_sum_rounded(p - went);
    let rest = (x.xyz - start) + (displacement - went); // of the sum, exactly (Knuth 1969, section 4.2.2)
    state[state_row(STATE_POSITION, vertex)] = vec4<f32>(p, x.w);
    scratch_set_residual(vertex, scratch_residual(vertex) + rest);
    let anchor = state[state_row(STATE_ANCHOR, vertex)];
    state[state_row(STATE_ANCHOR, vertex)] = vec4<f32>(anchor.xyz + displacement * anchor.w, anchor.w);
}
