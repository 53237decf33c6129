//#use share/params.wgsl
//#use share/skin.wgsl
//#use share/scratch.wgsl
//#use lib/math.wgsl
// Skinning: render vertices from the four cage vertices each is bound to, in the caller's vertex layout.
// A render vertex's rows: cage vertices; weights; tangent weights; wanted normal in the frame (w: group);
// wanted tangent in the frame and handedness.
@group(0) @binding(0) var<storage, read> arena: array<vec4<u32>>;
@group(0) @binding(1) var<storage, read> skins: array<Skin>;
@group(0) @binding(2) var<storage, read> position: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> output: array<u32>;
@group(0) @binding(4) var<storage, read_write> bounds: array<atomic<u32>>;
var<immediate> params: Params;

var<workgroup> skin_low: array<atomic<u32>, 3>;
var<workgroup> skin_high: array<atomic<u32>, 3>;

fn skin_read(word: u32) -> vec3<f32> {
    return bitcast<vec3<f32>>(vec3<u32>(output[word], output[word + 1u], output[word + 2u]));
}

fn skin_write(word: u32, v: vec3<f32>) {
    let bits = bitcast<vec3<u32>>(v);
    output[word] = bits.x;
    output[word + 1u] = bits.y;
    output[word + 2u] = bits.z;
}

fn skin_blend(skin: Skin, cage: vec4<u32>, row: u32) -> vec3<f32> {
    let w = bitcast<vec4<f32>>(arena[row]);
    let first = skin.source.x;
    return w.x * position[first + cage.x].xyz + w.y * position[first + cage.y].xyz
        + w.z * position[first + cage.z].xyz + w.w * position[first + cage.w].xyz;
}

// Empties the bounds of one skin.
@compute @workgroup_size(8)
fn skin_clear(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    if thread < 6u {
        let word = skins[arena[params.work.x + group.x].x].extra.z + thread;
        atomicStore(&bounds[word], select(0u, 0xFFFFFFFFu, thread < 3u));
    }
}

// Positions, previous positions and bounds of one chunk (skin, first vertex, vertices).
@compute @workgroup_size(128)
fn skin_position(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let chunk = arena[params.work.x + group.x];
    let skin = skins[chunk.x];
    if thread < 3u {
        atomicStore(&skin_low[thread], 0xFFFFFFFFu);
        atomicStore(&skin_high[thread], 0u);
    }
    workgroupBarrier();
    if thread < chunk.z {
        let vertex = chunk.y + thread;
        let row = skin.tables.x + SKIN_ROWS * vertex;
        let p = skin_blend(skin, arena[row], row + 1u);
        let word = skin.output.x + skin.output.y * vertex;
        if skin.extra.y != SKIN_ABSENT {
            let jumped = skin.source.z == params.counts.z;
            skin_write(word + skin.extra.y, select(skin_read(word + skin.output.z), p, jumped));
        }
        skin_write(word + skin.output.z, p);
        let ordered = math_ordered(p);
        for (var axis = 0u; axis < 3u; axis++) {
            atomicMin(&skin_low[axis], ordered[axis]);
            atomicMax(&skin_high[axis], ordered[axis]);
        }
    }
    workgroupBarrier();
    if thread < 3u {
        atomicMin(&bounds[skin.extra.z + thread], atomicLoad(&skin_low[thread]));
        atomicMax(&bounds[skin.extra.z + 3u + thread], atomicLoad(&skin_high[thread]));
    }
}

// One word of a table of words packed four a row.
fn skin_word(first_row: u32, index: u32) -> u32 {
    return arena[first_row + index / 4u][index % 4u];
}

// Area-weighted normal of the triangles around a group; its vertices may lie on both sides of a seam.
fn skin_group_normal(skin: Skin, index: u32) -> vec3<f32> {
    var normal = vec3<f32>(0.0);
    let end = skin_word(skin.tables.y, index + 1u);
    for (var k = skin_word(skin.tables.y, index); k < end; k++) {
        let triangle = 3u * skin_word(skin.tables.z, k);
        let base = skin.output.x + skin.output.z;
        let a = skin_read(base + skin.output.y * skin_word(skin.tables.w, triangle));
        let b = skin_read(base + skin.output.y * skin_word(skin.tables.w, triangle + 1u));
        let c = skin_read(base + skin.output.y * skin_word(skin.tables.w, triangle + 2u));
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
fn skin_frame(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let chunk = arena[params.work.x + group.x];
    let skin = skins[chunk.x];
    if thread >= chunk.z {
        return;
    }
    let vertex = chunk.y + thread;
    let row = skin.tables.x + SKIN_ROWS * vertex;
    let wanted = arena[row + 3u];
    let n = skin_unit(skin_group_normal(skin, wanted.w), vec3<f32>(0.0, 1.0, 0.0));
    let along = skin_blend(skin, arena[row], row + 2u);
    let any_side = select(vec3<f32>(1.0, 0.0, 0.0), vec3<f32>(0.0, 1.0, 0.0), abs(n.x) > 0.9);
    let side = skin_unit(any_side - n * dot(n, any_side), vec3<f32>(1.0, 0.0, 0.0));
    let t = skin_unit(along - n * dot(n, along), side);
    let b = cross(n, t);
    let word = skin.output.x + skin.output.y * vertex;
    if skin.output.w != SKIN_ABSENT {
        let m = bitcast<vec3<f32>>(wanted.xyz);
        skin_write(word + skin.output.w, skin_unit(t * m.x + b * m.y + n * m.z, n));
    }
    if skin.extra.x != SKIN_ABSENT {
        let m = bitcast<vec4<f32>>(arena[row + 4u]);
        skin_write(word + skin.extra.x, skin_unit(t * m.x + b * m.y + n * m.z, t));
        output[word + skin.extra.x + 3u] = bitcast<u32>(m.w);
    }
}
