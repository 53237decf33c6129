//! Edits that only the GPU can apply, because only it knows the vertices: masses, anchors and impulses.
//!
//! They run in rounds. A round first applies masses and anchors in parallel, then at most one impulse per body, also in
//! parallel. An edit that follows an impulse on the same body waits for the next round, so each body sees its edits in
//! order.

use crate::ids::PliantFrameId;
use crate::share::{self, Command};
use glam::DVec3;
use std::collections::BTreeMap;
use std::ops::Range;

/// What a vertex command does; the numbers are those of kernel/edit.wgsl.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum VertexChange {
    /// Sets the inverse mass [1/kg].
    Mass(f32),
    /// Anchors the vertex at this point of its frame.
    Anchor(DVec3),
    Capture,
}

const VERTICES_A_GROUP: u32 = 64;

/// Commands pending for the next submission.
#[derive(Default)]
pub struct Commands {
    rounds: Vec<Round>,
    /// Number of impulses per body: the round of its next change.
    pushes: BTreeMap<u32, usize>,
    rows: usize,
}

#[derive(Default)]
struct Round {
    /// Key: vertex, and whether it is a mass. The last change of each key counts.
    vertices: BTreeMap<(u32, bool), VertexEdit>,
    /// Two commands each; see kernel/edit.wgsl.
    impulses: Vec<[Command; 2]>,
}

/// A change of a vertex of the body in a slot.
#[derive(Clone, Copy)]
struct VertexEdit {
    body: u32,
    change: VertexChange,
    /// What an anchor holds it to.
    frame: Option<PliantFrameId>,
}

impl Commands {
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// Number of pending rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Drops what is pending for the body in this slot and its vertices.
    pub fn forget(&mut self, body: u32, vertices: Range<u32>) {
        self.pushes.remove(&body);
        for round in &mut self.rounds {
            round.vertices.retain(|(v, _), _| !vertices.contains(v));
            round.impulses.retain(|rows| rows[0].body != body);
        }
        let rows = |round: &Round| round.vertices.len() + 2 * round.impulses.len();
        self.rows = self.rounds.iter().map(rows).sum();
    }

    /// Whether an anchor is pending for one of these vertices.
    pub fn anchors(&self, vertices: Range<u32>) -> bool {
        let (first, end) = ((vertices.start, false), (vertices.end, false));
        let mut waiting = self
            .rounds
            .iter()
            .flat_map(|r| r.vertices.range(first..end));
        waiting.any(|((_, is_mass), _)| !is_mass)
    }

    fn round_of(&mut self, body: u32) -> &mut Round {
        let round = self.pushes.get(&body).copied().unwrap_or(0);
        while self.rounds.len() <= round {
            self.rounds.push(Round::default());
        }
        &mut self.rounds[round]
    }

    /// Queues a change of a vertex of the body in this slot. An anchor holds it to `frame`.
    pub fn change(
        &mut self,
        body: u32,
        vertex: u32,
        change: VertexChange,
        frame: Option<PliantFrameId>,
    ) {
        let key = (vertex, matches!(change, VertexChange::Mass(_)));
        let round = self.round_of(body);
        let edit = VertexEdit {
            body,
            change,
            frame,
        };
        if round.vertices.insert(key, edit).is_none() {
            self.rows += 1;
        }
    }

    /// Queues an impulse on the body in this slot, at a world point or at its centre.
    pub fn push(&mut self, body: u32, impulse: [f32; 3], point: Option<[f64; 3]>) {
        let push = Command {
            vector: impulse,
            value: if point.is_some() { 1.0 } else { 0.0 },
            body,
            ..Command::default()
        };
        let rows = [push, at(DVec3::from(point.unwrap_or_default()))];
        self.round_of(body).impulses.push(rows);
        *self.pushes.entry(body).or_default() += 1;
        self.rows += 2;
    }

