// What every pass sees: the camera, the light, the floor, and one record a mesh.
// Positions and normals arrive in world space.

struct Frame {
    clip_from_world: mat4x4f,
    shadow_from_world: mat4x4f,
    eye: vec4f,               // xyz: camera position; w: shadow map texel in world lengths
    light: vec4f,             // xyz: unit vector towards the light; w: intensity
    sky: vec4f,               // rgb: light from above, linear; w: share of ambient light
    viewport: vec4f,          // xy: size in pixels; z: shadow map size in texels; w: 1 with shadows
    background_top: vec4f,    // rgb, linear
    background_bottom: vec4f, // rgb, linear
    ground_colour: vec4f,     // rgb, linear; w: contrast of the checker
    ground: vec4f,            // x: height; y: fade radius; z: square size; w: unused
    target_point: vec4f,      // xyz: what the camera looks at
    underside: vec4f,         // xy: middle of the underside map (x, z); z: half its size;
                              // w: height over the floor at which a body no longer darkens it
}

struct Style {
    colour: vec4f,            // rgb, linear; w: opacity
    line_colour: vec4f,       // rgb, linear; w: width in pixels
    surface: vec4f,           // x: gloss; yzw unused
}

@group(0) @binding(0) var<uniform> frame: Frame;
// The record of the mesh that is being drawn.
@group(0) @binding(1) var<uniform> style: Style;
