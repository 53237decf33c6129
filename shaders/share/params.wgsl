// What every kernel of a step knows about the world. Mirrored by src/share/params.rs.
struct Params {
    gravity: vec4<f32>, // xyz: gravity [unit/s²], w: step dt [s]
    counts: vec4<u32>,  // colliders without bounds (the first movers), colliders (the first movers), number of the step, rows of one state array
}

// What one dispatch knows. Mirrored by src/share/params.rs.
struct ParamsPass {
    work: vec4<u32>,     // first work row in the arena, work rows, substep, iteration
    partials: vec4<u32>, // first scratch row of: sums of chunks, rigid corrections; 1 if held vertices move later, part of the work (kernel's own)
}
