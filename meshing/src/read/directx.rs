//! DirectX `.x`, text: meshes in frames with their transforms.
//! <https://learn.microsoft.com/en-us/windows/win32/direct3d9/dx9-graphics-reference-x-file-format>

use super::common::without_mark;
use super::cursor::Cursor;
use super::origin::near;
use super::polygon;
use glam::{DMat3, DMat4, DVec3};
use pliant_geometry::error::{Error, Result, Status};
use pliant_geometry::surface::point;
use pliant_geometry::{EMPTY, SurfaceMesh};
use std::collections::HashMap;

/// The most frames inside one another.
const DEEPEST: usize = 256;

/// Reads the meshes of a DirectX file with the transforms of the frames around them: all as one, in the coordinates of
/// the file, which are left-handed by custom. Polygons are cut into triangles. Normals or texture coordinates that some
/// mesh lacks are left out; a corner that names a normal which is not there gets zeros, and the log warns. Materials,
/// skins, animations and references are skipped. `name` is the file's name in messages.
///
/// # Errors
/// `Format`; `MeshUnsupported` for binary and packed files; `MeshIndex`; `MeshEmpty`.
pub fn parse_x(bytes: &[u8], name: &str) -> Result<SurfaceMesh> {
    near(name, |origin| surface(without_mark(bytes), name, origin))
}

fn surface(bytes: &[u8], name: &str, origin: DVec3) -> Result<SurfaceMesh> {
    let mut reader = Reader {
        tokens: Tokens { bytes, at: 0, name },
        mesh: SurfaceMesh::default(),
        lacks: [false; 2],
        origin,
    };
    match bytes
        .first_chunk::<12>()
        .and_then(|head| head.strip_prefix(b"xof "))
    {
        Some([_, _, _, _, b't', b'x', b't', b' ']) => reader.tokens.at = bytes.len().min(16),
        Some([_, _, _, _, kind @ ..]) if [b"bin ", b"tzip", b"bzip"].iter().any(|k| *k == kind) => {
            let message = "expected a text file (txt), found a binary or packed one";
            return Err(reader.tokens.error(Status::MeshUnsupported, message));
        }
        _ => {
            return Err(reader
                .tokens
                .error(Status::Format, "expected a head such as xof 0303txt 0032"));
        }
    }
    reader.blocks(DMat4::IDENTITY, 0)?;
    let Reader {
        tokens,
        mut mesh,
        lacks,
        ..
    } = reader;
    if lacks[0] {
        mesh.normals.clear();
    }
    if lacks[1] {
        mesh.uvs.clear();
    }
    match mesh.triangles.is_empty() {
        true => Err(tokens.error(Status::MeshEmpty, "no faces")),
        false => Ok(mesh),
    }
}

/// Words, braces and quoted strings. Commas and semicolons count as white space: the counts already tell what they
/// separate.
struct Tokens<'a> {
    bytes: &'a [u8],
    at: usize,
    name: &'a str,
}

impl<'a> Tokens<'a> {
    fn error(&self, status: Status, what: impl std::fmt::Display) -> Error {
        Cursor::within(self.bytes, self.at..self.bytes.len(), self.name).error(status, what)
    }

    /// Warns in the log, unless the file is read a second time.
    fn warn(&self, origin: DVec3, what: impl std::fmt::Display) {
        if origin == DVec3::ZERO {
            log::warn!("{}", self.error(Status::Ok, what).message);
        }
    }

