//#use kernel/stage/finish.wgsl
// What the wide kernels share: sums that travel between dispatches in scratch.

var<workgroup> partial: array<vec4<f32>, 288>; // 4 for each of 64 sums, and 32


fn wide_substep(body: u32, substep: u32) -> ContactSubstep {
    let substeps = f32(bodies[body].schedule.x);
    return ContactSubstep(
        body, f32(substep) / substeps, f32(substep + 1u) / substeps, params.gravity.w / substeps,
    );
}

// Twelve rows: the sums after the solve, at the start of the substep, and of what hit something.
const WIDE_HITS: u32 = 8u;

fn wide_store(row: u32, sums: mat4x4<f32>, old: mat4x4<f32>) {
    for (var k = 0u; k < 4u; k++) {
        scratch[row + k] = sums[k];
        scratch[row + 4u + k] = old[k];
    }
}

fn wide_store_hits(row: u32, hits: mat4x4<f32>) {
    for (var k = 0u; k < 4u; k++) {
        scratch[row + WIDE_HITS + k] = hits[k];
    }
}

fn wide_load(row: u32) -> mat4x4<f32> {
    return mat4x4<f32>(scratch[row], scratch[row + 1u], scratch[row + 2u], scratch[row + 3u]);
}

fn wide_store_rigid(row: u32, rigid: FinishRigid) {
    scratch[row] = rigid.shift;
    scratch[row + 1u] = rigid.spin;
    scratch[row + 2u] = rigid.centre;
    scratch[row + 3u] = rigid.linear;
    scratch[row + 4u] = rigid.angular;
}
