//! The extremes of a game: huge speeds, steps, stiffnesses and scales, and colliders where they must not be.

use super::barrier::*;
use super::common::*;
use super::oracle::{EXECUTORS, MODELS};
use super::spin::came_back;
use glam::{Quat, Vec3};
use pliant::asset::Asset;
use pliant::desc::*;
use pliant::ids::PliantBodyId;
use pliant::math::PliantPose;
use pliant::world::{Edit, World};
use std::sync::Arc;

/// One metre a side, 27 vertices, in the long tests 125.
pub fn metre() -> Arc<Asset> {
    cube(short_or(2, 4), 1.0)
}

pub fn rubber(method: u32, executor: u32) -> BodyOptions {
    let mut desc = BodyOptions {
        executor,
        ..body_desc()
    };
    desc.set_model(method);
    desc.set_young(1e6);
    desc.set_damping(10.0);
    desc
}

/// A pose with the middle of a cube of this edge at `p`, off all its symmetries.
fn tumbled(edge: f32, p: Vec3) -> PliantPose {
    let rotation = Quat::from_euler(glam::EulerRot::XYZ, 0.3, 0.5, 0.7);
    PliantPose {
        rotation: rotation.to_array(),
        ..PliantPose::at(
            (p - rotation * Vec3::splat(0.5 * edge))
                .as_dvec3()
                .to_array(),
        )
    }
}

/// The contract in every test here: all numbers finite, and no vertex inside a collider by more than 1 mm per metre of
/// the body's size at the end of any step.
#[track_caller]
pub fn unharmed(seen: &Watch, what: &str) {
    println!("{what}: {seen:?}");
    assert_eq!(seen.broken, 0, "{what}: {seen:?}");
    assert!(seen.depth <= 1e-3, "{what}: {seen:?}");
    assert_eq!(seen.state, PLIANT_BODY_ACTIVE, "{what}: {seen:?}");
}

/// The checks above see a body that falls below the floor.
#[test]
fn the_checks_see_a_body_that_passes_through() {
    let asset = metre();
    let mut world = world();
    let mut ghost = add_barrier(&mut world, PliantColliderDesc::default());
    let remove = Edit::RemoveCollider { collider: ghost.id };
    world.apply(remove).expect("removed");
    ghost.desc.pose = PliantPose::default();
    let mut desc = rubber(PLIANT_MODEL_NEO_HOOKEAN, PLIANT_EXECUTOR_DEFAULT);
    desc.pose = tumbled(1.0, Vec3::Y);
    let body = add(&mut world, &asset, desc);
    let seen = watch(&mut world, body, &[ghost], 1.0, 60, HZ);
    assert!(seen.depth > 1.0, "{seen:?}");
    assert_eq!(ghost.depth(&[[0.0, f32::NAN, 0.0, 0.0]]), f64::INFINITY);
}

#[test]
fn impacts_at_any_speed_never_tunnel() {
    let asset = metre();
    let mut sweep = Sweep::every(7);
    for method in MODELS {
        for executor in EXECUTORS {
            for shape in shapes(1.0) {
                for speed in [100.0, 1000.0] {
                    if !sweep.takes() {
                        continue;
                    }
                    let mut world = world();
                    let barrier = add_barrier(&mut world, shape);
                    let mut desc = rubber(method, executor);
                    // Two and a half steps away, off every symmetry.
                    let way = Vec3::new(0.05, -1.0, 0.03);
                    desc.linear_velocity = (way * speed).to_array();
                    desc.angular_velocity = [3.0, 2.0, 1.0];
                    desc.pose = tumbled(1.0, -way * speed * HZ * 2.5 + Vec3::Y);
                    let body = add(&mut world, &asset, desc);
                    let seen = watch(&mut world, body, &[barrier], 1.0, 90, HZ);
                    let what = format!(
                        "impact: method {method} executor {executor} shape {} at {speed} m/s",
                        shape.shape
                    );
                    unharmed(&seen, &what);
                    came_back(&mut world, body, &asset, &what);
                }
            }
        }
    }
}

