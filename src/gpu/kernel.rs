//! Kernels as the shader build describes them, and what they are compiled to.

use super::interop::uncounted_module;
use super::permute::permuted;
use crate::error::Error;
use crate::share::Params;
use parking_lot::Mutex;
use std::borrow::Cow;
use std::marker::PhantomData;
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

/// A kernel file with what it reaches. Some names only serve printing.
#[derive(Debug)]
#[allow(dead_code)]
pub struct KernelSource {
    /// The file's folder and name, and what is chosen where it leaves choices open. No two texts have the same label.
    pub label: &'static str,
    /// The texts of declarations: the library's, which all kernels share.
    pub declarations: &'static [&'static str],
    /// Those that the kernel reaches, by place, in the order of its text.
    pub parts: &'static [u16],
    pub bindings: &'static [Binding],
    pub entry_points: &'static [EntryPoint],
    pub overrides: &'static [&'static str],
}

impl KernelSource {
    /// The whole text.
    pub fn text(&self) -> Cow<'static, str> {
        let parts = self.parts.iter();
        let parts = parts.filter_map(|part| self.declarations.get(usize::from(*part)));
        let mut text = String::new();
        parts.for_each(|part| text.extend([part, "\n"]));
        text.into()
    }

    /// The name in the text of the entry point with this label.
    pub fn entry_name(&self, label: &'static str) -> &'static str {
        let found = self.entry_points.iter().find(|entry| entry.label == label);
        found.map_or(label, |entry| entry.name)
    }
}

/// The texts of a kernel that leaves choices open, one for each way to make them.
#[derive(Debug)]
#[allow(dead_code)]
pub struct KernelFamily<C> {
    pub label: &'static str,
    /// By the position of the choice.
    pub texts: &'static [&'static KernelSource],
    choice: PhantomData<fn(C)>,
}

#[allow(dead_code)]
impl<C: Choice> KernelFamily<C> {
    /// Called by what the shader build writes: there are as many texts as choices.
    const fn new(label: &'static str, texts: &'static [&'static KernelSource]) -> Self {
        assert!(texts.len() == C::COUNT);
        Self {
            label,
            texts,
            choice: PhantomData,
        }
    }

    /// The text of a choice.
    pub fn text(&self, choice: C) -> &'static KernelSource {
        self.texts[choice.position()]
    }
}

/// A choice that kernels leave open: an enumeration of its files. A pair of them is two choices.
#[allow(dead_code)]
pub trait Choice: Copy {
    const COUNT: usize;
    /// Below `COUNT`.
    fn position(self) -> usize;
}

impl<A: Choice, B: Choice> Choice for (A, B) {
    const COUNT: usize = A::COUNT * B::COUNT;

    fn position(self) -> usize {
        self.0.position() * B::COUNT + self.1.position()
    }
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
    /// In the text.
    pub name: &'static str,
    /// In plans, where no two entry points have the same: kernels that share an executor also share its names.
    pub label: &'static str,
}

impl EntryPoint {
    /// One that is called as it is named.
    #[cfg(test)]
    pub const fn named(name: &'static str) -> Self {
        Self { name, label: name }
    }
}

impl KernelSource {
    /// Its module. `permutes`: see [`permuted`].
    pub fn module(&self, device: &wgpu::Device, permutes: bool) -> wgpu::ShaderModule {
        let text = match permutes {
            true => permuted(&self.text()).into(),
            false => self.text(),
        };
        let desc = wgpu::ShaderModuleDescriptor {
            label: Some(self.label),
            source: wgpu::ShaderSource::Wgsl(text),
        };
        // A kernel that holds bodies in workgroup memory is faster with the counters (docs/decisions/0032).
        match self.overrides.contains(&"POSITION_CAPACITY") {
            true => device.create_shader_module(desc),
            false => uncounted_module(device, desc),
        }
    }
}

/// An entry point with constants: what a dispatch names. Its pipeline is made when something needs it.
pub struct Kernel {
    /// The entry point.
    pub label: &'static str,
    pub source: &'static KernelSource,
    /// Of those that its file declares.
    constants: Vec<(&'static str, u32)>,
    /// Held by the thread that compiles it.
    pub compiling: Mutex<()>,
    pub pipeline: OnceLock<wgpu::ComputePipeline>,
    /// Why a thread in the background failed to compile it.
    pub failure: Mutex<Option<Error>>,
    /// Whether the device has run it, if only with no workgroups.
    pub has_run: AtomicBool,
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
    /// A kernel that is not compiled. Constants that its file does not declare are ignored.
    pub fn new(
        source: &'static KernelSource,
        entry: &'static str,
        constants: &[(&str, u32)],
    ) -> Self {
        let declared = |(name, value): &(&str, u32)| {
            let known = source.overrides.iter().find(|known| *known == name)?;
            Some((*known, *value))
        };
        Self {
            label: entry,
            source,
            constants: constants.iter().filter_map(declared).collect(),
            compiling: Mutex::default(),
            pipeline: OnceLock::new(),
            failure: Mutex::default(),
            has_run: AtomicBool::new(false),
        }
    }

    /// What tells it from others.
    pub fn key(&self) -> String {
        format!("{}::{}{:?}", self.source.label, self.label, self.constants)
    }

    pub fn is_compiled(&self) -> bool {
        self.pipeline.get().is_some()
    }

    /// Makes its pipeline of the module of its source.
    pub fn compile(
        &self,
        device: &wgpu::Device,
        layout: &Layout,
        module: &wgpu::ShaderModule,
        cache: Option<&wgpu::PipelineCache>,
    ) -> wgpu::ComputePipeline {
        let constants: Vec<_> = self
            .constants
            .iter()
            .map(|(name, value)| (*name, f64::from(*value)))
            .collect();
        device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: Some(self.label),
            layout: Some(&layout.pipeline),
            module,
            entry_point: Some(self.source.entry_name(self.label)),
            compilation_options: wgpu::PipelineCompilationOptions {
                constants: &constants,
                // Every word is written before it is read.
                zero_initialize_workgroup_memory: false,
            },
            cache,
        })
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
