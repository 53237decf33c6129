//! A body's conforming mesh, made anew on finer lattices until it is near its surface or has as many tets as it may.

use super::Options;
use super::bits::Grid;
use super::dilate::Dilated;
use super::field::{Work, part};
use super::input::{Input, InputBody};
use super::lattice_cage::Part;
use super::make::{Made, cage_of};
use super::quality::{Place, Quality, farthest, missed, missed_places};
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

/// Where the finest lattice misses its surface, the boundary is moved by these shares of the tolerance, a round each,
const OFFSETS: [f64; 3] = [0.45, 0.6, 0.75];
/// in so many tries at most,
const TRIES: usize = 4;
/// or by this much of the spacing where that is less: a ball of √5/4 of the spacing holds a vertex of the lattice.
const COVER: f64 = 0.6;
/// A mesh that is nearer than this share of the tolerance is surely near between the places that are asked for, too.
const SURE: f64 = 0.95;
/// Places count as missed from this share of the tolerance on, as they lie apart.
const SEEN: f64 = 0.8;
/// Offsets become this much of what they were where they give too much volume.
const THINNER: f64 = 0.6;
/// A lattice of more than this many times the tolerance would not see the offsets.
const COARSEST: f64 = 2.0;

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
    /// A body's share of the tets is that of its area, of all or, where those before it left more, of what is left. They `made` some.
    pub fn new(input: &Input, number: usize, made: usize, options: &Options) -> Self {
        let area = |from: usize| {
            input.bodies[from..]
                .iter()
                .map(|body| body.area)
                .sum::<f64>()
        };
        let [of_all, of_rest] = [0, number].map(|from| input.bodies[number].area / area(from));
        let share = |tets: usize| {
            let left = tets.saturating_sub(made) as f64;
            (tets as f64 * of_all).max(left * of_rest)
        };
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
#[derive(Clone, Copy)]
struct Judged {
    /// In one piece as the body is, without specks, and its volume right to `RESOLVED`.
    is_resolved: bool,
    /// Worth having: in one piece, and not short of `LOST`.
    is_usable: bool,
    /// The larger of both distances [length unit].
    distance: f64,
    /// Of the volume, relative; below zero where the mesh has less.
    error: f64,
}

impl Judged {
    /// Whether it is to be preferred: resolved first, then by how many times it misses the distance or the volume.
    fn is_better(&self, other: &Self, goal: &Goal) -> bool {
        let miss = |j: &Self| (j.distance / goal.distance).max(j.error.abs() / NEAR_VOLUME);
        (self.is_resolved, -miss(self)) > (other.is_resolved, -miss(other))
    }
}

/// A mesh that was made.
struct Tried {
    made: Made,
    judged: Judged,
    put_back: usize,
}

impl Tried {
    fn is_surely_near(&self, goal: &Goal) -> bool {
        self.made.is_near && self.judged.distance <= SURE * goal.distance
    }
}

/// The best mesh so far, and the one of the finest lattice where that is another.
#[derive(Default)]
struct Best {
    kept: Option<Tried>,
    finest: Option<Tried>,
}

impl Best {
    fn take(&mut self, tried: Tried, goal: &Goal) {
        let is_better = |kept: &Tried| tried.judged.is_better(&kept.judged, goal);
        self.finest = None;
        match tried.judged.is_usable && self.kept.as_ref().is_none_or(is_better) {
            true => self.kept = Some(tried),
            false => self.finest = Some(tried),
        }
    }

    fn last(&self) -> Option<&Tried> {
        self.finest.as_ref().or(self.kept.as_ref())
    }
}

/// Stuffs a body, on finer lattices until it is near its surface, and then with its boundary moved where the finest lattice misses it.
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
    let mut best = Best::default();
    let to_refine = part(work, 0.0, 0.6);
    refine(body, input, spacing, goal, &to_refine, &mut best)?;
    let is_near = best.kept.as_ref().is_some_and(|t| t.is_surely_near(goal));
    if goal.until_near && !is_near {
        offset(body, input, goal, &part(work, 0.6, 0.97), &mut best)?;
    }
    if let Some(tried) = best.kept {
        report.put_back += tried.put_back;
        return Ok(tried.made);
    }
    drop(best);
    let to_make = part(work, 0.97, 1.0);
    let made = cage_of(body, input, spacing, &to_make, &mut report.cage)?;
    Ok(Made {
        is_unresolved: true,
        ..made
    })
}

/// Makes a body on finer lattices. It is not refined to lattices whose box has far more cells than the body may have tets: they would
/// take memory for bodies that fill next to nothing of their box.
fn refine(
    body: &InputBody,
    input: &Input,
    mut spacing: f64,
    goal: &Goal,
    work: &Work,
    best: &mut Best,
) -> Result<()> {
    let plain = Dilated::new(&body.solid);
    for round in 0..ROUNDS {
        let work = Work {
            progress: work.progress.round(round as i32),
            ..*work
        };
        let worth = |grid: &Grid| round == 0 || is_worth(grid, goal.most[0]);
        let grid = stuffing_grid(body, input.middle, spacing, 0.0);
        let found = grid.map(|grid| worth(&grid).then(|| stuffed(body, &plain, grid, goal, &work)));
        let tried = match found.and_then(Option::transpose) {
            Ok(Some(tried)) => tried,
            Err(error) if round == 0 || error.status != Status::Capacity => return Err(error),
            _ => break, // finer than can be tried
        };
        let judged = &tried.judged;
        let is_done = tried.made.is_near || (judged.is_resolved && !goal.until_near);
        let tets = tried.made.part.tets.len() as f64;
        let most = goal.most[usize::from(judged.is_resolved)];
        if round > 0 && tets > OVER * most {
            // The guess was bad: a coarser one once more.
            spacing *= (tets / most).powf(1.0 / POWER);
            continue;
        }
        let tets = tets.max(expected(body, spacing));
        let factor = finer(judged, goal).max((tets / most).powf(1.0 / POWER));
        best.take(tried, goal);
        if is_done || factor > 0.95 {
            break;
        }
        spacing *= factor;
    }
    Ok(())
}

