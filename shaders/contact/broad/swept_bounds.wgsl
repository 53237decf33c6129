//#use contact/broad/proxy.wgsl
//#use share/attachment.wgsl
// The boxes of the broad phase: of each collider over the step, and of each body, a box that it will not leave.
var<workgroup> swept_bounds_moving: array<atomic<u32>, 6>; // box of all moving colliders, as ordered integers
var<workgroup> swept_bounds_shift: atomic<u32>;            // largest push of one collider on a body at it [unit], as bits
var<workgroup> swept_bounds_turn: atomic<u32>;             // largest turn of one collider: the chord of its angle, as bits

// The cell of the box of all moving colliders: that of the first collider with bounds.
fn swept_bounds_cell() -> vec3<i32> {
    return frames.list[nearby_collider(frames.world.half_spaces).frame].cell1.xyz;
}

// A body's box has room for twice its displacement by its speed, and for this part of its size, since forces may be larger
// than before. More makes lists longer. A body that fills its room is held back until the next step.
const SWEPT_BOUNDS_SLACK: f32 = 0.1;

fn swept_bounds_clear(thread: u32) {
    if thread < PROXY_LEVELS {
        atomicStore(&nearby[proxy_level_word(thread)], 0u);
    }
    if thread < 6u {
        atomicStore(&swept_bounds_moving[thread], select(0u, 0xFFFFFFFFu, thread < 3u));
    }
    if thread == 0u {
        atomicStore(&swept_bounds_shift, 0u);
        atomicStore(&swept_bounds_turn, 0u);
    }
    let buckets = frames.world.nearby_buckets;
    for (var b = thread; b < buckets; b += PROXY_WIDTH) {
        atomicStore(&nearby[frames.world.nearby_bucket + b], 0u);
    }
    for (var i = thread; i < proxy_bodies(); i += PROXY_WIDTH) {
        swept_bounds_open(proxy_slot(i));
    }
}

// Starts the box of a body from the bounds of its last step.
fn swept_bounds_open(slot: u32) {
    let word = slot * NEARBY_WORDS;
    let shift = cell_between(nearby_cell(slot), nearby_bounds_cell(slot));
    proxy_store(word + NEARBY_LOW, math_ordered(nearby_bound(slot, REPORT_LOW) + shift));
    proxy_store(word + NEARBY_HIGH, math_ordered(nearby_bound(slot, REPORT_HIGH) + shift));
    for (var k = NEARBY_FOUND; k < NEARBY_WORDS; k++) {
        let is_low = k >= NEARBY_HELD_LOW && k < NEARBY_TURN;
        atomicStore(&nearby[word + k], select(0u, 0xFFFFFFFFu, is_low));
    }
}

// Adds the colliders, and records how far the moving ones push.
fn swept_bounds_colliders(thread: u32) {
    let objects = proxy_count();
    for (var i = proxy_bodies() + thread; i < objects; i += PROXY_WIDTH) {
        let index = frames.world.half_spaces + i - proxy_bodies();
        let collider = nearby_collider(index);
        let frame = frames.list[collider.frame];
        let cell = frame.cell1.xyz;
        let box = bounding_box_collider(collider, frame, cell);
        proxy_put(i, Proxy(box, index, hash_grid_level(box.low, box.high), cell));
        let turn = bounding_box_turn(frame);
        let displacement = bounding_box_displacement(frame, frame.position0.xyz, frame.cell0.xyz, collider_radius(collider));
        let push = displacement + swept_bounds_slide(collider);
        if push > 0.0 {
            swept_bounds_note(bounding_box_in_cell(box, cell, swept_bounds_cell()), push, turn);
        }
    }
}

// How far the moving surface of a collider transports bodies in the step, beside its frame's motion.
fn swept_bounds_slide(collider: Collider) -> f32 {
    return params_dt(params) * length(collider.surface.xyz);
}

fn swept_bounds_note(box: BoundingBox, push: f32, turn: f32) {
    let low = math_ordered(box.low);
    let high = math_ordered(box.high);
    for (var axis = 0u; axis < 3u; axis++) {
        atomicMin(&swept_bounds_moving[axis], low[axis]);
        atomicMax(&swept_bounds_moving[3u + axis], high[axis]);
    }
    atomicMax(&swept_bounds_shift, bitcast<u32>(push)); // floats above zero are in the order of their bits
    atomicMax(&swept_bounds_turn, bitcast<u32>(turn));
}

