// Depth seen from the light.

@vertex
fn shadow_vertex(@location(0) position: vec3f, @builtin(instance_index) index: u32)
    -> @builtin(position) vec4f {
    return frame.shadow_from_world * (instances[index].world_from_mesh * vec4f(position, 1.0));
}
