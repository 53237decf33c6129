//#use collider/plane.wgsl
//#use collider/sphere.wgsl
//#use collider/capsule.wgsl
//#use collider/cuboid.wgsl
//#use collider/sdf.wgsl
// The table of shapes, and the one file that makes a contact plane of a convex shape.

// Outward normal and signed distance of p to a convex solid, in the collider's frame. For shapes on a grid see
// collider_blend.
fn collider_distance(shape: u32, size: vec3<f32>, p: vec3<f32>) -> vec4<f32> {
    switch shape {
        case 1u: { return plane_distance(p); }
        case 2u: { return sphere_distance(size, p); }
        case 3u: { return capsule_distance(size, p); }
        case 4u: { return cuboid_distance(size, p); }
        default: { return vec4<f32>(0.0, 1.0, 0.0, 3.4e38); }
    }
}

// Outward normal and signed distance of p to the shape without bounds.
fn collider_distance_unbounded(p: vec3<f32>) -> vec4<f32> {
    return plane_distance(p);
}

// The cell of p in a shape's grid: the rows of its data that collider_blend needs.
fn collider_grid_cell(first: vec4<f32>, counts: vec3<u32>, p: vec3<f32>) -> SdfCell {
    return sdf_cell(first, counts, p);
}

// Outward normal and signed distance to the shape on a grid.
fn collider_blend(place: SdfCell, below: vec4<f32>, above: vec4<f32>) -> vec4<f32> {
    return sdf_distance(place, below, above);
}

// The tangent plane of the collider at its point nearest to p: all of the collider is on its inner side.
fn collider_plane(near: vec4<f32>, p: vec3<f32>) -> vec4<f32> {
    return vec4<f32>(near.xyz, dot(near.xyz, p) - near.w);
}

// A supporting plane of the convex collider that has `start` on its outer side and crosses the way to `end` as late as
// possible, by conservative advancement (Mirtich 1996) from plane to plane. The first plane is `first`, at the distance
// `gap` from the start. A point on the outer side of the result cannot enter the collider, at any speed. All in the
// collider's frame; planes are (normal, offset).
fn collider_separating_plane(
    shape: u32, size: vec3<f32>, start: vec3<f32>, end: vec3<f32>, first: vec4<f32>, gap: f32,
) -> vec4<f32> {
    let displacement = end - start;
    var t = 0.0;
    var best = first;
    var room = gap;
    for (var k = 0; k < 11; k++) {
        let approach = -dot(best.xyz, displacement);
        if dot(best.xyz, end) >= best.w || approach <= 0.0 || room <= 0.0 {
            break; // both ends outside, or arrived
        }
        t = min(t + room / approach, 1.0);
        let p = start + t * displacement;
        let near = collider_distance(shape, size, p);
        let plane = collider_plane(near, p);
        if dot(plane.xyz, start) < plane.w {
            break; // this plane would cut off the start
        }
        best = plane;
        room = near.w;
    }
    return best;
}

// Farthest extent of the shape along a unit direction.
fn collider_support(shape: u32, size: vec3<f32>, n: vec3<f32>) -> f32 {
    switch shape {
        case 2u: { return size.x; }
        case 3u: { return size.x + size.y * abs(n.y); }
        case 4u, 8u: { return dot(size, abs(n)); }
        default: { return 0.0; }
    }
}

// The best separating direction of a triangle and a bounded shape, and the distance along it; see the shapes for `margin`.
fn collider_face(shape: u32, size: vec3<f32>, a: vec3<f32>, b: vec3<f32>, c: vec3<f32>, margin: f32) -> vec4<f32> {
    switch shape {
        case 2u: { return sphere_face(size, a, b, c); }
        case 3u: { return capsule_face(size, a, b, c); }
        case 4u: { return cuboid_face(size, a, b, c, margin); }
        default: { return vec4<f32>(0.0, 1.0, 0.0, 3.4e38); }
    }
}

// Least half width of a bounded shape.
fn collider_half_width(shape: u32, size: vec3<f32>) -> f32 {
    return select(size.x, min(size.x, min(size.y, size.z)), shape == 4u);
}

// collider_separating_plane for a triangle, with its corners and their displacements as columns. All three corners start on
// the outer side, and the plane is `skin` inside the supporting one. As long as the corners stay on its outer side, the
// triangle is nowhere deeper than `skin` in the collider, at any speed. Zero for a triangle that starts deeper than twice
// that.
fn collider_face_plane(shape: u32, size: vec3<f32>, starts: mat3x3<f32>, displacements: mat3x3<f32>, skin: f32) -> vec4<f32> {
    var t = 0.0;
    var best = vec4<f32>(0.0);
    var least = -2.0 * skin;
    for (var k = 0; k < 12; k++) {
        let now = starts + t * displacements;
        let near = collider_face(shape, size, now[0], now[1], now[2], 0.125 * skin);
        let n = near.xyz;
        let support = collider_support(shape, size, n);
        let gaps = n * starts - vec3<f32>(support);
        let along = n * displacements;
        let start = min(gaps.x, min(gaps.y, gaps.z));
        if start < least {
            break; // this plane would cut off a start
        }
        best = vec4<f32>(n, support - skin);
        least = min(start, -skin);
        let ends = gaps + along;
        let approach = -min(along.x, min(along.y, along.z));
        if min(ends.x, min(ends.y, ends.z)) >= -skin || approach <= 0.0 || near.w <= -skin {
            break; // outside at both ends, or arrived
        }
        t = min(t + (near.w + skin) / approach, 1.0);
    }
    return best;
}

// The plane that moves a vertex out of a collider that it starts in: along the normal at the body's centre, so that the
// whole body leaves on one side, and by at most `travel` in one substep.
fn collider_exit_plane(shape: u32, size: vec3<f32>, start: vec3<f32>, centre: vec3<f32>, travel: f32) -> vec4<f32> {
    let normal = collider_distance(shape, size, centre).xyz;
    return vec4<f32>(normal, min(dot(normal, start) + travel, collider_support(shape, size, normal)));
}
