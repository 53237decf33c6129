//! Gmsh `.msh`: versions 1.0 (ASCII), 2.2 and 4.1 (ASCII and binary), after the chapter "File formats" of the Gmsh
//! reference manual. Why not a crate: `docs/decisions/0002-gmsh-reader.md`.

use super::common::SURFACE_FILES;
use super::cursor::{Cursor, Encoding};
use super::origin::near;
use super::scalar::Scalar;
use glam::DVec3;
use pliant_geometry::TetMesh;
use pliant_geometry::error::{Error, Result, Status};
use std::collections::HashMap;

/// The sections that are read.
const NEEDED: [&[u8]; 5] = [b"$MeshFormat", b"$Nodes", b"$NOD", b"$Elements", b"$ELM"];

/// What the sections hold; elements still name their nodes by tags.
#[derive(Default)]
struct Sections {
    node_tags: Vec<u64>,
    positions: Vec<[f32; 3]>,
    tets: Vec<[u64; 4]>,
    /// Elements of lower dimension, which are skipped.
    skipped: usize,
    has_nodes: bool,
    has_elements: bool,
}

/// Reads the tets of a Gmsh file; points, lines, faces and physical groups are skipped. `name` is the file's name in
/// messages.
///
/// # Errors
/// `Format`; `MeshUnsupported` for volume elements other than 4-node tets and for other versions; `MeshIndex` for a
/// tet whose node is not in the file; `MeshEmpty` for a file without tets.
pub fn parse_msh(bytes: &[u8], name: &str) -> Result<TetMesh> {
    near(name, |origin| tets(bytes, name, origin))
}

fn tets(bytes: &[u8], name: &str, origin: DVec3) -> Result<TetMesh> {
    let mut cursor = Cursor::text(bytes, name, None, origin);
    let mut sections = Sections::default();
    while is_section(cursor.peek()) && !NEEDED.contains(&cursor.peek()) {
        skip_section(&mut cursor)?;
    }
    let version = match cursor.peek() {
        b"$NOD" => Version::V1,
        _ => mesh_format(&mut cursor)?,
    };
    let encoding = std::mem::replace(&mut cursor.encoding, Encoding::Ascii);
    loop {
        match cursor.peek() {
            b"" => break,
            b"$Nodes" | b"$NOD" => nodes(&mut cursor, &mut sections, version, encoding)?,
            b"$Elements" | b"$ELM" => {
                elements(&mut cursor, &mut sections, version, encoding)?;
                if sections.tets.is_empty() {
                    cursor.encoding = encoding; // a binary file has no lines
                    return Err(no_tets(&cursor, sections.skipped));
                }
            }
            word if is_section(word) => skip_section(&mut cursor)?,
            _ => {
                return cursor
                    .expect("a section such as $Nodes")
                    .map(|()| TetMesh::default());
            }
        }
    }
    resolve(sections, name)
}

fn is_section(word: &[u8]) -> bool {
    word.first() == Some(&b'$') && word.len() < 64
}

