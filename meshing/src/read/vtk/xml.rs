//! XML `.vtu`: arrays as text, base64 or appended bytes, plain or packed by zlib.

use super::array::{Place, Storage, numbers};
use super::{Cells, add, not_empty};
use crate::read::common::{short, without_mark};
use crate::read::cursor::Encoding;
use crate::read::origin::near;
use crate::read::scalar::Scalar;
use glam::DVec3;
use pliant_geometry::TetMesh;
use pliant_geometry::error::{Error, Result, Status};
use quick_xml::events::{BytesStart, Event};

/// Reads the tets of a VTK XML file, all its pieces. Points, lines, faces, point data and cell data are skipped, except
/// for the cell arrays `tet_stiffness` and `tet_density`. `name` is the file's name in messages.
///
/// # Errors
/// `Format`; `MeshUnsupported` for volume elements other than 4-node tets, other data sets and compressors other than
/// zlib; `MeshIndex`; `MeshEmpty`.
pub fn parse_vtu(bytes: &[u8], name: &str) -> Result<TetMesh> {
    near(name, |origin| tets(without_mark(bytes), name, origin))
}

fn tets(bytes: &[u8], name: &str, origin: DVec3) -> Result<TetMesh> {
    let mut file = File::new(bytes, name, origin);
    file.scan()?;
    let mut mesh = TetMesh::default();
    for piece in std::mem::take(&mut file.pieces) {
        file.read(&piece, &mut mesh)?;
    }
    not_empty(mesh, name)
}

/// An array of a piece, by the element around it and its name.
struct Array {
    parent: &'static str,
    name: &'static str,
    kind: Scalar,
    source: Source,
    /// The byte after its tag.
    at: usize,
}

enum Source {
    /// Its text may follow.
    Waiting {
        is_text: bool,
    },
    Inline(Place),
    /// At this offset in the appended data.
    Appended(usize),
}

/// The arrays that are kept: the element around each and its name; any name in `Points`.
const KEPT: [(&str, &str); 6] = [
    ("Points", ""),
    ("Cells", "connectivity"),
    ("Cells", "offsets"),
    ("Cells", "types"),
    ("CellData", "tet_stiffness"),
    ("CellData", "tet_density"),
];

#[derive(Default)]
struct Piece {
    points: usize,
    cells: usize,
    arrays: Vec<Array>,
}

struct File<'a> {
    bytes: &'a [u8],
    name: &'a str,
    storage: Storage,
    pieces: Vec<Piece>,
    /// The appended data after its underscore, and whether it is base64.
    appended: Option<(std::ops::Range<usize>, bool)>,
    /// Bytes that arrays may still take. Arrays may not share bytes.
    left: usize,
    /// Subtracted from points.
    origin: DVec3,
}

impl<'a> File<'a> {
    fn new(bytes: &'a [u8], name: &'a str, origin: DVec3) -> Self {
        let storage = Storage {
            encoding: Encoding::Little,
            header: Scalar::U32,
            packed: false,
        };
        Self {
            bytes,
            name,
            storage,
            pieces: Vec::new(),
            appended: None,
            left: bytes.len(),
            origin,
        }
    }

    fn error(&self, status: Status, what: impl std::fmt::Display) -> Error {
        Error::new(status, format!("{}: {what}", self.name))
    }

    /// Reads the tags up to the appended data or the end.
    fn scan(&mut self) -> Result<()> {
        let mut reader = quick_xml::Reader::from_reader(self.bytes);
        // Names of the elements around the tag.
        let mut around: Vec<String> = Vec::new();
        loop {
            let event = reader.read_event();
            let at = reader.buffer_position() as usize;
            match event {
                Ok(Event::Start(tag)) => {
                    if self.tag(&tag, around.last().map_or("", |parent| parent), at)? {
                        break;
                    }
                    around.push(tag.name().as_ref().to_owned());
                }
                Ok(Event::Empty(tag)) => {
                    self.tag(&tag, around.last().map_or("", |parent| parent), at)?;
                }
                Ok(Event::Text(text))
                    if around.last().is_some_and(|parent| parent == "DataArray") =>
                {
                    self.text(at - text.len()..at);
                }
                Ok(Event::End(_)) => drop(around.pop()),
                Ok(Event::Eof) if !around.is_empty() => {
                    let element = &around[around.len() - 1];
                    let what =
                        format!("expected the end of {element:.40} before the end of the file");
                    return Err(self.error(Status::Format, what));
                }
                Ok(Event::Eof) => break,
                Ok(_) => {}
                Err(e) => {
                    let what = format!(
                        "byte {}: expected XML, {}",
                        reader.error_position(),
                        short(e)
                    );
                    return Err(self.error(Status::Format, what));
                }
            }
        }
        match self.pieces.is_empty() {
            true => Err(self.error(
                Status::Format,
                "expected a VTKFile with a Piece, found none",
            )),
            false => Ok(()),
        }
    }

