//! The engine: the one that `GODOT` names, one in PATH, or Debian's, unpacked below `target/godot` beside its own C library.

use crate::setup;
use crate::shell::{self, Failure, Result, exists, root, words};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the add-on asks for: `compatibility_minimum` of `pliant.gdextension`.
const OLDEST: [u32; 2] = [4, 5];
/// Where Debian has a Godot that is new enough. A codename stays when a release becomes stable, so it comes first.
const SUITES: &[&str] = &["forky", "testing", "unstable"];
const MIRROR: &str = "http://deb.debian.org/debian";
const SOURCES: &str = "/etc/apt/sources.list.d/debian.sources";
const KEYRING: &str = "/usr/share/keyrings/debian-archive-keyring.gpg";
const PACKAGES: &[&str] = &["godot", "libvulkan1", "mesa-vulkan-drivers"];
/// What the engine does not read.
const LEFT_OUT: &[&str] = &[
    "doc",
    "man",
    "locale",
    "icons",
    "lintian",
    "bash-completion",
];

/// An engine that starts.
pub struct Engine {
    program: PathBuf,
    /// What it says its version is.
    pub version: String,
    /// Vulkan drivers, where they are not the user's choice.
    drivers: Option<Drivers>,
}

/// Manifests of software Vulkan drivers.
struct Drivers {
    /// The engine's own.
    draws: PathBuf,
    /// The system's, and a part of its adapter's name.
    simulates: Option<(String, PathBuf)>,
}

impl Engine {
    /// A command that starts it, with settings and caches below `target/godot`, and never longer than `limit_s`.
    pub fn command(&self, limit_s: u32, is_in_window: bool) -> Command {
        let mut command = words(&format!("timeout --kill-after=5 {limit_s}"));
        if is_in_window {
            command.args(["xvfb-run", "-a", "-s", "-screen 0 1280x720x24"]);
        }
        command.arg(&self.program);
        match is_in_window {
            true => command.args(["--audio-driver", "Dummy"]),
            false => command.arg("--headless"),
        };
        for (name, folder) in [("DATA", "data"), ("CONFIG", "config")] {
            command.env(
                format!("XDG_{name}_HOME"),
                place().join("home").join(folder),
            );
        }
        if let Some(Drivers { draws, simulates }) = &self.drivers {
            let mut manifests = OsString::new();
            if is_in_window || simulates.is_none() {
                manifests.push(draws);
                manifests.push(":");
            }
            if let Some((_, manifest)) = simulates {
                manifests.push(manifest);
            }
            command.env("VK_DRIVER_FILES", manifests);
            if is_in_window && simulates.is_some() {
                // The loader counts from the end of the list.
                command.args(["--gpu-index", "1"]);
            }
        }
        command
    }

    /// Part of the name of the adapter that must simulate in a window; empty if any may.
    pub fn simulates_on(&self) -> &str {
        let drivers = self
            .drivers
            .as_ref()
            .and_then(|drivers| drivers.simulates.as_ref());
        drivers.map_or("", |(name, _)| name)
    }
}

/// Everything that this task downloads or makes.
pub fn place() -> PathBuf {
    root().join("target/godot")
}

/// An engine, or why there is none.
pub fn find() -> Result<std::result::Result<Engine, String>> {
    if let Some(program) = std::env::var_os("GODOT") {
        let program = PathBuf::from(program);
        return match engine(&program, None) {
            Some(engine) => Ok(Ok(engine)),
            None => Err(Failure::new(format!(
                "GODOT names {}, which does not start or is older than {}.{}",
                program.display(),
                OLDEST[0],
                OLDEST[1]
            ))),
        };
    }
    for name in ["godot", "godot4"] {
        if let Some(engine) = engine(Path::new(name), None) {
            return Ok(Ok(engine));
        }
    }
    let unpacked = place().join("unpacked");
    if !unpacked.is_file()
        && let Err(why) = fetch(&unpacked)?
    {
        return Ok(Err(why));
    }
    let program = wrapper()?;
    match engine(&program, Some(drivers())) {
        Some(engine) => Ok(Ok(engine)),
        None => Ok(Err(format!(
            "Debian's Godot does not start here; {} starts it",
            program.display()
        ))),
    }
}

