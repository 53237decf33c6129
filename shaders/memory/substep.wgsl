//#use memory/bindings.wgsl
//#use memory/report.wgsl
// Time within a step. A step has `params.epochs` equal parts, and a body the same number of substeps in each.

// One substep of one body.
struct Substep {
    body: u32,
    number: u32, // in the step, from 0
    begin: f32,  // fraction of the step at its start
    end: f32,    // fraction at its end
    h: f32,      // its length [s]
    cell: vec3<i32>, // of the body
    opens: bool, // first of its dispatch or of the step: no damping of an earlier substep is due
    corrected: bool, // coarse corrections replace its second sweep from each end
    theta: f32,   // part of the substep at whose end forces are taken, see solver/vbd/free_motion.wgsl
    theta_h: f32, // that part of h [s]
}

fn substep_of(index: u32, body: Body, number: u32) -> Substep {
    let substeps = f32(body.substeps);
    let begin = f32(number) / substeps;
    let end = f32(number + 1u) / substeps;
    let h = substep_h(body);
    return Substep(index, number, begin, end, h, report_cell(index), number == 0u, false, 1.0, h);
}

// Length of the body's substeps [s].
fn substep_h(body: Body) -> f32 {
    return params_dt(params) / f32(body.substeps);
}

// Substeps of the body in an epoch.
fn substep_each(body: Body) -> u32 {
    return body.substeps / params.epochs;
}

// The first substep of a resident kernel, which runs the epochs params.substep to params.part - 1.
fn substep_first(body: Body) -> u32 {
    return params.substep * substep_each(body);
}

// The substep after its last.
fn substep_end(body: Body) -> u32 {
    return params.part * substep_each(body);
}

const SUBSTEP_NONE: u32 = 0xFFFFFFFFu;

// The number of the body's own substep in a wide kernel, or SUBSTEP_NONE. The plan has params.substeps an epoch, and a body
// with fewer rests in the last of them.
fn substep_at(body: Body, of_plan: u32) -> u32 {
    let epoch = of_plan / params.substeps;
    let within = of_plan % params.substeps;
    let each = substep_each(body);
    return select(SUBSTEP_NONE, epoch * each + within, epoch < params.epochs && within < each);
}