    /// Takes a tag that ends before `at`; true if the appended data starts there.
    fn tag(&mut self, tag: &BytesStart, parent: &str, at: usize) -> Result<bool> {
        match tag.name().as_ref() {
            "VTKFile" => self.file(tag)?,
            "Piece" => {
                let points = self.count(tag, "NumberOfPoints", at)?;
                let cells = self.count(tag, "NumberOfCells", at)?;
                self.pieces.push(Piece {
                    points,
                    cells,
                    arrays: Vec::new(),
                });
            }
            "DataArray" => {
                let name = attribute(tag, "Name").unwrap_or_default();
                let fits = |kept: &&(&str, &str)| {
                    kept.0 == parent && (kept.1 == name || kept.1.is_empty())
                };
                if let Some(kept) = KEPT.iter().find(fits) {
                    self.array(tag, kept, at)?;
                }
            }
            "AppendedData" => {
                let is_base64 = attribute(tag, "encoding").is_some_and(|e| e == "base64");
                let rest = &self.bytes[at..];
                let Some(start) = rest.iter().position(|b| *b == b'_') else {
                    let what =
                        format!("byte {at}: expected an underscore before the appended data");
                    return Err(self.error(Status::Format, what));
                };
                let is_end = |b: &u8| is_base64 && *b == b'<';
                let end = rest.iter().position(is_end).unwrap_or(rest.len());
                self.appended = Some((at + start + 1..at + end.max(start + 1), is_base64));
                return Ok(true);
            }
            _ => {}
        }
        Ok(false)
    }

    /// Reads the attributes of the tag `VTKFile`.
    fn file(&mut self, tag: &BytesStart) -> Result<()> {
        let is = |key: &str, value: &str| attribute(tag, key).is_some_and(|found| found == value);
        if !is("type", "UnstructuredGrid") {
            let found = attribute(tag, "type").unwrap_or_default();
            let what = format!("expected a VTKFile of type UnstructuredGrid, found {found:.40}");
            return Err(self.error(Status::MeshUnsupported, what));
        }
        self.storage.encoding = match is("byte_order", "BigEndian") {
            true => Encoding::Big,
            false => Encoding::Little,
        };
        self.storage.header = match is("header_type", "UInt64") {
            true => Scalar::U64,
            false => Scalar::U32,
        };
        let compressor = attribute(tag, "compressor").unwrap_or_default();
        self.storage.packed = !compressor.is_empty();
        if !["", "vtkZLibDataCompressor"].contains(&compressor.as_str()) {
            let what =
                format!("expected data packed by vtkZLibDataCompressor, found {compressor:.40}");
            return Err(self.error(Status::MeshUnsupported, what));
        }
        Ok(())
    }

    fn count(&self, tag: &BytesStart, key: &str, at: usize) -> Result<usize> {
        let value = attribute(tag, key).unwrap_or_default();
        value.trim().parse().map_err(|_| {
            let what = format!("byte {at}: expected a number {key}, found {value:.40}");
            self.error(Status::Format, what)
        })
    }