// Grows the boxes of bodies by the motion of their attachments.
fn swept_bounds_held(thread: u32) {
    let attachments = frames.world.attachments;
    for (var i = thread; i < attachments; i += PROXY_WIDTH) {
        let attachment = attachment_of(arena[frames.world.attachment_row + i]);
        let frame = frames.list[attachment.frame];
        let anchor = state[STATE_ANCHOR * params.state_rows + attachment.vertex].xyz;
        let cell = nearby_cell(attachment.body);
        var p = anchor; // of the world's own frame: in the body's cell
        var end = anchor;
        if attachment.frame != 0u {
            p = pose_to_world(pose_at(frame, 0.0, cell), anchor);
            end = pose_to_world(pose_at(frame, 1.0, cell), anchor);
        }
        let displacement = bounding_box_displacement(frame, p, cell, 0.0);
        let word = attachment.body * NEARBY_WORDS;
        let low = math_ordered(p - vec3<f32>(displacement));
        let high = math_ordered(p + vec3<f32>(displacement));
        let held = math_ordered(end - p);
        for (var axis = 0u; axis < 3u; axis++) {
            atomicMin(&nearby[word + NEARBY_LOW + axis], low[axis]);
            atomicMax(&nearby[word + NEARBY_HIGH + axis], high[axis]);
            atomicMin(&nearby[word + NEARBY_HELD_LOW + axis], held[axis]);
            atomicMax(&nearby[word + NEARBY_HELD_HIGH + axis], held[axis]);
        }
        atomicMax(&nearby[word + NEARBY_PULL], bitcast<u32>(displacement));
        let turn = bounding_box_turn(frame) * distance(p, pose_at(frame, 0.0, cell).position); // of its path from a line
        atomicMax(&nearby[word + NEARBY_TURN], bitcast<u32>(select(0.0, turn, attachment.frame != 0u)));
        if displacement > 0.0 {
            atomicAdd(&nearby[word + NEARBY_DRAGGED], 1u);
            atomicOr(&nearby[word + NEARBY_DRAGGED], select(0u, NEARBY_DRAGGED_RIGID, attachment.stiffness <= 0.0));
        }
    }
}

// How far moving colliders may push a body with this box, in its cell, in the step.
fn swept_bounds_push(body: Body, box: BoundingBox, cell: vec3<i32>) -> f32 {
    var push = 0.0;
    let shift = bitcast<f32>(atomicLoad(&swept_bounds_shift));
    if shift > 0.0 {
        let low = math_from_ordered(swept_bounds_corner(0u));
        let high = math_from_ordered(swept_bounds_corner(3u));
        let turn = bitcast<f32>(atomicLoad(&swept_bounds_turn));
        push = select(
            0.0, shift + turn * body.size, bounding_box_meets(bounding_box_in_cell(box, cell, swept_bounds_cell()), BoundingBox(low, high)),
        );
    }
    let half = 0.5 * (box.high - box.low);
    let half_spaces = frames.world.half_spaces;
    for (var m = 0u; m < half_spaces; m++) {
        let collider = nearby_collider(m);
        if nearby_may_touch(collider, body) {
            let displacement = bounding_box_displacement(frames.list[collider.frame], box.low + half, cell, length(half));
            push = max(push, displacement + swept_bounds_slide(collider));
        }
    }
    return push;
}

fn swept_bounds_corner(first: u32) -> vec3<u32> {
    return vec3<u32>(
        atomicLoad(&swept_bounds_moving[first]), atomicLoad(&swept_bounds_moving[first + 1u]), atomicLoad(&swept_bounds_moving[first + 2u]),
    );
}

// Adds the bodies, in boxes that they will not leave. A body whose box is not finite is not in the grid.
fn swept_bounds_bodies(thread: u32) {
    let dt = params_dt(params);
    for (var i = thread; i < proxy_bodies(); i += PROXY_WIDTH) {
        let slot = proxy_slot(i);
        let body = bodies[slot];
        let word = slot * NEARBY_WORDS;
        let low = math_from_ordered(proxy_load(word + NEARBY_LOW));
        let high = math_from_ordered(proxy_load(word + NEARBY_HIGH));
        let speed = bitcast<f32>(atomicLoad(&report[slot * REPORT_WORDS + REPORT_SPEED]));
        let pull = bitcast<f32>(atomicLoad(&nearby[word + NEARBY_PULL]));
        let displacement = pull + dt * (speed + body.exit_speed + dt * length(params.gravity.xyz));
        let cell = nearby_cell(slot);
        let push = swept_bounds_push(body, bounding_box_grown(BoundingBox(low, high), displacement), cell);
        let box = bounding_box_grown(BoundingBox(low, high), 2.0 * (displacement + push) + SWEPT_BOUNDS_SLACK * body.size + body.margin);
        let is_sound = math_finite(box.low) && math_finite(box.high);
        proxy_put(i, Proxy(box, slot, select(0u, hash_grid_level(box.low, box.high), is_sound), cell));
        proxy_store(word + NEARBY_LOW, bitcast<vec3<u32>>(box.low));
        proxy_store(word + NEARBY_HIGH, bitcast<vec3<u32>>(box.high));
    }
}
