//#use constraint/constraint.wgsl
//#use kernel/stage/state.wgsl
//#needs kernel/body
// A sheet: its parameters, its tables in the arena, and what it keeps in the state.

// The body's parameters in `elastic`, and its table; src/solver/sheet_table.rs writes it.
struct Sheet {
    stretch: f32, // stiffness [N/m]
    bend: f32,    // [kg·unit²/s²]
    drag: f32,    // half the density of air times the coefficients [kg/unit³]
    lift: f32,
    colours: u32,
    colour_row: u32, // arena rows
    edge_row: u32,
    around_row: u32,
    own_row: u32,    // state rows of the body's own: a motion, then the multipliers of two edges each
}

const SHEET_MOTION_ROWS: u32 = 5u;

// `own_row`: the first of the body's own state rows.
fn sheet_of(body: Body, own_row: u32) -> Sheet {
    let head = arena[body.colour_row];
    return Sheet(
        body.elastic.x, body.elastic.y, body.elastic.z, body.elastic.w,
        head.x, body.colour_row + 1u, body.colour_row + head.y, body.colour_row + head.z, own_row,
    );
}

// An edge, and what its two rows in the arena say of it: (ends, the hinge's other two vertices or the first end twice),
// (rest length, factors of the stiffnesses, tangent of a quarter of the rest angle).
struct SheetEdge {
    at: vec4<u32>,
    edge: ConstraintRow,
    stretch: f32, // stiffnesses [N/m], [kg·unit²/s²]; bend is 0 without a hinge
    bend: f32,
    turn: f32,
}

fn sheet_edge(body: Body, sheet: Sheet, edge: u32) -> SheetEdge {
    let at = arena[sheet.edge_row + 2u * edge];
    let rest = bitcast<vec4<f32>>(arena[sheet.edge_row + 2u * edge + 1u]);
    let row = constraint_edge(body_at(at.x), body_at(at.y), rest.x * body.scale);
    return SheetEdge(at, row, sheet.stretch * rest.y, sheet.bend * rest.z, rest.w);
}

fn sheet_hinge(body: Body, rows: SheetEdge) -> ConstraintRow {
    let at = rows.at;
    return constraint_hinge(body_at(at.x), body_at(at.y), body_at(at.z), body_at(at.w), rows.turn);
}

// The multipliers of an edge and of the hinge on it so far in the substep. Two edges share a state row.
fn sheet_kept(sheet: Sheet, edge: u32) -> vec2<f32> {
    let row = state[sheet.own_row + SHEET_MOTION_ROWS + edge / 2u];
    return select(row.xy, row.zw, edge % 2u == 1u);
}

fn sheet_keep(sheet: Sheet, edge: u32, multipliers: vec2<f32>) {
    let row = sheet.own_row + SHEET_MOTION_ROWS + edge / 2u;
    if edge % 2u == 0u {
        state[row].x = multipliers.x;
        state[row].y = multipliers.y;
    } else {
        state[row].z = multipliers.x;
        state[row].w = multipliers.y;
    }
}

fn sheet_gradient(row: ConstraintRow, corner: u32) -> vec3<f32> {
    return select(select(row.c, row.d, corner == 3u), select(row.a, row.b, corner == 1u), corner < 2u);
}
