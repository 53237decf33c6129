//! The volume inside a surface whose parts may overlap, and the area of that volume's boundary.
//!
//! The divergence theorem counts overlaps several times, so lines along the axes are followed through the surface. A
//! line passes through a point of the surface, sampled uniformly by projected area. A line with k crossings is k times
//! as likely, so its lengths are divided by k. The volume with multiplicity, known from the divergence theorem, is a
//! control variate (Owen 2013, "Monte Carlo theory, methods and examples", 8.9), so only overlaps have an error.
//!
//! Inside an open surface the winding number is at least 1/2. Lines through two of its holes would cross nothing, so
//! points of a lattice are counted. It is turned, as whole rows could lie in an aligned wall.

use super::bits::Grid;
use super::field::{Work, inside};
use glam::{DQuat, DVec3};
use pliant_geometry::error::Result;
use pliant_geometry::parallel;
use pliant_geometry::progress::Progress;
use pliant_geometry::solid::Solid;

/// Lines along each axis in the first round: for each triangle, at least, at most. If none of `n` lines meets an
/// overlap, it is less than 3 / n of the lengths with 95 % confidence.
const FIRST: [usize; 3] = [6, 24, 400];
/// The most lines along each axis.
const MOST: usize = 1 << 15;
/// The largest relative error of a volume,
pub const ERROR: f64 = 0.01;
/// reached when its standard error is at most this.
const SURE: f64 = ERROR / 3.0;
/// The variance falls with the number of lines. This many times the lines needed are drawn.
const MORE: f64 = 1.2;
const CHUNK: usize = 512;
/// Crossings closer than this count as one [diagonal].
const ONE: f64 = 1e-9;
/// A low-discrepancy sequence (Roberts 2018, "The unreasonable effectiveness of quasirandom sequences").
const EVENLY: [f64; 3] = [
    0.819_172_513_396_164_4,
    0.671_043_606_703_789_2,
    0.549_700_477_901_970_2,
];

/// Points along the longest side of an open surface's box, and how often this is doubled until enough are inside. The
/// standard error is at most the root of the points at the boundary, 1 %.
const POINTS: f64 = 64.0;
const DOUBLED: i32 = 3;
const ENOUGH: usize = 10_000;
/// Skip a count that would likely find less than this share of `ENOUGH`.
const LIKELY: f64 = 0.5;
/// Standard errors that a count is off by at most, in 399 of 400 cases.
const SURELY: f64 = 3.0;
/// Stop doubling if the surface would pass more cells than this: a tangle of sheets has little inside.
const MOST_ASKED: f64 = (1 << 16) as f64;
/// The lattice's offset from the corner of the box [spacing].
const FIRST_POINT: f64 = 0.29;
/// The axis and the angle [radian] by which the lattice is turned.
const ABOUT: DVec3 = DVec3::new(0.36, 0.48, 0.8);
const BY: f64 = 1.0;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Enclosed {
    /// Volume with a winding number other than 0 [length unit³].
    pub volume: f64,
    /// Area of its boundary [length unit²].
    pub area: f64,
}

impl Enclosed {
    /// Measures a solid. `all` is by the divergence theorem and over all triangles; it is returned if nothing overlaps.
    pub fn of(solid: &Solid, all: Self, work: &Work) -> Result<Self> {
        if !solid.is_closed {
            let volume = volume_of_open(solid, all, work)?;
            return Ok(Self { volume, ..all });
        }
        let progress = &work.progress;
        let lines = [0, 1, 2].map(|axis| Lines::new(solid, axis));
        let [each, least, most] = FIRST;
        let mut count = (each * solid.tree.triangles.len()).clamp(least, most);
        for round in 0.. {
            let measured = measured(&lines, count, &progress.round(round))?;
            let is_simple = |line: &Measured| line.inside == line.turns.abs();
            if measured.is_empty() || measured.iter().all(is_simple) {
                break;
            }
            let (found, error) = estimate(&measured, all);
            if found.volume.is_nan() || found.volume <= 0.0 {
                break;
            }
            let times = (error / (SURE * found.volume)).powi(2);
            if count >= MOST || times <= 1.0 {
                return Ok(found);
            }
            count = ((MORE * times * count as f64) as usize).min(MOST);
        }
        Ok(all)
    }
}

/// The volume with a winding number of at least 1/2. If too few points are inside to contradict the divergence theorem,
/// which is right for thin bodies with cracks, its volume is used.
fn volume_of_open(solid: &Solid, all: Enclosed, work: &Work) -> Result<f64> {
    let solid = solid.turned(DQuat::from_axis_angle(ABOUT, BY));
    let [low, high] = solid.tree.bounds();
    let (mut count, mut volume) = (0, 0.0f64);
    for round in 0..=DOUBLED {
        let spacing = (high - low).max_element() / (POINTS * 2f64.powi(round));
        let asked = all.area / spacing.powi(2);
        if round > 0 && (count >= ENOUGH || asked > MOST_ASKED) {
            break;
        }
        let likely = volume.max(all.volume.abs()) / spacing.powi(3);
        if round > 0 && likely < LIKELY * ENOUGH as f64 {
            continue;
        }
        let grid = Grid::covering(low, high, low + FIRST_POINT * spacing, spacing)?;
        count = inside(&solid, &grid, usize::MAX, &work.round(round))?.count();
        volume = count as f64 * spacing.powi(3);
    }
    let error = SURELY / (count as f64).sqrt();
    let is_as_likely = all.volume != 0.0 && (volume / all.volume.abs() - 1.0).abs() <= error;
    Ok(match count < ENOUGH && is_as_likely {
        true => all.volume.abs(),
        false => volume,
    })
}

