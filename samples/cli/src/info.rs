//! `pliant info`.

use crate::file::{self, Content};
use crate::report::{Facts, Failure, Result, Voice, figure};
use crate::unit;
use pliant::asset::check::{check, check_elements};
use pliant::asset::from_surface::enclosed_volume;
use pliant::asset::progress::Progress;
use pliant::asset::repair::{RepairOptions, RepairReport, Repaired, repair};
use pliant::asset::saved::Saved;
use pliant::asset::tetrahedralise::Quality;
use pliant::asset::{Asset, Sheet, SkinAsset, SurfaceMesh, TetMesh};
use pliant::desc::PliantNeoHookeanDesc;
use pliant::error::{grouped, number, numbers};
use serde_json::json;
use std::path::{Path, PathBuf};

/// Arguments of `pliant info`.
#[derive(clap::Args)]
pub struct Arguments {
    /// Meshes or cooked files.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Density to compute masses with [kg/m³].
    #[arg(long, default_value_t = PliantNeoHookeanDesc::default().density, value_parser = positive, allow_negative_numbers = true)]
    density: f32,
    /// Mass per area to compute the masses of cooked shells with [kg/m²], such as 0.15 for cotton cloth or 1 for
    /// leather.
    #[arg(long, value_name = "DENSITY", value_parser = positive, allow_negative_numbers = true)]
    area_density: Option<f32>,
}

fn positive(text: &str) -> std::result::Result<f32, String> {
    match text.parse() {
        Ok(density) if density > 0.0 && f32::is_finite(density) => Ok(density),
        _ => Err("expected a density above 0".into()),
    }
}

/// Runs the command. A file that cannot be read does not stop the others.
pub fn run(arguments: &Arguments, voice: &Voice) -> Result {
    let mut all = Vec::new();
    // A file that cannot be read could be a shell.
    let mut may_be_shell = false;
    for path in &arguments.files {
        let content = file::open(path);
        may_be_shell |= !content
            .as_ref()
            .is_ok_and(|content| sheet(content).is_none());
        let told = content.and_then(|content| facts(path, &content, arguments));
        let told = told.map_err(|failure| failure.of(path));
        all.push((path.display().to_string(), told));
    }
    if arguments.area_density.is_some() && !may_be_shell {
        let message = "--area-density applies only to cooked shells, and no file here is one";
        return Err(Failure::usage(message));
    }
    voice.tell_all("files", all)
}

/// The sheet of a cooked shell.
fn sheet(content: &Content) -> Option<&Sheet> {
    match content {
        Content::Saved(Saved::Body(body)) => body.sheet.as_ref(),
        _ => None,
    }
}

/// Said of other files beside a cooked shell.
const UNUSED: &str = "--area-density does not apply here: this is not a cooked shell.";

fn facts(path: &Path, content: &Content, arguments: &Arguments) -> Result<Facts> {
    let density = arguments.density;
    let mut facts = match content {
        Content::Tets(mesh) => of_tets(path, mesh, density)?,
        Content::Surface(surface) => of_surface(path, surface, density)?,
        Content::Saved(Saved::Body(body)) => match &body.sheet {
            None => of_body(path, body, density),
            Some(sheet) => return Ok(of_shell(path, body, sheet, arguments)),
        },
        Content::Saved(Saved::Skin(skin)) => of_skin(path, skin),
    };
    let unused = arguments.area_density.map(|_| UNUSED.into());
    facts.say(unused);
    Ok(facts)
}

fn titled(path: &Path, kind: &str, title: &str) -> Facts {
    let name = path.display().to_string();
    let mut facts = Facts::new(format!("{name}: {title}"));
    facts.hide("file", name);
    facts.hide("kind", kind);
    facts
}

/// Returns the longest side.
fn add_bounds(facts: &mut Facts, positions: impl Iterator<Item = [f32; 3]>) -> f64 {
    let [low, high] = unit::bounds(positions);
    let longest = (high - low).max_element();
    let (low, high) = (low.to_array(), high.to_array());
    facts.add("low", json!(low), numbers(&low));
    facts.add("high", json!(high), numbers(&high));
    longest.into()
}

fn add_number(facts: &mut Facts, name: &'static str, value: f64) {
    facts.add(name, value, figure(value, 6));
}

