//! Every scene runs and shows what it should.

use glam::Vec3;
use pliant::asset::TetMesh;
use pliant::asset::lattice::{Split, beam_lattice, box_surface};
use pliant::desc::{BodyOptions, PLIANT_BODY_ACTIVE, WorldOptions};
use pliant::error::Status;
use pliant::view::PliantBodyInfo;
use scenes::{Stage, Surface, UserMesh, bench};

/// Allowed depth below the floor, relative to the body's size [1]: 1 mm a metre.
const DEPTH_SHARE: f64 = 1e-3;

fn stage(name: &str) -> Stage {
    let scene = scenes::by_name(name).expect("a scene of that name");
    scene.build(WorldOptions::default()).expect("the scene")
}

/// Steps, waits, and returns the info of each body.
fn run(stage: &mut Stage, steps: usize) -> Vec<PliantBodyInfo> {
    for _ in 0..steps {
        stage.step(1.0 / 60.0).expect("a step");
    }
    assert!(stage.world.wait(60_000_000_000).expect("a device"));
    let bodies: Vec<_> = stage.actors.iter().map(|actor| actor.body).collect();
    let infos: Vec<_> = bodies
        .iter()
        .map(|body| stage.world.body_info(*body).expect("a body"))
        .collect();
    assert!(
        infos
            .iter()
            .all(|info| info.frame == stage.world.stats().frame),
        "of the newest step"
    );
    infos
}

fn assert_sound(stage: &Stage, infos: &[PliantBodyInfo]) {
    for (number, info) in infos.iter().enumerate() {
        assert_eq!(info.state, PLIANT_BODY_ACTIVE, "body {number}");
        assert!(
            info.low.iter().chain(&info.high).all(|c| c.is_finite()),
            "body {number}"
        );
        let size = (0..3)
            .map(|axis| info.high[axis] - info.low[axis])
            .fold(0.0, f64::max);
        if let Some(floor) = stage.floor {
            let depth = f64::from(floor) - info.low[1];
            assert!(
                depth <= DEPTH_SHARE * size,
                "body {number} of size {size} is {depth} below the floor"
            );
        }
    }
}

#[test]
fn every_scene_builds_and_steps() {
    for scene in scenes::all() {
        let counts = [
            scene.poster_step,
            scene.software_step_count,
            scene.step_count,
        ];
        assert!(counts.is_sorted(), "{}: {counts:?}", scene.name);
        let mut stage = scene.build(WorldOptions::default()).expect(scene.name);
        let infos = run(&mut stage, 5);
        assert_sound(&stage, &infos);
        let stats = stage.world.stats();
        assert_eq!(
            stats.tet_count as usize,
            stage.tet_count(),
            "{}",
            scene.name
        );
        assert_eq!(
            stats.body_count as usize,
            stage.actors.len(),
            "{}",
            scene.name
        );
        for actor in &stage.actors {
            let Surface::Skin { number, asset } = &actor.surface else {
                let positions = stage.world.copy_positions(actor.body).expect("positions");
                assert_eq!(positions.len(), actor.asset.rest_positions.len());
                continue;
            };
            let vertices = stage
                .world
                .copy_vertices(actor.body, *number)
                .expect("vertices");
            assert_eq!(vertices.len(), 24 * asset.cage_vertices.len());
        }
    }
}

#[test]
fn names_are_unique() {
    let mut names: Vec<_> = scenes::all().iter().map(|scene| scene.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), scenes::all().len());
    assert!(scenes::by_name("no such scene").is_none());
}

/// The floor holds once something has fallen on it.
#[test]
fn bodies_that_have_landed_are_above_the_floor() {
    let mut stage = bench::GRIDS[1]
        .build(WorldOptions::default(), BodyOptions::default())
        .expect("a grid");
    // 5 cm take 0.1 s; by 0.4 s the small bounce is over.
    let infos = run(&mut stage, 24);
    assert_sound(&stage, &infos);
    assert!(infos.iter().all(|info| info.touching_vertex_count > 0));
}

