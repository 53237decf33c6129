//! Bodies cooked from render meshes behave as other tet meshes do, and the render mesh follows its cage. The full count
//! has bodies of 2,000 tets, five seconds and every conforming mesh.

use super::barrier::*;
use super::common::*;
use super::files;
use super::folds::{carried, folds};
use super::meshes::{DEPTH, kinetic};
use glam::{DVec3, Vec3};
use pliant::asset::from_surface::{Mode, SurfaceOptions, cook_surface};
use pliant::asset::lattice::box_surface;
use pliant::asset::progress::Progress;
use pliant::asset::skin::bind_skin;
use pliant::asset::{Asset, SurfaceMesh};
use pliant::desc::*;
use pliant::ids::PliantBodyId;
use pliant::math::PliantPose;
use pliant::world::{Edit, World};
use std::path::Path;
use std::sync::Arc;

/// The part of its height to which a body is crushed.
const LEAST: f32 = 2.0 / 3.0;

/// Bodies that need more than five seconds to come to rest: one rises from its knees and falls over, the other rocks on
/// its round housing.
const LATE: [&str; 2] = ["nasty/man.obj Conforming", "nasty/cycloidal.ply Conforming"];

/// The surfaces of the test data that this run takes, with their names.
fn real(every: usize) -> Vec<(String, SurfaceMesh)> {
    let Some(folder) = files::data() else {
        return Vec::new();
    };
    let mut all = Vec::new();
    for group in ["clean", "nasty", "skin"] {
        let entries = std::fs::read_dir(folder.join("surfaces").join(group)).expect("a folder");
        let paths = entries.map(|e| e.expect("an entry").path());
        let mut paths: Vec<_> = paths
            .map(|path| path.to_string_lossy().trim_end_matches(".xz").to_owned())
            .collect();
        paths.sort();
        let mut sweep = Sweep::every(every);
        let taken = paths.into_iter().filter(|_| sweep.takes());
        all.extend(taken.map(|path| {
            let name = Path::new(&path)
                .file_name()
                .expect("a name")
                .to_string_lossy();
            (format!("{group}/{name}"), files::surface(Path::new(&path)))
        }));
    }
    all
}

/// Surfaces made in code: a box, one with a hole and a flipped triangle, two that overlap, a thin plate and a bent bar.
fn generated() -> Vec<(String, SurfaceMesh)> {
    let whole = box_surface([4, 4, 4], [1.0; 3]);
    let mut open = box_surface([3, 5, 4], [0.6, 1.0, 0.8]);
    open.triangles.remove(17);
    open.triangles[3].swap(0, 1);
    let mut crossing = whole.clone();
    let first = crossing.positions.len() as u32;
    crossing
        .positions
        .extend(whole.positions.iter().map(|p| p.map(|c| 0.7 * c + 0.5)));
    crossing
        .triangles
        .extend(whole.triangles.iter().map(|t| t.map(|v| v + first)));
    let plate = box_surface([8, 1, 8], [1.0, 0.05, 1.0]);
    let mut bent = box_surface([2, 12, 2], [0.2, 2.0, 0.2]);
    for p in &mut bent.positions {
        let (s, c) = (1.5 * p[1]).sin_cos();
        (p[0], p[1]) = ((0.8 - p[0]) * c, (0.8 - p[0]) * s);
    }
    let named = [
        ("whole", whole),
        ("open", open),
        ("crossing", crossing),
        ("plate", plate),
        ("bent", bent),
    ];
    named.map(|(name, mesh)| (name.to_owned(), mesh)).into()
}

/// `None` for a shell.
fn body_of(surface: &SurfaceMesh, mode: Mode, elements: usize) -> Option<Arc<Asset>> {
    let options = SurfaceOptions {
        mode,
        elements,
        threads: 2,
        ..Default::default()
    };
    let (made, _) = cook_surface(surface, &options, &Progress::NONE).expect("a cooked surface");
    made.sheet.is_none().then_some(made)
}

/// One of the bodies in the common world.
struct Dropped {
    name: String,
    asset: Arc<Asset>,
    body: PliantBodyId,
    scale: f32,
    broken: usize,
    depth: f64,
}

