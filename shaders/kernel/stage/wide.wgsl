//#use kernel/stage/finish.wgsl
// What the wide kernels share: sums that travel between dispatches in scratch.

var<workgroup> partial: array<vec4<f32>, 288>; // 4 for each of 64 sums, and 32

const WIDE_CHUNK_ROWS: u32 = 11u; // mirrored by CHUNK_ROWS in src/gpu/state.rs

fn wide_substep(body: u32, substep: u32) -> ContactSubstep {
    let substeps = f32(bodies[body].schedule.x);
    return ContactSubstep(
        body, f32(substep) / substeps, f32(substep + 1u) / substeps, params.gravity.w / substeps,
    );
}

// Eleven rows a chunk: the sums after the solve, at the start of the substep, and of what hit something.
fn wide_store(row: u32, sums: mat4x4<f32>, old: mat4x4<f32>) {
    for (var k = 0u; k < 4u; k++) {
        scratch[row + k] = sums[k];
    }
    for (var k = 0u; k < 3u; k++) {
        scratch[row + 4u + k] = old[k];
    }
}

fn wide_load(row: u32) -> mat4x4<f32> {
    return mat4x4<f32>(scratch[row], scratch[row + 1u], scratch[row + 2u], scratch[row + 3u]);
}

fn wide_load_old(row: u32) -> mat4x4<f32> {
    return mat4x4<f32>(scratch[row + 4u], scratch[row + 5u], scratch[row + 6u], vec4<f32>(0.0));
}

fn wide_store_hits(row: u32, hits: mat4x4<f32>) {
    for (var k = 0u; k < 4u; k++) {
        scratch[row + 7u + k] = hits[k];
    }
}

fn wide_load_hits(row: u32) -> mat4x4<f32> {
    return mat4x4<f32>(scratch[row + 7u], scratch[row + 8u], scratch[row + 9u], scratch[row + 10u]);
}

fn wide_store_rigid(row: u32, rigid: FinishRigid) {
    scratch[row] = rigid.shift;
    scratch[row + 1u] = rigid.spin;
    scratch[row + 2u] = rigid.centre;
    scratch[row + 3u] = rigid.linear;
    scratch[row + 4u] = rigid.angular;
}

// The rigid correction of the wide body with this index; none for a body that is held somewhere.
fn wide_rigid(body: Body, index: u32) -> FinishRigid {
    if (body.schedule.w & BODY_FREE) == 0u {
        return finish_still();
    }
    let row = dispatch.partials.y + 5u * index;
    return FinishRigid(scratch[row], scratch[row + 1u], scratch[row + 2u], scratch[row + 3u], scratch[row + 4u]);
}
