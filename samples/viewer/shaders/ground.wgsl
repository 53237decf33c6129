// The level floor: one square round the camera's target that fades into the background.

struct GroundPoint {
    @builtin(position) clip: vec4f,
    @location(0) world: vec3f,
}

@vertex
fn ground_vertex(@builtin(vertex_index) index: u32) -> GroundPoint {
    let corner = vec2f(f32(index & 1u), f32(index >> 1u)) * 2.0 - 1.0;
    let centre = frame.target_point.xz;
    let flat_point = centre + corner * frame.ground.y;
    let world = vec3f(flat_point.x, frame.ground.x, flat_point.y);
    return GroundPoint(frame.clip_from_world * vec4f(world, 1.0), world);
}

// The integral of a square wave of period 2 that is 1 on [0, 1) and -1 on [1, 2).
fn ground_wave_integral(at: vec2f) -> vec2f {
    return abs(fract(at * 0.5 - 0.5) * 2.0 - 1.0);
}

// The checker, -1..1, averaged over the pixel's footprint: an exact box filter is the difference
// of the pattern's integral over the box (Quilez 2012, "Filtering procedural textures").
fn ground_checker(at: vec2f, footprint: vec2f) -> f32 {
    let width = max(footprint, vec2f(1e-4));
    let mean = (ground_wave_integral(at + 0.5 * width) - ground_wave_integral(at - 0.5 * width))
        / width;
    return mean.x * mean.y;
}

// Share of sky light that bodies near the floor leave, 0..1. A spiral of look-ups (Vogel 1979)
// asks at each distance whether an underside stands lower than a cone that opens upwards.
fn ground_openness(at: vec2f) -> f32 {
    let place = (at - frame.underside.xy) / frame.underside.z;
    let reach = frame.underside.w / frame.underside.z * 0.5;
    let inside = all(abs(place) < vec2f(1.0 + reach)) && frame.viewport.w > 0.0;
    let count = select(0, 24, inside);
    var blocked = 0.0;
    for (var tap = 0; tap < count; tap++) {
        let radius = sqrt((f32(tap) + 0.5) / 24.0);
        let angle = f32(tap) * 2.39996323;
        let uv = 0.5 + 0.5 * (place + radius * reach * 2.0 * vec2f(cos(angle), sin(angle)));
        // The comparison passes (1) where the underside is not below the asked height.
        blocked += 1.0 - textureSampleCompareLevel(
            underside_map, shadow_sampler, uv, 1.0 - 0.85 * radius);
    }
    return 1.0 - 0.8 * blocked / 24.0;
}

@fragment
fn ground_fragment(in: GroundPoint) -> @location(0) vec4f {
    let at = in.world.xz / frame.ground.z;
    let footprint = abs(dpdx(at)) + abs(dpdy(at));
    let distance = length(in.world.xz - frame.target_point.xz) / frame.ground.y;
    let checker = ground_checker(at, footprint) * frame.ground_colour.w;
    let albedo = frame.ground_colour.rgb * (1.0 + checker);
    let shaded = light_shade(
        in.world, vec3f(0.0, 1.0, 0.0), albedo, 0.0, ground_openness(in.world.xz));
    return vec4f(light_tone(shaded), 1.0 - smoothstep(0.15, 0.95, distance));
}
