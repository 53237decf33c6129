//#use query/tree.wgsl
// Builds the tree that queries walk (query/tree.wgsl), from the leaves up: each level is a dispatch, so that no
// workgroup waits for another.

var<workgroup> query_tree_low: array<vec3<f32>, TREE_WIDTH>;
var<workgroup> query_tree_high: array<vec3<f32>, TREE_WIDTH>;
var<workgroup> query_tree_least: array<atomic<i32>, 3>;
var<workgroup> query_tree_most: array<atomic<i32>, 3>;

// The box around the boxes of all threads. All threads call it; the first thread gets the box.
fn query_tree_joined(thread: u32, node: TreeBox) -> TreeBox {
    query_tree_low[thread] = node.low;
    query_tree_high[thread] = node.high;
    for (var apart = TREE_WIDTH / 2u; apart > 0u; apart /= 2u) {
        workgroupBarrier();
        if thread < apart {
            query_tree_low[thread] = min(query_tree_low[thread], query_tree_low[thread + apart]);
            query_tree_high[thread] = max(query_tree_high[thread], query_tree_high[thread + apart]);
        }
    }
    return TreeBox(query_tree_low[0], query_tree_high[0], 0u);
}

// The cell in the middle of the cells of all bodies, and empty bounds.
@compute @workgroup_size(256)
fn query_tree_open(@builtin(local_invocation_index) thread: u32) {
    if thread < 3u {
        atomicStore(&query_tree_least[thread], CELL_FARTHEST);
        atomicStore(&query_tree_most[thread], -CELL_FARTHEST);
    }
    workgroupBarrier();
    for (var k = thread; k < params.work_row; k += 256u) {
        let body = tree_body(k);
        let cell = tree_cell_of(body);
        if tree_is_alive(body) {
            for (var axis = 0u; axis < 3u; axis++) {
                atomicMin(&query_tree_least[axis], cell[axis]);
                atomicMax(&query_tree_most[axis], cell[axis]);
            }
        }
    }
    workgroupBarrier();
    if thread < 3u {
        let middle = atomicLoad(&query_tree_least[thread]) / 2 + atomicLoad(&query_tree_most[thread]) / 2;
        atomicStore(&sorting[TREE_CELL + thread], bitcast<u32>(middle));
        atomicStore(&sorting[TREE_LOW + thread], 0xFFFFFFFFu);
        atomicStore(&sorting[TREE_HIGH + thread], 0u);
    }
}

// The box of each patch, a workgroup each, and the bounds of their centres.
@compute @workgroup_size(64)
fn query_tree_patch(
    @builtin(workgroup_id) workgroup_id: vec3<u32>,
    @builtin(num_workgroups) workgroup_count: vec3<u32>,
    @builtin(local_invocation_index) thread: u32,
) {
    let number = tree_group(workgroup_id, workgroup_count);
    var node = tree_nothing();
    if number < params.work_count {
        let own = tree_patch_of(number);
        let body = tree_body(own.x);
        let corners = tree_triangle(body, own.y, thread);
        if corners.w == 1u && tree_is_alive(body) {
            let x = tree_corners(body, corners.xyz, cell_between(tree_cell_of_all(), tree_cell_of(body)));
            if math_finite(x[0]) && math_finite(x[1]) && math_finite(x[2]) {
                node = TreeBox(min(x[0], min(x[1], x[2])), max(x[0], max(x[1], x[2])), 0u);
            }
        }
    }
    node = query_tree_joined(thread, node);
    if thread != 0u || number >= params.work_count {
        return;
    }
    if !tree_is_empty(node) {
        let rounding = TREE_ROUNDING * max(abs(node.low), abs(node.high));
        node.low -= rounding;
        node.high += rounding;
        let centre = math_ordered(0.5 * node.low + 0.5 * node.high);
        for (var axis = 0u; axis < 3u; axis++) {
            atomicMin(&sorting[TREE_LOW + axis], centre[axis]);
            atomicMax(&sorting[TREE_HIGH + axis], centre[axis]);
        }
    }
    node.patch_number = number;
    tree_write(number, node);
}

// Writes the leaves in the order of their keys.
@compute @workgroup_size(64)
fn query_tree_leaf(
    @builtin(workgroup_id) workgroup_id: vec3<u32>,
    @builtin(num_workgroups) workgroup_count: vec3<u32>,
    @builtin(local_invocation_index) thread: u32,
) {
    let k = TREE_WIDTH * tree_group(workgroup_id, workgroup_count) + thread;
    if k < params.work_count {
        let number = atomicLoad(&sorting[TREE_HEAD + 2u * k + 1u]);
        tree_write(params.work_count + k, tree_read(number));
    }
}

// Writes a node of a level, params.part, from its children: a workgroup each.
@compute @workgroup_size(64)
fn query_tree_node(
    @builtin(workgroup_id) workgroup_id: vec3<u32>,
    @builtin(num_workgroups) workgroup_count: vec3<u32>,
    @builtin(local_invocation_index) thread: u32,
) {
    let number = tree_group(workgroup_id, workgroup_count);
    let below = params.part - 1u;
    let child = TREE_WIDTH * number + thread;
    var node = tree_nothing();
    if child < tree_size(below) {
        node = tree_read(tree_first(below) + child);
    }
    node = query_tree_joined(thread, node);
    if thread == 0u && number < tree_size(params.part) {
        tree_write(tree_first(params.part) + number, node);
    }
}
