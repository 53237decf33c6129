//#use query/query_test.wgsl
// Answers queries by the tree, a workgroup each: its threads test the 64 children of a node at once, or the 64 triangles of
// a patch. Nodes in reach wait on a stack, the nearest on top. A level of the tree adds at most 64, so the stack always has
// room. The result does not depend on the order: of equally near triangles the lowest index counts.

const QUERY_TRAVERSE_STACK: u32 = 384u; // 64 for each of six levels: 2³⁶ patches
const QUERY_TRAVERSE_LEVEL: u32 = 26u;  // bits of a node's place in its level
const QUERY_TRAVERSE_WORDS: u32 = 2048u; // words with one bit a body: QUERY_BODIES / 32
const QUERY_TRAVERSE_HIT_WORDS: u32 = 20u; // words of a QueryHit

var<workgroup> query_traverse_near: array<u32, TREE_WIDTH>;
var<workgroup> query_traverse_stack: array<vec2<u32>, QUERY_TRAVERSE_STACK>; // node, distance key
var<workgroup> query_traverse_depth: u32;
var<workgroup> query_traverse_best: atomic<u32>;  // distance key of the nearest triangle
var<workgroup> query_traverse_owner: atomic<u32>; // index of the nearest triangle
var<workgroup> query_traverse_seen: array<atomic<u32>, QUERY_TRAVERSE_WORDS>;

// The distance key of a node; QUERY_TEST_NOT if it is out of reach or not asked for.
fn query_traverse_node(query: Query, probe: QueryTest, level: u32, number: u32) -> u32 {
    if number >= tree_size(level) {
        return QUERY_TEST_NOT;
    }
    let node = tree_read(tree_first(level) + number);
    let near = query_test_box(probe, node);
    if near > atomicLoad(&query_traverse_best) || level > 0u {
        return select(near, QUERY_TEST_NOT, near > atomicLoad(&query_traverse_best));
    }
    let own = tree_patch_of(node.patch_number).x;
    let seen = (atomicLoad(&query_traverse_seen[own / 32u]) & (1u << (own % 32u))) != 0u;
    let body = tree_body(own);
    let is_asked = !tree_is_collider(body) || query.shape.y != 0u;
    let hidden = (body.layers & bitcast<u32>(query.cell.w)) == 0u || !is_asked;
    return select(near, QUERY_TEST_NOT, seen || hidden);
}

// Pushes the nodes of a level that are in reach onto the stack, from `first` on: one a thread.
fn query_traverse_push(thread: u32, level: u32, first: u32, near: u32) {
    query_traverse_near[thread] = near;
    workgroupBarrier();
    let depth = query_traverse_depth;
    var nearer = 0u;
    var count = 0u;
    for (var other = 0u; other < TREE_WIDTH; other++) {
        let its = query_traverse_near[other];
        count += select(0u, 1u, its != QUERY_TEST_NOT);
        nearer += select(0u, 1u, its < near || (its == near && other < thread));
    }
    workgroupBarrier();
    if near != QUERY_TEST_NOT {
        query_traverse_stack[depth + count - 1u - nearer] = vec2<u32>((level << QUERY_TRAVERSE_LEVEL) | (first + thread), near);
    }
    if thread == 0u {
        query_traverse_depth = depth + count;
    }
}

// Tests the triangles of a patch, one a thread.
fn query_traverse_in_patch(thread: u32, query: Query, number: u32) {
    let own = tree_patch_of(number);
    let near = query_test_triangle(query, tree_body(own.x), own.y, thread).near;
    if params.part == QUERY_TEST_SHAPE {
        if near != QUERY_TEST_NOT {
            atomicOr(&query_traverse_seen[own.x / 32u], 1u << (own.x % 32u));
        }
        return;
    }
    let before = atomicLoad(&query_traverse_best);
    workgroupBarrier();
    atomicMin(&query_traverse_best, near);
    workgroupBarrier();
    let now = atomicLoad(&query_traverse_best);
    if thread == 0u && now < before {
        atomicStore(&query_traverse_owner, QUERY_NONE);
    }
    workgroupBarrier();
    if near == now {
        atomicMin(&query_traverse_owner, CONTACTS_PATCH * number + thread);
    }
}

