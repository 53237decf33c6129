// Depth seen from the light.

@vertex
fn shadow_vertex(@location(0) position: vec3f) -> @builtin(position) vec4f {
    return frame.shadow_from_world * vec4f(position, 1.0);
}
