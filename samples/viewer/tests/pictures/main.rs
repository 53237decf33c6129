//! Renders small scenes and looks at the pixels. Runs on any adapter, also a software one.

mod files;

use std::sync::{Mutex, MutexGuard, OnceLock};
use viewer::{
    Background, Bounds, Camera, Ground, Image, Light, MeshView, RenderError, Renderer, SceneView,
    pose, scene_bounds, shapes,
};

// Rows of 1240 bytes: not a multiple of 256, so that they are padded on the way back.
const WIDTH: u32 = 310;
const HEIGHT: u32 = 180;

/// One renderer for all tests: opening a device takes longer than the pictures.
fn renderer() -> MutexGuard<'static, Renderer> {
    static SHARED: OnceLock<Mutex<Renderer>> = OnceLock::new();
    SHARED
        .get_or_init(|| Mutex::new(Renderer::new(WIDTH, HEIGHT).expect("an adapter")))
        .lock()
        .unwrap_or_else(|poisoned| poisoned.into_inner())
}

fn render(scene: &SceneView<'_>) -> Image {
    renderer().render(scene).expect("a picture")
}

/// A camera that sees some three lengths round the origin from the front and above.
fn camera() -> Camera {
    Camera::look_at([0.0, 3.0, 6.0], [0.0, 0.4, 0.0])
}

/// The same camera thirty lengths aside: the shadow maps have to follow the bodies there.
fn far_camera() -> Camera {
    Camera::look_at([30.0, 3.0, 6.0], [30.0, 0.4, 0.0])
}

/// The pixel where a point of the world lands.
fn pixel_of(image: &Image, camera: &Camera, point: [f32; 3]) -> [u8; 4] {
    let [x, y] = camera
        .project(point, WIDTH, HEIGHT)
        .expect("in front of the camera");
    image.pixel(x as u32, y as u32)
}

fn brightness([r, g, b, _]: [u8; 4]) -> u32 {
    u32::from(r) + u32::from(g) + u32::from(b)
}

#[test]
fn a_ball_has_its_colour_throws_a_shadow_and_leaves_the_background_alone() {
    let ball = shapes::sphere(0.5, 48);
    let meshes = [MeshView::of(&ball)
        .colour([0.1, 0.8, 0.2])
        .at([0.0, 1.0, 0.0])];
    let mut scene = SceneView::new(camera(), &meshes);
    // Light from straight above: the shadow is the disc of radius 0.5 under the ball.
    scene.light = Light {
        towards: [0.0, 1.0, 0.0],
        ..Light::default()
    };
    scene.ground = Some(Ground {
        checker: 0.0,
        fade_radius: Some(3.5),
        ..Ground::default()
    });
    scene.background = Background {
        top: [0.2, 0.4, 0.6],
        bottom: [0.2, 0.4, 0.6],
    };
    let image = render(&scene);

    let [r, g, b, a] = pixel_of(&image, &scene.camera, [0.0, 1.0, 0.0]);
    assert!(
        g > 2 * r.max(b) && g > 80 && a == 255,
        "the ball is ({r}, {g}, {b}, {a})"
    );

    let lit = brightness(pixel_of(&image, &scene.camera, [1.2, 0.0, 0.3]));
    let dark = brightness(pixel_of(&image, &scene.camera, [0.0, 0.0, 0.3]));
    // The direct light is more than half of what reaches the floor.
    assert!(dark * 10 < lit * 8, "shadow {dark}, lit floor {lit}");
    // Right outside the disc the floor is lit again: the shadow has the size of the ball.
    let beside = brightness(pixel_of(&image, &scene.camera, [0.62, 0.0, 0.0]));
    let inside = brightness(pixel_of(&image, &scene.camera, [0.4, 0.0, 0.0]));
    assert!(
        beside > lit - lit / 20,
        "beside the shadow {beside}, lit floor {lit}"
    );
    assert!(
        inside < dark + dark / 20,
        "inside the shadow {inside}, its middle {dark}"
    );

    // The background's sRGB value comes back as given; rounding to and from linear is one step.
    let sky = image.pixel(2, 2);
    for (got, wanted) in sky.iter().zip([51_i32, 102, 153, 255]) {
        assert!(
            (i32::from(*got) - wanted).abs() <= 1,
            "the background is {sky:?}"
        );
    }
}

