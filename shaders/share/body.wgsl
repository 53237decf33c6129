// A body as the solvers see it. Mirrored by src/share/body.rs.
struct Body {
    first_vertex: u32,
    vertex_count: u32,
    first_attachment: u32,
    attachment_count: u32,
    table: array<vec4<u32>, 3>,     // arena rows and numbers for its solver, which names them
    constants: array<vec4<f32>, 3>, // parameters for its solver
    constant_row: u32,   // arena row of constants that do not fit there
    kept_row: u32,       // state row of the solver's own data, beside the channels (src/state/kept.rs)
    substeps: u32,
    iterations: u32,
    size: f32,           // diagonal of the rest pose [unit]
    scale: f32,          // size in sizes of its asset
    mass: f32,           // [kg]
    damping: f32,        // [1/s]
    flags: u32,          // BODY_...
    layers: u32,
    mask: u32,
    face_row: u32,       // arena row of the faces around vertices
    face_count: u32,     // faces with rows in STATE_FACE: at most two a vertex
    margin: f32,         // distance of its surface from colliders; from bodies too, unless it is zero [unit]
    friction: f32,
    restitution: f32,
    exit_speed: f32,     // speed at which it leaves a collider that it starts in [unit/s]
    surface_row: u32,    // arena row of its surface, see share/surface.wgsl; zero: other bodies do not touch it
    first_patch: u32,    // number of its first patch in the world
    first_edge: u32,     // number of its first edge in the world
    kinematic_row: u32,  // arena row of its frame and box, if it is a kinematic surface
    ignored_row: u32,    // arena row of its ignore list, four in a row: colliders, and BODY_IGNORED with slots of bodies
    ignored_count: u32,
    unused0: u32,
}

const BODY_FREE: u32 = 1u; // no attachment and no fixed vertex: momentum is restored
const BODY_BOUNCES: u32 = 2u; // free, and the body or a collider has restitution: hits are recorded
const BODY_COARSE: u32 = 4u; // with a coarse correction
const BODY_DRIVEN: u32 = 8u;  // a frame holds it
const BODY_PUSHED: u32 = 16u; // free, and moved out of what it hits as a rigid body (solver/vbd/push_out.wgsl)
const BODY_KINEMATIC: u32 = 32u; // the surface of a collider: its frame moves it, and no solver does
const BODY_SELF: u32 = 64u; // touches itself
const BODY_ASKS_EVENTS: u32 = 128u; // the body, or its collider, asks for events
const BODY_SOLID: u32 = 256u;       // closed surface, and nothing belongs inside
const BODY_RIGID: u32 = 512u;       // vertices keep their distances

const BODY_IGNORED: u32 = 0x80000000u; // bit of a body's slot in an ignore list

fn body_is_free(body: Body) -> bool {
    return (body.flags & BODY_FREE) != 0u;
}

fn body_bounces(body: Body) -> bool {
    return (body.flags & BODY_BOUNCES) != 0u;
}

fn body_is_corrected(body: Body) -> bool {
    return (body.flags & BODY_COARSE) != 0u;
}

fn body_is_driven(body: Body) -> bool {
    return (body.flags & BODY_DRIVEN) != 0u;
}

fn body_is_pushed(body: Body) -> bool {
    return (body.flags & BODY_PUSHED) != 0u;
}

fn body_is_rigid(body: Body) -> bool {
    return (body.flags & BODY_RIGID) != 0u;
}

fn body_is_kinematic(body: Body) -> bool {
    return (body.flags & BODY_KINEMATIC) != 0u;
}

// Whether two bodies with surfaces touch each other, by their layers.
fn body_meets(a: Body, b: Body) -> bool {
    return (a.layers & b.mask) != 0u && (b.layers & a.mask) != 0u;
}
