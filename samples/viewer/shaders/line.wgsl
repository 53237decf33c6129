// Lines as thin rectangles that face the viewer, so that they have a width in pixels.

@group(1) @binding(0) var<storage, read> line_positions: array<f32>;
// Indices into line_positions.
@group(1) @binding(1) var<storage, read> line_edges: array<vec2u>;

struct LinePoint {
    @builtin(position) clip: vec4f,
    @location(0) across: f32, // pixels from the middle of the line
}

fn line_clip(vertex: u32) -> vec4f {
    let at = vertex * 3u;
    let local = vec4f(
        line_positions[at], line_positions[at + 1u], line_positions[at + 2u], 1.0);
    return frame.clip_from_world * local;
}

@vertex
fn line_vertex(@builtin(vertex_index) index: u32) -> LinePoint {
    let edge = line_edges[index / 6u];
    // Two triangles: corners 0 1 2 and 2 1 3; the low bit says the end, the high bit the side.
    let corner = array(0u, 1u, 2u, 2u, 1u, 3u)[index % 6u];
    var a = line_clip(edge.x);
    var b = line_clip(edge.y);
    // Cut at the near plane, where depth (reversed) equals w.
    let inside_a = a.w - a.z;
    let inside_b = b.w - b.z;
    if inside_a < 0.0 && inside_b < 0.0 {
        return LinePoint(vec4f(0.0, 0.0, -1.0, 1.0), 0.0);
    }
    let cut = inside_a / (inside_a - inside_b);
    if inside_a < 0.0 {
        a = mix(a, b, cut);
    } else if inside_b < 0.0 {
        b = mix(a, b, cut);
    }
    let half_size = 0.5 * frame.viewport.xy;
    let along = (b.xy / b.w - a.xy / a.w) * half_size;
    let length_px = max(length(along), 1e-6);
    let side_px = vec2f(-along.y, along.x) / length_px;
    let half_width = 0.5 * style.line_colour.w;
    let across = select(-1.0, 1.0, (corner & 2u) != 0u) * (half_width + 0.5);
    var clip = select(a, b, (corner & 1u) != 0u);
    clip = vec4f(clip.xy + side_px * across / half_size * clip.w, clip.zw);
    // A thousandth nearer than the surface it may lie on (reversed depth: more is nearer).
    clip.z *= 1.001;
    return LinePoint(clip, across);
}

@fragment
fn line_fragment(in: LinePoint) -> @location(0) vec4f {
    // Coverage falls off over one pixel at each side.
    let coverage = clamp(0.5 * style.line_colour.w + 0.5 - abs(in.across), 0.0, 1.0);
    return vec4f(style.line_colour.rgb, coverage);
}
