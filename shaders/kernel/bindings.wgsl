//#use share/params.wgsl
//#use share/body.wgsl
//#use share/mover.wgsl
//#use share/scratch.wgsl
//#use share/report.wgsl
//#use lib/math.wgsl
// The buffers of a simulation kernel: eight storage buffers, the least every WebGPU adapter has.
@group(0) @binding(0) var<storage, read> arena: array<vec4<u32>>; // cooked bodies and work lists
@group(0) @binding(1) var<storage, read> bodies: array<Body>;
@group(0) @binding(2) var<storage, read> movers: array<Mover>;
@group(0) @binding(3) var<storage, read> attachments: array<MoverAttachment>;
@group(0) @binding(4) var<storage, read_write> position: array<vec4<f32>>; // w: inverse mass [1/kg]
@group(0) @binding(5) var<storage, read_write> velocity: array<vec4<f32>>; // w: see stage/begin.wgsl; of springs 1 until contact acted in the step
@group(0) @binding(6) var<storage, read_write> scratch: array<vec4<f32>>;
@group(0) @binding(7) var<storage, read_write> report: array<atomic<u32>>;

var<immediate> params: Params;

fn scratch_row(row: u32, vertex: u32) -> u32 {
    return row * params.counts.w + vertex;
}

// Stops a body: it is named in the report. Its vertices stop at finite positions of about this substep; which ones depends on
// how far each had come, and is not part of the contract.
fn report_stop(body: u32, substep: u32) {
    if atomicExchange(&report[body * REPORT_WORDS + REPORT_STATUS], 1u) == 0u {
        atomicStore(&report[body * REPORT_WORDS + REPORT_SUBSTEP], substep);
    }
}

fn report_stopped(body: u32) -> bool {
    return atomicLoad(&report[body * REPORT_WORDS + REPORT_STATUS]) != 0u;
}

// Centre of the body's bounds at the end of the last step.
fn report_centre(body: u32) -> vec3<f32> {
    let w = body * REPORT_WORDS;
    let low = report_point(w + REPORT_LOW);
    let high = report_point(w + REPORT_HIGH);
    return 0.5 * (low + high);
}

fn report_point(word: u32) -> vec3<f32> {
    return math_from_ordered(vec3<u32>(atomicLoad(&report[word]), atomicLoad(&report[word + 1u]), atomicLoad(&report[word + 2u])));
}