    fn array(
        &mut self,
        tag: &BytesStart,
        kept: &(&'static str, &'static str),
        at: usize,
    ) -> Result<()> {
        let name = attribute(tag, "type").unwrap_or_default();
        let Some(kind) = Scalar::from_name(&name) else {
            let what = format!("byte {at}: expected a type such as Float32, found {name:.40}");
            return Err(self.error(Status::Format, what));
        };
        let source = match attribute(tag, "format").unwrap_or_default().as_str() {
            "ascii" => Source::Waiting { is_text: true },
            "binary" => Source::Waiting { is_text: false },
            "appended" => Source::Appended(self.count(tag, "offset", at)?),
            other => {
                let what =
                    format!("byte {at}: expected ascii, binary or appended, found {other:.40}");
                return Err(self.error(Status::Format, what));
            }
        };
        let array = Array {
            parent: kept.0,
            name: kept.1,
            kind,
            source,
            at,
        };
        if let Some(piece) = self.pieces.last_mut() {
            piece.arrays.push(array);
        }
        Ok(())
    }

    /// Keeps the text of the last array. Blank text may come before a tag inside the array, so it is skipped.
    fn text(&mut self, range: std::ops::Range<usize>) {
        let array = self
            .pieces
            .last_mut()
            .and_then(|piece| piece.arrays.last_mut());
        if let Some(array) = array
            && let Source::Waiting { is_text } = array.source
            && !self.bytes[range.clone()].trim_ascii().is_empty()
        {
            array.source = Source::Inline(match is_text {
                true => Place::Text(range),
                false => Place::Base64(range),
            });
        }
    }

    /// Adds a piece to the mesh.
    fn read(&mut self, piece: &Piece, mesh: &mut TetMesh) -> Result<()> {
        let points = self.numbers(piece, KEPT[0], piece.points.saturating_mul(3))?;
        let mut factors = [Vec::new(), Vec::new()];
        for (kept, factors) in KEPT[4..].iter().zip(&mut factors) {
            if piece.arrays.iter().any(|a| (a.parent, a.name) == *kept) {
                *factors = self.numbers(piece, *kept, piece.cells)?;
            }
        }
        let cells = Cells {
            ends: self.numbers(piece, KEPT[2], piece.cells)?,
            types: self.numbers(piece, KEPT[3], piece.cells)?,
            connectivity: self.numbers(piece, KEPT[1], usize::MAX)?,
            factors,
        };
        add(mesh, &points, &cells, self.origin, self.name)
    }

    /// The numbers of one array; `count` is how many, or `usize::MAX` for any number.
    fn numbers(&mut self, piece: &Piece, kept: (&str, &str), count: usize) -> Result<Vec<f64>> {
        let mut fitting = piece.arrays.iter().filter(|a| (a.parent, a.name) == kept);
        let (Some(array), None) = (fitting.next(), fitting.next()) else {
            let what = format!("expected one array {} in {} of a piece", kept.1, kept.0);
            return Err(self.error(Status::Format, what));
        };
        let (numbers, taken) = match (&array.source, &self.appended) {
            (Source::Inline(place), _) => {
                // Words may have more digits than the named type.
                let kind = match (array.kind, place) {
                    (Scalar::F32, Place::Text(_)) if self.origin != DVec3::ZERO => Scalar::F64,
                    (kind, _) => kind,
                };
                numbers(self.bytes, place, kind, &self.storage, self.name)?
            }
            (Source::Appended(offset), Some((range, is_base64))) => {
                let start = range.start.saturating_add(*offset).min(range.end);
                let place = match is_base64 {
                    true => Place::Base64(start..range.end),
                    false => Place::Raw(start..range.end),
                };
                numbers(self.bytes, &place, array.kind, &self.storage, self.name)?
            }
            // No text and no appended data: no numbers.
            _ => (Vec::new(), 0),
        };
        let Some(left) = self.left.checked_sub(taken) else {
            return Err(self.error(
                Status::Format,
                "expected arrays that do not share their bytes",
            ));
        };
        self.left = left;
        if count != usize::MAX && numbers.len() != count {
            let what = format!(
                "byte {}: expected {count} numbers in {}, found {}",
                array.at,
                format!("{} {}", kept.0, kept.1).trim_end(),
                numbers.len()
            );
            return Err(self.error(Status::Format, what));
        }
        Ok(numbers)
    }
}

/// The value of an attribute, with its escapes.
fn attribute(tag: &BytesStart, key: &str) -> Option<String> {
    // Without checks: the search for duplicates is quadratic.
    let mut attributes = tag.attributes();
    let found = attributes
        .with_checks(false)
        .flatten()
        .find(|a| a.key.as_ref() == key)?;
    Some(found.value.into_owned())
}
