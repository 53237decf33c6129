//! Draws a few pictures of what the renderer can do, into the folder of the first argument
//! (default `out/gallery`), and prints the time of each.

use std::path::{Path, PathBuf};
use std::time::Instant;
use viewer::{
    Anchor, Animation, Camera, Image, Mesh, MeshView, RenderError, Renderer, SceneView, TextStyle,
    montage, palette, pose, scene_bounds, shapes, smooth_normals, unique_edges,
};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or("out/gallery".into()));
    std::fs::create_dir_all(&folder)?;
    let mut renderer = Renderer::new(640, 360)?;
    println!("{}", renderer.adapter());
    colliders(&mut renderer)?.write_png(folder.join("colliders.png"))?;
    stiffness(&mut renderer)?.write_png(folder.join("stiffness.png"))?;
    cage(&mut renderer)?.write_png(folder.join("cage.png"))?;
    large(&mut renderer)?.write_png(folder.join("large.png"))?;
    let mut poster = Renderer::new(1280, 720)?;
    stiffness(&mut poster)?.write_png(folder.join("poster.png"))?;
    let sheet = [
        (&colliders(&mut renderer)?, "colliders"),
        (&stiffness(&mut renderer)?, "stiffness"),
        (&cage(&mut renderer)?, "cage and skin"),
        (&large(&mut renderer)?, "100 000 triangles"),
    ];
    montage(&sheet, 2).write_png(folder.join("sheet.png"))?;
    bounce(&folder)?;
    Ok(())
}

/// Renders twice, because the second time is the cost of a frame of an animation.
fn timed(name: &str, renderer: &mut Renderer, scene: &SceneView<'_>) -> Result<Image, RenderError> {
    renderer.render(scene)?;
    let start = Instant::now();
    let image = renderer.render(scene)?;
    let [width, height] = renderer.size();
    println!(
        "{name} {width} x {height}: {:.1} ms",
        start.elapsed().as_secs_f64() * 1e3
    );
    Ok(image)
}

fn aspect(renderer: &Renderer) -> f32 {
    let [width, height] = renderer.size();
    width as f32 / height as f32
}

fn colliders(renderer: &mut Renderer) -> Result<Image, RenderError> {
    let ball = shapes::sphere(0.5, 64);
    let pill = shapes::capsule(0.3, 0.45, 48);
    let block = shapes::cuboid([0.4, 0.4, 0.4]);
    let tilt = [0.0, 0.259, 0.0, 0.966];
    let meshes = [
        MeshView::of(&ball)
            .closed()
            .colour(palette::CORAL)
            .at([0.0, 0.5, 0.0]),
        MeshView::of(&pill)
            .closed()
            .colour(palette::TEAL)
            .at([1.2, 0.75, -0.1]),
        MeshView::of(&block)
            .colour(palette::STONE)
            .transform(pose([-1.2, 0.4, 0.0], tilt)),
    ];
    let camera = Camera::framing(scene_bounds(&meshes), aspect(renderer));
    timed("colliders", renderer, &SceneView::new(camera, &meshes))
}

/// A body squashed to `height` of its rest height, keeping its volume.
fn squashed(body: &Mesh, height: f32) -> Mesh {
    let wide = 1.0 / height.sqrt();
    let squash = |&[x, y, z]: &[f32; 3]| [x * wide, y * height, z * wide];
    let positions: Vec<_> = body.positions.iter().map(squash).collect();
    let normals = smooth_normals(&positions, &body.triangles);
    Mesh {
        positions,
        normals,
        triangles: body.triangles.clone(),
    }
}

/// A sphere with bumps.
fn bumpy(segments: u32) -> Mesh {
    let mut body = shapes::sphere(0.5, segments);
    for p in &mut body.positions {
        let bump = 1.0 + 0.05 * (9.0 * p[0]).sin() * (9.0 * p[1] + 1.0).sin() * (9.0 * p[2]).sin();
        *p = p.map(|c| c * bump);
    }
    body.normals = smooth_normals(&body.positions, &body.triangles);
    body
}