fn add_angles(facts: &mut Facts, quality: &Quality) {
    let angles = [quality.least_dihedral, quality.largest_dihedral];
    let text = format!("{:.2} to {:.2}", angles[0], angles[1]);
    facts.add("dihedral_degrees", json!(angles), text);
}

fn add_mass(facts: &mut Facts, volume: f64, density: f32) -> f64 {
    let mass = volume * f64::from(density);
    let (kilograms, density) = (figure(mass, 6), figure(density.into(), 6));
    facts.add("mass", mass, format!("{kilograms} kg at {density} kg/m³"));
    mass
}

fn of_tets(path: &Path, mesh: &TetMesh, density: f32) -> Result<Facts> {
    check_elements(mesh)?;
    let mut facts = titled(path, "tets", "a tet mesh");
    facts.count("vertices", mesh.positions.len());
    facts.count("tets", mesh.tets.len());
    let boundary = mesh.surface()?;
    facts.count("surface_triangles", boundary.triangles.len());
    let used = mesh.tets.iter().flatten();
    let longest = add_bounds(&mut facts, used.map(|v| mesh.positions[*v as usize]));
    let quality = Quality::of_mesh(mesh);
    add_number(&mut facts, "volume", quality.volume);
    add_number(&mut facts, "area", boundary.area());
    add_angles(&mut facts, &quality);
    let factors = [
        ("stiffness_factors", &mesh.tet_stiffness),
        ("density_factors", &mesh.tet_density),
    ];
    for (name, factors) in factors.into_iter().filter(|(_, f)| !f.is_empty()) {
        let range = [f32::min, f32::max].map(|pick| factors.iter().copied().reduce(pick));
        let text = range.map(|f| number(f.unwrap_or(1.0))).join(" to ");
        facts.add(name, json!(range), text);
    }
    let checked = check(mesh, true);
    match &checked {
        Ok(checked) => {
            facts.count("unreferenced_vertices", checked.unreferenced_count);
            let volume = quality.volume.abs();
            if mesh.tet_density.is_empty() {
                let mass = add_mass(&mut facts, volume, density);
                facts.say(unit::doubt(longest, Some(mass)));
            }
            facts.add("can_be_cooked", true, "yes");
        }
        Err(cause) => {
            facts.add("can_be_cooked", false, format!("no: {}", cause.message));
            facts.hide("why_not", cause.message.clone());
        }
    }
    Ok(facts)
}

fn of_surface(path: &Path, surface: &SurfaceMesh, density: f32) -> Result<Facts> {
    let (repaired, report) = repair(surface, &RepairOptions::default())?;
    let mut facts = titled(path, "surface", "a surface");
    facts.count("vertices", surface.positions.len());
    facts.count("triangles", surface.triangles.len());
    let attributes = [
        ("normals", !surface.normals.is_empty()),
        ("uvs", !surface.uvs.is_empty()),
        ("tangents", !surface.tangents.is_empty()),
    ];
    for (name, is_there) in attributes {
        facts.add(name, is_there, yes(is_there));
    }
    let used = surface.triangles.iter().flatten();
    let longest = add_bounds(&mut facts, used.map(|v| surface.positions[*v as usize]));
    add_number(&mut facts, "area", surface.area());
    add_topology(&mut facts, &report);
    add_solids(&mut facts, &repaired, longest, density)?;
    facts.say(report.sentences().iter().map(|s| format!("Repair: {s}")));
    Ok(facts)
}

/// Facts about the surface with equal positions welded.
fn add_topology(facts: &mut Facts, report: &RepairReport) {
    let welded = &report.welded;
    let places = format!("{} distinct positions", grouped(welded.vertices));
    facts.add("places", welded.vertices, places);
    facts.count("parts", welded.parts);
    facts.count("boundary_edges", welded.boundary_edges);
    facts.count("non_manifold_edges", welded.non_manifold_edges);
    let is_tight = welded.boundary_edges == 0
        && welded.non_manifold_edges == 0
        && report.welded_nearly == 0
        && report.flipped.count == 0;
    facts.add("watertight", is_tight, yes(is_tight));
}

