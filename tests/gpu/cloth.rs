//! Cloth against closed forms and the same energies in f64.

use super::common::*;
use glam::{DVec3, Vec3};
use pliant::asset::shell::cook_shell;
use pliant::asset::{Asset, CookOptions, SurfaceMesh};
use pliant::desc::*;
use pliant::ids::PliantBodyId;
use pliant::math::PliantPose;
use pliant::reference::{SheetStiffness, equilibrium, sheet_body};
use pliant::world::{Edit, World};
use std::sync::Arc;

const EXECUTORS: [u32; 2] = [PLIANT_EXECUTOR_RESIDENT, PLIANT_EXECUTOR_WIDE];

/// A sheet of cells in the plane y = 0, from the origin along x and z, with alternating diagonals.
pub fn sheet([n, m]: [usize; 2], cell: f32) -> Arc<Asset> {
    let at = |i: usize, j: usize| (j * (n + 1) + i) as u32;
    let mut mesh = SurfaceMesh::default();
    for j in 0..=m {
        for i in 0..=n {
            mesh.positions.push([i as f32 * cell, 0.0, j as f32 * cell]);
        }
    }
    for j in 0..m {
        for i in 0..n {
            let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
            let pair = match (i + j) % 2 {
                0 => [[a, c, b], [a, d, c]],
                _ => [[a, d, b], [b, d, c]],
            };
            mesh.triangles.extend(pair);
        }
    }
    Arc::new(
        cook_shell(&mesh, &CookOptions::default())
            .expect("a sheet")
            .0,
    )
}

fn cloth_desc(executor: u32, cloth: PliantClothDesc) -> BodyOptions {
    BodyOptions {
        executor,
        model: cloth.into(),
        ..body_desc()
    }
}

/// Fixes the vertices whose rest position satisfies `is_held`.
fn fix(world: &mut World, body: PliantBodyId, asset: &Asset, is_held: impl Fn(Vec3) -> bool) {
    let held = |v: &u32| {
        let internal = asset.internal_from_user[*v as usize];
        is_held(Vec3::from_array(asset.rest_positions[internal as usize]))
    };
    let vertices: Vec<u32> = (0..asset.internal_from_user.len() as u32)
        .filter(held)
        .collect();
    let inverse_masses = vec![0.0; vertices.len()];
    let edit = Edit::SetInverseMasses {
        body,
        vertices,
        inverse_masses,
    };
    world.apply(edit).expect("fixed");
}

fn places(world: &mut World, body: PliantBodyId) -> Vec<DVec3> {
    let (x, _) = particles(world, body);
    x.iter()
        .map(|p| Vec3::from_slice(&p[..3]).as_dvec3())
        .collect()
}

/// Area of the sheet over that at rest.
fn area(asset: &Asset, x: &[DVec3]) -> f64 {
    let sum = |point: &dyn Fn(u32) -> DVec3| -> f64 {
        let all = asset.surface_triangles.iter();
        all.map(|t| {
            let [a, b, c] = t.map(point);
            (b - a).cross(c - a).length() / 2.0
        })
        .sum()
    };
    let rest = |v: u32| Vec3::from_array(asset.rest_positions[v as usize]).as_dvec3();
    sum(&|v| x[v as usize]) / sum(&rest)
}

/// The mean place of the vertices at one coordinate of the rest pose.
fn row(asset: &Asset, x: &[DVec3], axis: usize, at: f32) -> DVec3 {
    let rest = asset.rest_positions.iter().zip(x);
    let on: Vec<DVec3> = rest
        .filter(|(p, _)| (p[axis] - at).abs() < 1e-4)
        .map(|(_, x)| *x)
        .collect();
    on.iter().sum::<DVec3>() / on.len() as f64
}

