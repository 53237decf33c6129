//#use share/body.wgsl
// The words of a body that vertex block descent has beside those of memory/record.wgsl. src/solver/vbd.rs writes them.

// The constants of its material.
fn vbd_elastic(body: Body) -> vec4<f32> {
    return body.constants[0];
}

// Arena rows: of its rounds, if it is resident (src/solver/rounds.rs), of the heads of its groups of shares, of what each
// vertex gathers.
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

// Arena row of its coarse correction, if it has one.
fn vbd_coarse_row(body: Body) -> u32 {
    return body.table[2].y;
}

// From λ of its motions to their squared frequencies [1/s²].
fn vbd_coarse_rate(body: Body) -> f32 {
    return body.constants[2].x;
}

// Of a unit of the asset's measure [1/kg].
fn vbd_coarse_weight(body: Body) -> f32 {
    return body.constants[2].y;
}

// Slowest elastic motion [rad/s]; zero if unknown.
fn vbd_frequency(body: Body) -> f32 {
    return body.constants[1].y;
}

// So often pressure waves cross it [1/s].
fn vbd_sound(body: Body) -> f32 {
    return body.constants[1].z;
}
