//! `cargo xtask kernels`: what each pipeline is made of, and how long a driver takes to compile it.

use crate::shell::{self, Failure, Result, words};
use shader_build::{Copies, Count, KernelText};

/// Functions below this part of a pipeline are not shown [1].
const SHOWN: f64 = 0.05;

#[derive(clap::Args)]
pub struct Arguments {
    /// Also compiles each pipeline for this machine's GPU, without the driver's cache, and prints the milliseconds.
    #[arg(long)]
    time: bool,
    /// Prints the joined text of this kernel instead, with the files' names as headings.
    #[arg(long, value_name = "NAME", conflicts_with = "time")]
    print: Option<String>,
}

pub fn run(arguments: &Arguments) -> Result {
    let shaders = shell::root().join("shaders");
    let output =
        shader_build::build(&shaders).map_err(|faults| Failure::new(faults.to_string()))?;
    let all = output.kernels;
    if let Some(name) = &arguments.print {
        return print(&all, name);
    }
    let (mut pipelines, mut nodes) = (0, 0);
    for kernel in &all {
        let counts = kernel.pipelines();
        let counts = counts.map_err(|fault| Failure::new(fault.to_string()))?;
        show(kernel, &counts);
        pipelines += counts.len();
        nodes += counts.iter().map(|count| count.nodes).sum::<u64>();
    }
    let words: usize = all.iter().map(KernelText::words).sum();
    let texts = all.len();
    println!("{pipelines} pipelines, {nodes} nodes; {texts} texts, {words} words");
    match arguments.time {
        true => time(),
        false => Ok(()),
    }
}

/// Prints the texts whose label or file has this name.
fn print(all: &[KernelText], name: &str) -> Result {
    let is_it = |kernel: &&KernelText| {
        let file = kernel.label.split('(').next().unwrap_or_default();
        kernel.label == name || file == name || file.rsplit('/').next() == Some(name)
    };
    let found: Vec<&KernelText> = all.iter().filter(is_it).collect();
    if found.is_empty() {
        let labels: Vec<&str> = all.iter().map(|kernel| kernel.label.as_str()).collect();
        let why = format!("no kernel {name}; there are {}", labels.join(", "));
        return Err(Failure::new(why));
    }
    for kernel in found {
        println!("// {}\n{}", kernel.label, kernel.with_headings());
    }
    Ok(())
}

/// A line a text (words of WGSL), a pipeline (nodes, files that it reaches by calls), and a function that is much of it.
fn show(kernel: &KernelText, counts: &[Count]) {
    println!("{} ({} words of WGSL)", kernel.label, kernel.words());
    for count in counts {
        let files = kernel.files_of(count).len();
        println!(
            "  {:<22} {:>6} nodes, {files} files",
            count.entry, count.nodes
        );
        for found in count
            .functions
            .iter()
            .filter(|found| part(count, found) > SHOWN)
        {
            let Copies {
                name,
                copies,
                nodes,
            } = found;
            let percent = 100.0 * part(count, found);
            println!("    {name:<28} {copies:>4} copies of {nodes:>5} nodes: {percent:.0} %");
        }
    }
}

/// The part of a pipeline that a function and what it calls are [1].
fn part(count: &Count, found: &Copies) -> f64 {
    found.total() as f64 / count.nodes as f64
}

fn time() -> Result {
    shell::run(
        words("cargo bench --package pliant --bench kernels")
            .env("MESA_SHADER_CACHE_DISABLE", "true")
            .env("__GL_SHADER_DISK_CACHE", "0"),
    )
}
