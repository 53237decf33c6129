//! Pins at points of a render mesh mean the same for every body cooked from its surface.

use super::common::*;
use super::oracle::*;
use glam::{DVec3, Quat, Vec3};
use pliant::asset::from_surface::{Mode, SurfaceOptions, cook_surface};
use pliant::asset::lattice::box_surface;
use pliant::asset::progress::Progress;
use pliant::asset::skin::bind_skin;
use pliant::asset::{Asset, SurfaceMesh};
use pliant::desc::*;
use pliant::math::PliantPose;
use pliant::world::{Edit, Selection};
use std::sync::Arc;

const STEPS: usize = 20;

fn body_of(surface: &SurfaceMesh, mode: Mode, elements: usize) -> Arc<Asset> {
    let options = SurfaceOptions {
        mode,
        elements,
        ..Default::default()
    };
    match cook_surface(surface, &options, &Progress::NONE) {
        Ok((asset, _)) if asset.sheet.is_none() => asset,
        other => panic!("{other:?}"),
    }
}

/// A block hung by points of its render mesh, whose frame is lifted and turned under gravity. Returns the final
/// positions of the render vertices.
fn hung(asset: &Arc<Asset>, surface: &SurfaceMesh, pins: &[u32]) -> Vec<Vec3> {
    let mut world = world();
    let mut desc = body_desc();
    desc.pose = start();
    desc.scale = 0.5;
    desc.set_young(2e4);
    let body = add(&mut world, asset, desc);
    let skin = Arc::new(bind_skin(asset, surface).expect("a skin"));
    let layout = PliantVertexLayout::default();
    let dressed = world.apply(Edit::AddSkin { body, skin, layout });
    dressed.expect("a skin");
    let frame = add_frame(&mut world, start());
    let places = pins.iter().map(|v| surface.positions[*v as usize]);
    let pinned = Selection::SurfacePoints(places.collect());
    attach_with(&mut world, body, pinned, Some(frame), None, 0.0);
    for step in 1..=STEPS {
        let pose = moved(step as f32 / STEPS as f32);
        move_frame(&mut world, frame, pose);
        world.step(HZ).expect("a step");
    }
    let view = world
        .map_vertices(body, 0, PLIANT_MAP_WAIT)
        .expect("vertices");
    let rows = view.byte_count as usize / 4;
    // SAFETY: the library says `data` holds `byte_count` bytes, aligned to 4, until they are unmapped.
    let words = unsafe { std::slice::from_raw_parts(view.data.cast::<f32>(), rows) };
    let positions = words.chunks(view.stride as usize / 4);
    positions.map(|row| Vec3::from_slice(&row[..3])).collect()
}

fn start() -> PliantPose {
    PliantPose {
        rotation: Quat::from_rotation_z(0.4).to_array(),
        ..PliantPose::at([0.3, 2.0, -0.2])
    }
}

fn moved(part: f32) -> PliantPose {
    let turn = Quat::from_rotation_y(0.5 * part) * Quat::from_array(start().rotation);
    PliantPose {
        rotation: turn.to_array(),
        ..PliantPose::at([0.3, 2.0 + 0.2 * part, -0.2])
    }
}

/// Neighbouring places on the top, where no body has a vertex: each is where its frame moves it, in cages of 80 to
/// 6,000 tets, although the block hangs from them. f32 keeps positions of some metres to 2e-7 m. A place is a sum of
/// four by weights, after two rotations: about ten roundings.
#[test]
fn pins_at_places_of_the_surface_hold_those_places_of_every_cage() {
    let surface = box_surface([5, 5, 5], [1.0, 0.9, 0.8]);
    let top = 0.9;
    let pins: Vec<u32> = (0..surface.positions.len() as u32)
        .filter(|v| {
            let [x, y, _] = surface.positions[*v as usize];
            y == top && x < 0.3
        })
        .collect();
    assert!(pins.len() > 5, "{pins:?}");
    let mut counts = Vec::new();
    for elements in [60, 600, 6000] {
        let asset = body_of(&surface, Mode::Cage, elements);
        counts.push(asset.tets.len());
        let now = hung(&asset, &surface, &pins);
        let end = moved(1.0);
        let there = |v: u32| {
            let rest = 0.5 * Vec3::from_array(surface.positions[v as usize]);
            end.transform_point(rest).as_vec3()
        };
        let off = |v: u32| now[v as usize].distance(there(v));
        let worst = pins.iter().map(|v| off(*v)).fold(0.0, f32::max);
        let others = (0..now.len() as u32).map(off).fold(0.0, f32::max);
        println!(
            "{} tets: pins off by {worst} m, others up to {others} m",
            asset.tets.len()
        );
        assert!(worst < 5e-6, "{elements}: {worst}");
        // Half a metre hangs by one side: it is held there, not everywhere.
        assert!(others > 0.02, "{elements}: {others}");
    }
    assert!(counts[2] > 50 * counts[0], "{counts:?}");
}

