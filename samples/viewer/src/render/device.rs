//! The choice of a device.

use crate::error::RenderError;
use wgpu::{Backends, Instance, InstanceDescriptor, PowerPreference, RequestAdapterOptions};

/// Opens the fastest adapter that answers, or a software one. Returns its name too.
pub fn open() -> Result<(String, wgpu::Device, wgpu::Queue), RenderError> {
    let mut descriptor = InstanceDescriptor::new_without_display_handle_from_env();
    // The OpenGL backend needs a display; the others draw without one.
    descriptor.backends &= Backends::PRIMARY;
    let instance = Instance::new(descriptor);
    let request = |force_fallback_adapter| {
        let options = RequestAdapterOptions {
            power_preference: PowerPreference::HighPerformance,
            force_fallback_adapter,
            ..Default::default()
        };
        pollster::block_on(instance.request_adapter(&options))
    };
    let adapter = request(false)
        .or_else(|_| request(true))
        .map_err(|cause| RenderError::NoAdapter(cause.to_string()))?;
    // Large scenes and pictures need all limits of the adapter.
    let limits = adapter.limits();
    let descriptor = wgpu::DeviceDescriptor {
        label: Some("viewer"),
        required_limits: limits,
        ..Default::default()
    };
    let (device, queue) = pollster::block_on(adapter.request_device(&descriptor))
        .map_err(|cause| RenderError::Device(cause.to_string()))?;
    let info = adapter.get_info();
    Ok((format!("{} ({})", info.name, info.backend), device, queue))
}