/// A strip that hangs from one end stretches by ∫ ρ g (L - s) / k ds. Rows from a quarter on are far from the clamp, which
/// keeps the strip from growing narrow. The rows of a sheet are right to (N h)² g over the strain: below 1 % here.
#[test]
fn a_hanging_strip_stretches_by_its_stiffness() {
    for executor in EXECUTORS {
        let mut world = world_with(|o| o.gravity = [9.81, 0.0, 0.0]);
        let asset = sheet([16, 4], 1.0 / 16.0);
        let (stretch_stiffness, area_density) = (150.0, 1.0);
        let cloth = PliantClothDesc {
            stretch_stiffness,
            area_density,
            damping: 4.0,
            ..PliantClothDesc::default()
        };
        let body = add(&mut world, &asset, cloth_desc(executor, cloth));
        fix(&mut world, body, &asset, |p| p.x < 1e-4);
        run(&mut world, 240, HZ);
        let x = places(&mut world, body);
        let grown = row(&asset, &x, 0, 1.0).x - row(&asset, &x, 0, 0.25).x - 0.75;
        let expected =
            f64::from(area_density) * G * 0.75_f64.powi(2) / (2.0 * f64::from(stretch_stiffness));
        let error = grown / expected - 1.0;
        println!("{executor}: grown {grown:.5}, expected {expected:.5}: {error:.4}");
        assert!(error.abs() < 0.02, "{error}");
    }
}

/// A square of 33 × 33 vertices that hangs from two corners keeps its area.
#[test]
fn hanging_cloth_keeps_its_area() {
    for executor in EXECUTORS {
        let mut world = world();
        let asset = sheet([32, 32], 1.0 / 32.0);
        let cloth = PliantClothDesc {
            damping: 1.0,
            ..PliantClothDesc::default()
        };
        let body = add(&mut world, &asset, cloth_desc(executor, cloth));
        fix(&mut world, body, &asset, |p| {
            p.z < 1e-4 && (p.x < 1e-4 || p.x > 0.9999)
        });
        run(&mut world, 240, HZ);
        let x = places(&mut world, body);
        let (_, v) = particles(&mut world, body);
        let speed = v
            .iter()
            .map(|v| Vec3::from_slice(&v[..3]).length())
            .fold(0.0, f32::max);
        let area = area(&asset, &x);
        println!("{executor}: area {area:.5}, fastest {speed}");
        assert!((area - 1.0).abs() < 0.01, "{area}");
    }
}

/// A strip held by two rows at one end bends under its weight as the same energies say in f64.
#[test]
fn a_bent_cantilever_is_that_of_its_energies() {
    let asset = sheet([16, 4], 0.0125);
    let cloth = PliantClothDesc {
        stretch_stiffness: 1e3,
        bending_stiffness: 5e-3,
        area_density: 0.2,
        damping: 10.0,
        ..PliantClothDesc::default()
    };
    let stiffness = SheetStiffness {
        stretch: 1e3,
        bending: 5e-3,
    };
    let held = |p: Vec3| p.x < 0.0126;
    let oracle = sheet_body(&asset, stiffness, 0.2)
        .with_gravity(DVec3::NEG_Y * G)
        .with_fixed(|p| held(p.as_vec3()));
    let start = oracle.rest.clone();
    let expected = equilibrium(&oracle, &start);
    assert!(expected.converged, "{}", expected.residual);
    let expected = row(&asset, &expected.positions, 0, 0.2);
    for executor in EXECUTORS {
        let mut world = world();
        let body = add(&mut world, &asset, cloth_desc(executor, cloth));
        fix(&mut world, body, &asset, held);
        run(&mut world, 180, HZ);
        let x = places(&mut world, body);
        let tip = row(&asset, &x, 0, 0.2);
        println!("{executor}: tip {tip:.5}, expected {expected:.5}");
        assert!((tip - expected).length() < 0.03 * expected.y.abs());
    }
}

/// The lowest row of a hanging sheet, at several rates and iterations: within 2 % of its length.
#[test]
fn the_rest_shape_does_not_depend_on_the_schedule() {
    let asset = sheet([16, 16], 1.0 / 16.0);
    let mut found = Vec::new();
    for (hz, iterations) in [(30, 0), (60, 0), (120, 0), (60, 4)] {
        let mut world = world();
        let cloth = PliantClothDesc {
            damping: 2.0,
            ..PliantClothDesc::default()
        };
        let desc = BodyOptions {
            iterations,
            ..cloth_desc(PLIANT_EXECUTOR_WIDE, cloth)
        };
        let body = add(&mut world, &asset, desc);
        fix(&mut world, body, &asset, |p| {
            p.z < 1e-4 && (p.x < 1e-4 || p.x > 0.9999)
        });
        run(&mut world, 4 * hz, 1.0 / hz as f32);
        let x = places(&mut world, body);
        println!(
            "{hz} {iterations}: {:.4} {:.4}",
            row(&asset, &x, 2, 1.0),
            area(&asset, &x)
        );
        found.push(x);
    }
    for x in &found {
        let all = x.iter().zip(&found[1]);
        let apart = all.map(|(a, b)| a.distance(*b)).fold(0.0, f64::max);
        assert!(apart < 0.02, "{apart}");
    }
}

