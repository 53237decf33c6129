//! PLY (Turk 1994), ASCII and binary in either byte order. Why not a crate: `docs/decisions/0013-readers.md`.

use super::common::unit;
use super::cursor::{Cursor, Encoding};
use super::origin::near;
use super::polygon;
use super::scalar::Scalar;
use glam::DVec3;
use pliant_geometry::SurfaceMesh;
use pliant_geometry::error::{Result, Status};
use pliant_geometry::surface::point;

/// Names of the properties of a vertex that are kept: position, normal, texture coordinates, tangent and handedness.
const KEPT: [&[&str]; 12] = [
    &["x"],
    &["y"],
    &["z"],
    &["nx"],
    &["ny"],
    &["nz"],
    &["s", "u", "texture_u"],
    &["t", "v", "texture_v"],
    &["tangent_x"],
    &["tangent_y"],
    &["tangent_z"],
    &["tangent_w"],
];
/// The most lines of a header; an ordinary one has a dozen.
const MOST_PROPERTIES: usize = 256;

struct Property {
    name: String,
    kind: Scalar,
    /// The type of the length before a list.
    count: Option<Scalar>,
}

struct Element {
    name: String,
    count: u64,
    properties: Vec<Property>,
}

/// Reads the faces of a PLY file. Polygons and strips become triangles; elements and properties that are no part of a
/// surface are skipped. `name` is the file's name in messages.
///
/// # Errors
/// `Format`; `MeshIndex`; `MeshEmpty` for a file without faces.
pub fn parse_ply(bytes: &[u8], name: &str) -> Result<SurfaceMesh> {
    near(name, |origin| surface(bytes, name, origin))
}

fn surface(bytes: &[u8], name: &str, origin: DVec3) -> Result<SurfaceMesh> {
    let mut cursor = Cursor::text(bytes, name, None, origin);
    let c = &mut cursor;
    let (encoding, elements) = header(c)?;
    c.encoding = encoding;
    let mut mesh = SurfaceMesh::default();
    for element in &elements {
        match element.name.as_str() {
            "vertex" => vertices(c, element, &mut mesh)?,
            "face" | "tristrips" => faces(c, element, &mut mesh)?,
            _ => rows(c, element, |_, _| Ok(()))?,
        }
    }
    if mesh.triangles.is_empty() {
        return Err(c.error(Status::MeshEmpty, "no faces"));
    }
    Ok(mesh)
}

fn header(c: &mut Cursor) -> Result<(Encoding, Vec<Element>)> {
    c.expect("ply")?;
    c.expect("format")?;
    let encoding = match c.word::<String>("a format")?.as_str() {
        "ascii" => Encoding::Ascii,
        "binary_little_endian" => Encoding::Little,
        "binary_big_endian" => Encoding::Big,
        other => {
            let message = format!(
                "expected ascii, binary_little_endian or binary_big_endian, found {other:.40}"
            );
            return Err(c.error(Status::Format, message));
        }
    };
    c.expect("1.0")?;
    let mut elements: Vec<Element> = Vec::new();
    for _ in 0..MOST_PROPERTIES {
        match c.peek() {
            b"comment" | b"obj_info" => {}
            b"element" => {
                c.expect("element")?;
                elements.push(Element {
                    name: c.word("the name of an element")?,
                    count: c.word("the number of elements")?,
                    properties: Vec::new(),
                });
            }
            b"property" if let Some(element) = elements.last_mut() => {
                element.properties.push(property(c)?);
            }
            _ => {
                c.expect("end_header")?;
                c.next_line()?;
                return Ok((encoding, elements));
            }
        }
        c.line();
    }
    Err(c.error(
        Status::Format,
        format!("expected end_header within {MOST_PROPERTIES} lines"),
    ))
}

/// One line such as `property float x` or `property list uchar int vertex_indices`.
fn property(c: &mut Cursor) -> Result<Property> {
    c.expect("property")?;
    let count = match c.peek() {
        b"list" => {
            c.expect("list")?;
            Some(scalar(c)?)
        }
        _ => None,
    };
    Ok(Property {
        count,
        kind: scalar(c)?,
        name: c.word("the name of a property")?,
    })
}