/// Jellies land on the boxes: one that touches something above the lowest tread has not fallen through.
#[test]
fn jellies_land_on_the_steps() {
    let mut stage = stage("jelly_steps");
    let mut has_touched = vec![false; stage.actors.len()];
    for _ in 0..20 {
        let infos = run(&mut stage, 4);
        assert_sound(&stage, &infos);
        for (touched, info) in has_touched.iter_mut().zip(&infos) {
            *touched |= info.touching_vertex_count > 0 && info.low[1] > 0.25;
        }
        if has_touched.iter().all(|touched| *touched) {
            break;
        }
    }
    assert_eq!(has_touched, vec![true; stage.actors.len()]);
}

#[test]
fn a_stiffer_beam_sags_less() {
    let mut stage = stage("cantilevers");
    let infos = run(&mut stage, 30);
    assert!(infos[0].low[1] < infos[1].low[1] - 0.05 && infos[1].low[1] < infos[2].low[1] - 0.05);
    // Held at x = 0: the stiff beams' near ends are where they were.
    assert!((infos[2].low[0] - infos[1].low[0] - 1.6).abs() < 0.02);
}

/// At the step of the overview's picture each row lies flatter than the one before it, and each body over its pad.
#[test]
fn a_smaller_alpha_is_flatter_at_the_hit() {
    let mut stage = stage("shapes");
    let step = scenes::by_name("shapes").expect("the scene").poster_step;
    let infos = run(&mut stage, step as usize);
    assert_sound(&stage, &infos);
    for (info, pad) in infos.iter().zip(&stage.props) {
        for axis in [0, 2] {
            let (middle, half) = (pad.pose.position[axis], f64::from(pad.size[axis]));
            assert!(info.low[axis] > middle - half && info.high[axis] < middle + half);
        }
    }
    let columns = infos.len() / 3;
    let height = |i: usize| infos[i].high[1] - infos[i].low[1];
    for i in columns..infos.len() {
        let (rear, front) = (height(i - columns), height(i));
        assert!(rear < front - 0.05, "body {i}: {rear} and {front}");
    }
}

/// Held vertices go where their frame goes, to f32 rounding of positions near 1 m.
#[test]
fn the_handle_carries_the_star() {
    let mut stage = stage("skinned_cage");
    let actor = stage.actors[1].clone();
    run(&mut stage, 1);
    let handle = stage.props[1].pose;
    let before = stage.world.copy_positions(actor.body).expect("positions");
    run(&mut stage, 72);
    let after = stage.world.copy_positions(actor.body).expect("positions");
    let way = [0, 1, 2].map(|axis| stage.props[1].pose.position[axis] - handle.position[axis]);
    let way = way.map(|x| x as f32);
    assert!(way[0].abs() > 0.02, "the handle has moved, by {way:?}");
    let top = actor
        .asset
        .rest_positions
        .iter()
        .map(|p| p[1])
        .fold(f32::MIN, f32::max);
    let mut count = 0;
    for ((rest, before), after) in actor.asset.rest_positions.iter().zip(&before).zip(&after) {
        if rest[1] > top - 1e-3 {
            count += 1;
            let error = (0..3)
                .map(|axis| (after[axis] - before[axis] - way[axis]).abs())
                .fold(0.0, f32::max);
            assert!(error < 1e-5, "off by {error}");
        }
    }
    assert!(count >= 4);
    // The handle's middle is at the tip of the skin, to the size of its triangles.
    let Surface::Skin { number, .. } = actor.surface else {
        panic!("the star shows a skin")
    };
    let bytes = stage.world.copy_vertices(actor.body, number);
    let bytes = bytes.expect("vertices");
    let float = |at: &[u8]| f32::from_le_bytes([at[0], at[1], at[2], at[3]]);
    let places = bytes
        .chunks_exact(24)
        .map(|v| [0, 4, 8].map(|at| float(&v[at..])));
    let tip = stage.props[1].pose.position.map(|x| x as f32);
    let apart = |p: [f32; 3]| (0..3).map(|i| (p[i] - tip[i]).powi(2)).sum::<f32>().sqrt();
    let nearest = places.map(apart).fold(f32::MAX, f32::min);
    assert!(nearest < 0.01, "the skin is {nearest} m from the handle");
}

