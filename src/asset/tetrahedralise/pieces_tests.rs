use crate::asset::SurfaceMesh;
use crate::asset::tetrahedralise::{Options, Progress, cage};
use crate::error::Status;

/// A needle across a box of 400³ cells reaches into some hundred of them; its fine points would be 4·10⁹.
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
