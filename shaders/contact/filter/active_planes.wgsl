//#use contact/filter/plane_reduction.wgsl
//#use contact/broad/set_motion.wgsl
//#use contact/filter/half_space_filter.wgsl
// Active planes: the planes and contacts that a vertex keeps for an epoch, out of its candidates. A workgroup works on one
// vertex at a time. Roles are unordered, so no result may depend on the order of planes.
//
// A vertex with too many planes, such as one of a sheet that slides along another, gets walls around its displacement. Walls
// are planes too, and most other planes are redundant behind them. If planes still do not fit, the reach ends at the first
// that is left out.

const ACTIVE_PLANES_MOST_CONTACTS: u32 = 256u; // a vertex with more stays where it is
const ACTIVE_PLANES_WALLS: u32 = 5u;           // behind the start of the displacement, and on four sides
const ACTIVE_PLANES_NARROWEST: u32 = 6u;       // attempts with walls, each time half as far; after these the reach is halved
const ACTIVE_PLANES_ATTEMPTS: u32 = 13u;       // after these a vertex stays where it is

var<workgroup> active_planes_links: array<u32, ACTIVE_PLANES_MOST_CONTACTS>;
var<workgroup> active_planes_contacts: atomic<u32>;
var<workgroup> active_planes_frozen: atomic<u32>; // 1 if no plane separates one of the pairs

// The region of a vertex in the epoch: within its reach, and between walls if it has any.
struct ActivePlanesRegion {
    reach: f32,
    room: f32,        // from the displacement to each wall; zero: no walls
    along: vec3<f32>, // the displacement
    side: vec3<f32>,
    other: vec3<f32>,
}

// A region with walls at this distance around a displacement.
fn active_planes_walled(reach: f32, displacement: vec3<f32>, room: f32) -> ActivePlanesRegion {
    let size = length(displacement);
    var along = vec3<f32>(1.0, 0.0, 0.0);
    if size > 1e-12 {
        along = displacement / size;
    }
    let far = select(vec3<f32>(1.0, 0.0, 0.0), vec3<f32>(0.0, 1.0, 0.0), abs(along.x) > 0.6);
    let side = normalize(cross(along, far));
    return ActivePlanesRegion(reach, room, along, side, cross(along, side));
}

// The next smaller region: first with walls, then with walls half as far, then with half the reach.
fn active_planes_smaller(region: ActivePlanesRegion, attempt: u32, body: u32, vertex: u32) -> ActivePlanesRegion {
    var next = region;
    if attempt == 0u {
        let displacement = (set_motion_displacement(vertex) - set_motion_of_set(body)) / f32(params.epochs);
        let slack = bitcast<f32>(contacts[filter_vertex_row(vertex) + CONTACTS_OWN].y);
        next = active_planes_walled(region.reach, displacement, 0.5 * min(region.reach, length(displacement)) + slack);
    } else if attempt < ACTIVE_PLANES_NARROWEST {
        next.room *= 0.5;
    } else {
        next.reach = select(0.5 * region.reach, 0.0, attempt + 1u == ACTIVE_PLANES_ATTEMPTS);
    }
    return next;
}

// A wall of a region. The first one is behind the start of the displacement.
fn active_planes_wall(region: ActivePlanesRegion, number: u32) -> vec4<f32> {
    let across = select(region.side, region.other, number > 2u);
    let n = select(across, -across, number % 2u == 0u);
    return vec4<f32>(select(n, region.along, number == 0u), region.room);
}

// Whether a plane is redundant: the whole region is on its outer side.
fn active_planes_is_beyond(region: ActivePlanesRegion, plane: vec4<f32>) -> bool {
    var deepest = region.reach;
    if region.room > 0.0 {
        let along = dot(plane.xyz, region.along);
        let across = abs(dot(plane.xyz, region.side)) + abs(dot(plane.xyz, region.other));
        let between = region.room * (across + max(along, 0.0)) + region.reach * max(-along, 0.0);
        deepest = min(deepest, 1.00001 * between);
    }
    return plane.w >= deepest;
}

// Writes the planes and contacts of a vertex that has roles; all threads call it. A vertex stays where it is if no plane
// separates one of its pairs, or if it has too many contacts.
fn active_planes_vertex(thread: u32, body: u32, vertex: u32) {
    let row = filter_vertex_row(vertex);
    let reference = row + CONTACTS_REFERENCE + filter_parity(params.substep);
    let list = contacts[row + CONTACTS_LIST].xy;
    var region = ActivePlanesRegion();
    region.reach = bitcast<f32>(contacts[reference].w);
    var chosen = plane_reduction_none();
    var count = 0u;
    if region.reach > 0.0 {
        active_planes_stage(thread, list, region, true);
        count = active_planes_write_contacts(thread, list.x);
        if atomicLoad(&active_planes_frozen) != 0u || count > ACTIVE_PLANES_MOST_CONTACTS {
            region.reach = 0.0;
        } else {
            chosen = active_planes_choose(thread, list, body, vertex, &region);
        }
    }
    let planes = min(chosen.planes, PLANE_REDUCTION_MOST);
    region.reach = min(region.reach, chosen.cut);
    for (var k = thread; k < planes; k += PLANE_REDUCTION_WIDTH) {
        contacts_store(frames.contacts.kept_row + list.x + k, plane_reduction_plane(k));
    }
    if thread == 0u {
        contacts[row + CONTACTS_LIST].z = planes;
        contacts[row + CONTACTS_LIST].w = select(count, 0u, count > ACTIVE_PLANES_MOST_CONTACTS);
        contacts[row + CONTACTS_OWN].z = bitcast<u32>(min(region.reach, chosen.nearest));
        contacts[reference].w = bitcast<u32>(region.reach);
    }
}

