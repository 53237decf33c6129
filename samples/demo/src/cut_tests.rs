//! No picture of a scene cuts off what it shows.

use crate::draw;
use pliant::desc::{PLIANT_SHAPE_CUBOID, WorldOptions};
use scenes::{Scene, Stage};
use viewer::{Camera, Light, Mesh};

/// Width / height of all pictures.
const SIZE: [u32; 2] = [960, 540];

/// Points of everything in the picture except the floor, of the shadows on it, and the middles of labels.
fn points(stage: &mut Stage) -> Vec<[f32; 3]> {
    let mut points = Vec::new();
    for actor in &stage.actors {
        let body = draw::body(&mut stage.world, actor).expect("a body");
        points.extend(body.mesh.positions);
        points.extend(body.cage.into_iter().flat_map(|cage| cage.positions));
    }
    for prop in &stage.props {
        let Mesh { positions, .. } = draw::prop_mesh(prop);
        let columns = viewer::pose(prop.pose.position.map(|x| x as f32), prop.pose.rotation);
        let world = |p: &[f32; 3]| {
            [0, 1, 2]
                .map(|row| columns[3][row] + (0..3).map(|k| columns[k][row] * p[k]).sum::<f32>())
        };
        points.extend(positions.iter().map(world));
    }
    let towards = Light::default().towards;
    let floor = stage.floor.unwrap_or(0.0);
    let shadow = |p: &[f32; 3]| {
        let way = (p[1] - floor) / towards[1];
        [0, 1, 2].map(|axis| p[axis] - way * towards[axis])
    };
    let shadows: Vec<_> = points.iter().map(shadow).collect();
    points.extend(shadows);
    points.extend(stage.labels.iter().map(|(_, place)| *place));
    points
}

/// No body is outside the outer faces of the walls.
fn assert_within_walls(stage: &mut Stage) {
    let walls = (stage.props.iter()).filter(|prop| prop.shape == PLIANT_SHAPE_CUBOID);
    let outer = walls.map(|wall| wall.pose.position[0] + f64::from(wall.size[0]));
    let outer = outer.fold(0.0, f64::max);
    for (number, actor) in stage.actors.iter().enumerate() {
        let info = stage.world.body_info(actor.body).expect("a body");
        for axis in [0, 2] {
            assert!(
                info.low[axis] >= -outer && info.high[axis] <= outer,
                "body {number} is at {} to {} along axis {axis} at {:.1} s",
                info.low[axis],
                info.high[axis],
                stage.time_s()
            );
        }
    }
}

fn is_long() -> bool {
    std::env::var_os("PLIANT_LONG_TESTS").is_some_and(|v| v == "1")
}

/// Steps to look at: all in the long tests, otherwise the first second and a half; on a software adapter a part of those that
/// it shows.
fn steps(scene: &Scene, stage: &Stage) -> u32 {
    match (is_long(), stage.is_software()) {
        (true, false) => scene.step_count,
        (false, false) => 90,
        (_, true) => scene.software_step_count / 10,
    }
}

/// The box around everything that a scene shows in its pictures [pixel].
fn extent(scene: &Scene) -> ([f32; 2], [f32; 2]) {
    let mut stage = scene.build(WorldOptions::default()).expect("the scene");
    let camera = Camera {
        fov_y_rad: scene.view.fov_y_rad,
        ..Camera::look_at(scene.view.eye, scene.view.target)
    };
    let (mut low, mut high) = ([f32::MAX; 2], [f32::MIN; 2]);
    for step in 1..=steps(scene, &stage) {
        stage.step(scene.step_s).expect("a step");
        if step % 4 > 0 {
            continue;
        }
        let points = points(&mut stage);
        if scene.name == "rain64" {
            assert_within_walls(&mut stage);
        }
        for point in points {
            let at = camera.project(point, SIZE[0], SIZE[1]);
            let at = at.expect("nothing is behind the camera");
            for axis in 0..2 {
                low[axis] = low[axis].min(at[axis]);
                high[axis] = high[axis].max(at[axis]);
            }
        }
    }
    (low, high)
}

/// A software adapter takes ten seconds for each scene, so without the long tests it looks at every third.
#[test]
fn the_frame_cuts_no_body_and_no_shadow() {
    for (number, scene) in scenes::all().iter().enumerate() {
        let stage = scene.build(WorldOptions::default()).expect("the scene");
        if stage.is_software() && !is_long() && number % 3 != 1 {
            continue;
        }
        let (low, high) = extent(scene);
        println!("{}: {low:.0?} to {high:.0?}", scene.name);
        let inside = |axis: usize| low[axis] >= 0.0 && high[axis] <= SIZE[axis] as f32;
        assert!(
            inside(0) && inside(1),
            "{}: {low:?} to {high:?}",
            scene.name
        );
    }
}
