//! The file of a cooked body: `format.rs` has the frame, this file the sections in it.
//!
//! A section is its id, its version, its length in words (two words, the lower one first) and its fields in order. Ids
//! ascend. Particles, graph and surface are always there, other sections only if they are not empty. A reader refuses sections and versions that it does not know.

use super::format::{
    ASSET_MAGIC, Sink, Source, damaged, framed, memory, nothing_left, put, unframed,
};
use super::hash::WordHash;
use super::validate::validate_asset;
use super::{Asset, Clusters, Sheet, Slice};
use pliant_geometry::error::{Error, Result, Status, memory_for};

/// Ids and versions of the sections. Any change of a section's fields raises its version; an id is never used again.
const PARTICLES: Section = Section::new(1, 1, "particles");
const GRAPH: Section = Section::new(2, 1, "graph");
const TETS: Section = Section::new(3, 1, "tets");
const SURFACE: Section = Section::new(4, 1, "surface");
const SHEET: Section = Section::new(5, 1, "sheet");
const CLUSTERS: Section = Section::new(6, 1, "clusters");

#[derive(Clone, Copy)]
struct Section {
    id: u32,
    version: u32,
    name: &'static str,
}

impl Section {
    const fn new(id: u32, version: u32, name: &'static str) -> Self {
        Self { id, version, name }
    }

    /// Writes the section: once to count its words, once to keep them.
    fn put(self, sink: &mut dyn Sink, fields: impl Fn(&mut dyn Sink)) {
        let mut length = Count(0);
        fields(&mut length);
        sink.words(&[
            self.id,
            self.version,
            length.0 as u32,
            (length.0 >> 32) as u32,
        ]);
        fields(sink);
    }
}

/// A sink that only counts.
struct Count(u64);

impl Sink for Count {
    fn words(&mut self, words: &[u32]) {
        self.0 += words.len() as u64;
    }
}

fn slice_words(s: &Slice) -> [u32; 6] {
    let [tet, edge] = [
        [s.first_tet_row, s.tet_row_count],
        [s.first_edge_row, s.edge_row_count],
    ];
    [
        s.first_vertex,
        s.vertex_count,
        tet[0],
        tet[1],
        edge[0],
        edge[1],
    ]
}

fn put_asset(a: &Asset, sink: &mut dyn Sink) {
    PARTICLES.put(sink, |s| {
        put(s, &a.rest_positions);
        put(s, &a.vertex_measures);
        put(s, &a.user_from_internal);
        put(s, &a.internal_from_user);
        s.words(&a.centroid.map(f32::to_bits));
    });
    let slices: Vec<_> = a.slices.iter().map(slice_words).collect();
    GRAPH.put(sink, |s| {
        put(s, &a.edges);
        put(s, &a.colour_slices);
        put(s, &slices);
        put(s, &a.tet_rows);
        put(s, &a.edge_rows);
    });
    if !a.tets.is_empty() {
        TETS.put(sink, |s| {
            put(s, &a.tets);
            put(s, &a.tet_volumes);
            put(s, &a.tet_stiffness);
        });
    }
    SURFACE.put(sink, |s| put(s, &a.surface_triangles));
    if let Some(sheet) = &a.sheet {
        SHEET.put(sink, |s| {
            put(s, &sheet.triangle_areas);
            put(s, &sheet.edge_lengths);
            put(s, &sheet.hinges);
            put(s, &sheet.hinge_turns);
            put(s, &sheet.edges_by_colour);
            put(s, &sheet.edge_colours);
        });
    }
    if let Some(clusters) = &a.clusters {
        CLUSTERS.put(sink, |s| clusters.put(s));
    }
}

