//! Libraries for Windows, built on Linux by mingw-w64, the GCC for Windows.

use super::platform::NEEDS;
use crate::abi;
use crate::compile::MINGW;
use crate::shell::{self, Failure, Result, exists, root, words};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

const TARGET: &str = "x86_64-pc-windows-gnu";
const OUT: &str = "target/pack-link/windows-x86_64";
/// The crates of the libraries, and the names of their DLLs.
const CRATES: [&str; 2] = ["pliant", "pliant_godot"];
/// What the static library needs. The rest of Windows it names by itself.
const SYSTEM_LIBRARIES: &str = "-lkernel32 -lntdll -luserenv -lws2_32 -ldbghelp";
/// DLLs that every Windows 10 has, beside those named `api-ms-win-`.
const SYSTEM_DLLS: [&str; 17] = [
    "advapi32.dll",
    "bcrypt.dll",
    "bcryptprimitives.dll",
    "combase.dll",
    "dxgi.dll",
    "gdi32.dll",
    "kernel32.dll",
    "msvcrt.dll",
    "ntdll.dll",
    "ole32.dll",
    "oleaut32.dll",
    "opengl32.dll",
    "rpcrt4.dll",
    "setupapi.dll",
    "user32.dll",
    "userenv.dll",
    "ws2_32.dll",
];

/// What this machine lacks to build for Windows, and how to get it.
pub fn lacking() -> Result<Option<String>> {
    let compilers = [MINGW.0, MINGW.1];
    if let Some(missing) = compilers.iter().find(|compiler| !exists(compiler)) {
        return Ok(Some(format!(
            "{missing} is missing (on Debian: g++-mingw-w64-x86-64-posix)"
        )));
    }
    let folder = shell::output(words("rustc --print target-libdir --target").arg(TARGET))?;
    Ok((!Path::new(folder.trim()).is_dir()).then(|| {
        format!("Rust's standard library for it is missing: `rustup target add {TARGET}`")
    }))
}

/// Builds the libraries, and returns their folder.
pub fn build() -> Result<PathBuf> {
    let (built, out) = (
        root().join(format!("target/{TARGET}/release")),
        root().join(OUT),
    );
    std::fs::create_dir_all(&out).map_err(|cause| Failure::new(format!("{OUT}: {cause}")))?;
    let functions = abi::function_names()?;
    let entry = super::glibc::godot_entry()?;
    let exports = [Some(functions.clone()), entry.map(|entry| vec![entry])];
    let libraries = CRATES.into_iter().zip(exports);
    let libraries: Vec<_> = libraries
        .filter_map(|(name, exports)| Some((name, exports?)))
        .collect();
    // In one call cargo turns the same features on for both; in two it would compile wgpu twice.
    let packages: String = libraries
        .iter()
        .map(|(name, _)| format!(" -p {name}"))
        .collect();
    let line = format!("cargo build --release --locked --lib --target {TARGET}{packages}");
    shell::run(&mut words(&line))?;
    for (name, exports) in libraries {
        let dll = out.join(format!("{name}.dll"));
        let strip = format!("x86_64-w64-mingw32-strip -o {} ", dll.display());
        shell::run(words(strip.trim_end()).arg(built.join(format!("{name}.dll"))))?;
        check(&dll, &exports)?;
    }
    for name in ["libpliant.a", "libpliant.dll.a"] {
        let copied = std::fs::copy(built.join(name), out.join(name));
        copied.map_err(|cause| Failure::new(format!("{name} for {OUT}: {cause}")))?;
    }
    import_library(&out, &functions)?;
    shell::write(&out.join(NEEDS), SYSTEM_LIBRARIES)?;
    Ok(out)
}

/// Writes `pliant.dll.lib`, from which MSVC links the DLL. GCC's own import library is of another form.
fn import_library(out: &Path, functions: &[String]) -> Result {
    let list = out.join("pliant.def");
    let names = functions.join("\n");
    shell::write(&list, &format!("LIBRARY pliant.dll\nEXPORTS\n{names}\n"))?;
    let mut command = linker()?;
    command.args(["/lib", "/machine:x64"]);
    command.arg(format!("/def:{}", list.display()));
    command.arg(format!("/out:{}", out.join("pliant.dll.lib").display()));
    shell::run(&mut command)
}

/// LLVM's linker, called as MSVC's is. Every toolchain of Rust has it.
pub fn linker() -> Result<std::process::Command> {
    let folder = shell::output(&mut words("rustc --print target-libdir"))?;
    let folder = Path::new(folder.trim())
        .parent()
        .map(|lib| lib.join("bin/rust-lld"));
    let path = folder.unwrap_or_default();
    Ok(words(&format!("{} -flavor link", path.display())))
}

/// Fails unless a DLL exports exactly these names, and needs nothing that a Windows may lack.
fn check(dll: &Path, names: &[String]) -> Result {
    let listing = shell::output(words("x86_64-w64-mingw32-objdump -p").arg(dll))?;
    let wanted: BTreeSet<&str> = names.iter().map(String::as_str).collect();
    let mut faults = abi::export_faults(&exported(&listing), &wanted);
    let strange = imported(&listing)
        .into_iter()
        .filter(|name| !is_system(name));
    faults.extend(strange.map(|name| {
        format!("{name} is needed, and no part of Windows: link it statically, or name it in xtask/src/pack/windows.rs")
    }));
    let shown = dll.display();
    if !faults.is_empty() {
        return Err(Failure::new(format!("{shown}: {}", faults.join("\n"))));
    }
    println!(
        "    {shown}: {} exports, as wanted; it needs parts of Windows only",
        wanted.len()
    );
    Ok(())
}

fn is_system(dll: &str) -> bool {
    let dll = dll.to_lowercase();
    dll.starts_with("api-ms-win-") || SYSTEM_DLLS.contains(&dll.as_str())
}

/// The names that a DLL exports, in the output of `objdump -p`.
fn exported(listing: &str) -> BTreeSet<&str> {
    let lines = listing
        .lines()
        .skip_while(|line| !line.starts_with("[Ordinal/Name Pointer] Table"));
    let lines = lines
        .skip(1)
        .map(str::trim)
        .take_while(|line| line.starts_with('['));
    lines
        .filter_map(|line| line.split_whitespace().last())
        .collect()
}

/// The DLLs that a DLL needs.
fn imported(listing: &str) -> BTreeSet<&str> {
    let names = listing
        .lines()
        .filter_map(|line| line.trim().strip_prefix("DLL Name: "));
    names.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LISTING: &str = "
The Import Tables (interpreted .idata section contents)

\tDLL Name: KERNEL32.dll
\tvma:  Hint/Ord Member-Name Bound-To
\t1fe3cac\t 1180  SetLastError

\tDLL Name: api-ms-win-core-synch-l1-2-0.dll
\tDLL Name: libgcc_s_seh-1.dll

[Ordinal/Name Pointer] Table
\t[   0] pliant_abi_info
\t[   1] pliant_shutdown

The Function Table (interpreted .pdata section contents)
";

    #[test]
    fn names_and_needs_of_a_dll_are_read() {
        assert_eq!(
            exported(LISTING),
            BTreeSet::from(["pliant_abi_info", "pliant_shutdown"])
        );
        let strange: Vec<_> = imported(LISTING)
            .into_iter()
            .filter(|name| !is_system(name))
            .collect();
        assert_eq!(strange, ["libgcc_s_seh-1.dll"]);
    }
}