/// Skips a section that is not read, such as `$Comments`.
fn skip_section(cursor: &mut Cursor) -> Result<()> {
    let section = String::from_utf8_lossy(&cursor.peek()[1..]).into_owned();
    cursor.skip_past(&format!("$End{section}"))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Version {
    V1,
    V22,
    V41,
}

/// Reads the header; `cursor.encoding` is that of the sections afterwards.
fn mesh_format(cursor: &mut Cursor) -> Result<Version> {
    cursor.expect("$MeshFormat")?;
    let version: String = cursor.word("a version")?;
    let binary: u32 = cursor.word("0 for ASCII or 1 for binary")?;
    let data_size: u32 = cursor.word("the size of a number")?;
    let known = match version.as_str() {
        "2" | "2.0" | "2.1" | "2.2" => Version::V22,
        "4.1" => Version::V41,
        _ => {
            let message =
                format!("Gmsh version {version:.20} is not supported, expected 1.0, 2.2 or 4.1");
            return Err(cursor.error(Status::MeshUnsupported, message));
        }
    };
    if binary > 1 || data_size != 8 {
        let message =
            format!("expected file type 0 or 1 and data size 8, found {binary} and {data_size}");
        return Err(cursor.error(Status::Format, message));
    }
    if binary == 1 {
        cursor.next_line()?;
        cursor.encoding = Encoding::Little;
        cursor.encoding = match cursor.int("the number 1")? {
            1 => Encoding::Little,
            0x0100_0000 => Encoding::Big,
            other => {
                let message = format!("expected the number 1 in some byte order, found {other}");
                return Err(cursor.error(Status::Format, message));
            }
        };
    }
    cursor.expect("$EndMeshFormat")?;
    Ok(known)
}

/// Takes the name of a section, and returns the word that ends it.
fn open(cursor: &mut Cursor, seen: &mut bool, encoding: Encoding) -> Result<&'static str> {
    let section: String = cursor.word("a section")?;
    if std::mem::replace(seen, true) {
        return Err(cursor.error(Status::Format, format!("a second {section} section")));
    }
    if encoding != Encoding::Ascii {
        cursor.next_line()?;
    }
    Ok(match section.as_str() {
        "$NOD" => "$ENDNOD",
        "$ELM" => "$ENDELM",
        "$Nodes" => "$EndNodes",
        _ => "$EndElements",
    })
}

fn nodes(c: &mut Cursor, s: &mut Sections, version: Version, encoding: Encoding) -> Result<()> {
    let end = open(c, &mut s.has_nodes, encoding)?;
    if version == Version::V41 {
        c.encoding = encoding;
        nodes_41(c, s)?;
    } else {
        let count: u64 = c.word("the number of nodes")?;
        if encoding != Encoding::Ascii {
            c.next_line()?;
        }
        c.encoding = encoding;
        let room = c.reservation(count, 8);
        s.node_tags.reserve(room);
        s.positions.reserve(room);
        for _ in 0..count {
            s.node_tags.push(c.count("a node number")?);
            s.positions.push(c.point(Scalar::F64)?);
        }
    }
    c.expect(end)?;
    c.encoding = Encoding::Ascii;
    Ok(())
}

/// The four numbers at the start of a 4.1 section: blocks, items, lowest and highest tag.
fn header_41(c: &mut Cursor, what: &str) -> Result<[u64; 4]> {
    let blocks = c.size(&format!("the number of {what} blocks"))?;
    let items = c.size(&format!("the number of {what}s"))?;
    let low = c.size(&format!("the lowest {what} tag"))?;
    Ok([
        blocks,
        items,
        low,
        c.size(&format!("the highest {what} tag"))?,
    ])
}

/// Compares the number of items in the blocks, and the range of their tags, with the header.
fn check_41(
    c: &Cursor,
    what: &str,
    header: [u64; 4],
    found: u64,
    low: u64,
    high: u64,
) -> Result<()> {
    let [_, items, expected_low, expected_high] = header;
    if found != items {
        let message = format!("the header says {items} {what}s, the blocks hold {found}");
        return Err(c.error(Status::Format, message));
    }
    if items > 0 && (low, high) != (expected_low, expected_high) {
        let message = format!(
            "the header says {what} tags {expected_low} to {expected_high}, the blocks hold {low} to {high}"
        );
        return Err(c.error(Status::Format, message));
    }
    Ok(())
}

fn nodes_41(c: &mut Cursor, s: &mut Sections) -> Result<()> {
    let header = header_41(c, "node")?;
    let room = c.reservation(header[1], 8);
    s.node_tags.reserve(room);
    s.positions.reserve(room);
    for _ in 0..header[0] {
        let dimension = c.count("the dimension of an entity")?;
        c.int("the tag of an entity")?;
        let parametric = c.count("0 or 1 for parametric nodes")?;
        let count = c.size("the number of nodes in the block")?;
        if dimension > 3
            || parametric > 1
            || count.saturating_add(s.node_tags.len() as u64) > header[1]
        {
            let message = format!(
                "expected a node block of dimension 0 to 3, parametric 0 or 1, and {} nodes in all; \
                 found dimension {dimension}, parametric {parametric}, {count} more nodes",
                header[1]
            );
            return Err(c.error(Status::Format, message));
        }
        for _ in 0..count {
            let tag = c.size("a node tag")?;
            s.node_tags.push(tag);
        }
        for _ in 0..count {
            s.positions.push(c.point(Scalar::F64)?);
            for _ in 0..parametric * dimension {
                c.scalar(Scalar::F64, "a parametric coordinate")?;
            }
        }
    }
    let low = s.node_tags.iter().min().copied().unwrap_or(0);
    let high = s.node_tags.iter().max().copied().unwrap_or(0);
    check_41(c, "node", header, s.node_tags.len() as u64, low, high)
}

