// The values that a solver and a kind of element exchange.

// An element of a group.
struct Element {
    corners: vec4<u32>,   // vertices of the body; corners that the kind lacks repeat the first
    rest: vec4<f32>,      // of the asset, such as a length
    constants: vec4<f32>, // of the body, such as a stiffness
}

// The result of an element: its multipliers, and Σ multiplier ∇C by corner, which times an inverse mass is a displacement.
struct ElementLoad {
    a: vec3<f32>,
    b: vec3<f32>,
    c: vec3<f32>,
    d: vec3<f32>,
    multipliers: vec2<f32>,
}

// The start of an element in a substep: the load of one corner, added to that of other elements, and its multipliers.
struct ElementStart {
    load: vec3<f32>,
    multipliers: vec2<f32>,
}