// Shrinks the region until few enough planes are active in it.
fn active_planes_choose(
    thread: u32, list: vec2<u32>, body: u32, vertex: u32, region: ptr<function, ActivePlanesRegion>,
) -> PlaneReductionChosen {
    for (var attempt = 0u; attempt < ACTIVE_PLANES_ATTEMPTS; attempt++) {
        if attempt > 0u {
            active_planes_stage(thread, list, *region, false);
        }
        let staged = atomicLoad(&plane_reduction_count);
        if staged <= PLANE_REDUCTION_ROOM {
            let chosen = plane_reduction_choose(thread, staged, (*region).reach);
            if chosen.planes <= PLANE_REDUCTION_MOST || attempt >= ACTIVE_PLANES_NARROWEST {
                return chosen;
            }
        }
        *region = active_planes_smaller(*region, attempt, body, vertex);
    }
    return plane_reduction_none();
}

// A candidate as one of its corners sees it.
struct ActivePlanesRole {
    number: u32, // 4 candidate + corner
    plane: vec4<f32>,
    flags: u32,
}

fn active_planes_role(number: u32) -> ActivePlanesRole {
    let row = frames.contacts.plane_row + CONTACTS_PLANE_ROWS * (number / 4u);
    let normal = contacts[row];
    let corner = number % 4u;
    let is_edges = (normal.w & CONTACTS_CROSSED) != 0u;
    let is_second = corner >= select(1u, 2u, is_edges);
    let n = bitcast<vec3<f32>>(normal.xyz);
    let s = bitcast<f32>(contacts[row + 1u][corner]);
    return ActivePlanesRole(number, vec4<f32>(select(n, -n, is_second), s), normal.w);
}

// Stages the planes of a list (first role, roles) that cut a region, and the walls; in the first attempt also contacts.
fn active_planes_stage(thread: u32, list: vec2<u32>, region: ActivePlanesRegion, is_first: bool) {
    workgroupBarrier();
    plane_reduction_clear(thread);
    if is_first && thread == 0u {
        atomicStore(&active_planes_contacts, 0u);
        atomicStore(&active_planes_frozen, 0u);
    }
    workgroupBarrier();
    if region.room > 0.0 && thread < ACTIVE_PLANES_WALLS {
        plane_reduction_add(active_planes_wall(region, thread));
    }
    // Four roles at a time, so that their reads are in flight. The last role replaces roles beyond the end.
    let last = list.x + list.y - 1u;
    for (var k = list.x + thread; k <= last; k += 4u * PLANE_REDUCTION_WIDTH) {
        let numbers = vec4<u32>(
            contacts_role(k), contacts_role(min(k + PLANE_REDUCTION_WIDTH, last)), contacts_role(min(k + 2u * PLANE_REDUCTION_WIDTH, last)),
            contacts_role(min(k + 3u * PLANE_REDUCTION_WIDTH, last)),
        );
        let one = active_planes_role(numbers.x);
        let two = active_planes_role(numbers.y);
        let three = active_planes_role(numbers.z);
        let four = active_planes_role(numbers.w);
        active_planes_take(one, region, is_first, true);
        active_planes_take(two, region, is_first, k + PLANE_REDUCTION_WIDTH <= last);
        active_planes_take(three, region, is_first, k + 2u * PLANE_REDUCTION_WIDTH <= last);
        active_planes_take(four, region, is_first, k + 3u * PLANE_REDUCTION_WIDTH <= last);
    }
    workgroupBarrier();
}

fn active_planes_take(role: ActivePlanesRole, region: ActivePlanesRegion, is_first: bool, counts: bool) {
    if !counts {
        return;
    }
    if (role.flags & CONTACTS_FROZEN) != 0u {
        atomicStore(&active_planes_frozen, 1u);
    } else if !active_planes_is_beyond(region, role.plane) {
        plane_reduction_add(role.plane);
    }
    if is_first && (role.flags & (CONTACTS_BEARS << (role.number % 4u))) != 0u {
        let index = atomicAdd(&active_planes_contacts, 1u);
        if index < ACTIVE_PLANES_MOST_CONTACTS {
            active_planes_links[index] = role.number | select(0u, FILTER_EDGES, (role.flags & CONTACTS_CROSSED) != 0u);
        }
    }
}

// Writes links to contacts in the order of their roles. Returns the number of contacts.
fn active_planes_write_contacts(thread: u32, first: u32) -> u32 {
    let count = atomicLoad(&active_planes_contacts);
    if count <= ACTIVE_PLANES_MOST_CONTACTS {
        for (var i = thread; i < count; i += PLANE_REDUCTION_WIDTH) {
            var rank = 0u;
            for (var k = 0u; k < count; k++) {
                rank += select(0u, 1u, active_planes_links[k] < active_planes_links[i]);
            }
            contacts_set_word(frames.contacts.link_row, first + rank, active_planes_links[i]);
        }
    }
    return count;
}
