// Meshes.

struct SurfacePoint {
    @builtin(position) clip: vec4f,
    @location(0) world: vec3f,
    @location(1) normal: vec3f,
}

@vertex
fn surface_vertex(@location(0) position: vec3f, @location(1) normal: vec3f) -> SurfacePoint {
    return SurfacePoint(frame.clip_from_world * vec4f(position, 1.0), position, normal);
}

@fragment
fn surface_fragment(in: SurfacePoint) -> @location(0) vec4f {
    // The triangle's own normal, towards the eye, whatever its winding.
    let facet = normalize(cross(dpdx(in.world), dpdy(in.world)));
    let to_eye = frame.eye.xyz - in.world;
    let outward = select(-facet, facet, dot(facet, to_eye) > 0.0);
    var normal = outward;
    if dot(in.normal, in.normal) > 1e-20 {
        normal = normalize(in.normal);
        // Both sides are drawn: the side that is seen decides.
        normal = select(-normal, normal, dot(normal, outward) > 0.0);
    }
    let shaded = light_shade(in.world, normal, style.colour.rgb, style.surface.x, 1.0);
    // Thin material seen at a slant is thicker: translucent skins get firmer outlines.
    let slant = 1.0 - abs(dot(normal, normalize(to_eye)));
    let opacity = style.colour.a;
    let alpha = select(opacity + (1.0 - opacity) * 0.6 * pow(slant, 3.0), 1.0, opacity >= 1.0);
    return vec4f(light_tone(shaded), alpha);
}
