//! The C# side without an engine: its tests and samples as C# 7.2 under Mono, as C# 9 under .NET 8, and compiled ahead
//! of time, as engines for phones and consoles do.

use crate::build::Build;
use crate::compile::{self, CORE, with_library};
use crate::csharp::{Assembly, Runtime, Toolchain};
use crate::samples;
use crate::shell::{self, Done, Failure, Result, files, read, root, words};
use std::path::{Path, PathBuf};
use std::process::Command;

const TESTS: &str = "tests/dotnet";
const DROP: &str = "HelloDrop";
const COOK: &str = "CookSurface";
const CURTAIN: &str = "Curtain";
/// Libraries that programs load, and those that they name: all must be compiled ahead of time too.
const AHEAD: [&str; 8] = [
    "mscorlib",
    "System",
    "System.Core",
    "System.Configuration",
    "System.Numerics",
    "System.Security",
    "System.Xml",
    "Mono.Security",
];

/// How a program is started.
type Start<'a> = &'a dyn Fn(&str) -> Result<Command>;

/// Compiles and runs everything. The samples run on Mono. On other runtimes only the one with a callback does, and the others
/// with the long tests.
pub fn run(build: Build, long: bool) -> Result<Done> {
    let sources = files(TESTS, "cs")?;
    if sources.is_empty() {
        return Err(Failure::new(format!("{TESTS} holds no test")));
    }
    // It warns of what is public and not documented.
    let mut library = words("mcs -unsafe -warnaserror -langversion:7.2 -target:library");
    library.args([
        "-out:target/xtask/Pliant.dll",
        "-doc:target/xtask/Pliant.xml",
    ]);
    shell::run(library.args(files(CORE, "cs")?))?;
    let tests = compile::csharp("dotnet_tests", &sources)?;
    shell::run(with_library(build, words("mono")).arg(tests))?;
    let mono = |name: &str| {
        let mut mono = with_library(build, words("mono"));
        mono.arg(sample(name)?);
        Ok(mono)
    };
    samples_on(&mono, "mono", true)?;
    without_library(&sample(DROP)?)?;
    ahead_of_time(build, long)?;
    match Toolchain::get()? {
        Ok(tools) => on_net8(build, &tools, sources, long)?,
        Err(reason) => println!("    SKIPPED on .NET 8: {reason}"),
    }
    Ok(Done::Passed)
}

/// Compiles a sample for Mono, with the bindings.
fn sample(name: &str) -> Result<PathBuf> {
    compile::csharp(name, &[source(name)])
}

fn source(name: &str) -> PathBuf {
    root().join(format!("samples/dotnet/{name}.cs"))
}

/// The tests and the samples as C# 9. Everything public must be documented.
fn on_net8(build: Build, tools: &Toolchain, sources: Vec<PathBuf>, long: bool) -> Result {
    let runtime = Runtime::Net8;
    let bindings = tools.compile(&Assembly {
        is_documented: true,
        ..Assembly::new("Pliant", runtime, files(CORE, "cs")?)
    })?;
    let program = |name: &str, sources: Vec<PathBuf>| {
        let assembly = Assembly::new(name, runtime, sources);
        tools.compile(&Assembly {
            is_program: true,
            references: vec![bindings.clone()],
            ..assembly
        })
    };
    let tests = program("dotnet_tests", sources)?;
    shell::run(&mut tools.command(build, runtime, &tests))?;
    let start = |name: &str| {
        let program = program(name, vec![source(name)])?;
        Ok(tools.command(build, runtime, &program))
    };
    samples_on(&start, "net8", long)
}

