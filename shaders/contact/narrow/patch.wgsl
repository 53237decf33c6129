//#needs contact/narrow/pair_sink
//#use lib/cell.wgsl
//#use share/surface.wgsl
// The patch that a workgroup of the narrow phase works on, and counts over its threads.

const NARROW_WIDTH: u32 = 128u; // threads
const NARROW_MOST: u32 = 2048u; // candidates that are kept for a primary: one thread goes through them

// The patch of a workgroup.
struct NarrowPatch {
    row: u32, // of the work list
    slot: u32,
    body: Body,
    surface: Surface,
    first_point: u32,
    points: u32,
    first_edge: u32,
    edges: u32,
    box: NarrowBox,
}

struct NarrowBox {
    low: vec3<f32>,
    high: vec3<f32>,
}

// Another patch whose box overlaps that of the patch.
struct NarrowOther {
    slot: u32,
    number: u32, // of the patch in its body
    first_vertex: u32,
    surface_row: u32,
    shift: vec3<f32>, // from the cell of the patch's body to its own
}

// A point, an edge or a triangle.
struct NarrowFeature {
    vertices: vec3<u32>, // of the world; an edge repeats its second vertex, a point its only one
    a: vec3<f32>,
    b: vec3<f32>,
    c: vec3<f32>,
    reach: f32,     // the farthest that a corner may move
    thickness: f32, // of the contact distance, mean of its corners
}

var<workgroup> narrow_others: array<vec4<u32>, NARROW_WIDTH>; // near patches: slot, number, first vertex, surface row
var<workgroup> narrow_shifts: array<vec4<f32>, NARROW_WIDTH>;
var<workgroup> narrow_bits: array<atomic<u32>, 4>; // a bit a thread
var<workgroup> narrow_next: array<u32, 384>;       // candidates of each primary so far: points, then edges
var<workgroup> narrow_sums: array<u32, NARROW_WIDTH>;

fn narrow_patch(row: u32) -> NarrowPatch {
    let work = arena[params.work_row + row];
    let body = bodies[work.x];
    let head = body.surface_row;
    let surface = surface_of(arena[head], arena[head + 1u], arena[head + 2u]);
    let parts = arena[head + surface.patch_row + work.y];
    return NarrowPatch(
        row, work.x, body, surface, parts.x, parts.y, parts.z, parts.w,
        narrow_box(body.first_patch + work.y, vec3<f32>(0.0)),
    );
}

fn narrow_floats(row: u32) -> vec4<f32> {
    return bitcast<vec4<f32>>(pair_sink_load(row));
}

fn narrow_cell(slot: u32) -> vec3<i32> {
    let word = slot * REPORT_WORDS + REPORT_CELL;
    return bitcast<vec3<i32>>(vec3<u32>(
        atomicLoad(&report[word]), atomicLoad(&report[word + 1u]), atomicLoad(&report[word + 2u]),
    ));
}

// The vertex of a point in its body.
fn narrow_point(own: NarrowPatch, point: u32) -> u32 {
    return arena[own.body.surface_row + own.surface.point_row + own.first_point + point].x;
}

// The box of a patch, by its number in the world, translated by a shift.
fn narrow_box(patch_number: u32, shift: vec3<f32>) -> NarrowBox {
    let row = frames.contacts.patch_row + CONTACTS_PATCH_ROWS * patch_number;
    return NarrowBox(narrow_floats(row).xyz + shift, narrow_floats(row + 1u).xyz + shift);
}

// Whether a box, grown by `by`, overlaps another box.
fn narrow_meets(feature: NarrowBox, by: f32, box: NarrowBox) -> bool {
    return all(feature.low - by <= box.high) && all(feature.high + by >= box.low);
}

// The row of a primary's list of candidates: points come first.
fn narrow_record(own: NarrowPatch, primary: u32) -> u32 {
    if primary < own.points {
        return frames.contacts.point_row + own.body.first_vertex + narrow_point(own, primary);
    }
    return frames.contacts.edge_row + own.body.first_edge + own.first_edge + primary - own.points;
}

// The number of threads before this one with `is_so`, and of all such threads. All threads call it.
fn narrow_rank(thread: u32, is_so: bool) -> vec2<u32> {
    workgroupBarrier();
    if thread < 4u {
        atomicStore(&narrow_bits[thread], 0u);
    }
    workgroupBarrier();
    if is_so {
        atomicOr(&narrow_bits[thread / 32u], 1u << (thread % 32u));
    }
    workgroupBarrier();
    var rank = vec2<u32>(0u);
    for (var word = 0u; word < 4u; word++) {
        let bits = atomicLoad(&narrow_bits[word]);
        let before = select(select(0u, (1u << (thread % 32u)) - 1u, word == thread / 32u), 0xFFFFFFFFu, word < thread / 32u);
        rank += vec2<u32>(countOneBits(bits & before), countOneBits(bits));
    }
    return rank;
}

// The sum of values over the threads before this one. All threads call it.
fn narrow_before(thread: u32, value: u32) -> u32 {
    workgroupBarrier();
    narrow_sums[thread] = value;
    for (var step = 1u; step < NARROW_WIDTH; step *= 2u) {
        workgroupBarrier();
        var other = 0u;
        if thread >= step {
            other = narrow_sums[thread - step];
        }
        workgroupBarrier();
        narrow_sums[thread] += other;
    }
    return narrow_sums[thread] - value;
}

fn narrow_feature(vertices: vec3<u32>, shift: vec3<f32>) -> NarrowFeature {
    let rows = vec3<u32>(frames.contacts.vertex_row) + CONTACTS_VERTEX_ROWS * vertices;
    let a = narrow_floats(rows.x + CONTACTS_NOW);
    let b = narrow_floats(rows.y + CONTACTS_NOW);
    let c = narrow_floats(rows.z + CONTACTS_NOW);
    let thickness = vec3<f32>(
        narrow_floats(rows.x + CONTACTS_OWN).w, narrow_floats(rows.y + CONTACTS_OWN).w, narrow_floats(rows.z + CONTACTS_OWN).w,
    );
    let mean = select((thickness.x + thickness.y + thickness.z) / 3.0, 0.5 * (thickness.x + thickness.y), vertices.y == vertices.z);
    return NarrowFeature(vertices, a.xyz + shift, b.xyz + shift, c.xyz + shift, max(a.w, max(b.w, c.w)), mean);
}

// The vertices of a primary of this kind.
fn narrow_primary(own: NarrowPatch, kind: u32, primary: u32) -> vec3<u32> {
    if kind == CONTACTS_TRIANGLE {
        return vec3<u32>(own.body.first_vertex + narrow_point(own, primary));
    }
    let row = own.body.surface_row + own.surface.edge_row + own.first_edge + primary;
    return arena[row].xyy + own.body.first_vertex;
}

// The vertices of a feature that primaries of this kind are tested against.
fn narrow_corners(index: u32, kind: u32, number: u32) -> vec3<u32> {
    let other = narrow_others[index];
    let surface = arena[other.w + 1u];
    if kind == CONTACTS_TRIANGLE {
        return arena[other.w + surface.y + number].xyz + other.z;
    }
    return arena[other.w + surface.z + number].xyy + other.z;
}
