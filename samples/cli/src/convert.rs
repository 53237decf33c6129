//! `pliant convert`.

use crate::file::{self, Content};
use crate::report::{Facts, Failure, Result, Voice};
use pliant::asset::read::extension;
use pliant::asset::saved::Saved;
use pliant::asset::write::{self, surface_writer, tets_writer};
use pliant::asset::{SurfaceMesh, TetMesh};
use pliant::error::{Error, counted, grouped};
use std::path::PathBuf;

/// Arguments of `pliant convert`.
#[derive(clap::Args)]
pub struct Arguments {
    /// A mesh or a cooked file.
    input: PathBuf,
    /// The file to write: .msh or .vtu for tets, .obj or .ply for a surface.
    output: PathBuf,
}

/// The mesh to write.
enum Mesh {
    Tets(TetMesh),
    Surface(SurfaceMesh),
}

/// Runs the command.
pub fn run(arguments: &Arguments, voice: &Voice) -> Result {
    let Arguments { input, output } = arguments;
    let extension = extension(output);
    let wants_tets = tets_writer(&extension).is_some();
    if !wants_tets && surface_writer(&extension).is_none() {
        let expected = format!(
            "{} for tets, {} for a surface; `pliant cook` writes .pliant files",
            write::TETS_FILES,
            write::SURFACE_FILES
        );
        return Err(Failure::extension(output, &expected));
    }
    file::may_write(input, output)?;
    let mut facts = Facts::default();
    let converted = converted(file::open(input)?, wants_tets, &mut facts);
    let mesh = converted.map_err(|failure| failure.of(input))?;
    let failed = |cause: Error| Failure::from(cause).of(output);
    let (bytes, elements, vertices) = match &mesh {
        Mesh::Tets(mesh) => {
            let Some(bytes) = tets_writer(&extension) else {
                return Err(Failure::argument("this format holds no tets").of(output));
            };
            let counts = (mesh.tets.len(), mesh.positions.len());
            facts.hide("tets", counts.0);
            (
                bytes(mesh).map_err(failed)?,
                counted(counts.0, "tet[|s]"),
                counts.1,
            )
        }
        Mesh::Surface(mesh) => {
            let Some(bytes) = surface_writer(&extension) else {
                return Err(Failure::argument("this format holds no surface").of(output));
            };
            if extension == "obj" && !mesh.tangents.is_empty() {
                facts.say(["Tangents were left out: .obj cannot hold them, .ply can.".into()]);
            }
            let counts = (mesh.triangles.len(), mesh.positions.len());
            facts.hide("triangles", counts.0);
            (
                bytes(mesh).map_err(failed)?,
                counted(counts.0, "triangle[|s]"),
                counts.1,
            )
        }
    };
    file::save(output, &bytes)?;
    facts.hide("vertices", vertices);
    facts.hide("input", input.display().to_string());
    facts.hide("output", output.display().to_string());
    facts.hide("bytes", bytes.len());
    facts.title(format!(
        "{}: {} and {elements}, {} B",
        output.display(),
        counted(vertices, "vert[ex|ices]"),
        grouped(bytes.len())
    ));
    voice.tell(facts)
}

fn converted(content: Content, wants_tets: bool, facts: &mut Facts) -> Result<Mesh> {
    match (content, wants_tets) {
        (Content::Tets(mesh), true) => Ok(Mesh::Tets(mesh)),
        (Content::Tets(mesh), false) => {
            if !mesh.tet_stiffness.is_empty() || !mesh.tet_density.is_empty() {
                facts.say([LEFT_OUT.into()]);
            }
            Ok(Mesh::Surface(mesh.surface()?))
        }
        (Content::Surface(surface), false) => Ok(Mesh::Surface(surface)),
        (Content::Surface(_), true) => Err(Failure::argument(SURFACE)),
        (Content::Saved(Saved::Body(body)), true) => {
            if body.sheet.is_some() {
                return Err(Failure::argument(SHELL));
            }
            if body.has_density_factors() {
                let text = "Density factors were left out: a cooked body keeps only the masses of its vertices.";
                facts.say([text.into()]);
            }
            Ok(Mesh::Tets(body.tet_mesh()))
        }
        (Content::Saved(Saved::Body(body)), false) => {
            if body.has_density_factors() || body.tet_stiffness.iter().any(|s| *s != 1.0) {
                facts.say([LEFT_OUT.into()]);
            }
            Ok(Mesh::Surface(body.surface()))
        }
        (Content::Saved(Saved::Skin(_)), _) => Err(Failure::argument(
            "a bound render mesh has no positions of its own; convert the render mesh it was made from",
        )),
    }
}

const SURFACE: &str =
    "a surface has no tets: fill it with `pliant cook`, then convert the .pliant file";
const SHELL: &str = "a shell has no tets: convert it to .obj or .ply, or cook a closed surface without --mode shell";
const LEFT_OUT: &str =
    "Stiffness and density factors were left out: they belong to tets, and a surface has none.";
