//! Kernels as the shader build describes them, and their pipelines.

use super::interop::uncounted_module;
use super::permute::permuted;
use crate::share::Params;

/// A kernel file: its assembled text and declarations. Some names only serve printing.
#[derive(Debug)]
#[allow(dead_code)]
pub struct KernelSource {
    /// The file name without its extension.
    pub label: &'static str,
    pub wgsl: &'static str,
    pub bindings: &'static [Binding],
    pub entry_points: &'static [EntryPoint],
    pub overrides: &'static [&'static str],
}

#[derive(Debug, PartialEq, Eq)]
#[allow(dead_code)]
pub struct Binding {
    pub group: u32,
    pub binding: u32,
    pub name: &'static str,
    pub kind: BindingKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(dead_code)]
pub enum BindingKind {
    StorageRead,
    StorageReadWrite,
}

#[derive(Debug)]
#[allow(dead_code)]
pub struct EntryPoint {
    pub name: &'static str,
}

pub struct Kernel {
    pub label: &'static str,
    pub pipeline: wgpu::ComputePipeline,
}

/// The layout of kernels with equal bindings. They share it, so bind groups stay bound from one to the next.
pub struct Layout {
    /// The first kernel file that used it.
    pub label: &'static str,
    bindings: &'static [Binding],
    pub groups: Vec<wgpu::BindGroupLayout>,
    pipeline: wgpu::PipelineLayout,
}

impl Layout {
    pub fn is_of(&self, bindings: &[Binding]) -> bool {
        self.bindings == bindings
    }

    /// Buffers that it binds.
    pub fn buffers(&self) -> usize {
        self.bindings.len()
    }

    /// The layout of a kernel. A dispatch's parameters are its immediates.
    pub fn new(device: &wgpu::Device, source: &KernelSource) -> Self {
        let last = source.bindings.iter().map(|b| b.group + 1).max();
        let groups: Vec<_> = (0..last.unwrap_or(0))
            .map(|group| bind_group_layout(device, source, group))
            .collect();
        let slots: Vec<_> = groups.iter().map(Some).collect();
        let pipeline = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some(source.label),
            bind_group_layouts: &slots,
            immediate_size: size_of::<Params>() as u32,
        });
        Self {
            label: source.label,
            bindings: source.bindings,
            groups,
            pipeline,
        }
    }
}

impl Kernel {
    /// Compiles an entry point with constants that its file declares. `permutes`: see [`permuted`].
    pub fn new(
        device: &wgpu::Device,
        layout: &Layout,
        source: &'static KernelSource,
        entry: &'static str,
        constants: &[(&str, u32)],
        permutes: bool,
    ) -> Self {
        let text = match permutes {
            true => permuted(source.wgsl).into(),
            false => source.wgsl.into(),
        };
        let desc = wgpu::ShaderModuleDescriptor {
            label: Some(source.label),
            source: wgpu::ShaderSource::Wgsl(text),
        };
        // A kernel that holds bodies in workgroup memory is faster with the counters (docs/decisions/0032).
        let module = match source.overrides.contains(&"BODY_CAPACITY") {
            true => device.create_shader_module(desc),
            false => uncounted_module(device, desc),
        };
        let constants: Vec<_> = constants
            .iter()
            .map(|(name, value)| (*name, f64::from(*value)))
            .collect();
        let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: Some(entry),
            layout: Some(&layout.pipeline),
            module: &module,
            entry_point: Some(entry),
            compilation_options: wgpu::PipelineCompilationOptions {
                constants: &constants,
                // Every word is written before it is read.
                zero_initialize_workgroup_memory: false,
            },
            cache: None,
        });
        Self {
            label: entry,
            pipeline,
        }
    }
}

fn bind_group_layout(
    device: &wgpu::Device,
    source: &KernelSource,
    group: u32,
) -> wgpu::BindGroupLayout {
    let entries: Vec<_> = source
        .bindings
        .iter()
        .filter(|b| b.group == group)
        .map(|b| wgpu::BindGroupLayoutEntry {
            binding: b.binding,
            visibility: wgpu::ShaderStages::COMPUTE,
            ty: wgpu::BindingType::Buffer {
                ty: match b.kind {
                    BindingKind::StorageRead => {
                        wgpu::BufferBindingType::Storage { read_only: true }
                    }
                    BindingKind::StorageReadWrite => {
                        wgpu::BufferBindingType::Storage { read_only: false }
                    }
                },
                has_dynamic_offset: false,
                min_binding_size: None,
            },
            count: None,
        })
        .collect();
    device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: Some(source.label),
        entries: &entries,
    })
}

include!(concat!(env!("OUT_DIR"), "/shaders.rs"));
