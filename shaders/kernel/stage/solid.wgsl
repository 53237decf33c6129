//#use collider/collider.wgsl
//#use kernel/stage/nearby.wgsl
// Distances of colliders, those on a grid included, which read the arena.

// Whether a collider is distances on a grid.
fn solid_is_grid(collider: Collider) -> bool {
    return NEARBY_BOUNDED == NEARBY_GRIDS && collider.data_row != 0u;
}

// Outward normal and signed distance of p, in the collider's frame.
fn solid_distance(collider: Collider, p: vec3<f32>) -> vec4<f32> {
    if !solid_is_grid(collider) {
        return collider_distance(collider.shape, collider.size.xyz, p);
    }
    let row = collider.data_row;
    let place = collider_place(bitcast<vec4<f32>>(arena[row]), arena[row + 1u].xyz, p / collider.scale);
    let below = bitcast<vec4<f32>>(arena[row + place.below]);
    let above = bitcast<vec4<f32>>(arena[row + place.above]);
    return collider_blend(place, below, above) * vec4<f32>(1.0, 1.0, 1.0, collider.scale);
}

// The width of a cell of the grid.
fn solid_cell(collider: Collider) -> f32 {
    return collider.scale * bitcast<f32>(arena[collider.data_row].w);
}

const SOLID_PLANES: u32 = 3u;  // most planes against one grid: walls of a corner
const SOLID_STEPS: u32 = 12u;  // most steps along one way
const SOLID_TOUCH: f32 = 0.02; // so near, in cells, counts as on the surface

// Where a way first comes to the surface going in: the normal and distance at that point, and the point. With w of the
// point zero, it never does.
struct SolidHit {
    near: vec4<f32>,
    at: vec4<f32>,
}

// Marches along the way from start to end, at each step as far as the distance says (Hart 1996, "Sphere tracing"), but
// at least a quarter of a cell, so that a start on the surface gets away.
fn solid_march(collider: Collider, start: vec3<f32>, end: vec3<f32>) -> SolidHit {
    let way = end - start;
    let far = length(way);
    let cell = solid_cell(collider);
    var t = 0.0;
    for (var k = 0u; k < SOLID_STEPS; k++) {
        let p = start + t * way;
        let near = solid_distance(collider, p);
        if near.w < SOLID_TOUCH * cell && dot(near.xyz, way) < 0.0 {
            return SolidHit(near, vec4<f32>(p, 1.0));
        }
        if t >= 1.0 {
            break;
        }
        t = min(t + max(near.w, 0.25 * cell) / max(far, 1e-30), 1.0);
    }
    return SolidHit(vec4<f32>(0.0), vec4<f32>(0.0));
}