/// What an element type means here.
enum Kind {
    Tet,
    /// A point, line or face with this number of nodes.
    Lower(u64),
}

impl Kind {
    fn node_count(&self) -> u64 {
        match self {
            Kind::Tet => 4,
            Kind::Lower(count) => *count,
        }
    }
}

/// The manual's table of element types.
fn kind(c: &Cursor, element_type: i64) -> Result<Kind> {
    let unsupported = |what: &str| {
        let message = format!(
            "elements of type {element_type} ({what}) are not supported, expected 4-node tetrahedra"
        );
        Err(c.error(Status::MeshUnsupported, message))
    };
    Ok(match element_type {
        4 => Kind::Tet,
        1 => Kind::Lower(2),
        2 | 8 => Kind::Lower(3),
        3 | 26 => Kind::Lower(4),
        9 | 28 => Kind::Lower(6),
        10 | 20 => Kind::Lower(9),
        15 => Kind::Lower(1),
        16 => Kind::Lower(8),
        21 => Kind::Lower(10),
        22 => Kind::Lower(12),
        23 | 24 => Kind::Lower(15),
        25 => Kind::Lower(21),
        27 => Kind::Lower(5),
        11 | 29 | 30 | 31 => return unsupported("tetrahedra of higher order"),
        5 | 12 | 17 | 92 | 93 => return unsupported("hexahedra"),
        6 | 13 | 18 => return unsupported("prisms"),
        7 | 14 | 19 => return unsupported("pyramids"),
        _ => return unsupported("unknown"),
    })
}

impl Sections {
    /// Reads the nodes of one element; `tag` reads one of them.
    fn element(
        &mut self,
        c: &mut Cursor,
        kind: &Kind,
        tag: fn(&mut Cursor) -> Result<u64>,
    ) -> Result<()> {
        match kind {
            Kind::Tet => {
                let mut tet = [0; 4];
                for node in &mut tet {
                    *node = tag(c)?;
                }
                self.tets.push(tet);
            }
            Kind::Lower(node_count) => {
                for _ in 0..*node_count {
                    tag(c)?;
                }
                self.skipped += 1;
            }
        }
        Ok(())
    }
}

fn int_tag(c: &mut Cursor) -> Result<u64> {
    c.count("a node number")
}

fn size_tag(c: &mut Cursor) -> Result<u64> {
    c.size("a node tag")
}

fn elements(c: &mut Cursor, s: &mut Sections, version: Version, encoding: Encoding) -> Result<()> {
    let end = open(c, &mut s.has_elements, encoding)?;
    if version == Version::V41 {
        c.encoding = encoding;
        elements_41(c, s)?;
    } else {
        let count: u64 = c.word("the number of elements")?;
        if encoding == Encoding::Ascii {
            elements_ascii(c, s, version, count)?;
        } else {
            c.next_line()?;
            c.encoding = encoding;
            elements_binary_22(c, s, count)?;
        }
    }
    c.expect(end)?;
    c.encoding = Encoding::Ascii;
    Ok(())
}

/// Versions 1.0 and 2.2: one element in each line.
fn elements_ascii(c: &mut Cursor, s: &mut Sections, version: Version, count: u64) -> Result<()> {
    for _ in 0..count {
        c.count("an element number")?;
        let element_type = c.int("an element type")?;
        let kind = kind(c, element_type)?;
        if version == Version::V1 {
            c.int("a physical region")?;
            c.int("an elementary region")?;
            let found = c.count("the number of nodes")?;
            if found != kind.node_count() {
                let message = format!(
                    "expected {} nodes for an element of type {element_type}, found {found}",
                    kind.node_count()
                );
                return Err(c.error(Status::Format, message));
            }
        } else {
            for _ in 0..c.count("the number of tags")? {
                c.int("a tag")?;
            }
        }
        s.element(c, &kind, int_tag)?;
    }
    Ok(())
}

