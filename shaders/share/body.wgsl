// A body as the solvers see it. Mirrored by src/share/body.rs.
struct Body {
    range: vec4<u32>,    // first vertex, vertices, first attachment, attachments
    tables: vec4<u32>,   // arena rows: colours, slices, tet rows, edge rows
    shares: vec4<u32>,   // arena rows of a resident body: rounds, their number (no row), heads, vertices
    schedule: vec4<u32>, // substeps, iterations, colours, flags (BODY_...)
    filters: vec4<u32>,  // layers, mask, arena row of the faces around vertices, zero
    elastic: vec4<f32>,  // method's own: see the material's file
    shape: vec4<f32>,    // 1/scale³, diagonal of the rest pose [unit], total mass [kg], damping [1/s]
    contact: vec4<f32>,  // friction, restitution, depenetration speed [unit/s], depth a face may have in a collider [unit]
}

const BODY_FREE: u32 = 1u;    // no attachment and no fixed vertex: momentum is restored
