//! From a stage to a picture.

use anyhow::Result;
use pliant::desc::{
    PLIANT_SHAPE_CAPSULE, PLIANT_SHAPE_CUBOID, PLIANT_SHAPE_SPHERE, PliantVertexLayout,
};
use pliant::world::World;
use scenes::{Actor, Prop, Stage, Surface, View};
use viewer::{
    Anchor, Camera, Ground, Image, Mesh, MeshView, Renderer, SceneView, TextSize, TextStyle,
    palette, pose, shapes, unique_edges,
};

/// The tets of a body as lines.
pub struct Cage {
    /// Positions of its vertices [m].
    pub positions: Vec<[f32; 3]>,
    edges: Vec<[u32; 2]>,
}

/// A body at the newest step.
pub struct Body {
    /// Its surface.
    pub mesh: Mesh,
    /// Its tets, if they are shown.
    pub cage: Option<Cage>,
    /// Whether it has no inside, so that both of its sides are seen.
    is_sheet: bool,
    colour: [f32; 3],
}

/// Waits for the newest step and draws the stage.
pub fn picture(
    stage: &mut Stage,
    view: View,
    title: &str,
    renderer: &mut Renderer,
) -> Result<Image> {
    let mut bodies = Vec::new();
    for actor in &stage.actors {
        bodies.push(body(&mut stage.world, actor)?);
    }
    let props: Vec<Mesh> = stage.props.iter().map(prop_mesh).collect();
    let mut meshes = Vec::new();
    for (prop, mesh) in stage.props.iter().zip(&props) {
        let place = prop.pose.position.map(|x| x as f32);
        let world_from_mesh = pose(place, prop.pose.rotation);
        let stone = MeshView::of(mesh)
            .closed()
            .colour(palette::STONE)
            .gloss(0.1);
        meshes.push(stone.transform(world_from_mesh));
    }
    for body in &bodies {
        let mesh = MeshView::of(&body.mesh).colour(body.colour);
        meshes.push(if body.is_sheet { mesh } else { mesh.closed() });
        if let Some(Cage { positions, edges }) = &body.cage {
            meshes.push(MeshView::cage(positions, edges).line_style(palette::SLATE, 1.0));
        }
    }
    let camera = Camera {
        fov_y_rad: view.fov_y_rad,
        ..Camera::look_at(view.eye, view.target)
    };
    let ground = stage.floor.map(|height| Ground {
        height,
        cell: Some(0.5),
        ..Ground::default()
    });
    let mut image = renderer.render(&SceneView {
        ground,
        ..SceneView::new(camera, &meshes)
    })?;
    label(&mut image, stage, &camera);
    Ok(image.titled(title))
}

/// Writes the labels.
fn label(image: &mut Image, stage: &Stage, camera: &Camera) {
    let (width, height) = (image.width(), image.height());
    let style = TextStyle {
        size: TextSize::of_picture(width),
        ..TextStyle::default()
    };
    for (text, place) in &stage.labels {
        if let Some(at) = camera.project(*place, width, height) {
            image.draw_text(text, at, Anchor::Middle, &style);
        }
    }
}

/// Reads a body back.
pub fn body(world: &mut World, actor: &Actor) -> Result<Body> {
    let is_boundary = matches!(actor.surface, Surface::Boundary);
    let particles: Vec<[f32; 3]> = if is_boundary || actor.shows_cage {
        world
            .copy_positions(actor.body)?
            .into_iter()
            .map(|[x, y, z, _]| [x, y, z])
            .collect()
    } else {
        Vec::new()
    };
    let cage = actor.shows_cage.then(|| Cage {
        positions: particles.clone(),
        edges: unique_edges(&actor.asset.surface_triangles),
    });
    let mesh = match &actor.surface {
        Surface::Boundary => {
            let triangles = actor.asset.surface_triangles.clone();
            Mesh {
                positions: particles,
                normals: Vec::new(),
                triangles,
            }
        }
        Surface::Skin { number, asset } => {
            let vertices = world.copy_vertices(actor.body, *number)?;
            skinned(
                &vertices,
                &PliantVertexLayout::default(),
                asset.triangles.clone(),
            )
        }
    };
    Ok(Body {
        mesh,
        cage,
        is_sheet: actor.asset.sheet.is_some(),
        colour: palette::body(actor.colour),
    })
}

/// Takes positions and normals out of skinned vertices.
fn skinned(bytes: &[u8], layout: &PliantVertexLayout, triangles: Vec<[u32; 3]>) -> Mesh {
    let words: Vec<f32> = bytemuck::pod_collect_to_vec(bytes);
    let at = |vertex: &[f32], offset: u32| {
        let first = offset as usize / 4;
        [vertex[first], vertex[first + 1], vertex[first + 2]]
    };
    let vertices = words.chunks_exact(layout.stride as usize / 4);
    let (positions, normals) = vertices
        .map(|v| (at(v, layout.position_offset), at(v, layout.normal_offset)))
        .unzip();
    Mesh {
        positions,
        normals,
        triangles,
    }
}

/// The mesh of a prop in its own frame.
pub fn prop_mesh(prop: &Prop) -> Mesh {
    let [a, b, _] = prop.size;
    if let Some(mesh) = &prop.mesh {
        return Mesh {
            positions: mesh.positions.clone(),
            normals: Vec::new(),
            triangles: mesh.triangles.clone(),
        };
    }
    match prop.shape {
        PLIANT_SHAPE_SPHERE => shapes::sphere(a, 64),
        PLIANT_SHAPE_CAPSULE => shapes::capsule(a, b, 48),
        PLIANT_SHAPE_CUBOID => shapes::cuboid(prop.size),
        _ => Mesh::default(),
    }
}
