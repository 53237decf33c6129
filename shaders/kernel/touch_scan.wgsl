//#use kernel/detect.wgsl
// Makes the candidates of patches the places of their first ones. One workgroup does all.

const TOUCH_SCAN_WIDTH: u32 = 256u;

var<workgroup> touch_scan_partial: array<u32, TOUCH_SCAN_WIDTH>;

@compute @workgroup_size(TOUCH_SCAN_WIDTH)
fn touch_scan(@builtin(local_invocation_index) thread: u32) {
    let share = (params.work_count + TOUCH_SCAN_WIDTH - 1u) / TOUCH_SCAN_WIDTH;
    let first = min(thread * share, params.work_count);
    let end = min(first + share, params.work_count);
    var sum = 0u;
    for (var row = first; row < end; row++) {
        sum += atomicLoad(&touch[detect_sum(row)]);
    }
    touch_scan_partial[thread] = sum;
    workgroupBarrier();
    for (var step = 1u; step < TOUCH_SCAN_WIDTH; step *= 2u) {
        var other = 0u;
        if thread >= step {
            other = touch_scan_partial[thread - step];
        }
        workgroupBarrier();
        touch_scan_partial[thread] += other;
        workgroupBarrier();
    }
    var place = touch_scan_partial[thread] - sum;
    for (var row = first; row < end; row++) {
        let count = atomicExchange(&touch[detect_sum(row)], place);
        place += count;
    }
    if thread == 0u {
        atomicStore(&touch[detect_common(DETECT_USED)], 0u);
    }
}
