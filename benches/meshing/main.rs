//! `meshing FILE cage|conforming ELEMENTS THREADS PREFIX`: fills one surface with tets.
//!
//! Writes the arrays that `compare.py` judges to `PREFIX.<name>` (little-endian f32 and u32), and prints one line of
//! JSON: the cost and counts, or the status and message of the error.

use pliant::asset::from_surface::{Filled, Mode, SurfaceOptions, fill_surface};
use pliant::asset::progress::Progress;
use pliant::asset::read::{AnyMesh, read_mesh};
use pliant::asset::repair::{RepairOptions, repair};
use pliant::asset::tetrahedralise::Method;
use pliant::asset::{SurfaceMesh, TetMesh};
use pliant::error::Error;
use serde_json::{Value, json};
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, mode, elements, threads, prefix] = &arguments[..] else {
        eprintln!("usage: meshing FILE cage|conforming ELEMENTS THREADS PREFIX");
        return ExitCode::FAILURE;
    };
    let (Ok(elements), Ok(threads)) = (elements.parse(), threads.parse()) else {
        eprintln!("ELEMENTS and THREADS must be whole numbers");
        return ExitCode::FAILURE;
    };
    let options = SurfaceOptions {
        mode: match mode.as_str() {
            "conforming" => Mode::Conforming,
            _ => Mode::Cage,
        },
        elements,
        threads,
        ..Default::default()
    };
    let said = made(Path::new(file), &options, prefix).unwrap_or_else(
        |error| json!({ "status": format!("{:?}", error.status), "message": error.message }),
    );
    println!("{said}");
    ExitCode::SUCCESS
}

fn made(file: &Path, options: &SurfaceOptions, prefix: &str) -> Result<Value, Error> {
    let surface = match read_mesh(file)? {
        AnyMesh::Surface(surface) => surface,
        AnyMesh::Tets(mesh) => {
            return Ok(json!({ "status": "Ok", "kind": "tets", "tets": mesh.tets.len() }));
        }
    };
    let (before, peak_before, start) = (processor_seconds(), peak_bytes(), Instant::now());
    let (filled, report) = fill_surface(&surface, options, &Progress::NONE)?;
    let (seconds, after) = (start.elapsed().as_secs_f64(), processor_seconds());
    let peak = peak_bytes();
    let mut said = json!({
        "status": "Ok",
        "triangles": surface.triangles.len(),
        "seconds": seconds,
        "processor_seconds": after - before,
        "peak_bytes": peak,
        "peak_bytes_before": peak_before,
        "sentences": report.sentences(),
        "shells_left_out": report.shells_left_out,
    });
    write_surface(prefix, "given", &surface);
    // The surface that the tets fill, without sheets.
    let (repaired, _) = repair(&surface, &RepairOptions::default())?;
    write_surface(prefix, "solid", &repaired.volumes());
    said["kind"] = match (&filled, report.tets) {
        (Filled::Tets(mesh), Some(made)) => {
            let bodies = made.bodies.iter();
            let cages = bodies.clone().filter(|b| b.method == Method::Cage);
            said["tets"] = mesh.tets.len().into();
            said["bodies"] = bodies.len().into();
            said["cages"] = cages.count().into();
            said["unresolved"] = bodies.clone().filter(|b| b.is_unresolved).count().into();
            said["near"] = bodies.clone().filter(|b| b.is_near).count().into();
            said["flat"] = made.flat.len().into();
            said["spacing"] = made.spacing.into();
            write_tets(prefix, mesh);
            "tets".into()
        }
        _ => "shell".into(),
    };
    Ok(said)
}

fn write_tets(prefix: &str, mesh: &TetMesh) {
    let positions = mesh.positions.iter().flatten();
    write(prefix, "positions", positions.map(|c| c.to_le_bytes()));
    let tets = mesh.tets.iter().flatten();
    write(prefix, "tets", tets.map(|v| v.to_le_bytes()));
}

fn write_surface(prefix: &str, name: &str, surface: &SurfaceMesh) {
    let positions = surface.positions.iter().flatten();
    let positions = positions.map(|c| c.to_le_bytes());
    write(prefix, &format!("{name}.positions"), positions);
    let triangles = surface.triangles.iter().flatten();
    let triangles = triangles.map(|v| v.to_le_bytes());
    write(prefix, &format!("{name}.triangles"), triangles);
}

fn write(prefix: &str, name: &str, numbers: impl Iterator<Item = [u8; 4]>) {
    let path = format!("{prefix}.{name}");
    let bytes: Vec<u8> = numbers.flatten().collect();
    if let Err(error) = std::fs::write(&path, bytes) {
        eprintln!("{path}: {error}");
    }
}

/// User and system time of this process [s], in steps of 10 ms; 0 where there is no `/proc`.
fn processor_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // Fields 14 and 15. They are counted from the name of the process, which may contain spaces.
    let after_name = stat.rsplit(") ").next().unwrap_or_default();
    let fields = after_name.split(' ').skip(11).take(2);
    fields
        .filter_map(|ticks| ticks.parse::<f64>().ok())
        .sum::<f64>()
        / 100.0
}

/// Peak memory of this process [B]; 0 where there is no `/proc`.
fn peak_bytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    let kibibytes = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
    kibibytes.unwrap_or(0) << 10
}