/// A sheet that falls on a ball with friction stays on it, and no vertex is inside.
#[test]
fn cloth_lies_on_a_ball() {
    for executor in EXECUTORS {
        let mut world = world();
        let radius = 0.3;
        let ball = PliantColliderDesc {
            shape: PLIANT_SHAPE_SPHERE,
            size: [radius, 0.0, 0.0],
            friction: 1.0,
            ..PliantColliderDesc::default()
        };
        world
            .apply(Edit::AddCollider { desc: ball })
            .expect("a ball");
        let asset = sheet([20, 20], 0.05);
        let desc = BodyOptions {
            pose: PliantPose::at([-0.5, 0.35, -0.5]),
            friction: 1.0,
            ..cloth_desc(executor, PliantClothDesc::default())
        };
        let body = add(&mut world, &asset, desc);
        run(&mut world, 180, HZ);
        let x = places(&mut world, body);
        let before = x.iter().sum::<DVec3>() / x.len() as f64;
        let nearest = x.iter().map(|p| p.length()).fold(f64::INFINITY, f64::min);
        run(&mut world, 60, HZ);
        let x = places(&mut world, body);
        let after = x.iter().sum::<DVec3>() / x.len() as f64;
        println!("{executor}: {before:.4} {after:.4} nearest {nearest}");
        assert!(nearest > f64::from(radius) - 1e-4, "{nearest}");
        assert!(
            (after - before).length() < 0.01 && after.y > -0.2,
            "{after}"
        );
    }
}

/// A flat sheet falls no faster than air lets it: ½ ρ c v² = ρ_area g. Blown at that speed, it hovers.
#[test]
fn a_flat_sheet_falls_at_its_terminal_speed() {
    for executor in EXECUTORS {
        let mut world = world();
        let asset = sheet([4, 4], 0.1);
        let cloth = PliantClothDesc {
            bending_stiffness: 1.0,
            ..PliantClothDesc::default()
        };
        let body = add(&mut world, &asset, cloth_desc(executor, cloth));
        let terminal = (2.0_f64 * 0.2 * G / 1.225).sqrt();
        // v = V tanh(g t / V): 1 - 1e-3 of V after 0.7 s.
        run(&mut world, 60, HZ);
        let speed = |world: &mut World| {
            let (_, v) = particles(world, body);
            v.iter().map(|v| f64::from(v[1])).sum::<f64>() / v.len() as f64
        };
        let falls = speed(&mut world);
        println!("{executor}: {falls} of {terminal}");
        assert!((falls + terminal).abs() < 0.01 * terminal);
        let wind = [0.0, terminal as f32, 0.0];
        world.apply(Edit::SetWind { wind }).expect("wind");
        run(&mut world, 60, HZ);
        let hovers = speed(&mut world);
        assert!(hovers.abs() < 0.02 * terminal, "{hovers}");
    }
}

/// The same hash after the same steps, and after a snapshot in the middle.
#[test]
fn cloth_is_deterministic_and_is_restored() {
    for executor in EXECUTORS {
        let mut hashes = Vec::new();
        for restores in [false, false, true] {
            let mut world = world();
            world
                .apply(Edit::SetWind {
                    wind: [2.0, 0.0, 1.0],
                })
                .expect("wind");
            let asset = sheet([12, 12], 0.05);
            let desc = BodyOptions {
                iterations: 2,
                ..cloth_desc(executor, PliantClothDesc::default())
            };
            let body = add(&mut world, &asset, desc);
            fix(&mut world, body, &asset, |p| p.z < 1e-4);
            add_floor(&mut world, -0.3);
            run(&mut world, 30, HZ);
            if restores {
                let bytes = world.save().expect("a snapshot");
                run(&mut world, 7, HZ);
                world.restore(&bytes).expect("restored");
            }
            run(&mut world, 30, HZ);
            let (x, v) = particles(&mut world, body);
            hashes.push((x, v));
        }
        assert_eq!(hashes[0], hashes[1]);
        assert_eq!(hashes[0], hashes[2]);
    }
}