/// The software Vulkan drivers of the engine beside which it was unpacked: the one that came with it draws. What simulates
/// is the system's, on which all other tests run: Mesa 26.1 reads through a null pointer in kernels of contact, and
/// Mesa 22.3 does so in shaders of the engine.
fn drivers() -> Drivers {
    let installed = std::fs::read_dir("/usr/share/vulkan/icd.d");
    let manifests = installed
        .into_iter()
        .flatten()
        .flatten()
        .map(|file| file.path());
    let is_software = |path: &PathBuf| {
        path.file_name()
            .is_some_and(|name| name.to_string_lossy().starts_with("lvp"))
    };
    let simulates = manifests
        .filter(is_software)
        .find_map(|path| Some((compiler(&path)?, path)));
    Drivers {
        draws: place().join("root/usr/share/vulkan/icd.d/lvp_icd.json"),
        simulates,
    }
}

/// How the name of a software driver's adapter tells its compiler, such as `LLVM 15`, from the driver's manifest.
fn compiler(manifest: &Path) -> Option<String> {
    let text = std::fs::read_to_string(manifest).ok()?;
    let manifest: serde_json::Value = serde_json::from_str(&text).ok()?;
    let library = manifest.get("ICD")?.get("library_path")?.as_str()?;
    llvm(&std::fs::read(library).ok()?)
}

/// The name of the compiler's library that a library needs: `libLLVM-15.so.1` or `libLLVM.so.19.1`.
fn llvm(library: &[u8]) -> Option<String> {
    let name = b"libLLVM";
    let mut places = library
        .windows(name.len())
        .enumerate()
        .filter(|(_, bytes)| *bytes == name);
    places.find_map(|(at, _)| {
        let rest = &library[at + name.len()..];
        let rest = rest
            .strip_prefix(b"-")
            .or_else(|| rest.strip_prefix(b".so."))?;
        let digits: String = rest
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .map(|byte| char::from(*byte))
            .collect();
        (!digits.is_empty()).then(|| format!("LLVM {digits}"))
    })
}

/// The engine at this place, if it starts and is new enough.
fn engine(program: &Path, drivers: Option<Drivers>) -> Option<Engine> {
    let mut command = Command::new(program);
    let output = command.args(["--headless", "--version"]).output().ok()?;
    let said = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    let is_new = version(&said).is_some_and(|version| version >= OLDEST);
    is_new.then(|| Engine {
        program: program.to_owned(),
        version: said,
        drivers,
    })
}

/// Major and minor number of what `--version` prints, such as `4.6.3.stable.official`.
fn version(said: &str) -> Option<[u32; 2]> {
    let mut numbers = said
        .lines()
        .last()?
        .split('.')
        .map(|part| part.parse().ok());
    Some([numbers.next()??, numbers.next()??])
}

/// Debian's packages, downloaded with lists of their own, so that the system stays as it is. `mark` is written at the end.
fn fetch(mark: &Path) -> Result<std::result::Result<(), String>> {
    let is_known = cfg!(target_arch = "x86_64") || cfg!(target_arch = "aarch64");
    if !is_known || !exists("apt-get") || !exists("dpkg-deb") {
        let why =
            "no Godot 4.5 or newer in PATH, none named by GODOT, and no apt-get to fetch Debian's";
        return Ok(Err(why.into()));
    }
    if !Path::new(KEYRING).exists() {
        setup::for_debian_packages()?;
    }
    for folder in ["apt/lists/partial", "apt/archives/partial", "root/usr"] {
        make(&place().join(folder))?;
    }
    let suite = SUITES.iter().find(|suite| download(suite).is_ok());
    let Some(suite) = suite else {
        return Ok(Err(format!(
            "no Godot 4.5 or newer in PATH, none named by GODOT, and {} has none in {}; apt-get's reasons are above",
            mirror(),
            SUITES.join(", ")
        )));
    };
    unpack()?;
    shell::write(mark, &format!("Godot of Debian {suite}\n"))?;
    // 180 MB that are not needed again.
    let _ = std::fs::remove_dir_all(place().join("apt"));
    Ok(Ok(()))
}

/// The mirror that the system uses, if it is a Debian.
fn mirror() -> String {
    let sources = std::fs::read_to_string(SOURCES).unwrap_or_default();
    let named = sources.lines().find_map(|line| line.strip_prefix("URIs: "));
    let first = named.and_then(|uris| uris.split_whitespace().next());
    first.unwrap_or(MIRROR).to_owned()
}

