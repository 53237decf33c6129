//#use kernel/stage/probe.wgsl
// Answers questions by the tree, a workgroup each: its threads look at the 64 children of a node at once, or at the 64
// triangles of a patch. Nodes in reach wait on a stack, the nearest on top. A level of the tree adds at most 64, so the
// stack has room for all. What is found does not depend on the order: equally near triangles go by their place.

const FIND_STACK: u32 = 384u; // 64 for each of six levels: 2³⁶ patches
const FIND_LEVEL: u32 = 26u;  // bits of a node's place in its level
const FIND_WORDS: u32 = 2048u; // words of a bit a body: QUERY_BODIES / 32
const FIND_HIT_WORDS: u32 = 20u; // words of a QueryHit

var<workgroup> find_near: array<u32, TREE_WIDTH>;
var<workgroup> find_stack: array<vec2<u32>, FIND_STACK>; // node, how near
var<workgroup> find_depth: u32;
var<workgroup> find_best: atomic<u32>;  // how near the nearest is
var<workgroup> find_owner: atomic<u32>; // its triangle
var<workgroup> find_seen: array<atomic<u32>, FIND_WORDS>;

// How near a node of a level is.
fn find_node(query: Query, probe: Probe, level: u32, number: u32) -> u32 {
    if number >= tree_size(level) {
        return PROBE_NOT;
    }
    let node = tree_read(tree_first(level) + number);
    let near = probe_box(probe, node);
    if near > atomicLoad(&find_best) || level > 0u {
        return select(near, PROBE_NOT, near > atomicLoad(&find_best));
    }
    let own = tree_patch_of(node.patch_number).x;
    let seen = (atomicLoad(&find_seen[own / 32u]) & (1u << (own % 32u))) != 0u;
    let body = tree_body(own);
    let is_asked = !tree_is_collider(body) || query.shape.y != 0u;
    let hidden = (body.layers & bitcast<u32>(query.cell.w)) == 0u || !is_asked;
    return select(near, PROBE_NOT, seen || hidden);
}

// Puts the nodes of a level that are in reach on the stack, from `first` on: a thread each.
fn find_push(thread: u32, level: u32, first: u32, near: u32) {
    find_near[thread] = near;
    workgroupBarrier();
    let depth = find_depth;
    var nearer = 0u;
    var count = 0u;
    for (var other = 0u; other < TREE_WIDTH; other++) {
        let its = find_near[other];
        count += select(0u, 1u, its != PROBE_NOT);
        nearer += select(0u, 1u, its < near || (its == near && other < thread));
    }
    workgroupBarrier();
    if near != PROBE_NOT {
        find_stack[depth + count - 1u - nearer] = vec2<u32>((level << FIND_LEVEL) | (first + thread), near);
    }
    if thread == 0u {
        find_depth = depth + count;
    }
}

// Looks at the triangles of a patch, a thread each.
fn find_in_patch(thread: u32, query: Query, number: u32) {
    let own = tree_patch_of(number);
    let near = probe_triangle(query, tree_body(own.x), own.y, thread).near;
    if params.part == PROBE_SHAPE {
        if near != PROBE_NOT {
            atomicOr(&find_seen[own.x / 32u], 1u << (own.x % 32u));
        }
        return;
    }
    let before = atomicLoad(&find_best);
    workgroupBarrier();
    atomicMin(&find_best, near);
    workgroupBarrier();
    let now = atomicLoad(&find_best);
    if thread == 0u && now < before {
        atomicStore(&find_owner, QUERY_NONE);
    }
    workgroupBarrier();
    if near == now {
        atomicMin(&find_owner, TOUCH_PATCH * number + thread);
    }
}

