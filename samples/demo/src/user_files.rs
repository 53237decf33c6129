//! Reads the user's files: a tet mesh, a surface or a cooked body, and a render mesh for it to carry.

use crate::sheets::{LeftOut, near};
use anyhow::{Result, anyhow, bail};
use pliant::asset::cook::cook;
use pliant::asset::from_surface::{Filled, SurfaceOptions, cook_surface};
use pliant::asset::progress::Progress;
use pliant::asset::read::{AnyMesh, extension, read_mesh, read_surface};
use pliant::asset::saved::{self, EXTENSION, Saved};
use pliant::asset::{CookOptions, SurfaceMesh, TetMesh};
use pliant::error::Error;
use scenes::UserMesh;
use std::path::Path;

/// The contents of the files.
pub struct Read {
    /// What is simulated. `None` for sheets.
    pub user: Option<UserMesh>,
    /// A surface and what was made of it.
    pub surface: Option<Surface>,
    /// What cooking did, in the sentences of `pliant cook`.
    pub sentences: Vec<String>,
}

/// A surface and what was made of it.
pub struct Surface {
    /// As read.
    pub given: SurfaceMesh,
    /// A cage of tets. If the surface encloses no volume, its sheets.
    pub filled: Filled,
    /// What the tets carry: the surface, or another one that the user names.
    pub skin: SurfaceMesh,
    /// What of the surface is not in the skin.
    pub left_out: LeftOut,
}

/// Reads the user's files. A surface is filled with tets, which carry it.
pub fn read(mesh: &Path, skin: Option<&Path>) -> Result<Read> {
    let carried = skin.map(read_surface).transpose().map_err(said)?;
    let named = |error: Error| anyhow!("{}: {}", mesh.display(), error.message);
    let read = match extension(mesh) == EXTENSION {
        true => Read {
            user: cooked(mesh, carried)?,
            surface: None,
            sentences: Vec::new(),
        },
        false => match read_mesh(mesh).map_err(said)? {
            AnyMesh::Tets(tets) => of_tets(&tets, carried).map_err(named)?,
            AnyMesh::Surface(given) => of_surface(given, carried).map_err(named)?,
        },
    };
    if let (None, Some(skin)) = (&read.user, skin) {
        bail!(
            "{}: nothing carries it, since {} encloses no volume and is a shell; leave --skin out, or name a mesh that encloses a volume",
            skin.display(),
            mesh.display()
        );
    }
    Ok(read)
}

/// The library's error. It names the file.
fn said(error: Error) -> anyhow::Error {
    anyhow!(error.message)
}

/// Loads a cooked body; `None` for a shell.
fn cooked(file: &Path, carried: Option<SurfaceMesh>) -> Result<Option<UserMesh>> {
    match saved::read(file).map_err(said)? {
        Saved::Body(body) if body.sheet.is_some() => Ok(None),
        Saved::Body(body) => Ok(Some(UserMesh {
            body: body.into(),
            surface: carried,
        })),
        Saved::Skin(_) => bail!(
            "{}: a bound render mesh, which is nothing without its body; name the body",
            file.display()
        ),
    }
}

/// Cooks tets. Vertices without a tet are dropped.
fn of_tets(tets: &TetMesh, carried: Option<SurfaceMesh>) -> Result<Read, Error> {
    let drop_unreferenced = true;
    let (body, report) = cook(tets, &CookOptions { drop_unreferenced })?;
    Ok(Read {
        user: Some(UserMesh {
            body: body.into(),
            surface: carried,
        }),
        surface: None,
        sentences: report.sentences(),
    })
}