/// Dropped, and thrown so that it hits off its middle and spins. The spin that an implicit step loses is given back as
/// a turn, which must not stretch the body however far it turns in a substep.
#[test]
fn steps_of_a_fifth_of_a_second_stay_sound() {
    let asset = metre();
    let mut sweep = Sweep::every(7);
    for executor in EXECUTORS {
        for shape in shapes(1.0) {
            for (speed, spin) in [(0.0, 0.0), (10.0, 8.0), (100.0, 4.0), (1000.0, 1.0)] {
                if !sweep.takes() {
                    continue;
                }
                // Ten sweeps: five of a palindrome leave several per cent.
                let mut world = world_with(|o| o.iterations = 10);
                let barrier = add_barrier(&mut world, shape);
                let mut desc = rubber(PLIANT_MODEL_NEO_HOOKEAN, executor);
                let way = Vec3::new(0.05, -1.0, 0.03);
                desc.linear_velocity = (way * speed).to_array();
                desc.angular_velocity = [spin, 0.66 * spin, 0.33 * spin];
                let from = Vec3::new(0.1, 3.0, 0.2) - way * speed * 0.2 * 1.37;
                desc.pose = tumbled(1.0, from);
                let body = add(&mut world, &asset, desc);
                // After a bounce from the plane at 1,000 m/s it lands again half a minute later.
                let bounces = speed > 100.0 && shape.shape == PLIANT_SHAPE_PLANE;
                let steps = if bounces { 600 } else { 60 };
                let seen = watch(&mut world, body, &[barrier], 1.0, steps, 0.2);
                let what = format!(
                    "dt 0.2 s: executor {executor} shape {} at {speed} m/s",
                    shape.shape
                );
                unharmed(&seen, &what);
                came_back(&mut world, body, &asset, &what);
            }
        }
    }
}

#[test]
fn light_and_heavy_parts_hold_together() {
    let asset = metre();
    let mut sweep = Sweep::every(3);
    for executor in EXECUTORS {
        for (density, factor) in [(1000.0, 1e4), (1000.0, 1e-4), (1e-3, 1.0), (1e6, 1.0)] {
            if !sweep.takes() {
                continue;
            }
            let mut world = world();
            let barrier = add_barrier(&mut world, PliantColliderDesc::default());
            let mut desc = rubber(PLIANT_MODEL_NEO_HOOKEAN, executor);
            desc.set_density(density);
            desc.pose = tumbled(1.0, Vec3::new(0.0, 1.5, 0.0));
            let body = add(&mut world, &asset, desc);
            // The upper half is heavier by `factor`.
            let upper: Vec<u32> = (0..asset.rest_positions.len() as u32)
                .filter(|u| asset.rest_positions[*u as usize][1] > 0.6)
                .collect();
            let inverse_masses = upper
                .iter()
                .map(|i| 1.0 / (density * asset.vertex_measures[*i as usize] * factor))
                .collect();
            let vertices = upper
                .iter()
                .map(|i| asset.user_from_internal[*i as usize])
                .collect();
            let edit = Edit::SetInverseMasses {
                body,
                vertices,
                inverse_masses,
            };
            world.apply(edit).expect("masses");
            let seen = watch(&mut world, body, &[barrier], 1.0, 60, HZ);
            let what = format!("density {density} times {factor}");
            unharmed(&seen, &what);
            // The others weigh up to a hundred times what flattens them.
            if density * factor <= 1000.0 {
                came_back(&mut world, body, &asset, &what);
            }
        }
    }
}

