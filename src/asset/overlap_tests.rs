use super::*;
use crate::asset::from_surface::{SurfaceOptions, cook_surface};
use crate::asset::grip::grips;
use crate::asset::skin::bind_skin;
use crate::asset::{Asset, SkinAsset};
use glam::Quat;
use pliant_geometry::lattice::box_surface;
use pliant_geometry::progress::Progress;
use pliant_geometry::shapes::{finer, fork, moved, soup, sphere, together, turned};
use std::collections::HashSet;
use std::sync::Arc;

fn caged(surface: &SurfaceMesh, spacing: f64) -> (Arc<Asset>, SkinAsset) {
    let options = SurfaceOptions {
        spacing,
        ..Default::default()
    };
    let (asset, report) = cook_surface(surface, &options, &Progress::NONE).unwrap();
    assert!(asset.sheet.is_none(), "a shell: {report:?}");
    let skin = bind_skin(&asset, surface).unwrap();
    (asset, skin)
}

/// For each vertex the lowest one that `is_taken` tets connect it to.
fn joined(asset: &Asset, is_taken: impl Fn([u32; 4]) -> bool) -> Vec<u32> {
    let mut least: Vec<u32> = (0..asset.rest_positions.len() as u32).collect();
    loop {
        let before = least.clone();
        for tet in asset.tets.iter().filter(|tet| is_taken(**tet)) {
            let of_tet = tet.map(|v| least[v as usize]).into_iter().min().unwrap();
            tet.iter().for_each(|v| least[*v as usize] = of_tet);
        }
        if before == least {
            return least;
        }
    }
}

/// How many vertices lie in tets of several bodies.
fn in_several(asset: &Asset, surface: &SurfaceMesh, bodies: &[u32]) -> usize {
    let cage = Cage::new(asset);
    let of = |tet: u32| bodies[asset.tets[tet as usize][0] as usize];
    let is_in_several = |p: &&[f32; 3]| {
        let around = cage.around(Vec3::from_array(**p).as_dvec3());
        around.iter().any(|tet| of(*tet) != of(around[0]))
    };
    surface.positions.iter().filter(is_in_several).count()
}

/// A box that does not fill its bounding box.
fn slanted(of: SurfaceMesh) -> SurfaceMesh {
    turned(
        of,
        Quat::from_axis_angle(Vec3::new(1.0, 2.0, 0.5).normalize(), 0.7),
    )
}

/// Boxes less than a cell apart, so that cages overlap: each box follows one body, different boxes different ones. Two
/// of the plates share all their cells.
#[test]
fn a_render_vertex_is_carried_by_its_own_body() {
    let cubes = [0.0, 1.01, 3.3].map(|x| moved(box_surface([3; 3], [1.0; 3]), [x, 0.0, 0.0], 1.0));
    let plate = box_surface([3, 3, 1], [1.0, 0.9, 0.04]);
    let plates = [0.0, 0.06, 0.2].map(|z| moved(plate.clone(), [0.0, 0.0, z], 1.0));
    let mut soups = cubes.clone();
    soups.iter_mut().for_each(|cube| *cube = soup(cube));
    for (name, boxes, spacing, least) in [
        ("cubes", cubes, 0.4, 16),
        ("soups", soups, 0.4, 16),
        ("plates", plates, 0.45, 60),
    ] {
        let boxes = boxes.map(slanted);
        let count = boxes[0].positions.len();
        let surface = together(&boxes);
        let (asset, skin) = caged(&surface, spacing);
        let bodies = joined(&asset, |_| true);
        let several = in_several(&asset, &surface, &bodies);
        assert!(several >= least, "{name}: {several}");
        let of_vertices = skin.cage_vertices.iter().map(|c| bodies[c[0] as usize]);
        let of_vertices: Vec<u32> = of_vertices.collect();
        let own: Vec<HashSet<&u32>> = of_vertices
            .chunks(count)
            .map(|c| c.iter().collect())
            .collect();
        assert!(own.iter().all(|b| b.len() == 1), "{name}: {own:?}");
        let different: HashSet<&u32> = own.into_iter().flatten().collect();
        assert_eq!(different.len(), boxes.len(), "{name}");
    }
}

