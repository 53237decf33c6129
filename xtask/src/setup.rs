//! Checks that the machine has what the demo and the tests need. Installs what is missing on Debian and Ubuntu.

use crate::compile;
use crate::shell::{self, Failure, Result, exists, words};
use std::path::Path;
use std::process::{Command, Stdio};

/// One thing the machine must have.
struct Need {
    /// Its name in messages.
    name: &'static str,
    /// What it is for.
    reason: &'static str,
    /// Debian packages that contain it.
    packages: &'static [&'static str],
    /// Whether it is there.
    is_met: fn() -> bool,
}

const VULKAN: Need = Need {
    name: "a Vulkan driver",
    reason: "the simulation runs on the GPU, or on Mesa's software adapter where there is none",
    packages: &["libvulkan1", "mesa-vulkan-drivers"],
    is_met: has_vulkan,
};
const GCC: Need = Need {
    name: "gcc with the C library's headers",
    reason: "compiles the C sample and the C tests, and links Rust programs",
    packages: &["gcc", "libc6-dev"],
    is_met: || exists("gcc"),
};
const CPP: Need = Need {
    name: "g++",
    reason: "compiles the header, the C++ sample and the C++ tests as C++17",
    packages: &["g++"],
    is_met: || exists("g++"),
};
const CLANG: Need = Need {
    name: "clang",
    reason: "a second compiler judges the header, the samples and the C and C++ tests",
    packages: &["clang"],
    is_met: || exists("clang") && exists("clang++"),
};
const VALGRIND: Need = Need {
    name: "valgrind",
    reason: "finds invalid memory accesses behind the C functions",
    packages: &["valgrind"],
    is_met: || exists("valgrind"),
};
const BINUTILS: Need = Need {
    name: "nm",
    reason: "lists the symbols that the shared library exports",
    packages: &["binutils"],
    is_met: || exists("nm"),
};
const MONO: Need = Need {
    name: "Mono",
    reason: "runs the C# bindings without an engine",
    packages: &["mono-mcs", "mono-runtime", "mono-devel"],
    is_met: || exists("mcs") && exists("mono") && Path::new(FACADES).is_dir(),
};
/// What `mono-devel` adds: the names by which newer assemblies call the libraries.
const FACADES: &str = "/usr/lib/mono/4.5/Facades";
const NPM: Need = Need {
    name: "npm",
    reason: "gets a C# 9 compiler",
    packages: &["npm"],
    is_met: || exists("npm"),
};
const PIP: Need = Need {
    name: "pip and unzip",
    reason: "get .NET 8",
    packages: &["python3-pip", "unzip"],
    is_met: || has_pip() && Path::new("/usr/bin/unzip").exists(),
};

const XVFB: Need = Need {
    name: "Xvfb",
    reason: "a screen in memory for engines that draw into a window",
    packages: &["xvfb", "xauth"],
    is_met: || Path::new("/usr/bin/xvfb-run").exists() && Path::new("/usr/bin/xauth").exists(),
};
const DEBIAN_KEYS: Need = Need {
    name: "the keys of the Debian archive",
    reason: "packages of Debian are fetched below target/, and their signatures checked",
    packages: &["debian-archive-keyring"],
    is_met: || Path::new("/usr/share/keyrings/debian-archive-keyring.gpg").exists(),
};

/// What `cargo xtask godot` needs for its window.
pub fn for_godot() -> Result {
    ensure(&[XVFB])
}

/// What fetching packages of Debian needs, on a system that is none.
pub fn for_debian_packages() -> Result {
    ensure(&[DEBIAN_KEYS])
}

const MINGW: Need = Need {
    name: "gcc for Windows",
    reason: "judges the headers as on Windows, after the real windows.h",
    packages: &["g++-mingw-w64-x86-64-posix"],
    is_met: || exists(compile::MINGW.0) && exists(compile::MINGW.1),
};
const CMAKE: Need = Need {
    name: "CMake",
    reason: "builds the samples from the packed C SDK",
    packages: &["cmake", "make"],
    is_met: || exists("cmake") && exists("make"),
};
const PKG_CONFIG: Need = Need {
    name: "pkg-config",
    reason: "builds the samples from the packed C SDK",
    packages: &["pkg-config"],
    is_met: || exists("pkg-config"),
};

/// What `cargo xtask demo` needs.
pub fn for_demo() -> Result {
    ensure(&[VULKAN, GCC])
}

/// What `cargo xtask test` needs.
pub fn for_tests() -> Result {
    if std::env::var_os("PLIANT_TEST_DATA").is_none() {
        println!("    PLIANT_TEST_DATA is not set: tests on real meshes will say SKIPPED");
    }
    for component in ["rustfmt", "clippy"] {
        let tool = if component == "clippy" {
            "cargo-clippy"
        } else {
            "rustfmt"
        };
        if !exists(tool) {
            println!("    installing {component}: the {component} step runs it");
            shell::run(words("rustup component add").arg(component))?;
        }
    }
    ensure(&[
        VULKAN, GCC, CPP, CLANG, VALGRIND, BINUTILS, MONO, NPM, PIP, MINGW, CMAKE, PKG_CONFIG,
    ])
}

