//#use lib/cell.wgsl
//#use share/body.wgsl
//#use share/collider.wgsl
//#use share/frame.wgsl
//#use share/near.wgsl
//#use share/params.wgsl
//#use share/report.wgsl
//#use share/state.wgsl
//#use share/surface.wgsl
//#use share/touch.wgsl
//#use share/world.wgsl
// The buffers of kernel/bindings.wgsl for kernels that count in `touch`, and where things lie in them.
struct DetectFrames {
    world: World,
    touch: Touch,
    list: array<Frame>,
}

@group(0) @binding(0) var<storage, read> arena: array<vec4<u32>>;
@group(0) @binding(1) var<storage, read> bodies: array<Body>;
@group(0) @binding(2) var<storage, read> frames: DetectFrames;
@group(0) @binding(3) var<storage, read_write> state: array<vec4<f32>>;
@group(0) @binding(4) var<storage, read> contact: array<vec4<u32>>;
@group(0) @binding(5) var<storage, read_write> report: array<atomic<u32>>;
@group(0) @binding(6) var<storage, read_write> touch: array<atomic<u32>>; // words

var<immediate> params: Params;

const DETECT_WIDTH: u32 = 64u; // threads: one a triangle of a patch

// A patch: what a workgroup works on.
struct DetectPatch {
    slot: u32,
    number: u32, // in the body
    parts: vec4<u32>, // first point, points, first edge, edges
    body: Body,
    surface: Surface,
}

fn detect_patch(row: u32) -> DetectPatch {
    let list = arena[params.work_row + row];
    let body = bodies[list.x];
    let surface = detect_surface(body);
    return DetectPatch(list.x, list.y, detect_part(body, surface.patch_row, list.y), body, surface);
}

fn detect_surface(body: Body) -> Surface {
    let row = body.surface_row;
    return surface_of(arena[row], arena[row + 1u], arena[row + 2u]);
}

// A row of one of the tables of a surface.
fn detect_part(body: Body, row: u32, number: u32) -> vec4<u32> {
    return arena[body.surface_row + row + number];
}

// Counts what found no room, and notes it of the body. What holds it back then is no contact, so its momentum is not
// restored: it would gain energy.
fn detect_lose(slot: u32, flags: u32) {
    atomicOr(&report[slot * REPORT_WORDS + REPORT_TOUCH], flags);
    atomicAdd(&report[slot * REPORT_WORDS + REPORT_PAIRS], 1u);
}

fn detect_cell(slot: u32) -> vec3<i32> {
    let word = slot * REPORT_WORDS + REPORT_CELL;
    return bitcast<vec3<i32>>(vec3<u32>(
        atomicLoad(&report[word]), atomicLoad(&report[word + 1u]), atomicLoad(&report[word + 2u]),
    ));
}

fn detect_place(vertex: u32) -> vec3<f32> {
    return state[STATE_POSITION * params.state_rows + vertex].xyz;
}

// The first word of a row of a vertex.
fn detect_vertex(vertex: u32, row: u32) -> u32 {
    return 4u * (frames.touch.vertex_row + TOUCH_VERTEX_ROWS * vertex + row);
}

// The middle of where a vertex may go in the frame.
fn detect_middle(vertex: u32) -> vec3<f32> {
    return bitcast<vec3<f32>>(detect_load(detect_vertex(vertex, TOUCH_FRAME)).xyz);
}

// How far it may go if it rests.
fn detect_leeway(vertex: u32) -> f32 {
    return bitcast<f32>(atomicLoad(&touch[detect_vertex(vertex, TOUCH_OWN) + 1u]));
}

// Its part of the contact distance.
fn detect_share(vertex: u32) -> f32 {
    return bitcast<f32>(atomicLoad(&touch[detect_vertex(vertex, TOUCH_OWN) + 3u]));
}

// The word that says which step's lists a body has.
fn detect_stamp(slot: u32) -> u32 {
    return 4u * (frames.touch.body_row + TOUCH_BODY_ROWS * slot + TOUCH_STAMP);
}

// The first word of the record of a primary: (first candidate, count, and those of the last frame). Points come first.
fn detect_primary(own: DetectPatch, primary: u32) -> u32 {
    if primary < own.parts.y {
        let point = detect_part(own.body, own.surface.point_row, own.parts.x + primary).x;
        return 4u * (frames.touch.point_row + own.body.first_vertex + point);
    }
    return 4u * (frames.touch.edge_row + own.body.first_edge + own.parts.z + primary - own.parts.y);
}

fn detect_primaries(own: DetectPatch) -> u32 {
    return own.parts.y + own.parts.w;
}

// The first word of a candidate of this frame.
fn detect_candidate(candidate: u32) -> u32 {
    let half = frames.touch.room * (params.step & 1u);
    return 4u * (frames.touch.candidate_row + TOUCH_CANDIDATE_ROWS * (half + candidate));
}

// Words before those of patches: how many slots are in use.
const DETECT_USED: u32 = 0u;

// The word of a number that all kernels share.
fn detect_common(number: u32) -> u32 {
    return 4u * frames.touch.sum_row + number;
}

// The word of a patch of the work list: how many candidates it has, then the first of them.
fn detect_sum(row: u32) -> u32 {
    return 4u * frames.touch.sum_row + 4u + row;
}

// How much the narrow phase has found.
fn detect_found() -> u32 {
    return atomicLoad(&report[frames.touch.found_word]);
}

fn detect_load(word: u32) -> vec4<u32> {
    return vec4<u32>(
        atomicLoad(&touch[word]), atomicLoad(&touch[word + 1u]), atomicLoad(&touch[word + 2u]),
        atomicLoad(&touch[word + 3u]),
    );
}

fn detect_store(word: u32, row: vec4<u32>) {
    for (var k = 0u; k < 4u; k++) {
        atomicStore(&touch[word + k], row[k]);
    }
}

var<workgroup> detect_partial: array<u32, DETECT_WIDTH>;

// The sum over the threads before this one; all threads call it. The last of `detect_partial` is then the sum of all.
fn detect_before(thread: u32, value: u32) -> u32 {
    detect_partial[thread] = value;
    workgroupBarrier();
    for (var step = 1u; step < DETECT_WIDTH; step *= 2u) {
        var other = 0u;
        if thread >= step {
            other = detect_partial[thread - step];
        }
        workgroupBarrier();
        detect_partial[thread] += other;
        workgroupBarrier();
    }
    return detect_partial[thread] - value;
}
