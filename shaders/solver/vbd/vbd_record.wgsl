//#use share/body.wgsl
// The words of a body for vertex block descent, beside those of memory/record.wgsl. src/solver/vbd.rs writes them.

// The constants of the body's material.
fn vbd_elastic(body: Body) -> vec4<f32> {
    return body.constants[0];
}

// Arena rows of a resident body's rounds (src/solver/rounds.rs), of the heads of its groups of portions, and of the portions
// that each vertex sums.
fn vbd_round_row(body: Body) -> u32 {
    return body.table[1].x;
}

fn vbd_rounds(body: Body) -> u32 {
    return body.table[1].y;
}

fn vbd_head_row(body: Body) -> u32 {
    return body.table[1].z;
}

fn vbd_gather_row(body: Body) -> u32 {
    return body.table[1].w;
}

// Arena row of the body's coarse correction, if any.
fn vbd_coarse_row(body: Body) -> u32 {
    return body.table[2].y;
}

// The factor from a coarse motion's λ to its squared frequency [1/s²].
fn vbd_coarse_rate(body: Body) -> f32 {
    return body.constants[2].x;
}

// The inverse mass of the asset's unit of measure [1/kg].
fn vbd_coarse_weight(body: Body) -> f32 {
    return body.constants[2].y;
}

// Slowest elastic motion [rad/s]; zero if unknown.
fn vbd_frequency(body: Body) -> f32 {
    return body.constants[1].y;
}

// How often a pressure wave crosses the body [1/s].
fn vbd_sound(body: Body) -> f32 {
    return body.constants[1].z;
}
