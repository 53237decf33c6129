//! An edge of a sheet with the hinge on it: the length by [`super::stretch`], the angle by [`super::hinge`].

use super::group_kind::{Elements, GroupKind, Items, SheetRest};
use super::hinge;
use super::stretch;
use glam::Vec3;

/// The kind.
pub const KIND: GroupKind = GroupKind {
    number: 1,
    items: Items::Elements,
    opens: true,
    loop_passes: 8, // no loop here, but a driver may make loops over four corners
    elements,
    colours: |sheet| sheet.colours.to_vec(),
};

/// Corners of each edge: its ends and the hinge's other two vertices. Rest: length, factors of both stiffnesses, and the
/// tangent of a quarter of the rest angle.
fn elements(sheet: &SheetRest) -> Elements {
    let triangles = triangles_of_edges(sheet);
    let mut hinges = sheet.hinges.iter().zip(sheet.turns).peekable();
    let all = sheet.edges.iter().zip(sheet.lengths).zip(&triangles);
    let edges: Vec<([u32; 4], [f32; 4])> = all
        .map(|((&[a, b], &length), around)| {
            let hinge = hinges.next_if(|(h, _)| h[..2] == [a, b]);
            let (others, quarter) = match hinge {
                Some((h, t)) => ([h[2], h[3]], hinge::quarter(t[0].into(), t[1].into())),
                None => ([a, a], 0.0),
            };
            let own = factors(length.into(), around);
            let (stretch, bending) = (own.stretch as f32, own.bending as f32);
            let rest = [length, stretch, bending, quarter as f32];
            ([a, b, others[0], others[1]], rest)
        })
        .collect();
    let order = sheet.by_colour.iter().map(|edge| edges[*edge as usize]);
    let (corners, rest) = order.unzip();
    Elements { corners, rest }
}

/// The one or two triangles at each edge, as lengths of their edges and area.
fn triangles_of_edges(sheet: &SheetRest) -> Vec<Vec<([f64; 3], f64)>> {
    let point = |v: u32| Vec3::from_array(sheet.positions[v as usize]).as_dvec3();
    let mut around = vec![Vec::with_capacity(2); sheet.edges.len()];
    for (&[a, b, c], &area) in sheet.triangles.iter().zip(sheet.areas) {
        let ends = [[a, b], [b, c], [c, a]];
        let lengths = ends.map(|[from, to]| point(from).distance(point(to)));
        for [from, to] in ends {
            let edge = [from.min(to), from.max(to)];
            if let Ok(found) = sheet.edges.binary_search(&edge) {
                around[found].push((lengths, f64::from(area)));
            }
        }
    }
    around
}

/// The factors of an edge and its hinge on the stiffnesses of the sheet, from areas and lengths at rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Factors {
    /// Stiffness of the edge's spring [N/m] over the stretch stiffness [N/m].
    pub stretch: f64,
    /// Stiffness of the hinge's angle [N·m] over the bending stiffness [N·m]; 0 without a hinge.
    pub bending: f64,
}

/// The factors of an edge, from its one or two triangles with three lengths [m] and an area [m²] each.
pub fn factors(length: f64, triangles: &[([f64; 3], f64)]) -> Factors {
    let bending = match triangles {
        [one, other] => hinge::factor(length, one.1 + other.1),
        _ => 0.0,
    };
    let part = |(lengths, area): &([f64; 3], f64)| stretch::factor(*lengths, *area);
    Factors {
        stretch: triangles.iter().map(part).sum(),
        bending,
    }
}