    /// The next token without taking it; empty at the end. White space and comments before it are skipped.
    fn peek(&mut self) -> &'a [u8] {
        let is_blank = |b: &u8| b.is_ascii_whitespace() || b";,".contains(b);
        loop {
            let rest = &self.bytes[self.at..];
            match rest {
                [b'#', ..] | [b'/', b'/', ..] => {
                    self.at += rest.iter().take_while(|b| **b != b'\n').count();
                }
                [first, ..] if is_blank(first) => self.at += 1,
                [b'{' | b'}', ..] => return &rest[..1],
                [b'"', tail @ ..] => {
                    let end = tail.iter().position(|b| *b == b'"');
                    return &rest[..end.map_or(rest.len(), |end| end + 2)];
                }
                _ => {
                    let is_end = |b: &u8| is_blank(b) || b"{}\"#".contains(b);
                    return &rest[..rest.iter().position(is_end).unwrap_or(rest.len())];
                }
            }
        }
    }

    fn next(&mut self) -> &'a [u8] {
        let token = self.peek();
        self.at += token.len();
        token
    }

    fn expect(&mut self, expected: &str) -> Result<()> {
        let token = self.peek();
        if token != expected.as_bytes() {
            return Err(self.unexpected(expected, token));
        }
        self.at += token.len();
        Ok(())
    }

    fn unexpected(&self, what: &str, found: &[u8]) -> Error {
        let found = String::from_utf8_lossy(&found[..found.len().min(40)]);
        self.error(Status::Format, format!("expected {what}, found {found:?}"))
    }

    fn number(&mut self, what: &str) -> Result<f64> {
        let token = self.peek();
        let number = std::str::from_utf8(token)
            .ok()
            .and_then(|token| token.parse().ok());
        let number = number.ok_or_else(|| self.unexpected(what, token))?;
        self.at += token.len();
        Ok(number)
    }

    fn numbers<const N: usize>(&mut self, what: &str) -> Result<[f64; N]> {
        let mut numbers = [0.0; N];
        for number in &mut numbers {
            *number = self.number(what)?;
        }
        Ok(numbers)
    }

    fn count(&mut self, what: &str) -> Result<u64> {
        let count = self.number(what)?;
        if count < 0.0 || count.fract() != 0.0 {
            return Err(self.error(Status::Format, format!("expected {what}, found {count}")));
        }
        Ok(count as u64)
    }

    /// Skips the rest of this block, with its closing brace.
    fn skip_block(&mut self) -> Result<()> {
        let mut depth = 1;
        while depth > 0 {
            match self.next() {
                b"{" => depth += 1,
                b"}" => depth -= 1,
                b"" => return Err(self.unexpected("}", b"")),
                _ => {}
            }
        }
        Ok(())
    }

    /// Opens the next block and returns its template; `None` at the end of the block around it, or of the file.
    fn open(&mut self, is_inside: bool) -> Result<Option<&'a [u8]>> {
        loop {
            match self.next() {
                b"" if is_inside => return Err(self.unexpected("}", b"")),
                b"" => return Ok(None),
                b"}" if is_inside => return Ok(None),
                // A reference to an object elsewhere.
                b"{" => self.skip_block()?,
                template => {
                    if self.peek() != b"{" {
                        self.next();
                    }
                    self.expect("{")?;
                    return Ok(Some(template));
                }
            }
        }
    }
}

struct Reader<'a> {
    tokens: Tokens<'a>,
    mesh: SurfaceMesh,
    /// Whether some mesh has no normals; whether some has no texture coordinates.
    lacks: [bool; 2],
    /// Subtracted from positions.
    origin: DVec3,
}

