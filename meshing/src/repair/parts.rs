//! Splits the sheets into parts with their own vertices. Decides their kinds and closes the holes of solids.

use super::kind::Measure;
use super::orient::Sheets;
use super::report::RepairReport;
use super::weld::Welded;
use super::{Kind, Part, RepairOptions, Repaired, caps, separate};
use pliant_geometry::EMPTY;
use pliant_geometry::error::Result;
use pliant_geometry::progress::{Meter, Progress};
use pliant_geometry::{edges, sets, surface::normal2, surface::point};
use std::ops::Range;

/// Assembles all parts. Also returns for each whether it faced inward.
pub fn assemble(
    welded: &Welded,
    sheets: &Sheets,
    options: &RepairOptions,
    report: &mut RepairReport,
    progress: &Progress,
) -> Result<(Repaired, Vec<bool>)> {
    let mut repaired = Repaired::default();
    let mut meter = Meter::new(progress, 4 * sheets.part.len());
    let mut fans = fans(sheets);
    meter.add(sheets.part.len())?;
    let mut repaired_from_place = vec![EMPTY; welded.positions.len()];
    let mut was_inward = sheets.was_inward.clone();
    let members = members(sheets);
    let mut rank = vec![0; sheets.part.len()];
    members
        .iter()
        .for_each(|m| (0..).zip(m).for_each(|(i, t)| rank[*t as usize] = i));
    for (p, members) in members.iter().enumerate() {
        let from = ends(&repaired);
        let mut triangles = add_vertices(
            &mut repaired,
            welded,
            members,
            &mut fans,
            &mut repaired_from_place,
            report,
        );
        meter.add(members.len())?;
        let partner = |h: u32| match sheets.partner[h as usize] {
            EMPTY => EMPTY,
            other => 3 * rank[other as usize / 3] + other % 3,
        };
        let partners: Vec<u32> = members
            .iter()
            .flat_map(|t| [0, 1, 2].map(|c| partner(3 * t + c)))
            .collect();
        let (open, separated) = separate::separate(&mut triangles, &partners, |a, b| {
            let ends = [a, b].map(|v| point(&repaired.surface.positions, v));
            let middle = ((ends[0] + ends[1]) / 2.0).as_vec3().to_array();
            repaired.given_from_repaired.push(EMPTY);
            repaired.surface.positions.push(middle);
            repaired.surface.positions.len() as u32 - 1
        });
        report.separated += separated;
        repaired.surface.triangles.extend(triangles);
        meter.add(2 * members.len())?;
        was_inward[p] |= finish_part(&mut repaired, from, &open, options, report);
    }
    let places = welded.place_from_given.iter();
    repaired.repaired_from_given = places.map(|p| repaired_from_place[*p as usize]).collect();
    Ok((repaired, was_inward))
}

/// Adds the vertices of a part, one for each fan, in the order of their positions. Returns the triangles.
fn add_vertices(
    repaired: &mut Repaired,
    welded: &Welded,
    members: &[u32],
    fans: &mut sets::Sets,
    repaired_from_place: &mut [u32],
    report: &mut RepairReport,
) -> Vec<[u32; 3]> {
    let mut corners: Vec<[u32; 3]> = Vec::with_capacity(3 * members.len());
    for (i, &t) in members.iter().enumerate() {
        for c in 0..3 {
            let place = welded.triangles[t as usize][c];
            corners.push([place, fans.find(3 * t + c as u32), 3 * i as u32 + c as u32]);
        }
    }
    corners.sort_unstable();
    let mut triangles = vec![[0; 3]; members.len()];
    for fan in corners.chunk_by(|a, b| a[1] == b[1]) {
        let (place, vertex) = (fan[0][0] as usize, repaired.surface.positions.len() as u32);
        repaired.surface.positions.push(welded.positions[place]);
        repaired
            .given_from_repaired
            .push(welded.given_from_place[place]);
        let first = &mut repaired_from_place[place];
        report.split_vertices += usize::from(*first != EMPTY);
        *first = (*first).min(vertex);
        for [_, _, corner] in fan {
            triangles[*corner as usize / 3][*corner as usize % 3] = vertex;
        }
    }
    triangles
}

fn ends(repaired: &Repaired) -> (u32, u32) {
    let surface = &repaired.surface;
    (
        surface.positions.len() as u32,
        surface.triangles.len() as u32,
    )
}