#[test]
fn bodies_shadow_each_other_and_only_those_that_shall() {
    let plate = shapes::cuboid([0.6, 0.05, 0.6]);
    let floor = shapes::plane(1.0);
    let brightness_below = |shadow: bool| {
        let meshes = [
            MeshView::of(&plate).at([0.0, 1.6, -0.3]).shadow(shadow),
            MeshView::of(&floor)
                .at([0.0, 0.2, 0.0])
                .colour([0.5, 0.5, 0.5]),
        ];
        let mut scene = SceneView::new(camera(), &meshes);
        scene.light.towards = [0.0, 1.0, 0.0];
        brightness(pixel_of(&render(&scene), &scene.camera, [0.0, 0.2, 0.1]))
    };
    let (with, without) = (brightness_below(true), brightness_below(false));
    assert!(
        with * 10 < without * 8,
        "{with} with the shadow, {without} without"
    );
}

#[test]
fn shadows_fall_where_the_light_throws_them() {
    let ball = shapes::sphere(0.25, 32);
    let centres = [[29.1, 0.6, 0.2], [30.3, 0.9, -0.4]];
    let meshes = centres.map(|centre| MeshView::of(&ball).at(centre));
    let mut scene = SceneView::new(far_camera(), &meshes);
    scene.light.towards = [-0.5, 1.0, 0.4];
    scene.ground = Some(Ground {
        checker: 0.0,
        ..Ground::default()
    });
    let image = render(&scene);
    let lit = brightness(pixel_of(&image, &scene.camera, [31.3, 0.0, 0.8]));
    for [x, y, z] in centres {
        // Along the light, from the centre down to the floor.
        let on_floor = [x + 0.5 * y, 0.0, z - 0.4 * y];
        let dark = brightness(pixel_of(&image, &scene.camera, on_floor));
        assert!(
            dark * 10 < lit * 8,
            "{dark} at {on_floor:?}, lit floor {lit}"
        );
    }
}

#[test]
fn a_turned_ball_is_lit_like_one_that_is_not() {
    let ball = shapes::sphere(0.8, 64);
    let sides = |rotation: [f32; 4]| {
        let meshes = [MeshView::of(&ball).transform(pose([0.0, 0.8, 0.0], rotation))];
        let mut scene = SceneView::new(camera(), &meshes);
        scene.light.towards = [1.0, 0.3, 0.3];
        let image = render(&scene);
        [-0.5, 0.5].map(|x| brightness(pixel_of(&image, &scene.camera, [x, 0.8, 0.5])))
    };
    let straight = sides([0.0, 0.0, 0.0, 1.0]);
    let turned = sides([0.0, 0.6, 0.0, 0.8]);
    assert!(straight[1] > straight[0] + 100, "{straight:?}");
    // Smooth normals of 64 slices are the sphere's own to rounding; a colour step each may differ.
    assert!(straight[0].abs_diff(turned[0]) < 9 && straight[1].abs_diff(turned[1]) < 9);
}

#[test]
fn a_body_close_to_the_floor_darkens_it_beside_its_shadow() {
    let plate = shapes::cuboid([0.6, 0.1, 0.6]);
    let brightness_before = |height: f32| {
        let meshes = [MeshView::of(&plate).at([30.0, height, 0.0])];
        let mut scene = SceneView::new(far_camera(), &meshes);
        // The shadow falls to the back; the point is in front of the plate.
        scene.light.towards = [0.0, 1.0, 1.0];
        brightness(pixel_of(&render(&scene), &scene.camera, [30.0, 0.0, 0.65]))
    };
    let (resting, lifted) = (brightness_before(0.11), brightness_before(2.0));
    // Just before a long wall half the sky is hidden; sky light is a good third of all light.
    assert!(
        resting * 100 < lifted * 97,
        "{resting} before the plate, {lifted} when it is lifted"
    );
    assert!(
        resting * 100 > lifted * 70,
        "{resting} before the plate, {lifted} when it is lifted"
    );
}

#[test]
fn a_small_bright_ball_is_drawn_where_the_camera_projects_it() {
    let dot = shapes::sphere(0.06, 24);
    for place in [
        [0.0, 0.4, 0.0],
        [1.3, 1.1, -0.7],
        [-1.6, 0.1, 1.2],
        [0.4, -0.1, 1.0],
    ] {
        let meshes = [MeshView::of(&dot).colour([1.0, 0.0, 0.0]).at(place)];
        let mut scene = SceneView::new(camera(), &meshes);
        scene.ground = None;
        scene.background = Background {
            top: [0.0; 3],
            bottom: [0.0; 3],
        };
        let image = render(&scene);
        // The mean of the covered pixels' centres. The picture of a sphere of 1 % of the viewing
        // distance is an ellipse whose middle is off by less than 0.1 pixel; edge pixels count
        // whole or not at all, which moves the mean by less than half a pixel.
        let (mut x_sum, mut y_sum, mut count) = (0.0, 0.0, 0.0);
        for y in 0..HEIGHT {
            for x in 0..WIDTH {
                if image.pixel(x, y)[0] > 25 {
                    x_sum += x as f32 + 0.5;
                    y_sum += y as f32 + 0.5;
                    count += 1.0;
                }
            }
        }
        assert!(count >= 9.0, "the ball at {place:?} covers {count} pixels");
        let [x, y] = scene
            .camera
            .project(place, WIDTH, HEIGHT)
            .expect("before the camera");
        let distance = (x_sum / count - x).hypot(y_sum / count - y);
        assert!(
            distance < 0.6,
            "the ball at {place:?} is {distance} pixels off"
        );
    }
}