#[test]
fn soft_and_stiff_bodies_stay_sound() {
    let asset = metre();
    let mut sweep = Sweep::every(5);
    for method in MODELS {
        for executor in EXECUTORS {
            for young in [1e3, 1e4, 1e7, 1e10] {
                // 1e10 Pa with cells of 250 mm takes a thousand explicit substeps a step: only resident, where they are
                // one dispatch.
                let explicit = method == PLIANT_MODEL_MASS_SPRING && young > 1e7;
                if explicit && executor == PLIANT_EXECUTOR_WIDE {
                    continue;
                }
                if !sweep.takes() {
                    continue;
                }
                let mut world = world();
                let barrier = add_barrier(&mut world, PliantColliderDesc::default());
                let mut desc = rubber(method, executor);
                desc.set_young(young);
                desc.pose = tumbled(1.0, Vec3::new(0.0, 1.5, 0.0));
                let body = add(&mut world, &asset, desc);
                let seen = watch(&mut world, body, &[barrier], 1.0, 60, HZ);
                let what = format!("E {young:e}: method {method} executor {executor}");
                unharmed(&seen, &what);
                // The others sag by a tenth or more under their weight.
                if young >= 1e7 {
                    came_back(&mut world, body, &asset, &what);
                }
            }
        }
    }
}

/// From a millimetre to a kilometre, with a stiffness that suits the weight (E = 100 ρ g size), dropped onto the floor.
#[test]
fn bodies_of_any_scale_fall_and_rest() {
    let asset = metre();
    let mut sweep = Sweep::every(3);
    for method in MODELS {
        for scale in [1e-3, 1e-2, 1.0, 100.0, 1000.0] {
            if !sweep.takes() {
                continue;
            }
            let mut world = world();
            let barrier = add_barrier(&mut world, PliantColliderDesc::default());
            let mut desc = rubber(method, PLIANT_EXECUTOR_DEFAULT);
            desc.scale = scale;
            desc.set_young(100.0 * 1000.0 * 9.81 * scale);
            desc.pose = PliantPose::at([0.0, 0.05 * scale, 0.0]);
            let body = add(&mut world, &asset, desc);
            // Time scales with the root of the size.
            let dt = (HZ * scale.sqrt()).clamp(1e-3, 0.1);
            let seen = watch(&mut world, body, &[barrier], scale, 120, dt);
            unharmed(&seen, &format!("scale {scale}: method {method}"));
            let (x, _) = particles(&mut world, body);
            let (now, inverted) = volume(&asset, &x);
            let kept = now / f64::from(scale).powi(3);
            assert!(
                (kept - 1.0).abs() < 0.01 && inverted == 0,
                "scale {scale}: volume {kept}"
            );
        }
    }
}

#[test]
fn a_body_crushed_to_two_fifths_comes_back() {
    crush(&mut Sweep::every(3), 0.4, 0.5, 15);
}

/// Below (1 - 2ν)/(2 - 2ν) of its height, 29 % at ν = 0.3, the energy without its barrier would contract a squeezed
/// body sideways to a point, and it would stay one.
#[test]
fn a_body_crushed_flat_comes_back() {
    crush(&mut Sweep::every(3), 0.05, 0.5, 15);
}

/// Held for two seconds without friction: the shear contracts it, and the barrier must grow as it does, or the body
/// becomes a point: docs/decisions/0006-volume-barrier.md.
#[test]
fn a_slippery_body_held_flat_comes_back() {
    let mut sweep = Sweep::every(5);
    for least in [0.15, 0.1, 0.05, 0.02] {
        crush(&mut sweep, least, 0.0, 120);
    }
}