/// Runs the samples where nothing may be compiled while they run. Then a callback needs its attribute.
fn ahead_of_time(build: Build, long: bool) -> Result {
    let folder = root().join("target/csharp/aot");
    let mono = Path::new("/usr/lib/mono/4.5");
    for name in AHEAD {
        let (from, to) = (
            mono.join(format!("{name}.dll")),
            folder.join(format!("{name}.dll")),
        );
        if !same(&from, &to) || !with_so(&to).is_file() {
            copy(&from, &to)?;
            shell::output(&mut compiled_ahead(&folder, &to))?;
        }
    }
    let start = |name: &str| {
        let program = folder.join(format!("{name}.exe"));
        copy(&sample(name)?, &program)?;
        shell::output(&mut compiled_ahead(&folder, &program))?;
        let mut mono = with_library(build, words("mono --full-aot"));
        mono.arg(program).env("MONO_PATH", &folder);
        Ok(mono)
    };
    samples_on(&start, "aot", long)
}

fn compiled_ahead(folder: &Path, assembly: &Path) -> Command {
    let mut mono = words("mono --aot=full");
    mono.arg(assembly).env("MONO_PATH", folder);
    mono
}

fn with_so(assembly: &Path) -> PathBuf {
    PathBuf::from(format!("{}.so", assembly.display()))
}

fn same(one: &Path, other: &Path) -> bool {
    let bytes = |path: &Path| std::fs::read(path).ok();
    bytes(one).is_some() && bytes(one) == bytes(other)
}

fn copy(from: &Path, to: &Path) -> Result {
    let fault = |cause| Failure::new(format!("{}: {cause}", to.display()));
    std::fs::create_dir_all(to.parent().unwrap_or(to)).map_err(fault)?;
    std::fs::copy(from, to).map(drop).map_err(fault)
}

/// Runs the sample with a callback, or all, and judges what they wrote.
fn samples_on(start: Start, runtime: &str, all: bool) -> Result {
    let folder = root().join("target/xtask");
    let file = |name: &str| folder.join(format!("{runtime}_{name}"));
    let fault = |name: &str| {
        let place = format!("samples/dotnet/{name}.cs on {runtime}");
        move |fault: String| Failure::new(format!("{place}: {fault}"))
    };
    let (drop, cooked, curtain) = (file("drop.obj"), file("cook.pliant"), file("curtain.obj"));
    let said = shell::output(start(COOK)?.arg(&cooked))?;
    judge_cook(&said).map_err(fault(COOK))?;
    if !all {
        return Ok(());
    }
    shell::run(start(DROP)?.current_dir(&folder))?;
    let said = shell::output(start(CURTAIN)?.arg(&curtain))?;
    judge_curtain(&said, &read(&curtain)?).map_err(fault(CURTAIN))?;
    match runtime {
        // The mesh is large, and the same code has run.
        "mono" => samples::drop_liver(start(DROP)?, &drop),
        _ => Ok(()),
    }
}

/// Without the native library, a program must say where that belongs.
fn without_library(program: &Path) -> Result {
    let mut lost = words("mono");
    lost.arg(program).env_remove("LD_LIBRARY_PATH");
    let lost = lost.env_remove("DYLD_LIBRARY_PATH").output();
    let said = lost.map(|output| String::from_utf8_lossy(&output.stderr).into_owned());
    let said = said.map_err(|cause| Failure::new(format!("mono: {cause}")))?;
    match said.contains("The native Pliant library, ") && said.contains("Assets/Plugins") {
        true => Ok(()),
        false => Err(Failure::new(format!(
            "{DROP} without the native library says {said:?}, not where that is looked for"
        ))),
    }
}

type Judged = std::result::Result<(), String>;

/// The number that follows a text.
fn number(said: &str, after: &str) -> std::result::Result<f64, String> {
    let rest = said.split(after).nth(1);
    let word = rest.and_then(|rest| rest.trim_start().split([' ', ',', '\n']).next());
    let number = word.and_then(|word| word.parse().ok());
    number.ok_or_else(|| format!("no number after {after:?} in {said:?}"))
}

/// The first cook was cancelled, the second was not; half a second of free fall is that of a textbook, by implicit
/// Euler with at least one step a frame.
fn judge_cook(said: &str) -> Judged {
    for expected in ["cancelled at 30 %", "100 %", "tets fill 1 body"] {
        if !said.contains(expected) {
            return Err(format!("{expected:?} is missing in {said:?}"));
        }
    }
    let fallen = 9.5 - number(said, "the lowest vertex is at")?;
    let [exact, coarsest] = [9.81 / 8.0, 9.81 / 3600.0 * 465.0];
    match fallen > exact - 0.006 && fallen < coarsest + 0.006 {
        true => Ok(()),
        false => Err(format!(
            "it fell {fallen} m in half a second, expected {exact} to {coarsest}"
        )),
    }
}

