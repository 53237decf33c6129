//! Calls of wgpu that ask for a promise.

/// A shader module without the counters that naga adds to loops, lest one goes on for ever. Wide kernels are a tenth
/// faster without.
pub fn uncounted_module(
    device: &wgpu::Device,
    desc: wgpu::ShaderModuleDescriptor,
) -> wgpu::ShaderModule {
    let mut checks = wgpu::ShaderRuntimeChecks::checked();
    checks.force_loop_bounding = false;
    // SAFETY: the loops of `shaders/` count to a number of a record or a table; those of a sort divide a gap by three
    // down to one, and go down a list. So each of them ends, whatever floats are.
    unsafe { device.create_shader_module_trusted(desc, checks) }
}

/// A pipeline cache that begins with these data, or empty if the driver does not take them.
pub fn pipeline_cache(device: &wgpu::Device, data: Option<&[u8]>) -> wgpu::PipelineCache {
    let desc = wgpu::PipelineCacheDescriptor {
        label: Some("pliant"),
        data,
        fallback: true,
    };
    // SAFETY: the data are what `PipelineCache::get_data` gave an earlier process: `gpu/cache.rs` reads only files that it has
    // written, whole and unchanged by their checksum. The host that names the folder lets nobody else write there.
    unsafe { device.create_pipeline_cache(&desc) }
}