#[test]
fn grids_have_the_tets_in_their_names() {
    for grid in bench::GRIDS {
        assert_eq!(
            format!("{} x {}", grid.count, grid.tets_a_body()),
            grid.name
        );
    }
    let stage =
        bench::beam_4320(WorldOptions::default(), BodyOptions::default()).expect("the beam");
    assert_eq!(stage.tet_count(), 4320);
}

#[test]
fn a_mesh_of_any_size_is_shown_one_metre_long() {
    for (size, with_surface) in [([3e3, 4e3, 1e3_f32], false), ([0.03, 0.04, 0.01], true)] {
        let tets = beam_lattice([3, 4, 1], size, Split::Five);
        let surface = with_surface.then(|| box_surface([6, 8, 2], size));
        let user = UserMesh::of_tets(&tets, surface).expect("a body");
        let mut stage = user.build(WorldOptions::default()).expect("the stage");
        let info = run(&mut stage, 1)[0];
        let diagonal = (0..3)
            .map(|axis| (info.high[axis] - info.low[axis]).powi(2))
            .sum::<f64>()
            .sqrt();
        // It falls freely for one step, so it keeps its shape; five digits are left of f32.
        assert!((diagonal - 1.0).abs() < 1e-4, "{diagonal}");
        assert!(info.low[1] > 0.3);
    }
}

#[test]
fn a_mesh_without_extent_is_refused() {
    let tets = TetMesh {
        positions: vec![[1.0; 3]; 4],
        tets: vec![[0, 1, 2, 3]],
        ..TetMesh::default()
    };
    let error = UserMesh::of_tets(&tets, None).expect_err("an error");
    assert_eq!(error.status, Status::MeshZeroVolume, "{error}");
}

/// A skin of the same box, scaled about its middle and moved along x by parts of the diagonal.
#[test]
fn a_skin_that_does_not_fit_is_doubted() {
    let size = [2.0, 1.0, 2.0_f32]; // a diagonal of 3
    let tets = beam_lattice([2, 1, 2], size, Split::Five);
    for (smaller, moved, is_doubted) in [
        (1.0, 0.0, false),
        (0.6, 0.0, false),
        (0.4, 0.0, true),
        (1.0, 0.09, false),
        (1.0, 0.11, true),
    ] {
        let mut skin = box_surface([2, 1, 2], size);
        let corners = skin.positions.iter().copied().map(Vec3::from_array);
        let middle = corners.clone().sum::<Vec3>() / corners.count() as f32;
        for p in &mut skin.positions {
            let scaled = middle + smaller * (Vec3::from_array(*p) - middle);
            *p = (scaled + Vec3::X * (3.0 * moved)).to_array();
        }
        let user = UserMesh::of_tets(&tets, Some(skin)).expect("a body");
        let doubt = user.doubt_of_skin();
        assert_eq!(doubt.is_some(), is_doubted, "{smaller} {moved}: {doubt:?}");
    }
}

/// The flag stays at its pole and stretches by less than a hundredth.
#[test]
fn the_flag_hangs_at_its_pole() {
    let mut stage = stage("flag");
    let infos = run(&mut stage, 12);
    assert_sound(&stage, &infos);
    // Held at x = 0.03 m, 1.35 m wide.
    assert!((infos[0].low[0] - 0.03).abs() < 1e-6);
    assert!(infos[0].high[0] < 0.03 + 1.35 * 1.01, "{:?}", infos[0].high);
}
