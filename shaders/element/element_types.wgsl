// What a solver and a kind of element tell each other.

// An element of a group.
struct Element {
    corners: vec4<u32>,   // vertices of the body; corners that the kind lacks are the first again
    rest: vec4<f32>,      // of the asset, such as a length
    constants: vec4<f32>, // of the body, such as a stiffness
}

// What an element does: its multipliers, and Σ multiplier ∇C by corner, which times an inverse mass is a displacement.
struct ElementLoad {
    a: vec3<f32>,
    b: vec3<f32>,
    c: vec3<f32>,
    d: vec3<f32>,
    multipliers: vec2<f32>,
}

// What an element begins a substep with: the load of one corner, added to that of other elements, and its multipliers.
struct ElementStart {
    load: vec3<f32>,
    multipliers: vec2<f32>,
}
