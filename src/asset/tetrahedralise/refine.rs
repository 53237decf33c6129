//! A body's conforming mesh, made anew on finer lattices until it is near its surface or has as many tets as it may.

use super::Options;
use super::bits::Grid;
use super::field::{Work, part};
use super::input::{Input, InputBody};
use super::lattice_cage::Part;
use super::make::{Made, cage_of};
use super::quality::{Quality, farthest, missed};
use super::report::{Method, NEAR, NEAR_VOLUME, Report};
use super::spacing::{expected, is_worth, stuffing_grid};
use super::stuffing::Stuffing;
use super::union::Sets;
use crate::error::{Result, Status};

/// A speck that came loose is left out when it has less than this fraction of its body's volume.
const SPECK: f64 = 0.01;
/// A body is resolved when its volume is right to this fraction.
const RESOLVED: f64 = 0.1;
/// A body that lost more than this fraction of its volume is made a cage.
const LOST: f64 = 0.3;
/// How often a body is made.
const ROUNDS: u32 = 5;
/// A finer lattice has this fraction of the spacing, at least and at most.
const FINER: [f64; 2] = [0.5, 0.8];
/// What is aimed at, of the tolerance: the next distance is a guess.
const AIM: f64 = 0.85;
/// A mesh may have this many times the tets that are allowed.
const OVER: f64 = 1.15;
/// A number of tets grows with this power of the spacing, about.
const POWER: f64 = 2.3;

/// What a body is refined to.
pub struct Goal {
    /// Whether a resolved body is made finer at all: who names a spacing gets it.
    until_near: bool,
    /// Distance between boundary and surface [length unit].
    distance: f64,
    /// Most tets, of a mesh that is near its surface nowhere and of one that only lacks that.
    most: [f64; 2],
}

impl Goal {
    /// A body's share of the tets is that of its area.
    pub fn new(body: &InputBody, input: &Input, options: &Options) -> Self {
        let area: f64 = input.bodies.iter().map(|body| body.area).sum();
        let share = |tets: usize| tets as f64 * body.area / area;
        let until_near = options.spacing == 0.0;
        let most = match until_near {
            true => options.most_elements.max(options.elements),
            false => options.elements,
        };
        Self {
            until_near,
            distance: NEAR * input.diagonal,
            most: [share(most.max(2 * options.elements)), share(most)],
        }
    }
}

/// How good a mesh is.
struct Judged {
    /// In one piece as the body is, without specks, and its volume right to `RESOLVED`.
    is_resolved: bool,
    /// Worth having: in one piece, and not short of `LOST`.
    is_usable: bool,
    /// The larger of both distances [length unit].
    distance: f64,
    /// Of the volume, relative.
    error: f64,
}

impl Judged {
    /// Whether it is to be preferred: resolved first, then by how many times it misses the distance or the volume.
    fn is_better(&self, other: &Self, goal: &Goal) -> bool {
        let miss = |j: &Self| (j.distance / goal.distance).max(j.error / NEAR_VOLUME);
        (self.is_resolved, -miss(self)) > (other.is_resolved, -miss(other))
    }
}

/// Stuffs a body. It is not refined to lattices whose box has far more cells than the body may have tets: they would take memory for
/// bodies that fill next to nothing of their box.
///
/// # Errors
/// `Capacity`, `Cancelled`.
pub fn refined(
    body: &InputBody,
    input: &Input,
    spacing: f64,
    goal: &Goal,
    work: &Work,
    report: &mut Report,
) -> Result<Made> {
    let first_spacing = spacing;
    let mut spacing = spacing;
    let mut kept: Option<(Made, Judged, usize)> = None;
    for round in 0..ROUNDS {
        let work = Work {
            progress: work.progress.round(round as i32),
            ..*work
        };
        let worth = |grid: &Grid| round == 0 || is_worth(grid, goal.most[0]);
        let grid = stuffing_grid(body, input.middle, spacing);
        let found = grid.map(|grid| worth(&grid).then(|| stuffed(body, grid, goal, &work)));
        let (made, judged, put_back) = match found.and_then(Option::transpose) {
            Ok(Some(found)) => found,
            Err(error) if round == 0 || error.status != Status::Capacity => return Err(error),
            _ => break, // finer than can be tried
        };
        let is_done = made.is_near || (judged.is_resolved && !goal.until_near);
        let tets = made.part.tets.len() as f64;
        let most = goal.most[usize::from(judged.is_resolved)];
        if round > 0 && tets > OVER * most {
            // The guess was bad: a coarser one once more.
            spacing *= (tets / most).powf(1.0 / POWER);
            continue;
        }
        let factor = finer(&judged, goal);
        let is_better = |kept: &(Made, Judged, usize)| judged.is_better(&kept.1, goal);
        if judged.is_usable && kept.as_ref().is_none_or(is_better) {
            kept = Some((made, judged, put_back));
        }
        if is_done {
            break;
        }
        let tets = tets.max(expected(body, spacing));
        let factor = factor.max((tets / most).powf(1.0 / POWER));
        if factor > 0.95 {
            break;
        }
        spacing *= factor;
    }
    if let Some((made, _, put_back)) = kept {
        report.put_back += put_back;
        return Ok(made);
    }
    let left = 0.5_f32.powi(ROUNDS as i32);
    let work = part(work, 1.0 - left, 1.0);
    let made = cage_of(body, input, first_spacing, &work, &mut report.cage)?;
    Ok(Made {
        is_unresolved: true,
        ..made
    })
}

