// A change between steps that only the GPU can apply: two rows of the arena. Mirrored by src/share/command.rs.
struct Command {
    vector: vec4<f32>, // w: command_value
    vertex: u32,
    frame: u32,
    body: u32,
    kind: u32,         // see kernel/edit.wgsl
}

fn command_of(first: vec4<u32>, second: vec4<u32>) -> Command {
    return Command(bitcast<vec4<f32>>(first), second.x, second.y, second.z, second.w);
}

fn command_value(command: Command) -> f32 {
    return command.vector.w;
}