/// Installs what is missing, or fails and says what to install.
fn ensure(needs: &[Need]) -> Result {
    let missing: Vec<&Need> = needs.iter().filter(|need| !(need.is_met)()).collect();
    for need in needs {
        let found = if (need.is_met)() { "found" } else { "missing" };
        println!("    {found}: {} ({})", need.name, need.reason);
    }
    if missing.is_empty() {
        return Ok(());
    }
    let packages: Vec<&str> = missing
        .iter()
        .flat_map(|need| need.packages)
        .copied()
        .collect();
    if !Path::new("/usr/bin/apt-get").exists() {
        return Err(Failure::new(instructions(&missing)));
    }
    println!("    installing with apt-get: {}", packages.join(" "));
    end_interrupted()?;
    apt_get("update -qq", &[])?;
    apt_get("install -y -qq --no-install-recommends", &packages)?;
    match missing.iter().find(|need| !(need.is_met)()) {
        Some(need) => Err(Failure::new(format!(
            "{} is still missing after installing {}",
            need.name,
            need.packages.join(" ")
        ))),
        None => Ok(()),
    }
}

/// What to install by hand on a system whose package manager is not known.
fn instructions(missing: &[&Need]) -> String {
    let mut text = String::from("please install, then run this again:");
    for need in missing {
        text += &format!(
            "\n  {}: {} (on Debian: {})",
            need.name,
            need.reason,
            need.packages.join(" ")
        );
    }
    text
}

/// apt-get as root.
fn apt_get(action: &str, packages: &[&str]) -> Result {
    shell::run(as_root(&format!("apt-get {action}"))?.args(packages))
}

/// Ends what an interrupted installation left half done: until then apt-get refuses to install anything.
fn end_interrupted() -> Result {
    let left = std::fs::read_dir("/var/lib/dpkg/updates");
    if left.is_ok_and(|mut files| files.next().is_some()) {
        println!("    an earlier installation was interrupted: dpkg ends it first");
        shell::run(&mut as_root("dpkg --configure -a")?)?;
    }
    Ok(())
}

/// A command of the package manager as root, through sudo where we are not.
fn as_root(command: &str) -> Result<Command> {
    let is_root = shell::output(&mut words("id -u"))?.trim() == "0";
    let sudo = if is_root { "" } else { "sudo " };
    let line = format!("{sudo}env DEBIAN_FRONTEND=noninteractive {command}");
    Ok(words(&line))
}

fn has_pip() -> bool {
    let mut pip = words("python3 -m pip --version");
    pip.stdout(Stdio::null()).stderr(Stdio::null());
    pip.status().is_ok_and(|status| status.success())
}

/// Vulkan is present when its loader and a driver's manifest are. Only Linux needs it: Metal and Direct3D 12 are part
/// of their systems.
fn has_vulkan() -> bool {
    if !cfg!(target_os = "linux") {
        return true;
    }
    let named = ["VK_DRIVER_FILES", "VK_ICD_FILENAMES"];
    let has_named = named
        .iter()
        .any(|variable| std::env::var_os(variable).is_some());
    let folders = [
        "/usr/share/vulkan/icd.d",
        "/etc/vulkan/icd.d",
        "/usr/local/share/vulkan/icd.d",
    ];
    let has_manifest = folders.iter().any(|folder| {
        let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
        files
            .into_iter()
            .any(|file| file.path().extension().is_some_and(|e| e == "json"))
    });
    (has_named || has_manifest) && has_loader()
}

fn has_loader() -> bool {
    let mut folders = vec![
        "/usr/lib".into(),
        "/usr/lib64".into(),
        "/usr/local/lib".into(),
    ];
    let multiarch = format!("/usr/lib/{}-linux-gnu", std::env::consts::ARCH);
    folders.push(multiarch);
    let path = std::env::var("LD_LIBRARY_PATH").unwrap_or_default();
    folders.extend(
        path.split(':')
            .filter(|folder| !folder.is_empty())
            .map(str::to_owned),
    );
    folders
        .iter()
        .any(|folder: &String| Path::new(folder).join("libvulkan.so.1").exists())
}

#[cfg(test)]
mod tests {
    use super::*;

    const NEVER: Need = Need {
        name: "a moon",
        reason: "tides",
        packages: &["moon-dev"],
        is_met: || false,
    };

    #[test]
    fn what_is_missing_is_said_with_its_reason() {
        let text = instructions(&[&NEVER]);
        assert!(
            text.contains("a moon: tides (on Debian: moon-dev)"),
            "{text}"
        );
    }

    #[test]
    fn what_is_there_is_not_installed() {
        let always = Need {
            is_met: || true,
            ..NEVER
        };
        ensure(&[always]).expect("nothing to install");
    }
}
