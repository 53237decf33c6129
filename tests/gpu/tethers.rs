//! Cloth whose stretch from what holds it is limited.

use super::cloth::{cloth_desc, executors, fix, places, sheet};
use super::common::*;
use super::oracle::{set_inverse_mass, weightless};
use glam::DVec3;
use pliant::asset::Asset;
use pliant::desc::*;
use pliant::element::group_kind::SheetRest;
use pliant::element::limit_rows;
use pliant::ids::PliantBodyId;
use pliant::reference::{SheetStiffness, sheet_body};
use pliant::world::{Edit, World};
use std::sync::Arc;

const SIDE: f32 = 0.92;
const LIMIT: f32 = 0.02;

fn limited(max_stretch: f32) -> PliantClothDesc {
    PliantClothDesc {
        max_stretch,
        ..PliantClothDesc::default()
    }
}

/// A sheet of n² cells that is held at its corners.
fn held(world: &mut World, n: usize, desc: BodyOptions) -> (Arc<Asset>, PliantBodyId) {
    let cell = SIDE / n as f32;
    let asset = sheet([n, n], cell);
    let body = add(world, &asset, desc);
    let is_end = move |x: f32| x < 0.5 * cell || x > SIDE - 0.5 * cell;
    fix(world, body, &asset, |p| is_end(p.x) && is_end(p.z));
    (asset, body)
}

/// Puts 6.4 kg on its middle vertex.
fn load(world: &mut World, body: PliantBodyId, n: usize) {
    let middle = (n / 2) * (n + 1) + n / 2;
    set_inverse_mass(world, body, vec![middle as u32], 1.0 / 6.4);
}

/// The largest stretch of the way from a vertex to a corner, beyond the limit.
fn excess(world: &mut World, body: PliantBodyId, asset: &Asset) -> f64 {
    let x = places(world, body);
    let own = asset.sheet.as_ref().expect("a sheet");
    let rest = SheetRest {
        positions: &asset.rest_positions,
        edges: &asset.edges,
        lengths: &own.edge_lengths,
        hinges: &own.hinges,
        ..SheetRest::default()
    };
    let is_end = |x: f32| !(1e-3..=SIDE - 1e-3).contains(&x);
    let corners = (0..).zip(&asset.rest_positions);
    let corners = corners.filter(|(_, p)| is_end(p[0]) && is_end(p[2]));
    let corners: Vec<Vec<u32>> = corners.map(|(v, _)| vec![v]).collect();
    let rows = limit_rows(&rest, &corners, 4, 1.0);
    let limits = rows.chunks(2).zip(&x).flat_map(|(rows, x)| {
        let halves = rows.iter().flat_map(|r| [[r[0], r[1]], [r[2], r[3]]]);
        halves.map(move |[anchor, length]| (*x, anchor, f64::from(f32::from_bits(length))))
    });
    let stretch = limits.map(|(p, anchor, length)| p.distance(x[anchor as usize]) / length - 1.0);
    stretch.fold(f64::MIN, f64::max) - f64::from(LIMIT)
}

/// With one iteration, whatever the resolution. Without a limit the same sheet stretches far.
#[test]
fn no_vertex_gets_farther_from_a_corner_than_the_limit() {
    for (n, steps) in [(24, 30), (96, 12)] {
        // The finer sheet is too large for a workgroup.
        let fits = |executor: &u32| n == 24 || *executor != PLIANT_EXECUTOR_RESIDENT;
        for executor in executors().into_iter().filter(fits) {
            let mut world = world();
            let desc = cloth_desc(executor, limited(LIMIT));
            let (asset, body) = held(&mut world, n, desc);
            load(&mut world, body, n);
            for _ in 0..steps / 3 {
                run(&mut world, 3, HZ);
                let found = excess(&mut world, body, &asset);
                assert!(found < 1e-4, "{n}, executor {executor}: {found}");
            }
            // The middle hangs as far as the limit lets it: the diagonal is √2/2 of a side.
            let middle = DVec3::new(0.46, 0.0, 0.46);
            let x = places(&mut world, body);
            let middle = (0..).zip(&asset.rest_positions).min_by(|(_, a), (_, b)| {
                let apart = |p: &[f32; 3]| DVec3::from(p.map(f64::from)).distance(middle);
                apart(a).total_cmp(&apart(b))
            });
            let sag = -x[middle.expect("a vertex").0 as usize].y;
            let half = f64::from(SIDE) / 2f64.sqrt();
            let most = half * ((1.0 + f64::from(LIMIT)).powi(2) - 1.0).sqrt();
            assert!(
                sag < most * 1.001 && (n > 24 || sag > 0.5 * most),
                "{sag} of {most}"
            );
        }
    }
    let mut world = world();
    let free = cloth_desc(PLIANT_EXECUTOR_DEFAULT, limited(0.0));
    let (asset, body) = held(&mut world, 24, free);
    load(&mut world, body, 24);
    run(&mut world, 30, HZ);
    let found = excess(&mut world, body, &asset);
    assert!(found > 0.05, "{found}");
}