/// Version 2.2 binary: groups of elements of one type.
fn elements_binary_22(c: &mut Cursor, s: &mut Sections, count: u64) -> Result<()> {
    let mut done = 0;
    while done < count {
        let element_type = c.int("an element type")?;
        let kind = kind(c, element_type)?;
        let group = c.count("the number of elements in the group")?;
        let tags = c.count("the number of tags")?;
        done += group;
        if done > count {
            let message =
                format!("the section holds {count} elements, the groups hold {done} or more");
            return Err(c.error(Status::Format, message));
        }
        for _ in 0..group {
            c.count("an element number")?;
            for _ in 0..tags {
                c.int("a tag")?;
            }
            s.element(c, &kind, int_tag)?;
        }
    }
    Ok(())
}

fn elements_41(c: &mut Cursor, s: &mut Sections) -> Result<()> {
    let header = header_41(c, "element")?;
    let (mut found, mut low, mut high) = (0u64, u64::MAX, 0);
    for _ in 0..header[0] {
        c.count("the dimension of an entity")?;
        c.int("the tag of an entity")?;
        let element_type = c.int("an element type")?;
        let kind = kind(c, element_type)?;
        let count = c.size("the number of elements in the block")?;
        found = found.saturating_add(count);
        if found > header[1] {
            let message = format!(
                "the header says {} elements, the blocks hold {found} or more",
                header[1]
            );
            return Err(c.error(Status::Format, message));
        }
        for _ in 0..count {
            let tag = c.size("an element tag")?;
            (low, high) = (low.min(tag), high.max(tag));
            s.element(c, &kind, size_tag)?;
        }
    }
    check_41(c, "element", header, found, low, high)
}

/// The error of elements without tets.
fn no_tets(c: &Cursor, skipped: usize) -> Error {
    let message = match skipped {
        0 => "no tetrahedra, and no other elements".into(),
        _ => format!(
            "no tetrahedra, only {skipped} points, lines and faces; a surface is read from {SURFACE_FILES} files"
        ),
    };
    c.error(Status::MeshEmpty, message)
}

/// Looks up the nodes of the tets.
fn resolve(s: Sections, name: &str) -> Result<TetMesh> {
    let fail = |status, message: String| Err(Error::new(status, format!("{name}: {message}")));
    if !s.has_nodes || !s.has_elements {
        let missing = if s.has_nodes { "$Elements" } else { "$Nodes" };
        return fail(
            Status::Format,
            format!("expected a {missing} section, found none"),
        );
    }
    // Most files number their nodes without gaps; only the others need a map.
    let first = s.node_tags.first().copied().unwrap_or(0);
    let in_sequence = s
        .node_tags
        .iter()
        .enumerate()
        .all(|(i, tag)| tag.wrapping_sub(first) == i as u64);
    let mut index_of_tag = HashMap::new();
    if !in_sequence {
        for (i, &tag) in s.node_tags.iter().enumerate() {
            if index_of_tag.insert(tag, i as u32).is_some() {
                return fail(Status::Format, format!("two nodes have the tag {tag}"));
            }
        }
    }
    let mut tets = Vec::with_capacity(s.tets.len());
    for (t, tags) in s.tets.iter().enumerate() {
        let mut tet = [0; 4];
        for (vertex, &tag) in tet.iter_mut().zip(tags) {
            let index = match in_sequence {
                true => tag
                    .checked_sub(first)
                    .filter(|&i| i < s.node_tags.len() as u64),
                false => index_of_tag.get(&tag).map(|&i| i.into()),
            };
            match index {
                Some(i) => *vertex = i as u32,
                None => {
                    let message =
                        format!("tetrahedron {t} names node {tag}, which is not in the file");
                    return fail(Status::MeshIndex, message);
                }
            }
        }
        tets.push(tet);
    }
    Ok(TetMesh {
        positions: s.positions,
        tets,
        ..TetMesh::default()
    })
}