/// The factor to the spacing that may bring a mesh near its surface: distances are of the order of the spacing, the volume's error of its
/// square.
fn finer(judged: &Judged, goal: &Goal) -> f64 {
    if !judged.is_resolved {
        return FINER[0];
    }
    let by_distance = AIM * goal.distance / judged.distance;
    let by_volume = (AIM * NEAR_VOLUME / judged.error).sqrt();
    by_distance.min(by_volume).clamp(FINER[0], FINER[1])
}

fn stuffed(
    body: &InputBody,
    grid: Grid,
    goal: &Goal,
    work: &Work,
) -> Result<(Made, Judged, usize)> {
    let spacing = grid.spacing;
    let stuffing = Stuffing::new(&body.solid, grid, &self::part(work, 0.0, 0.4))?;
    let (mut part, put_back) = stuffing.mesh(&work.progress.part(0.4, 0.6))?;
    let dropped_tets = drop_specks(&mut part, body.components.len());
    let is_whole = piece_volumes(&part).1.len() <= body.components.len() && !part.tets.is_empty();
    // Parts that overlap are counted twice in the surface's volume, once in the mesh's.
    let volume = match body.components.len() {
        1 => body.volume,
        _ => stuffing.counted_volume(),
    };
    let error = (Quality::of(&part).volume / volume - 1.0).abs();
    let is_resolved = is_whole && error <= RESOLVED && dropped_tets == 0;
    let is_usable = is_whole && error <= LOST;
    let missed = match is_usable {
        true => missed(&part, body, spacing, &self::part(work, 0.6, 0.9))?,
        false => f64::INFINITY,
    };
    let distance = missed.max(farthest(&part, &body.solid, &self::part(work, 0.9, 1.0))?);
    let made = Made {
        part,
        method: Method::Conforming,
        is_unresolved: !is_resolved,
        dropped_tets,
        spacing,
        missed,
        is_near: is_resolved && distance <= goal.distance && error <= NEAR_VOLUME,
    };
    let judged = Judged {
        is_resolved,
        is_usable,
        distance,
        error,
    };
    Ok((made, judged, put_back))
}

/// The connected piece of each vertex, and the volume of each piece.
pub fn piece_volumes(part: &Part) -> (Vec<u32>, Vec<f64>) {
    let mut sets = Sets::new(part.positions.len());
    for [a, b, c, d] in &part.tets {
        [b, c, d].into_iter().for_each(|v| {
            sets.join(*a, *v);
        });
    }
    let (piece_of, count) = sets.number();
    let mut volumes = vec![0.0; count];
    for tet in &part.tets {
        let corners = tet.map(|v| part.positions[v as usize]);
        volumes[piece_of[tet[0] as usize] as usize] +=
            crate::asset::check::volume6(corners).0 / 6.0;
    }
    (piece_of, volumes)
}

/// Leaves out the smallest pieces while there are more than `expected` and they are specks; returns how many tets they had.
fn drop_specks(part: &mut Part, expected: usize) -> usize {
    let (piece_of, volumes) = piece_volumes(part);
    let whole: f64 = volumes.iter().sum();
    let mut order: Vec<usize> = (0..volumes.len()).collect();
    order.sort_by(|a, b| volumes[*b].total_cmp(&volumes[*a]).then(a.cmp(b)));
    let is_kept = |place: usize, piece: usize| place < expected || volumes[piece] >= SPECK * whole;
    let mut kept = vec![false; volumes.len()];
    order
        .iter()
        .enumerate()
        .for_each(|(place, piece)| kept[*piece] = is_kept(place, *piece));
    let before = part.tets.len();
    if kept.iter().all(|kept| *kept) {
        return 0;
    }
    part.tets
        .retain(|tet| kept[piece_of[tet[0] as usize] as usize]);
    let mut new_of = vec![u32::MAX; part.positions.len()];
    let mut positions = Vec::new();
    for (v, p) in part
        .positions
        .iter()
        .enumerate()
        .filter(|(v, _)| kept[piece_of[*v] as usize])
    {
        new_of[v] = positions.len() as u32;
        positions.push(*p);
    }
    part.tets
        .iter_mut()
        .for_each(|tet| *tet = tet.map(|v| new_of[v as usize]));
    part.positions = positions;
    before - part.tets.len()
}