/// A corner of a surface lies outside the tets of its body. Pinned where it is, it pulls the nearest boundary point
/// there: the three vertices around that point move by the distance in the report at once, to the rounding of f32.
#[test]
fn a_pin_outside_the_tets_holds_the_nearest_place_of_the_boundary() {
    let surface = box_surface([2, 2, 2], [1.0, 0.9, 0.8]);
    let asset = body_of(&surface, Mode::Conforming, 1000);
    let skin = bind_skin(&asset, &surface).expect("a skin");
    let bounds = |start: Vec3, pick: fn(Vec3, Vec3) -> Vec3| {
        let all = asset.rest_positions.iter().map(|p| Vec3::from_array(*p));
        all.fold(start, pick)
    };
    let diagonal = bounds(Vec3::MAX, Vec3::min).distance(bounds(Vec3::MIN, Vec3::max));
    let gap = skin.farthest_outside * diagonal;
    assert!(gap > 5e-3, "{gap}");
    let is_of_gap = |v: &Vec3| (v.length() - gap).abs() < 1e-5;
    let mut held = Vec::new();
    for corner in surface.positions.iter().copied() {
        let mut world = world_with(|o| o.gravity = [0.0; 3]);
        let body = add(&mut world, &asset, body_desc());
        let pinned = Selection::SurfacePoints(vec![corner]);
        attach_with(
            &mut world,
            body,
            pinned,
            None,
            Some(corner.map(f64::from)),
            0.0,
        );
        world.step(HZ).expect("a step");
        let (now, _) = particles(&mut world, body);
        let moved = std::iter::zip(now, &asset.rest_positions)
            .map(|(now, rest)| Vec3::from_slice(&now[..3]) - Vec3::from_array(*rest));
        let farthest = moved.clone().map(Vec3::length).fold(0.0, f32::max);
        assert!(farthest < gap + 1e-5, "{corner:?}: {farthest} {gap}");
        held.push(moved.filter(is_of_gap).count());
    }
    // At the farthest corner.
    assert!(held.contains(&3), "{held:?}");
}

/// A point inside a tet moves to its target itself, not the boundary near it. Both are tested with a coarse cage, whose
/// boundary is a tenth of a metre away.
#[test]
fn a_point_of_the_render_mesh_goes_to_its_target_itself() {
    // Slanted, because the cage of an upright box is the box.
    let mut surface = box_surface([5, 5, 5], [1.0, 0.9, 0.8]);
    let pin = (surface.positions.iter()).position(|p| *p == [0.4, 0.9, 0.32]);
    let pin = pin.expect("a vertex") as u32;
    let slanted = Quat::from_rotation_z(0.5);
    for p in &mut surface.positions {
        *p = (slanted * Vec3::from_array(*p)).to_array();
    }
    let asset = body_of(&surface, Mode::Cage, 100);
    let place = surface.positions[pin as usize];
    let around = (asset.rest_positions.iter())
        .filter(|p| (p[0] - place[0]).abs() < 0.4 && (p[2] - place[2]).abs() < 0.4);
    let depth = around.map(|p| p[1]).fold(0.0, f32::max) - place[1];
    assert!(depth > 0.02, "the cage stands {depth} m out");
    let mut world = world();
    let body = add(&mut world, &asset, body_desc());
    let skin = Arc::new(bind_skin(&asset, &surface).expect("a skin"));
    let layout = PliantVertexLayout::default();
    world
        .apply(Edit::AddSkin { body, skin, layout })
        .expect("a skin");
    let target = DVec3::new(0.5, 3.0, 0.25);
    let pinned = Selection::SurfacePoints(vec![place]);
    attach_with(&mut world, body, pinned, None, Some(target.to_array()), 0.0);
    run(&mut world, 10, HZ);
    let view = world
        .map_vertices(body, 0, PLIANT_MAP_WAIT)
        .expect("vertices");
    let at = pin as usize * view.stride as usize / 4;
    // SAFETY: the library says `data` holds `byte_count` bytes, aligned to 4, until they are unmapped.
    let words = unsafe {
        std::slice::from_raw_parts(view.data.cast::<f32>(), view.byte_count as usize / 4)
    };
    let now = Vec3::from_slice(&words[at..at + 3]);
    assert!(now.distance(target.as_vec3()) < 5e-6, "{now}");
}