fn download(suite: &str) -> Result {
    let apt = place().join("apt");
    let source = format!("deb [signed-by={KEYRING}] {} {suite} main\n", mirror());
    shell::write(&apt.join("sources.list"), &source)?;
    shell::write(&apt.join("status"), "")?;
    let apt_get = |arguments: &str| {
        let mut command = words("apt-get");
        for (name, path) in [
            ("Dir::Etc::sourcelist", "sources.list"),
            ("Dir::State::lists", "lists"),
            ("Dir::State::status", "status"),
            ("Dir::Cache", ""),
        ] {
            command
                .arg("-o")
                .arg(format!("{name}={}", apt.join(path).display()));
        }
        command.args([
            "-o",
            "Dir::Etc::sourceparts=-",
            "-o",
            "Acquire::Languages=none",
        ]);
        command.args(["-o", "Acquire::Retries=3"]);
        command.args(arguments.split(' '));
        command
    };
    println!("    fetching Godot out of Debian {suite}, about 180 MB, once");
    shell::run(&mut apt_get("-qq update"))?;
    let mut install = apt_get("-qq -y --no-install-recommends --download-only install");
    shell::output(install.args(PACKAGES)).map(|_| ())
}

/// Unpacks the packages on two threads: most of the time goes into decompression.
fn unpack() -> Result {
    let folder = place().join("root");
    for name in ["bin", "lib", "lib64", "sbin"] {
        make(&folder.join("usr").join(name))?;
        let link = folder.join(name);
        let _ = std::fs::remove_file(&link);
        #[cfg(unix)]
        std::os::unix::fs::symlink(format!("usr/{name}"), &link)
            .map_err(|cause| Failure::new(format!("cannot make {}: {cause}", link.display())))?;
    }
    let mut packages = shell::files("target/godot/apt/archives", "deb")?;
    println!("    unpacking {} packages", packages.len());
    // The largest first, and in turns to both.
    packages
        .sort_by_key(|package| std::cmp::Reverse(package.metadata().map_or(0, |file| file.len())));
    let leave: Vec<_> = LEFT_OUT
        .iter()
        .map(|name| format!("--exclude=./usr/share/{name}"))
        .collect();
    let line = format!(
        "dpkg-deb --fsys-tarfile \"$0\" | tar -x --no-same-owner --keep-directory-symlink {} -C \"$1\"",
        leave.join(" ")
    );
    let unpack_half = |half: usize| {
        let mut mine = packages.iter().skip(half).step_by(2);
        mine.try_for_each(|package| {
            let status = Command::new("sh")
                .args(["-c", &line])
                .arg(package)
                .arg(&folder)
                .status();
            match status {
                Ok(status) if status.success() => Ok(()),
                _ => Err(Failure::new(format!("cannot unpack {}", package.display()))),
            }
        })
    };
    std::thread::scope(|scope| {
        let other = scope.spawn(|| unpack_half(1));
        unpack_half(0)?;
        other
            .join()
            .unwrap_or_else(|_| Err(Failure::new("unpacking panicked")))
    })
}

/// A script that starts the engine with the loader and the libraries that came with it.
fn wrapper() -> Result<PathBuf> {
    let folder = place().join("root/usr");
    let libraries = folder.join(format!("lib/{}-linux-gnu", std::env::consts::ARCH));
    let loader = match std::env::consts::ARCH {
        "aarch64" => "ld-linux-aarch64.so.1",
        _ => "ld-linux-x86-64.so.2",
    };
    let (libraries, program) = (libraries.display(), folder.join("bin/godot"));
    let text = format!(
        "#!/bin/sh\nexec '{libraries}/{loader}' --library-path '{libraries}:{libraries}/pulseaudio' '{}' \"$@\"\n",
        program.display()
    );
    let script = place().join("godot");
    shell::write(&script, &text)?;
    shell::output(words("chmod +x").arg(&script))?;
    Ok(script)
}

/// Makes a folder and those it lies in.
pub fn make(folder: &Path) -> Result {
    std::fs::create_dir_all(folder)
        .map_err(|cause| Failure::new(format!("cannot make {}: {cause}", folder.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_compiler_is_read_from_what_a_driver_needs() {
        for (library, name) in [
            ("\0LLVM_15\0libLLVM-15.so.1\0", Some("LLVM 15")),
            ("libLLVM\0libLLVM.so.19.1\0", Some("LLVM 19")),
            ("libc.so.6", None),
        ] {
            assert_eq!(llvm(library.as_bytes()).as_deref(), name, "{library:?}");
        }
    }

    #[test]
    fn the_version_is_read_and_old_engines_are_told_apart() {
        assert_eq!(version("4.6.3.stable.debian4.6.3+ds-2"), Some([4, 6]));
        assert_eq!(
            version("a driver's warning\n4.5.stable.official"),
            Some([4, 5])
        );
        assert_eq!(version("bash: not found"), None);
        assert!(version("3.6.stable").is_some_and(|version| version < OLDEST));
        assert!(version("4.10.stable").is_some_and(|version| version >= OLDEST));
    }
}
