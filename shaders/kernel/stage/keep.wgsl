//#use kernel/stage/limit.wgsl
//#use lib/separate.wgsl
// What a vertex keeps of its candidates for an epoch: the planes that count, and the rows that it bears a part of. A
// workgroup works on one vertex at a time. Slots are in no order, so nothing here depends on where a plane stands.
//
// A plane counts if it does not follow from a nearer one within the reach. A vertex that has too many of them, such as one
// of a sheet that slides along another, gets walls around its way: planes too, from which most others follow. Only where
// that is not enough, the reach ends at the first plane that is left out.

const KEEP_WIDTH: u32 = 32u;
const KEEP_MOST_PLANES: u32 = 64u; // kept
const KEEP_MOST_ROWS: u32 = 256u;  // one that bears more stays where it is
const KEEP_ROOM: u32 = 256u;       // planes that are compared with each other
const KEEP_WALLS: u32 = 5u;        // behind the start of the way, and on four sides
const KEEP_NARROWEST: u32 = 6u;    // attempts with walls, each time half as far. After these the reach is halved
const KEEP_ATTEMPTS: u32 = 13u;    // one that has too many planes even then stays where it is

var<workgroup> keep_given: vec4<u32>;                    // first slot, slots, reach, zero
var<workgroup> keep_planes: array<vec4<f32>, KEEP_ROOM>; // (n, s), where n u + s >= 0
var<workgroup> keep_counts: array<u32, KEEP_ROOM>;       // 1 if they count
var<workgroup> keep_ranks: array<u32, KEEP_ROOM>;        // place among those that do, the nearest first
var<workgroup> keep_links: array<u32, KEEP_MOST_ROWS>;
var<workgroup> keep_staged: atomic<u32>; // planes within the region, also those beyond the room
var<workgroup> keep_left: atomic<u32>;   // those that count
var<workgroup> keep_rows: atomic<u32>;
var<workgroup> keep_frozen: atomic<u32>; // 1 if no plane parts one of the pairs
var<workgroup> keep_cut: atomic<u32>;    // distance of the first plane that counts and has no room
var<workgroup> keep_seen: KeepSeen;

// All of that, the same for all threads.
struct KeepSeen {
    staged: u32,
    left: u32,
    rows: u32,
    frozen: u32,
    cut: u32,
}

// Where a vertex may be in the epoch: within its reach, and between walls if it has any.
struct KeepRegion {
    reach: f32,
    room: f32,        // from the way to each wall; zero: there are none
    along: vec3<f32>, // the way
    side: vec3<f32>,
    other: vec3<f32>,
}

// The region of a vertex that has all of its reach. `way`: where the epoch takes it.
fn keep_region(reach: f32, way: vec3<f32>) -> KeepRegion {
    let size = length(way);
    var along = vec3<f32>(1.0, 0.0, 0.0);
    if size > 1e-12 {
        along = way / size;
    }
    let far = select(vec3<f32>(1.0, 0.0, 0.0), vec3<f32>(0.0, 1.0, 0.0), abs(along.x) > 0.6);
    let side = normalize(cross(along, far));
    return KeepRegion(reach, 0.0, along, side, cross(along, side));
}

// The next smaller region: with walls at this distance, with walls half as far, and then with half the reach.
fn keep_smaller(region: KeepRegion, attempt: u32, widest: f32) -> KeepRegion {
    var next = region;
    if attempt == 0u {
        next.room = widest;
    } else if attempt < KEEP_NARROWEST {
        next.room *= 0.5;
    } else {
        next.reach = select(0.5 * region.reach, 0.0, attempt + 1u == KEEP_ATTEMPTS);
    }
    return next;
}

// A wall. The first is behind the start of the way.
fn keep_wall(region: KeepRegion, number: u32) -> vec4<f32> {
    let across = select(region.side, region.other, number > 2u);
    let n = select(across, -across, number % 2u == 0u);
    return vec4<f32>(select(n, region.along, number == 0u), region.room);
}

// Whether a plane follows from the reach or the walls: all of the region is outside of it.
fn keep_is_beyond(region: KeepRegion, plane: vec4<f32>) -> bool {
    var deepest = region.reach;
    if region.room > 0.0 {
        let along = dot(plane.xyz, region.along);
        let across = abs(dot(plane.xyz, region.side)) + abs(dot(plane.xyz, region.other));
        let between = region.room * (across + max(along, 0.0)) + region.reach * max(-along, 0.0);
        deepest = min(deepest, 1.00001 * between);
    }
    return plane.w >= deepest;
}

