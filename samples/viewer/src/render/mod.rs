//! The renderer: depth maps for shadows, a picture pass, then a copy back to the host.

mod buffers;
mod device;
mod frame;
mod pack;
mod pipelines;
mod targets;

use crate::error::RenderError;
use crate::image::Image;
use crate::scene::SceneView;
use buffers::SceneBuffers;
use pack::{Draw, Packed};
use pipelines::Pipelines;
use targets::Targets;

/// The largest side of a picture [pixel]. The device holds several images of it, and lack of memory for one ends the
/// program.
const MOST_SIDE: u32 = 4096;

/// Draws scenes of one picture size. Making one takes a moment (the device, the shaders), so
/// keep it for all pictures of an animation; its buffers grow to the largest scene and stay.
pub struct Renderer {
    device: wgpu::Device,
    queue: wgpu::Queue,
    adapter: String,
    pipelines: Pipelines,
    targets: Targets,
    buffers: SceneBuffers,
    packed: Packed,
}

impl Renderer {
    /// A renderer of `width` x `height` pictures \[pixel\] on the best adapter, which may be a
    /// software one.
    ///
    /// # Errors
    /// [`RenderError::NoAdapter`] with what to install, [`RenderError::Device`] when the adapter
    /// gives no device, [`RenderError::Size`] for a side of zero or above 4,096 or the device's limit.
    pub fn new(width: u32, height: u32) -> Result<Renderer, RenderError> {
        let (adapter, device, queue) = device::open()?;
        let limit = device.limits().max_texture_dimension_2d.min(MOST_SIDE);
        if !(1..=limit).contains(&width) || !(1..=limit).contains(&height) {
            return Err(RenderError::Size {
                width,
                height,
                limit,
            });
        }
        let pipelines = Pipelines::new(&device);
        let targets = Targets::new(&device, &pipelines.shadow_layout, width, height);
        let buffers = SceneBuffers::new(&device, &pipelines);
        let packed = Packed::default();
        Ok(Renderer {
            device,
            queue,
            adapter,
            pipelines,
            targets,
            buffers,
            packed,
        })
    }

    /// The adapter's name and backend, for logs.
    pub fn adapter(&self) -> &str {
        &self.adapter
    }

    /// Picture width and height \[pixel\].
    pub fn size(&self) -> [u32; 2] {
        [self.targets.width, self.targets.height]
    }

    /// Draws one picture. The same scene gives the same bytes on the same device.
    ///
    /// # Errors
    /// [`RenderError::Scene`] when an index is out of range, normals do not match positions, or
    /// the scene is larger than the device's buffers; [`RenderError::Device`] when drawing fails.
    pub fn render(&mut self, scene: &SceneView<'_>) -> Result<Image, RenderError> {
        self.packed.fill(scene)?;
        let [width, height] = self.size();
        let frame = frame::FrameData::new(scene, &self.packed, width, height);
        self.buffers.upload(
            &self.device,
            &self.queue,
            &self.pipelines,
            &self.packed,
            &frame,
        )?;
        let mut encoder = self.device.create_command_encoder(&Default::default());
        self.shadow_passes(&mut encoder, scene.ground.is_some());
        self.picture_pass(&mut encoder, scene.ground.is_some());
        self.targets.copy_out(&mut encoder);
        self.queue.submit([encoder.finish()]);
        self.targets.read(&self.device)
    }

    /// Fills the shadow map with the depth of what throws shadows, and, for a floor, the map of
    /// their undersides.
    fn shadow_passes(&self, encoder: &mut wgpu::CommandEncoder, has_ground: bool) {
        self.depth_pass(
            encoder,
            &self.targets.shadow_view,
            &self.pipelines.shadow.each_ref(),
        );
        if has_ground {
            let underside = &self.pipelines.underside;
            self.depth_pass(encoder, &self.targets.underside_view, &[underside; 2]);
        }
    }

    /// Draws what throws shadows into one depth map; the second pipeline is for closed meshes.
    fn depth_pass(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        view: &wgpu::TextureView,
        pipelines: &[&wgpu::RenderPipeline; 2],
    ) {
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("depth map"),
            color_attachments: &[],
            depth_stencil_attachment: Some(targets::depth_attachment(
                view,
                1.0,
                wgpu::StoreOp::Store,
            )),
            ..Default::default()
        });
        self.buffers.bind_mesh(&mut pass);
        for draw in self.packed.draws.iter().filter(|draw| draw.shadow) {
            pass.set_pipeline(pipelines[usize::from(draw.closed)]);
            self.issue(&mut pass, draw);
        }
    }

    /// Draws background, floor, opaque meshes, translucent meshes from far to near, and lines.
    fn picture_pass(&self, encoder: &mut wgpu::CommandEncoder, has_ground: bool) {
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("picture"),
            color_attachments: &[Some(self.targets.colour_attachment())],
            depth_stencil_attachment: Some(targets::depth_attachment(
                &self.targets.depth_view,
                0.0,
                wgpu::StoreOp::Discard,
            )),
            ..Default::default()
        });
        pass.set_bind_group(0, &self.buffers.scene_group, &[0]);
        pass.set_bind_group(1, &self.targets.shadow_group, &[]);
        self.buffers.bind_mesh(&mut pass);
        for draw in self.packed.draws.iter().filter(|draw| draw.alpha >= 1.0) {
            pass.set_pipeline(&self.pipelines.opaque[usize::from(draw.closed)]);
            self.issue(&mut pass, draw);
        }
        pass.set_pipeline(&self.pipelines.background);
        pass.draw(0..3, 0..1);
        if has_ground {
            pass.set_pipeline(&self.pipelines.ground);
            pass.draw(0..4, 0..1);
        }
        for &at in &self.packed.translucent {
            // The far side of a body first, then its near side.
            for pipeline in [
                &self.pipelines.translucent_back,
                &self.pipelines.translucent_front,
            ] {
                pass.set_pipeline(pipeline);
                self.issue(&mut pass, &self.packed.draws[at]);
            }
        }
        pass.set_pipeline(&self.pipelines.line);
        pass.set_bind_group(1, &self.buffers.line_group, &[]);
        for draw in self
            .packed
            .draws
            .iter()
            .filter(|draw| !draw.edges.is_empty())
        {
            pass.set_bind_group(0, &self.buffers.scene_group, &[draw.style_offset]);
            // Two triangles an edge.
            pass.draw(draw.edges.start * 6..draw.edges.end * 6, 0..1);
        }
    }

    /// Draws one mesh's triangles with its record.
    fn issue(&self, pass: &mut wgpu::RenderPass<'_>, draw: &Draw) {
        if !draw.indices.is_empty() {
            pass.set_bind_group(0, &self.buffers.scene_group, &[draw.style_offset]);
            pass.draw_indexed(draw.indices.clone(), draw.first_vertex, 0..1);
        }
    }
}
