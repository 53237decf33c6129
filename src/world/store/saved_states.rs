//! Reports, channels and kept rows of bodies, for snapshots.

use super::Store;
use super::kept_rows::kept_entries;
use super::report::point;
use crate::error::{Error, Result, Status};
use crate::gpu::buffer::Buffer;
use crate::gpu::readback::{self, Piece};
use crate::ids::PliantBodyId;
use crate::share::{
    CELL_FARTHEST, REPORT_BOUNDS_CELL, REPORT_CELL, REPORT_HIGH, REPORT_IMPACT,
    REPORT_IMPACT_WORDS, REPORT_LOW, REPORT_PRESSURE, REPORT_SPEED, REPORT_STATUS, REPORT_VOLUME,
    REPORT_WORDS,
};
use crate::state::KEPT;
use crate::world::scene::{Body, Scene};

pub type Report = [u32; REPORT_WORDS as usize];
/// Names and bytes of the kept channels and rows of one body.
pub type Rows = Vec<(String, Vec<u8>)>;

/// A body's report and rows.
pub type BodyState = (Report, Rows);

impl Store {
    /// Reports and rows of all bodies, in body order, in one download. It fits the largest buffer: the state buffer is
    /// larger and fits too.
    pub fn body_states(&self, scene: &Scene) -> Result<Vec<BodyState>> {
        let (state, rows) = (&self.state, self.state.vertex_ranges.end());
        let report = 4 * REPORT_WORDS as usize;
        let piece = |source: &Buffer, (offset, length)| Piece {
            key: (0, 0),
            source: source.clone(),
            offset,
            length,
        };
        let vertices = &state.vertices;
        let reports = report as u64 * u64::from(state.body_ranges.end());
        let mut pieces = vec![piece(&state.report.buffer, (0, reports))];
        let kept = KEPT.map(|channel| vertices.place(channel, 0, rows));
        pieces.extend(kept.map(|place| piece(&vertices.buffer, place)));
        let own = vertices.kept_place(0, state.kept_ranges.end());
        pieces.push(piece(&vertices.buffer, own));
        let all = readback::download(&self.context, &pieces)?;
        let part = |piece: usize, first: usize, bytes: usize| {
            let rows = all.get(piece).and_then(|all| all.get(first..first + bytes));
            rows.ok_or_else(|| Error::new(Status::Internal, "a download was cut short"))
        };
        let state_of = |(_, body): (PliantBodyId, &Body)| {
            let words: Vec<u32> =
                bytemuck::pod_collect_to_vec(part(0, report * body.index as usize, report)?);
            let vertices = body.vertices();
            let (first, bytes) = (16 * vertices.start as usize, 16 * vertices.len());
            let rows = (1..).zip(KEPT).map(|(piece, channel)| {
                let rows = part(piece, first, bytes)?.to_vec();
                Ok((channel.name.to_owned(), rows))
            });
            let own = kept_entries(body).into_iter().map(|(kept, (first, rows))| {
                let first = 16 * (body.kept.0 + first) as usize;
                let rows = part(KEPT.len() + 1, first, 16 * rows as usize)?.to_vec();
                Ok((kept.name.to_owned(), rows))
            });
            let rows: Rows = rows.chain(own).collect::<Result<_>>()?;
            let cut = |_| Error::new(Status::Internal, "a report was cut short");
            Ok((Report::try_from(words).map_err(cut)?, rows))
        };
        scene.bodies().map(state_of).collect()
    }

    /// Writes the state of a body that is restored. Fails if it is not one that a step could have left.
    pub fn write_body_state(&self, body: &Body, (report, state): (&[u32], &Rows)) -> Result<()> {
        let count = body.asset.rest_positions.len();
        let rows = KEPT.map(|channel| rows_of(state, channel.name, count));
        let report: Option<Report> = report.try_into().ok();
        let report = report
            .filter(is_report)
            .ok_or_else(|| damaged("a body's report is out of range"))?;
        let (context, vertices) = (&self.context, &self.state.vertices);
        for (channel, rows) in KEPT.into_iter().zip(rows) {
            vertices.write(context, channel, body.first_vertex, &rows?)?;
        }
        for (kept, (at, rows)) in kept_entries(body) {
            let rows = rows_of(state, kept.name, rows as usize)?;
            vertices.write_kept(context, body.kept.0 + at, &rows)?;
        }
        self.state.report.write(context, body.index, &[report])
    }
}

/// Says why a snapshot cannot be restored.
pub fn damaged(why: impl std::fmt::Display) -> Error {
    Error::new(
        Status::Format,
        format!("the snapshot cannot be restored: {why}"),
    )
}

/// The rows of one channel or kept entry of a body, which has this many of them.
fn rows_of(state: &Rows, name: &str, count: usize) -> Result<Vec<[f32; 4]>> {
    let found = state.iter().find(|(other, _)| other == name);
    let bytes = found.map_or(&[][..], |(_, bytes)| bytes);
    let fits = bytes.len() == 16 * count;
    let rows: Vec<[f32; 4]> = if fits {
        bytemuck::pod_collect_to_vec(bytes)
    } else {
        Vec::new()
    };
    if !fits || !rows.as_flattened().iter().all(|v| v.is_finite()) {
        let why = format!("the {name} of a body is incomplete or not finite");
        return Err(damaged(why));
    }
    Ok(rows)
}

/// Whether these words are a valid report: finite bounds and impact, known status.
fn is_report(words: &Report) -> bool {
    let bound = |first: u32| point(&words[first as usize..]);
    let bounds = [bound(REPORT_LOW), bound(REPORT_HIGH)];
    let mut impact = words[REPORT_IMPACT as usize..][..REPORT_IMPACT_WORDS as usize - 1].iter();
    let speed = f32::from_bits(words[REPORT_SPEED as usize]);
    words[REPORT_STATUS as usize] <= 1
        && (0.0..f32::INFINITY).contains(&speed)
        && [REPORT_PRESSURE, REPORT_VOLUME]
            .iter()
            .all(|word| f32::from_bits(words[*word as usize]).is_finite())
        && words[REPORT_CELL as usize..][..6]
            .iter()
            .all(|c| (*c as i32).unsigned_abs() <= CELL_FARTHEST as u32)
        && words[REPORT_CELL as usize..][..3] == words[REPORT_BOUNDS_CELL as usize..][..3]
        && bounds.as_flattened().iter().all(|b| b.is_finite())
        && impact.all(|word| f32::from_bits(*word).is_finite())
}
