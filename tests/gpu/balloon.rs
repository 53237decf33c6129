//! Balloons: volume, pressure, momentum, contact, and what is refused.

use super::cloth::{places, sheet};
use super::common::*;
use super::oracle::{EXECUTORS, weightless};
use glam::DVec3;
use pliant::asset::shell::cook_shell;
use pliant::asset::{Asset, CookOptions, SurfaceMesh};
use pliant::desc::*;
use pliant::element::{volume, volume_gradients};
use pliant::error::Status;
use pliant::ids::{PliantBodyId, PliantColliderId};
use pliant::math::PliantPose;
use pliant::reference::{SheetStiffness, sheet_body};
use pliant::world::{Applied, Edit, World};
use pliant_geometry::shapes::sphere;
use std::collections::BTreeMap;
use std::sync::Arc;

const RADIUS: f32 = 0.15;

fn shell(mesh: &SurfaceMesh) -> Arc<Asset> {
    let cooked = cook_shell(mesh, &CookOptions::default());
    Arc::new(cooked.expect("a shell").0)
}

/// A ball of 66 vertices, or 258.
pub fn ball(levels: u32) -> Arc<Asset> {
    shell(&sphere(levels, RADIUS))
}

/// An icosahedron with its triangles cut in four twice: all nearly equilateral, as a sheet's springs like it best.
fn even_ball() -> Arc<Asset> {
    let long = (1.0 + 5_f64.sqrt()) / 2.0;
    let signs = [-1.0, 1.0];
    let corners = signs.iter().flat_map(|a| signs.map(|b| (*a, b * long)));
    let mut x: Vec<DVec3> = corners
        .flat_map(|(a, b)| [(0.0, a, b), (a, b, 0.0), (b, 0.0, a)])
        .map(|p| DVec3::from(p).normalize())
        .collect();
    let near = |a: usize, b: usize| x[a].distance(x[b]) < 1.1;
    let all = (0..12).flat_map(|a| (a + 1..12).map(move |b| (a, b)));
    let all = all.flat_map(|(a, b)| (b + 1..12).map(move |c| [a, b, c]));
    let all = all.filter(|[a, b, c]| near(*a, *b) && near(*b, *c) && near(*a, *c));
    let mut triangles: Vec<[usize; 3]> = all
        .map(|[a, b, c]| match x[a].dot(x[b].cross(x[c])) > 0.0 {
            true => [a, b, c],
            false => [a, c, b],
        })
        .collect();
    for _ in 0..2 {
        let mut middles: BTreeMap<[usize; 2], usize> = BTreeMap::new();
        let mut middle = |a: usize, b: usize| {
            *middles.entry([a.min(b), a.max(b)]).or_insert_with(|| {
                x.push((x[a] + x[b]).normalize());
                x.len() - 1
            })
        };
        let quarters = triangles.iter().flat_map(|&[a, b, c]| {
            let [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
            [[a, ab, ca], [b, bc, ab], [c, ca, bc], [ab, bc, ca]]
        });
        triangles = quarters.collect();
    }
    shell(&SurfaceMesh {
        positions: x
            .iter()
            .map(|p| (RADIUS * p.as_vec3()).to_array())
            .collect(),
        triangles: triangles.iter().map(|t| t.map(|v| v as u32)).collect(),
        ..SurfaceMesh::default()
    })
}

/// A skin that one iteration solves: k h² Σ w |∇C|² is .1 in a substep of 1/1200 s. There is no air.
fn skin() -> PliantBalloonDesc {
    PliantBalloonDesc {
        stretch_stiffness: 100.0,
        bending_stiffness: 0.0,
        area_density: 1.0,
        damping: 50.0,
        drag: 0.0,
        ..PliantBalloonDesc::default()
    }
}

fn desc(executor: u32, balloon: PliantBalloonDesc) -> BodyOptions {
    BodyOptions {
        executor,
        model: balloon.into(),
        self_contact: PLIANT_SELF_CONTACT_OFF,
        ..body_desc()
    }
}

fn set(world: &mut World, body: PliantBodyId, balloon: PliantBalloonDesc) {
    let model = balloon.into();
    let edit = Edit::SetModel { body, model };
    world.apply(edit).expect("a model");
}

fn rest(asset: &Asset) -> Vec<DVec3> {
    let points = asset.rest_positions.iter();
    points.map(|p| DVec3::from(p.map(f64::from))).collect()
}

/// Its volume in volumes at rest, from positions about its middle, which f32 does not round when it is far away.
fn filled(world: &mut World, body: PliantBodyId, asset: &Asset) -> f64 {
    let (_, x, _) = particles_at(world, body);
    let x: Vec<DVec3> = x
        .iter()
        .map(|p| DVec3::new(p[0].into(), p[1].into(), p[2].into()))
        .collect();
    volume(&x, &asset.surface_triangles) / volume(&rest(asset), &asset.surface_triangles)
}

/// Full, taut and slack, though the factor jumps.
#[test]
fn a_balloon_has_the_volume_that_it_is_filled_to() {
    let asset = ball(3);
    for executor in EXECUTORS {
        let mut world = weightless();
        let body = add(&mut world, &asset, desc(executor, skin()));
        for volume_factor in [1.0, 1.25, 1.5, 0.8] {
            set(
                &mut world,
                body,
                PliantBalloonDesc {
                    volume_factor,
                    ..skin()
                },
            );
            run(&mut world, 14, HZ);
            let found = filled(&mut world, body, &asset);
            let error = found / f64::from(volume_factor) - 1.0;
            assert!(error.abs() < 1e-3, "{executor}, {volume_factor}: {found}");
            let info = world.body_info(body).expect("info");
            let whole = volume(&rest(&asset), &asset.surface_triangles) * found;
            assert!(
                (f64::from(info.volume) / whole - 1.0).abs() < 1e-3,
                "{info:?}"
            );
        }
    }
}

/// Laplace: p = 2 σ/r. At an equal strain s − 1 along both directions the springs of a sheet hold σ = 3/2 k (s − 1)/s a
/// metre of its skin as it is now (Poisson's ratio is 1/3), and 2/r is the area at rest over s times the volume at rest, times
/// 2/3: p = k (s − 1) A₀/(s² V₀). The f64 forces of the same springs give the pressure that holds the balloon as it stands.
#[test]
fn the_pressure_is_that_of_laplace() {
    let asset = even_ball();
    let triangles = &asset.surface_triangles;
    let x = rest(&asset);
    let areas = triangles.iter().map(|t| {
        let [a, b, c] = t.map(|v| x[v as usize]);
        (b - a).cross(c - a).length() / 2.0
    });
    let (area, whole) = (areas.sum::<f64>(), volume(&x, triangles));
    let stiffness = f64::from(skin().stretch_stiffness);
    for (executor, bulk_modulus) in [(0, 0.0), (1, 0.0), (0, 5e4)] {
        let mut world = weightless();
        let taut = PliantBalloonDesc {
            volume_factor: 1.5,
            bulk_modulus,
            ..skin()
        };
        let body = add(&mut world, &asset, desc(EXECUTORS[executor], taut));
        run(&mut world, 40, HZ);
        let found = filled(&mut world, body, &asset);
        let s = found.cbrt();
        let laplace = stiffness * (s - 1.0) * area / (s * s * whole);
        let x = places(&mut world, body);
        let forces = SheetStiffness {
            stretch: stiffness,
            bending: 0.0,
        };
        let forces = sheet_body(&asset, forces, 1.0).forces(&x);
        let slopes = volume_gradients(&x, triangles);
        let against: f64 = forces.iter().zip(&slopes).map(|(f, g)| -f.dot(*g)).sum();
        let balanced = against / slopes.iter().map(|g| g.length_squared()).sum::<f64>();
        let pressure = f64::from(world.body_info(body).expect("info").pressure);
        println!("{executor}: {pressure} Pa, 2σ/r {laplace}, f64 {balanced}, volume {found}");
        assert!(
            (pressure / laplace - 1.0).abs() < 0.02,
            "{pressure}, {laplace}"
        );
        assert!(
            (pressure / balanced - 1.0).abs() < 0.02,
            "{pressure}, {balanced}"
        );
        if bulk_modulus > 0.0 {
            let given = f64::from(bulk_modulus) * (1.5 - found);
            assert!((given / pressure - 1.0).abs() < 0.01, "{given}, {pressure}");
        }
    }
}

fn plane(world: &mut World, height: f32, upside_down: bool) -> PliantColliderId {
    let edit = Edit::AddCollider {
        desc: PliantColliderDesc {
            shape: PLIANT_SHAPE_PLANE,
            pose: posed(height, upside_down),
            friction: 0.0,
            ..PliantColliderDesc::default()
        },
    };
    match world.apply(edit) {
        Ok(Applied::Collider(collider)) => collider,
        other => panic!("{other:?}"),
    }
}

fn posed(height: f32, upside_down: bool) -> PliantPose {
    PliantPose {
        rotation: [
            f32::from(u8::from(upside_down)),
            0.0,
            0.0,
            f32::from(u8::from(!upside_down)),
        ],
        ..PliantPose::at([0.0, height, 0.0])
    }
}

/// The law of Boyle and Mariotte while a plate comes down on it. The skin lets the volume change.
#[test]
fn a_gas_keeps_pressure_times_volume_while_it_is_squeezed() {
    let asset = ball(2);
    for (executor, outside) in [(EXECUTORS[0], 0.0), (EXECUTORS[1], 300.0)] {
        let mut world = weightless();
        plane(&mut world, -0.2, false);
        let plate = plane(&mut world, 0.2, true);
        let gas = PliantBalloonDesc {
            gas_pressure: 500.0,
            outside_pressure: outside,
            ..skin()
        };
        let body = add(&mut world, &asset, desc(executor, gas));
        let mut seen = Vec::new();
        for height in [0.2, 0.05, -0.05] {
            let edit = Edit::MoveCollider {
                collider: plate,
                pose: posed(height, true),
                teleport: false,
            };
            for _ in 0..2 {
                world.apply(edit.clone()).expect("a move");
                run(&mut world, 10, HZ);
            }
            let found = filled(&mut world, body, &asset);
            let pressure = world.body_info(body).expect("info").pressure;
            let product = f64::from(pressure + outside) * found;
            let error = product / f64::from(500.0 + outside) - 1.0;
            println!("{executor}: {pressure} Pa, {found} of its volume, {error}");
            assert!(error.abs() < 0.01, "{pressure} Pa, volume {found}");
            seen.push((pressure, found));
        }
        let ([first, .., last], grown) = (&seen[..], seen[0].1) else {
            panic!("no steps")
        };
        assert!(grown > 1.1 && last.0 > 1.2 * first.0, "{seen:?}");
    }
}

/// Momentum and angular momentum about the origin.
fn momentum(world: &mut World, body: PliantBodyId) -> [DVec3; 2] {
    let (x, v) = particles(world, body);
    let all = masses_and_motion(&x, &v);
    let linear = all.iter().map(|(m, _, v)| *m * *v).sum();
    [linear, all.iter().map(|(m, x, v)| x.cross(*m * *v)).sum()]
}

/// The gradients of the volume of a closed surface sum to zero, as do their moments about the places they are taken at. What
/// remains of momentum is rounding: in 500 substeps 66 vertices are pushed by 4e-2 of their speed each. Of angular momentum
/// it is also what vertices move within a substep, most while it is blown up.
#[test]
fn pressure_gives_a_free_balloon_no_momentum() {
    let mut long = sphere(2, RADIUS);
    let positions = long.positions.iter_mut();
    positions.for_each(|p| *p = [1.6 * p[0], p[1] + 0.3 * p[0], p[2]]);
    let asset = shell(&long);
    for executor in EXECUTORS {
        let mut world = weightless();
        let taut = PliantBalloonDesc {
            volume_factor: 1.25,
            ..skin()
        };
        let thrown = BodyOptions {
            linear_velocity: [0.5, 1.0, 0.0],
            angular_velocity: [0.0, 3.0, 1.0],
            ..desc(executor, skin())
        };
        let body = add(&mut world, &asset, thrown);
        run(&mut world, 1, HZ);
        let start = momentum(&mut world, body);
        set(&mut world, body, taut);
        run(&mut world, 15, HZ);
        assert!(world.body_info(body).expect("info").pressure > 50.0);
        let before = momentum(&mut world, body);
        run(&mut world, 10, HZ);
        let after = momentum(&mut world, body);
        let error = |a: DVec3, b: DVec3| a.distance(b) / a.length();
        let errors = [
            error(start[0], after[0]),
            error(before[1], after[1]),
            error(start[1], before[1]),
        ];
        println!("{executor}: {errors:?}");
        assert!(errors[0] < 1e-5 && errors[1] < 1e-4, "{errors:?}");
        assert!(errors[2] < 1e-3, "{errors:?}");
    }
}

/// It falls 0.25 m, comes back up by itself, and lies once it is damped. Its volume never changes by more than a hit leaves.
#[test]
fn a_balloon_bounces_on_the_floor_and_lies_still() {
    let asset = ball(2);
    let taut = PliantBalloonDesc {
        stretch_stiffness: 300.0,
        damping: 5.0,
        ..skin()
    };
    let last = PliantBalloonDesc {
        damping: 300.0,
        ..taut
    };
    for executor in EXECUTORS {
        let mut world = world();
        add_floor(&mut world, 0.0);
        let dropped = BodyOptions {
            pose: PliantPose::at([0.0, 0.4, 0.0]),
            ..desc(executor, taut)
        };
        let body = add(&mut world, &asset, dropped);
        let mut heights = Vec::new();
        for k in 0..36 {
            if k == 12 {
                set(&mut world, body, last);
            }
            run(&mut world, 3, HZ);
            let x = places(&mut world, body);
            let middle: DVec3 = x.iter().sum::<DVec3>() / x.len() as f64;
            let low = x.iter().map(|p| p.y).fold(f64::MAX, f64::min);
            heights.push(middle.y);
            assert!(low > -1e-4, "{low}");
            let found = filled(&mut world, body, &asset);
            assert!((found - 1.0).abs() < 5e-3, "{found}");
        }
        println!("{executor}: {heights:?}");
        let lowest = (0..11).find(|k| heights[k + 1] > heights[*k]);
        let lowest = lowest.expect("it bounces");
        assert!(heights[lowest + 1] > heights[lowest] + 0.02, "{heights:?}");
        let last = &heights[heights.len() - 4..];
        assert!(last.iter().all(|h| (h - last[0]).abs() < 2e-3), "{last:?}");
        let found = filled(&mut world, body, &asset);
        assert!((found - 1.0).abs() < 1e-3, "{found}");
    }
}

/// Two that fly at each other meet, part again, keep their momentum, and never cross, though one may dent the other.
#[test]
fn two_balloons_push_each_other_away() {
    let asset = ball(2);
    let mut world = weightless();
    let taut = PliantBalloonDesc {
        volume_factor: 1.2,
        damping: 2.0,
        ..skin()
    };
    let bodies = [-1.0, 1.0].map(|side: f32| {
        let flying = BodyOptions {
            pose: PliantPose::at([0.2 * side, 0.0, 0.0]),
            linear_velocity: [-side, 0.0, 0.0],
            layers: 1,
            mask: 1,
            ..desc(PLIANT_EXECUTOR_DEFAULT, taut)
        };
        add(&mut world, &asset, flying)
    });
    let mut nearest = f64::MAX;
    for k in 0..12 {
        run(&mut world, 2, HZ);
        let [left, right] = bodies.map(|body| places(&mut world, body));
        let end = |x: &[DVec3], side: f64| x.iter().map(|p| side * p.x).fold(f64::MIN, f64::max);
        nearest = nearest.min(-end(&right, -1.0) - end(&left, 1.0));
        let middle = |x: &[DVec3]| x.iter().sum::<DVec3>() / x.len() as f64;
        let apart = middle(&right).x - middle(&left).x;
        assert!(apart > f64::from(RADIUS), "{apart}");
        for body in bodies {
            let found = filled(&mut world, body, &asset);
            let is_full = (found / 1.2 - 1.0).abs() < 5e-3;
            assert!(k == 0 || is_full, "{found}");
            assert_eq!(world.body_info(body).expect("info").contact, 0);
        }
    }
    let [left, right] = bodies.map(|body| momentum(&mut world, body)[0]);
    println!("{nearest}: {left}, {right}");
    assert!(nearest < 0.02, "they met: {nearest}");
    assert!(left.x < -0.05 && right.x > 0.05, "{left}, {right}");
    assert!(
        (left + right).length() < 0.01 * left.length(),
        "{left}, {right}"
    );
}

/// Positions are about a corner near the body, and the volume about a vertex of it.
#[test]
fn a_balloon_far_from_the_origin_has_its_volume() {
    let asset = ball(3);
    for executor in EXECUTORS {
        let mut world = weightless();
        let taut = PliantBalloonDesc {
            volume_factor: 1.4,
            ..skin()
        };
        let far = BodyOptions {
            pose: PliantPose::at([1000.3, 1000.7, -1000.1]),
            linear_velocity: [3.0, 0.0, 0.0],
            ..desc(executor, taut)
        };
        let body = add(&mut world, &asset, far);
        run(&mut world, 20, HZ);
        let found = filled(&mut world, body, &asset);
        assert!((found / 1.4 - 1.0).abs() < 1e-3, "{found}");
    }
}

/// The pressure is kept: a restored world goes on with the same bits.
#[test]
fn a_restored_balloon_goes_on_as_it_was() {
    let asset = ball(2);
    let taut = PliantBalloonDesc {
        volume_factor: 1.5,
        ..skin()
    };
    let mut saved = world();
    let body = add(&mut saved, &asset, desc(PLIANT_EXECUTOR_DEFAULT, taut));
    run(&mut saved, 3, HZ);
    let bytes = saved.save().expect("saved");
    let mut hashes = [0; 2];
    for hash in &mut hashes {
        run(&mut saved, 2, HZ);
        *hash = saved.state_hash().expect("a hash");
        saved.restore(&bytes).expect("restored");
    }
    assert_eq!(hashes[0], hashes[1]);
    let pressure = saved.body_info(body).expect("info").pressure;
    assert!(pressure >= 0.0);
}

#[test]
fn a_balloon_that_holds_nothing_is_refused() {
    let mut world = weightless();
    let mut refused = |asset: Arc<Asset>, words: [&str; 2]| {
        let desc = desc(PLIANT_EXECUTOR_DEFAULT, skin());
        let error = world
            .apply(Edit::AddBody { asset, desc })
            .expect_err("no balloon");
        assert_eq!(error.status, Status::MeshUnsupported);
        assert!(
            words.iter().all(|word| error.message.contains(word)),
            "{error:?}"
        );
    };
    refused(sheet([2, 2], 0.1), ["8 edges", "fill the holes"]);
    let mut torn = sphere(1, RADIUS);
    torn.triangles.pop();
    refused(shell(&torn), ["3 edges", "weld"]);
    let mut inward = sphere(1, RADIUS);
    inward.triangles.iter_mut().for_each(|t| t.swap(1, 2));
    refused(shell(&inward), ["face inward", "swap two corners"]);
    // A cloth that is open stays one.
    let cloth = BodyOptions {
        model: PliantClothDesc::default().into(),
        ..body_desc()
    };
    let body = add(&mut world, &sheet([2, 2], 0.1), cloth);
    let model = skin().into();
    let error = world
        .apply(Edit::SetModel { body, model })
        .expect_err("open");
    assert!(error.message.contains("8 edges"), "{error:?}");
    let info = world.body_info(body).expect("info");
    assert_eq!((info.model, info.pressure), (PLIANT_MODEL_CLOTH, 0.0));
}