fn stiffness(renderer: &mut Renderer) -> Result<Image, RenderError> {
    let rest = bumpy(64);
    let bodies: Vec<_> = [0.5, 0.7, 0.85, 0.97]
        .map(|height| squashed(&rest, height))
        .into();
    let mut meshes = Vec::new();
    for (i, body) in bodies.iter().enumerate() {
        let low = body.positions.iter().map(|p| p[1]).fold(f32::MAX, f32::min);
        let place = [1.45 * i as f32, -low, 0.0];
        meshes.push(
            MeshView::of(body)
                .closed()
                .colour(palette::body(i))
                .at(place),
        );
    }
    let camera = Camera::framing_from(scene_bounds(&meshes), aspect(renderer), [0.25, 0.4, 1.0]);
    let mut image = timed("stiffness", renderer, &SceneView::new(camera, &meshes))?;
    for (i, label) in ["E = 1e4 Pa", "1e5 Pa", "1e6 Pa", "1e7 Pa"]
        .iter()
        .enumerate()
    {
        let below = [1.45 * i as f32, 0.0, 0.6];
        if let Some(at) = camera.project(below, image.width(), image.height()) {
            image.draw_text(label, at, Anchor::Top, &TextStyle::default());
        }
    }
    Ok(image)
}

fn cage(renderer: &mut Renderer) -> Result<Image, RenderError> {
    let skin = bumpy(64);
    let coarse = shapes::sphere(0.56, 10);
    let edges = unique_edges(&coarse.triangles);
    let lattice: Vec<_> = coarse
        .positions
        .iter()
        .map(|p| [p[0] + 1.3, p[1], p[2]])
        .collect();
    let block = shapes::cuboid([0.45, 0.2, 0.45]);
    let meshes = [
        MeshView::of(&skin)
            .colour(palette::SKY)
            .alpha(0.35)
            .at([0.0, 0.56, 0.0]),
        MeshView::cage(&coarse.positions, &edges).at([0.0, 0.56, 0.0]),
        MeshView::new(&lattice, &coarse.triangles)
            .colour(palette::AMBER)
            .wireframe()
            .at([0.0, 0.56, 0.0]),
        MeshView::of(&block)
            .colour(palette::STONE)
            .at([-1.3, 0.2, 0.0])
            .wireframe(),
    ];
    let camera = Camera::framing(scene_bounds(&meshes), aspect(renderer));
    timed("cage", renderer, &SceneView::new(camera, &meshes))
}

fn large(renderer: &mut Renderer) -> Result<Image, RenderError> {
    let body = bumpy(160);
    let meshes: Vec<_> = (0..4)
        .map(|i| {
            let place = [(i % 2) as f32 * 1.1, 0.52, (i / 2) as f32 * 1.1];
            MeshView::of(&body)
                .closed()
                .colour(palette::body(i + 3))
                .at(place)
        })
        .collect();
    println!(
        "large: {} triangles",
        meshes.iter().map(|m| m.triangles.len()).sum::<usize>()
    );
    let camera = Camera::framing(scene_bounds(&meshes), aspect(renderer));
    timed("large", renderer, &SceneView::new(camera, &meshes))
}

/// Three balls that bounce and squash, 90 frames.
fn bounce(folder: &Path) -> Result<(), RenderError> {
    let mut renderer = Renderer::new(480, 270)?;
    let mut animation = Animation::new(30);
    let ball = shapes::sphere(0.4, 48);
    let start = Instant::now();
    for frame in 0..90 {
        let mut bodies = Vec::new();
        for i in 0..3 {
            let phase = (frame as f32 / 30.0 + 0.31 * i as f32).fract();
            let height = 1.6 * (4.0 * phase * (1.0 - phase)) - 0.15;
            bodies.push((
                squashed(&ball, 1.0 + 0.4 * height.min(0.0)),
                height.max(0.0),
            ));
        }
        let meshes: Vec<_> = bodies
            .iter()
            .enumerate()
            .map(|(i, (body, height))| {
                let place = [1.1 * i as f32 - 1.1, 0.4 + height, 0.0];
                MeshView::of(body)
                    .closed()
                    .colour(palette::body(i))
                    .at(place)
            })
            .collect();
        let room = viewer::Bounds {
            min: [-1.6, 0.0, -0.5],
            max: [1.6, 2.2, 0.5],
        };
        let camera = Camera::framing(room, 480.0 / 270.0);
        animation.push(renderer.render(&SceneView::new(camera, &meshes))?)?;
    }
    println!(
        "90 frames 480 x 270: {:.2} s",
        start.elapsed().as_secs_f64()
    );
    let start = Instant::now();
    animation.write_gif(folder.join("bounce.gif"))?;
    println!("gif: {:.2} s", start.elapsed().as_secs_f64());
    animation.write_apng(folder.join("bounce.png"))
}
