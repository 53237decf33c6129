//#use kernel/stage/own.wgsl
// Positions and inverse masses where the world has them.

fn own_position(vertex: u32) -> vec4<f32> {
    return position[vertex];
}
