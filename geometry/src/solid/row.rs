//! Winding numbers along an axis-parallel line through a closed surface. A triangle that the line leaves through adds
//! one for the points before it; a triangle that it enters through takes one away. Signs are filtered (Shewchuk 1997):
//! if rounding leaves a sign undecided, there is no answer.

use super::Solid;
use super::tree::{Crossing, Open, Tree};
use glam::DVec3;
use std::ops::{ControlFlow, Range};

/// Points along an axis.
#[derive(Clone, Copy)]
pub struct Row {
    /// The first one [length unit].
    pub start: DVec3,
    /// Distance between neighbours [length unit].
    pub spacing: f64,
    /// Along which axis they lie.
    pub axis: usize,
    /// How many.
    pub count: i32,
}

/// A triangle that the line of a row may cross.
struct Step {
    /// From the first point that may be on or behind it to the first that is surely behind it.
    open: Range<i32>,
    /// What it adds for points before it; `None` if rounding leaves open whether the line crosses it.
    way: Option<i32>,
}

/// Buffers for `Solid::row`.
#[derive(Default)]
pub struct Rows {
    steps: Vec<Step>,
    crossings: Vec<Crossing>,
}

impl Row {
    fn at(&self, number: i32) -> DVec3 {
        let mut p = self.start;
        p[self.axis] += f64::from(number) * self.spacing;
        p
    }

    /// The first point for which `holds` is true, or the end. `near` is a good guess of its position.
    fn first(&self, near: f64, holds: impl Fn(f64) -> bool) -> i32 {
        let guess = ((near - self.start[self.axis]) / self.spacing).ceil() as i32;
        let mut first = guess.clamp(0, self.count);
        while first > 0 && holds(self.at(first - 1)[self.axis]) {
            first -= 1;
        }
        while first < self.count && !holds(self.at(first)[self.axis]) {
            first += 1;
        }
        first
    }

    fn step(&self, corners: [DVec3; 3]) -> Option<Step> {
        let along = corners.map(|q| q[self.axis]);
        let seen = Seen::new(corners, self.start, self.axis);
        let (from, to, way) = match seen.side {
            Some(0) => return None,
            Some(way) => {
                let at = seen.crosses(along);
                let side = |x: f64| seen.ahead(along.map(|q| q - x));
                let from = self.first(at, |x| side(x) != Some(true));
                (from, self.first(at, |x| side(x) == Some(false)), Some(way))
            }
            None => {
                let low = along[0].min(along[1]).min(along[2]);
                let high = along[0].max(along[1]).max(along[2]);
                let from = self.first(low, |x| x >= low);
                (from, self.first(high, |x| x > high), None)
            }
        };
        Some(Step {
            open: from..to,
            way,
        })
    }
}

impl Solid {
    /// Visits the points of a row in runs, with whether they are inside. Between two triangles one point answers for
    /// all. A point that may lie on a triangle copies the point before if nothing is crossed on the way.
    pub fn row(&self, row: &Row, rows: &mut Rows, mut visit: impl FnMut(Range<i32>, bool)) {
        self.steps(row, &mut rows.steps);
        let mut steps = rows.steps.iter().peekable();
        let (mut next, mut open, mut turns) = (0, 0, Some(0));
        let mut was_inside = None;
        while next < row.count {
            while let Some(step) = steps.next_if(|step| step.open.start <= next) {
                open = open.max(step.open.end);
                turns = turns.zip(step.way).map(|(turns, way)| turns - way);
            }
            let p = row.at(next);
            let (end, is_inside) = if next < open {
                let before = was_inside.filter(|_| {
                    let tree = &self.tree;
                    tree.crossings(row.at(next - 1), p, &mut rows.crossings);
                    rows.crossings.is_empty()
                });
                (next + 1, before.unwrap_or_else(|| self.contains(p)))
            } else {
                let end = steps.peek().map_or(row.count, |step| step.open.start);
                let turns = turns.get_or_insert_with(|| self.turns_about(p));
                (end, *turns != 0)
            };
            visit(next..end, is_inside);
            (next, was_inside) = (end, Some(is_inside));
        }
    }

    /// What a line along an axis crosses, in order: position, and 1 where it leaves, −1 where it enters. False if
    /// undecided.
    pub fn line(&self, p: DVec3, axis: usize, found: &mut Vec<(f64, i32)>) -> bool {
        let (mut low, mut high) = (p, p);
        (low[axis], high[axis]) = (f64::NEG_INFINITY, f64::INFINITY);
        found.clear();
        let said = self.tree.for_each_in([low, high], |corners| {
            let seen = Seen::new(corners, p, axis);
            match seen.side {
                Some(0) => {}
                Some(way) => found.push((seen.crosses(corners.map(|q| q[axis])), way)),
                None => return ControlFlow::Break(()),
            }
            ControlFlow::Continue(())
        });
        found.sort_unstable_by(|x, y| x.0.total_cmp(&y.0).then(x.1.cmp(&y.1)));
        said.is_continue() && !found.is_empty()
    }

