//#use kernel/stage/touch.wgsl
// After the last epoch.

@compute @workgroup_size(64)
fn touch_close(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let patch_of = touch_patch_of(group.x);
    if thread == 0u && patch_of.body == TOUCH_NONE {
        touch[touch_body_row(patch_of.body, TOUCH_STATE)] = vec4<u32>(0u);
    }
}