/// The rod moved as the sample moves it, the rings are on it, and the cloth has kept its length.
fn judge_curtain(said: &str, written: &str) -> Judged {
    const ACROSS: usize = 10;
    const DOWN: usize = 12;
    for (step, z) in [("20", 0.433), ("60", 0.0), ("100", -0.433)] {
        let found = number(said, &format!("step {step:>3}: rod at z ="))?;
        if (found - z).abs() > 0.001 {
            return Err(format!("at step {step} the rod is at z = {found}, not {z}"));
        }
    }
    let vertices = vertices(written)?;
    if vertices.len() != (ACROSS + 1) * (DOWN + 1) {
        return Err(format!("{} vertices", vertices.len()));
    }
    let distance = |a: [f64; 3], b: [f64; 3]| (0..3).map(|k| (a[k] - b[k]).powi(2)).sum::<f64>();
    for ring in (0..=ACROSS).step_by(2) {
        let place = [0.2 * ring as f64 - 1.0, 2.6, 0.0];
        if distance(vertices[ring], place) > 1e-10 {
            return Err(format!("ring {ring} is at {:?}", vertices[ring]));
        }
    }
    // At 1e4 N/m its weight stretches it by 0.04 %; swinging adds some, XPBD with few iterations a little more.
    for (v, place) in vertices.iter().enumerate().skip(ACROSS + 1) {
        let above = distance(*place, vertices[v - ACROSS - 1]).sqrt();
        if !(above - 0.2).abs().le(&(0.02 * 0.2)) {
            return Err(format!("vertex {v} is {above} m from the one above"));
        }
    }
    Ok(())
}

/// The places in an OBJ file.
fn vertices(written: &str) -> std::result::Result<Vec<[f64; 3]>, String> {
    let lines = written.lines().filter_map(|line| line.strip_prefix("v "));
    let vertex = |line: &str| {
        let numbers: Vec<f64> = line
            .split(' ')
            .filter_map(|word| word.parse().ok())
            .collect();
        <[f64; 3]>::try_from(numbers).map_err(|_| format!("no vertex: {line}"))
    };
    lines.map(vertex).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cook_that_was_not_cancelled_or_does_not_fall_is_seen() {
        let good = "cancelled at 30 %\n 100 %\n9 tets fill 1 body\nafter 0.5 s the lowest vertex is at 8.26 m\n";
        judge_cook(good).expect("as it should be");
        for (from, to) in [
            ("cancelled", "not"),
            ("8.26", "8.10"),
            ("8.26", "9.50"),
            ("8.26", "NaN"),
        ] {
            judge_cook(&good.replace(from, to)).expect_err(to);
        }
    }

    #[test]
    fn a_curtain_that_is_torn_or_off_its_rod_is_seen() {
        let said = "step  20: rod at z =  0.433, x\nstep  60: rod at z =  0.000, x\nstep 100: rod at z = -0.433, x\n";
        let line = |v: usize| {
            let (x, y) = (0.2 * (v % 11) as f64 - 1.0, 2.6 - 0.2 * (v / 11) as f64);
            format!("v {x:.6} {y:.6} 0\nvn 0 0 1\n")
        };
        let lines: Vec<String> = (0..143).map(line).collect();
        judge_curtain(said, &lines.concat()).expect("as it should be");
        judge_curtain(&said.replace("0.433", "0.400"), &lines.concat()).expect_err("another rod");
        for (at, what) in [
            (4, "v 0 0 0\n"),
            (60, "v 0 0.3 0\n"),
            (60, "v NaN 1 0\n"),
            (60, ""),
        ] {
            let mut torn = lines.clone();
            torn[at] = what.to_owned();
            judge_curtain(said, &torn.concat()).expect_err(what);
        }
    }
}
