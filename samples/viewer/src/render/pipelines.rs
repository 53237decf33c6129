//! Shaders and fixed-function state of each kind of draw.

use super::targets::{COLOUR_FORMAT, DEPTH_FORMAT, SAMPLE_COUNT};
use wgpu::{
    BindGroupLayout, BindingType, BlendState, BufferBindingType, CompareFunction, Face,
    PrimitiveTopology, RenderPipeline, ShaderModule, ShaderStages, VertexBufferLayout,
};

const FRAME: &str = include_str!("../../shaders/frame.wgsl");
const LIGHT: &str = include_str!("../../shaders/light.wgsl");
const SHADOW: &str = include_str!("../../shaders/shadow.wgsl");
const UNDERSIDE: &str = include_str!("../../shaders/underside.wgsl");
const SURFACE: &str = include_str!("../../shaders/surface.wgsl");
const GROUND: &str = include_str!("../../shaders/ground.wgsl");
const BACKGROUND: &str = include_str!("../../shaders/background.wgsl");
const LINE: &str = include_str!("../../shaders/line.wgsl");

/// All pipelines and the layouts of what they read.
pub struct Pipelines {
    pub scene_layout: BindGroupLayout,
    pub shadow_layout: BindGroupLayout,
    pub line_layout: BindGroupLayout,
    /// Into the shadow map; the second one is for closed meshes.
    pub shadow: [RenderPipeline; 2],
    /// Into the map of undersides.
    pub underside: RenderPipeline,
    pub background: RenderPipeline,
    pub ground: RenderPipeline,
    /// Into the picture; the second one is for closed meshes.
    pub opaque: [RenderPipeline; 2],
    pub translucent_back: RenderPipeline,
    pub translucent_front: RenderPipeline,
    pub line: RenderPipeline,
}

/// How one kind of draw differs from the others in the picture pass.
#[derive(Clone, Copy)]
struct Kind<'a> {
    /// Entry points are `<name>_vertex` and `<name>_fragment`.
    name: &'a str,
    has_vertices: bool,
    topology: PrimitiveTopology,
    blend: Option<BlendState>,
    writes_depth: bool,
    cull: Option<Face>,
}

/// The default: opaque triangles without vertex arrays.
const PLAIN: Kind<'_> = Kind {
    name: "",
    has_vertices: false,
    topology: PrimitiveTopology::TriangleList,
    blend: None,
    writes_depth: true,
    cull: None,
};
const SURFACE_KIND: Kind<'_> = Kind {
    name: "surface",
    has_vertices: true,
    ..PLAIN
};
const TRANSLUCENT_KIND: Kind<'_> = Kind {
    blend: Some(BlendState::ALPHA_BLENDING),
    writes_depth: false,
    ..SURFACE_KIND
};
const BACKGROUND_KIND: Kind<'_> = Kind {
    name: "background",
    writes_depth: false,
    ..PLAIN
};
const GROUND_KIND: Kind<'_> = Kind {
    name: "ground",
    topology: PrimitiveTopology::TriangleStrip,
    blend: Some(BlendState::ALPHA_BLENDING),
    ..PLAIN
};
const LINE_KIND: Kind<'_> = Kind {
    name: "line",
    blend: Some(BlendState::ALPHA_BLENDING),
    writes_depth: false,
    ..PLAIN
};

impl Pipelines {
    pub fn new(device: &wgpu::Device) -> Pipelines {
        let (scene_layout, shadow_layout, line_layout) = layouts(device);
        let module = |label, parts: &[&str]| module(device, label, parts);
        let surface = module("surface", &[FRAME, LIGHT, SURFACE]);
        let ground = module("ground", &[FRAME, LIGHT, GROUND]);
        let background = module("background", &[FRAME, BACKGROUND]);
        let line = module("line", &[FRAME, LINE]);
        let shadow = module("shadow", &[FRAME, SHADOW]);
        let underside = module("underside", &[FRAME, UNDERSIDE]);
        let lit = [&scene_layout, &shadow_layout];
        let picture = |layouts, module, kind| picture_pipeline(device, layouts, module, kind);
        let depth = |module, entry_point, cull| {
            depth_pipeline(device, module, entry_point, &scene_layout, cull)
        };
        let translucent = |face| Kind {
            cull: Some(face),
            ..TRANSLUCENT_KIND
        };
        let near_side = Kind {
            cull: Some(Face::Back),
            ..SURFACE_KIND
        };
        Pipelines {
            shadow: [None, Some(Face::Back)].map(|cull| depth(&shadow, "shadow_vertex", cull)),
            underside: depth(&underside, "underside_vertex", None),
            background: picture(lit, &background, BACKGROUND_KIND),
            ground: picture(lit, &ground, GROUND_KIND),
            opaque: [SURFACE_KIND, near_side].map(|kind| picture(lit, &surface, kind)),
            translucent_back: picture(lit, &surface, translucent(Face::Front)),
            translucent_front: picture(lit, &surface, translucent(Face::Back)),
            line: picture([&scene_layout, &line_layout], &line, LINE_KIND),
            scene_layout,
            shadow_layout,
            line_layout,
        }
    }
}

