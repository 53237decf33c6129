//! glTF 2.0: `.gltf` with data URIs or files beside it, and `.glb`. Why not the `gltf` crate:
//! `docs/decisions/0013-readers.md`.

mod access;
mod document;
mod nodes;

use super::cursor::{Cursor, Encoding};
use super::polygon;
use super::scalar::Scalar;
use access::Access;
use document::{DRACO, Document, Primitive};
use glam::{DMat3, DMat4, DVec3};
use nodes::placed;
use pliant_geometry::SurfaceMesh;
use pliant_geometry::error::{Error, Result, Status, counted};
use std::path::Path;

/// Extensions that change where vertices lie or how they are stored, and are not read.
const UNSUPPORTED: [&str; 3] = [DRACO, "EXT_meshopt_compression", "EXT_mesh_gpu_instancing"];

/// Reads the triangles of the default scene of a glTF file, with the transforms of its nodes: all its meshes as one.
/// Strips and fans become triangles; points and lines are skipped, and so are skins, morph targets, materials and
/// all sets of texture coordinates but the first. Normals, texture coordinates or tangents that some primitive lacks
/// are left out for the whole mesh. `folder` is where files beside this one are looked for, or `None` for nowhere;
/// nothing is ever fetched. `name` is the file's name in messages.
///
/// # Errors
/// `Format`; `Io` for a file beside this one; `MeshIndex`; `MeshUnsupported` for compressed meshes and other versions;
/// `Capacity` for a file of few bytes that places its meshes very often; `MeshEmpty` for a
/// scene without triangles.
pub fn parse_gltf(bytes: &[u8], name: &str, folder: Option<&Path>) -> Result<SurfaceMesh> {
    let fail = |status, what: String| Error::new(status, format!("{name}: {what}"));
    let (json, blob) = match bytes.starts_with(b"glTF") {
        true => chunks(bytes, name)?,
        false => (bytes, None),
    };
    let document = Document::parse(json).map_err(|what| fail(Status::Format, what))?;
    if let Some(found) = document
        .extensions_required
        .iter()
        .find(|e| UNSUPPORTED.contains(&e.as_str()))
    {
        return Err(fail(
            Status::MeshUnsupported,
            format!("the extension {found} is not supported"),
        ));
    }
    let access = Access::new(&document, blob, folder, name)?;
    let mut surface = Surface {
        mesh: SurfaceMesh::default(),
        lacks: [false; 3],
        access: &access,
    };
    let placed = placed(&document).map_err(|what| fail(Status::Format, what))?;
    let has_mesh = |(node, _): &&(usize, DMat4)| document.nodes[*node].mesh.is_some();
    let counts = [placed.len(), placed.iter().filter(has_mesh).count()];
    for (node, transform) in placed {
        let Some(mesh) = document.nodes[node].mesh else {
            continue;
        };
        let Some(mesh) = document.meshes.get(mesh) else {
            return Err(fail(
                Status::Format,
                format!("node {node} names mesh {mesh}, which is not there"),
            ));
        };
        for primitive in &mesh.primitives {
            surface.add(primitive, transform)?;
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

/// What is put together.
struct Surface<'a> {
    mesh: SurfaceMesh,
    /// Whether some primitive has no normals, texture coordinates, tangents.
    lacks: [bool; 3],
    access: &'a Access<'a>,
}

impl Surface<'_> {
    fn add(&mut self, primitive: &Primitive, transform: DMat4) -> Result<()> {
        self.access.spend(1)?;
        let Some(position) = primitive
            .attributes
            .get("POSITION")
            .filter(|_| primitive.mode >= 4)
        else {
            return Ok(());
        };
        if primitive.extensions.draco.is_some() && !self.access.is_stored(*position) {
            let what = format!("the extension {DRACO} is not supported");
            return Err(self.access.error(Status::MeshUnsupported, what));
        }
        let linear = DMat3::from_mat4(transform);
        // The inverse transpose times the determinant: right for normals also where there is no inverse.
        let cofactors = DMat3::from_cols(
            linear.y_axis.cross(linear.z_axis),
            linear.z_axis.cross(linear.x_axis),
            linear.x_axis.cross(linear.y_axis),
        );
        let side = linear.determinant().signum();
        let positions = self.positions(*position)?;
        let count = positions.len();
        self.index(primitive, count, side < 0.0)?;
        let place = |p: [f32; 3]| transform.transform_point3(DVec3::from(p.map(f64::from)));
        self.mesh
            .positions
            .extend(positions.into_iter().map(|p| place(p).as_vec3().to_array()));
        let turn = |m: DMat3, v: DVec3| (m * v).normalize_or_zero().as_vec3();
        match primitive.attributes.get("NORMAL") {
            None => self.lacks[0] = true,
            Some(normal) => {
                let normals = self.access.attribute::<3>(*normal, count)?.into_iter();
                let turned =
                    |n: [f32; 3]| turn(cofactors * side, n.map(f64::from).into()).to_array();
                self.mesh.normals.extend(normals.map(turned));
            }
        }
        match primitive.attributes.get("TEXCOORD_0") {
            None => self.lacks[1] = true,
            Some(uv) => self
                .mesh
                .uvs
                .extend(self.access.attribute::<2>(*uv, count)?),
        }
        match primitive.attributes.get("TANGENT") {
            None => self.lacks[2] = true,
            Some(tangent) => {
                let turned = |[x, y, z, w]: [f32; 4]| {
                    turn(linear, [x, y, z].map(f64::from).into())
                        .extend(w * side as f32)
                        .to_array()
                };
                let tangents = self.access.attribute::<4>(*tangent, count)?.into_iter();
                self.mesh.tangents.extend(tangents.map(turned));
            }
        }
        Ok(())
    }

    /// The positions of an accessor, which must be finite.
    fn positions(&self, accessor: usize) -> Result<Vec<[f32; 3]>> {
        let positions = self.access.vectors::<3>(accessor)?;
        let bad = |p: &[f32; 3]| !p.iter().all(|c| c.is_finite());
        let Some(item) = positions.iter().position(bad) else {
            return Ok(positions);
        };
        let found = positions[item];
        let what = format!(
            "accessor {accessor}, item {item}: expected a finite position, found {found:?}"
        );
        Err(self.access.error(Status::Format, what))
    }

    /// Adds the triangles of a primitive of `count` vertices that are about to be added.
    fn index(&mut self, primitive: &Primitive, count: usize, mirrored: bool) -> Result<()> {
        let first = self.mesh.positions.len() as u32;
        let corners: Vec<u32> = match primitive.indices {
            Some(indices) => self.access.indices(indices, count)?,
            None => (0..count as u32).collect(),
        };
        let start = self.mesh.triangles.len();
        match primitive.mode {
            4 => {
                let (whole, rest) = corners.as_chunks::<3>();
                if !rest.is_empty() {
                    let what = format!("expected whole triangles, found {} corners", corners.len());
                    return Err(self.access.error(Status::Format, what));
                }
                self.mesh.triangles.extend(whole);
            }
            5 => polygon::strip(&mut self.mesh.triangles, &corners),
            6 => polygon::fan(&mut self.mesh.triangles, &corners),
            other => {
                let what = format!("expected a mode from 0 to 6, found {other}");
                return Err(self.access.error(Status::Format, what));
            }
        }
        for triangle in &mut self.mesh.triangles[start..] {
            *triangle = triangle.map(|corner| corner + first);
            if mirrored {
                triangle.swap(1, 2);
            }
        }
        Ok(())
    }

    /// The whole, or `None` if it is empty.
    fn finish(mut self) -> Option<SurfaceMesh> {
        let [normals, uvs, tangents] = self.lacks;
        if normals {
            self.mesh.normals.clear();
        }
        if uvs {
            self.mesh.uvs.clear();
        }
        if tangents {
            self.mesh.tangents.clear();
        }
        (!self.mesh.triangles.is_empty()).then_some(self.mesh)
    }
}
