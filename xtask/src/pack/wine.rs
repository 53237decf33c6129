//! Tries the SDK for Windows on Linux: GCC for Windows and LLVM link against it, and Wine runs what they made.

use super::{archive, verify, windows};
use crate::compile::MINGW;
use crate::shell::{self, Failure, Result, exists, root, words};
use std::path::Path;

const FOLDER: &str = "target/pack/try-windows";
/// Wine's own folder. Making it takes 20 s.
const PREFIX: &str = "target/pack-tools/wine";
/// Where Debian's package `wine64` has it.
const WINE: [&str; 3] = ["wine64", "/usr/lib/wine/wine64", "wine"];
/// A program as MSVC's linker makes it. Of the C library it needs nothing, because only Microsoft has that.
const MSVC: &str = "#include \"pliant.h\"
static PliantAbiInfo info = {.struct_size = sizeof info};
int start(void) {
    return pliant_abi_info(&info) == PLIANT_OK && info.layout_hash == PLIANT_LAYOUT_HASH ? 0 : 1;
}
";

/// Older Wines, such as 8.0, lack a DLL that every Windows has and Rust's standard library needs.
const PRNG: &str = "#include <windows.h>
#include <ntsecapi.h>
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T size) { return RtlGenRandom(data, (ULONG)size); }
";

/// Builds the samples, the page's example and the ABI's client with the SDK in `archive`, whose top folder is `name`.
/// Where Wine is there, it runs some of them.
pub fn sdk(archive: &Path, name: &str) -> Result {
    if let Some(why) = windows::lacking()? {
        println!("    SKIPPED: {name} was not tried: {why}");
        return Ok(());
    }
    let folder = root().join(FOLDER);
    let fault = |cause: std::io::Error| Failure::new(format!("{FOLDER}: {cause}"));
    if folder.exists() {
        std::fs::remove_dir_all(&folder).map_err(fault)?;
    }
    archive::unpack(archive, &folder)?;
    let sdk = folder.join(name);
    verify::example(&folder.join("game"))?;
    for (source, build) in [
        (folder.join("game"), "game"),
        (sdk.join("samples"), "samples"),
    ] {
        let build = folder.join("build").join(build);
        cmake(&source, &build, &sdk)?;
        std::fs::copy(sdk.join("lib/pliant.dll"), build.join("pliant.dll")).map_err(fault)?;
        prng(&build)?;
    }
    let build = folder.join("build/game");
    let mut client = words(&format!("{} -std=c11 -Wall -Wextra -Werror", MINGW.0));
    client
        .arg("-I")
        .arg(sdk.join("include"))
        .arg("tests/abi/client.c");
    client
        .arg("-L")
        .arg(sdk.join("lib"))
        .args(["-lpliant", "-o"]);
    shell::run(client.arg(build.join("client.exe")))?;
    msvc(&build, &sdk)?;
    let has_screen = Path::new("/usr/bin/xvfb-run").exists();
    let wine = WINE.into_iter().find(|wine| has_screen && exists(wine));
    let Some(wine) = wine else {
        println!(
            "    SKIPPED: programs for Windows were not run: no Wine or Xvfb (on Debian: wine64, xvfb, xauth)"
        );
        return Ok(());
    };
    let samples = folder.join("build/samples");
    for (folder, program) in [
        (&build, "msvc.exe"),
        (&build, "client.exe"),
        (&build, "first_drop.exe"),
        (&build, "first_drop_static.exe"),
        (&samples, "hello_drop_cpp.exe"),
    ] {
        run(wine, &folder.join(program))?;
    }
    Ok(())
}

/// A run by Wine. Its Vulkan needs a screen, if only one in memory.
fn run(wine: &str, program: &Path) -> Result {
    let prefix = root().join(PREFIX);
    std::fs::create_dir_all(&prefix).map_err(|cause| Failure::new(format!("{PREFIX}: {cause}")))?;
    let mut command = words(&format!("xvfb-run -a {wine}"));
    command
        .arg(program)
        .env("WINEPREFIX", prefix)
        .env("WINEDEBUG", "-all");
    // Wine would offer to fetch .NET and a browser. The Direct3D 12 of Wine 8.0 compiles no compute shaders.
    command.env("WINEDLLOVERRIDES", "mscoree,mshtml,d3d12=");
    shell::run(&mut command)
}

/// Puts the DLL that Wine may lack beside the programs.
fn prng(build: &Path) -> Result {
    shell::write(&build.join("prng.c"), PRNG)?;
    let line = format!(
        "{} -shared prng.c -ladvapi32 -o bcryptprimitives.dll",
        MINGW.0
    );
    shell::run(words(&line).current_dir(build))
}

/// Builds by CMake and GCC for Windows. GCC's own libraries go into the programs.
fn cmake(source: &Path, build: &Path, sdk: &Path) -> Result {
    let mut configure = words("cmake -DCMAKE_SYSTEM_NAME=Windows -DCMAKE_EXE_LINKER_FLAGS=-static");
    configure.arg(format!("-DCMAKE_C_COMPILER={}", MINGW.0));
    configure.arg(format!("-DCMAKE_CXX_COMPILER={}", MINGW.1));
    configure.arg(format!("-DCMAKE_PREFIX_PATH={}", sdk.display()));
    shell::run(configure.arg("-S").arg(source).arg("-B").arg(build))?;
    shell::run(words("cmake --build").arg(build).arg("--parallel"))
}

/// Links as MSVC does, from `pliant.dll.lib`.
fn msvc(build: &Path, sdk: &Path) -> Result {
    shell::write(&build.join("msvc.c"), MSVC)?;
    let mut compile =
        words("clang --target=x86_64-pc-windows-msvc -std=c11 -ffreestanding -c msvc.c");
    shell::run(
        compile
            .arg("-I")
            .arg(sdk.join("include"))
            .current_dir(build),
    )?;
    let mut link = windows::linker()?;
    link.args([
        "/nodefaultlib",
        "/subsystem:console",
        "/entry:start",
        "/out:msvc.exe",
        "msvc.o",
    ]);
    shell::run(link.arg(sdk.join("lib/pliant.dll.lib")).current_dir(build))
}