    /// The triangles that the line of a row may cross, sorted by `open.start`.
    fn steps(&self, row: &Row, steps: &mut Vec<Step>) {
        let (mut low, high) = (row.start, row.at(row.count));
        low[row.axis] = f64::NEG_INFINITY;
        steps.clear();
        let _ = self.tree.for_each_in([low, high], |corners| {
            steps.extend(row.step(corners));
            ControlFlow::Continue(())
        });
        steps.sort_unstable_by_key(|step| step.open.start);
    }

    /// The winding number of a point off a closed surface.
    fn turns_about(&self, p: DVec3) -> i32 {
        self.turns(p)
            .unwrap_or_else(|| self.winding(p).round() as i32)
    }
}

impl Tree {
    /// Visits the triangles whose boxes meet a box, until told to stop.
    fn for_each_in(
        &self,
        [low, high]: [DVec3; 2],
        mut visit: impl FnMut([DVec3; 3]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let meets = |from: DVec3, to: DVec3| from.cmple(high).all() && to.cmpge(low).all();
        let mut open = Open::new();
        while let Some(at) = open.pop() {
            let node = &self.nodes[at as usize];
            if !meets(node.low, node.high) {
                continue;
            }
            for t in node.triangles() {
                let [u, v, w] = self.triangles[t];
                if meets(u.min(v).min(w), u.max(v).max(w)) {
                    visit([u, v, w])?;
                }
            }
            if node.count == 0 {
                open.push(node);
            }
        }
        ControlFlow::Continue(())
    }

    /// The winding number in a closed surface, by a ray along an axis. `None` if rounding leaves a side undecided.
    pub fn turns(&self, p: DVec3, axis: usize, is_up: bool) -> Option<i32> {
        let (mut low, mut high) = (p, p);
        match is_up {
            true => high[axis] = f64::INFINITY,
            false => low[axis] = f64::NEG_INFINITY,
        }
        let mut turns = 0;
        let said = self.for_each_in([low, high], |corners| {
            let seen = Seen::new(corners, p, axis);
            let along = corners.map(|q| q[axis] - p[axis]);
            let way = match seen.side {
                Some(0) => Some(0),
                side => side.zip(seen.ahead(along)).map(|(way, is_ahead)| {
                    let sign = if is_up { 1 } else { -1 };
                    way * sign * i32::from(is_ahead == is_up)
                }),
            };
            match way {
                Some(way) => turns += way,
                None => return ControlFlow::Break(()),
            }
            ControlFlow::Continue(())
        });
        said.is_continue().then_some(turns)
    }
}

/// A triangle projected along an axis through a point.
struct Seen {
    /// Twice the area of each edge with the point, and the sum of the absolute terms.
    areas: [(f64, f64); 3],
    /// 1 if the line up the axis leaves through the triangle, −1 if it enters, 0 if it misses; `None` if undecided.
    side: Option<i32>,
}

impl Seen {
    fn new([u, v, w]: [DVec3; 3], p: DVec3, axis: usize) -> Self {
        let (b, c) = ((axis + 1) % 3, (axis + 2) % 3);
        let flat = |q: DVec3| {
            let q = (q - p).to_array();
            [q[b], q[c]]
        };
        let (u, v, w) = (flat(u), flat(v), flat(w));
        let areas = [spanned(v, w), spanned(w, u), spanned(u, v)];
        let sides = (sign(areas[0]), sign(areas[1]), sign(areas[2]));
        let side = match sides {
            (1, 1, 1) => Some(1),
            (-1, -1, -1) => Some(-1),
            (x, y, z) if x.min(y).min(z) < 0 && x.max(y).max(z) > 0 => Some(0),
            _ => None,
        };
        Self { areas, side }
    }

    /// Where the line crosses the triangle, from the corners' coordinates along the axis.
    fn crosses(&self, [u, v, w]: [f64; 3]) -> f64 {
        let [(x, _), (y, _), (z, _)] = self.areas;
        (x * u + y * v + z * w) / (x + y + z)
    }

    /// Whether the crossing is ahead, from the corners' coordinates relative to the point.
    fn ahead(&self, [u, v, w]: [f64; 3]) -> Option<bool> {
        let [x, y, z] = self.areas;
        let terms = x.1 * u.abs() + y.1 * v.abs() + z.1 * w.abs();
        match sign((x.0 * u + y.0 * v + z.0 * w, terms)) {
            0 => None,
            sum => Some((sum > 0) == (self.side? > 0)),
        }
    }
}

/// Twice the area of two points with the origin, and the sum of the absolute terms.
fn spanned([pb, pc]: [f64; 2], [qb, qc]: [f64; 2]) -> (f64, f64) {
    (pb * qc - pc * qb, (pb * qc).abs() + (pc * qb).abs())
}

/// The sign of a sum whose rounding error is below `ROUNDING` times its absolute terms; 0 if undecided.
fn sign((sum, terms): (f64, f64)) -> i32 {
    const ROUNDING: f64 = 16.0 * f64::EPSILON;
    i32::from(sum > ROUNDING * terms) - i32::from(sum < -ROUNDING * terms)
}
