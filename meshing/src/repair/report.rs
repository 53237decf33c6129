//! What repair found and did, as counts and as sentences.

use super::{Kind, Repaired};
use pliant_geometry::error::{counted, measured};
use std::fmt;

/// Counts things of one kind and remembers the lowest index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many.
    pub count: usize,
    /// The index of the first.
    pub first: Option<usize>,
}

impl Tally {
    /// Counts one more.
    pub fn add(&mut self, index: usize) {
        self.count += 1;
        self.first = Some(self.first.map_or(index, |first| first.min(index)));
    }

    /// The count and its sentence; `#` becomes the first index.
    fn say(&self, text: &str) -> (usize, String) {
        (
            self.count,
            text.replace('#', &self.first.unwrap_or_default().to_string()),
        )
    }
}

/// Counts of a surface.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Topology {
    /// Vertices used by triangles.
    pub vertices: usize,
    /// Edges.
    pub edges: usize,
    /// Triangles.
    pub triangles: usize,
    /// Pieces that share no vertices.
    pub parts: usize,
    /// Edges of only one triangle.
    pub boundary_edges: usize,
    /// Edges of three or more triangles.
    pub non_manifold_edges: usize,
}

impl Topology {
    /// Vertices − edges + triangles.
    pub fn euler(&self) -> i64 {
        self.vertices as i64 - self.edges as i64 + self.triangles as i64
    }
}

/// What repair found and did. Indices refer to the given surface, or, "as welded", to the surface after welding.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RepairReport {
    /// Vertices and triangles as given.
    pub given: [usize; 2],
    /// Vertices that no triangle uses, dropped.
    pub unreferenced: Tally,
    /// Vertices welded to another one at the same position.
    pub welded_exactly: usize,
    /// Vertices on open edges welded to another one within the radius.
    pub welded_nearly: usize,
    /// The largest distance over which vertices on open edges were welded [length unit].
    pub weld_radius: f64,
    /// Triangles with two equal corners, dropped.
    pub degenerate: Tally,
    /// Duplicate triangles, dropped; first as welded.
    pub duplicate: Tally,
    /// Back sides of sheets drawn from both sides, dropped; first as welded.
    pub two_sided: Tally,
    /// Triangles without area, replaced by a vertex on the neighbour's edge; first as welded.
    pub flat: Tally,
    /// The surface after welding, without degenerate and duplicate triangles.
    pub welded: Topology,
    /// Edges of three or more triangles that were cut into sheets; first triangle of the first edge, as welded.
    pub cut_edges: Tally,
    /// Edges cut because the sheet has only one side, like a Möbius strip; first triangle as welded.
    pub one_sided: Tally,
    /// Vertices duplicated where several sheets met.
    pub split_vertices: usize,
    /// Triangle sides split in the middle to separate sheets along a cut whose ends are connected elsewhere.
    pub separated: usize,
    /// Triangles flipped to agree with most of their part; first as welded.
    pub flipped: Tally,
    /// Solid parts and assemblies that were inside out and were flipped; first part.
    pub inside_out: Tally,
    /// Loops of open edges before closing.
    pub loops: usize,
    /// Loops closed; part of the first one.
    pub closed_loops: Tally,
    /// Triangles added to close them.
    pub cap_triangles: usize,
    /// The largest missing share of a solid part's area [1].
    pub largest_opening: f64,
    /// Solid parts and assemblies that are cavities of others; first part.
    pub cavities: Tally,
    /// Solid parts; first part.
    pub solids: Tally,
    /// Open parts that enclose a volume together; first part.
    pub assembled: Tally,
    /// Number of volumes that these enclose.
    pub assemblies: usize,
    /// Open parts flipped to agree with the parts they touch; first part.
    pub parts_turned: Tally,
    /// Other shell parts; first part.
    pub shells: Tally,
}

impl RepairReport {
    pub(super) fn count_parts(&mut self, repaired: &Repaired) {
        self.assemblies = repaired.assemblies.len();
        for (p, part) in repaired.parts.iter().enumerate() {
            match part.kind {
                Kind::Solid => self.solids.add(p),
                Kind::Shell if part.assembly.is_some() => self.assembled.add(p),
                Kind::Shell => self.shells.add(p),
            }
        }
    }

