//#use kernel/stage/object.wgsl
//#use share/attachment.wgsl
// The boxes of the broad phase: of each collider over the step, and of each body, one that it will not leave.
var<workgroup> swept_moving: array<atomic<u32>, 6>; // box of all moving colliders, as ordered integers
var<workgroup> swept_shift: atomic<u32>;            // the most that one moves what is at it [unit], as bits
var<workgroup> swept_turn: atomic<u32>;             // the most that one turns: the chord of its angle, as bits

// The cell that the box of all moving colliders is in: that of the first collider with bounds.
fn swept_cell() -> vec3<i32> {
    return frames.list[search_collider(frames.world.half_spaces).frame].cell1.xyz;
}

// A body gets room for twice the way that it would go by its speed, and for this part of its size: it may be pulled or
// pushed harder than it was. More makes lists longer; a body that fills its room is held back until the next step.
const SWEPT_LEEWAY: f32 = 0.1;

fn swept_clear(thread: u32) {
    if thread < OBJECT_LEVELS {
        atomicStore(&contact[object_level_word(thread)], 0u);
    }
    if thread < 6u {
        atomicStore(&swept_moving[thread], select(0u, 0xFFFFFFFFu, thread < 3u));
    }
    if thread == 0u {
        atomicStore(&swept_shift, 0u);
        atomicStore(&swept_turn, 0u);
    }
    let buckets = frames.world.near_buckets;
    for (var b = thread; b < buckets; b += OBJECT_WIDTH) {
        atomicStore(&contact[frames.world.near_bucket + b], 0u);
    }
    for (var i = thread; i < object_bodies(); i += OBJECT_WIDTH) {
        swept_open(object_slot(i));
    }
}

// Starts the box of a body from the bounds that its last step left.
fn swept_open(slot: u32) {
    let word = slot * NEAR_WORDS;
    let shift = cell_between(search_cell(slot), search_bounds_cell(slot));
    object_store(word + NEAR_LOW, math_ordered(search_bound(slot, REPORT_LOW) + shift));
    object_store(word + NEAR_HIGH, math_ordered(search_bound(slot, REPORT_HIGH) + shift));
    for (var k = NEAR_FOUND; k < NEAR_WORDS; k++) {
        atomicStore(&contact[word + k], 0u);
    }
}

// Puts in the colliders, and notes how those that move push what they meet.
fn swept_colliders(thread: u32) {
    let objects = object_count();
    for (var i = object_bodies() + thread; i < objects; i += OBJECT_WIDTH) {
        let index = frames.world.half_spaces + i - object_bodies();
        let collider = search_collider(index);
        let frame = frames.list[collider.frame];
        let cell = frame.cell1.xyz;
        let box = bound_collider(collider, frame, cell);
        object_put(i, Object(box, index, grid_level(box.low, box.high), cell));
        let turn = bound_turn(frame);
        let way = bound_way(frame, frame.position0.xyz, frame.cell0.xyz, collider_radius(collider));
        let push = way + swept_slide(collider);
        if push > 0.0 {
            swept_note(bound_in_cell(box, cell, swept_cell()), push, turn);
        }
    }
}

// How far a collider's surface takes things along in the step, beside its frame's motion.
fn swept_slide(collider: Collider) -> f32 {
    return params_dt(params) * length(collider.surface.xyz);
}

fn swept_note(box: BoundBox, push: f32, turn: f32) {
    let low = math_ordered(box.low);
    let high = math_ordered(box.high);
    for (var axis = 0u; axis < 3u; axis++) {
        atomicMin(&swept_moving[axis], low[axis]);
        atomicMax(&swept_moving[3u + axis], high[axis]);
    }
    atomicMax(&swept_shift, bitcast<u32>(push)); // floats above zero are in the order of their bits
    atomicMax(&swept_turn, bitcast<u32>(turn));
}

