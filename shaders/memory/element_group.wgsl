//#use element/element_types.wgsl
//#use memory/state.wgsl
//#use memory/work_list.wgsl
// Elements by group: the elements of one kind in a body. src/element/groups.rs writes the table.
//
// table[0]: arena rows of the groups, of the steps and of the entries around vertices; steps of an iteration
// table[1]: how many steps, from the first, go backwards in odd iterations; groups; the group that sums, from 1
// groups: (kind, elements, first row, first row of its multipliers). Arena rows are counted from the table, those of
//     multipliers from the body's own state rows. A group that sums has there instead: the change by the total, a row a
//     vertex, then the parts of the sum that workgroups of large bodies store.
// steps: (ELEMENT_GROUP_…, group, first item, items)
// elements by group and colour, two rows each: corners, rest numbers
// around vertices: (first row, entries), then entries, four a row: element << 8 | group << 3 | corner
//
// Rows of the body's own, from constant_row on: the constants of each group, then the limits of each vertex, two a row:
//     (held vertex, length), (held vertex, length)

// The items of a step.
const ELEMENT_GROUP_ELEMENTS: u32 = 0u; // elements of a group that share no vertex
const ELEMENT_GROUP_SUM: u32 = 1u;      // vertices of the body, for a sum over all of them
const ELEMENT_GROUP_VERTICES: u32 = 2u; // vertices of the body

const ELEMENT_GROUP_PART: u32 = 128u; // vertices in a part of a sum

struct ElementGroup {
    kind: u32,
    first_row: u32, // arena row of its first element
    multiplier_row: u32, // state row of the multipliers of its first two elements
    constants: vec4<f32>,
}

fn element_group_of(body: Body, number: u32) -> ElementGroup {
    let first = body.table[0].x;
    let head = arena[first + number];
    let constants = bitcast<vec4<f32>>(arena[body.constant_row + number]);
    return ElementGroup(head.x, first + head.z, work_list_own_row + head.w, constants);
}

fn element_group_element(group: ElementGroup, element: u32) -> Element {
    let row = group.first_row + 2u * element;
    return Element(arena[row], bitcast<vec4<f32>>(arena[row + 1u]), group.constants);
}

// A step of an iteration.
struct ElementGroupStep {
    what: u32, // ELEMENT_GROUP_…
    group: ElementGroup,
    first: u32, // item
    items: u32,
}

fn element_group_steps(body: Body) -> u32 {
    return body.table[0].w;
}

fn element_group_step(body: Body, number: u32) -> ElementGroupStep {
    let step = arena[body.table[0].y + number];
    return ElementGroupStep(step.x, element_group_of(body, step.y), step.z, step.w);
}

// The number of the `turn`-th step of an iteration.
fn element_group_turn(body: Body, iteration: u32, turn: u32) -> u32 {
    let turning = body.table[1].x;
    return select(turn, turning - 1u - turn, iteration % 2u == 1u && turn < turning);
}

// An element that a vertex belongs to.
struct ElementGroupEntry {
    element: u32,
    group: u32,
    corner: u32,
}

// Row of the entries around a vertex, and their number.
fn element_group_around(body: Body, local: u32) -> vec2<u32> {
    let head = arena[body.table[0].z + local];
    return vec2<u32>(body.table[0].z + head.x, head.y);
}

fn element_group_entry(row: u32, k: u32) -> ElementGroupEntry {
    let entry = arena[row + k / 4u][k % 4u];
    return ElementGroupEntry(entry >> 8u, (entry >> 3u) & 31u, entry & 7u);
}

// The two multipliers of an element in the substep.
fn element_group_multipliers(group: ElementGroup, element: u32) -> vec2<f32> {
    let row = state[group.multiplier_row + element / 2u];
    return select(row.xy, row.zw, element % 2u == 1u);
}

fn element_group_keep(group: ElementGroup, element: u32, multipliers: vec2<f32>) {
    let row = group.multiplier_row + element / 2u;
    if element % 2u == 0u {
        state[row].x = multipliers.x;
        state[row].y = multipliers.y;
    } else {
        state[row].z = multipliers.x;
        state[row].w = multipliers.y;
    }
}

// Number of rows of a vertex's limits, for a group with limits.
fn element_group_limits(group: ElementGroup) -> u32 {
    return u32(group.constants.x);
}

fn element_group_limit(body: Body, group: ElementGroup, local: u32, k: u32) -> vec4<u32> {
    return arena[body.constant_row + body.table[1].y + element_group_limits(group) * local + k];
}

// The group of a body that sums, from 1; 0: none does.
fn element_group_sum(body: Body) -> u32 {
    return body.table[1].z;
}

// The row of the change by the total of a group that sums.
fn element_group_total_row(group: ElementGroup) -> u32 {
    return group.multiplier_row;
}

// The row that a vertex keeps from the sum to its move.
fn element_group_vertex_row(group: ElementGroup, local: u32) -> u32 {
    return group.multiplier_row + 1u + local;
}

fn element_group_part_row(body: Body, group: ElementGroup, part: u32) -> u32 {
    return group.multiplier_row + 1u + body.vertex_count + part;
}