/// Makes the mesh of the finest lattice again with the boundary moved where the surface was missed, then everywhere or less where the
/// volume is not right. What makes it worse is taken back, and tried once more without what is made thinner.
fn offset(
    body: &InputBody,
    input: &Input,
    goal: &Goal,
    work: &Work,
    best: &mut Best,
) -> Result<()> {
    let limit = SEEN * goal.distance;
    let Some(last) = best.last().filter(|last| can_be_seen(last, body, goal)) else {
        return Ok(());
    };
    let (mut now, spacing) = (last.judged, last.made.spacing);
    let places = |of: &Part, limit, work| missed_places(of, body, [spacing, limit], &work);
    let mut missed: Vec<Place> = places(&last.made.part, limit, part(work, 0.0, 0.1))?;
    let (mut dilated, mut share) = (Dilated::new(&body.solid), 0);
    for round in 0..TRIES {
        let work = step(&part(work, 0.1, 1.0), round, TRIES);
        let before = dilated.clone();
        let most = |of_goal: f64| (of_goal * goal.distance).min(COVER * spacing);
        if !missed.is_empty() {
            let by = most(OFFSETS[share.min(OFFSETS.len() - 1)]);
            dilated.add(&missed, by, spacing, body);
        } else if now.error < -NEAR_VOLUME {
            let by = (-now.error * body.volume / body.area).min(most(OFFSETS[0]));
            let all = places(&Part::default(), 0.0, part(&work, 0.0, 0.2))?;
            dilated.add(&all, by, spacing, body);
        } else if now.error > NEAR_VOLUME && round > 0 {
            dilated.scale(THINNER);
        } else {
            break;
        }
        let to_stuff = part(&work, 0.2, 0.8);
        let grid = stuffing_grid(body, input.middle, spacing, dilated.reach());
        let tried = match grid.and_then(|grid| stuffed(body, &dilated, grid, goal, &to_stuff)) {
            Err(error) if error.status == Status::Capacity => break,
            tried => tried?,
        };
        if tried.made.part.tets.len() as f64 > OVER * goal.most[0] {
            break;
        }
        if tried.judged.is_better(&now, goal) {
            share += 1;
            now = tried.judged;
            missed = places(&tried.made.part, limit, part(&work, 0.8, 1.0))?;
            let is_done = tried.is_surely_near(goal);
            best.take(tried, goal);
            if is_done {
                break;
            }
        } else {
            dilated = before;
            let count = missed.len();
            missed.retain(|place| !place.is_filled);
            if missed.is_empty() || missed.len() == count {
                break;
            }
        }
    }
    Ok(())
}

/// Whether the lattice of a mesh is fine enough to see offsets within the tolerance. A sheet that no vertex of it is in, made that much
/// thicker, would be another body.
fn can_be_seen(tried: &Tried, body: &InputBody, goal: &Goal) -> bool {
    let thicker = OFFSETS[0] * goal.distance * body.area;
    let is_too_thin = tried.made.part.tets.is_empty() && thicker > LOST * body.volume;
    tried.made.spacing <= COARSEST * goal.distance && !is_too_thin
}

fn step<'a>(work: &Work<'a>, number: usize, of: usize) -> Work<'a> {
    let [from, to] = [number, number + 1].map(|n| n as f32 / of as f32);
    part(work, from, to)
}

/// The factor to the spacing that may bring a mesh near its surface: distances are of the order of the spacing, the volume's error of its
/// square.
fn finer(judged: &Judged, goal: &Goal) -> f64 {
    if !judged.is_resolved {
        return FINER[0];
    }
    let by_distance = AIM * goal.distance / judged.distance;
    let by_volume = (AIM * NEAR_VOLUME / judged.error.abs()).sqrt();
    by_distance.min(by_volume).clamp(FINER[0], FINER[1])
}

fn stuffed(
    body: &InputBody,
    dilated: &Dilated,
    grid: Grid,
    goal: &Goal,
    work: &Work,
) -> Result<Tried> {
    let spacing = grid.spacing;
    let stuffing = Stuffing::new(dilated, grid, &self::part(work, 0.0, 0.4))?;
    let (mut part, put_back) = stuffing.mesh(&work.progress.part(0.4, 0.55))?;
    let dropped_tets = drop_specks(&mut part, body.components.len());
    let is_whole = piece_volumes(&part).1.len() <= body.components.len() && !part.tets.is_empty();
    let volume = stuffing.volume(body, &self::part(work, 0.55, 0.6))?;
    let error = Quality::of(&part).volume / volume - 1.0;
    let is_resolved = is_whole && error.abs() <= RESOLVED && dropped_tets == 0;
    let is_usable = is_whole && error.abs() <= LOST;
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
        moved: dilated.most(),
        is_near: is_resolved && distance <= goal.distance && error.abs() <= NEAR_VOLUME,
    };
    let judged = Judged {
        is_resolved,
        is_usable,
        distance,
        error,
    };
    Ok(Tried {
        made,
        judged,
        put_back,
    })
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
