//#use query/tree.wgsl
// Sorts the patches by the Morton codes of their centres: a radix sort by digits of eight bits, each in three dispatches
// that count, add up and place (Satish, Harris, Garland 2009). The sort is stable, so equal codes stay in the order of the
// list. Keys are pairs (code, patch). Two copies of the keys follow the head, and the counts of digits follow them.

var<workgroup> patch_sort_count: array<atomic<u32>, TREE_DIGITS>;
var<workgroup> patch_sort_digit: array<u32, TREE_BLOCK>;
var<workgroup> patch_sort_sum: array<u32, TREE_DIGITS>;

// The first word of the keys before or after a digit. The number of digits is even, so that the result is in the first copy.
fn patch_sort_keys(digit: u32) -> u32 {
    return TREE_HEAD + select(0u, 2u * params.work_count, digit % 2u == 1u);
}

fn patch_sort_blocks() -> u32 {
    return (params.work_count + TREE_BLOCK - 1u) / TREE_BLOCK;
}

// Word of the count of a digit's value in a block.
fn patch_sort_word(value: u32, block: u32) -> u32 {
    return TREE_HEAD + 4u * params.work_count + value * patch_sort_blocks() + block;
}

// The digit of a key, which is params.part.
fn patch_sort_value(key: u32) -> u32 {
    return (atomicLoad(&sorting[patch_sort_keys(params.part) + 2u * key]) >> (8u * params.part)) % TREE_DIGITS;
}

// Puts two zero bits between the low ten bits (Morton 1966).
fn patch_sort_spread(bits: u32) -> u32 {
    var x = bits & 0x3FFu;
    x = (x | (x << 16u)) & 0x30000FFu;
    x = (x | (x << 8u)) & 0x300F00Fu;
    x = (x | (x << 4u)) & 0x30C30C3u;
    return (x | (x << 2u)) & 0x9249249u;
}

fn patch_sort_bound(word: u32) -> vec3<f32> {
    let bits = vec3<u32>(
        atomicLoad(&sorting[word]),
        atomicLoad(&sorting[word + 1u]),
        atomicLoad(&sorting[word + 2u]),
    );
    return math_from_ordered(bits);
}

// Writes the key of each patch. Empty patches come last.
@compute @workgroup_size(64)
fn patch_sort_open(
    @builtin(workgroup_id) workgroup_id: vec3<u32>,
    @builtin(num_workgroups) workgroup_count: vec3<u32>,
    @builtin(local_invocation_index) thread: u32,
) {
    let k = TREE_WIDTH * tree_group(workgroup_id, workgroup_count) + thread;
    if k >= params.work_count {
        return;
    }
    let node = tree_read(k);
    var code = 0x3FFFFFFFu;
    if !tree_is_empty(node) {
        let low = patch_sort_bound(TREE_LOW);
        let displacement = patch_sort_bound(TREE_HIGH) - low;
        // One scale for all axes keeps cells cubes.
        let extent = max(max(displacement.x, displacement.y), max(displacement.z, 1e-30));
        let at = (0.5 * node.low + 0.5 * node.high - low) / extent;
        let cell = vec3<u32>(clamp(1024.0 * at, vec3<f32>(0.0), vec3<f32>(1023.0)));
        code = patch_sort_spread(cell.x) | (patch_sort_spread(cell.y) << 1u) | (patch_sort_spread(cell.z) << 2u);
    }
    atomicStore(&sorting[TREE_HEAD + 2u * k], code);
    atomicStore(&sorting[TREE_HEAD + 2u * k + 1u], k);
}

// Counts each value of the digit in each block.
@compute @workgroup_size(256)
fn patch_sort_count_digits(
    @builtin(workgroup_id) workgroup_id: vec3<u32>,
    @builtin(num_workgroups) workgroup_count: vec3<u32>,
    @builtin(local_invocation_index) thread: u32,
) {
    let block = tree_group(workgroup_id, workgroup_count);
    atomicStore(&patch_sort_count[thread], 0u);
    workgroupBarrier();
    let key = TREE_BLOCK * block + thread;
    if key < params.work_count {
        atomicAdd(&patch_sort_count[patch_sort_value(key)], 1u);
    }
    workgroupBarrier();
    if block < patch_sort_blocks() {
        atomicStore(&sorting[patch_sort_word(thread, block)], atomicLoad(&patch_sort_count[thread]));
    }
}

// The index of the first key of each value in each block: one workgroup, a thread a value.
@compute @workgroup_size(256)
fn patch_sort_sums(@builtin(local_invocation_index) thread: u32) {
    let first = patch_sort_word(thread, 0u);
    var sum = 0u;
    for (var block = 0u; block < patch_sort_blocks(); block++) {
        sum += atomicLoad(&sorting[first + block]);
    }
    patch_sort_sum[thread] = sum;
    workgroupBarrier();
    for (var step = 1u; step < TREE_DIGITS; step *= 2u) {
        var other = 0u;
        if thread >= step {
            other = patch_sort_sum[thread - step];
        }
        workgroupBarrier();
        patch_sort_sum[thread] += other;
        workgroupBarrier();
    }
    var index = patch_sort_sum[thread] - sum;
    for (var block = 0u; block < patch_sort_blocks(); block++) {
        let count = atomicLoad(&sorting[first + block]);
        atomicStore(&sorting[first + block], index);
        index += count;
    }
}

// Moves each key to its index.
@compute @workgroup_size(256)
fn patch_sort_place(
    @builtin(workgroup_id) workgroup_id: vec3<u32>,
    @builtin(num_workgroups) workgroup_count: vec3<u32>,
    @builtin(local_invocation_index) thread: u32,
) {
    let block = tree_group(workgroup_id, workgroup_count);
    let key = TREE_BLOCK * block + thread;
    let is_key = key < params.work_count;
    var value = TREE_DIGITS;
    if is_key {
        value = patch_sort_value(key);
    }
    patch_sort_digit[thread] = value;
    workgroupBarrier();
    if !is_key {
        return;
    }
    var index = atomicLoad(&sorting[patch_sort_word(value, block)]);
    for (var other = 0u; other < thread; other++) {
        index += select(0u, 1u, patch_sort_digit[other] == value);
    }
    let source = patch_sort_keys(params.part) + 2u * key;
    let goal = patch_sort_keys(params.part + 1u) + 2u * index;
    atomicStore(&sorting[goal], atomicLoad(&sorting[source]));
    atomicStore(&sorting[goal + 1u], atomicLoad(&sorting[source + 1u]));
}
