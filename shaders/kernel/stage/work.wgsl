//#use kernel/bindings.wgsl
// Work lists: rows of the arena that say what each workgroup of a dispatch does. src/solver/schedule.rs writes them.

// Some neighbouring vertices of a body.
struct WorkChunk {
    body: u32,
    first: u32, // of its vertices
    count: u32,
    item: u32,  // place of the body in the list of bodies
}

// A body of a wide method.
struct WorkItem {
    body: u32,
    first_sum: u32, // of its sums in the list of sums
    sums: u32,
}

// A slice of a body's vertices.
struct WorkSlice {
    body: u32,
    slice: u32,
    item: u32,  // place of the body in the list of bodies
}

// Index of the body, attachment or skin that a row of the list names.
fn work_index(row: u32) -> u32 {
    return arena[params.work_row + row].x;
}

// First state row of the own rows of the body of a row of resident bodies.
fn work_own(row: u32) -> u32 {
    return params.sum_row + arena[params.work_row + row].y;
}

// Whether the body of a row of resident bodies takes an explicit method.
fn work_is_explicit(row: u32) -> bool {
    return arena[params.work_row + row].z != 0u;
}

fn work_chunk(row: u32) -> WorkChunk {
    let list = arena[params.work_row + row];
    return WorkChunk(list.x, list.y, list.z, list.w);
}

fn work_item(row: u32) -> WorkItem {
    let list = arena[params.work_row + row];
    return WorkItem(list.x, list.y, list.z);
}

fn work_slice(row: u32) -> WorkSlice {
    let list = arena[params.work_row + row];
    return WorkSlice(list.x, list.y, list.z);
}

// Where a sum over vertices is in scratch: STATE_SUM_ROWS from its first row. They are three sums of four rows: of
// the state after the solve, of that before the substep, and of what hit something.
const WORK_SUM_BEFORE: u32 = 4u;
const WORK_SUM_HITS: u32 = 8u;

fn work_sum(sum: u32) -> u32 {
    return params.sum_row + STATE_SUM_ROWS * sum;
}
