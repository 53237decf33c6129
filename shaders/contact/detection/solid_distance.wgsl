//#use collider/collider.wgsl
//#use memory/bindings.wgsl
// Distances of colliders, those on a grid included, which read the arena.

// 1 if some colliders are distances on a grid. A constant of the pipeline, so that other worlds do not pay for it.
override SOLID_DISTANCE_GRIDS: u32 = 0u;

// Whether a collider is distances on a grid.
fn solid_distance_is_grid(collider: Collider) -> bool {
    return SOLID_DISTANCE_GRIDS != 0u && collider.data_row != 0u;
}

// Outward normal and signed distance of p, in the collider's frame.
fn solid_distance_of(collider: Collider, p: vec3<f32>) -> vec4<f32> {
    if !solid_distance_is_grid(collider) {
        return collider_distance(collider.shape, collider.size.xyz, p);
    }
    let row = collider.data_row;
    let position = collider_grid_cell(bitcast<vec4<f32>>(arena[row]), arena[row + 1u].xyz, p / collider.scale);
    let below = bitcast<vec4<f32>>(arena[row + position.below]);
    let above = bitcast<vec4<f32>>(arena[row + position.above]);
    return collider_blend(position, below, above) * vec4<f32>(1.0, 1.0, 1.0, collider.scale);
}

// The width of a cell of the grid.
fn solid_distance_cell(collider: Collider) -> f32 {
    return collider.scale * bitcast<f32>(arena[collider.data_row].w);
}

const SOLID_DISTANCE_STEPS: u32 = 12u;  // most steps along one displacement
const SOLID_DISTANCE_TOUCH: f32 = 0.02; // a point nearer than this, in cells, is on the surface

// The first point of a displacement at which it enters the surface, and normal and distance there. The w of the point is
// zero if there is none.
struct SolidDistanceHit {
    near: vec4<f32>,
    at: vec4<f32>,
}

// Marches from start to end, at each step by the distance (Hart 1996, "Sphere tracing"), but at least by a quarter of a
// cell, so that a start on the surface gets away.
fn solid_distance_march(collider: Collider, start: vec3<f32>, end: vec3<f32>) -> SolidDistanceHit {
    let displacement = end - start;
    let far = length(displacement);
    let cell = solid_distance_cell(collider);
    var t = 0.0;
    for (var k = 0u; k < SOLID_DISTANCE_STEPS; k++) {
        let p = start + t * displacement;
        let near = solid_distance_of(collider, p);
        if near.w < SOLID_DISTANCE_TOUCH * cell && dot(near.xyz, displacement) < 0.0 {
            return SolidDistanceHit(near, vec4<f32>(p, 1.0));
        }
        if t >= 1.0 {
            break;
        }
        t = min(t + max(near.w, 0.25 * cell) / max(far, 1e-30), 1.0);
    }
    return SolidDistanceHit(vec4<f32>(0.0), vec4<f32>(0.0));
}
