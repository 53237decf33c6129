//#use memory/bindings.wgsl
// Work lists: rows of the arena that say what each workgroup of a dispatch does. src/executor/ writes them.

// Some neighbouring vertices of a body.
struct WorkListChunk {
    body: u32,
    first: u32, // of its vertices
    count: u32,
    item: u32, // place of the body in the list of bodies
}

// A body of a wide method.
struct WorkListItem {
    body: u32,
    first_sum: u32, // of its sums in the list of sums
    sums: u32,
}

// A slice of a body's vertices.
struct WorkListSlice {
    body: u32,
    slice: u32,
    item: u32, // place of the body in the list of bodies
}

// First state row of the own rows of the body at hand: a rigid motion, then what its solver needs. An executor sets it.
var<private> work_list_own_row: u32;

// Index of the body, attachment or skin that a row of the list names.
fn work_list_index(row: u32) -> u32 {
    return arena[params.work_row + row].x;
}

// First state row of the own rows of the body of a row of resident bodies.
fn work_list_own(row: u32) -> u32 {
    return params.sum_row + arena[params.work_row + row].y;
}

// Whether the body of a row of resident bodies takes an explicit method.
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

// Where a sum over vertices is in scratch: STATE_SUM_ROWS from its first row. They are three sums of four rows: of
// the state after the solve, of that before the substep, and of what hit something.
const WORK_LIST_SUM_BEFORE: u32 = 4u;
const WORK_LIST_SUM_HITS: u32 = 8u;

fn work_list_sum(sum: u32) -> u32 {
    return params.sum_row + STATE_SUM_ROWS * sum;
}
