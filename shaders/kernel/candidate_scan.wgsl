//#use memory/bindings.wgsl
// Turns the numbers of candidates of patches into the index of each patch's first candidate: a prefix sum by one workgroup.

const CANDIDATE_SCAN_WIDTH: u32 = 256u;

var<workgroup> candidate_scan_partial: array<u32, CANDIDATE_SCAN_WIDTH>;

// The numbers of candidates of four patches. `row`: from the first row of sums.
fn candidate_scan_counts(row: u32) -> vec4<u32> {
    let numbers = 4u * row + vec4<u32>(0u, 1u, 2u, 3u);
    return select(vec4<u32>(0u), contacts[frames.contacts.sum_row + 1u + row], numbers < vec4<u32>(params.work_count));
}

@compute @workgroup_size(CANDIDATE_SCAN_WIDTH)
fn candidate_scan(@builtin(local_invocation_index) thread: u32) {
    let rows = (params.work_count + 3u) / 4u;
    let share = (rows + CANDIDATE_SCAN_WIDTH - 1u) / CANDIDATE_SCAN_WIDTH;
    let first = min(thread * share, rows);
    let end = min(first + share, rows);
    var sum = 0u;
    for (var row = first; row < end; row++) {
        let counts = candidate_scan_counts(row);
        sum += counts.x + counts.y + counts.z + counts.w;
    }
    candidate_scan_partial[thread] = sum;
    workgroupBarrier();
    for (var step = 1u; step < CANDIDATE_SCAN_WIDTH; step *= 2u) {
        var other = 0u;
        if thread >= step {
            other = candidate_scan_partial[thread - step];
        }
        workgroupBarrier();
        candidate_scan_partial[thread] += other;
        workgroupBarrier();
    }
    var index = candidate_scan_partial[thread] - sum;
    for (var row = first; row < end; row++) {
        let counts = candidate_scan_counts(row);
        let second = index + counts.x;
        let third = second + counts.y;
        contacts[frames.contacts.sum_row + 1u + row] = vec4<u32>(index, second, third, third + counts.z);
        index = third + counts.z + counts.w;
    }
    if thread == 0u {
        contacts[frames.contacts.sum_row].x = 0u;
    }
}
