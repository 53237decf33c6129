//! `pliant view`.

use crate::file::{self, Content};
use crate::report::{Facts, Failure, Result, Voice};
use pliant::asset::read::extension;
use pliant::asset::saved::Saved;
use pliant::asset::{SurfaceMesh, TetMesh};
use pliant::error::counted;
use std::path::{Path, PathBuf};
use viewer::{Image, Mesh, Portrait, Renderer, montage, open_tets, size_from_text};

/// Arguments of `pliant view`.
#[derive(clap::Args)]
pub struct Arguments {
    /// A mesh or a cooked file.
    file: PathBuf,
    /// The picture to write (.png) [default: NAME_view.png in the current folder].
    #[arg(long, short)]
    output: Option<PathBuf>,
    /// Cut the mesh open along a plane through its middle.
    #[arg(long)]
    cut: bool,
    /// Width and height of the drawing, without the caption below it [pixels].
    #[arg(long, value_name = "WIDTHxHEIGHT", default_value = "960x540", value_parser = size_from_text)]
    size: [u32; 2],
}

/// Runs the command.
pub fn run(arguments: &Arguments, voice: &Voice) -> Result {
    let input = &arguments.file;
    let output = arguments.output.clone().unwrap_or_else(|| beside(input));
    if extension(&output) != "png" {
        return Err(Failure::extension(&output, ".png"));
    }
    file::may_write(input, &output)?;
    let subject = subject(file::open(input)?).map_err(|failure| failure.of(input))?;
    let [width, height] = arguments.size;
    let mut renderer = Renderer::new(width, height)?;
    let picture = subject.picture(arguments.cut, &mut renderer)?;
    let name = input.file_name().unwrap_or_default().to_string_lossy();
    let caption = format!("{name}: {}", subject.caption());
    let picture = montage(&[(&picture, &caption)], 1);
    file::save(&output, &picture.png_bytes()?)?;
    let mut facts = Facts::new(format!("{}: {caption}", output.display()));
    facts.hide("input", input.display().to_string());
    facts.hide("output", output.display().to_string());
    facts.hide("is_cut", arguments.cut);
    facts.hide("adapter", renderer.adapter());
    voice.tell(facts)
}

/// The default name of the picture. `NAME.png` could be the texture of the mesh.
fn beside(input: &Path) -> PathBuf {
    let stem = input.file_stem().unwrap_or_default().to_string_lossy();
    format!("{stem}_view.png").into()
}

/// What is drawn.
enum Subject {
    Tets(TetMesh),
    Surface(SurfaceMesh),
}

fn subject(content: Content) -> Result<Subject> {
    Ok(match content {
        Content::Tets(mesh) => {
            pliant::asset::check::check_elements(&mesh)?;
            Subject::Tets(mesh)
        }
        Content::Surface(surface) => Subject::Surface(surface),
        Content::Saved(Saved::Body(body)) => match body.sheet {
            None => Subject::Tets(body.tet_mesh()),
            Some(_) => Subject::Surface(body.surface()),
        },
        Content::Saved(Saved::Skin(_)) => {
            let message = "a bound render mesh has no positions of its own; view the render mesh it was made from";
            return Err(Failure::argument(message));
        }
    })
}

impl Subject {
    fn caption(&self) -> String {
        let (vertices, elements, what) = match self {
            Subject::Tets(mesh) => (&mesh.positions, mesh.tets.len(), "tet[|s]"),
            Subject::Surface(mesh) => (&mesh.positions, mesh.triangles.len(), "triangle[|s]"),
        };
        let vertices = counted(vertices.len(), "vert[ex|ices]");
        format!("{vertices}, {}", counted(elements, what))
    }

    fn picture(&self, is_cut: bool, renderer: &mut Renderer) -> Result<Image> {
        Ok(match self {
            Subject::Tets(mesh) => {
                let portrait = Portrait::of(&mesh.positions, &mesh.tets);
                let opened = open_tets(
                    &mesh.positions,
                    &mesh.tets,
                    is_cut.then_some(portrait.plane),
                );
                portrait.take_tets(&mesh.positions, &opened, renderer)?
            }
            Subject::Surface(surface) => {
                let mesh = Mesh {
                    positions: surface.positions.clone(),
                    normals: surface.normals.clone(),
                    triangles: surface.triangles.clone(),
                };
                let portrait = Portrait::of(&mesh.positions, &mesh.triangles);
                portrait.take_surface(&mesh, is_cut, renderer)?
            }
        })
    }
}