/// Reads one section into the asset.
fn read_section(a: &mut Asset, id: u32, version: u32, s: &mut Source) -> Result<()> {
    let known = [PARTICLES, GRAPH, TETS, SURFACE, SHEET, CLUSTERS];
    let Some(section) = known.iter().find(|known| known.id == id) else {
        return Err(of_later_version(format!("it has a section of kind {id}")));
    };
    if section.version != version {
        let (name, expected) = (section.name, section.version);
        let what = format!("its section `{name}` has version {version}, expected {expected}");
        return Err(of_later_version(what));
    }
    if id == PARTICLES.id {
        a.rest_positions = s.array("rest_positions")?;
        a.vertex_measures = s.array("vertex_measures")?;
        a.user_from_internal = s.array("user_from_internal")?;
        a.internal_from_user = s.array("internal_from_user")?;
        a.centroid = s.point("centroid")?;
    } else if id == GRAPH.id {
        a.edges = s.array("edges")?;
        a.colour_slices = s.array("colour_slices")?;
        let words: Vec<[u32; 6]> = s.array("slices")?;
        a.slices = words.into_iter().map(slice_from_words).collect();
        a.tet_rows = s.array("tet_rows")?;
        a.edge_rows = s.array("edge_rows")?;
    } else if id == TETS.id {
        a.tets = s.array("tets")?;
        a.tet_volumes = s.array("tet_volumes")?;
        a.tet_stiffness = s.array("tet_stiffness")?;
    } else if id == SURFACE.id {
        a.surface_triangles = s.array("surface_triangles")?;
    } else if id == SHEET.id {
        a.sheet = Some(Sheet {
            triangle_areas: s.array("triangle_areas")?,
            edge_lengths: s.array("edge_lengths")?,
            hinges: s.array("hinges")?,
            hinge_turns: s.array("hinge_turns")?,
            edges_by_colour: s.array("edges_by_colour")?,
            edge_colours: s.array("edge_colours")?,
        });
    } else if id == CLUSTERS.id {
        a.clusters = Some(Clusters::read(s)?);
    }
    Ok(())
}

fn of_later_version(what: String) -> Error {
    let message =
        format!("the cooked body is of another version: {what}; cook it again with this library");
    Error::new(Status::Version, message)
}

fn slice_from_words(words: [u32; 6]) -> Slice {
    let [
        first_vertex,
        vertex_count,
        first_tet_row,
        tet_row_count,
        first_edge_row,
        edge_row_count,
    ] = words;
    Slice {
        first_vertex,
        vertex_count,
        first_tet_row,
        tet_row_count,
        first_edge_row,
        edge_row_count,
    }
}

impl Asset {
    /// The hash of all fields but `content_hash`.
    pub fn hash(&self) -> u64 {
        let mut hash = WordHash::new();
        put_asset(self, &mut hash);
        hash.finish()
    }

    /// The body as bytes for [`Asset::from_bytes`], the same on all machines.
    pub fn to_bytes(&self) -> Vec<u8> {
        framed(ASSET_MAGIC, self.hash(), |bytes| put_asset(self, bytes))
    }

    /// Reads bytes of [`Asset::to_bytes`]. Untrusted bytes give an error or an asset with all indices in range, all
    /// numbers finite, and the right edges, hinges and colours.
    ///
    /// # Errors
    /// `Format` (damaged), `Version` (of another version), `OutOfMemory`.
    pub fn from_bytes(bytes: &[u8]) -> Result<Asset> {
        memory_for("the cooked body", memory(bytes))?;
        let (mut file, content_hash) = unframed(bytes, ASSET_MAGIC, "cooked body")?;
        let mut asset = Asset {
            content_hash,
            ..Asset::default()
        };
        let (mut last, mut missing) = (0, vec![PARTICLES, GRAPH, SURFACE]);
        while !file.is_empty() {
            let (id, version) = (file.word("a section")?, file.word("a section's version")?);
            if id <= last {
                let message =
                    format!("section {id} follows section {last}, expected rising numbers");
                return Err(damaged(message));
            }
            last = id;
            missing.retain(|section| section.id != id);
            let length = [
                file.word("a section's length")?,
                file.word("a section's length")?,
            ];
            let length = u64::from(length[0]) | u64::from(length[1]) << 32;
            let mut section = file.part(length, "a section")?;
            read_section(&mut asset, id, version, &mut section)?;
            nothing_left(&section)?;
        }
        if let Some(section) = missing.first() {
            return Err(damaged(format!(
                "the section `{}` is missing",
                section.name
            )));
        }
        validate_asset(&asset).map_err(damaged)?;
        Ok(asset)
    }
}

#[cfg(test)]
#[path = "format_tests.rs"]
mod tests;
