//! What recentring moves along.

use super::test_worlds::cube;
use super::*;
use crate::desc::BodyOptions;
use crate::math::PliantPose;
use crate::share::{self, REPORT_BOUNDS_CELL, REPORT_CELL};
use glam::{DVec3, Vec3};

/// A body flies off on a soft pin. Its cell follows it, and where the world holds the vertex stays in the world.
#[test]
fn pins_of_the_world_stay_where_they_are() {
    let mut world = World::new(WorldOptions::default()).unwrap();
    let at = DVec3::new(1e5, -2.0, 3e4);
    let desc = BodyOptions {
        pose: PliantPose::at(at),
        linear_velocity: [40.0, 10.0, -30.0],
        ..BodyOptions::default()
    };
    let asset = cube(1);
    let edit = Edit::AddBody { asset, desc };
    let Applied::Body(body) = world.apply(edit).unwrap() else {
        panic!("no body");
    };
    let target = at + DVec3::new(0.1, 0.2, 0.3);
    let pin = Edit::Attach {
        body,
        selection: Selection::Vertices(vec![3]),
        frame: None,
        target: Some(target.to_array()),
        stiffness: 1e-3,
        user_data: 0,
    };
    world.apply(pin).unwrap();
    let mut cells = std::collections::BTreeSet::new();
    for _ in 0..20 {
        world.step(1.0 / 60.0).unwrap();
        let (report, rows) = world.store.body_states(&world.scene).unwrap().remove(0);
        let cell = |first: u32| [0, 1, 2].map(|k| report[(first + k) as usize] as i32);
        assert_eq!(cell(REPORT_CELL), cell(REPORT_BOUNDS_CELL));
        cells.insert(cell(REPORT_CELL));
        let (_, anchors) = rows.iter().find(|(name, _)| name == "anchor").unwrap();
        let anchors: Vec<[f32; 4]> = bytemuck::pod_collect_to_vec(anchors);
        let vertex = world.scene.body(body).unwrap();
        let anchor = anchors[vertex.asset.internal_from_user[3] as usize];
        let place = share::corner(cell(REPORT_CELL)) + Vec3::from_slice(&anchor).as_dvec3();
        // A rounding for each new cell, up to 17 m away.
        assert!(place.distance(target) < 1e-5, "{place}");
    }
    assert!(cells.len() > 3, "{cells:?}");
}
