//#use share/params.wgsl
//#use share/query.wgsl
//#use share/report.wgsl
//#use share/surface.wgsl
//#use share/contacts.wgsl
//#use lib/cell.wgsl
//#use lib/math.wgsl
// The tree that queries walk: patches of all bodies in the order of their Morton codes, 64 neighbours to a node, and so on,
// up to at most 64 nodes. A linear tree (Lauterbach et al. 2009) that is split by number, so that splits need no search, and
// a workgroup tests all children of a node at once.
@group(0) @binding(0) var<storage, read> arena: array<vec4<u32>>;
@group(0) @binding(1) var<storage, read> state: array<vec4<f32>>; // positions are its first channel
@group(0) @binding(2) var<storage, read> report: array<u32>;
@group(0) @binding(3) var<storage, read> targets: array<vec4<u32>>; // bodies, then patches: (place of the body, number)
@group(0) @binding(4) var<storage, read_write> sorting: array<atomic<u32>>; // the head, keys and counts of digits
@group(0) @binding(5) var<storage, read_write> tree: array<vec4<f32>>; // boxes of two rows: of patches, then of nodes
@group(0) @binding(6) var<storage, read> asked: array<Query>;
@group(0) @binding(7) var<storage, read_write> found: array<u32>;

// work_row: number of bodies; work_count: of patches; part: digit or level; substep: number of queries.
var<immediate> params: Params;

const TREE_WIDTH: u32 = 64u; // threads of a workgroup, children of a node
const TREE_CELL: u32 = 0u;   // three words of the head: the cell that boxes are in
const TREE_LOW: u32 = 3u;    // three: bounds of all centres of boxes, as ordered integers
const TREE_HIGH: u32 = 6u;
const TREE_HEAD: u32 = 16u; // words of the head
const TREE_DIGITS: u32 = 256u; // values of a digit of the keys
const TREE_BLOCK: u32 = 256u;  // keys that a workgroup sorts
const TREE_ROUNDING: f32 = 4e-7; // of coordinates: above the rounding of all boxes and rays

struct TreeBox {
    low: vec3<f32>,
    high: vec3<f32>,
    patch_number: u32, // of a leaf: index of its patch
}

// The number of a workgroup, whose dispatch has rows.
fn tree_group(workgroup_id: vec3<u32>, workgroup_count: vec3<u32>) -> u32 {
    return workgroup_id.x + workgroup_id.y * workgroup_count.x;
}

// Nodes of a level; level 0 is that of the leaves.
fn tree_size(level: u32) -> u32 {
    var size = params.work_count;
    for (var k = 0u; k < level; k++) {
        size = (size + TREE_WIDTH - 1u) / TREE_WIDTH;
    }
    return size;
}

// The first level of at most 64 nodes.
fn tree_top() -> u32 {
    var level = 0u;
    while tree_size(level) > TREE_WIDTH {
        level++;
    }
    return level;
}

// The index of a level's first node among the boxes.
fn tree_first(level: u32) -> u32 {
    var first = params.work_count;
    for (var k = 0u; k < level; k++) {
        first += tree_size(k);
    }
    return first;
}

fn tree_read(index: u32) -> TreeBox {
    let low = tree[2u * index];
    return TreeBox(low.xyz, tree[2u * index + 1u].xyz, bitcast<u32>(low.w));
}

fn tree_write(index: u32, node: TreeBox) {
    tree[2u * index] = vec4<f32>(node.low, bitcast<f32>(node.patch_number));
    tree[2u * index + 1u] = vec4<f32>(node.high, 0.0);
}

fn tree_is_empty(node: TreeBox) -> bool {
    return node.low.x > node.high.x;
}

// An empty box.
fn tree_nothing() -> TreeBox {
    return TreeBox(vec3<f32>(3e38), vec3<f32>(-3e38), 0u);
}

fn tree_body(index: u32) -> QueryBody {
    let row = QUERY_BODY_ROWS * index;
    return query_body(targets[row], targets[row + 1u], targets[row + 2u], targets[row + 3u], targets[row + 4u]);
}

// The index of a patch's body, and the patch's number in it.
fn tree_patch_of(patch_number: u32) -> vec2<u32> {
    return targets[QUERY_BODY_ROWS * params.work_row + patch_number].xy;
}

fn tree_is_collider(body: QueryBody) -> bool {
    return body.slot == QUERY_NONE;
}

fn tree_cell_of(body: QueryBody) -> vec3<i32> {
    if tree_is_collider(body) {
        return body.cell.xyz;
    }
    let word = body.slot * REPORT_WORDS + REPORT_CELL;
    return bitcast<vec3<i32>>(vec3<u32>(report[word], report[word + 1u], report[word + 2u]));
}

fn tree_cell_of_all() -> vec3<i32> {
    return vec3<i32>(
        bitcast<i32>(atomicLoad(&sorting[TREE_CELL])),
        bitcast<i32>(atomicLoad(&sorting[TREE_CELL + 1u])),
        bitcast<i32>(atomicLoad(&sorting[TREE_CELL + 2u])),
    );
}

// Whether a body is finite: the positions of a stopped body have no meaning.
fn tree_is_alive(body: QueryBody) -> bool {
    if tree_is_collider(body) {
        return true;
    }
    return report[body.slot * REPORT_WORDS + REPORT_STATUS] == 0u;
}

// A triangle of a patch: vertices of its body, and whether there is one.
fn tree_triangle(body: QueryBody, patch_number: u32, thread: u32) -> vec4<u32> {
    let row = body.surface_row;
    let surface = surface_of(arena[row], arena[row + 1u], arena[row + 2u]);
    let number = CONTACTS_PATCH * patch_number + thread;
    if number >= surface.triangles {
        return vec4<u32>(0u);
    }
    return vec4<u32>(arena[row + surface.triangle_row + number].xyz, 1u);
}

fn tree_vertex(body: QueryBody, number: u32) -> vec3<f32> {
    if !tree_is_collider(body) {
        return state[body.first_vertex + number].xyz;
    }
    let row = body.surface_row;
    let rest = arena[row + arena[row + 2u].x + number]; // the third row of a surface's head: its first rest position
    return body.position.xyz + math_rotate(body.rotation, body.scale.xyz * bitcast<vec3<f32>>(rest.xyz));
}

// The corners of a triangle as columns, translated by `moved`.
fn tree_corners(body: QueryBody, corners: vec3<u32>, moved: vec3<f32>) -> mat3x3<f32> {
    return mat3x3<f32>(
        tree_vertex(body, corners.x) + moved,
        tree_vertex(body, corners.y) + moved,
        tree_vertex(body, corners.z) + moved,
    );
}
