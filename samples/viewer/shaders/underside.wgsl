// Height of the bodies' undersides over the floor, seen from below: 0 on the floor, 1 at the
// height from which they no longer darken it.

@vertex
fn underside_vertex(@location(0) position: vec3f) -> @builtin(position) vec4f {
    let place = (position.xz - frame.underside.xy) / frame.underside.z;
    // A body that has sunk into the floor counts as touching it.
    let height = max(position.y - frame.ground.x, 0.0) / frame.underside.w;
    return vec4f(place.x, -place.y, height, 1.0);
}
