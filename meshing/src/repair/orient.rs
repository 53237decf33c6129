//! Orients sheets: neighbours face the same way, closed sheets face outward.

use super::report::RepairReport;
use super::{clean, pair};
use pliant_geometry::EMPTY;
use pliant_geometry::{edges, surface::normal2, surface::point};

pub struct Sheets {
    /// The half-edge across each half-edge, or `EMPTY` at an open edge.
    pub partner: Vec<u32>,
    /// The part of each triangle, numbered by first triangles.
    pub part: Vec<u32>,
    /// For each part, whether most of its area faced inward.
    pub was_inward: Vec<bool>,
    turned: Vec<bool>,
}

/// Pairs triangles across edges, orients the sheets, and drops the back sides of sheets drawn twice.
pub fn sheets(
    positions: &[[f32; 3]],
    triangles: &mut Vec<[u32; 3]>,
    report: &mut RepairReport,
) -> Sheets {
    let pairs = clean::two_sided(triangles);
    let mut once = report.clone();
    let found = oriented(positions, triangles, &mut once);
    let second_sides = second_sides(triangles, &found, &pairs);
    if second_sides.is_empty() {
        *report = once;
        return found;
    }
    // The first round only finds out what they are.
    turn_marked(triangles, &found.turned);
    second_sides
        .iter()
        .for_each(|t| report.two_sided.add(*t as usize));
    clean::drop_listed(triangles, &second_sides);
    oriented(positions, triangles, report)
}

fn turn_marked(triangles: &mut [[u32; 3]], turned: &[bool]) {
    for (triangle, _) in triangles
        .iter_mut()
        .zip(turned)
        .filter(|(_, turned)| **turned)
    {
        triangle.swap(1, 2);
    }
}

/// The triangles to drop, ascending, of pairs that face opposite ways. A pair of one part encloses nothing. A pair of
/// closed parts that end up facing the same way is one wall drawn twice. The sides of a wall between touching bodies
/// stay.
fn second_sides(triangles: &[[u32; 3]], sheets: &Sheets, pairs: &[[u32; 2]]) -> Vec<u32> {
    let side = |t: u32| clean::key(triangles[t as usize]).1;
    let part = |t: u32| sheets.part[t as usize];
    let inward = |t: u32| sheets.was_inward[part(t) as usize];
    let mut dropped: Vec<u32> = pairs
        .iter()
        .filter(|[a, b]| part(*a) == part(*b) || side(*a) == side(*b))
        .map(|&[a, b]| if inward(a) && !inward(b) { a } else { b })
        .collect();
    dropped.sort_unstable();
    dropped
}

fn oriented(
    positions: &[[f32; 3]],
    triangles: &mut [[u32; 3]],
    report: &mut RepairReport,
) -> Sheets {
    let partner = pair::partners(positions, triangles, report);
    let mut sheets = Sheets {
        part: vec![EMPTY; triangles.len()],
        was_inward: Vec::new(),
        turned: vec![false; triangles.len()],
        partner,
    };
    for t in 0..triangles.len() as u32 {
        if sheets.part[t as usize] == EMPTY {
            let members = flood(triangles, &mut sheets, t, report);
            face_as_most(positions, triangles, &mut sheets, &members, report);
        }
    }
    turn_marked(triangles, &sheets.turned);
    // Flipping swaps the first and the last half-edge of a triangle.
    let place = |h: u32| match sheets.turned[h as usize / 3] {
        true => h - h % 3 + 2 - h % 3,
        false => h,
    };
    let mut partner = vec![EMPTY; sheets.partner.len()];
    for (h, &other) in sheets
        .partner
        .iter()
        .enumerate()
        .filter(|(_, o)| **o != EMPTY)
    {
        partner[place(h as u32) as usize] = place(other);
    }
    sheets.partner = partner;
    sheets
}

/// Visits the part of triangle `first` and flips what disagrees. In one-sided sheets this cuts an edge.
fn flood(
    triangles: &[[u32; 3]],
    sheets: &mut Sheets,
    first: u32,
    report: &mut RepairReport,
) -> Vec<u32> {
    let part = sheets.was_inward.len() as u32;
    sheets.part[first as usize] = part;
    let (mut members, mut visited) = (vec![first], 0);
    while let Some(&t) = members.get(visited) {
        visited += 1;
        for h in 3 * t..3 * t + 3 {
            let other = sheets.partner[h as usize];
            if other == EMPTY {
                continue;
            }
            let same_way = edges::half_edge(triangles, h) == edges::half_edge(triangles, other);
            let turned = sheets.turned[t as usize] ^ same_way;
            let neighbour = other as usize / 3;
            if sheets.part[neighbour] == EMPTY {
                sheets.part[neighbour] = part;
                sheets.turned[neighbour] = turned;
                members.push(other / 3);
            } else if sheets.turned[neighbour] != turned {
                report.one_sided.add(t as usize);
                sheets.partner[h as usize] = EMPTY;
                sheets.partner[other as usize] = EMPTY;
            }
        }
    }
    members
}

/// Turns the part so that most of its area faces as given, and a closed part outward.
fn face_as_most(
    positions: &[[f32; 3]],
    triangles: &[[u32; 3]],
    sheets: &mut Sheets,
    members: &[u32],
    report: &mut RepairReport,
) {
    let (mut areas, mut volume, mut open) = ([0.0; 2], 0.0, false);
    // Relative to a vertex of the part, for precision far from the origin.
    let origin = point(positions, triangles[members[0] as usize][0]);
    for &t in members {
        let normal = normal2(positions, triangles[t as usize]);
        let turned = sheets.turned[t as usize];
        areas[usize::from(turned)] += normal.length();
        let height = (point(positions, triangles[t as usize][0]) - origin).dot(normal);
        volume += if turned { -height } else { height };
        open |= (3 * t..3 * t + 3).any(|h| sheets.partner[h as usize] == EMPTY);
    }
    let most_turned = areas[1] > areas[0];
    let inward = !open
        && if most_turned {
            volume > 0.0
        } else {
            volume < 0.0
        };
    sheets.was_inward.push(inward);
    for &t in members {
        let turned = &mut sheets.turned[t as usize];
        *turned ^= most_turned;
        if *turned {
            report.flipped.add(t as usize);
        }
        *turned ^= inward;
    }
}
