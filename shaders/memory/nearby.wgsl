//#use lib/math.wgsl
//#use share/body.wgsl
//#use share/collider.wgsl
//#use share/frame.wgsl
//#use share/nearby.wgsl
//#use share/params.wgsl
//#use share/report.wgsl
//#use share/state.wgsl
//#use share/contacts.wgsl
//#use share/world.wgsl
// The buffers of the broad phase: those of memory/bindings.wgsl with other access modes.
struct NearbyFrames {
    world: World,
    contacts: Contacts,
    list: array<Frame>,
}

@group(0) @binding(0) var<storage, read> arena: array<vec4<u32>>;
@group(0) @binding(1) var<storage, read> bodies: array<Body>;
@group(0) @binding(2) var<storage, read> frames: NearbyFrames;
@group(0) @binding(3) var<storage, read> state: array<vec4<f32>>;
@group(0) @binding(4) var<storage, read_write> nearby: array<atomic<u32>>; // share/nearby.wgsl
@group(0) @binding(5) var<storage, read_write> report: array<atomic<u32>>;
@group(0) @binding(6) var<storage, read_write> contacts: array<vec4<u32>>; // share/contacts.wgsl

var<immediate> params: Params;

fn nearby_collider(index: u32) -> Collider {
    let row = frames.world.collider_row + COLLIDER_ROWS * index;
    return collider_of(arena[row], arena[row + 1u], arena[row + 2u], arena[row + 3u]);
}

// The cell of a body, and the cell of its bounds.
fn nearby_cell(slot: u32) -> vec3<i32> {
    return nearby_integers(slot * REPORT_WORDS + REPORT_CELL);
}

fn nearby_bounds_cell(slot: u32) -> vec3<i32> {
    return nearby_integers(slot * REPORT_WORDS + REPORT_BOUNDS_CELL);
}

// A corner of the body's bounds at the end of the last step, REPORT_LOW or REPORT_HIGH, in the cell of the bounds.
fn nearby_bound(slot: u32, corner: u32) -> vec3<f32> {
    let word = slot * REPORT_WORDS + corner;
    return math_from_ordered(bitcast<vec3<u32>>(nearby_integers(word)));
}

fn nearby_integers(word: u32) -> vec3<i32> {
    return bitcast<vec3<i32>>(vec3<u32>(
        atomicLoad(&report[word]), atomicLoad(&report[word + 1u]), atomicLoad(&report[word + 2u]),
    ));
}

// Whether a body ignores a collider, or BODY_IGNORED with a slot.
fn nearby_ignores(body: Body, key: u32) -> bool {
    for (var k = 0u; k < body.ignored_count; k++) {
        if arena[body.ignored_row + k / 4u][k % 4u] == key {
            return true;
        }
    }
    return false;
}

fn nearby_may_touch(collider: Collider, body: Body) -> bool {
    let meets = (collider.layers & body.mask) != 0u && (collider.mask & body.layers) != 0u;
    return meets && !body_is_kinematic(body);
}