/// Measures of a line, times the projected area of all triangles over the number of crossings.
struct Measured {
    inside: f64,
    /// Length times winding number.
    turns: f64,
    /// Crossings between inside and outside.
    ends: f64,
    all: f64,
}

/// Lines along an axis through points of a surface.
struct Lines<'a> {
    solid: &'a Solid,
    axis: usize,
    /// Cumulative projected areas of the triangles.
    seen: Vec<f64>,
}

impl<'a> Lines<'a> {
    fn new(solid: &'a Solid, axis: usize) -> Self {
        let mut sum = 0.0;
        let seen = solid.tree.triangles.iter().map(|[a, b, c]| {
            sum += 0.5 * (b - a).cross(c - a)[axis].abs();
            sum
        });
        Self {
            seen: seen.collect(),
            solid,
            axis,
        }
    }

    fn area(&self) -> f64 {
        self.seen.last().copied().unwrap_or(0.0)
    }

    /// Point `number` of `count`, uniform in projected area.
    fn place(&self, number: usize, count: usize) -> DVec3 {
        let [along, u, v] = EVENLY.map(|step| (0.5 + number as f64 * step).fract());
        let wanted = (number as f64 + along) / count as f64 * self.area();
        let last = self.seen.len() - 1;
        let triangle = self.seen.partition_point(|sum| *sum <= wanted).min(last);
        let [a, b, c] = self.solid.tree.triangles[triangle];
        let s = u.sqrt();
        a + s * ((b - a) + v * (c - b))
    }

    /// Measures a line; `None` if rounding leaves a crossing undecided.
    fn line(
        &self,
        number: usize,
        count: usize,
        crossings: &mut Vec<(f64, i32)>,
    ) -> Option<Measured> {
        let place = self.place(number, count);
        let is_told = self.solid.line(place, self.axis, crossings);
        is_told.then(|| self.measure(crossings))
    }

    fn measure(&self, crossings: &[(f64, i32)]) -> Measured {
        let [low, high] = self.solid.tree.bounds();
        let one = ONE * low.distance(high);
        let (mut from, mut turns, mut was_inside) = (low[self.axis], 0, false);
        let mut all = [0.0; 3];
        let ends = crossings.iter().copied().chain([(high[self.axis], 0)]);
        for (to, way) in ends {
            let length = to - from;
            if length > one {
                let is_inside = turns != 0;
                all[0] += if is_inside { length } else { 0.0 };
                all[1] += f64::from(turns) * length;
                all[2] += f64::from(u8::from(is_inside != was_inside));
                was_inside = is_inside;
            }
            (from, turns) = (to, turns - way);
        }
        all[2] += f64::from(u8::from(was_inside));
        let [inside, turns, ends] = all.map(|sum| sum * self.area() / crossings.len() as f64);
        Measured {
            inside,
            turns,
            ends,
            all: self.area(),
        }
    }
}

/// Measures of `count` lines along each axis, in the order of their points.
fn measured(lines: &[Lines; 3], count: usize, progress: &Progress) -> Result<Vec<Measured>> {
    let all = 3 * count;
    let chunks = parallel::map(all.div_ceil(CHUNK), 1, 1, progress, |chunk| {
        let mut crossings = Vec::new();
        let line = |n: usize| lines[n / count].line(n % count, count, &mut crossings);
        let numbers = chunk * CHUNK..all.min((chunk + 1) * CHUNK);
        numbers.filter_map(line).collect::<Vec<_>>()
    })?;
    Ok(chunks.into_iter().flatten().collect())
}

/// The estimate, and the standard error of the volume from the differences of successive lines, as these are evenly
/// spread (Wolter 2007, "Introduction to variance estimation", 8.2).
fn estimate(lines: &[Measured], all: Enclosed) -> (Enclosed, f64) {
    let count = lines.len() as f64;
    let mean = |of: &dyn Fn(&Measured) -> f64| lines.iter().map(of).sum::<f64>() / count;
    let (inside, turns) = (mean(&|line| line.inside), mean(&|line| line.turns));
    let off = |line: &Measured| [line.inside - inside, line.turns - turns];
    let both = mean(&|line| off(line)[0] * off(line)[1]);
    let of_turns = mean(&|line| off(line)[1].powi(2));
    let slope = if of_turns > 0.0 { both / of_turns } else { 0.0 };
    // Winding numbers in a surface that faces inward are negative.
    let known = all.volume * turns.signum();
    let found = Enclosed {
        volume: inside + slope * (known - turns),
        area: all.area * mean(&|line| line.ends) / mean(&|line| line.all),
    };
    let rest = |line: &Measured| line.inside - slope * line.turns;
    let differences = lines.windows(2).map(|two| rest(&two[1]) - rest(&two[0]));
    let variance = 0.5 * differences.map(|d| d * d).sum::<f64>() / count;
    (found, (variance / count).sqrt())
}

#[cfg(test)]
#[path = "enclosed_tests.rs"]
mod tests;
