//#use kernel/bindings.wgsl
// What a patch finds goes into a list that all workgroups share. Its order is that of workgroups.

fn sifting_load(row: u32) -> vec4<u32> {
    return touch[row];
}

// Takes places of the list. It may have fewer: then it is not used.
fn sifting_take(count: u32) -> u32 {
    return atomicAdd(&report[frames.touch.found_word], count);
}

fn sifting_keep(place: u32, corners: vec4<u32>, about: vec4<u32>) {
    if place < frames.touch.found_room {
        let row = frames.touch.found_row + TOUCH_CANDIDATE_ROWS * place;
        touch[row] = corners;
        touch[row + 1u] = about;
    }
}

// Notes of a body that not all of its pairs are found.
fn sifting_leave(slot: u32) {
    atomicOr(&report[slot * REPORT_WORDS + REPORT_TOUCH], TOUCH_LOST | TOUCH_FULL);
    atomicAdd(&report[slot * REPORT_WORDS + REPORT_PAIRS], 1u);
}
