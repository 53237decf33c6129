//#use kernel/stage/cull.wgsl
//#use kernel/stage/drift.wgsl
//#use kernel/stage/limit.wgsl
// What a vertex keeps of its candidates for an epoch: the planes that count, and the rows that it bears a part of. A
// workgroup works on one vertex at a time. Slots are in no order, so nothing here depends on where a plane stands.
//
// A vertex that has too many planes, such as one of a sheet that slides along another, gets walls around its way: planes
// too, from which most others follow. Only where that is not enough, the reach ends at the first plane that is left out.

const KEEP_MOST_ROWS: u32 = 256u;  // one that bears more stays where it is
const KEEP_WALLS: u32 = 5u;        // behind the start of the way, and on four sides
const KEEP_NARROWEST: u32 = 6u;    // attempts with walls, each time half as far. After these the reach is halved
const KEEP_ATTEMPTS: u32 = 13u;    // one that has too many planes even then stays where it is

var<workgroup> keep_links: array<u32, KEEP_MOST_ROWS>;
var<workgroup> keep_rows: atomic<u32>;
var<workgroup> keep_frozen: atomic<u32>; // 1 if no plane parts one of the pairs

// Where a vertex may be in the epoch: within its reach, and between walls if it has any.
struct KeepRegion {
    reach: f32,
    room: f32,        // from the way to each wall; zero: there are none
    along: vec3<f32>, // the way
    side: vec3<f32>,
    other: vec3<f32>,
}

// Walls around its way, at this distance.
fn keep_walled(reach: f32, way: vec3<f32>, room: f32) -> KeepRegion {
    let size = length(way);
    var along = vec3<f32>(1.0, 0.0, 0.0);
    if size > 1e-12 {
        along = way / size;
    }
    let far = select(vec3<f32>(1.0, 0.0, 0.0), vec3<f32>(0.0, 1.0, 0.0), abs(along.x) > 0.6);
    let side = normalize(cross(along, far));
    return KeepRegion(reach, room, along, side, cross(along, side));
}

// The next smaller region: with walls, with walls half as far, and then with half the reach.
fn keep_smaller(region: KeepRegion, attempt: u32, body: u32, vertex: u32) -> KeepRegion {
    var next = region;
    if attempt == 0u {
        let way = (drift_way(vertex) - drift_cluster_way(body)) / f32(params.epochs);
        let leeway = bitcast<f32>(touch[limit_vertex(vertex) + TOUCH_OWN].y);
        next = keep_walled(region.reach, way, 0.5 * min(region.reach, length(way)) + leeway);
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

// Keeps planes and rows of a vertex that has slots; all threads call it. One of a pair that no plane could part stays where
// it is, as does one that bears too many rows.
fn keep_vertex(thread: u32, body: u32, vertex: u32) {
    let row = limit_vertex(vertex);
    let reference = row + TOUCH_REF + limit_parity(params.substep);
    let list = touch[row + TOUCH_LIST].xy;
    var region = KeepRegion();
    region.reach = bitcast<f32>(touch[reference].w);
    var chosen = cull_none();
    var rows = 0u;
    if region.reach > 0.0 {
        keep_stage(thread, list, region, true);
        rows = keep_write_rows(thread, list.x);
        if atomicLoad(&keep_frozen) != 0u || rows > KEEP_MOST_ROWS {
            region.reach = 0.0;
        } else {
            chosen = keep_choose(thread, list, body, vertex, &region);
        }
    }
    let planes = min(chosen.planes, CULL_MOST);
    region.reach = min(region.reach, chosen.cut);
    for (var k = thread; k < planes; k += CULL_WIDTH) {
        limit_set(frames.touch.kept_row + list.x + k, cull_plane(k));
    }
    if thread == 0u {
        touch[row + TOUCH_LIST].z = planes;
        touch[row + TOUCH_LIST].w = select(rows, 0u, rows > KEEP_MOST_ROWS);
        touch[row + TOUCH_OWN].z = bitcast<u32>(min(region.reach, chosen.nearest));
        touch[reference].w = bitcast<u32>(region.reach);
    }
}

// Makes the region smaller until few enough planes count in it.
fn keep_choose(
    thread: u32, list: vec2<u32>, body: u32, vertex: u32, region: ptr<function, KeepRegion>,
) -> CullChosen {
    for (var attempt = 0u; attempt < KEEP_ATTEMPTS; attempt++) {
        if attempt > 0u {
            keep_stage(thread, list, *region, false);
        }
        let staged = atomicLoad(&cull_count);
        if staged <= CULL_ROOM {
            let chosen = cull_choose(thread, staged, (*region).reach);
            if chosen.planes <= CULL_MOST || attempt >= KEEP_NARROWEST {
                return chosen;
            }
        }
        *region = keep_smaller(*region, attempt, body, vertex);
    }
    return cull_none();
}

// A candidate as one of its corners sees it.
struct KeepSlot {
    number: u32,      // 4 candidate + corner
    plane: vec4<f32>,
    flags: u32,
}

fn keep_slot(number: u32) -> KeepSlot {
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
    cull_clear(thread);
    if is_first && thread == 0u {
        atomicStore(&keep_rows, 0u);
        atomicStore(&keep_frozen, 0u);
    }
    workgroupBarrier();
    if region.room > 0.0 && thread < KEEP_WALLS {
        cull_add(keep_wall(region, thread));
    }
    // Four at a time, so that their reads are in flight. In place of slots beyond the last stands the last.
    let last = list.x + list.y - 1u;
    for (var k = list.x + thread; k <= last; k += 4u * CULL_WIDTH) {
        let numbers = vec4<u32>(
            touch_slot(k), touch_slot(min(k + CULL_WIDTH, last)), touch_slot(min(k + 2u * CULL_WIDTH, last)),
            touch_slot(min(k + 3u * CULL_WIDTH, last)),
        );
        let one = keep_slot(numbers.x);
        let two = keep_slot(numbers.y);
        let three = keep_slot(numbers.z);
        let four = keep_slot(numbers.w);
        keep_take(one, region, is_first, true);
        keep_take(two, region, is_first, k + CULL_WIDTH <= last);
        keep_take(three, region, is_first, k + 2u * CULL_WIDTH <= last);
        keep_take(four, region, is_first, k + 3u * CULL_WIDTH <= last);
    }
    workgroupBarrier();
}

fn keep_take(slot: KeepSlot, region: KeepRegion, is_first: bool, counts: bool) {
    if !counts {
        return;
    }
    if (slot.flags & TOUCH_FROZEN) != 0u {
        atomicStore(&keep_frozen, 1u);
    } else if !keep_is_beyond(region, slot.plane) {
        cull_add(slot.plane);
    }
    if is_first && (slot.flags & (TOUCH_BEARS << (slot.number % 4u))) != 0u {
        let place = atomicAdd(&keep_rows, 1u);
        if place < KEEP_MOST_ROWS {
            keep_links[place] = slot.number | select(0u, LIMIT_EDGES, (slot.flags & TOUCH_CROSSED) != 0u);
        }
    }
}

// Writes links of rows in the order of their slots. Returns how many there are.
fn keep_write_rows(thread: u32, first: u32) -> u32 {
    let rows = atomicLoad(&keep_rows);
    if rows <= KEEP_MOST_ROWS {
        for (var i = thread; i < rows; i += CULL_WIDTH) {
            var rank = 0u;
            for (var k = 0u; k < rows; k++) {
                rank += select(0u, 1u, keep_links[k] < keep_links[i]);
            }
            limit_set_word(frames.touch.link_row, first + rank, keep_links[i]);
        }
    }
    return rows;
}