fn scalar(c: &mut Cursor) -> Result<Scalar> {
    let name: String = c.word("a type such as float")?;
    Scalar::from_name(&name).ok_or_else(|| {
        let message = format!("expected a type such as float or uchar, found {name:.40}");
        c.error(Status::Format, message)
    })
}

/// Reads the rows of an element; `take` gets the numbers of each property.
fn rows(
    c: &mut Cursor,
    element: &Element,
    mut take: impl FnMut(&Cursor, &[Vec<f64>]) -> Result<()>,
) -> Result<()> {
    // Elements without properties take no bytes, so the header may name any number of them.
    let count = match element.properties.is_empty() {
        true => 0,
        false => element.count,
    };
    let mut row = vec![Vec::new(); element.properties.len()];
    for _ in 0..count {
        for (property, values) in element.properties.iter().zip(&mut row) {
            values.clear();
            let length = match property.count {
                Some(count) => c.scalar(count, "the length of a list")?,
                None => 1.0,
            };
            // The cast turns a negative length into 0.
            for _ in 0..length as u64 {
                values.push(c.scalar(property.kind, &property.name)?);
            }
        }
        take(c, &row)?;
    }
    Ok(())
}

fn vertices(c: &mut Cursor, element: &Element, mesh: &mut SurfaceMesh) -> Result<()> {
    let places = KEPT.map(|names| {
        let fits = |p: &Property| p.count.is_none() && names.contains(&p.name.as_str());
        element.properties.iter().position(fits)
    });
    let of = |row: &[Vec<f64>], slot: usize| places[slot].map_or(0.0, |i| row[i][0]);
    if places[..3].contains(&None) || !mesh.positions.is_empty() {
        let message = "expected one element vertex with the properties x, y and z";
        return Err(c.error(Status::Format, message));
    }
    let has_normals = !places[3..6].contains(&None);
    let has_uvs = !places[6..8].contains(&None);
    let has_tangents = !places[8..].contains(&None);
    rows(c, element, |c, row| {
        let [nx, ny, nz, u, v, tangent @ ..]: [f32; 9] =
            std::array::from_fn(|slot| of(row, slot + 3) as f32);
        let place: [f64; 3] = std::array::from_fn(|slot| of(row, slot));
        let [x, y, z] = place.map(|c| c as f32);
        if ![x, y, z].iter().all(|c| c.is_finite()) {
            let message = format!("expected x, y and z that are finite, found {x} {y} {z}");
            return Err(c.error(Status::Format, message));
        }
        let place = DVec3::from_array(place) - c.origin;
        mesh.positions.push(place.as_vec3().to_array());
        mesh.normals.extend(has_normals.then(|| unit([nx, ny, nz])));
        mesh.uvs.extend(has_uvs.then_some([u, v]));
        mesh.tangents.extend(has_tangents.then_some(tangent));
        Ok(())
    })
}

/// Faces, or the strips of Stanford's files, which end with -1.
fn faces(c: &mut Cursor, element: &Element, mesh: &mut SurfaceMesh) -> Result<()> {
    let is_list = |p: &Property| {
        p.count.is_some() && ["vertex_indices", "vertex_index"].contains(&p.name.as_str())
    };
    let Some(list) = element.properties.iter().position(is_list) else {
        let message = format!("expected a list vertex_indices in element {}", element.name);
        return Err(c.error(Status::Format, message));
    };
    let SurfaceMesh {
        positions,
        triangles,
        ..
    } = mesh;
    let mut corners = Vec::new();
    rows(c, element, |c, row| {
        for part in row[list].split(|i| *i == -1.0 && element.name == "tristrips") {
            corners.clear();
            for index in part {
                corners.push(c.index(*index, 0, positions.len())?);
            }
            match element.name == "face" {
                true => polygon::cut(triangles, &corners, |v| point(positions, v)),
                false => polygon::strip(triangles, &corners),
            }
        }
        Ok(())
    })
}
