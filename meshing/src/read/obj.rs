//! Wavefront OBJ surfaces. Why not a crate: `docs/decisions/0013-readers.md`.

use super::common::{unit, without_mark};
use super::origin::near;
use super::polygon;
use glam::DVec3;
use pliant_geometry::error::{Error, Result, Status, counted};
use pliant_geometry::surface::point;
use pliant_geometry::{EMPTY, SurfaceMesh};
use std::collections::HashMap;

/// Indices of position, texture coordinates and normal, from 0. `EMPTY` where a corner has none; `MISSING` where it
/// names one that is not defined.
type Corner = [u32; 3];
const MISSING: u32 = EMPTY - 1;

/// What the file has defined so far, and where reading is.
#[derive(Default)]
struct Parts<'a> {
    positions: Vec<[f32; 3]>,
    uvs: Vec<[f32; 2]>,
    normals: Vec<[f32; 3]>,
    triangles: Vec<[Corner; 3]>,
    /// Subtracted from positions.
    origin: DVec3,
    name: &'a str,
    /// The line that is read, from 1.
    number: usize,
    /// Whether some corner names texture coordinates or a normal that is not defined.
    is_missing: [bool; 2],
}

/// Reads the triangles of an OBJ file; objects, groups and materials are merged. Faces with more than three corners
/// are cut into triangles; points, lines and colours are skipped.
///
/// One vertex is kept for each different (number of a position, texture coordinates, normal) that a corner names, in
/// the order of the positions, so split seams stay split. A position that no face names is one vertex too, so the
/// vertices of a file without seams have the numbers that they have in the file. Such a vertex takes the normal
/// (texture coordinates) of its own number where there are as many as positions, else zeros.
///
/// Normals are scaled to unit length. If some corner has no normal (texture coordinates), the whole mesh has none. A
/// corner that names one which is not defined gets zeros, and the log warns of the first. `name` is the file's name in
/// messages.
///
/// # Errors
/// `Format`, and `MeshEmpty` for a file without faces.
pub fn parse_obj(bytes: &[u8], name: &str) -> Result<SurfaceMesh> {
    near(name, |origin| surface(without_mark(bytes), name, origin))
}

fn surface(bytes: &[u8], name: &str, origin: DVec3) -> Result<SurfaceMesh> {
    let mut parts = Parts {
        name,
        origin,
        ..Parts::default()
    };
    let mut corners = Vec::new();
    let mut lines = bytes.split(|b| *b == b'\n').enumerate();
    while let Some((number, line)) = lines.next() {
        // Comments and names of materials may be in any encoding.
        let mut line = String::from_utf8_lossy(line);
        // A backslash joins lines.
        while let Some(start) = line.trim_end().strip_suffix('\\') {
            let length = start.len();
            let next = lines.next().map_or(&[][..], |(_, next)| next);
            let mut joined = line.into_owned();
            joined.replace_range(length.., " ");
            joined.push_str(&String::from_utf8_lossy(next));
            line = joined.into();
        }
        parts.number = number + 1;
        parts.line(&line, &mut corners).map_err(|what| {
            let message = format!("{name}, line {}: {what}", number + 1);
            Error::new(Status::Format, message)
        })?;
    }
    if parts.triangles.is_empty() {
        return Err(parts.no_faces(bytes));
    }
    Ok(parts.into_mesh())
}