#[test]
fn a_cage_shows_through_a_translucent_skin_but_not_through_an_opaque_one() {
    let skin = shapes::sphere(0.8, 32);
    let points = [[-0.5, 0.4, 0.0], [0.5, 0.4, 0.0]];
    let edges = [[0, 1]];
    let middle = |alpha: f32, with_line: bool| {
        let mut meshes = vec![MeshView::of(&skin).alpha(alpha).at([0.0, 0.4, 0.0])];
        if with_line {
            meshes.push(MeshView::cage(&points, &edges).line_style([0.0; 3], 3.0));
        }
        let scene = SceneView::new(camera(), &meshes);
        brightness(pixel_of(&render(&scene), &scene.camera, [0.0, 0.4, 0.0]))
    };
    // A black line three pixels wide covers the pixel at its middle fully.
    assert!(middle(0.4, true) < 30, "{}", middle(0.4, true));
    assert!(middle(0.4, false) > 200);
    assert_eq!(middle(1.0, true), middle(1.0, false));
}

#[test]
fn translucent_meshes_are_drawn_far_to_near_whatever_their_order() {
    let pane = shapes::cuboid([0.7, 0.7, 0.02]);
    let near = MeshView::of(&pane)
        .colour([1.0, 0.0, 0.0])
        .alpha(0.7)
        .at([0.0, 0.7, 1.0]);
    let far = MeshView::of(&pane)
        .colour([0.0, 0.0, 1.0])
        .alpha(0.7)
        .at([0.0, 0.7, -1.0]);
    let one = render(&SceneView::new(camera(), &[near, far]));
    let other = render(&SceneView::new(camera(), &[far, near]));
    assert_eq!(one, other);
    let [r, _, b, _] = pixel_of(&one, &camera(), [0.0, 0.7, 1.0]);
    assert!(
        r > b,
        "the near red pane lies over the far blue one: {r}, {b}"
    );
}

#[test]
fn both_sides_of_a_sheet_are_drawn_and_lit_alike() {
    let sheet = shapes::plane(0.7);
    let empty = render(&SceneView::new(camera(), &[]));
    for alpha in [1.0, 0.6] {
        // Half a turn about x brings the other side up.
        let [front, back] = [[0.0, 0.0, 0.0, 1.0], [1.0, 0.0, 0.0, 0.0]].map(|rotation| {
            let mesh = MeshView::of(&sheet).alpha(alpha).shadow(false);
            let meshes = [mesh.transform(pose([0.0, 0.5, 0.0], rotation))];
            let image = render(&SceneView::new(camera(), &meshes));
            pixel_of(&image, &camera(), [0.0, 0.5, 0.0])
        });
        assert_eq!(front, back);
        assert_ne!(front, pixel_of(&empty, &camera(), [0.0, 0.5, 0.0]));
    }
}

#[test]
fn a_closed_mesh_looks_the_same_without_its_far_side() {
    let pill = shapes::capsule(0.3, 0.4, 24);
    let shared = MeshView::of(&pill).at([0.0, 0.7, 0.0]);
    let whole = render(&SceneView::new(camera(), &[shared]));
    let near_side = render(&SceneView::new(camera(), &[shared.closed()]));
    // Only pixels that the outline touches may differ, where a sample met the far side.
    let differing = |threshold: u8| {
        let pairs = whole.rgba().iter().zip(near_side.rgba());
        pairs.filter(|(a, b)| a.abs_diff(**b) > threshold).count() / 4
    };
    assert!(differing(12) < 40, "{} pixels differ", differing(12));
}