/// Facts about what repair finds to be solid.
fn add_solids(facts: &mut Facts, repaired: &Repaired, longest: f64, density: f32) -> Result<()> {
    let volume = enclosed_volume(repaired, &Progress::NONE)?;
    add_number(facts, "volume", volume);
    let (kind, text) = match volume > 0.0 {
        true => ("body", "a body"),
        false => ("shell", "a shell: nothing encloses a volume"),
    };
    let mass = (kind == "body").then(|| add_mass(facts, volume, density));
    facts.say(unit::doubt(longest, mass));
    facts.add("cooks_to", kind, text);
    Ok(())
}

fn of_body(path: &Path, body: &Asset, density: f32) -> Facts {
    let mut facts = titled(path, "body", "a cooked body");
    facts.count("vertices", body.rest_positions.len());
    facts.count("tets", body.tets.len());
    facts.count("edges", body.edges.len());
    facts.count("surface_triangles", body.surface_triangles.len());
    add_bounds(&mut facts, body.rest_positions.iter().copied());
    let quality = Quality::of_mesh(&body.tet_mesh());
    add_number(&mut facts, "volume", quality.volume);
    add_number(&mut facts, "area", body.surface().area());
    add_angles(&mut facts, &quality);
    let stiffness = body.tet_stiffness.iter().copied();
    let range = [f32::min, f32::max].map(|pick| stiffness.clone().reduce(pick).unwrap_or(1.0));
    let text = range.map(number).join(" to ");
    facts.add("stiffness_factors", json!(range), text);
    let weighted: f64 = body.vertex_measures.iter().map(|v| f64::from(*v)).sum();
    add_mass(&mut facts, weighted, density);
    facts.add("centroid", json!(body.centroid), numbers(&body.centroid));
    facts.count("colours", body.colour_slices.len().saturating_sub(1));
    facts.count("slices", body.slices.len());
    let dropped = body.internal_from_user.len() - body.user_from_internal.len();
    facts.count("dropped_vertices", dropped);
    let hash = format!("{:016x}", body.content_hash);
    facts.add("hash", hash.clone(), hash);
    facts
}

fn of_shell(path: &Path, shell: &Asset, sheet: &Sheet, arguments: &Arguments) -> Facts {
    let mut facts = titled(path, "shell", "a cooked shell");
    facts.count("vertices", shell.rest_positions.len());
    facts.count("triangles", sheet.triangle_areas.len());
    facts.count("edges", shell.edges.len());
    facts.count("hinges", sheet.hinges.len());
    facts.count("boundary_edges", shell.edges.len() - sheet.hinges.len());
    add_bounds(&mut facts, shell.rest_positions.iter().copied());
    let area = shell.surface().area();
    add_number(&mut facts, "area", area);
    // A shell keeps no thickness, so its mass needs an area density.
    let by_thickness = area * f64::from(arguments.density);
    facts.hide("mass_by_thickness", by_thickness);
    match arguments.area_density {
        Some(area_density) => {
            let areas: f64 = shell.vertex_measures.iter().map(|a| f64::from(*a)).sum();
            let mass = areas * f64::from(area_density);
            let (kilograms, density) = (figure(mass, 6), figure(area_density.into(), 6));
            facts.add("mass", mass, format!("{kilograms} kg at {density} kg/m²"));
        }
        None => {
            let text = format!(
                "{} kg per mm of thickness at {} kg/m³; or give a mass per area with --area-density",
                figure(by_thickness / 1000.0, 6),
                figure(arguments.density.into(), 6)
            );
            facts.add("mass", serde_json::Value::Null, text);
        }
    }
    facts.add("centroid", json!(shell.centroid), numbers(&shell.centroid));
    facts.count("colours", shell.colour_slices.len().saturating_sub(1));
    let hash = format!("{:016x}", shell.content_hash);
    facts.add("hash", hash.clone(), hash);
    facts
}

fn of_skin(path: &Path, skin: &SkinAsset) -> Facts {
    let mut facts = titled(path, "skin", "a render mesh bound to a body");
    facts.count("vertices", skin.cage_vertices.len());
    facts.count("triangles", skin.triangles.len());
    add_number(&mut facts, "farthest_outside", skin.farthest_outside.into());
    for (name, hash) in [("body_hash", skin.asset_hash), ("hash", skin.content_hash)] {
        let hash = format!("{hash:016x}");
        facts.add(name, hash.clone(), hash);
    }
    facts
}

fn yes(is_so: bool) -> &'static str {
    if is_so { "yes" } else { "no" }
}
