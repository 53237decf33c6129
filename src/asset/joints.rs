//! The edges and hinges of a sheet, and colours of them.

use super::colour;
use pliant_geometry::edges;
use pliant_geometry::error::{Error, Result, Status};
use pliant_geometry::incidence::Rows;
use pliant_geometry::progress::Progress;

/// Edges, and the four vertices of each hinge.
pub type Joints = (Vec<[u32; 2]>, Vec<[u32; 4]>);

/// The edges and hinges of triangles.
///
/// # Errors
/// `MeshInverted` (neighbours that face different sides), `MeshUnsupported` (an edge of three or more triangles).
pub fn topology(triangles: &[[u32; 3]]) -> Result<Joints> {
    let sorted = edges::sorted(triangles);
    let (mut found, mut hinges) = (Vec::with_capacity(sorted.len() / 2 + 1), Vec::new());
    for group in edges::groups(&sorted) {
        let [a, b] = edges::ends(group[0].0);
        found.push([a, b]);
        let third = |h: u32| edges::half_edge(triangles, edges::next(h))[1];
        let rises = |h: u32| edges::half_edge(triangles, h)[0] == a;
        match *group {
            [_] => {}
            [(_, h), (_, o)] if rises(h) != rises(o) => {
                let (left, right) = if rises(h) { (h, o) } else { (o, h) };
                hinges.push([a, b, third(left), third(right)]);
            }
            [(_, h), (_, o)] => {
                let message = format!(
                    "triangles with vertices {:?} and {:?} share an edge and face different sides: turn one of them, or cook the surface with pliant_asset_create_from_surface in mode PLIANT_SURFACE_SHELL, which repairs it",
                    triangles[h as usize / 3],
                    triangles[o as usize / 3]
                );
                return Err(Error::new(Status::MeshInverted, message));
            }
            _ => {
                let message = format!(
                    "{} triangles share an edge, expected at most 2, first triangle with vertices {:?}: pliant_asset_create_from_surface in mode PLIANT_SURFACE_SHELL cuts the surface there",
                    group.len(),
                    triangles[group[0].1 as usize / 3]
                );
                return Err(Error::new(Status::MeshUnsupported, message));
            }
        }
    }
    Ok((found, hinges))
}

/// For each edge the hinge on it, if any; hinges are in the order of edges.
pub fn hinges_of_edges(edges: &[[u32; 2]], hinges: &[[u32; 4]]) -> Vec<Option<usize>> {
    let mut next = 0;
    let hinge = |edge: &[u32; 2]| {
        let found = hinges.get(next).is_some_and(|h| h[..2] == edge[..]);
        next += usize::from(found);
        found.then(|| next - 1)
    };
    edges.iter().map(hinge).collect()
}

/// Edges by colour, and where each colour starts, one more at the end. Edges of a colour, with the hinges on them, share
/// no vertex. The largest colour comes first.
///
/// # Errors
/// `Cancelled`.
pub fn colours(
    edges: &[[u32; 2]],
    hinges: &[[u32; 4]],
    vertex_count: usize,
    progress: &Progress,
) -> Result<(Vec<u32>, Vec<u32>)> {
    let hinge_of = hinges_of_edges(edges, hinges);
    let moved = |e: usize| hinge_of[e].map_or(&edges[e][..], |h| &hinges[h][..]);
    let mut around: Vec<Vec<u32>> = vec![Vec::new(); vertex_count];
    for e in 0..edges.len() {
        for v in moved(e) {
            around[*v as usize].push(e as u32);
        }
    }
    let mut neighbours = Rows {
        starts: vec![0],
        items: Vec::new(),
    };
    for e in 0..edges.len() {
        let from = neighbours.items.len();
        let others = moved(e).iter().flat_map(|v| &around[*v as usize]);
        neighbours.items.extend(others.filter(|o| **o != e as u32));
        let mut row = neighbours.items.split_off(from);
        row.sort_unstable();
        row.dedup();
        neighbours.items.extend(row);
        neighbours.starts.push(neighbours.items.len() as u32);
    }
    let colours = colour::colour(&neighbours, progress)?;
    let mut starts = vec![0];
    for size in colour::sizes(&colours) {
        starts.push(starts[starts.len() - 1] + size as u32);
    }
    let mut order: Vec<u32> = (0..edges.len() as u32).collect();
    order.sort_by_key(|e| colours[*e as usize]);
    Ok((order, starts))
}