#[test]
fn buffers_grow_with_the_scene_and_old_content_does_not_return() {
    let ball = shapes::sphere(0.5, 16);
    let few = [MeshView::of(&ball).at([0.0, 0.5, 0.0])];
    let first = render(&SceneView::new(camera(), &few));
    // Sixty balls with a black line above each: more records, vertices and lines than before.
    let small = shapes::sphere(0.12, 64);
    let line = [[-0.1, 0.15, 0.2], [0.1, 0.15, 0.2]];
    let edges = vec![[0, 1]; 100];
    let place = |i: usize| [(i % 10) as f32 * 0.3 - 1.35, (i / 10) as f32 * 0.3, -0.5];
    let colour = |i: usize| {
        if i.is_multiple_of(2) {
            [0.9, 0.1, 0.1]
        } else {
            [0.1, 0.9, 0.1]
        }
    };
    let mut many = Vec::new();
    for i in 0..60 {
        many.push(MeshView::of(&small).colour(colour(i)).at(place(i)));
        many.push(
            MeshView::cage(&line, &edges)
                .at(place(i))
                .line_style([0.0; 3], 2.0),
        );
    }
    let scene = SceneView {
        ground: None,
        ..SceneView::new(camera(), &many)
    };
    let crowd = render(&scene);
    for i in 0..60 {
        let [x, y, z] = place(i);
        let [r, g, _, _] = pixel_of(&crowd, &scene.camera, place(i));
        assert_eq!(r > g, i.is_multiple_of(2), "ball {i} is ({r}, {g}, ..)");
        let line = brightness(pixel_of(&crowd, &scene.camera, [x, y + 0.15, z + 0.2]));
        assert!(line < 60, "line {i} is {line}");
    }
    assert_eq!(first, render(&SceneView::new(camera(), &few)));
    // An empty scene is a picture too.
    let empty = render(&SceneView::new(camera(), &[]));
    assert_ne!(first, empty);
}

#[test]
fn a_body_in_view_of_the_framing_camera_stays_off_the_edges() {
    let pill = shapes::capsule(0.4, 1.5, 24);
    let meshes = [MeshView::of(&pill)
        .colour([1.0, 0.0, 0.0])
        .at([5.0, 1.0, -3.0])];
    let bounds = scene_bounds(&meshes);
    assert_eq!(
        bounds,
        Bounds {
            min: [4.6, -0.9, -3.4],
            max: [5.4, 2.9, -2.6]
        }
    );
    let camera = Camera::framing(bounds, WIDTH as f32 / HEIGHT as f32);
    let scene = SceneView {
        ground: None,
        ..SceneView::new(camera, &meshes)
    };
    let image = render(&scene);
    let red = |y: u32| (0..WIDTH).any(|x| image.pixel(x, y)[0] / 2 > image.pixel(x, y)[1]);
    let rows: Vec<u32> = (0..HEIGHT).filter(|&y| red(y)).collect();
    let (top, bottom) = (rows[0], rows[rows.len() - 1]);
    assert!(top > 4 && bottom < HEIGHT - 5, "rows {top} to {bottom}");
    assert!(bottom - top > HEIGHT / 2, "rows {top} to {bottom}");
}

#[test]
fn scenes_that_do_not_fit_together_are_refused_with_the_mesh_named() {
    let points = [[0.0; 3]; 3];
    let camera = camera();
    let refused = |mesh: MeshView<'_>| match renderer()
        .render(&SceneView::new(camera, &[MeshView::new(&[], &[]), mesh]))
    {
        Err(RenderError::Scene(message)) => message,
        other => panic!("{other:?}"),
    };
    let message = refused(MeshView::new(&points, &[[0, 1, 3]]));
    assert_eq!(message, "mesh 1: a triangle names vertex 3 of 3");
    let message = refused(MeshView::new(&points, &[]).normals(&[[0.0, 1.0, 0.0]]));
    assert_eq!(message, "mesh 1: 1 normals for 3 positions");
    let message = refused(MeshView::cage(&points, &[[7, 0]]));
    assert_eq!(message, "mesh 1: an edge names vertex 7 of 3");
    assert!(matches!(
        Renderer::new(0, 10),
        Err(RenderError::Size { .. })
    ));
}

#[test]
fn positions_that_are_not_finite_do_not_spoil_the_rest() {
    let ball = shapes::sphere(0.5, 32);
    let broken = [[f32::NAN; 3], [f32::INFINITY; 3], [0.0; 3]];
    let meshes = [MeshView::of(&ball)
        .colour([0.1, 0.8, 0.2])
        .at([0.0, 0.5, 0.0])];
    let all = [meshes[0], MeshView::new(&broken, &[[0, 1, 2]]).wireframe()];
    let camera = camera();
    let [r, g, b, _] = pixel_of(
        &render(&SceneView::new(camera, &all)),
        &camera,
        [0.0, 0.5, 0.0],
    );
    assert!(g > r && g > b, "({r}, {g}, {b})");
}
