//! Files of cooked shells; see `format.rs`.

use super::MAX_VERTICES;
use super::cooked::{MAX_SHELL_TRIANGLES, ShellAsset};
use super::format::{Sink, damaged, framed, nothing_left, put, read_point, unframed};
use super::hash::WordHash;
use super::joints::topology;
use super::validate::{Found, all, below, finite, length, maps_are_inverse, positive, require};
use pliant_geometry::error::Result;

pub(super) const SHELL_MAGIC: [u8; 8] = *b"PLIANTSH";

fn put_shell(s: &ShellAsset, sink: &mut impl Sink) {
    put(sink, &s.rest_positions);
    put(sink, &s.triangles);
    put(sink, &s.triangle_areas);
    put(sink, &s.vertex_areas);
    put(sink, &s.edges);
    put(sink, &s.edge_lengths);
    put(sink, &s.hinges);
    put(sink, &s.hinge_turns);
    put(sink, &s.user_from_internal);
    put(sink, &s.internal_from_user);
    put(sink, &s.colour_starts);
    sink.words(&s.centroid.map(f32::to_bits));
}

impl ShellAsset {
    /// The hash of all fields but `content_hash`.
    pub fn hash(&self) -> u64 {
        let mut hash = WordHash::new();
        put_shell(self, &mut hash);
        hash.finish()
    }

    /// The shell as bytes for [`ShellAsset::from_bytes`], the same on all machines.
    pub fn to_bytes(&self) -> Vec<u8> {
        framed(SHELL_MAGIC, self.hash(), |bytes| put_shell(self, bytes))
    }

    /// Reads bytes of [`ShellAsset::to_bytes`]. Untrusted bytes give an error or a shell with all indices in range,
    /// finite numbers, and the right edges, hinges and colours.
    ///
    /// # Errors
    /// `Format` (damaged), `Version` (of another version).
    pub fn from_bytes(bytes: &[u8]) -> Result<ShellAsset> {
        let (mut s, content_hash) = unframed(bytes, SHELL_MAGIC, "cooked shell")?;
        let shell = ShellAsset {
            rest_positions: s.array("rest_positions")?,
            triangles: s.array("triangles")?,
            triangle_areas: s.array("triangle_areas")?,
            vertex_areas: s.array("vertex_areas")?,
            edges: s.array("edges")?,
            edge_lengths: s.array("edge_lengths")?,
            hinges: s.array("hinges")?,
            hinge_turns: s.array("hinge_turns")?,
            user_from_internal: s.array("user_from_internal")?,
            internal_from_user: s.array("internal_from_user")?,
            colour_starts: s.array("colour_starts")?,
            centroid: read_point(&mut s)?,
            content_hash,
        };
        nothing_left(&s)?;
        validate_shell(&shell).map_err(damaged)?;
        Ok(shell)
    }
}

pub fn validate_shell(s: &ShellAsset) -> Found {
    let (vertices, triangles) = (s.rest_positions.len(), s.triangles.len());
    require((1..=MAX_VERTICES).contains(&vertices), || {
        format!("{vertices} vertices")
    })?;
    let few = (1..=MAX_SHELL_TRIANGLES).contains(&triangles);
    require(few, || format!("{triangles} triangles"))?;
    length("triangle_areas", &s.triangle_areas, triangles)?;
    length("vertex_areas", &s.vertex_areas, vertices)?;
    length("edge_lengths", &s.edge_lengths, s.edges.len())?;
    length("hinge_turns", &s.hinge_turns, s.hinges.len())?;
    length("user_from_internal", &s.user_from_internal, vertices)?;
    finite("rest_positions", s.rest_positions.as_flattened())?;
    finite("centroid", &s.centroid)?;
    positive("triangle_areas", &s.triangle_areas)?;
    positive("vertex_areas", &s.vertex_areas)?;
    positive("edge_lengths", &s.edge_lengths)?;
    // Cosine and sine are rounded to f32.
    let turns: Vec<f32> = s.hinge_turns.iter().map(|[c, s]| c * c + s * s).collect();
    all("hinge_turns squared", &turns, "1", |t| {
        (t - 1.0).abs() < 1e-6
    })?;
    below("triangles", s.triangles.as_flattened(), vertices)?;
    let named_twice = s
        .triangles
        .iter()
        .position(|[a, b, c]| a == b || b == c || c == a);
    require(named_twice.is_none(), || {
        "a triangle names a vertex twice".into()
    })?;
    let (edges, hinges) = topology(&s.triangles).map_err(|e| e.message)?;
    require(s.edges == edges, || {
        "edges are not those of the triangles".into()
    })?;
    require(s.hinges == hinges, || {
        "hinges are not those of the triangles".into()
    })?;
    maps_are_inverse(&s.user_from_internal, &s.internal_from_user)?;
    let starts = &s.colour_starts;
    let whole = starts.first() == Some(&0) && starts.last() == Some(&(vertices as u32));
    let rises = starts.is_sorted_by(|a, b| a < b);
    require(whole && rises, || {
        format!("colour_starts does not rise from 0 to {vertices}")
    })?;
    let colour = |v: u32| starts.partition_point(|start| *start <= v);
    let differ = |vertices: &[u32]| {
        (1..vertices.len()).all(|i| {
            vertices[..i]
                .iter()
                .all(|w| colour(*w) != colour(vertices[i]))
        })
    };
    let differ =
        s.triangles.iter().all(|t| differ(t)) && s.hinges.iter().all(|h| h[2] == h[3] || differ(h));
    require(differ, || {
        "two vertices of a triangle or a hinge have one colour".into()
    })
}