/// Adds a body beside the others, scaled to 1 m, 20 mm above the floor, with a stiffness that suits its height.
fn drop_beside(world: &mut World, name: String, asset: Arc<Asset>, number: usize) -> Dropped {
    let (low, high) = bounds(asset.rest_positions.iter().map(|p| Vec3::from_array(*p)));
    let scale = 1.0 / low.distance(high);
    let place = [(number % 8) as f32 * 2.0, (number / 8) as f32 * 2.0];
    let centre = 0.5 * (low + high) * scale;
    let mut desc = BodyOptions {
        scale,
        pose: PliantPose::at([
            place[0] - centre.x,
            0.02 - low.y * scale,
            place[1] - centre.z,
        ]),
        ..body_desc()
    };
    desc.set_young(100.0 * desc.density() * 9.81 * (high.y - low.y) * scale);
    desc.set_damping(5.0);
    let body = add(world, &asset, desc);
    Dropped {
        name,
        asset,
        body,
        scale,
        broken: 0,
        depth: 0.0,
    }
}

pub(super) fn bounds(points: impl Iterator<Item = Vec3>) -> (Vec3, Vec3) {
    points.fold((Vec3::MAX, Vec3::MIN), |(low, high), p| {
        (low.min(p), high.max(p))
    })
}

impl Dropped {
    fn look(&mut self, world: &mut World, floor: &Barrier) {
        let (x, v) = particles(world, self.body);
        self.broken += x
            .iter()
            .chain(&v)
            .flatten()
            .filter(|c| !c.is_finite())
            .count();
        self.depth = self.depth.max(floor.depth(&x));
    }

    /// Volume relative to that at rest [1], and the number of inverted tets.
    fn volume(&self, world: &mut World) -> (f64, usize) {
        let (x, _) = particles(world, self.body);
        let (now, inverted) = volume(&self.asset, &x);
        let rest: f64 = self.asset.tet_volumes.iter().map(|v| f64::from(*v)).sum();
        (now / (rest * f64::from(self.scale).powi(3)), inverted)
    }

    /// The part of its energy that is not rolling, relative to a fall through `DEPTH` [1].
    fn restless(&self, world: &mut World) -> f64 {
        let (x, v) = particles(world, self.body);
        kinetic(&x, &v).1
    }

    /// How high it reaches [m].
    fn top(&self, world: &mut World) -> f32 {
        let (x, _) = particles(world, self.body);
        x.iter().map(|p| p[1]).fold(0.0, f32::max)
    }

    /// A plate over the body, which may have moved from where it fell, with its place and height.
    fn press(&self, world: &mut World) -> (Barrier, [f32; 2], f32) {
        let (x, _) = particles(world, self.body);
        let (low, high) = bounds(x.iter().map(|p| Vec3::new(p[0], p[1], p[2])));
        let (middle, top) = (0.5 * (low + high), high.y);
        let place = [middle.x, middle.z];
        let desc = PliantColliderDesc {
            shape: PLIANT_SHAPE_CUBOID,
            size: [0.9, 0.2, 0.9],
            pose: over(place, top),
            ..PliantColliderDesc::default()
        };
        (add_barrier(world, desc), place, top)
    }
}

/// The pose of a plate whose lower side is at this height.
fn over([x, z]: [f32; 2], height: f32) -> PliantPose {
    PliantPose::at([x, height + 0.2, z])
}

