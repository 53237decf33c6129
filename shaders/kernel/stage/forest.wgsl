//#use kernel/stage/limit.wgsl
//#use kernel/stage/neighbour.wgsl
//#use kernel/stage/work.wgsl
// Bodies that are linked, as trees: the root is the lowest of them, and each other one has a parent that is one link
// nearer to it. One workgroup grows them, and sums run from the leaves to the roots, level by level, in an order that does
// not depend on threads.

const FOREST_WIDTH: u32 = 256u; // threads

var<workgroup> forest_changes: atomic<u32>;
var<workgroup> forest_depth: atomic<u32>;
var<workgroup> forest_answer: u32;

// What a pass over all bodies does.
const FOREST_ROOTS: u32 = 0u;  // lets the lowest number spread
const FOREST_LEVELS: u32 = 1u; // lets levels grow from the roots

// A body's place in its tree: (level, parent, words of the kernel).
fn forest_place(body: u32) -> vec4<u32> {
    return touch[limit_body(body) + TOUCH_TREE];
}

fn forest_root(body: u32) -> u32 {
    return touch[limit_body(body) + TOUCH_STATE].z;
}

fn forest_set_root(body: u32, root: u32) {
    touch[limit_body(body) + TOUCH_STATE].z = root;
}

// Whether an entry links two bodies: it has this flag. Carriers press but join no island.
fn forest_links(body: u32, entry: u32, flag: u32) -> bool {
    if neighbour_flag(entry) != flag {
        return false;
    }
    let carries = (bodies[body].flags | bodies[neighbour_body(entry)].flags) & BODY_CARRIER;
    return flag != TOUCH_PRESSES || carries == 0u;
}

fn forest_spread(body: u32, flag: u32) -> bool {
    let list = neighbour_list(body);
    let old = forest_root(body);
    var root = old;
    for (var k = 0u; k < list.y; k++) {
        if forest_links(body, list.x + k, flag) {
            root = min(root, forest_root(neighbour_body(list.x + k)));
        }
    }
    root = min(root, forest_root(root));
    if root == old {
        return false;
    }
    forest_set_root(body, root);
    return true;
}

// The least level over the links of a body, and the first of those that have it.
fn forest_nearest(body: u32, flag: u32) -> vec2<u32> {
    let list = neighbour_list(body);
    var nearest = vec2<u32>(TOUCH_NONE);
    for (var k = 0u; k < list.y; k++) {
        if forest_links(body, list.x + k, flag) {
            let other = neighbour_body(list.x + k);
            let level = forest_place(other).x;
            if level < nearest.x {
                nearest = vec2<u32>(level, other);
            }
        }
    }
    return nearest;
}

fn forest_climb(body: u32, flag: u32) -> bool {
    let row = limit_body(body) + TOUCH_TREE;
    let nearest = forest_nearest(body, flag).x;
    if nearest == TOUCH_NONE || nearest + 1u >= touch[row].x {
        return false;
    }
    touch[row].x = nearest + 1u;
    return true;
}

// One pass over all bodies. True if nothing has changed. All threads call it.
fn forest_rests(thread: u32, flag: u32, what: u32) -> bool {
    storageBarrier();
    workgroupBarrier();
    if thread == 0u {
        atomicStore(&forest_changes, 0u);
    }
    workgroupBarrier();
    for (var i = thread; i < params.work_count; i += FOREST_WIDTH) {
        let body = work_index(i);
        var changed: bool;
        if what == FOREST_ROOTS {
            changed = forest_spread(body, flag);
        } else {
            changed = forest_climb(body, flag);
        }
        if changed {
            atomicStore(&forest_changes, 1u);
        }
    }
    return forest_agree(thread);
}

// Whether no thread has noted a change. All threads call it.
fn forest_agree(thread: u32) -> bool {
    storageBarrier();
    workgroupBarrier();
    if thread == 0u {
        forest_answer = atomicLoad(&forest_changes);
    }
    return workgroupUniformLoad(&forest_answer) == 0u;
}

// Grows the trees over the links with a flag, from roots as they are. Returns the depth of the deepest. All threads call
// it. A pass that changes nothing ends each loop: there are fewer than bodies.
fn forest_grow(thread: u32, flag: u32) -> u32 {
    for (var again = 0u; again < params.work_count; again++) {
        if forest_rests(thread, flag, FOREST_ROOTS) {
            break;
        }
    }
    for (var i = thread; i < params.work_count; i += FOREST_WIDTH) {
        let body = work_index(i);
        touch[limit_body(body) + TOUCH_TREE].x = select(TOUCH_NONE, 0u, forest_root(body) == body);
    }
    for (var again = 0u; again < params.work_count; again++) {
        if forest_rests(thread, flag, FOREST_LEVELS) {
            break;
        }
    }
    if thread == 0u {
        atomicStore(&forest_depth, 0u);
    }
    storageBarrier();
    workgroupBarrier();
    for (var i = thread; i < params.work_count; i += FOREST_WIDTH) {
        let body = work_index(i);
        touch[limit_body(body) + TOUCH_TREE].y = forest_nearest(body, flag).y;
        let level = forest_place(body).x;
        atomicMax(&forest_depth, select(0u, level, level != TOUCH_NONE));
    }
    storageBarrier();
    workgroupBarrier();
    if thread == 0u {
        forest_answer = atomicLoad(&forest_depth);
    }
    return workgroupUniformLoad(&forest_answer);
}

// Whether an entry of a body leads to a child of it.
fn forest_is_child(body: u32, entry: u32, flag: u32) -> bool {
    let place = forest_place(neighbour_body(entry));
    return forest_links(body, entry, flag) && place.x == forest_place(body).x + 1u && place.y == body;
}