// Widens the boxes of bodies by where frames take what they hold.
fn swept_held(thread: u32) {
    let attachments = frames.world.attachments;
    for (var i = thread; i < attachments; i += OBJECT_WIDTH) {
        let attachment = attachment_of(arena[frames.world.attachment_row + i]);
        let frame = frames.list[attachment.frame];
        let anchor = state[STATE_ANCHOR * params.state_rows + attachment.vertex].xyz;
        let cell = search_cell(attachment.body);
        var p = anchor; // of the world's own frame: in the body's cell
        if attachment.frame != 0u {
            p = pose_to_world(pose_at(frame, 0.0, cell), anchor);
        }
        let way = bound_way(frame, p, cell, 0.0);
        let word = attachment.body * NEAR_WORDS;
        let low = math_ordered(p - vec3<f32>(way));
        let high = math_ordered(p + vec3<f32>(way));
        for (var axis = 0u; axis < 3u; axis++) {
            atomicMin(&contact[word + NEAR_LOW + axis], low[axis]);
            atomicMax(&contact[word + NEAR_HIGH + axis], high[axis]);
        }
        atomicMax(&contact[word + NEAR_PULL], bitcast<u32>(way));
    }
}

// How far moving colliders may push a body with this box, in its cell, in the step.
fn swept_push(body: Body, box: BoundBox, cell: vec3<i32>) -> f32 {
    var push = 0.0;
    let shift = bitcast<f32>(atomicLoad(&swept_shift));
    if shift > 0.0 {
        let low = math_from_ordered(swept_corner(0u));
        let high = math_from_ordered(swept_corner(3u));
        let turn = bitcast<f32>(atomicLoad(&swept_turn));
        push = select(
            0.0, shift + turn * body.size, bound_meets(bound_in_cell(box, cell, swept_cell()), BoundBox(low, high)),
        );
    }
    let half = 0.5 * (box.high - box.low);
    let half_spaces = frames.world.half_spaces;
    for (var m = 0u; m < half_spaces; m++) {
        let collider = search_collider(m);
        if search_meets(collider, body) {
            let way = bound_way(frames.list[collider.frame], box.low + half, cell, length(half));
            push = max(push, way + swept_slide(collider));
        }
    }
    return push;
}

fn swept_corner(first: u32) -> vec3<u32> {
    return vec3<u32>(
        atomicLoad(&swept_moving[first]), atomicLoad(&swept_moving[first + 1u]), atomicLoad(&swept_moving[first + 2u]),
    );
}

// Puts in the bodies, in boxes that they will not leave. One whose box is not finite does not get into the grid.
fn swept_bodies(thread: u32) {
    let dt = params_dt(params);
    for (var i = thread; i < object_bodies(); i += OBJECT_WIDTH) {
        let slot = object_slot(i);
        let body = bodies[slot];
        let word = slot * NEAR_WORDS;
        let low = math_from_ordered(object_load(word + NEAR_LOW));
        let high = math_from_ordered(object_load(word + NEAR_HIGH));
        let speed = bitcast<f32>(atomicLoad(&report[slot * REPORT_WORDS + REPORT_SPEED]));
        let pull = bitcast<f32>(atomicLoad(&contact[word + NEAR_PULL]));
        let way = pull + dt * (speed + body.exit_speed + dt * length(params.gravity.xyz));
        let cell = search_cell(slot);
        let push = swept_push(body, bound_grown(BoundBox(low, high), way), cell);
        let box = bound_grown(BoundBox(low, high), 2.0 * (way + push) + SWEPT_LEEWAY * body.size + body.margin);
        let is_sound = math_finite(box.low) && math_finite(box.high);
        object_put(i, Object(box, slot, select(0u, grid_level(box.low, box.high), is_sound), cell));
        object_store(word + NEAR_LOW, bitcast<vec3<u32>>(box.low));
        object_store(word + NEAR_HIGH, bitcast<vec3<u32>>(box.high));
    }
}
