//! Input that cannot be filled, and numbers at their limits.

use super::tests::{judge, make_cage, options};
use super::*;
use glam::{Quat, Vec3};
use pliant_geometry::check::{corners, volume6};
use pliant_geometry::error::Status;
use pliant_geometry::lattice::box_surface;
use pliant_geometry::shapes::{inside_out, moved, sphere, together};

#[test]
fn bad_input_is_refused_by_name() {
    let good = sphere(3, 1.0);
    let status = |surface: &SurfaceMesh, options: Options| {
        cage(surface, &options, &Progress::NONE)
            .map(|_| ())
            .map_err(|e| e.status)
    };
    let with = |change: fn(&mut SurfaceMesh)| {
        let mut mesh = sphere(3, 1.0);
        change(&mut mesh);
        status(&mesh, Options::CAGE)
    };
    assert_eq!(with(|mesh| mesh.triangles.clear()), Err(Status::MeshEmpty));
    assert_eq!(
        with(|mesh| mesh.triangles[3][1] = 10_000),
        Err(Status::MeshIndex)
    );
    assert_eq!(
        with(|mesh| mesh.positions[5][0] = f32::NAN),
        Err(Status::MeshNotFinite)
    );
    assert_eq!(
        with(|mesh| mesh.positions.iter_mut().for_each(|p| p[2] = 0.0)),
        Err(Status::MeshZeroVolume)
    );
    assert_eq!(
        with(|mesh| mesh.triangles.truncate(1)),
        Err(Status::MeshZeroVolume)
    );
    for elements in [0, usize::MAX] {
        assert_eq!(
            status(&good, options(elements)),
            Err(Status::InvalidArgument)
        );
    }
    for (spacing, expected) in [
        (-1.0, Status::InvalidArgument),
        (f64::NAN, Status::InvalidArgument),
        (1e-5, Status::Capacity),
        (1e-300, Status::Capacity),
    ] {
        let options = Options {
            spacing,
            ..Options::CAGE
        };
        assert_eq!(status(&good, options), Err(expected), "{spacing}");
        let refused = conforming(&good, &options, &Progress::NONE)
            .map(|_| ())
            .map_err(|e| e.status);
        assert_eq!(refused, Err(expected), "{spacing}");
    }
}

/// Cells far larger than the surface would miss it. Three cubes stay three cubes, however few tets are wanted.
#[test]
fn no_spacing_is_too_large() {
    let cube = box_surface([2; 3], [1.0; 3]);
    let surface = together(&[
        cube.clone(),
        moved(cube.clone(), [1.1, 0.0, 0.0], 1.0),
        moved(cube.clone(), [2.2, 0.0, 0.0], 1.0),
    ]);
    for spacing in [0.0, 1e9, 1e300] {
        let options = Options {
            spacing,
            ..options(1)
        };
        for make in [cage, conforming] {
            let made = make(&surface, &options, &Progress::NONE).unwrap();
            assert_eq!(judge(&surface, &made).pieces, 3, "{spacing}");
            assert!(made.1.flat.is_empty());
        }
    }
}

/// A speck beside a body gets a cell of its own size, half as thick if it is flat, down to what 32 bits can hold.
#[test]
fn the_cage_of_a_speck_is_as_small_as_the_speck() {
    let speck = |size: f32, at: f32| moved(box_surface([2; 3], [size; 3]), [at, 0.0, 0.0], 1.0);
    let plate = moved(box_surface([2; 3], [0.1, 0.1, 0.001]), [5.0, 0.0, 0.0], 1.0);
    let parts = [
        speck(1.0, 0.0),
        speck(0.1, 2.0),
        plate,
        speck(1e-6, 3.0),
        speck(1e-9, 0.0),
    ];
    let spaced = Options {
        spacing: 0.5,
        ..options(1)
    };
    for options in [spaced, options(60)] {
        let wanted = [1.0, 1e-3, 0.5e-3];
        for (part, volume) in parts
            .iter()
            .zip(wanted.map(Some).into_iter().chain([None; 2]))
        {
            let body = moved(parts[0].clone(), [0.0, 9.0, 0.0], 1.0);
            let surface = together(&[body, part.clone()]);
            let made = cage(&surface, &options, &Progress::NONE).unwrap();
            assert_eq!(judge(&surface, &made).pieces, 2);
            let of_speck = |t: &&[u32; 4]| made.0.positions[t[0] as usize][1] < 5.0;
            let volumes = made.0.tets.iter().filter(of_speck);
            let found: f64 = volumes
                .map(|t| volume6(corners(&made.0.positions, *t)).0 / 6.0)
                .sum();
            match volume {
                Some(volume) => assert!((found / volume - 1.0).abs() < 1e-3, "{found} {volume}"),
                None => assert!(found > 0.0 && found < 1e-15, "{found}"),
            }
        }
    }
}

