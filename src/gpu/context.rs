//! A GPU device with its kernels. All worlds on one adapter share a context. It outlives them, so a kernel is compiled
//! once per process.

use super::cache;
use super::compile::Compiler;
use super::guarded;
use super::kernel::{Kernel, KernelSource, Layout};
use crate::error::{Error, Result, Status};
use crate::share::Params;
use parking_lot::Mutex;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long a wait spins before it sleeps.
const SPIN: Duration = Duration::from_millis(4);
/// How long it sleeps between checks.
const NAP: Duration = Duration::from_micros(50);

pub use wgpu::AdapterInfo;

/// The kind of an adapter as a permanent number: 0 other, 1 integrated, 2 discrete, 3 virtual, 4 CPU.
pub fn device_type_number(info: &AdapterInfo) -> u32 {
    match info.device_type {
        wgpu::DeviceType::Other => 0,
        wgpu::DeviceType::IntegratedGpu => 1,
        wgpu::DeviceType::DiscreteGpu => 2,
        wgpu::DeviceType::VirtualGpu => 3,
        wgpu::DeviceType::Cpu => 4,
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    pub power: Power,
    /// Part of the adapter's name, lower case; empty for any.
    pub name: String,
    /// PCI bus id; empty for any.
    pub pci_bus_id: String,
    /// Whether the device gets only WebGPU's default limits.
    pub portable: bool,
    /// Whether the threads of each workgroup run in another order, for tests.
    pub permutes: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Power {
    /// The fastest, else any.
    #[default]
    High,
    Low,
    Software,
}

pub struct Context {
    /// Kept for its resource report.
    instance: wgpu::Instance,
    pub info: wgpu::AdapterInfo,
    pub device: wgpu::Device,
    pub queue: wgpu::Queue,
    /// The device's limits: all of the adapter's, or WebGPU's defaults.
    pub limits: wgpu::Limits,
    /// Whether those are WebGPU's defaults.
    portable: bool,
    permutes: bool,
    pub timestamps: bool,
    spins: bool,
    fault: Arc<Mutex<Option<Error>>>,
    pub compiler: Arc<Compiler>,
}

/// Contexts, and the selections that led to each.
static CONTEXTS: Mutex<Vec<(Vec<Selection>, Arc<Context>)>> = Mutex::new(Vec::new());

/// The context of the selected adapter; makes one if none works.
pub fn acquire(selection: &Selection) -> Result<Arc<Context>> {
    cache::close();
    let mut contexts = CONTEXTS.lock();
    contexts.retain(|(_, context)| context.fault().is_none());
    if let Some((_, context)) = contexts.iter().find(|(led, _)| led.contains(selection)) {
        return Ok(context.clone());
    }
    // Another selection of the same adapter needs no second device.
    let instance = instance();
    let adapter = choose(&instance, selection)?;
    let info = adapter.get_info();
    let kind = (selection.portable, selection.permutes);
    let same = |c: &Context| c.info == info && (c.portable, c.permutes) == kind;
    if let Some((led, context)) = contexts.iter_mut().find(|(_, c)| same(c)) {
        led.push(selection.clone());
        return Ok(context.clone());
    }
    let context = Arc::new(Context::new(instance, &adapter, selection)?);
    contexts.push((vec![selection.clone()], context.clone()));
    Ok(context)
}

/// A device that only this selection reaches, for one test. It spins while waiting, as hardware devices do.
#[cfg(test)]
pub fn own(selection: Selection) {
    let instance = instance();
    let adapter = choose(&instance, &Selection::default()).unwrap();
    let mut context = Context::new(instance, &adapter, &selection).unwrap();
    context.spins = true;
    context.info.driver_info += " of a test"; // so that nobody else finds the same adapter
    CONTEXTS.lock().push((vec![selection], Arc::new(context)));
}

/// Drops every context that no world uses. Call before unloading the library.
pub fn shutdown() {
    let is_used = |context: &Arc<Context>| Arc::strong_count(context) > 1;
    let unused: Vec<_> = CONTEXTS
        .lock()
        .extract_if(.., |(_, context)| !is_used(context))
        .collect();
    // Their threads may compile for seconds, and others need not wait for that.
    unused
        .iter()
        .for_each(|(_, context)| context.compiler.end());
}

/// Number of GPU resources (buffers, bind groups, pipelines, …) of all contexts, for leak tests.
pub fn resource_count() -> u64 {
    CONTEXTS
        .lock()
        .iter()
        .map(|(_, context)| context.resource_count())
        .sum()
}

fn instance() -> wgpu::Instance {
    let mut desc = wgpu::InstanceDescriptor::new_without_display_handle();
    desc.backends = wgpu::Backends::PRIMARY;
    // No dispatch is indirect, so the kernels that validate indirect sizes are not needed.
    desc.flags -= wgpu::InstanceFlags::VALIDATION_INDIRECT_CALL;
    wgpu::Instance::new(desc)
}

pub struct Found {
    pub info: wgpu::AdapterInfo,
    /// Workgroup memory [byte].
    pub workgroup_bytes: u32,
    pub timestamps: bool,
}

/// All adapters of this machine, best first.
pub fn adapters() -> Vec<Found> {
    let mut all: Vec<_> =
        pollster::block_on(instance().enumerate_adapters(wgpu::Backends::PRIMARY))
            .iter()
            .map(|adapter| Found {
                info: adapter.get_info(),
                workgroup_bytes: adapter.limits().max_compute_workgroup_storage_size,
                timestamps: adapter.features().contains(wgpu::Features::TIMESTAMP_QUERY),
            })
            .collect();
    all.sort_by_key(|found| rank(&found.info, Power::High));
    all
}

fn rank(info: &wgpu::AdapterInfo, power: Power) -> u32 {
    use wgpu::DeviceType::*;
    let order = match power {
        Power::Low => [IntegratedGpu, DiscreteGpu, VirtualGpu, Other, Cpu],
        _ => [DiscreteGpu, IntegratedGpu, VirtualGpu, Other, Cpu],
    };
    order
        .iter()
        .position(|kind| *kind == info.device_type)
        .unwrap_or(order.len()) as u32
}

fn fits(info: &wgpu::AdapterInfo, wanted: &Selection) -> bool {
    info.name.to_lowercase().contains(&wanted.name)
        && (wanted.pci_bus_id.is_empty() || info.device_pci_bus_id == wanted.pci_bus_id)
        && (wanted.power != Power::Software || info.device_type == wgpu::DeviceType::Cpu)
}

/// The selection as text that follows "no adapter".
fn wish(wanted: &Selection) -> String {
    let mut wish = String::new();
    if wanted.power == Power::Software {
        wish += " that runs on the CPU (PLIANT_POWER_SOFTWARE)";
    }
    let and = |wish: &str| if wish.is_empty() { "" } else { "," };
    if !wanted.name.is_empty() {
        let name = &wanted.name;
        wish += &format!("{} with \"{name}\" in its name (adapter_name)", and(&wish));
    }
    if !wanted.pci_bus_id.is_empty() {
        let bus = &wanted.pci_bus_id;
        wish += &format!("{} at PCI bus \"{bus}\" (adapter_pci_bus_id)", and(&wish));
    }
    wish
}

/// The first of the best-fitting adapters.
fn best<A>(
    adapters: Vec<A>,
    info: impl Fn(&A) -> wgpu::AdapterInfo,
    wanted: &Selection,
) -> Option<A> {
    let fitting = adapters.into_iter().filter(|a| fits(&info(a), wanted));
    fitting.min_by_key(|a| rank(&info(a), wanted.power))
}

fn choose(instance: &wgpu::Instance, wanted: &Selection) -> Result<wgpu::Adapter> {
    let adapters = pollster::block_on(instance.enumerate_adapters(wgpu::Backends::PRIMARY));
    let infos = adapters.iter().map(|adapter| adapter.get_info());
    let named = |info: wgpu::AdapterInfo| match info.device_pci_bus_id.as_str() {
        "" => format!("\"{}\"", info.name),
        bus => format!("\"{}\" at PCI bus {bus}", info.name),
    };
    let names: Vec<String> = infos.map(named).collect();
    best(adapters, |adapter| adapter.get_info(), wanted).ok_or_else(|| {
        let have = match names.as_slice() {
            [] => "this machine has none: install a Vulkan driver (software: mesa-vulkan-drivers)"
                .into(),
            names => format!("this machine has {}", names.join(", ")),
        };
        let wish = wish(wanted);
        Error::new(Status::NoDevice, format!("no adapter{wish}; {have}"))
    })
}

/// Limits every buffer to sizes that 32 bits can count. (wgpu does so only when it checks indirect calls.)
fn within_32_bits(mut limits: wgpu::Limits) -> wgpu::Limits {
    let (most, most_words) = (u64::from(u32::MAX), u64::from(u32::MAX) & !3);
    limits.max_buffer_size = limits.max_buffer_size.min(most);
    limits.max_storage_buffer_binding_size = limits.max_storage_buffer_binding_size.min(most_words);
    limits
}

impl Context {
    fn new(
        instance: wgpu::Instance,
        adapter: &wgpu::Adapter,
        selection: &Selection,
    ) -> Result<Self> {
        let timestamps = adapter.features().contains(wgpu::Features::TIMESTAMP_QUERY);
        let optional = wgpu::Features::TIMESTAMP_QUERY | wgpu::Features::PIPELINE_CACHE;
        let mut limits = match selection.portable {
            true => wgpu::Limits::default(),
            false => within_32_bits(adapter.limits()),
        };
        // WebGPU's defaults have no immediates, but every adapter that supports them has 64 bytes.
        limits.max_immediate_size = limits.max_immediate_size.max(size_of::<Params>() as u32);
        let request = wgpu::DeviceDescriptor {
            label: Some("pliant"),
            required_features: wgpu::Features::IMMEDIATES | adapter.features() & optional,
            required_limits: limits.clone(),
            ..Default::default()
        };
        let (device, queue) =
            pollster::block_on(adapter.request_device(&request)).map_err(|e| {
                Error::new(
                    Status::NoDevice,
                    format!("the adapter could not create a device: {e}"),
                )
            })?;
        let fault = Arc::new(Mutex::new(None));
        watch(&device, &fault);
        let info = adapter.get_info();
        let cache = cache::Cache::new(&device, &info);
        let compiler = Compiler::new(device.clone(), selection.permutes, cache);
        Ok(Self {
            compiler: Arc::new(compiler),
            spins: info.device_type != wgpu::DeviceType::Cpu,
            info,
            instance,
            device,
            queue,
            limits,
            portable: selection.portable,
            permutes: selection.permutes,
            timestamps,
            fault,
        })
    }

    /// The device's first error, if any.
    pub fn fault(&self) -> Option<Error> {
        self.fault.lock().clone()
    }

    /// Fails once the device had an error.
    pub fn check(&self) -> Result<()> {
        self.fault().map_or(Ok(()), Err)
    }

    /// Runs `work` and returns its GPU errors. Other threads and later calls do not see them.
    pub fn guarded<T>(&self, what: &str, work: impl FnOnce() -> T) -> Result<T> {
        guarded::guarded(&self.device, what, work)
    }

    /// An entry point with constants; this compiles nothing. Constants its file does not declare are ignored.
    pub fn kernel(
        &self,
        source: &'static KernelSource,
        entry: &'static str,
        constants: &[(&str, u32)],
    ) -> Arc<Kernel> {
        self.compiler.kernel(source, entry, constants)
    }

    /// The pipeline of an entry point without constants, compiled on first use.
    pub fn pipeline(
        &self,
        source: &'static KernelSource,
        entry: &'static str,
    ) -> Result<wgpu::ComputePipeline> {
        let kernel = self.kernel(source, entry, &[]);
        self.compiler.pipeline(&kernel)
    }

    /// The layout of a kernel; kernels with equal bindings share it.
    pub fn layout(&self, source: &'static KernelSource) -> Arc<Layout> {
        self.compiler.layout(source)
    }

    fn resource_count(&self) -> u64 {
        let Some(report) = self.instance.generate_report() else {
            return 0;
        };
        let hub = report.hub_report();
        [
            &hub.buffers,
            &hub.bind_groups,
            &hub.query_sets,
            &hub.command_encoders,
            &hub.command_buffers,
            &hub.shader_modules,
            &hub.compute_pipelines,
            &hub.pipeline_layouts,
            &hub.bind_group_layouts,
        ]
        .iter()
        .map(|r| r.num_kept_from_user as u64)
        .sum()
    }

    pub fn is_software(&self) -> bool {
        self.info.device_type == wgpu::DeviceType::Cpu
    }

    /// How long a call waits that needs what the adapter computes. A software adapter never hangs, and its first steps compile
    /// for minutes on a loaded machine.
    pub fn patience(&self) -> Duration {
        Duration::from_secs(if self.is_software() { 600 } else { 60 })
    }

    /// Nanoseconds of one timestamp tick.
    pub fn timestamp_period(&self) -> f64 {
        f64::from(self.queue.get_timestamp_period())
    }

    /// Runs callbacks. Never waits inside wgpu: when several threads wait for one device and one times out, wgpu-core
    /// 30 (`Device::maintain`) may panic.
    pub fn poll(&self) -> Result<()> {
        self.device.poll(wgpu::PollType::Poll).map_err(|e| {
            let why = format!("waiting for the GPU failed: {e}");
            Error::new(Status::DeviceLost, why)
        })?;
        self.check()
    }

    /// Waits until `arrived` returns true; false on timeout.
    pub fn wait_until(&self, timeout: Duration, arrived: impl Fn() -> bool) -> Result<bool> {
        let start = Instant::now();
        loop {
            self.poll()?;
            if arrived() {
                return Ok(true);
            }
            let spent = start.elapsed();
            if spent >= timeout {
                return Ok(false);
            }
            // Sleeping threads wake up to 0.4 ms late in a virtual machine, and most steps end sooner. On software
            // adapters the kernels need the core.
            match self.spins && spent < SPIN {
                true => std::hint::spin_loop(),
                false => std::thread::sleep(NAP.min(timeout - spent)),
            }
        }
    }
}

/// Makes uncaught errors and the loss of the device the context's fault, so nothing panics.
fn watch(device: &wgpu::Device, fault: &Arc<Mutex<Option<Error>>>) {
    let slot = fault.clone();
    device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
        let status = match &error {
            wgpu::Error::OutOfMemory { .. } => Status::OutOfMemory,
            _ => Status::Gpu,
        };
        slot.lock()
            .get_or_insert(Error::new(status, error.to_string()));
    }));
    let slot = fault.clone();
    device.set_device_lost_callback(move |reason, message| {
        let why = format!(
            "the GPU was lost ({}): {message}; destroy the world and make a new one",
            match reason {
                wgpu::DeviceLostReason::Destroyed => "its device was closed",
                _ => "the driver says",
            }
        );
        *slot.lock() = Some(Error::new(Status::DeviceLost, why));
    });
}

#[cfg(test)]
#[path = "context_tests.rs"]
mod tests;