/// Cooks a cage of tets around a surface, or a shell.
fn of_surface(given: SurfaceMesh, carried: Option<SurfaceMesh>) -> Result<Read, Error> {
    let (cooked, report) = cook_surface(&given, &SurfaceOptions::default(), &Progress::NONE)?;
    let (skin, left_out) = match (carried, &cooked.sheet) {
        (Some(skin), _) => (skin, LeftOut::default()),
        (None, None) => near(&given, &cooked)?,
        (None, Some(_)) => (given.clone(), LeftOut::default()),
    };
    let mut sentences = report.sentences();
    sentences.extend(left_out.sentence());
    let (user, filled) = match cooked.sheet {
        None => {
            let filled = Filled::Tets(cooked.tet_mesh());
            let (body, surface) = (cooked, Some(skin.clone()));
            (Some(UserMesh { body, surface }), filled)
        }
        Some(_) => (None, Filled::Sheets(cooked.surface())),
    };
    Ok(Read {
        user,
        surface: Some(Surface {
            given,
            filled,
            skin,
            left_out,
        }),
        sentences,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use pliant::asset::lattice::{Split, beam_lattice, box_surface};
    use pliant::asset::shell::cook_shell;
    use pliant::asset::write::{write_surface, write_tets};

    /// A folder for one test.
    fn folder(name: &str) -> std::path::PathBuf {
        let folder =
            std::env::temp_dir().join(format!("pliant-demo-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        folder
    }

    fn sheet() -> SurfaceMesh {
        SurfaceMesh {
            positions: vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
            triangles: vec![[0, 1, 2]],
            ..SurfaceMesh::default()
        }
    }

    #[test]
    fn a_cooked_body_is_read_with_all_that_it_has() {
        let folder = folder("body");
        let mut tets = beam_lattice([2, 1, 1], [2.0, 1.0, 1.0], Split::Five);
        tets.tet_stiffness = vec![3.0; tets.tets.len()];
        tets.tet_density = (0..tets.tets.len()).map(|i| 1.0 + i as f32).collect();
        let body = cook(&tets, &CookOptions::default()).expect("a body").0;
        let [file, skin] = ["a.pliant", "a.obj"].map(|name| folder.join(name));
        std::fs::write(&file, body.to_bytes()).expect("written");
        let surface = box_surface([2, 1, 1], [2.0, 1.0, 1.0]);
        write_surface(&skin, &surface).expect("written");
        let read = read(&file, Some(&skin)).expect("both");
        let user = read.user.expect("a body");
        assert_eq!(*user.body, body);
        let carried = user.surface.expect("a skin");
        assert_eq!(carried.triangles.len(), surface.triangles.len());
        assert!(read.surface.is_none());
        std::fs::remove_dir_all(&folder).expect("removed");
    }

    /// That a tet mesh was mirrored, and how close a cage is to its surface.
    #[test]
    fn what_cooking_says_is_said() {
        let folder = folder("said");
        let [tets, obj] = ["a.msh", "a.obj"].map(|name| folder.join(name));
        let mut mirrored = beam_lattice([2, 1, 1], [2.0, 1.0, 1.0], Split::Five);
        mirrored.tets.iter_mut().for_each(|tet| tet.swap(0, 1));
        write_tets(&tets, &mirrored).expect("written");
        let said = read(&tets, None).expect("a body").sentences;
        assert!(
            said[0].starts_with("All tets had negative volume"),
            "{said:?}"
        );
        let surface = box_surface([2, 1, 1], [2.0, 1.0, 1.0]);
        write_surface(&obj, &surface).expect("written");
        let cooked = cook_surface(&surface, &SurfaceOptions::default(), &Progress::NONE);
        let said = read(&obj, None).expect("a body").sentences;
        assert_eq!(said, cooked.expect("a body").1.sentences());
        let of_fit = |s: &String| s.starts_with("Largest distances");
        assert!(said.iter().any(of_fit), "{said:?}");
        std::fs::remove_dir_all(&folder).expect("removed");
    }

    #[test]
    fn a_shell_carries_no_skin_and_says_so() {
        let folder = folder("shell");
        let shell = cook_shell(&sheet(), &CookOptions::default())
            .expect("a shell")
            .0;
        let [cooked, obj] = ["a.pliant", "a.obj"].map(|name| folder.join(name));
        std::fs::write(&cooked, shell.to_bytes()).expect("written");
        write_surface(&obj, &sheet()).expect("written");
        for file in [cooked, obj.clone()] {
            assert!(read(&file, None).expect("a shell").user.is_none());
            let error = read(&file, Some(&obj)).err().expect("an error").to_string();
            assert!(
                error.contains("a.obj: nothing carries it, since"),
                "{error}"
            );
        }
        std::fs::remove_dir_all(&folder).expect("removed");
    }
}