/// A limited sheet of 0.17 kg stores no more than 4 J under 6.4 kg on one vertex, with one iteration in each of 20 substeps.
/// It may sink by √(1.02² − 1) of half a diagonal, which is 0.131 m, so the load brings 8.2 J and tethers take the rest. In
/// balance the springs would hold 3.2 J; without a limit one iteration lets the sheet run away to hundreds of joules.
#[test]
fn a_limit_bounds_what_a_loaded_sheet_stores() {
    for (limit, bounds) in [(LIMIT, 0.0..4.0), (0.0, 100.0..f64::MAX)] {
        let mut world = world();
        let desc = BodyOptions {
            substeps: 5, // in each of four epochs
            iterations: 1,
            ..cloth_desc(
                PLIANT_EXECUTOR_DEFAULT,
                PliantClothDesc {
                    area_density: 0.17 / (SIDE * SIDE),
                    bending_stiffness: 0.0,
                    damping: 2.0,
                    ..limited(limit)
                },
            )
        };
        let (asset, body) = held(&mut world, 24, desc);
        load(&mut world, body, 24);
        let stiffness = SheetStiffness {
            stretch: 1e4,
            bending: 0.0,
        };
        let oracle = sheet_body(&asset, stiffness, 0.0); // without weight
        let mut most = 0.0_f64;
        for _ in 0..30 {
            run(&mut world, 4, HZ);
            let stored = oracle.potential(&places(&mut world, body));
            println!("{limit}: {stored}");
            most = most.max(stored);
        }
        assert!(bounds.contains(&most), "limit {limit}: {most} J");
    }
}

/// Nothing pulls a sheet that does not stretch.
#[test]
fn a_sheet_without_load_keeps_its_rest_shape() {
    for executor in executors() {
        let mut world = weightless();
        let (_, body) = held(&mut world, 24, cloth_desc(executor, limited(1e-3)));
        run(&mut world, 1, HZ);
        let before = places(&mut world, body);
        run(&mut world, 30, HZ);
        let x = places(&mut world, body);
        let moved = x.iter().zip(&before).map(|(a, b)| a.distance(*b));
        let moved = moved.fold(0.0, f64::max);
        assert!(moved < 1e-4, "{moved}");
    }
}

/// The limit may come, change and go while a sheet is loaded.
#[test]
fn limits_change_while_a_sheet_is_loaded() {
    for executor in executors() {
        let mut world = world();
        let (asset, body) = held(&mut world, 24, cloth_desc(executor, limited(0.0)));
        load(&mut world, body, 24);
        run(&mut world, 20, HZ);
        assert!(excess(&mut world, body, &asset) > 0.02);
        for (limit, is_kept) in [(0.3, false), (LIMIT, true)] {
            let model = limited(limit).into();
            world
                .apply(Edit::SetModel { body, model })
                .expect("a model");
            run(&mut world, 3, HZ);
            let found = excess(&mut world, body, &asset);
            assert_eq!(found < 1e-4, is_kept, "{limit}: {found}");
        }
        // Nothing holds it any more.
        set_inverse_mass(&mut world, body, corner_vertices(24), -1.0);
        let before = places(&mut world, body);
        run(&mut world, 20, HZ);
        let x = places(&mut world, body);
        let fell = x.iter().zip(&before).map(|(a, b)| b.y - a.y);
        assert!(fell.fold(f64::MAX, f64::min) > 0.3, "all of it falls");
    }
}

fn corner_vertices(n: u32) -> Vec<u32> {
    let last = n * (n + 1);
    vec![0, n, last, last + n]
}
