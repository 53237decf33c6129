// What a kernel knows of its dispatch and of the world: its immediates. Mirrored by src/share/params.rs.
struct Params {
    work: vec4<u32>,     // of the dispatch: first work row in the arena, work rows, substep, iteration
    partials: vec4<u32>, // of the dispatch: first scratch row of sums over vertices, of rigid corrections; 1 if held vertices move later, part of the work (kernel's own)
    gravity: vec4<f32>,  // xyz: gravity [unit/s²], w: step dt [s]
    counts: vec4<u32>,   // colliders without bounds (the first movers), colliders (the first movers), number of the step, rows of one state array
}