impl Reader<'_> {
    /// Reads the blocks of the file or of a frame.
    fn blocks(&mut self, parent: DMat4, depth: usize) -> Result<()> {
        if depth > DEEPEST {
            let message = format!("expected at most {DEEPEST} frames inside one another");
            return Err(self.tokens.error(Status::Format, message));
        }
        let mut transform = parent;
        while let Some(template) = self.tokens.open(depth > 0)? {
            match template {
                b"Frame" => {
                    self.blocks(transform, depth + 1)?;
                    continue;
                }
                // The rows, meant for row vectors, are the columns for column vectors.
                b"FrameTransformMatrix" => {
                    let matrix = self.tokens.numbers::<16>("a number of a matrix")?;
                    transform = parent * DMat4::from_cols_array(&matrix);
                }
                b"Mesh" => {
                    self.mesh(transform)?;
                    continue;
                }
                _ => {}
            }
            self.tokens.skip_block()?;
        }
        Ok(())
    }

    fn mesh(&mut self, transform: DMat4) -> Result<()> {
        let t = &mut self.tokens;
        let positions = vectors::<3>(t, "a coordinate of a vertex", true)?;
        let (corners, lengths) = faces(t, positions.len(), false)?;
        let (mut normals, mut uvs) = (None, None);
        while let Some(template) = t.open(true)? {
            match template {
                b"MeshNormals" => {
                    let vectors = vectors::<3>(t, "a coordinate of a normal", false)?;
                    let (of_corners, of_faces) = faces(t, vectors.len(), true)?;
                    let fits = of_faces == lengths;
                    if !fits || of_corners.contains(&EMPTY) {
                        let message = match fits {
                            true => "corners name normals that are not there, and get zeros",
                            false => {
                                "the faces have other numbers of normals than of corners, so the normals are left out"
                            }
                        };
                        t.warn(self.origin, message);
                    }
                    normals = fits.then_some((vectors, of_corners));
                }
                b"MeshTextureCoords" => {
                    let vectors = vectors::<2>(t, "a texture coordinate", false)?;
                    let (found, wanted) = (vectors.len(), positions.len());
                    if found != wanted {
                        let message = format!(
                            "{wanted} vertices have {found} texture coordinates, so these are left out"
                        );
                        t.warn(self.origin, message);
                    }
                    uvs = (found == wanted).then_some(vectors);
                }
                _ => {}
            }
            t.skip_block()?;
        }
        self.lacks[0] |= normals.is_none();
        self.lacks[1] |= uvs.is_none();
        self.add(
            transform,
            &Part {
                positions,
                corners,
                lengths,
                normals,
                uvs,
            },
        );
        Ok(())
    }

    /// Adds a mesh, one vertex for each different pair of position and normal.
    fn add(&mut self, transform: DMat4, part: &Part) {
        let linear = DMat3::from_mat4(transform);
        let side = linear.determinant().signum();
        // The inverse transpose times the determinant: transforms normals, also if there is no inverse.
        let cofactors = DMat3::from_cols(
            linear.y_axis.cross(linear.z_axis),
            linear.z_axis.cross(linear.x_axis),
            linear.x_axis.cross(linear.y_axis),
        );
        let mesh = &mut self.mesh;
        let mut index_of_pair = HashMap::new();
        let mut merged = Vec::with_capacity(part.corners.len());
        for (i, corner) in part.corners.iter().enumerate() {
            let normal = part
                .normals
                .as_ref()
                .map(|(vectors, indices)| (indices[i], vectors));
            let pair = (*corner, normal.map_or(EMPTY, |(index, _)| index));
            merged.push(*index_of_pair.entry(pair).or_insert_with(|| {
                let vertex = *corner as usize;
                let place = transform.transform_point3(DVec3::from_array(part.positions[vertex]));
                let place = place - self.origin;
                mesh.positions.push(place.as_vec3().to_array());
                mesh.uvs
                    .extend(part.uvs.as_ref().map(|uvs| uvs[vertex].map(|c| c as f32)));
                mesh.normals.extend(normal.map(|(index, vectors)| {
                    let normal = vectors.get(index as usize).copied().unwrap_or_default();
                    let normal = cofactors * DVec3::from_array(normal) * side;
                    normal.normalize_or_zero().as_vec3().to_array()
                }));
                mesh.positions.len() as u32 - 1
            }));
        }
        let mut rest = &mut merged[..];
        for length in &part.lengths {
            let (face, after) = rest.split_at_mut(*length);
            if side < 0.0 {
                face.reverse();
            }
            polygon::cut(&mut mesh.triangles, face, |v| point(&mesh.positions, v));
            rest = after;
        }
    }
}

/// One mesh of the file.
struct Part {
    positions: Vec<[f64; 3]>,
    /// Vertices of all faces, one face after the other.
    corners: Vec<u32>,
    /// Corners of each face.
    lengths: Vec<usize>,
    /// Normals, and the number of one for each corner.
    normals: Option<(Vec<[f64; 3]>, Vec<u32>)>,
    uvs: Option<Vec<[f64; 2]>>,
}

/// A count, then that many vectors.
fn vectors<const N: usize>(
    t: &mut Tokens,
    what: &str,
    must_be_finite: bool,
) -> Result<Vec<[f64; N]>> {
    let count = t.count("a number of vectors")?;
    let mut vectors = Vec::new();
    for _ in 0..count {
        let vector: [f64; N] = t.numbers(what)?;
        if must_be_finite && !vector.iter().all(|c| (*c as f32).is_finite()) {
            let message = format!("expected {what} that is finite, found {vector:?}");
            return Err(t.error(Status::Format, message));
        }
        vectors.push(vector);
    }
    Ok(vectors)
}

/// A count, then that many faces: the corners of all, and how many each has. A corner past `count` is `EMPTY` if
/// `may_be_missing`, else an error.
fn faces(t: &mut Tokens, count: usize, may_be_missing: bool) -> Result<(Vec<u32>, Vec<usize>)> {
    let (mut corners, mut lengths) = (Vec::new(), Vec::new());
    for _ in 0..t.count("a number of faces")? {
        let length = t.count("the number of corners of a face")?;
        for _ in 0..length {
            let index = t.number("the index of a vertex")?;
            let cursor = Cursor::within(t.bytes, t.at..t.bytes.len(), t.name);
            corners.push(match cursor.index(index, 0, count) {
                Err(_) if may_be_missing => EMPTY,
                index => index?,
            });
        }
        lengths.push(length as usize);
    }
    Ok((corners, lengths))
}
