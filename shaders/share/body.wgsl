// A body as the solvers see it. Mirrored by src/share/body.rs.
struct Body {
    first_vertex: u32,
    vertex_count: u32,
    first_attachment: u32,
    attachment_count: u32,
    colour_row: u32,     // arena rows: of the asset, whose first table is that of the colours
    slice_row: u32,      // of its slices
    tet_row: u32,        // of its tet records
    edge_row: u32,       // of its edge records
    round_row: u32,      // of its rounds, if it is resident (src/solver/rounds.rs)
    round_count: u32,
    head_row: u32,       // of the heads of its groups of shares
    gather_row: u32,     // of what each vertex gathers
    substeps: u32,
    iterations: u32,
    colours: u32,
    flags: u32,          // BODY_...
    layers: u32,
    mask: u32,
    face_row: u32,       // arena row of the faces around vertices
    face_count: u32,     // faces that have a place in STATE_FACE: at most two a vertex
    elastic: vec4<f32>,  // the method's own: see the material's file
    margin: f32,         // that its surface keeps from colliders; from bodies too, unless it is zero [unit]
    inverse_scale_cubed: f32,
    size: f32,           // diagonal of the rest pose [unit]
    mass: f32,           // [kg]
    damping: f32,        // [1/s]
    friction: f32,
    restitution: f32,
    exit_speed: f32,     // at which it leaves a collider that it starts in [unit/s]
    scale: f32,          // size in sizes of its asset
    coarse_row: u32,     // arena row of its coarse correction, if it has one
    coarse_rate: f32,    // from λ of its motions to their squared frequencies [1/s²]
    coarse_weight: f32,  // of a unit of the asset's measure [1/kg]
    frequency: f32,      // slowest elastic motion [rad/s]; zero if unknown
    sound: f32,          // so often pressure waves cross it [1/s]; zero if it is no elastic solid
    surface_row: u32,    // arena row of its surface, see share/surface.wgsl; zero: other bodies do not touch it
    first_patch: u32,    // number of its first patch in the world
    first_edge: u32,     // number of its first edge in the world
    carrier_row: u32,    // arena row of its frame and box, if it is a carrier
    ignored_row: u32,    // arena row of what it ignores, four in a row: colliders, and BODY_IGNORED with slots of bodies
    ignored_count: u32,
}

const BODY_FREE: u32 = 1u; // no attachment and no fixed vertex: momentum is restored
const BODY_BOUNCES: u32 = 2u; // free, and it or a collider of the world has a restitution: its hits are noted
const BODY_COARSE: u32 = 4u; // it has a coarse correction
const BODY_CARRIED: u32 = 8u; // a frame holds it
const BODY_PUSHED: u32 = 16u; // free, and moved out of what it hits as a rigid body (kernel/stage/pushout.wgsl)
const BODY_CARRIER: u32 = 32u; // the surface of a collider: its frame moves it, and no solver does
const BODY_SELF: u32 = 64u; // it touches itself
const BODY_TELLS: u32 = 128u; // it, or the collider that it is the surface of, asks for events
const BODY_SOLID: u32 = 256u; // its surface is closed, and nothing belongs inside
const BODY_RIGID: u32 = 512u; // its vertices keep their distances

const BODY_IGNORED: u32 = 0x80000000u; // bit of a body's slot in a list of what is ignored

fn body_is_free(body: Body) -> bool {
    return (body.flags & BODY_FREE) != 0u;
}

fn body_bounces(body: Body) -> bool {
    return (body.flags & BODY_BOUNCES) != 0u;
}

fn body_is_corrected(body: Body) -> bool {
    return (body.flags & BODY_COARSE) != 0u;
}

fn body_is_carried(body: Body) -> bool {
    return (body.flags & BODY_CARRIED) != 0u;
}

fn body_is_pushed(body: Body) -> bool {
    return (body.flags & BODY_PUSHED) != 0u;
}

fn body_is_rigid(body: Body) -> bool {
    return (body.flags & BODY_RIGID) != 0u;
}

fn body_is_carrier(body: Body) -> bool {
    return (body.flags & BODY_CARRIER) != 0u;
}

// Whether bodies touch each other, if both have surfaces.
fn body_meets(a: Body, b: Body) -> bool {
    return (a.layers & b.mask) != 0u && (b.layers & a.mask) != 0u;
}
