//#use memory/nearby.wgsl
//#use lib/bounding_box.wgsl
//#use lib/hash_grid.wgsl
// The objects of the broad phase. Bodies come first, then colliders with bounds.
const PROXY_WIDTH: u32 = 256u; // threads

struct Proxy {
    box: BoundingBox, // from the corner of its cell
    number: u32,      // the body's slot, or the collider
    level: u32,       // zero: not in the grid
    cell: vec3<i32>,  // of the world
}

var<workgroup> proxy_partial: array<u32, PROXY_WIDTH>;
var<workgroup> proxy_levels: array<u32, PROXY_LEVELS>; // one bit for each level that has objects

const PROXY_LEVELS: u32 = 8u;

// A word with the levels that have objects. These words are before those of the buckets.
fn proxy_level_word(word: u32) -> u32 {
    return frames.world.nearby_bucket - PROXY_LEVELS + word;
}

// Loads the levels that have objects; a barrier must follow.
fn proxy_fetch(thread: u32) {
    if thread < PROXY_LEVELS {
        proxy_levels[thread] = atomicLoad(&nearby[proxy_level_word(thread)]);
    }
}

fn proxy_bodies() -> u32 {
    return params.work_count;
}

fn proxy_count() -> u32 {
    return params.work_count + frames.world.colliders - frames.world.half_spaces;
}

// The slot of a body.
fn proxy_slot(index: u32) -> u32 {
    return arena[params.work_row + index].x;
}

fn proxy_load(word: u32) -> vec3<u32> {
    return vec3<u32>(atomicLoad(&nearby[word]), atomicLoad(&nearby[word + 1u]), atomicLoad(&nearby[word + 2u]));
}

fn proxy_store(word: u32, bits: vec3<u32>) {
    atomicStore(&nearby[word], bits.x);
    atomicStore(&nearby[word + 1u], bits.y);
    atomicStore(&nearby[word + 2u], bits.z);
}

fn proxy_of(index: u32) -> Proxy {
    let word = frames.world.nearby_proxy + NEARBY_PROXY_WORDS * index;
    let box = BoundingBox(bitcast<vec3<f32>>(proxy_load(word)), bitcast<vec3<f32>>(proxy_load(word + 4u)));
    let cell = bitcast<vec3<i32>>(proxy_load(word + 8u));
    return Proxy(box, atomicLoad(&nearby[word + 3u]), atomicLoad(&nearby[word + 7u]), cell);
}

// The cell of the grid that an object is in.
fn proxy_cell(object: Proxy) -> vec3<i32> {
    return hash_grid_cell(object.level, object.cell, object.box.low + 0.5 * (object.box.high - object.box.low));
}

// The word that belongs to the bucket of a cell.
fn proxy_bucket(level: u32, cell: vec3<i32>) -> u32 {
    return frames.world.nearby_bucket + (hash_grid_hash(level, cell) & (frames.world.nearby_buckets - 1u));
}

// Whether the boxes of two objects overlap.
fn proxy_overlaps(a: Proxy, b: Proxy) -> bool {
    return bounding_box_meets(a.box, bounding_box_in_cell(b.box, b.cell, a.cell));
}

// Stores an object and counts it in its bucket.
fn proxy_put(index: u32, object: Proxy) {
    let word = frames.world.nearby_proxy + NEARBY_PROXY_WORDS * index;
    proxy_store(word, bitcast<vec3<u32>>(object.box.low));
    proxy_store(word + 4u, bitcast<vec3<u32>>(object.box.high));
    atomicStore(&nearby[word + 3u], object.number);
    atomicStore(&nearby[word + 7u], object.level);
    proxy_store(word + 8u, bitcast<vec3<u32>>(object.cell));
    if object.level != 0u {
        let word = proxy_level_word(object.level / 32u);
        let bit = 1u << (object.level % 32u);
        if (atomicLoad(&nearby[word]) & bit) == 0u {
            atomicOr(&nearby[word], bit);
        }
        atomicAdd(&nearby[proxy_bucket(object.level, proxy_cell(object))], 1u);
    }
}

// The finest level with objects, from this one on; 256 if there is none.
fn proxy_level(from_level: u32) -> u32 {
    var mask = 0xFFFFFFFFu << (from_level % 32u);
    for (var word = from_level / 32u; word < 8u; word++) {
        let bits = proxy_levels[word] & mask;
        if bits != 0u {
            return 32u * word + countTrailingZeros(bits);
        }
        mask = 0xFFFFFFFFu;
    }
    return 256u;
}

// The sum of values over the threads before this one. All threads call it.
fn proxy_before(thread: u32, value: u32) -> u32 {
    proxy_partial[thread] = value;
    workgroupBarrier();
    for (var step = 1u; step < PROXY_WIDTH; step *= 2u) {
        var other = 0u;
        if thread >= step {
            other = proxy_partial[thread - step];
        }
        workgroupBarrier();
        proxy_partial[thread] += other;
        workgroupBarrier();
    }
    return proxy_partial[thread] - value;
}

// Sorts words by Shell's method (Shell 1959).
fn proxy_sort(list: u32, count: u32) {
    var gap = 1u;
    while 3u * gap < count {
        gap = 3u * gap + 1u;
    }
    for (; gap > 0u; gap /= 3u) {
        for (var i = gap; i < count; i++) {
            let value = atomicLoad(&nearby[list + i]);
            var k = i;
            while k >= gap && atomicLoad(&nearby[list + k - gap]) > value {
                atomicStore(&nearby[list + k], atomicLoad(&nearby[list + k - gap]));
                k -= gap;
            }
            atomicStore(&nearby[list + k], value);
        }
    }
}
