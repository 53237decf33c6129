//! `cargo xtask pack`: the archives that are released, in `target/pack`.

mod archive;
mod engines;
mod glibc;
mod notices;
mod platform;
mod sdk;
mod verify;
mod version;

use crate::build::Build;
use crate::shell::{self, Done, Failure, Result, root};
use archive::{Effort, Tree};
use engines::Package;
use platform::Libraries;
use std::path::{Path, PathBuf};
use std::time::Instant;
use version::Version;

const OUT: &str = "target/pack";

/// Arguments of `cargo xtask pack`.
#[derive(clap::Args)]
pub struct Arguments {
    /// Builds the library anew, for old Linux systems (glibc 2.17), with zig from PyPI.
    #[arg(long, conflicts_with = "libraries")]
    release: bool,
    /// A folder of built libraries, one folder a platform: `linux-x86_64/libpliant.so`, ... By default the library in
    /// `target/release` is packed.
    #[arg(long)]
    libraries: Option<PathBuf>,
}

/// Makes all archives, and tries the SDK of this machine.
pub fn run(arguments: &Arguments) -> Result {
    let all = match (&arguments.libraries, arguments.release) {
        (Some(folder), _) => Libraries::collected(folder)?,
        (None, true) => vec![Libraries::built(glibc::build()?)?],
        (None, false) => {
            Build::Shipped.make()?;
            vec![Libraries::built(root().join(Build::Shipped.folder()))?]
        }
    };
    pack(&all, Effort::Small).map(|_| ())
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
    let zip = Tree::zip as fn(&Tree, &Path, Effort) -> Result;
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
        let archive = out.join(format!("{name}.tar.gz"));
        written(&archive, &tree, |archive| tree.tar(archive, effort))?;
        sdk::check(&archive::listing(&archive)?, libraries, &version)?;
        let is_here = cfg!(target_os = "linux") && libraries.platform.name == "linux-x86_64";
        if is_here {
            verify::sdk(&archive, &name)?;
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
        _ => "a driver for Vulkan, Metal or Direct3D 12".to_owned(),
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
