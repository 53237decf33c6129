//#use kernel/stage/spring.wgsl
//#use kernel/stage/wide.wgsl
// What a wide mass-spring body keeps from dispatch to dispatch; a part of kernel/wide_spring.wgsl.

// The SCRATCH_BODY_ROWS of a wide body: the motion that damping leaves alone, what the body had at the start of the
// step (w of the last row: 1 once an impact has given it something), what the step gives back, what the last impact gave.

// Which sums a reduction is of: params.work.w.
const WIDE_SPRING_FIRST: u32 = 0u;   // at the start of a step, about the first vertex
const WIDE_SPRING_START: u32 = 1u;   // at the start of a step, as all that follow about what that found
const WIDE_SPRING_DAMPING: u32 = 2u; // after a substep
const WIDE_SPRING_END: u32 = 3u;     // at the end of a step
const WIDE_SPRING_IMPACT: u32 = 4u;  // after a substep, where something bounces

fn wide_spring_row(index: u32) -> u32 {
    return params.partials.y + SCRATCH_BODY_ROWS * index;
}

// The motion that damping leaves alone; of an undamped body nobody has found it.
fn wide_undamped(body: Body, index: u32) -> FinishRigid {
    if body.shape.w <= 0.0 || params.work.z == 0u || (body.schedule.w & BODY_FREE) == 0u {
        return finish_still();
    }
    let row = wide_spring_row(index);
    return FinishRigid(scratch[row], scratch[row + 1u], scratch[row + 2u], scratch[row + 3u], scratch[row + 4u]);
}

// What the last substep's impact gave; nobody has looked where nothing bounces.
fn wide_bounce(body: Body, index: u32) -> SpringReturn {
    var bounce: SpringReturn;
    if BOUNCE_WANTED == 0u || params.work.z == 0u || (body.schedule.w & BODY_FREE) == 0u {
        return bounce;
    }
    return wide_return(index, 11u);
}

fn wide_return(index: u32, row: u32) -> SpringReturn {
    let first = wide_spring_row(index) + row;
    return SpringReturn(scratch[first], scratch[first + 1u], scratch[first + 2u]);
}

fn wide_set_return(index: u32, row: u32, give: SpringReturn) {
    let first = wide_spring_row(index) + row;
    scratch[first] = give.shift;
    scratch[first + 1u] = give.spin;
    scratch[first + 2u] = give.centre;
}

fn wide_old(index: u32) -> SpringMomentum {
    let row = wide_spring_row(index) + 5u;
    return SpringMomentum(scratch[row], scratch[row + 1u], scratch[row + 2u]);
}
