//! The volume inside a surface whose parts may overlap, and the area of that volume's boundary.
//!
//! The divergence theorem counts what the surface goes round twice twice. So lines along an axis are followed through the surface: on
//! each of the pieces between its triangles the winding number is one number. A line is drawn through a place on the surface, taken evenly by the
//! area that the axis sees, so a line with k crossings is drawn k times as often, and its lengths are divided by k: a needle across its box is met as
//! often as a ball. The volume with all turns, which the divergence theorem knows, is measured on the same lines as a control variate
//! (Owen 2013, "Monte Carlo theory, methods and examples", 8.9), so that only overlaps have an error.

use super::parallel;
use super::progress::Progress;
use crate::asset::solid::{INSIDE, Solid};
use crate::error::Result;
use glam::DVec3;

/// Lines along each axis in the first round, for each triangle, at least and at most. Where none of `n` lines meets an overlap, that of 3 / n of
/// the lengths is excluded in 19 cases of 20.
const FIRST: [usize; 3] = [6, 24, 400];
/// The most lines along each axis.
const MOST: usize = 1 << 15;
/// By so much a volume is wrong at most, relative,
pub const ERROR: f64 = 0.01;
/// as its standard error is at most this.
const SURE: f64 = ERROR / 3.0;
/// The variance falls with the number of lines; so much more than that needs are drawn.
const MORE: f64 = 1.2;
/// Lines that are drawn together.
const CHUNK: usize = 512;
/// Crossings that are nearer to each other than this, of the surface's diagonal, are one.
const ONE: f64 = 1e-9;
/// The inverse powers of the root of x⁴ = x + 1, whose multiples fill a cube evenly (Roberts 2018, "The unreasonable effectiveness of
/// quasirandom sequences"), and of the golden section.
const EVENLY: [f64; 3] = [
    0.819_172_513_396_164_4,
    0.671_043_606_703_789_2,
    0.549_700_477_901_970_2,
];
const GOLDEN: f64 = 0.618_033_988_749_894_9;

/// What a surface encloses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Enclosed {
    /// Volume where it goes round at least once [length unit³].
    pub volume: f64,
    /// Area of the boundary of that [length unit²].
    pub area: f64,
}

impl Enclosed {
    /// Measures a solid of which the divergence theorem and all triangles together say this much. Where no line meets an overlap that is what
    /// is returned.
    ///
    /// # Errors
    /// `Cancelled`.
    pub fn of(solid: &Solid, all: Self, progress: &Progress) -> Result<Self> {
        let lines = [0, 1, 2].map(|axis| Lines::new(solid, axis));
        let [each, least, most] = FIRST;
        let mut count = (each * solid.tree.triangles.len()).clamp(least, most);
        for round in 0.. {
            let measured = measured(&lines, count, &progress.round(round))?;
            let is_simple = |line: &Measured| line.inside == line.turns.abs();
            if measured.is_empty() || (solid.is_closed && measured.iter().all(is_simple)) {
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

/// What is measured on a line, times the area that its axis sees of all triangles, over the number of its crossings.
struct Measured {
    /// Length inside.
    inside: f64,
    /// Length by how often the surface goes round it; 0 where it is open.
    turns: f64,
    /// Crossings that lead out or in.
    ends: f64,
    /// All crossings.
    all: f64,
}

/// The lines through places on a surface along an axis.
struct Lines<'a> {
    solid: &'a Solid,
    axis: usize,
    /// The areas that the axis sees of the triangles up to and with each.
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

    /// The area that the axis sees of all triangles.
    fn area(&self) -> f64 {
        self.seen.last().copied().unwrap_or(0.0)
    }

    /// Evenly on the surface, as the axis sees it: place `number` of so many.
    fn place(&self, number: usize, count: usize) -> DVec3 {
        let [along, u, v] = EVENLY.map(|step| (0.5 + number as f64 * step).fract());
        let wanted = (number as f64 + along) / count as f64 * self.area();
        let last = self.seen.len() - 1;
        let triangle = self.seen.partition_point(|sum| *sum <= wanted).min(last);
        let [a, b, c] = self.solid.tree.triangles[triangle];
        let s = u.sqrt();
        a + s * ((b - a) + v * (c - b))
    }

    /// What is on a line of so many; none if rounding leaves open what it crosses.
    fn line(
        &self,
        number: usize,
        count: usize,
        crossings: &mut Vec<(f64, i32)>,
    ) -> Option<Measured> {
        let place = self.place(number, count);
        let is_told = self.solid.line(place, self.axis, crossings);
        is_told.then(|| self.measure(place, number, crossings))
    }

    /// What is on the line through a place that has these crossings.
    fn measure(&self, place: DVec3, number: usize, crossings: &[(f64, i32)]) -> Measured {
        let [low, high] = self.solid.tree.bounds();
        let one = ONE * low.distance(high);
        let (mut from, mut turns, mut was_inside) = (low[self.axis], 0, false);
        let mut all = [0.0; 3];
        let ends = crossings.iter().copied().chain([(high[self.axis], 0)]);
        for (piece, (to, way)) in ends.enumerate() {
            let length = to - from;
            if length > one {
                let at = (0.5 + (number + piece) as f64 * GOLDEN).fract();
                let is_inside = self.is_inside(place, from + at * length, turns);
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
            turns: if self.solid.is_closed { turns } else { 0.0 },
            ends,
            all: self.area(),
        }
    }

    /// Whether the piece of a line is inside. Round an open surface that changes between crossings, too: there one place, anywhere, is asked.
    fn is_inside(&self, mut place: DVec3, at: f64, turns: i32) -> bool {
        if self.solid.is_closed {
            return turns != 0;
        }
        place[self.axis] = at;
        self.solid.winding(place).abs() >= INSIDE
    }
}

/// What is on so many lines along each axis, in the order of their places.
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

/// What lines say, and the standard error of the volume, by how much neighbours in their order differ: they are drawn evenly (Wolter 2007,
/// "Introduction to variance estimation", 8.2).
fn estimate(lines: &[Measured], all: Enclosed) -> (Enclosed, f64) {
    let count = lines.len() as f64;
    let mean = |of: &dyn Fn(&Measured) -> f64| lines.iter().map(of).sum::<f64>() / count;
    let (inside, turns) = (mean(&|line| line.inside), mean(&|line| line.turns));
    let off = |line: &Measured| [line.inside - inside, line.turns - turns];
    let both = mean(&|line| off(line)[0] * off(line)[1]);
    let of_turns = mean(&|line| off(line)[1].powi(2));
    let slope = if of_turns > 0.0 { both / of_turns } else { 0.0 };
    // Of a surface that faces inward all turns are below zero.
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
