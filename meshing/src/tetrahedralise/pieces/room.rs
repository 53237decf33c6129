//! Whether a cage's tets and vertices fit in a body, before its pieces are found.

use super::fine::FINE;
use crate::tetrahedralise::bits::{BRICK, Bits, Grid};
use crate::tetrahedralise::fragments::Fragments;
use crate::tetrahedralise::room::{CAGE_TETS, require_body};
use pliant_geometry::error::Result;
use pliant_geometry::{MAX_TETS, MAX_VERTICES};

/// A cell's fine points are one brick.
const _: () = assert!(FINE == BRICK);

/// Refuses what is surely too much: each cell that the solid reaches into is used, and each of its corners.
pub fn require_room(cells: &Grid, inside: &Bits, fragments: &Fragments) -> Result<()> {
    let tets = CAGE_TETS as usize;
    let at_most = fragments.cells.len() + inside.brick_count();
    if at_most <= (MAX_TETS / tets).min(MAX_VERTICES / 8) {
        return Ok(());
    }
    let mut touched = Bits::new(cells);
    fragments
        .cells
        .iter()
        .for_each(|cell| touched.insert(*cell));
    inside.for_each_brick(|cell| touched.insert(cell));
    let mut vertices = Bits::new(&Grid {
        counts: cells.counts.map(|n| n + 1),
        ..*cells
    });
    touched.for_each(|cell| {
        for corner in 0..8 {
            vertices.insert([0, 1, 2].map(|axis| cell[axis] + (corner >> axis & 1)));
        }
    });
    require_body(tets * touched.count(), vertices.count())
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec3;
    use pliant_geometry::error::Status;

    /// Blocks of n³ cells have (n + 1)³ corners, isolated cells eight each: the largest that fits, and the next one.
    #[test]
    fn as_many_cells_have_room_as_have_corners_for_a_body() {
        let n = (MAX_VERTICES as f64).cbrt() as usize - 1;
        assert!((n + 1).pow(3) <= MAX_VERTICES && (n + 2).pow(3) > MAX_VERTICES);
        for (edge, step, has_room) in [
            (n, 1, true),
            (n + 1, 1, false),
            (63, 2, true),
            (65, 2, false),
        ] {
            let cells = Grid {
                origin: DVec3::ZERO,
                spacing: DVec3::ONE,
                counts: [edge * step; 3],
            };
            let fine = Grid {
                counts: cells.counts.map(|n| n * FINE),
                ..cells
            };
            let (mut inside, mut of_surface) = (Bits::new(&fine), Vec::new());
            for at in 0..edge.pow(3) {
                let cell =
                    [at % edge, at / edge % edge, at / edge / edge].map(|c| (c * step) as i32);
                match at % 2 {
                    0 => of_surface.push(cell),
                    _ => inside.insert(cell.map(|c| c * FINE as i32 + 3)),
                }
            }
            let fragments = Fragments {
                starts: vec![0, of_surface.len() as u32],
                cells: of_surface,
            };
            let refused = require_room(&cells, &inside, &fragments).map_err(|e| e.status);
            let expected = if has_room {
                Ok(())
            } else {
                Err(Status::Capacity)
            };
            assert_eq!(refused, expected, "{edge}");
        }
    }
}
