//! Counts vertices, edges, triangles and parts.

use super::report::Topology;
use pliant_geometry::edges::{groups, sorted};
use pliant_geometry::sets::Sets;

pub fn topology(triangles: &[[u32; 3]]) -> Topology {
    let count = triangles
        .iter()
        .flatten()
        .max()
        .map_or(0, |v| *v as usize + 1);
    let (mut used, mut sets) = (vec![false; count], Sets::new(count));
    for triangle in triangles {
        triangle.iter().for_each(|v| used[*v as usize] = true);
        sets.join(triangle[0], triangle[1]);
        sets.join(triangle[1], triangle[2]);
    }
    let mut found = Topology {
        vertices: used.iter().filter(|u| **u).count(),
        triangles: triangles.len(),
        parts: (0..count as u32)
            .filter(|v| used[*v as usize] && sets.find(*v) == *v)
            .count(),
        ..Default::default()
    };
    let sorted = sorted(triangles);
    for group in groups(&sorted) {
        found.edges += 1;
        found.boundary_edges += usize::from(group.len() == 1);
        found.non_manifold_edges += usize::from(group.len() > 2);
    }
    found
}