/// The layouts of the scene's buffers, of the shadow map, and of the lines' buffers.
fn layouts(device: &wgpu::Device) -> (BindGroupLayout, BindGroupLayout, BindGroupLayout) {
    let buffer = |binding, visibility, ty, has_dynamic_offset| wgpu::BindGroupLayoutEntry {
        binding,
        visibility,
        ty: BindingType::Buffer {
            ty,
            has_dynamic_offset,
            min_binding_size: None,
        },
        count: None,
    };
    let uniform = BufferBindingType::Uniform;
    let read = BufferBindingType::Storage { read_only: true };
    let both = ShaderStages::VERTEX_FRAGMENT;
    let layout = |label, entries: &[wgpu::BindGroupLayoutEntry]| {
        let descriptor = wgpu::BindGroupLayoutDescriptor {
            label: Some(label),
            entries,
        };
        device.create_bind_group_layout(&descriptor)
    };
    let scene = [
        buffer(0, both, uniform, false),
        buffer(1, both, uniform, true),
    ];
    let line = [0, 1].map(|binding| buffer(binding, ShaderStages::VERTEX, read, false));
    let fragment = |binding, ty| wgpu::BindGroupLayoutEntry {
        binding,
        visibility: ShaderStages::FRAGMENT,
        ty,
        count: None,
    };
    let depth_map = BindingType::Texture {
        sample_type: wgpu::TextureSampleType::Depth,
        view_dimension: wgpu::TextureViewDimension::D2,
        multisampled: false,
    };
    let comparison = BindingType::Sampler(wgpu::SamplerBindingType::Comparison);
    let shadow = [
        fragment(0, depth_map),
        fragment(1, comparison),
        fragment(2, depth_map),
    ];
    (
        layout("scene", &scene),
        layout("shadow map", &shadow),
        layout("lines", &line),
    )
}

fn module(device: &wgpu::Device, label: &str, parts: &[&str]) -> ShaderModule {
    device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: Some(label),
        source: wgpu::ShaderSource::Wgsl(parts.concat().into()),
    })
}

/// Positions and normals in buffers of their own, three floats each.
const POSITION: VertexBufferLayout<'_> = VertexBufferLayout {
    array_stride: 12,
    step_mode: wgpu::VertexStepMode::Vertex,
    attributes: &wgpu::vertex_attr_array![0 => Float32x3],
};
const NORMAL: VertexBufferLayout<'_> = VertexBufferLayout {
    array_stride: 12,
    step_mode: wgpu::VertexStepMode::Vertex,
    attributes: &wgpu::vertex_attr_array![1 => Float32x3],
};

/// A pipeline that draws into one of the depth maps.
fn depth_pipeline(
    device: &wgpu::Device,
    module: &ShaderModule,
    entry_point: &str,
    scene_layout: &BindGroupLayout,
    cull_mode: Option<Face>,
) -> RenderPipeline {
    let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: Some("shadow"),
        bind_group_layouts: &[Some(scene_layout)],
        immediate_size: 0,
    });
    device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some("shadow"),
        layout: Some(&layout),
        vertex: wgpu::VertexState {
            module,
            entry_point: Some(entry_point),
            compilation_options: Default::default(),
            buffers: &[Some(POSITION)],
        },
        primitive: wgpu::PrimitiveState {
            cull_mode,
            ..Default::default()
        },
        depth_stencil: Some(wgpu::DepthStencilState {
            format: DEPTH_FORMAT,
            depth_write_enabled: Some(true),
            depth_compare: Some(CompareFunction::Less),
            stencil: Default::default(),
            // A bias by slope, against self-shadowing.
            bias: wgpu::DepthBiasState {
                constant: 2,
                slope_scale: 2.0,
                clamp: 0.0,
            },
        }),
        multisample: Default::default(),
        fragment: None,
        multiview_mask: None,
        cache: None,
    })
}

fn picture_pipeline(
    device: &wgpu::Device,
    layouts: [&BindGroupLayout; 2],
    module: &ShaderModule,
    kind: Kind<'_>,
) -> RenderPipeline {
    let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: Some(kind.name),
        bind_group_layouts: &[Some(layouts[0]), Some(layouts[1])],
        immediate_size: 0,
    });
    let target = wgpu::ColorTargetState {
        format: COLOUR_FORMAT,
        blend: kind.blend,
        write_mask: wgpu::ColorWrites::ALL,
    };
    let buffers: &[_] = if kind.has_vertices {
        &[Some(POSITION), Some(NORMAL)]
    } else {
        &[]
    };
    device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some(kind.name),
        layout: Some(&layout),
        vertex: wgpu::VertexState {
            module,
            entry_point: Some(&format!("{}_vertex", kind.name)),
            compilation_options: Default::default(),
            buffers,
        },
        primitive: wgpu::PrimitiveState {
            topology: kind.topology,
            cull_mode: kind.cull,
            ..Default::default()
        },
        depth_stencil: Some(wgpu::DepthStencilState {
            format: DEPTH_FORMAT,
            depth_write_enabled: Some(kind.writes_depth),
            // Reversed depth: nearer is more. The background stands at exactly zero.
            depth_compare: Some(CompareFunction::GreaterEqual),
            stencil: Default::default(),
            bias: Default::default(),
        }),
        multisample: wgpu::MultisampleState {
            count: SAMPLE_COUNT,
            ..Default::default()
        },
        fragment: Some(wgpu::FragmentState {
            module,
            entry_point: Some(&format!("{}_fragment", kind.name)),
            compilation_options: Default::default(),
            targets: &[Some(target)],
        }),
        multiview_mask: None,
        cache: None,
    })
}
