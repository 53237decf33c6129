//#use kernel/stage/tree.wgsl
// Sorts the patches by the Morton codes of their centres: a radix sort by digits of eight bits, each in three
// dispatches that count, add up and place (Satish, Harris, Garland 2009). It is stable, so equal codes stay in the order
// of the list. Keys are pairs (code, patch); they lie behind the head, twice, and the digits' counts behind them.

var<workgroup> sort_count: array<atomic<u32>, TREE_DIGITS>;
var<workgroup> sort_digit: array<u32, TREE_BLOCK>;
var<workgroup> sort_sum: array<u32, TREE_DIGITS>;

// First word of the keys before or after a digit; there are as many digits as bring them back.
fn sort_keys(digit: u32) -> u32 {
    return TREE_HEAD + select(0u, 2u * params.work_count, digit % 2u == 1u);
}

fn sort_blocks() -> u32 {
    return (params.work_count + TREE_BLOCK - 1u) / TREE_BLOCK;
}

// Word of the count of a digit's value in a block.
fn sort_word(value: u32, block: u32) -> u32 {
    return TREE_HEAD + 4u * params.work_count + value * sort_blocks() + block;
}

// The digit of a key, which is params.part.
fn sort_value(key: u32) -> u32 {
    return (atomicLoad(&sorting[sort_keys(params.part) + 2u * key]) >> (8u * params.part)) % TREE_DIGITS;
}

// Puts two zero bits between the low ten bits (Morton 1966).
fn sort_spread(bits: u32) -> u32 {
    var x = bits & 0x3FFu;
    x = (x | (x << 16u)) & 0x30000FFu;
    x = (x | (x << 8u)) & 0x300F00Fu;
    x = (x | (x << 4u)) & 0x30C30C3u;
    return (x | (x << 2u)) & 0x9249249u;
}

fn sort_bound(word: u32) -> vec3<f32> {
    let bits = vec3<u32>(
        atomicLoad(&sorting[word]),
        atomicLoad(&sorting[word + 1u]),
        atomicLoad(&sorting[word + 2u]),
    );
    return math_from_ordered(bits);
}

// The key of each patch. Those of nothing come last.
@compute @workgroup_size(64)
fn sort_open(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) thread: u32,
) {
    let k = TREE_WIDTH * tree_group(group, groups) + thread;
    if k >= params.work_count {
        return;
    }
    let node = tree_read(k);
    var code = 0x3FFFFFFFu;
    if !tree_is_empty(node) {
        let low = sort_bound(TREE_LOW);
        let way = sort_bound(TREE_HIGH) - low;
        // One scale for all axes keeps cells cubes.
        let extent = max(max(way.x, way.y), max(way.z, 1e-30));
        let at = (0.5 * node.low + 0.5 * node.high - low) / extent;
        let cell = vec3<u32>(clamp(1024.0 * at, vec3<f32>(0.0), vec3<f32>(1023.0)));
        code = sort_spread(cell.x) | (sort_spread(cell.y) << 1u) | (sort_spread(cell.z) << 2u);
    }
    atomicStore(&sorting[TREE_HEAD + 2u * k], code);
    atomicStore(&sorting[TREE_HEAD + 2u * k + 1u], k);
}

// How often each value of the digit is in each block.
@compute @workgroup_size(256)
fn sort_count_digits(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) thread: u32,
) {
    let block = tree_group(group, groups);
    atomicStore(&sort_count[thread], 0u);
    workgroupBarrier();
    let key = TREE_BLOCK * block + thread;
    if key < params.work_count {
        atomicAdd(&sort_count[sort_value(key)], 1u);
    }
    workgroupBarrier();
    if block < sort_blocks() {
        atomicStore(&sorting[sort_word(thread, block)], atomicLoad(&sort_count[thread]));
    }
}

// The places where the keys of each value begin in each block: one workgroup, a thread a value.
@compute @workgroup_size(256)
fn sort_sums(@builtin(local_invocation_index) thread: u32) {
    let first = sort_word(thread, 0u);
    var sum = 0u;
    for (var block = 0u; block < sort_blocks(); block++) {
        sum += atomicLoad(&sorting[first + block]);
    }
    sort_sum[thread] = sum;
    workgroupBarrier();
    for (var step = 1u; step < TREE_DIGITS; step *= 2u) {
        var other = 0u;
        if thread >= step {
            other = sort_sum[thread - step];
        }
        workgroupBarrier();
        sort_sum[thread] += other;
        workgroupBarrier();
    }
    var place = sort_sum[thread] - sum;
    for (var block = 0u; block < sort_blocks(); block++) {
        let count = atomicLoad(&sorting[first + block]);
        atomicStore(&sorting[first + block], place);
        place += count;
    }
}

// Each key to its place.
@compute @workgroup_size(256)
fn sort_place(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) thread: u32,
) {
    let block = tree_group(group, groups);
    let key = TREE_BLOCK * block + thread;
    let is_key = key < params.work_count;
    var value = TREE_DIGITS;
    if is_key {
        value = sort_value(key);
    }
    sort_digit[thread] = value;
    workgroupBarrier();
    if !is_key {
        return;
    }
    var place = atomicLoad(&sorting[sort_word(value, block)]);
    for (var other = 0u; other < thread; other++) {
        place += select(0u, 1u, sort_digit[other] == value);
    }
    let source = sort_keys(params.part) + 2u * key;
    let goal = sort_keys(params.part + 1u) + 2u * place;
    atomicStore(&sorting[goal], atomicLoad(&sorting[source]));
    atomicStore(&sorting[goal + 1u], atomicLoad(&sorting[source + 1u]));
}
