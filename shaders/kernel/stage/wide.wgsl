//#use kernel/stage/finish.wgsl
// What the wide kernels share: sums that travel between dispatches in scratch.

var<workgroup> partial: array<vec4<f32>, 896>; // 7 a thread

fn wide_substep(body: u32, substep: u32) -> ContactSubstep {
    let substeps = f32(bodies[body].schedule.x);
    return ContactSubstep(
        body, f32(substep) / substeps, f32(substep + 1u) / substeps, params.gravity.w / substeps,
    );
}

fn wide_store(row: u32, sums: FinishSums) {
    scratch[row] = sums.linear;
    scratch[row + 1u] = sums.angular;
    scratch[row + 2u] = sums.linear_old;
    scratch[row + 3u] = sums.angular_old;
    scratch[row + 4u] = sums.diagonal;
    scratch[row + 5u] = sums.off;
    scratch[row + 6u] = sums.centre_old;
}

fn wide_load(row: u32, sums: ptr<function, FinishSums>) {
    (*sums).linear += scratch[row];
    (*sums).angular += scratch[row + 1u];
    (*sums).linear_old += scratch[row + 2u];
    (*sums).angular_old += scratch[row + 3u];
    (*sums).diagonal += scratch[row + 4u];
    (*sums).off += scratch[row + 5u];
    (*sums).centre_old += scratch[row + 6u];
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
