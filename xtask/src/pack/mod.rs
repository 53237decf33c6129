//! `cargo xtask pack`: the archives that are released, in `target/pack`.

mod archive;
mod engines;
mod glibc;
mod notices;
mod platform;
mod sdk;
mod verify;
mod version;
mod windows;
mod wine;

use crate::build::Build;
use crate::shell::{self, Done, Failure, Result, root};
use archive::{Effort, Tree};
use engines::Package;
use platform::Libraries;
use std::path::{Path, PathBuf};
use std::time::Instant;
use version::Version;

const OUT: &str = "target/pack";
const LINUX: &str = "linux-x86_64";
const WINDOWS: &str = "windows-x86_64";

/// Arguments of `cargo xtask pack`.
#[derive(clap::Args)]
pub struct Arguments {
    /// Builds the libraries anew: for old Linux systems (glibc 2.17), with zig from PyPI, and for Windows, where GCC
    /// for Windows and Rust's target are there. Names of platforms build these only.
    #[arg(long, num_args = 0.., value_name = "PLATFORM", value_parser = [LINUX, WINDOWS], conflicts_with = "libraries")]
    release: Option<Vec<String>>,
    /// A folder of built libraries, one folder a platform: `linux-x86_64/libpliant.so`, ... By default the library in
    /// `target/release` is packed.
    #[arg(long)]
    libraries: Option<PathBuf>,
}

/// Makes all archives, and tries the SDK of this machine.
pub fn run(arguments: &Arguments) -> Result {
    let all = match (&arguments.libraries, &arguments.release) {
        (Some(folder), _) => Libraries::collected(folder)?,
        (None, Some(named)) => released(named)?,
        (None, None) => {
            Build::Shipped.make()?;
            vec![Libraries::built(root().join(Build::Shipped.folder()))?]
        }
    };
    pack(&all, Effort::Small).map(|_| ())
}

/// Builds the platforms of these names, or all that this machine can build.
fn released(named: &[String]) -> Result<Vec<Libraries>> {
    let is_meant = |platform: &str| named.is_empty() || named.iter().any(|name| name == platform);
    let mut all = Vec::new();
    if is_meant(LINUX) {
        all.push(Libraries::built(glibc::build()?)?);
    }
    if is_meant(WINDOWS) {
        match windows::lacking()? {
            None => all.push(Libraries::windows(windows::build()?)),
            Some(why) if named.is_empty() => println!("    SKIPPED: {WINDOWS}: {why}"),
            Some(why) => return Err(Failure::new(format!("{WINDOWS} cannot be built: {why}"))),
        }
    }
    Ok(all)
}

/// The step of `cargo xtask test`: packs the library that is built already, and tries the SDK.
pub fn step(build: Build) -> Result<Done> {
    if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        return Ok(Done::Absent(
            "packages are tried on Linux x86-64 only".to_owned(),
        ));
    }
    let libraries = Libraries::built(root().join(build.folder()))?;
    pack(&[libraries], Effort::Fast)?;
    Ok(Done::Passed)
}

fn pack(all: &[Libraries], effort: Effort) -> Result {
    let version = Version::of_workspace()?;
    let out = root().join(OUT);
    let unity = engines::unity(all, &version)?;
    let unreal = engines::unreal(all, &version)?;
    let number = &version.text;
    let zip = Tree::zip as Write;
    engine(
        "Godot",
        &out.join(format!("pliant-godot-{number}.zip")),
        engines::godot(all)?,
        zip,
        effort,
    )?;
    engine(
        "Unity",
        &out.join(format!("dev.pliant.softbody-{number}.tgz")),
        unity,
        Tree::tar,
        effort,
    )?;
    engine(
        "Unreal",
        &out.join(format!("pliant-unreal-{number}.zip")),
        unreal,
        zip,
        effort,
    )?;
    for libraries in all {
        let name = sdk::name(libraries, &version);
        let system = system(libraries)?;
        println!("    {name} needs {system}");
        let tree = sdk::tree(libraries, &version, &system)?;
        let (end, write) = match libraries.platform.name == WINDOWS {
            true => ("zip", zip),
            false => ("tar.gz", Tree::tar as Write),
        };
        let archive = out.join(format!("{name}.{end}"));
        written(&archive, &tree, |archive| write(&tree, archive, effort))?;
        sdk::check(&archive::listing(&archive)?, libraries, &version)?;
        match libraries.platform.name {
            LINUX if cfg!(target_os = "linux") => verify::sdk(&archive, &name)?,
            WINDOWS if libraries.is_gnu() => wine::sdk(&archive, &name)?,
            _ => println!("        {name} was not tried"),
        }
    }
    Ok(())
}

/// What a machine must have for a library to load.
fn system(libraries: &Libraries) -> Result<String> {
    Ok(match (libraries.platform.name, libraries.platform.shared) {
        (linux, Some(name)) if linux.starts_with("linux") => format!(
            "glibc {} or later",
            glibc::needed(&libraries.folder.join(name))?
        ),
        (WINDOWS, _) => "Windows 10 or later, and a driver for Direct3D 12 or Vulkan".to_owned(),
        _ => "a driver for Vulkan or Metal".to_owned(),
    })
}

type Write = fn(&Tree, &Path, Effort) -> Result;

/// Writes an engine's package, and says what it lacks.
fn engine(
    engine: &str,
    archive: &Path,
    package: Option<Package>,
    write: Write,
    effort: Effort,
) -> Result {
    let Some(Package { tree, absent }) = package else {
        println!("    SKIPPED: no package for {engine}: its bindings are not in this tree");
        return Ok(());
    };
    written(archive, &tree, |archive| write(&tree, archive, effort))?;
    for path in absent {
        println!("        ABSENT in it: {path}");
    }
    Ok(())
}

/// Writes an archive and reads its list back.
fn written(archive: &Path, tree: &Tree, write: impl Fn(&Path) -> Result) -> Result {
    let began = Instant::now();
    write(archive)?;
    let listing = archive::listing(archive)?;
    if listing != tree.paths() {
        return Err(Failure::new(format!(
            "{} does not hold what was put in",
            archive.display()
        )));
    }
    let size = std::fs::metadata(archive).map_or(0, |file| file.len()) as f64 / 1e6;
    let (shown, count) = (
        archive.strip_prefix(root()).unwrap_or(archive).display(),
        listing.len(),
    );
    println!(
        "    {shown}: {count} files, {size:.1} MB, {:.1} s",
        began.elapsed().as_secs_f64()
    );
    let list = archive.with_extension("files.txt");
    shell::write(&list, &(listing.join("\n") + "\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_have_the_version_of_the_workspace() {
        let version = Version::of_workspace().expect("a version");
        assert_eq!(version.text, env!("CARGO_PKG_VERSION"));
        assert_eq!(
            format!("{}.{}", version.major(), version.minor()),
            version.text.rsplit_once('.').expect("three").0
        );
        assert!(version.must_be_in("no such file.json", "version").is_err());
    }
}
