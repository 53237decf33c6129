//#use kernel/search.wgsl
//#use lib/bound.wgsl
//#use lib/grid.wgsl
// The objects of the broad phase. Bodies come first, then colliders with bounds.
const OBJECT_WIDTH: u32 = 256u; // threads

struct Object {
    box: BoundBox,   // from the corner of its cell
    number: u32,     // the body's slot, or the collider
    level: u32,      // zero: it is not in the grid
    cell: vec3<i32>, // of the world
}

var<workgroup> object_partial: array<u32, OBJECT_WIDTH>;
var<workgroup> object_levels: array<u32, OBJECT_LEVELS>; // a bit a level that has objects

const OBJECT_LEVELS: u32 = 8u;

// The word that says which levels have objects: they stand before those of buckets.
fn object_level_word(word: u32) -> u32 {
    return frames.world.near_bucket - OBJECT_LEVELS + word;
}

// Fetches which levels have objects; a barrier must follow.
fn object_fetch(thread: u32) {
    if thread < OBJECT_LEVELS {
        object_levels[thread] = atomicLoad(&contact[object_level_word(thread)]);
    }
}

fn object_bodies() -> u32 {
    return params.work_count;
}

fn object_count() -> u32 {
    return params.work_count + frames.world.colliders - frames.world.half_spaces;
}

// The slot of a body.
fn object_slot(index: u32) -> u32 {
    return arena[params.work_row + index].x;
}

fn object_load(word: u32) -> vec3<u32> {
    return vec3<u32>(atomicLoad(&contact[word]), atomicLoad(&contact[word + 1u]), atomicLoad(&contact[word + 2u]));
}

fn object_store(word: u32, bits: vec3<u32>) {
    atomicStore(&contact[word], bits.x);
    atomicStore(&contact[word + 1u], bits.y);
    atomicStore(&contact[word + 2u], bits.z);
}

fn object_of(index: u32) -> Object {
    let word = frames.world.near_object + NEAR_OBJECT_WORDS * index;
    let box = BoundBox(bitcast<vec3<f32>>(object_load(word)), bitcast<vec3<f32>>(object_load(word + 4u)));
    let cell = bitcast<vec3<i32>>(object_load(word + 8u));
    return Object(box, atomicLoad(&contact[word + 3u]), atomicLoad(&contact[word + 7u]), cell);
}

// The cell of the grid that an object is in.
fn object_cell(object: Object) -> vec3<i32> {
    return grid_cell(object.level, object.cell, object.box.low + 0.5 * (object.box.high - object.box.low));
}

// The word that belongs to the bucket of a cell.
fn object_bucket(level: u32, cell: vec3<i32>) -> u32 {
    return frames.world.near_bucket + (grid_hash(level, cell) & (frames.world.near_buckets - 1u));
}

// Whether the boxes of two objects meet.
fn object_meets(a: Object, b: Object) -> bool {
    return bound_meets(a.box, bound_in_cell(b.box, b.cell, a.cell));
}

// Keeps an object and counts it in its bucket.
fn object_put(index: u32, object: Object) {
    let word = frames.world.near_object + NEAR_OBJECT_WORDS * index;
    object_store(word, bitcast<vec3<u32>>(object.box.low));
    object_store(word + 4u, bitcast<vec3<u32>>(object.box.high));
    atomicStore(&contact[word + 3u], object.number);
    atomicStore(&contact[word + 7u], object.level);
    object_store(word + 8u, bitcast<vec3<u32>>(object.cell));
    if object.level != 0u {
        let word = object_level_word(object.level / 32u);
        let bit = 1u << (object.level % 32u);
        if (atomicLoad(&contact[word]) & bit) == 0u {
            atomicOr(&contact[word], bit);
        }
        atomicAdd(&contact[object_bucket(object.level, object_cell(object))], 1u);
    }
}

// The finest level from this one on that has objects; 256 if there is none.
fn object_level(from_level: u32) -> u32 {
    var mask = 0xFFFFFFFFu << (from_level % 32u);
    for (var word = from_level / 32u; word < 8u; word++) {
        let bits = object_levels[word] & mask;
        if bits != 0u {
            return 32u * word + countTrailingZeros(bits);
        }
        mask = 0xFFFFFFFFu;
    }
    return 256u;
}

// The sum over the threads before this one. All threads call it.
fn object_before(thread: u32, value: u32) -> u32 {
    object_partial[thread] = value;
    workgroupBarrier();
    for (var step = 1u; step < OBJECT_WIDTH; step *= 2u) {
        var other = 0u;
        if thread >= step {
            other = object_partial[thread - step];
        }
        workgroupBarrier();
        object_partial[thread] += other;
        workgroupBarrier();
    }
    return object_partial[thread] - value;
}

// Sorts words by Shell's method.
fn object_sort(list: u32, count: u32) {
    var gap = 1u;
    while 3u * gap < count {
        gap = 3u * gap + 1u;
    }
    for (; gap > 0u; gap /= 3u) {
        for (var i = gap; i < count; i++) {
            let value = atomicLoad(&contact[list + i]);
            var k = i;
            while k >= gap && atomicLoad(&contact[list + k - gap]) > value {
                atomicStore(&contact[list + k], atomicLoad(&contact[list + k - gap]));
                k -= gap;
            }
            atomicStore(&contact[list + k], value);
        }
    }
}
