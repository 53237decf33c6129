//#use kernel/bindings.wgsl
// Time within a step.

// One substep of one body.
struct Substep {
    body: u32,
    number: u32, // from 0
    begin: f32,  // fraction of the step at its start
    end: f32,    // and at its end
    h: f32,      // its length [s]
}

fn substep_of(index: u32, body: Body, number: u32) -> Substep {
    let substeps = f32(body.substeps);
    return Substep(index, number, f32(number) / substeps, f32(number + 1u) / substeps, substep_h(body));
}

// Length of the body's substeps [s].
fn substep_h(body: Body) -> f32 {
    return params_dt(params) / f32(body.substeps);
}