// Writes the nearest triangle. The first thread calls it.
fn query_traverse_write_hit(query: Query, number: u32) {
    let first = QUERY_TRAVERSE_HIT_WORDS * number;
    let owner = atomicLoad(&query_traverse_owner);
    if owner == QUERY_NONE {
        found[first] = QUERY_NONE;
        return;
    }
    let own = tree_patch_of(owner / CONTACTS_PATCH);
    let body = tree_body(own.x);
    let thread = owner % CONTACTS_PATCH;
    let corners = tree_triangle(body, own.y, thread);
    let weights = query_test_triangle(query, body, own.y, thread).weights;
    let x = tree_corners(body, corners.xyz, vec3<f32>(0.0));
    let n = cross(x[1] - x[0], x[2] - x[0]);
    let words = array<vec4<u32>, 5>(
        vec4<u32>(own.x, corners.xyz),
        vec4<u32>(bitcast<vec3<u32>>(weights), atomicLoad(&query_traverse_best)),
        vec4<u32>(bitcast<vec3<u32>>(x * weights), 0u),
        vec4<u32>(bitcast<vec3<u32>>(tree_cell_of(body)), 0u),
        vec4<u32>(bitcast<vec3<u32>>(n / max(length(n), 1e-30)), 0u),
    );
    for (var k = 0u; k < QUERY_TRAVERSE_HIT_WORDS; k++) {
        found[first + k] = words[k / 4u][k % 4u];
    }
}

// Writes the bodies that were found, in order; each thread writes those of its words.
fn query_traverse_write_list(thread: u32, number: u32) {
    let words = (params.work_row + 31u) / 32u;
    let share = (words + TREE_WIDTH - 1u) / TREE_WIDTH;
    let start = min(thread * share, words);
    let end = min(start + share, words);
    var own = 0u;
    for (var word = start; word < end; word++) {
        own += countOneBits(atomicLoad(&query_traverse_seen[word]));
    }
    query_traverse_near[thread] = own;
    workgroupBarrier();
    var index = 0u;
    var total = 0u;
    for (var other = 0u; other < TREE_WIDTH; other++) {
        index += select(0u, query_traverse_near[other], other < thread);
        total += query_traverse_near[other];
    }
    let first = QUERY_LIST_WORDS * number;
    if thread == 0u {
        found[first] = total;
        found[first + 1u] = min(total, QUERY_ROOM);
    }
    for (var word = start; word < end; word++) {
        var bits = atomicLoad(&query_traverse_seen[word]);
        while bits != 0u && index < QUERY_ROOM {
            found[first + 2u + index] = 32u * word + firstTrailingBit(bits);
            bits &= bits - 1u;
            index++;
        }
    }
}

@compute @workgroup_size(64)
fn query_traverse_all(
    @builtin(workgroup_id) workgroup_id: vec3<u32>,
    @builtin(num_workgroups) workgroup_count: vec3<u32>,
    @builtin(local_invocation_index) thread: u32,
) {
    let number = tree_group(workgroup_id, workgroup_count);
    let query = asked[min(number, params.substep - 1u)];
    let probe = query_test_of(query);
    for (var word = thread; word < (params.work_row + 31u) / 32u; word += TREE_WIDTH) {
        atomicStore(&query_traverse_seen[word], 0u);
    }
    if thread == 0u {
        query_traverse_depth = 0u;
        atomicStore(&query_traverse_best, select(bitcast<u32>(query_reach(query)), 0u, params.part == QUERY_TEST_SHAPE));
        atomicStore(&query_traverse_owner, QUERY_NONE);
    }
    workgroupBarrier();
    let top = tree_top();
    query_traverse_push(thread, top, 0u, query_traverse_node(query, probe, top, thread));
    loop {
        workgroupBarrier();
        let depth = query_traverse_depth;
        let node = query_traverse_stack[max(depth, 1u) - 1u];
        let best = atomicLoad(&query_traverse_best);
        workgroupBarrier();
        if depth == 0u {
            break;
        }
        if thread == 0u {
            query_traverse_depth = depth - 1u;
        }
        workgroupBarrier();
        if node.y > best {
            continue;
        }
        let level = node.x >> QUERY_TRAVERSE_LEVEL;
        let index = node.x & ((1u << QUERY_TRAVERSE_LEVEL) - 1u);
        if level == 0u {
            query_traverse_in_patch(thread, query, tree_read(tree_first(0u) + index).patch_number);
        } else {
            let first = TREE_WIDTH * index;
            query_traverse_push(thread, level - 1u, first, query_traverse_node(query, probe, level - 1u, first + thread));
        }
    }
    if number >= params.substep {
        return;
    }
    if params.part == QUERY_TEST_SHAPE {
        query_traverse_write_list(thread, number);
    } else if thread == 0u {
        query_traverse_write_hit(query, number);
    }
}