// Writes the nearest, which the first thread knows.
fn find_write_hit(query: Query, number: u32) {
    let first = FIND_HIT_WORDS * number;
    let owner = atomicLoad(&find_owner);
    if owner == QUERY_NONE {
        found[first] = QUERY_NONE;
        return;
    }
    let own = tree_patch_of(owner / TOUCH_PATCH);
    let body = tree_body(own.x);
    let thread = owner % TOUCH_PATCH;
    let corners = tree_triangle(body, own.y, thread);
    let weights = probe_triangle(query, body, own.y, thread).weights;
    let x = tree_corners(body, corners.xyz, vec3<f32>(0.0));
    let n = cross(x[1] - x[0], x[2] - x[0]);
    let words = array<vec4<u32>, 5>(
        vec4<u32>(own.x, corners.xyz),
        vec4<u32>(bitcast<vec3<u32>>(weights), atomicLoad(&find_best)),
        vec4<u32>(bitcast<vec3<u32>>(x * weights), 0u),
        vec4<u32>(bitcast<vec3<u32>>(tree_cell_of(body)), 0u),
        vec4<u32>(bitcast<vec3<u32>>(n / max(length(n), 1e-30)), 0u),
    );
    for (var k = 0u; k < FIND_HIT_WORDS; k++) {
        found[first + k] = words[k / 4u][k % 4u];
    }
}

// Writes the bodies that are seen, in order; each thread those of its words.
fn find_write_list(thread: u32, number: u32) {
    let words = (params.work_row + 31u) / 32u;
    let share = (words + TREE_WIDTH - 1u) / TREE_WIDTH;
    let start = min(thread * share, words);
    let end = min(start + share, words);
    var own = 0u;
    for (var word = start; word < end; word++) {
        own += countOneBits(atomicLoad(&find_seen[word]));
    }
    find_near[thread] = own;
    workgroupBarrier();
    var place = 0u;
    var total = 0u;
    for (var other = 0u; other < TREE_WIDTH; other++) {
        place += select(0u, find_near[other], other < thread);
        total += find_near[other];
    }
    let first = QUERY_LIST_WORDS * number;
    if thread == 0u {
        found[first] = total;
        found[first + 1u] = min(total, QUERY_ROOM);
    }
    for (var word = start; word < end; word++) {
        var bits = atomicLoad(&find_seen[word]);
        while bits != 0u && place < QUERY_ROOM {
            found[first + 2u + place] = 32u * word + firstTrailingBit(bits);
            bits &= bits - 1u;
            place++;
        }
    }
}

@compute @workgroup_size(64)
fn find_all(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) thread: u32,
) {
    let number = tree_group(group, groups);
    let query = asked[min(number, params.substep - 1u)];
    let probe = probe_of(query);
    for (var word = thread; word < (params.work_row + 31u) / 32u; word += TREE_WIDTH) {
        atomicStore(&find_seen[word], 0u);
    }
    if thread == 0u {
        find_depth = 0u;
        atomicStore(&find_best, select(bitcast<u32>(query_reach(query)), 0u, params.part == PROBE_SHAPE));
        atomicStore(&find_owner, QUERY_NONE);
    }
    workgroupBarrier();
    let top = tree_top();
    find_push(thread, top, 0u, find_node(query, probe, top, thread));
    loop {
        workgroupBarrier();
        let depth = find_depth;
        let node = find_stack[max(depth, 1u) - 1u];
        let best = atomicLoad(&find_best);
        workgroupBarrier();
        if depth == 0u {
            break;
        }
        if thread == 0u {
            find_depth = depth - 1u;
        }
        workgroupBarrier();
        if node.y > best {
            continue;
        }
        let level = node.x >> FIND_LEVEL;
        let place = node.x & ((1u << FIND_LEVEL) - 1u);
        if level == 0u {
            find_in_patch(thread, query, tree_read(tree_first(0u) + place).patch_number);
        } else {
            let first = TREE_WIDTH * place;
            find_push(thread, level - 1u, first, find_node(query, probe, level - 1u, first + thread));
        }
    }
    if number >= params.substep {
        return;
    }
    if params.part == PROBE_SHAPE {
        find_write_list(thread, number);
    } else if thread == 0u {
        find_write_hit(query, number);
    }
}