// Keeps planes and rows of a vertex; all threads call it. One of a pair that no plane could part stays where it is, as
// does one that bears too many rows.
fn keep_vertex(thread: u32, vertex: u32, way: vec3<f32>) {
    let row = limit_vertex(vertex);
    let reference = row + TOUCH_REF + limit_parity(params.substep);
    if thread == 0u {
        keep_given = vec4<u32>(touch[row + TOUCH_LIST].xy, touch[reference].w, 0u);
    }
    let given = workgroupUniformLoad(&keep_given);
    var region = keep_region(bitcast<f32>(given.z), way);
    let widest = 0.5 * min(region.reach, length(way)) + bitcast<f32>(touch[row + TOUCH_OWN].y);
    var seen = KeepSeen();
    if given.y > 0u && region.reach > 0.0 {
        for (var attempt = 0u; attempt < KEEP_ATTEMPTS; attempt++) {
            keep_stage(thread, given.xy, region, attempt == 0u);
            keep_compare(thread, region.reach);
            seen = keep_see(thread);
            let stays = seen.frozen != 0u || seen.rows > KEEP_MOST_ROWS;
            if stays {
                seen.left = 0u;
                region.reach = 0.0;
            }
            let fits = seen.staged <= KEEP_ROOM && (seen.left <= KEEP_MOST_PLANES || attempt >= KEEP_NARROWEST);
            if stays || fits {
                break;
            }
            seen.left = 0u;
            region = keep_smaller(region, attempt, widest);
        }
    }
    let planes = min(seen.left, KEEP_MOST_PLANES);
    let rows = select(seen.rows, 0u, seen.rows > KEEP_MOST_ROWS);
    if seen.left > KEEP_MOST_PLANES {
        region.reach = min(region.reach, bitcast<f32>(seen.cut));
    }
    let nearest = keep_write(thread, given.x, planes, rows);
    if nearest < TOUCH_FAR || (planes == 0u && thread == 0u) {
        touch[row + TOUCH_OWN].z = bitcast<u32>(min(region.reach, nearest));
    }
    if thread == 0u {
        touch[row + TOUCH_LIST] = vec4<u32>(given.xy, planes, rows);
        touch[reference].w = bitcast<u32>(region.reach);
    }
    workgroupBarrier(); // the next vertex stages anew
}

// A candidate as one of its corners sees it.
struct KeepSlot {
    number: u32,      // 4 candidate + corner
    plane: vec4<f32>,
    flags: u32,
}

fn keep_slot(place: u32) -> KeepSlot {
    let number = touch_slot(place);
    let row = frames.touch.plane_row + TOUCH_PLANE_ROWS * (number / 4u);
    let normal = touch[row];
    let corner = number % 4u;
    let is_edges = (normal.w & TOUCH_CROSSED) != 0u;
    let is_second = corner >= select(1u, 2u, is_edges);
    let n = bitcast<vec3<f32>>(normal.xyz);
    let s = bitcast<f32>(touch[row + 1u][corner]);
    return KeepSlot(number, vec4<f32>(select(n, -n, is_second), s), normal.w);
}

// Stages what a list (first slot, slots) has within a region, and the walls; the first time also rows.
fn keep_stage(thread: u32, list: vec2<u32>, region: KeepRegion, is_first: bool) {
    workgroupBarrier();
    if thread == 0u {
        atomicStore(&keep_staged, 0u);
        atomicStore(&keep_left, 0u);
        atomicStore(&keep_cut, bitcast<u32>(TOUCH_FAR));
        if is_first {
            atomicStore(&keep_rows, 0u);
            atomicStore(&keep_frozen, 0u);
        }
    }
    workgroupBarrier();
    if region.room > 0.0 && thread < KEEP_WALLS {
        keep_add(keep_wall(region, thread));
    }
    for (var k = thread; k < list.y; k += KEEP_WIDTH) {
        let slot = keep_slot(list.x + k);
        if (slot.flags & TOUCH_FROZEN) != 0u {
            atomicStore(&keep_frozen, 1u);
        } else if !keep_is_beyond(region, slot.plane) {
            keep_add(slot.plane);
        }
        if is_first && (slot.flags & TOUCH_HAS_ROW) != 0u {
            keep_add_row(slot);
        }
    }
    workgroupBarrier();
}