    /// All rows and their dispatches, each with at most `most` workgroups.
    pub fn pack(
        &self,
        most: u32,
        frame_of: impl Fn(Option<PliantFrameId>) -> u32,
    ) -> (Vec<Command>, Vec<Launch>) {
        let (mut rows, mut launches) = (Vec::with_capacity(self.rows), Vec::new());
        for round in &self.rounds {
            let first = rows.len() as u32;
            let all = round.vertices.iter();
            rows.extend(all.map(|((vertex, _), edit)| vertex_row(*vertex, edit, &frame_of)));
            let count = rows.len() as u32 - first;
            let wide = most.saturating_mul(VERTICES_A_GROUP);
            launches.extend(pieces(count, wide).map(|(from, count)| Launch {
                entry: "edit_vertices",
                work: [first + from, count],
                workgroups: count.div_ceil(VERTICES_A_GROUP),
            }));
            let first = rows.len() as u32;
            rows.extend(round.impulses.iter().flatten());
            let count = round.impulses.len() as u32;
            launches.extend(pieces(count, most).map(|(from, count)| Launch {
                entry: "edit_impulse",
                work: [first + 2 * from, count],
                workgroups: count,
            }));
        }
        (rows, launches)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Launch {
    pub entry: &'static str,
    pub work: [u32; 2],
    pub workgroups: u32,
}

fn vertex_row(
    vertex: u32,
    edit: &VertexEdit,
    frame_of: impl Fn(Option<PliantFrameId>) -> u32,
) -> Command {
    let (row, value, kind) = match edit.change {
        VertexChange::Mass(inverse) => (Command::default(), inverse, 0),
        VertexChange::Anchor(point) if edit.frame.is_none() => (at(point), 0.0, 1),
        VertexChange::Anchor(point) => {
            let vector = point.as_vec3().to_array();
            let row = Command {
                vector,
                ..Command::default()
            };
            (row, 0.0, 1)
        }
        VertexChange::Capture => (Command::default(), 0.0, 2),
    };
    Command {
        value,
        vertex,
        frame: frame_of(edit.frame),
        body: edit.body,
        kind,
        ..row
    }
}

/// A row with a point of the world.
fn at(point: DVec3) -> Command {
    let ([x, y, z], vector) = share::placed(point);
    Command {
        vector,
        cell: [x, y, z, 0],
        ..Command::default()
    }
}

/// Splits `count` into pieces of at most `most`: first and length of each.
fn pieces(count: u32, most: u32) -> impl Iterator<Item = (u32, u32)> {
    let starts = (0..count).step_by(most as usize);
    starts.map(move |first| (first, most.min(count - first)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packed(commands: &Commands, most: u32) -> Vec<(&'static str, u32, u32, u32)> {
        let (rows, launches) = commands.pack(most, |_| 0);
        let end = launches.last().map_or(0, |l| match l.entry {
            "edit_impulse" => l.work[0] + 2 * l.work[1],
            _ => l.work[0] + l.work[1],
        });
        assert_eq!(rows.len() as u32, end);
        let short = |l: &Launch| (l.entry, l.work[0], l.work[1], l.workgroups);
        launches.iter().map(short).collect()
    }

    #[test]
    fn each_body_sees_its_changes_in_order_in_as_few_dispatches_as_that_allows() {
        let mut commands = Commands::default();
        for body in 0..3 {
            commands.change(body, 10 * body, VertexChange::Mass(1.0), None);
            commands.change(body, 10 * body, VertexChange::Mass(2.0), None);
            commands.change(body, 10 * body, VertexChange::Capture, None);
            commands.push(body, [1.0; 3], None);
        }
        commands.push(1, [2.0; 3], None);
        commands.change(1, 10, VertexChange::Mass(3.0), None);
        let expected = [
            ("edit_vertices", 0, 6, 1),
            ("edit_impulse", 6, 3, 3),
            ("edit_impulse", 12, 1, 1),
            ("edit_vertices", 14, 1, 1),
        ];
        assert_eq!(packed(&commands, 65535), expected);
        let (rows, _) = commands.pack(65535, |_| 0);
        let masses = [0, 2, 4].map(|row: usize| rows[row + 1].value);
        assert_eq!(masses, [2.0; 3], "the last mass counts");
        assert_eq!(rows[14].value, 3.0);
        commands.clear();
        assert!(commands.is_empty() && packed(&commands, 65535).is_empty());
    }

    #[test]
    fn a_body_is_forgotten_and_the_others_are_not() {
        let (mut all, mut others) = (Commands::default(), Commands::default());
        let fill = |commands: &mut Commands, bodies: &[u32]| {
            for round in 0..3_u8 {
                for body in bodies {
                    let change = VertexChange::Mass(f32::from(round));
                    commands.change(*body, 10 * body, change, None);
                    commands.change(*body, 10 * body + 9, VertexChange::Capture, None);
                    commands.push(*body, [f32::from(round); 3], None);
                }
            }
        };
        fill(&mut all, &[0, 1, 2]);
        fill(&mut others, &[0, 2]);
        assert!(all.anchors(10..20) && !all.anchors(11..19) && !all.anchors(30..40));
        all.forget(1, 10..20);
        assert!(!all.anchors(10..20));
        assert_eq!(all.pack(65535, |_| 0), others.pack(65535, |_| 0));
        // The next owner of the slot starts at the first round.
        for commands in [&mut all, &mut others] {
            fill(commands, &[1]);
        }
        assert_eq!(all.pack(65535, |_| 0), others.pack(65535, |_| 0));
        (0..3).for_each(|body| all.forget(body, 10 * body..10 * body + 10));
        assert!(all.is_empty() && packed(&all, 65535).is_empty());
    }

    #[test]
    fn no_dispatch_passes_the_limit_and_nothing_is_left_out() {
        let mut commands = Commands::default();
        for vertex in 0..1000 {
            commands.change(0, vertex, VertexChange::Mass(0.0), None);
        }
        (0..7).for_each(|body| commands.push(body, [0.0; 3], None));
        let launches = packed(&commands, 5);
        assert!(launches.iter().all(|(.., groups)| *groups <= 5));
        let expected = [
            ("edit_vertices", 0, 320, 5),
            ("edit_vertices", 320, 320, 5),
            ("edit_vertices", 640, 320, 5),
            ("edit_vertices", 960, 40, 1),
            ("edit_impulse", 1000, 5, 5),
            ("edit_impulse", 1010, 2, 2),
        ];
        assert_eq!(launches, expected);
    }
}
