// A change between steps that only the GPU can apply: three rows of the arena. Mirrored by src/share/command.rs.
struct Command {
    vector: vec4<f32>, // w: command_value
    vertex: u32,
    frame: u32,
    body: u32,
    kind: u32,       // see kernel/edit.wgsl
    cell: vec4<i32>, // cell of a point of the world; w: unused
}

const COMMAND_ROWS: u32 = 3u;

fn command_of(first: vec4<u32>, second: vec4<u32>, third: vec4<u32>) -> Command {
    return Command(
        bitcast<vec4<f32>>(first), second.x, second.y, second.z, second.w, bitcast<vec4<i32>>(third),
    );
}

fn command_value(command: Command) -> f32 {
    return command.vector.w;
}