/// Sticks in a bundle, less than a cell apart, with triangles as long as they are: each follows one cage, different
/// ones different cages.
#[test]
fn a_stick_among_sticks_is_carried_by_one_cage_as_a_whole() {
    for (turn, gap, count, cells, elements) in [
        (0.03, 0.3, 5, 3, 100),
        (0.1, 0.25, 7, 3, 100),
        (0.1, 0.25, 7, 3, 250),
        (0.2, 0.3, 9, 3, 60),
        (0.2, 0.3, 9, 3, 250),
    ] {
        let stick = |n: u8| {
            let turn = glam::Quat::from_rotation_y(turn * f32::from(n));
            let mut stick = box_surface([cells, 1, 1], [8.0, 0.2, 0.2]);
            for p in &mut stick.positions {
                let along = turn * (Vec3::from_array(*p) - Vec3::new(2.0, 0.1, 0.1));
                *p = (along + gap * f32::from(n) * Vec3::Y).to_array();
            }
            stick
        };
        let sticks: Vec<_> = (0..count).map(stick).collect();
        let surface = together(&sticks);
        let options = SurfaceOptions {
            elements,
            ..Default::default()
        };
        let (asset, _) = cook_surface(&surface, &options, &Progress::NONE).unwrap();
        let skin = bind_skin(&asset, &surface).unwrap();
        let bodies = joined(&asset, |_| true);
        let several = in_several(&asset, &surface, &bodies);
        assert!(several > 20, "{elements}: {several}");
        let of_vertices = skin.cage_vertices.iter().map(|c| bodies[c[0] as usize]);
        let of_vertices: Vec<u32> = of_vertices.collect();
        let own = of_vertices.chunks(sticks[0].positions.len());
        let own: Vec<HashSet<&u32>> = own.map(|c| c.iter().collect()).collect();
        assert!(own.iter().all(|b| b.len() == 1), "{elements}: {own:?}");
        let different: HashSet<&u32> = own.into_iter().flatten().collect();
        assert_eq!(different.len(), sticks.len(), "{elements}");
    }
}

/// A plate with screws in its end, and a box beside it whose cage contains the screws: the screws follow the plate, and
/// the box, with fewer vertices than a screw, its own cage.
#[test]
fn a_screw_is_carried_by_what_it_is_screwed_into() {
    let plate = box_surface([4, 4, 1], [4.0, 4.0, 1.0]);
    let screw = |y: f32, z: f32| moved(finer(sphere(1, 0.12)), [3.93, y, z], 1.0);
    let small = moved(box_surface([1; 3], [0.7; 3]), [4.08, 1.65, 0.15], 1.0);
    let screws = [
        screw(1.85, 0.3),
        screw(1.85, 0.7),
        screw(2.15, 0.3),
        screw(2.15, 0.7),
    ];
    let [a, b, c, d] = screws;
    let parts = [plate, a, b, c, d, small];
    let counts = parts.each_ref().map(|part| part.positions.len());
    let orders = [[0, 1, 2, 3, 4, 5], [5, 4, 3, 2, 1, 0], [1, 3, 5, 0, 2, 4]];
    for (order, spacing) in orders.into_iter().zip([0.5, 0.6, 0.8]) {
        let surface = slanted(together(&order.map(|part: usize| parts[part].clone())));
        let (asset, skin) = caged(&surface, spacing);
        let bodies = joined(&asset, |_| true);
        let several = in_several(&asset, &surface, &bodies);
        assert!(several >= counts[1], "{several}");
        let mut first = 0;
        let of = order.map(|part| {
            let own = &skin.cage_vertices[first..first + counts[part]];
            first += counts[part];
            let own: HashSet<u32> = own.iter().map(|c| bodies[c[0] as usize]).collect();
            assert_eq!(own.len(), 1, "{order:?}: {part}");
            own.into_iter().next().unwrap()
        });
        let at = |part: usize| of[order.iter().position(|p| *p == part).unwrap()];
        assert_eq!([1, 2, 3, 4].map(at), [at(0); 4], "{order:?}");
        assert_ne!(at(5), at(0), "{order:?}");
    }
}