/// Drops all bodies on a floor and lets them come to rest. Then crushes every `every`th to two thirds of its height for
/// a quarter of a second and releases it. The array has the steps until rest and for the recovery.
fn drop_and_crush(bodies: Vec<(String, Arc<Asset>)>, [fall, back]: [usize; 2], every: usize) {
    let mut world = world();
    let floor = add_barrier(&mut world, PliantColliderDesc::default());
    let mut dropped: Vec<Dropped> = (bodies.into_iter().enumerate())
        .map(|(i, (name, asset))| drop_beside(&mut world, name, asset, i))
        .collect();
    let run = |world: &mut World, dropped: &mut [Dropped], steps: usize, every: usize| {
        for _ in 0..steps {
            world.step(HZ).expect("a step");
            let looked_at = dropped.iter_mut().step_by(every);
            looked_at.for_each(|d| d.look(world, &floor));
        }
    };
    run(&mut world, &mut dropped, fall, 1);
    let rest = |world: &mut World, d: &Dropped| (d.volume(world), d.restless(world));
    let mut rested: Vec<_> = dropped.iter().map(|d| rest(&mut world, d)).collect();
    let is_late = |d: &Dropped| LATE.contains(&d.name.as_str());
    if dropped.iter().any(is_late) {
        run(&mut world, &mut dropped, 120, 1);
        for (d, rested) in dropped.iter().zip(&mut rested).filter(|(d, _)| is_late(d)) {
            *rested = rest(&mut world, d);
        }
    }
    // The others are not crushed.
    for (_, d) in dropped.iter().enumerate().filter(|(i, _)| i % every > 0) {
        let body = d.body;
        world
            .apply(Edit::RemoveBody { body })
            .expect("a removed body");
    }
    let pressed = dropped.iter().step_by(every);
    let mut presses: Vec<_> = pressed.map(|d| d.press(&mut world)).collect();
    for step in 0..=60 {
        // Half a second down, held, a quarter of a second up.
        let part = match step {
            0..30 => 1.0 - step as f32 / 90.0,
            30..45 => LEAST,
            _ => LEAST + (step - 45) as f32 / 15.0,
        };
        for (press, place, top) in &mut presses {
            press.send(&mut world, over(*place, part * *top));
        }
        run(&mut world, &mut dropped, 1, every);
        if step == 44 {
            for (d, (_, _, top)) in dropped.iter().step_by(every).zip(&presses) {
                let now = d.top(&mut world);
                assert!(
                    now <= LEAST * top + DEPTH as f32,
                    "{}: not crushed, {now} of {top}",
                    d.name
                );
            }
        }
    }
    run(&mut world, &mut dropped, back, every);
    judge(&mut world, &dropped, &rested, every);
}

