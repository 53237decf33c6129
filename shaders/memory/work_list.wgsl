//#use memory/bindings.wgsl
// Work lists: rows of the arena with the work of each workgroup of a dispatch. src/executor/ writes them.

// A range of a body's vertices.
struct WorkListChunk {
    body: u32,
    first: u32, // vertex
    count: u32,
    item: u32, // index of the body in the list of bodies
}

// A body of a wide method.
struct WorkListItem {
    body: u32,
    first_sum: u32, // in the list of sums
    sums: u32,
}

// A slice of a body's vertices.
struct WorkListSlice {
    body: u32,
    slice: u32,
    item: u32, // index of the body in the list of bodies
}

// First state row of the current body's own rows: a rigid motion, then rows of its solver. An executor sets it.
var<private> work_list_own_row: u32;

// Index of the body, attachment or skin that a row of the list names.
fn work_list_index(row: u32) -> u32 {
    return arena[params.work_row + row].x;
}

// First of the own state rows of a resident body, by its row of the list.
fn work_list_own(row: u32) -> u32 {
    return params.sum_row + arena[params.work_row + row].y;
}

// Whether a resident body, by its row of the list, takes an explicit method.
fn work_list_is_explicit(row: u32) -> bool {
    return arena[params.work_row + row].z != 0u;
}

fn work_list_chunk(row: u32) -> WorkListChunk {
    let list = arena[params.work_row + row];
    return WorkListChunk(list.x, list.y, list.z, list.w);
}

fn work_list_item(row: u32) -> WorkListItem {
    let list = arena[params.work_row + row];
    return WorkListItem(list.x, list.y, list.z);
}

fn work_list_slice(row: u32) -> WorkListSlice {
    let list = arena[params.work_row + row];
    return WorkListSlice(list.x, list.y, list.z);
}

// Rows of a sum over vertices in scratch: STATE_SUM_ROWS from its first row. A sum has three parts of four rows: the state
// after the solve, the state before the substep, and the hits.
const WORK_LIST_SUM_BEFORE: u32 = 4u;
const WORK_LIST_SUM_HITS: u32 = 8u;

fn work_list_sum(sum: u32) -> u32 {
    return params.sum_row + STATE_SUM_ROWS * sum;
}