/// 10⁶ units away floats are 0.06 apart, wider than the tets. A volume of 10⁻⁴⁰ is not a normal float.
#[test]
fn what_single_precision_cannot_hold_is_named() {
    let far = moved(sphere(3, 0.3), [1e6, 0.0, 0.0], 1.0);
    let named = Options {
        spacing: 0.02,
        ..options(1)
    };
    for (surface, options, words) in [
        (far, named, "move it to the origin"),
        (sphere(3, 1e-13), options(5_000), "smaller unit"),
    ] {
        for make in [cage, conforming] {
            let error = make(&surface, &options, &Progress::NONE).unwrap_err();
            assert_eq!(error.status, Status::MeshZeroVolume, "{error}");
            assert!(error.message.contains(words), "{error}");
        }
    }
    // Such a spacing is refused before millions of tets are made.
    for (surface, spacing) in [
        (moved(sphere(3, 1e3), [1e10, 0.0, 0.0], 1.0), 15.0),
        (moved(sphere(3, 1e4), [1e10, 0.0, 0.0], 1.0), 255.0), // floats are 1,024 apart there
        (sphere(3, 1e-12), 1.5e-14),
    ] {
        let options = Options {
            spacing,
            ..options(1)
        };
        for make in [cage, conforming] {
            let calls = std::cell::Cell::new(0);
            let tell = |_| {
                calls.set(calls.get() + 1);
                calls.get() < 20
            };
            let error = make(&surface, &options, &Progress::new(&tell)).unwrap_err();
            assert_eq!(error.status, Status::MeshZeroVolume, "{error}");
        }
    }
    make_cage(&moved(sphere(3, 1.0), [1e3, 0.0, 0.0], 1.0), 1_000);
    make_cage(&sphere(3, 1e-9), 1_000);
}

/// A plate, askew in the lattice, that the first lattice misses. Twice the tets resolve it.
#[test]
fn a_plate_that_the_first_tets_miss_gets_more() {
    let turn = Quat::from_rotation_arc(Vec3::Z, Vec3::new(1.0, 2.0, 3.0).normalize());
    let mut plate = box_surface([1; 3], [1.0; 3]);
    for p in &mut plate.positions {
        let [x, y, z] = p.map(|c| c - 0.5);
        *p = (turn * Vec3::new(x, y, 0.08 * z)).to_array();
    }
    let made = |most_elements: usize| {
        let options = Options {
            most_elements,
            ..options(1000)
        };
        let (_, report) = conforming(&plate, &options, &Progress::NONE).unwrap();
        (report.bodies[0].method, report.bodies[0].tet_count)
    };
    // A mesh may have 15 % more tets than that.
    let (method, tets) = made(2000);
    assert_eq!(method, Method::Conforming);
    assert!((2300..=4600).contains(&tets), "{tets}");
    // A given number may be doubled, which is too few here.
    assert_eq!(made(0).0, Method::Cage);
}

/// For a hollow box with thin walls the first spacing, guessed from its volume, gives several times the wanted tets.
#[test]
fn a_hollow_box_has_no_more_than_twice_the_tets_that_are_named() {
    let thin = 0.05;
    let hole = moved(box_surface([6; 3], [1.0 - 2.0 * thin; 3]), [thin; 3], 1.0);
    let hollow = together(&[box_surface([6; 3], [1.0; 3]), inside_out(hole)]);
    let (_, report) = conforming(&hollow, &options(25_000), &Progress::NONE).unwrap();
    let body = &report.bodies[0];
    // With the 15 % that a mesh may have more.
    assert!(body.tet_count <= 57_500, "{}", body.tet_count);
    assert_eq!(body.method, Method::Conforming);
}

/// However far away, a body gets tets that 32 bits can hold: as wanted, coarser, or a cage, down to a cube of
/// neighbouring floats. Only a given spacing may fail.
#[test]
fn a_body_far_from_the_origin_has_larger_tets() {
    let cube = box_surface([4; 3], [1.0; 3]);
    let mut coarser = [0; 2];
    for far in [0.0, 1e2, 1e3, 1e4, 1e5, 1e6, 4e6] {
        let surface = moved(cube.clone(), [far, -0.3 * far, 0.0], 1.0);
        for (at, make) in [cage, conforming].into_iter().enumerate() {
            let made = make(&surface, &options(5_000), &Progress::NONE).unwrap();
            let (judged, body) = (judge(&surface, &made), &made.1.bodies[0]);
            assert_eq!((judged.pieces, judged.euler), (1, 2), "{far} {body:?}");
            // Eight 32-bit positions make the shortest side of a cell.
            let apart = f64::from(f32::EPSILON) * far as f64;
            assert!(body.spacing >= 8.0 * apart, "{far} {body:?}");
            assert!(body.is_far || body.tet_count > 3_000, "{far} {body:?}");
            coarser[at] += usize::from(body.is_far);
        }
    }
    // Cells of 0.1 are held up to 0.1 / (16 · 2⁻²³), tets of 0.13 up to 0.13 · 0.05 / (2 √3 · 2⁻²³).
    assert_eq!(coarser, [3, 3]);
}