    /// One sentence for each thing that was done.
    pub fn sentences(&self) -> Vec<String> {
        let all = self
            .of_vertices()
            .into_iter()
            .chain(self.of_triangles())
            .chain(self.of_parts());
        let happened = all.filter(|(count, _)| *count > 0);
        happened
            .map(|(count, text)| counted(count, &text))
            .collect()
    }

    fn of_vertices(&self) -> Vec<(usize, String)> {
        let radius = measured(self.weld_radius);
        let nearly = format!(
            "vert[ex|ices] on open edges w[as|ere] welded to another one at most {radius} length units away."
        );
        vec![
            (
                self.welded_exactly,
                "vert[ex|ices] had the same position as another vertex and w[as|ere] welded to it.".into(),
            ),
            (self.welded_nearly, nearly),
            self.unreferenced.say(
                "vert[ex|ices] w[as|ere] dropped, since no triangle uses [it|them] (first vertex #).",
            ),
        ]
    }

    fn of_triangles(&self) -> Vec<(usize, String)> {
        vec![
            self.degenerate
                .say("triangle[|s] w[as|ere] dropped, since two of [its|their] corners are the same (first triangle #)."),
            self.duplicate
                .say("duplicate triangle[ was|s were] dropped."),
            self.two_sided
                .say("triangle[ was|s were] dropped as the back side[|s] of [another one|others]."),
            self.flat
                .say("triangle[|s] had no area; [its middle vertex was|their middle vertices were] inserted into the neighbouring triangle[|s]."),
            self.cut_edges
                .say("edge[|s] had three or more triangles; the surface was cut apart there."),
            self.one_sided
                .say("edge[ was|s were] cut because the surface there has only one side, like a Möbius strip."),
            (
                self.split_vertices,
                "vert[ex was|ices were] duplicated where several sheets met.".into(),
            ),
            (
                self.separated,
                "triangle side[ was|s were] split in the middle to separate sheets along a cut."
                    .into(),
            ),
            self.flipped
                .say("triangle[ was|s were] flipped to face the same way as [its|their] neighbours."),
        ]
    }

    fn of_parts(&self) -> Vec<(usize, String)> {
        let closed = format!(
            "of {} [was|were] closed with {}; at most {:.1} % of the area of a solid part was missing.",
            counted(self.loops, "hole[|s]"),
            counted(self.cap_triangles, "triangle[|s]"),
            100.0 * self.largest_opening
        );
        // A single part needs no index.
        let first = match self.solids.count + self.shells.count {
            1 => "",
            _ => " (first part #)",
        };
        vec![
            self.inside_out.say(&format!(
                "part[ was|s were] inside out and w[as|ere] flipped{first}."
            )),
            (self.closed_loops.count, closed),
            self.cavities
                .say("part[ is a cavity inside another|s are cavities inside others] (first part #)."),
            self.solids
                .say(&format!("part[ encloses|s each enclose] a volume{first}.")),
            self.parts_turned
                .say("open part[ was|s were] flipped to face the same way as the parts that [it|they] touch[es|] (first part #)."),
            self.assembled.say(&format!(
                "open part[ encloses|s enclose] {} (first part #).",
                match self.assemblies {
                    1 if self.assembled.count == 1 => "a volume, except for its holes".into(),
                    1 => "a volume together, except for cracks and holes".into(),
                    n => format!("{n} volumes together, except for cracks and holes"),
                }
            )),
            self.shells.say(&format!(
                "part[ is treated as a sheet|s are treated as sheets] without volume{first}."
            )),
        ]
    }
}

impl fmt::Display for RepairReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "The surface has {} and {}.",
            counted(self.given[0], "vert[ex|ices]"),
            counted(self.given[1], "triangle[|s]")
        )?;
        self.sentences().iter().try_for_each(|s| write!(f, "\n{s}"))
    }
}
