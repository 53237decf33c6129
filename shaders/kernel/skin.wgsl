//#use lib/cell.wgsl
//#use share/frame.wgsl
//#use share/params.wgsl
//#use share/report.wgsl
//#use share/skin.wgsl
//#use share/contacts.wgsl
//#use share/world.wgsl
//#use lib/math.wgsl
// Skinning: each render vertex is computed from the four cage vertices that it is bound to, and written in the caller's
// vertex layout, relative to the world's origin for render vertices. The SKIN_ROWS of a render vertex: cage vertices;
// weights; tangent weights; normal in the frame and its group; tangent in the frame and its handedness.
@group(0) @binding(0) var<storage, read> arena: array<vec4<u32>>;
@group(0) @binding(1) var<storage, read> skins: array<Skin>;
@group(0) @binding(2) var<storage, read> state: array<vec4<f32>>; // positions are its first channel
@group(0) @binding(3) var<storage, read_write> output: array<u32>;
@group(0) @binding(4) var<storage, read_write> bounds: array<atomic<u32>>;
@group(0) @binding(5) var<storage, read> report: array<u32>;
@group(0) @binding(6) var<storage, read> frames: SkinFrames;
var<immediate> params: Params;

struct SkinFrames {
    world: World,
    contacts: Contacts,
    list: array<Frame>,
}

var<workgroup> skin_low: array<atomic<u32>, 3>;
var<workgroup> skin_high: array<atomic<u32>, 3>;

// Some of a skin's render vertices: a row of the work list.
struct SkinChunk {
    skin: u32,
    first: u32,
    count: u32,
}

fn skin_chunk(row: u32) -> SkinChunk {
    let list = arena[params.work_row + row];
    return SkinChunk(list.x, list.y, list.z);
}

fn skin_read(word: u32) -> vec3<f32> {
    return bitcast<vec3<f32>>(vec3<u32>(output[word], output[word + 1u], output[word + 2u]));
}

fn skin_write(word: u32, v: vec3<f32>) {
    let bits = bitcast<vec3<u32>>(v);
    output[word] = bits.x;
    output[word + 1u] = bits.y;
    output[word + 2u] = bits.z;
}

// The vector from the world's origin for render vertices to the corner of a body's cell.
fn skin_offset(body: u32) -> vec3<f32> {
    let word = body * REPORT_WORDS + REPORT_CELL;
    let cell = bitcast<vec3<i32>>(vec3<u32>(report[word], report[word + 1u], report[word + 2u]));
    return cell_between(frames.world.origin_cell.xyz, cell) - frames.world.origin.xyz;
}

fn skin_blend(skin: Skin, cage: vec4<u32>, row: u32) -> vec3<f32> {
    let w = bitcast<vec4<f32>>(arena[row]);
    let first = skin.first_vertex;
    return w.x * state[first + cage.x].xyz + w.y * state[first + cage.y].xyz
        + w.z * state[first + cage.z].xyz + w.w * state[first + cage.w].xyz;
}

// Clears the bounds of one skin.
@compute @workgroup_size(8)
fn skin_clear(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    if thread < 6u {
        let word = skins[skin_chunk(workgroup_id.x).skin].bounds_word + thread;
        atomicStore(&bounds[word], select(0u, 0xFFFFFFFFu, thread < 3u));
    }
}

// Positions, previous positions and bounds of one chunk.
@compute @workgroup_size(128)
fn skin_position(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let chunk = skin_chunk(workgroup_id.x);
    let skin = skins[chunk.skin];
    if thread < 3u {
        atomicStore(&skin_low[thread], 0xFFFFFFFFu);
        atomicStore(&skin_high[thread], 0u);
    }
    workgroupBarrier();
    if thread < chunk.count {
        let vertex = chunk.first + thread;
        let row = skin.binding_row + SKIN_ROWS * vertex;
        let p = skin_blend(skin, arena[row], row + 1u) + skin_offset(skin.body);
        let word = skin.first_word + skin.vertex_words * vertex;
        if skin.previous_word != SKIN_ABSENT {
            let jumped = skin.jump_step == params.step;
            let before = skin_read(word + skin.position_word) + frames.world.origin_shift.xyz;
            skin_write(word + skin.previous_word, select(before, p, jumped));
        }
        skin_write(word + skin.position_word, p);
        let ordered = math_ordered(p);
        for (var axis = 0u; axis < 3u; axis++) {
            atomicMin(&skin_low[axis], ordered[axis]);
            atomicMax(&skin_high[axis], ordered[axis]);
        }
    }
    workgroupBarrier();
    if thread < 3u {
        atomicMin(&bounds[skin.bounds_word + thread], atomicLoad(&skin_low[thread]));
        atomicMax(&bounds[skin.bounds_word + 3u + thread], atomicLoad(&skin_high[thread]));
    }
}

// One word of a table with four words a row.
fn skin_word(first_row: u32, index: u32) -> u32 {
    return arena[first_row + index / 4u][index % 4u];
}

// Area-weighted normal of the triangles around a group. Its vertices may lie on both sides of a seam.
fn skin_group_normal(skin: Skin, index: u32) -> vec3<f32> {
    var normal = vec3<f32>(0.0);
    let end = skin_word(skin.group_row, index + 1u);
    for (var k = skin_word(skin.group_row, index); k < end; k++) {
        let triangle = 3u * skin_word(skin.around_row, k);
        let base = skin.first_word + skin.position_word;
        let a = skin_read(base + skin.vertex_words * skin_word(skin.triangle_row, triangle));
        let b = skin_read(base + skin.vertex_words * skin_word(skin.triangle_row, triangle + 1u));
        let c = skin_read(base + skin.vertex_words * skin_word(skin.triangle_row, triangle + 2u));
        normal += cross(b - a, c - a);
    }
    return normal;
}

fn skin_unit(v: vec3<f32>, fallback: vec3<f32>) -> vec3<f32> {
    let size = max(abs(v.x), max(abs(v.y), abs(v.z)));
    if !(size > 0.0) {
        return fallback;
    }
    return normalize(v / size);
}

// Normals and tangents of one chunk, from the skinned positions.
@compute @workgroup_size(128)
fn skin_frame(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let chunk = skin_chunk(workgroup_id.x);
    let skin = skins[chunk.skin];
    if thread >= chunk.count {
        return;
    }
    let vertex = chunk.first + thread;
    let row = skin.binding_row + SKIN_ROWS * vertex;
    let wanted = arena[row + 3u];
    let n = skin_unit(skin_group_normal(skin, wanted.w), vec3<f32>(0.0, 1.0, 0.0));
    let along = skin_blend(skin, arena[row], row + 2u);
    let any_side = select(vec3<f32>(1.0, 0.0, 0.0), vec3<f32>(0.0, 1.0, 0.0), abs(n.x) > 0.9);
    let side = skin_unit(any_side - n * dot(n, any_side), vec3<f32>(1.0, 0.0, 0.0));
    let t = skin_unit(along - n * dot(n, along), side);
    let b = cross(n, t);
    let word = skin.first_word + skin.vertex_words * vertex;
    if skin.normal_word != SKIN_ABSENT {
        let m = bitcast<vec3<f32>>(wanted.xyz);
        skin_write(word + skin.normal_word, skin_unit(t * m.x + b * m.y + n * m.z, n));
    }
    if skin.tangent_word != SKIN_ABSENT {
        let m = bitcast<vec4<f32>>(arena[row + 4u]);
        skin_write(word + skin.tangent_word, skin_unit(t * m.x + b * m.y + n * m.z, t));
        output[word + skin.tangent_word + 3u] = bitcast<u32>(m.w);
    }
}