/// Checks each body: volume, inverted tets and energy at rest, and volume and inverted tets after the crush.
fn judge(world: &mut World, dropped: &[Dropped], rested: &[((f64, usize), f64)], every: usize) {
    let mut faults = Vec::new();
    for (i, (d, (rested, restless))) in dropped.iter().zip(rested.iter().copied()).enumerate() {
        let after = (i % every == 0).then(|| d.volume(world));
        let row = format!(
            "{}: {} tets, {} not finite, {:.1e} deep, restless {restless:.1e}, at rest {rested:?}, after the crush {after:?}",
            d.name,
            d.asset.tets.len(),
            d.broken,
            d.depth
        );
        println!("{row}");
        // Under its weight such a body is shorter by 1/100 at its foot and loses less of its volume.
        let is_back =
            |(volume, inverted): (f64, usize)| (volume - 1.0).abs() < 0.01 && inverted == 0;
        // Less energy than of a fall through the allowed depth. NaN is a fault.
        let rests = restless < 1.0;
        if d.broken > 0
            || d.depth > DEPTH
            || !rests
            || !is_back(rested)
            || !after.is_none_or(is_back)
        {
            faults.push(row);
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

/// Cages of all surfaces, and conforming meshes of every `every`th.
fn bodies(surfaces: &[(String, SurfaceMesh)], every: usize) -> Vec<(String, Arc<Asset>)> {
    let (cage, conforming) = if is_full() {
        (2_000, 10_000)
    } else {
        (100, 400)
    };
    let cages = surfaces.iter().map(|s| (s, Mode::Cage, cage));
    let close = surfaces
        .iter()
        .step_by(every)
        .map(|s| (s, Mode::Conforming, conforming));
    let made = cages
        .chain(close)
        .filter_map(|((name, surface), mode, elements)| {
            let body = body_of(surface, mode, elements)?;
            Some((format!("{name} {mode:?}"), body))
        });
    made.collect()
}

fn is_full() -> bool {
    amount() == Amount::Full
}

#[test]
fn bodies_of_generated_surfaces_drop_rest_and_recover() {
    let steps = if is_full() { [300; 2] } else { [60; 2] };
    drop_and_crush(bodies(&generated(), 1), steps, 1);
}

#[test]
fn bodies_of_real_surfaces_drop_rest_and_recover() {
    let surfaces = real(4);
    if !surfaces.is_empty() {
        // Bodies that stand on a tip take up to three seconds and a half to fall over.
        let (every, steps) = if is_full() {
            (1, [300; 2])
        } else {
            (8, [240, 60])
        };
        drop_and_crush(bodies(&surfaces, every), steps, every);
    }
}

/// A quarter of a turn about the longest side of the box, linear along it.
fn twist(points: &[[f32; 3]]) -> Vec<DVec3> {
    let (low, high) = bounds(points.iter().map(|p| Vec3::from_array(*p)));
    let (size, middle) = ((high - low).as_dvec3(), (0.5 * (low + high)).as_dvec3());
    let axis = (0..3).fold(0, |best, a| if size[a] > size[best] { a } else { best });
    let direction = DVec3::AXES[axis];
    let turned = |p: &[f32; 3]| {
        let p = Vec3::from_array(*p).as_dvec3() - middle;
        let angle = std::f64::consts::FRAC_PI_2 * p[axis] / size[axis];
        middle + glam::DQuat::from_axis_angle(direction, angle) * p
    };
    points.iter().map(turned).collect()
}

/// Binds each surface to its cage. The rest pose is within 1e-5 of the diagonal. After a twist no triangle is folded,
/// but where the cage folds, and for needles: at most this part of all triangles.
fn twist_all(surfaces: Vec<(String, SurfaceMesh)>, elements: usize, most_needles: f64) {
    let mut faults = Vec::new();
    let (mut needles, mut all) = (0, 0);
    for (name, surface) in surfaces {
        let Some(asset) = body_of(&surface, Mode::Cage, elements) else {
            continue;
        };
        let skin = bind_skin(&asset, &surface).expect("a bound render mesh");
        let rest: Vec<DVec3> = asset
            .rest_positions
            .iter()
            .map(|p| Vec3::from_array(*p).as_dvec3())
            .collect();
        let (low, high) = bounds(surface.positions.iter().map(|p| Vec3::from_array(*p)));
        let off = carried(&skin, &rest)
            .iter()
            .zip(&surface.positions)
            .map(|(p, q)| p.distance(Vec3::from_array(*q).as_dvec3()))
            .fold(0.0, f64::max)
            / f64::from(low.distance(high));
        let twisted = twist(&asset.rest_positions);
        let inverted = asset.tets.iter().filter(|t| {
            let [a, b, c, d] = t.map(|v| twisted[v as usize]);
            (b - a).cross(c - a).dot(d - a) <= 0.0
        });
        let folds = folds(&asset, &surface, &skin, &twisted);
        let row = format!(
            "{name}: off {off:.1e}, {} inverted tets, {folds:?}",
            inverted.count()
        );
        println!("{row}");
        // Where no needle is excused, the cage is no excuse either: it has no inverted tet here.
        let is_excused = most_needles == 0.0 && folds.by_cage + folds.of_sheets > 0;
        if off > 1e-5 || folds.folded > 0 || is_excused {
            faults.push(row);
        }
        needles += folds.needles;
        all += folds.all;
    }
    assert!(
        needles as f64 <= most_needles * all as f64,
        "{needles} needles of {all} triangles are folded"
    );
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn a_twisted_cage_folds_no_triangle_of_a_generated_surface() {
    // Their triangles are no needles, so none is excused.
    twist_all(generated(), 300, 0.0);
    twist_all(generated(), 3_000, 0.0);
}

#[test]
fn a_twisted_cage_folds_no_triangle_of_a_real_surface() {
    // One in 10,000: in a render mesh of that size one triangle, too thin to be seen, may show its back.
    // The share is that of all surfaces.
    twist_all(real(1), 2_000, 1e-4);
}