/// Two half-spaces squeeze a cube with this friction to this part of its height, hold it for `held` steps and release
/// it.
fn crush(sweep: &mut Sweep, least: f32, friction: f32, held: usize) {
    let asset = metre();
    for method in MODELS {
        for executor in EXECUTORS {
            if !sweep.takes() {
                continue;
            }
            let mut world = world();
            let floor = add_barrier(&mut world, PliantColliderDesc::default());
            let upside_down = |y: f32| PliantPose {
                rotation: [1.0, 0.0, 0.0, 0.0],
                ..PliantPose::at([0.0, y, 0.0])
            };
            let mut press = add_barrier(
                &mut world,
                PliantColliderDesc {
                    pose: upside_down(1.1),
                    ..PliantColliderDesc::default()
                },
            );
            let mut desc = rubber(method, executor);
            desc.friction = friction;
            desc.pose = PliantPose::at([-0.5, 0.0, -0.5]);
            let body = add(&mut world, &asset, desc);
            let mut seen = Watch::default();
            for step in 1..=60 + held + 15 {
                // One second down, held, a quarter of a second up.
                let height = match step {
                    0..=60 => 1.1 - (1.1 - least) * step as f32 / 60.0,
                    _ => least + 0.1 * step.saturating_sub(60 + held) as f32,
                };
                press.send(&mut world, upside_down(height));
                let now = watch(&mut world, body, &[floor, press], 1.0, 1, HZ);
                seen.broken += now.broken;
                seen.depth = seen.depth.max(now.depth);
            }
            let what = format!("crush: method {method} executor {executor}");
            unharmed(&seen, &what);
            let after = watch(&mut world, body, &[floor], 1.0, 180, HZ);
            unharmed(&after, &what);
            let (x, _) = particles(&mut world, body);
            let (now, inverted) = volume(&asset, &x);
            println!("{what}: volume {now} inverted {inverted}");
            assert!((now - 1.0).abs() < 0.01, "{what}: volume {now}");
            assert_eq!(inverted, 0, "{what}");
        }
    }
}

/// A body that starts inside a collider leaves it undamaged.
#[test]
fn a_body_spawned_inside_a_collider_gets_out() {
    let asset = metre();
    let mut sweep = Sweep::every(5);
    for method in MODELS {
        for shape in shapes(2.0) {
            for (how, height) in [("half", 0.0), ("fully", -0.9)] {
                if !sweep.takes() {
                    continue;
                }
                let mut world = world();
                let barrier = add_barrier(&mut world, shape);
                let mut desc = rubber(method, PLIANT_EXECUTOR_DEFAULT);
                desc.pose = tumbled(1.0, Vec3::new(0.1, height, 0.05));
                let body = add(&mut world, &asset, desc);
                let seen = watch(&mut world, body, &[barrier], 1.0, 150, HZ);
                let (x, _) = particles(&mut world, body);
                let (now, inverted) = volume(&asset, &x);
                println!(
                    "spawned {how} in: method {method} shape {}: {seen:?} volume {now} inverted {inverted}",
                    shape.shape
                );
                assert_eq!(seen.broken, 0);
                assert!(seen.last_depth <= 1e-3, "{how} {}: {seen:?}", shape.shape);
                assert!(
                    (now - 1.0).abs() < 0.01 && inverted == 0,
                    "{how} {}",
                    shape.shape
                );
            }
        }
    }
}

/// It is pushed out at the speed of a hop of a tenth of its size, 0.17 m, and the energy stored on the way may add as
/// much. A body that is out by the time that sound takes to cross it and back, 63 ms at 10⁶ Pa or 0.12 m, may leave at
/// twice that speed, as a ball from a bat, and rise four times as high. (The highest measured is 0.37 m.) One that is
/// out in a part of that time has that part of the speed.
#[test]
fn a_body_spawned_inside_a_collider_is_not_thrown() {
    let asset = metre();
    let mut sweep = Sweep::every(3);
    for method in MODELS {
        for deep in [0.05, 0.12, 0.2, 0.5, 1.3] {
            if !sweep.takes() {
                continue;
            }
            let hops = if deep > 0.12 {
                2.0
            } else {
                4.0 * (deep / 0.12_f32).powi(2)
            };
            let mut world = world();
            add_floor(&mut world, 0.0);
            let mut desc = rubber(method, PLIANT_EXECUTOR_DEFAULT);
            desc.pose = PliantPose::at([-0.5, -deep, -0.5]);
            let body = add(&mut world, &asset, desc);
            let mut highest = f32::MIN;
            for _ in 0..120 {
                run(&mut world, 1, HZ);
                let (x, _) = particles(&mut world, body);
                let lowest = x.iter().map(|p| p[1]).fold(f32::MAX, f32::min);
                highest = highest.max(lowest);
            }
            println!("thrown: method {method} from {deep} m deep: {highest} m high");
            assert!(
                highest < hops * 0.1 * 3.0_f32.sqrt(),
                "thrown {highest} m high"
            );
        }
    }
}

