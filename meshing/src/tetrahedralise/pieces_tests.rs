use super::{Fragments, Work, pieces};
use crate::tetrahedralise::input::Input;
use crate::tetrahedralise::spacing::cage_grid;
use crate::tetrahedralise::{Options, Progress, cage};
use pliant_geometry::SurfaceMesh;
use pliant_geometry::error::Status;
use pliant_geometry::shapes::{fork, heap, torus};
use std::collections::BTreeSet;

/// A needle across a box of 400³ cells reaches into a few hundred of them, though there are 4·10⁹ fine points.
#[test]
fn a_lattice_far_larger_than_its_body_is_refused() {
    let needle = SurfaceMesh {
        positions: vec![[0.0; 3], [1e-3, 0.0, 0.0], [0.0, 1e-3, 0.0], [1.0; 3]],
        triangles: vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]],
        ..Default::default()
    };
    let with = |spacing| {
        let options = Options {
            spacing,
            ..Options::CAGE
        };
        cage(&needle, &options, &Progress::NONE)
    };
    let error = with(1.0 / 400.0).expect_err("too many cells");
    assert_eq!(error.status, Status::Capacity);
    assert!(error.message.contains("larger spacing"), "{error}");
    assert!(with(1.0 / 20.0).is_ok());
}

/// Also if a cell has only slivers that belong to neighbours. The early check of capacity counts on it.
#[test]
fn each_cell_that_the_surface_passes_has_a_piece() {
    let heaps = (0..40).map(heap).chain([fork(), torus(20)]);
    for (number, surface) in heaps.enumerate() {
        let input = Input::new(&surface, &Progress::NONE).unwrap();
        for (body, cells) in input
            .bodies
            .iter()
            .zip([5.0, 8.0, 13.0].into_iter().cycle())
        {
            let grid = cage_grid(body, body.length() / cells).unwrap();
            let found = pieces(&body.shape(), &grid, &Work::ALONE).unwrap();
            let has: BTreeSet<_> = found.pieces.iter().map(|piece| piece.cell).collect();
            let passed = Fragments::new(&body.corners, &grid, &Progress::NONE).unwrap();
            let missing = passed.cells.iter().find(|cell| !has.contains(*cell));
            assert_eq!(missing, None, "{number}: {} pieces", has.len());
        }
    }
}
