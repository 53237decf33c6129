//! Cloth at rest: closed forms, and the same energies in f64.

use super::common::*;
use glam::{DVec3, Vec3};
use pliant::asset::shell::cook_shell;
use pliant::asset::{Asset, CookOptions, SurfaceMesh};
use pliant::desc::*;
use pliant::ids::PliantBodyId;
use pliant::reference::{SheetStiffness, equilibrium, sheet_body};
use pliant::world::{Edit, World};
use std::sync::Arc;

/// Both executors, or in brief the one that the library chooses: they give the same bits, as a test in drape.rs says.
pub fn executors() -> Vec<u32> {
    let both = vec![PLIANT_EXECUTOR_WIDE, PLIANT_EXECUTOR_RESIDENT];
    sized(vec![PLIANT_EXECUTOR_DEFAULT], both)
}

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

/// A body of this cloth with particles read back.
pub fn cloth_desc(executor: u32, cloth: PliantClothDesc) -> BodyOptions {
    BodyOptions {
        executor,
        model: cloth.into(),
        ..body_desc()
    }
}

/// Fixes the vertices whose rest position satisfies `is_held`.
pub fn fix(world: &mut World, body: PliantBodyId, asset: &Asset, is_held: impl Fn(Vec3) -> bool) {
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

/// Positions by internal index.
pub fn places(world: &mut World, body: PliantBodyId) -> Vec<DVec3> {
    let (x, _) = particles(world, body);
    x.iter()
        .map(|p| Vec3::from_slice(&p[..3]).as_dvec3())
        .collect()
}

/// Area of the sheet over that at rest.
pub fn area(asset: &Asset, x: &[DVec3]) -> f64 {
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

/// What fits a software adapter, or all on a GPU and in the long tests.
pub fn sized<T>(brief: T, full: T) -> T {
    match amount() {
        Amount::Brief => brief,
        _ => full,
    }
}

/// Hangs from the two corners at z = 0.
pub fn is_corner(p: Vec3) -> bool {
    p.z < 1e-4 && (p.x < 1e-4 || p.x > 0.9999)
}

/// A strip that hangs from one end stretches by ∫ ρ g (L - s) / k ds. Rows from a quarter on are far from the clamp, which
/// keeps the strip from growing narrow. The cells of the border give way more than those inside: by 1.5 % of the whole
/// with eight cells across and by 3.7 % with four, as the same springs do in f64. The slowest swing along the strip has
/// 62 rad/s, so damping of 100 /s leaves e⁻²⁵ of it after half a second.
#[test]
fn a_hanging_strip_stretches_by_its_stiffness() {
    for executor in executors() {
        let mut world = world_with(|o| o.gravity = [9.81, 0.0, 0.0]);
        let asset = sheet([16, 8], 1.0 / 16.0);
        let (stretch_stiffness, area_density) = (1500.0, 1.0);
        let cloth = PliantClothDesc {
            stretch_stiffness,
            area_density,
            damping: 100.0,
            ..PliantClothDesc::default()
        };
        let body = add(&mut world, &asset, cloth_desc(executor, cloth));
        fix(&mut world, body, &asset, |p| p.x < 1e-4);
        run(&mut world, 30, HZ);
        let x = places(&mut world, body);
        let grown = row(&asset, &x, 0, 1.0).x - row(&asset, &x, 0, 0.25).x - 0.75;
        let expected =
            f64::from(area_density) * G * 0.75_f64.powi(2) / (2.0 * f64::from(stretch_stiffness));
        let error = grown / expected - 1.0;
        println!("{executor}: grown {grown:.5}, expected {expected:.5}: {error:.4}");
        assert!(error.abs() < 0.02, "{error}");
    }
}

/// A square that hangs from two corners keeps its area: the default stiffness is 5,000 times its weight a metre.
#[test]
fn hanging_cloth_keeps_its_area() {
    let cells = sized(10, 32);
    for executor in executors() {
        let mut world = world_with(|o| o.gravity = [0.0, -5.0, 8.5]);
        let asset = sheet([cells; 2], 1.0 / cells as f32);
        let cloth = PliantClothDesc {
            damping: 6.0,
            ..PliantClothDesc::default()
        };
        let body = add(&mut world, &asset, cloth_desc(executor, cloth));
        fix(&mut world, body, &asset, is_corner);
        run(&mut world, sized(50, 240), HZ);
        let x = places(&mut world, body);
        let area = area(&asset, &x);
        println!("{executor}: area {area:.5}");
        assert!((area - 1.0).abs() < 0.01, "{area}");
    }
}

/// A strip held by two rows at one end bends under its weight as the same energies say in f64.
#[test]
fn a_bent_cantilever_is_that_of_its_energies() {
    let (cell, cells) = (0.0125, 16);
    let asset = sheet([cells, 2], cell);
    let cloth = PliantClothDesc {
        stretch_stiffness: 1e3,
        bending_stiffness: 2e-3,
        area_density: 0.2,
        damping: 18.0,
        ..PliantClothDesc::default()
    };
    let stiffness = SheetStiffness {
        stretch: 1e3,
        bending: 2e-3,
    };
    let held = |p: Vec3| p.x < 0.0126;
    let oracle = sheet_body(&asset, stiffness, 0.2)
        .with_gravity(DVec3::NEG_Y * G)
        .with_fixed(|p| held(p.as_vec3()));
    let start = oracle.rest.clone();
    let solution = equilibrium(&oracle, &start);
    assert!(solution.converged, "{}", solution.residual);
    let expected = row(&asset, &solution.positions, 0, 0.2);
    println!("expected {expected:.5}");
    for executor in executors() {
        let mut world = world();
        let body = add(&mut world, &asset, cloth_desc(executor, cloth));
        fix(&mut world, body, &asset, held);
        run(&mut world, 60, HZ);
        let x = places(&mut world, body);
        let tip = row(&asset, &x, 0, 0.2);
        println!("{executor}: tip {tip:.5}");
        assert!((tip - expected).length() < 0.03 * expected.y.abs());
    }
}

/// A hanging sheet, at several rates and iterations: each vertex within 2 % of the sheet's length.
#[test]
fn the_rest_shape_does_not_depend_on_the_schedule() {
    let cells = sized(5, 16);
    let asset = sheet([cells; 2], 1.0 / cells as f32);
    let mut found = Vec::new();
    for (hz, iterations) in [(30, 0), (60, 0), (120, 0), (60, sized(2, 4))] {
        let mut world = world_with(|o| o.gravity = [0.0, -5.0, 8.5]);
        let cloth = PliantClothDesc {
            damping: 6.0,
            ..PliantClothDesc::default()
        };
        let desc = BodyOptions {
            iterations,
            ..cloth_desc(PLIANT_EXECUTOR_DEFAULT, cloth)
        };
        let body = add(&mut world, &asset, desc);
        fix(&mut world, body, &asset, is_corner);
        run(&mut world, sized(2, 8) * hz / 2, 1.0 / hz as f32);
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
        println!("apart {apart:.5}");
        assert!(apart < 0.02, "{apart}");
    }
}
