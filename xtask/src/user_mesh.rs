//! Checks the user's mesh files before a build of minutes: they exist, can be read, and have the name and the first
//! word of a mesh file.

use crate::shell::{Failure, Result};
use std::io::Read;
use std::path::Path;

/// Extensions that the library reads. The library is not built yet at this point.
const TETS: &[&str] = &["msh", "node", "ele", "mesh", "vtk", "vtu", "t", "tet"];
const SURFACES: &[&str] = &["obj", "gltf", "glb", "ply", "stl", "off", "x"];
/// The extension of cooked files, and how they begin: a body.
const COOKED: &str = "pliant";
const MAGIC: &[u8] = b"PLIANTBD";

/// Bytes to read of a file.
const GLANCE: u64 = 64 << 10;

/// Fails unless these look like a mesh and a render mesh for it.
pub fn glance(mesh: Option<&Path>, skin: Option<&Path>) -> Result {
    mesh.map_or(Ok(()), tets)?;
    skin.map_or(Ok(()), surface)
}

fn tets(file: &Path) -> Result {
    let extension = extension(file);
    if matches!(extension.as_str(), "node" | "ele") {
        // One is named, both are read.
        return ["node", "ele"].into_iter().try_for_each(|part| {
            let is_number = |word: &str| word.parse::<u64>().is_ok();
            begins(&file.with_extension(part), "a number", is_number)
        });
    }
    let head = head(file)?;
    match extension.as_str() {
        COOKED if head.starts_with(MAGIC) => Ok(()),
        COOKED => Err(refuse(file, "is not what `pliant cook` writes")),
        "msh" => begins(file, "a section such as $MeshFormat", |word| {
            word.starts_with('$')
        }),
        known if TETS.contains(&known) || SURFACES.contains(&known) => Ok(()),
        _ => {
            let why = format!(
                "expected a tet mesh ({}), a surface ({}) or what is cooked (.{COOKED})",
                named(TETS),
                named(SURFACES)
            );
            Err(refuse(file, &why))
        }
    }
}

fn surface(file: &Path) -> Result {
    head(file)?;
    match extension(file).as_str() {
        known if SURFACES.contains(&known) => Ok(()),
        _ => {
            let why = format!("expected a surface ({})", named(SURFACES));
            Err(refuse(file, &why))
        }
    }
}

fn extension(file: &Path) -> String {
    let extension = file.extension().unwrap_or_default();
    extension.to_string_lossy().to_ascii_lowercase()
}

/// Extensions for a sentence.
fn named(extensions: &[&str]) -> String {
    let dotted: Vec<String> = extensions.iter().map(|e| format!(".{e}")).collect();
    dotted.join(" ")
}

fn refuse(file: &Path, why: &str) -> Failure {
    Failure::new(format!("{}: {why}", file.display()))
}

/// Fails unless the first word of a file, after comments, is right.
fn begins(file: &Path, expected: &str, is_right: fn(&str) -> bool) -> Result {
    let head = head(file)?;
    let text = String::from_utf8_lossy(&head);
    let lines = text.lines().map(|line| line.split('#').next());
    let first = lines.flatten().flat_map(str::split_whitespace).next();
    // Comments may be longer than what is read.
    if first.map_or(head.len() as u64 == GLANCE, is_right) {
        return Ok(());
    }
    let found: String = first.unwrap_or_default().chars().take(40).collect();
    let why = format!("begins with {found:?}, expected {expected}");
    Err(refuse(file, &why))
}

/// The first bytes of a file. Fails for a folder and for an empty file.
fn head(file: &Path) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = std::fs::File::open(file).and_then(|opened| {
        let is_folder = opened.metadata()?.is_dir();
        if !is_folder {
            opened.take(GLANCE).read_to_end(&mut bytes)?;
        }
        Ok(is_folder)
    });
    match read {
        Err(cause) => Err(refuse(file, &format!("cannot be read: {cause}"))),
        Ok(true) => Err(refuse(file, "is a folder, expected a mesh file")),
        Ok(false) if bytes.is_empty() => Err(refuse(file, "is empty")),
        Ok(false) => Ok(bytes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is said of a tet mesh and a render mesh of these names, in a folder with these files.
    fn said(files: &[(&str, &str)], mesh: &str, skin: Option<&str>) -> String {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in files {
            std::fs::write(folder.path().join(name), text).expect("written");
        }
        let skin = skin.map(|skin| folder.path().join(skin));
        match glance(Some(&folder.path().join(mesh)), skin.as_deref()) {
            Ok(()) => String::new(),
            Err(failure) => failure.message,
        }
    }

    #[test]
    fn files_that_begin_as_meshes_pass() {
        let msh = ("a.msh", "\n$MeshFormat\n2.2 0 8\n");
        let node = ("b.node", "# points\n  8 3 0 0\n");
        let files = [
            msh,
            node,
            ("b.ele", "5 4 0\n"),
            ("c.OBJ", "v 0 0 0\n"),
            ("d.pliant", "PLIANTBD\0"),
        ];
        for (mesh, _) in files {
            assert_eq!(said(&files, mesh, Some("c.OBJ")), "", "{mesh}");
        }
        let long = format!("{}\n8 3 0 0\n", "# a comment\n".repeat(10_000));
        let files = [("b.node", long.as_str()), ("b.ele", "5 4 0\n")];
        assert_eq!(said(&files, "b.node", None), "");
        assert!(glance(None, None).is_ok());
    }

    #[test]
    fn what_cannot_be_a_mesh_is_named_with_its_file() {
        let files = [
            ("a.msh", "$MeshFormat"),
            ("empty.msh", ""),
            ("picture.msh", "\u{89}PNG\r\n"),
            ("a.png", "solid"),
            ("a.pliant", "solid"),
            ("save.pliant", "PLIANTSN\0"),
            ("skin.pliant", "PLIANTSK\0"),
            ("half.node", "8 3 0 0"),
            ("words.node", "8 3 0 0"),
            ("words.ele", "five 4 0"),
        ];
        for (mesh, skin, wanted) in [
            ("none.msh", None, "none.msh: cannot be read: "),
            ("none.obj", None, "none.obj: cannot be read: "),
            (".", None, ": is a folder"),
            ("empty.msh", None, "empty.msh: is empty"),
            ("picture.msh", None, "expected a section"),
            ("a.png", None, "a.png: expected a tet mesh (.msh"),
            (
                "a.pliant",
                None,
                "a.pliant: is not what `pliant cook` writes",
            ),
            ("save.pliant", None, "is not what `pliant cook` writes"),
            ("skin.pliant", None, "is not what `pliant cook` writes"),
            ("half.node", None, "half.ele: cannot be read: "),
            ("words.node", None, "words.ele: begins with \"five\""),
            ("a.msh", Some("a.png"), "a.png: expected a surface (.obj"),
            (
                "a.msh",
                Some("a.pliant"),
                "a.pliant: expected a surface (.obj",
            ),
            ("a.msh", Some("none.obj"), "none.obj: cannot be read: "),
        ] {
            let said = said(&files, mesh, skin);
            assert!(said.contains(wanted), "{mesh} {skin:?}: {said:?}");
        }
    }
}
