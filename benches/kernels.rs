//! Time to compile each pipeline, one a line, slowest first.
//!
//! `cargo xtask kernels --time` runs it without the driver's cache of compiled kernels. By hand, also with a cache:
//! `cargo bench --bench kernels -- [--shaders FOLDER] [--threads N] [--only TEXT] [--grids N] [--driven N]`
//!
//! - `--shaders FOLDER`: the shaders to compile, instead of those of this repository.
//! - `--threads N`: threads that compile at once; 1 by default.
//! - `--only TEXT`: only entry points whose name contains TEXT.
//! - `--grids N`, `--driven N`: the constants `SOLID_DISTANCE_GRIDS` and `FILTER_DRIVEN`; 1 by default.
//!
//! Software adapters make code at the first dispatch, so their times here are those of the front end alone.

use shader_build::{Keyword, declarations};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// A pipeline to compile.
struct Job {
    kernel: String,
    entry: String,
    text: String,
    constants: Vec<(&'static str, f64)>,
}

/// How long it took.
struct Times {
    module: Duration,
    pipeline: Duration,
}

fn main() {
    let shaders = value("--shaders").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("shaders"),
        PathBuf::from,
    );
    let threads: usize = number("--threads");
    let (device, adapter) = device();
    let jobs = jobs(&shaders);
    println!("{adapter}, {} pipelines, {threads} threads", jobs.len());
    let (next, times) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let start = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let took = compile(&device, job);
                    times.lock().expect("no panic").push((job, took));
                }
            });
        }
    });
    let wall = start.elapsed();
    let mut times = times.into_inner().expect("no panic");
    times.sort_by_key(|(_, took)| std::cmp::Reverse(took.pipeline));
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    println!(
        "{:>10} {:>10}  kernel, entry point",
        "module ms", "pipeline"
    );
    for (job, took) in &times {
        let (module, pipeline) = (ms(took.module), ms(took.pipeline));
        println!(
            "{module:>10.1} {pipeline:>10.1}  {}, {}",
            job.kernel, job.entry
        );
    }
    let sum: Duration = times
        .iter()
        .map(|(_, took)| took.module + took.pipeline)
        .sum();
    println!("sum {:.0} ms, wall {:.0} ms", ms(sum), ms(wall));
}

fn device() -> (wgpu::Device, String) {
    let mut desc = wgpu::InstanceDescriptor::new_without_display_handle();
    desc.backends = wgpu::Backends::PRIMARY;
    desc.flags = wgpu::InstanceFlags::empty();
    let instance = wgpu::Instance::new(desc);
    let options = wgpu::RequestAdapterOptions {
        power_preference: wgpu::PowerPreference::HighPerformance,
        ..Default::default()
    };
    let adapter = pollster::block_on(instance.request_adapter(&options)).expect("an adapter");
    let request = wgpu::DeviceDescriptor {
        required_features: wgpu::Features::IMMEDIATES,
        required_limits: adapter.limits(),
        ..Default::default()
    };
    let (device, _) = pollster::block_on(adapter.request_device(&request)).expect("a device");
    let info = adapter.get_info();
    (device, format!("{} ({})", info.name, info.driver_info))
}

/// Every pipeline with the constants that its text declares, largest first.
fn jobs(shaders: &std::path::Path) -> Vec<Job> {
    let given = [
        ("SOLID_DISTANCE_GRIDS", number::<u32>("--grids")),
        ("FILTER_DRIVEN", number("--driven")),
    ];
    let only = value("--only").unwrap_or_default();
    let output = shader_build::build(shaders).expect("shaders");
    let mut jobs = Vec::new();
    for kernel in output.kernels {
        let declared: Vec<_> = declarations(&kernel.text);
        let declares = |name: &str| {
            let is_it = |found: &&shader_build::Declaration| found.name == name;
            let found = declared.iter().find(is_it);
            found.is_some_and(|found| found.keyword == Keyword::Override)
        };
        let known = given.into_iter().filter(|(name, _)| declares(name));
        let constants: Vec<_> = known.map(|(name, n)| (name, f64::from(n))).collect();
        let pipelines = kernel.pipelines().expect("a text").into_iter();
        for pipeline in pipelines.filter(|found| found.entry.contains(&only)) {
            let job = Job {
                kernel: kernel.label.clone(),
                entry: pipeline.entry,
                text: kernel.text.clone(),
                constants: constants.clone(),
            };
            jobs.push((pipeline.nodes, job));
        }
    }
    jobs.sort_by_key(|(nodes, _)| std::cmp::Reverse(*nodes));
    jobs.into_iter().map(|(_, job)| job).collect()
}

fn compile(device: &wgpu::Device, job: &Job) -> Times {
    let start = Instant::now();
    let desc = wgpu::ShaderModuleDescriptor {
        label: Some(&job.entry),
        source: wgpu::ShaderSource::Wgsl(job.text.as_str().into()),
    };
    let mut checks = wgpu::ShaderRuntimeChecks::checked();
    // As the library has it: see `KernelSource::module`.
    checks.force_loop_bounding = job.text.contains("override POSITION_CAPACITY");
    // SAFETY: nothing runs the pipeline.
    let module = unsafe { device.create_shader_module_trusted(desc, checks) };
    let module_time = start.elapsed();
    let start = Instant::now();
    let _ = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: Some(&job.entry),
        layout: None,
        module: &module,
        entry_point: Some(&job.entry),
        compilation_options: wgpu::PipelineCompilationOptions {
            constants: &job.constants,
            zero_initialize_workgroup_memory: false,
        },
        cache: None,
    });
    Times {
        module: module_time,
        pipeline: start.elapsed(),
    }
}

/// The number after an argument; 1 if it is not given.
fn number<T: std::str::FromStr + From<u8>>(name: &str) -> T {
    let given = value(name);
    given.map_or(T::from(1), |text| {
        let number = text.parse();
        number.unwrap_or_else(|_| panic!("{name} {text} is no number"))
    })
}

fn value(name: &str) -> Option<String> {
    let mut arguments = std::env::args().skip_while(|argument| argument != name);
    arguments.nth(1)
}
