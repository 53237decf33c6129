//! Device buffers that grow to the largest scene and stay.

use super::frame::FrameData;
use super::pack::{Packed, Style};
use super::pipelines::Pipelines;
use crate::error::RenderError;
use bytemuck::cast_slice;
use wgpu::BufferUsages;

/// A buffer that is replaced by a larger one when its content no longer fits.
struct Growing {
    buffer: wgpu::Buffer,
    label: &'static str,
    usage: BufferUsages,
}

impl Growing {
    fn new(device: &wgpu::Device, label: &'static str, usage: BufferUsages) -> Growing {
        let usage = usage | BufferUsages::COPY_DST;
        Growing {
            buffer: make(device, label, usage, 4096),
            label,
            usage,
        }
    }

    /// Stores `bytes`. Returns whether the buffer is a new one.
    fn write(
        &mut self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        bytes: &[u8],
    ) -> Result<bool, RenderError> {
        let needed = bytes.len() as u64;
        let grow = needed > self.buffer.size();
        if grow {
            let limits = device.limits();
            let limit = limits
                .max_buffer_size
                .min(limits.max_storage_buffer_binding_size);
            if needed > limit {
                let message = format!("{} take {needed} bytes of at most {limit}", self.label);
                return Err(RenderError::Scene(message));
            }
            // Half as much again, so that a slowly growing scene does not replace it each time.
            let size = (needed + needed / 2).next_multiple_of(256).min(limit);
            self.buffer = make(device, self.label, self.usage, size);
        }
        if !bytes.is_empty() {
            queue.write_buffer(&self.buffer, 0, bytes);
        }
        Ok(grow)
    }
}

fn make(device: &wgpu::Device, label: &str, usage: BufferUsages, size: u64) -> wgpu::Buffer {
    let descriptor = wgpu::BufferDescriptor {
        label: Some(label),
        size,
        usage,
        mapped_at_creation: false,
    };
    device.create_buffer(&descriptor)
}

/// Everything a picture reads, and the bind groups over it.
pub struct SceneBuffers {
    frame: wgpu::Buffer,
    styles: Growing,
    positions: Growing,
    normals: Growing,
    triangles: Growing,
    edges: Growing,
    pub scene_group: wgpu::BindGroup,
    pub line_group: wgpu::BindGroup,
}

impl SceneBuffers {
    pub fn new(device: &wgpu::Device, pipelines: &Pipelines) -> SceneBuffers {
        let uniform = BufferUsages::UNIFORM | BufferUsages::COPY_DST;
        let frame = make(device, "frame", uniform, size_of::<FrameData>() as u64);
        let pulled = BufferUsages::VERTEX | BufferUsages::STORAGE;
        let styles = Growing::new(device, "styles", BufferUsages::UNIFORM);
        let positions = Growing::new(device, "positions", pulled);
        let edges = Growing::new(device, "edges", BufferUsages::STORAGE);
        let scene_group = scene_group(device, pipelines, &frame, &styles.buffer);
        let line_group = line_group(device, pipelines, &positions.buffer, &edges.buffer);
        SceneBuffers {
            frame,
            styles,
            positions,
            normals: Growing::new(device, "normals", BufferUsages::VERTEX),
            triangles: Growing::new(device, "triangles", BufferUsages::INDEX),
            edges,
            scene_group,
            line_group,
        }
    }

    /// Stores a scene for the next picture.
    pub fn upload(
        &mut self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        pipelines: &Pipelines,
        packed: &Packed,
        frame: &FrameData,
    ) -> Result<(), RenderError> {
        queue.write_buffer(&self.frame, 0, bytemuck::bytes_of(frame));
        let styles_moved = self
            .styles
            .write(device, queue, cast_slice(&packed.styles))?;
        let positions_moved = self
            .positions
            .write(device, queue, cast_slice(&packed.positions))?;
        let edges_moved = self.edges.write(device, queue, cast_slice(&packed.edges))?;
        self.normals
            .write(device, queue, cast_slice(&packed.normals))?;
        self.triangles
            .write(device, queue, cast_slice(&packed.triangles))?;
        if styles_moved {
            self.scene_group = scene_group(device, pipelines, &self.frame, &self.styles.buffer);
        }
        if positions_moved || edges_moved {
            let (positions, edges) = (&self.positions.buffer, &self.edges.buffer);
            self.line_group = line_group(device, pipelines, positions, edges);
        }
        Ok(())
    }

    /// Binds the mesh arrays for the following draws.
    pub fn bind_mesh(&self, pass: &mut wgpu::RenderPass<'_>) {
        pass.set_vertex_buffer(0, self.positions.buffer.slice(..));
        pass.set_vertex_buffer(1, self.normals.buffer.slice(..));
        pass.set_index_buffer(self.triangles.buffer.slice(..), wgpu::IndexFormat::Uint32);
    }
}

/// The frame's numbers whole, and one mesh's record at an offset that each draw gives.
fn scene_group(
    device: &wgpu::Device,
    pipelines: &Pipelines,
    frame: &wgpu::Buffer,
    styles: &wgpu::Buffer,
) -> wgpu::BindGroup {
    let size = std::num::NonZeroU64::new(size_of::<Style>() as u64);
    let record = wgpu::BufferBinding {
        buffer: styles,
        offset: 0,
        size,
    };
    let entries = [
        entry(0, frame.as_entire_binding()),
        entry(1, wgpu::BindingResource::Buffer(record)),
    ];
    group(device, &pipelines.scene_layout, &entries)
}

fn line_group(
    device: &wgpu::Device,
    pipelines: &Pipelines,
    positions: &wgpu::Buffer,
    edges: &wgpu::Buffer,
) -> wgpu::BindGroup {
    let entries = [
        entry(0, positions.as_entire_binding()),
        entry(1, edges.as_entire_binding()),
    ];
    group(device, &pipelines.line_layout, &entries)
}

fn entry(binding: u32, resource: wgpu::BindingResource<'_>) -> wgpu::BindGroupEntry<'_> {
    wgpu::BindGroupEntry { binding, resource }
}

fn group(
    device: &wgpu::Device,
    layout: &wgpu::BindGroupLayout,
    entries: &[wgpu::BindGroupEntry<'_>],
) -> wgpu::BindGroup {
    device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout,
        entries,
    })
}
