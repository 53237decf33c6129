//! Render targets, and the copy back to the host.

use crate::error::RenderError;
use crate::image::Image;
use wgpu::{TextureFormat, TextureUsages, TextureView};

/// Samples a pixel.
pub const SAMPLE_COUNT: u32 = 4;
/// The picture's format: the device turns linear light into sRGB and blends in linear light.
pub const COLOUR_FORMAT: TextureFormat = TextureFormat::Rgba8UnormSrgb;
/// The format of both depth maps.
pub const DEPTH_FORMAT: TextureFormat = TextureFormat::Depth32Float;
/// Texels a side of the shadow map. More gives sharper shadows and costs fill time.
pub const SHADOW_MAP_SIZE: u32 = 1024;

/// Texels a side of the map of undersides. It may be coarse, because its effect is blurred.
pub const UNDERSIDE_MAP_SIZE: u32 = 256;

/// The textures of one picture size.
pub struct Targets {
    pub width: u32,
    pub height: u32,
    pub depth_view: TextureView,
    pub shadow_view: TextureView,
    pub underside_view: TextureView,
    pub shadow_group: wgpu::BindGroup,
    samples_view: TextureView,
    resolved: wgpu::Texture,
    resolved_view: TextureView,
    readback: wgpu::Buffer,
}

impl Targets {
    pub fn new(
        device: &wgpu::Device,
        shadow_layout: &wgpu::BindGroupLayout,
        width: u32,
        height: u32,
    ) -> Targets {
        let attachment = TextureUsages::RENDER_ATTACHMENT;
        let texture =
            |format, samples, usage| texture(device, [width, height], format, samples, usage);
        let samples = texture(COLOUR_FORMAT, SAMPLE_COUNT, attachment);
        let depth = texture(DEPTH_FORMAT, SAMPLE_COUNT, attachment);
        let resolved = texture(COLOUR_FORMAT, 1, attachment | TextureUsages::COPY_SRC);
        let shadow_view = depth_map(device, SHADOW_MAP_SIZE);
        let underside_view = depth_map(device, UNDERSIDE_MAP_SIZE);
        let shadow_group = shadow_group(device, shadow_layout, &shadow_view, &underside_view);
        let readback = device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("readback"),
            size: u64::from(row_bytes(width)) * u64::from(height),
            usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
            mapped_at_creation: false,
        });
        Targets {
            width,
            height,
            depth_view: depth.create_view(&Default::default()),
            shadow_view,
            underside_view,
            shadow_group,
            samples_view: samples.create_view(&Default::default()),
            resolved_view: resolved.create_view(&Default::default()),
            resolved,
            readback,
        }
    }

    /// The picture, cleared, averaged over each pixel's samples at the end of the pass.
    pub fn colour_attachment(&self) -> wgpu::RenderPassColorAttachment<'_> {
        wgpu::RenderPassColorAttachment {
            view: &self.samples_view,
            depth_slice: None,
            resolve_target: Some(&self.resolved_view),
            ops: wgpu::Operations {
                load: wgpu::LoadOp::Clear(wgpu::Color::BLACK),
                store: wgpu::StoreOp::Discard,
            },
        }
    }

    /// Records the copy of the picture to the host.
    pub fn copy_out(&self, encoder: &mut wgpu::CommandEncoder) {
        let layout = wgpu::TexelCopyBufferLayout {
            offset: 0,
            bytes_per_row: Some(row_bytes(self.width)),
            rows_per_image: None,
        };
        encoder.copy_texture_to_buffer(
            self.resolved.as_image_copy(),
            wgpu::TexelCopyBufferInfo {
                buffer: &self.readback,
                layout,
            },
            self.resolved.size(),
        );
    }

    /// Waits for the picture and takes it.
    pub fn read(&self, device: &wgpu::Device) -> Result<Image, RenderError> {
        let failed = |cause: String| RenderError::Device(cause);
        let (sender, receiver) = std::sync::mpsc::channel();
        self.readback
            .map_async(wgpu::MapMode::Read, .., move |result| {
                // The receiver is gone only when waiting has failed, which is reported below.
                let _ = sender.send(result);
            });
        device
            .poll(wgpu::PollType::wait_indefinitely())
            .map_err(|e| failed(e.to_string()))?;
        let mapped = receiver.recv().map_err(|e| failed(e.to_string()))?;
        mapped.map_err(|e| failed(e.to_string()))?;
        let row = self.width as usize * 4;
        let mut rgba = Vec::with_capacity(row * self.height as usize);
        {
            let bytes = self
                .readback
                .get_mapped_range(..)
                .map_err(|e| failed(e.to_string()))?;
            for padded in bytes.chunks_exact(row_bytes(self.width) as usize) {
                rgba.extend_from_slice(&padded[..row]);
            }
        }
        self.readback.unmap();
        Image::from_rgba(self.width, self.height, rgba)
            .ok_or_else(|| failed("the picture came back incomplete".into()))
    }
}

/// A depth attachment that starts at `clear`.
pub fn depth_attachment(
    view: &TextureView,
    clear: f32,
    store: wgpu::StoreOp,
) -> wgpu::RenderPassDepthStencilAttachment<'_> {
    wgpu::RenderPassDepthStencilAttachment {
        view,
        depth_ops: Some(wgpu::Operations {
            load: wgpu::LoadOp::Clear(clear),
            store,
        }),
        stencil_ops: None,
    }
}

/// Bytes of one row in the copy, which must be a multiple of 256.
fn row_bytes(width: u32) -> u32 {
    (width * 4).next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT)
}

fn texture(
    device: &wgpu::Device,
    [width, height]: [u32; 2],
    format: TextureFormat,
    sample_count: u32,
    usage: TextureUsages,
) -> wgpu::Texture {
    device.create_texture(&wgpu::TextureDescriptor {
        label: None,
        size: wgpu::Extent3d {
            width,
            height,
            depth_or_array_layers: 1,
        },
        mip_level_count: 1,
        sample_count,
        dimension: wgpu::TextureDimension::D2,
        format,
        usage,
        view_formats: &[],
    })
}

/// A square depth map that is drawn first and read later.
fn depth_map(device: &wgpu::Device, size: u32) -> TextureView {
    let usage = TextureUsages::RENDER_ATTACHMENT | TextureUsages::TEXTURE_BINDING;
    texture(device, [size; 2], DEPTH_FORMAT, 1, usage).create_view(&Default::default())
}

/// The bind group through which both depth maps are read.
fn shadow_group(
    device: &wgpu::Device,
    layout: &wgpu::BindGroupLayout,
    shadow_view: &TextureView,
    underside_view: &TextureView,
) -> wgpu::BindGroup {
    let sampler = device.create_sampler(&wgpu::SamplerDescriptor {
        label: Some("shadow"),
        mag_filter: wgpu::FilterMode::Linear,
        min_filter: wgpu::FilterMode::Linear,
        compare: Some(wgpu::CompareFunction::LessEqual),
        ..Default::default()
    });
    let entry = |binding, resource| wgpu::BindGroupEntry { binding, resource };
    device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some("shadow maps"),
        layout,
        entries: &[
            entry(0, wgpu::BindingResource::TextureView(shadow_view)),
            entry(1, wgpu::BindingResource::Sampler(&sampler)),
            entry(2, wgpu::BindingResource::TextureView(underside_view)),
        ],
    })
}
