// What every kernel of a step knows about the world. Mirrored by src/share/params.rs.
struct Params {
    gravity: vec4<f32>, // xyz: gravity [unit/s²], w: step dt [s]
    counts: vec4<u32>,  // bodies, colliders (the first movers), attachments, rows of one state array
    lists: vec4<u32>,   // first arena row of: resident neo-Hookean bodies, resident mass-spring bodies, wide work; w: unused
}

// What one dispatch of a wide sweep knows. Mirrored by src/share/params.rs.
struct ParamsPass {
    work: vec4<u32>,     // first work row, work rows, substep, iteration
    partials: vec4<u32>, // first scratch row of the partial sums, partial rows a body list holds, zero, zero
}
