//! The edges and hinges of a shell.

use pliant_geometry::edges;
use pliant_geometry::error::{Error, Result, Status};

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
                    "triangles with vertices {:?} and {:?} share an edge and face different sides; repair flips one of them",
                    triangles[h as usize / 3],
                    triangles[o as usize / 3]
                );
                return Err(Error::new(Status::MeshInverted, message));
            }
            _ => {
                let message = format!(
                    "{} triangles share an edge, expected at most 2, first triangle with vertices {:?}; repair cuts the surface there",
                    group.len(),
                    triangles[group[0].1 as usize / 3]
                );
                return Err(Error::new(Status::MeshUnsupported, message));
            }
        }
    }
    Ok((found, hinges))
}