fn members(sheets: &Sheets) -> Vec<Vec<u32>> {
    let mut members = vec![Vec::new(); sheets.was_inward.len()];
    for (t, &part) in sheets.part.iter().enumerate() {
        members[part as usize].push(t as u32);
    }
    members
}

/// Groups the corners at one vertex of one sheet; half-edge `h` stands for the corner where it starts.
fn fans(sheets: &Sheets) -> sets::Sets {
    let mut fans = sets::Sets::new(sheets.partner.len());
    for (h, &other) in (0..).zip(&sheets.partner) {
        if other != EMPTY {
            fans.join(h, edges::next(other));
        }
    }
    fans
}

/// Decides the kind of the part added last; closes a solid and turns it outward. Returns whether it was turned.
fn finish_part(
    repaired: &mut Repaired,
    (first_vertex, first_triangle): (u32, u32),
    open: &[[u32; 2]],
    options: &RepairOptions,
    report: &mut RepairReport,
) -> bool {
    let vertices = first_vertex..ends(repaired).0;
    let mut rings = caps::loops(open, first_vertex, vertices.len());
    report.loops += rings.len();
    let mut measure = self::measure(repaired, vertices, first_triangle);
    let origin = point(&repaired.surface.positions, first_vertex);
    for ring in &rings {
        caps::measure(&repaired.surface.positions, ring, origin, &mut measure);
    }
    let derived = if measure.is_solid() {
        Kind::Solid
    } else {
        Kind::Shell
    };
    let kind = options.kind.unwrap_or(derived);
    let turn = kind == Kind::Solid && !open.is_empty() && measure.volume < 0.0;
    let mut open_edges = open.len() as i64;
    if kind == Kind::Solid {
        report.largest_opening = report.largest_opening.max(measure.opening());
        close(repaired, &rings, first_triangle, report);
        rings.clear();
        open_edges = 0;
    }
    if turn {
        let triangles = &mut repaired.surface.triangles[first_triangle as usize..];
        triangles.iter_mut().for_each(|t| t.swap(1, 2));
    }
    let (vertex_end, triangle_end) = ends(repaired);
    let faces = i64::from(triangle_end - first_triangle);
    let found = self::measure(repaired, first_vertex..vertex_end, first_triangle);
    repaired.parts.push(Part {
        kind,
        vertices: first_vertex..vertex_end,
        triangles: first_triangle..triangle_end,
        area: found.area,
        volume: if kind == Kind::Solid {
            found.volume
        } else {
            0.0
        },
        euler: i64::from(vertex_end - first_vertex) - (3 * faces + open_edges) / 2 + faces,
        open_loops: rings.len(),
        cavity_of: None,
        assembly: None,
    });
    turn
}

/// Area, volume about the first vertex, and rounding of the part added last.
fn measure(repaired: &Repaired, vertices: Range<u32>, first_triangle: u32) -> Measure {
    let surface = &repaired.surface;
    let origin = point(&surface.positions, vertices.start);
    let mut measure = Measure::default();
    for triangle in &surface.triangles[first_triangle as usize..] {
        let normal = normal2(&surface.positions, *triangle);
        let height = (point(&surface.positions, triangle[0]) - origin).dot(normal);
        measure.area += normal.length() / 2.0;
        measure.volume += height / 6.0;
    }
    let farthest = |v: u32| point(&surface.positions, v).abs().max_element();
    measure.rounding = f64::from(f32::EPSILON) * vertices.map(farthest).fold(0.0, f64::max);
    measure
}

fn close(
    repaired: &mut Repaired,
    rings: &[Vec<u32>],
    first_triangle: u32,
    report: &mut RepairReport,
) {
    if rings.is_empty() {
        return;
    }
    let surface = &mut repaired.surface;
    let sorted = edges::sorted(&surface.triangles[first_triangle as usize..]);
    let is_edge = |a: u32, b: u32| {
        let edge = u64::from(a.min(b)) << 32 | u64::from(a.max(b));
        sorted.binary_search_by_key(&edge, |(e, _)| *e).is_ok()
    };
    for ring in rings {
        report.closed_loops.add(repaired.parts.len());
        let next = surface.positions.len() as u32;
        let (triangles, middle) = caps::close(&surface.positions, ring, next, is_edge);
        report.cap_triangles += triangles.len();
        surface.triangles.extend(triangles);
        surface.positions.extend(middle);
        repaired.given_from_repaired.extend(middle.map(|_| EMPTY));
    }
}