fn keep_add(plane: vec4<f32>) {
    let place = atomicAdd(&keep_staged, 1u);
    if place < KEEP_ROOM {
        keep_planes[place] = plane;
    }
}

fn keep_add_row(slot: KeepSlot) {
    if limit_floats(limit_contact(slot.number / 4u) + TOUCH_WEIGHTS)[slot.number % 4u] > 0.0 {
        let place = atomicAdd(&keep_rows, 1u);
        if place < KEEP_MOST_ROWS {
            keep_links[place] = slot.number | select(0u, LIMIT_EDGES, (slot.flags & TOUCH_CROSSED) != 0u);
        }
    }
}

// Which of the staged planes count, and their ranks. Whether a plane follows from any nearer one is the same as whether
// it follows from one that counts: what follows from a plane follows from what that one follows from.
fn keep_compare(thread: u32, reach: f32) {
    let staged = atomicLoad(&keep_staged);
    let count = select(staged, 0u, staged > KEEP_ROOM);
    for (var i = thread; i < count; i += KEEP_WIDTH) {
        keep_counts[i] = select(1u, 0u, keep_follows(i, count, reach));
    }
    workgroupBarrier();
    for (var i = thread; i < count; i += KEEP_WIDTH) {
        if keep_counts[i] != 0u {
            let rank = keep_rank(i, count);
            keep_ranks[i] = rank;
            atomicAdd(&keep_left, 1u);
            if rank == KEEP_MOST_PLANES {
                atomicStore(&keep_cut, bitcast<u32>(keep_planes[i].w));
            }
        }
    }
    workgroupBarrier();
}

fn keep_see(thread: u32) -> KeepSeen {
    if thread == 0u {
        keep_seen = KeepSeen(
            atomicLoad(&keep_staged), atomicLoad(&keep_left), atomicLoad(&keep_rows), atomicLoad(&keep_frozen),
            atomicLoad(&keep_cut),
        );
    }
    return workgroupUniformLoad(&keep_seen);
}

fn keep_follows(i: u32, count: u32, reach: f32) -> bool {
    let plane = keep_planes[i];
    for (var k = 0u; k < count; k++) {
        let other = keep_planes[k];
        if keep_is_before(other, k, plane, i) && separate_follows(plane, other, reach) {
            return true;
        }
    }
    return false;
}

// How many of those that count come before one.
fn keep_rank(i: u32, count: u32) -> u32 {
    let plane = keep_planes[i];
    var rank = 0u;
    for (var k = 0u; k < count; k++) {
        if keep_counts[k] != 0u && keep_is_before(keep_planes[k], k, plane, i) {
            rank += 1u;
        }
    }
    return rank;
}

// Writes the planes that count, the nearest first, and rows in the order of their slots. Returns the distance of the
// nearest to the thread that has it, to others TOUCH_FAR.
fn keep_write(thread: u32, first: u32, planes: u32, rows: u32) -> f32 {
    var nearest = TOUCH_FAR;
    let staged = select(0u, min(atomicLoad(&keep_staged), KEEP_ROOM), planes > 0u);
    for (var i = thread; i < staged; i += KEEP_WIDTH) {
        if keep_counts[i] != 0u && keep_ranks[i] < planes {
            limit_set(frames.touch.kept_row + first + keep_ranks[i], keep_planes[i]);
            nearest = select(nearest, keep_planes[i].w, keep_ranks[i] == 0u);
        }
    }
    for (var i = thread; i < rows; i += KEEP_WIDTH) {
        var rank = 0u;
        for (var k = 0u; k < rows; k++) {
            rank += select(0u, 1u, keep_links[k] < keep_links[i]);
        }
        limit_set_word(frames.touch.link_row, first + rank, keep_links[i]);
    }
    return nearest;
}

// An order of planes: by distance, of those alike by direction, and of equal ones by where they stand.
fn keep_is_before(a: vec4<f32>, place: u32, b: vec4<f32>, other: u32) -> bool {
    if a.w != b.w {
        return a.w < b.w;
    }
    if any(a.xyz != b.xyz) {
        let by_x = a.x != b.x;
        return select(select(a.z < b.z, a.y < b.y, a.y != b.y), a.x < b.x, by_x);
    }
    return place < other;
}
