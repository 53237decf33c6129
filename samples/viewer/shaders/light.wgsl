// Light that reaches a point, and how linear light becomes a display colour.

@group(1) @binding(0) var shadow_map: texture_depth_2d;
@group(1) @binding(1) var shadow_sampler: sampler_comparison;
@group(1) @binding(2) var underside_map: texture_depth_2d;

// Share of direct light that arrives, 0..1: percentage-closer filtering (Reeves, Salesin and
// Cook 1987), 3 x 3 bilinear comparisons that weigh less towards the corners. `facing` is the
// cosine between normal and light.
fn light_visibility(world: vec3f, normal: vec3f, facing: f32) -> f32 {
    // Look up a little off the surface, more where light grazes it, so that it does not shade
    // itself (Holbert 2011, "Saying goodbye to shadow acne": offset along the normal).
    let offset = normal * frame.eye.w * (1.5 + 3.0 * (1.0 - facing));
    let place = frame.shadow_from_world * vec4f(world + offset, 1.0);
    let uv = vec2f(0.5 + 0.5 * place.x, 0.5 - 0.5 * place.y);
    // Beyond the far plane the map still knows whether anything was hit on the way.
    let depth = min(place.z, 1.0);
    let step = 2.0 / frame.viewport.z;
    // Outside the map nothing throws shadows. Software devices run both sides of a branch but
    // leave a loop when every pixel has left it, so the cases without look-ups are loops of none.
    let inside = all(abs(place.xy) < vec2f(1.0)) && place.z > 0.0;
    let count = select(0, 9, inside && facing > 0.0 && frame.viewport.w > 0.0);
    var lit = 0.0;
    for (var tap = 0; tap < count; tap++) {
        let at = vec2f(f32(tap % 3 - 1), f32(tap / 3 - 1));
        // (1 2 1) x (1 2 1) / 16
        let weight = (2.0 - abs(at.x)) * (2.0 - abs(at.y)) / 16.0;
        lit += weight * textureSampleCompareLevel(
            shadow_map, shadow_sampler, uv + at * step, depth);
    }
    return select(1.0, lit, count > 0);
}

// Light from sky and floor for a surface that faces `normal` (hemisphere lighting).
fn light_ambient(normal: vec3f) -> vec3f {
    let up = 0.5 + 0.5 * normal.y;
    let bounce = frame.ground_colour.rgb * 0.42;
    return mix(bounce, frame.sky.rgb, up) * frame.sky.w;
}

// Light reflected to the eye: Lambert plus a Blinn-Phong highlight (Blinn 1977) with a Fresnel
// factor (Schlick 1994). `openness` is the share of sky light that arrives.
fn light_shade(world: vec3f, normal: vec3f, albedo: vec3f, gloss: f32, openness: f32)
    -> vec3f {
    let to_eye = normalize(frame.eye.xyz - world);
    let to_light = frame.light.xyz;
    let facing = max(dot(normal, to_light), 0.0);
    let direct = facing * light_visibility(world, normal, facing);
    let sun = vec3f(1.0, 0.965, 0.91) * frame.light.w * direct;
    let half_way = normalize(to_eye + to_light);
    let shininess = mix(12.0, 90.0, gloss);
    let fresnel = 0.04 + 0.96 * pow(1.0 - max(dot(normal, to_eye), 0.0), 5.0);
    let highlight = (0.04 + 0.25 * fresnel) * gloss * (shininess + 8.0) / 25.0
        * pow(max(dot(normal, half_way), 0.0), shininess);
    let ambient = light_ambient(normal) * openness;
    let rim = ambient * fresnel * 0.35 * (0.3 + gloss);
    return albedo * (sun / 3.14159265 * 1.35 + ambient) + sun * highlight + rim;
}

// Tone mapping after Khronos PBR Neutral (2024): leaves colours below the shoulder as they are,
// compresses what is brighter and lets it run to white.
fn light_tone(linear: vec3f) -> vec3f {
    let start = 0.76;
    let peak = max(linear.r, max(linear.g, linear.b));
    if peak < start {
        return linear;
    }
    let room = 1.0 - start;
    let new_peak = 1.0 - room * room / (peak + room - start);
    let pale = 1.0 - 1.0 / (0.15 * (peak - new_peak) + 1.0);
    return mix(linear * (new_peak / peak), vec3f(new_peak), pale);
}
