// A vertical gradient behind everything.

struct BackgroundPoint {
    @builtin(position) clip: vec4f,
    @location(0) height: f32,
}

@vertex
fn background_vertex(@builtin(vertex_index) index: u32) -> BackgroundPoint {
    // One triangle that covers the picture: corners (-1, -1), (3, -1), (-1, 3).
    let corner = vec2f(f32(index & 1u), f32(index >> 1u)) * 4.0 - 1.0;
    return BackgroundPoint(vec4f(corner, 0.0, 1.0), 0.5 + 0.5 * corner.y);
}

@fragment
fn background_fragment(in: BackgroundPoint) -> @location(0) vec4f {
    let share = smoothstep(0.5, 1.15, in.height);
    return vec4f(mix(frame.background_bottom.rgb, frame.background_top.rgb, share), 1.0);
}