/// Three small cubes (or the last two of them) that fall on a floor, after 15 steps.
fn three(executor: u32, with_first: bool) -> (World, Vec<PliantBodyId>) {
    let asset = cube(2, 0.5);
    let mut world = world();
    add_floor(&mut world, 0.0);
    let mut bodies = Vec::new();
    for k in 0..3 {
        if k == 0 && !with_first {
            continue;
        }
        let mut desc = rubber(PLIANT_MODEL_NEO_HOOKEAN, executor);
        desc.pose = tumbled(0.5, Vec3::new(k as f32, 0.6 + 0.1 * k as f32, 0.0));
        bodies.push(add(&mut world, &asset, desc));
    }
    run(&mut world, 15, HZ);
    (world, bodies)
}

#[test]
fn a_body_that_stops_being_finite_is_stopped_and_named_alone() {
    for executor in EXECUTORS {
        let asset = cube(2, 0.5);
        let (mut alone, others) = three(executor, false);
        let (mut world, bodies) = three(executor, true);
        let edit = Edit::ImpulseBody {
            body: bodies[0],
            impulse: [1e38, 1e38, 1e38],
            point: None,
        };
        world.apply(edit).expect("an impulse");
        world.step(HZ).expect("a step");
        alone.step(HZ).expect("a step");
        let (x, v) = particles(&mut world, bodies[0]);
        let info = world.body_info(bodies[0]).expect("info");
        assert_eq!(info.state, PLIANT_BODY_NOT_FINITE, "executor {executor}");
        assert!(
            x.iter().chain(&v).flatten().all(|c| c.is_finite()),
            "executor {executor}"
        );
        run(&mut world, 20, HZ);
        run(&mut alone, 20, HZ);
        for (body, other) in bodies[1..].iter().zip(&others) {
            assert_eq!(
                world.body_info(*body).expect("info").state,
                PLIANT_BODY_ACTIVE
            );
            let bits = |(x, v): (Vec<[f32; 4]>, Vec<[f32; 4]>)| -> Vec<u32> {
                x.iter().chain(&v).flatten().map(|c| c.to_bits()).collect()
            };
            let (with, without) = (particles(&mut world, *body), particles(&mut alone, *other));
            assert!(
                bits(with) == bits(without),
                "executor {executor}: a neighbour changed"
            );
        }
        let (stays, _) = particles(&mut world, bodies[0]);
        assert_eq!(stays, x, "executor {executor}: a stopped body moves");
        let edit = Edit::TeleportBody {
            body: bodies[0],
            pose: tumbled(0.5, Vec3::new(-1.0, 2.0, 0.0)),
            linear_velocity: [0.0; 3],
            angular_velocity: [0.0; 3],
            pins: PLIANT_TELEPORT_PINS_FOLLOW,
        };
        world.apply(edit).expect("a teleport");
        run(&mut world, 30, HZ);
        let (x, v) = particles(&mut world, bodies[0]);
        assert_eq!(
            world.body_info(bodies[0]).expect("info").state,
            PLIANT_BODY_ACTIVE
        );
        let (c, v) = centre(&asset, &x, &v);
        // Half a second of free fall.
        assert!(
            (v.y + 4.905).abs() < 0.01 && c.y < 1.0,
            "executor {executor}: {c} {v}"
        );
    }
}
