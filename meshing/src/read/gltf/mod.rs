//! glTF 2.0: `.gltf` with data URIs or files beside it, and `.glb`. Why not the `gltf` crate:
//! `docs/decisions/0013-readers.md`.

mod access;
mod document;
mod nodes;
mod placement;
mod surface;
mod vertices;

use super::common::without_mark;
use super::cursor::{Cursor, Encoding};
use super::origin::near;
use super::scalar::Scalar;
use access::Access;
use document::{DRACO, Document};
use glam::DVec3;
use nodes::placed;
use placement::{Placement, Transforms};
use pliant_geometry::SurfaceMesh;
use pliant_geometry::error::{Error, Result, Status, counted};
use std::path::Path;
use surface::Surface;

/// Extensions that change where vertices lie or how they are stored, and are not read.
const UNSUPPORTED: [&str; 3] = [DRACO, "EXT_meshopt_compression", "EXT_mesh_gpu_instancing"];

/// Reads the triangles of the default scene of a glTF file: all its meshes as one. Vertices lie where the transforms of
/// the nodes, the morph targets with the weights of the file, and the joints of skins put them; animations are not
/// played. Strips and fans become triangles. Points, lines, materials and all sets of texture coordinates but the first
/// are skipped. Normals, texture coordinates or tangents that some primitive lacks are left out for the whole mesh;
/// those that cannot be read count as lacking, and the log warns. `folder` is where files beside this one are looked
/// for, or `None` for nowhere; nothing is ever fetched. `name` is the file's name in messages.
///
/// # Errors
/// `Format`; `Io` for a file beside this one; `MeshIndex`; `MeshUnsupported` for compressed meshes and other versions;
/// `Capacity` for a file of few bytes that places its meshes very often; `MeshEmpty` for a scene without triangles.
pub fn parse_gltf(bytes: &[u8], name: &str, folder: Option<&Path>) -> Result<SurfaceMesh> {
    near(name, |origin| scene(bytes, name, folder, origin))
}

fn scene(bytes: &[u8], name: &str, folder: Option<&Path>, origin: DVec3) -> Result<SurfaceMesh> {
    let fail = |status, what: String| Error::new(status, format!("{name}: {what}"));
    let (json, blob) = match bytes.starts_with(b"glTF") {
        true => chunks(bytes, name)?,
        false => (without_mark(bytes), None),
    };
    let document = Document::parse(json).map_err(|what| fail(Status::Format, what))?;
    let mut required = document.extensions_required.iter();
    if let Some(found) = required.find(|e| UNSUPPORTED.contains(&e.as_str())) {
        let what = format!("the extension {found} is not supported");
        return Err(fail(Status::MeshUnsupported, what));
    }
    let access = Access::new(&document, blob, folder, name, origin == DVec3::ZERO)?;
    let placed = placed(&document).map_err(|what| fail(Status::Format, what))?;
    let with_mesh = placed
        .iter()
        .filter_map(|(node, transform)| Some((*node, document.nodes[*node].mesh?, *transform)));
    let counts = [placed.len(), with_mesh.clone().count()];
    let transforms = Transforms::of(&document, &placed);
    let mut surface = Surface::new(&access, origin);
    for (node, mesh, transform) in with_mesh {
        let Some(mesh) = document.meshes.get(mesh) else {
            let what = format!("node {node} names mesh {mesh}, which is not there");
            return Err(fail(Status::Format, what));
        };
        let node = &document.nodes[node];
        let placement = match node.skin {
            None => Placement::of_node(transform),
            Some(skin) => Placement::of_skin(&access, skin as usize, transform, &transforms)?,
        };
        let weights = node.weights.as_deref().unwrap_or(&mesh.weights);
        for primitive in &mesh.primitives {
            surface.add(primitive, weights, &placement)?;
        }
    }
    surface.finish().ok_or_else(|| {
        let what = format!(
            "no triangles in the default scene: {}, {} of them with a mesh",
            counted(counts[0], "node[|s]"),
            counts[1]
        );
        fail(Status::MeshEmpty, what)
    })
}

/// JSON and binary chunk of a `.glb`.
fn chunks<'a>(bytes: &'a [u8], name: &'a str) -> Result<(&'a [u8], Option<&'a [u8]>)> {
    let mut c = Cursor::new(bytes, name, None);
    c.encoding = Encoding::Little;
    c.take(4, "glTF")?;
    let version = c.scalar(Scalar::U32, "a version")?;
    if version != 2.0 {
        let message = format!("expected glTF version 2, found {version}");
        return Err(c.error(Status::MeshUnsupported, message));
    }
    let length = c.scalar(Scalar::U32, "the length of the file")?;
    if length > bytes.len() as f64 {
        let message = format!("expected a file of {length} bytes, found {}", bytes.len());
        return Err(c.error(Status::Format, message));
    }
    let mut json = None;
    while c.left() >= 8 {
        let length = c.scalar(Scalar::U32, "the length of a chunk")? as u64;
        let kind = c.take(4, "the type of a chunk")?;
        let chunk = c.take(length, "a chunk")?;
        match (kind, json) {
            (b"JSON", None) => json = Some(chunk),
            (b"BIN\0", Some(json)) => return Ok((json, Some(chunk))),
            (_, Some(_)) => {}
            _ => return Err(c.error(Status::Format, "expected a JSON chunk first")),
        }
    }
    let json = json.ok_or_else(|| c.error(Status::Format, "expected a JSON chunk"))?;
    Ok((json, None))
}