/// Two fingers of one body, at most a sixth of a cell apart: moving the tets of one moves its vertices only.
#[test]
fn a_finger_moves_without_the_finger_beside_it() {
    for cuts in 0..4 {
        let surface = (0..cuts).fold(fork(), |surface, _| finer(surface));
        for spacing in [0.6, 0.85, 1.35, 1.7] {
            let (asset, skin) = caged(&surface, spacing);
            // Cells at the ground, which is at 2, may hold both fingers.
            let above = |v: u32| f64::from(asset.rest_positions[v as usize][2]) > 2.0 + spacing;
            let parts = joined(&asset, |tet| tet.into_iter().all(above));
            let finger = |x: f32, v: u32| {
                let p = asset.rest_positions[v as usize];
                (p[0] - x).abs() < 0.3 * spacing as f32 + 1.0 && p[2] > 4.0
            };
            let count = asset.rest_positions.len() as u32;
            let part_at = |x: f32| parts[(0..count).find(|v| finger(x, *v)).unwrap() as usize];
            let left = part_at(-0.5);
            assert_ne!(left, part_at(5.5), "{spacing}: the fingers are one");
            let low = (0..count).filter(|v| above(*v));
            let low = low
                .map(|v| asset.rest_positions[v as usize][2])
                .fold(f32::INFINITY, f32::min);
            let mut whole = 0;
            for (position, (vertices, weights)) in surface
                .positions
                .iter()
                .zip(skin.cage_vertices.iter().zip(&skin.weights))
            {
                let is_moved = |v: u32| above(v) && parts[v as usize] == left;
                let of_left = vertices.iter().zip(weights).filter(|(v, _)| is_moved(**v));
                let way: f32 = of_left.map(|(_, w)| *w).sum();
                let [x, _, z] = *position;
                // The rounding of four weights.
                if x > 2.1 {
                    assert!(
                        way.abs() < 1e-6,
                        "{cuts} {spacing}: {position:?} moves by {way}"
                    );
                } else if z > low + 1e-4 {
                    assert!(
                        (way - 1.0).abs() < 1e-6,
                        "{cuts} {spacing}: {position:?} moves by {way}"
                    );
                    whole += 1;
                }
            }
            assert!(whole >= 4, "{cuts} {spacing}: {whole}");
        }
    }
}

/// A pin on a render vertex holds the tet that carries it; away from overlaps, only that one.
#[test]
fn a_pin_holds_what_carries_the_vertex_there() {
    let cubes = [0.0, 1.01, 3.3].map(|x| moved(box_surface([3; 3], [1.0; 3]), [x, 0.0, 0.0], 1.0));
    for (surface, spacing) in [
        (slanted(together(&cubes)), 0.4),
        (finer(finer(fork())), 0.85),
    ] {
        let (asset, skin) = caged(&surface, spacing);
        let points: Vec<DVec3> = (surface.positions.iter())
            .map(|p| Vec3::from_array(*p).as_dvec3())
            .collect();
        let (mut one, mut several) = (0, 0);
        for (v, grip) in grips(&asset, &points).unwrap().iter().enumerate() {
            let carries = skin.cage_vertices[v].iter().zip(skin.weights[v]);
            for (vertex, weight) in carries {
                // Such a weight is rounding: the vertex is in a face.
                assert!(
                    weight.abs() < 1e-5 || grip.vertices.contains(vertex),
                    "{v}: {grip:?}"
                );
            }
            assert_eq!(grip.place, points[v]);
            assert_eq!(grips(&asset, &points[v..=v]).unwrap()[0], *grip);
            match grip.vertices.len() {
                4 => one += 1,
                _ => several += 1,
            }
        }
        assert!(one > 20 && several > 4, "{one} {several}");
    }
}
