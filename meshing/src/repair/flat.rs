//! Triangles with three different corners but no area. Dropping one would open a crack, so the neighbour across its
//! longest edge is split at the middle vertex. This moves nothing and keeps all vertices and the Euler number.

use super::report::RepairReport;
use super::weld::Welded;
use pliant_geometry::error::Result;
use pliant_geometry::progress::{Meter, Progress};
use pliant_geometry::surface::longest_if_flat;
use std::collections::{HashMap, VecDeque};

/// Splits for each flat triangle, since a neighbour may be flat too. What is left is dropped.
const TURNS: usize = 8;

struct Changing {
    triangles: Vec<Option<[u32; 3]>>,
    at_edge: HashMap<[u32; 2], Vec<u32>>,
}

fn edges_of([a, b, c]: [u32; 3]) -> [[u32; 2]; 3] {
    [[a, b], [b, c], [c, a]].map(|[a, b]| [a.min(b), a.max(b)])
}

impl Changing {
    fn add(&mut self, triangle: [u32; 3]) -> u32 {
        let t = self.triangles.len() as u32;
        self.triangles.push(Some(triangle));
        for edge in edges_of(triangle) {
            self.at_edge.entry(edge).or_default().push(t);
        }
        t
    }

    fn drop(&mut self, t: u32) {
        if let Some(triangle) = self.triangles[t as usize].take() {
            for edge in edges_of(triangle) {
                self.at_edge
                    .entry(edge)
                    .or_default()
                    .retain(|other| *other != t);
            }
        }
    }

    /// Splits `t` at vertex `v` on its edge between `a` and `b`.
    fn split(&mut self, t: u32, [a, b]: [u32; 2], v: u32) -> Option<[u32; 2]> {
        let triangle = self.triangles[t as usize]?;
        self.drop(t);
        let replaced = |old: u32| triangle.map(|w| if w == old { v } else { w });
        (!triangle.contains(&v)).then(|| [self.add(replaced(b)), self.add(replaced(a))])
    }
}

/// Removes flat triangles; false if there are none.
pub fn remove(welded: &mut Welded, report: &mut RepairReport, progress: &Progress) -> Result<bool> {
    let positions = &welded.positions;
    let is_flat = |t: &[u32; 3]| longest_if_flat(positions, *t).is_some();
    let mut waiting: VecDeque<u32> = (welded.triangles.iter().zip(0..))
        .filter(|(t, _)| is_flat(t))
        .map(|(_, i)| i)
        .collect();
    if waiting.is_empty() {
        return Ok(false);
    }
    waiting.iter().for_each(|t| report.flat.add(*t as usize));
    let mut changing = Changing {
        triangles: Vec::with_capacity(welded.triangles.len()),
        at_edge: HashMap::with_capacity(3 * welded.triangles.len() / 2),
    };
    let mut meter = Meter::new(progress, welded.triangles.len());
    for triangle in &welded.triangles {
        meter.add(1)?;
        changing.add(*triangle);
    }
    let mut turns = TURNS * waiting.len();
    while let Some(t) = waiting.pop_front() {
        let Some(triangle) = changing.triangles[t as usize] else {
            continue;
        };
        let Some(c) = longest_if_flat(positions, triangle) else {
            continue;
        };
        changing.drop(t);
        let [a, b, v] = [0, 1, 2].map(|k| triangle[(c + k) % 3]);
        let across = changing
            .at_edge
            .get(&[a.min(b), a.max(b)])
            .cloned()
            .unwrap_or_default();
        // An edge of many triangles is no crack, and splitting all of them might never end.
        if turns == 0 || across.len() > 2 {
            continue;
        }
        turns -= 1;
        for t in across {
            let two = changing.split(t, [a, b], v);
            waiting.extend(two.into_iter().flatten().filter(|t| {
                changing.triangles[*t as usize]
                    .as_ref()
                    .is_some_and(is_flat)
            }));
        }
    }
    welded.triangles = changing.triangles.into_iter().flatten().collect();
    Ok(true)
}