impl Parts<'_> {
    /// Reads one line, or says what was expected in it.
    fn line(&mut self, line: &str, corners: &mut Vec<Corner>) -> std::result::Result<(), String> {
        let mut words = line.split_whitespace();
        match words.next() {
            // A weight or a colour may follow.
            Some("v") => {
                let [x, y, z] = self.origin.to_array();
                self.positions.push([
                    coordinate(words.next(), "an x coordinate", x)?,
                    coordinate(words.next(), "a y coordinate", y)?,
                    coordinate(words.next(), "a z coordinate", z)?,
                ]);
            }
            Some("vt") => self.uvs.push([
                number(words.next(), "a texture coordinate u")?,
                words
                    .next()
                    .map_or(Ok(0.0), |v| number(Some(v), "a texture coordinate v"))?,
            ]),
            Some("vn") => self.normals.push([
                number(words.next(), "the x of a normal")?,
                number(words.next(), "the y of a normal")?,
                number(words.next(), "the z of a normal")?,
            ]),
            Some(kind @ ("f" | "l" | "p")) => {
                corners.clear();
                for word in words {
                    corners.push(self.corner(word, kind == "f")?);
                }
                if kind == "f" {
                    self.face(corners)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// The error of a file without faces.
    fn no_faces(&self, bytes: &[u8]) -> Error {
        let name = self.name;
        let all = [self.positions.len(), self.uvs.len(), self.normals.len()];
        if all == [0; 3] && bytes.contains(&0) {
            let what =
                "expected Wavefront OBJ text, found zero bytes and no line that starts with v or f";
            return Error::new(Status::Format, format!("{name}: {what}"));
        }
        let lines = bytes.split(|b| *b == b'\n').count();
        let what = counted(all[0], "position[|s]");
        let message = format!("{name}, line {lines}: no faces until the end, only {what}");
        Error::new(Status::MeshEmpty, message)
    }

    fn face(&mut self, corners: &[Corner]) -> std::result::Result<(), String> {
        if corners.len() < 3 {
            let found = corners.len();
            return Err(format!(
                "expected a face of 3 corners or more, found {found}"
            ));
        }
        let place = |[v, ..]: Corner| point(&self.positions, v);
        polygon::cut(&mut self.triangles, corners, place);
        Ok(())
    }

    /// One corner, `v`, `v/vt`, `v//vn` or `v/vt/vn`; negative indices count from the last one defined.
    fn corner(&mut self, word: &str, is_of_face: bool) -> std::result::Result<Corner, String> {
        let counts = [self.positions.len(), self.uvs.len(), self.normals.len()];
        let mut corner = [EMPTY; 3];
        for (slot, index) in word.split('/').enumerate() {
            let what = ["position", "texture coordinate", "normal"].get(slot);
            let Some(what) = what else {
                return Err(format!("expected a corner such as 1/2/3, found {word:.40}"));
            };
            if index.is_empty() && slot > 0 {
                continue;
            }
            let count = counts[slot] as i64;
            corner[slot] = match index.parse::<i64>() {
                Ok(i) if (1..=count).contains(&i) => i - 1,
                Ok(i) if (-count..=-1).contains(&i) => count + i,
                Ok(_) if slot > 0 => {
                    if is_of_face {
                        self.warn(slot - 1, index, what);
                    }
                    i64::from(MISSING)
                }
                _ => {
                    return Err(format!(
                        "expected the number of one of {count} {what}s, found {index:.40}"
                    ));
                }
            } as u32;
        }
        Ok(corner)
    }

    /// Warns, the first time, of a corner that names texture coordinates or a normal that is not defined.
    fn warn(&mut self, slot: usize, index: &str, what: &str) {
        if !std::mem::replace(&mut self.is_missing[slot], true) && self.origin == DVec3::ZERO {
            log::warn!(
                "{}, line {}: a corner names {what} {index}, which is not defined before it, so it gets zeros",
                self.name,
                self.number
            );
        }
    }

    /// One vertex for each different corner and each position without one, in the order of positions.
    fn into_mesh(self) -> SurfaceMesh {
        let all_have = |slot: usize| {
            let mut corners = self.triangles.as_flattened().iter().map(|c| c[slot]);
            corners.clone().all(|i| i != EMPTY) && corners.any(|i| i != MISSING)
        };
        let (has_uvs, has_normals) = (all_have(1), all_have(2));
        let uv = |vt: u32| match self.uvs.get(vt as usize) {
            Some(uv) if has_uvs => *uv,
            _ => [0.0; 2],
        };
        let normal = |vn: u32| match self.normals.get(vn as usize) {
            Some(normal) if has_normals => unit(*normal),
            _ => [0.0; 3],
        };
        // Some programs number equal normals and texture coordinates anew at each corner, so values are compared.
        let mut corners = Vec::new();
        let mut place_of_corner = HashMap::new();
        let triangles: Vec<_> = self
            .triangles
            .iter()
            .map(|triangle| {
                triangle.map(|corner @ [v, vt, vn]| {
                    let ([u, w], [x, y, z]) = (uv(vt), normal(vn));
                    let key = (v, [u, w, x, y, z].map(f32::to_bits));
                    *place_of_corner.entry(key).or_insert_with(|| {
                        corners.push(corner);
                        corners.len() - 1
                    })
                })
            })
            .collect();
        self.add_unnamed(&mut corners);
        let mut order: Vec<usize> = (0..corners.len()).collect();
        order.sort_by_key(|place| (corners[*place][0], *place));
        let mut index_of_place = vec![0; corners.len()];
        let mut mesh = SurfaceMesh::default();
        for (index, place) in order.into_iter().enumerate() {
            let [v, vt, vn] = corners[place];
            index_of_place[place] = index as u32;
            mesh.positions.push(self.positions[v as usize]);
            mesh.uvs.extend(has_uvs.then(|| uv(vt)));
            mesh.normals.extend(has_normals.then(|| normal(vn)));
        }
        mesh.triangles = triangles
            .into_iter()
            .map(|triangle| triangle.map(|place| index_of_place[place]))
            .collect();
        mesh
    }

    /// A corner for each position that no face names.
    fn add_unnamed(&self, corners: &mut Vec<Corner>) {
        let mut is_named = vec![false; self.positions.len()];
        corners
            .iter()
            .for_each(|[v, ..]| is_named[*v as usize] = true);
        let same = |count: usize, v: u32| match count == self.positions.len() {
            true => v,
            false => EMPTY,
        };
        let [uvs, normals] = [self.uvs.len(), self.normals.len()];
        let unnamed = (0..).zip(is_named).filter(|(_, is_named)| !is_named);
        corners.extend(unnamed.map(|(v, _)| [v, same(uvs, v), same(normals, v)]));
    }
}

/// A coordinate without that of the origin. It must be finite, also as f32.
fn coordinate(word: Option<&str>, what: &str, origin: f64) -> std::result::Result<f32, String> {
    let value = number(word, what)?;
    if !value.is_finite() {
        let found = word.unwrap_or_default();
        return Err(format!("expected {what} that is finite, found {found:.40}"));
    }
    // Words that are read as f32 are rounded once.
    match origin == 0.0 {
        true => Ok(value),
        false => parsed::<f64>(word, what).map(|value| (value - origin) as f32),
    }
}

fn number(word: Option<&str>, what: &str) -> std::result::Result<f32, String> {
    parsed(word, what)
}

fn parsed<T: std::str::FromStr>(word: Option<&str>, what: &str) -> std::result::Result<T, String> {
    let word = word.unwrap_or("the end of the line");
    word.parse()
        .map_err(|_| format!("expected {what}, found {word:.40}"))
}
