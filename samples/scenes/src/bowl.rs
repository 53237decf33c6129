//! Shapes of every model fall into a bowl, which is a mesh, and a cloth over them.

use crate::scene::{Scene, View};
use crate::shape::{crate_tets, rounded_surface, rounded_tets, sheet_surface};
use crate::stage::{Model, Stage};
use glam::{Quat, Vec3};
use pliant::asset::SurfaceMesh;
use pliant::desc::{
    BodyOptions, PliantClothDesc, PliantMassSpringDesc, PliantNeoHookeanDesc, PliantRigidDesc,
    PliantShapeMatchingDesc,
};
use pliant::error::Result;
use pliant::math::PliantPose;
use std::f32::consts::TAU;

pub const SCENE: Scene = Scene {
    name: "bowl",
    title: "Shapes of every model in a bowl, which is a mesh",
    step_s: 1.0 / 60.0,
    step_count: 240,
    software_step_count: 60,
    poster_step: 60,
    view: View {
        eye: [1.5, 2.5, 3.1],
        target: [0.0, 0.52, 0.0],
        fov_y_rad: 0.5,
    },
    fill,
};

/// The inner and the outer radius of the bowl [m].
const INNER: f32 = 0.8;
const OUTER: f32 = 0.86;
/// How far up it goes: the angle from its lowest point [rad].
const RIM: f32 = 1.3;

fn fill(stage: &mut Stage) -> Result<()> {
    stage.add_floor(0.0, 0.6)?;
    let at = PliantPose::at([0.0, f64::from(OUTER), 0.0]);
    stage.add_mesh(&bowl(9, 32), at, 0.3)?;
    for (number, body) in bodies().into_iter().enumerate() {
        let share = |rate: f32| (number as f32 * rate).fract();
        let turn = Vec3::new(share(0.324), share(0.727), share(0.911));
        let desc = BodyOptions {
            pose: PliantPose {
                rotation: Quat::from_scaled_axis(turn).to_array(),
                ..PliantPose::at(body.place.map(f64::from))
            },
            friction: 0.3,
            model: body.kind,
            ..Default::default()
        };
        let actor = stage.add_skinned(&body.model()?, desc)?;
        stage.actors[actor].colour = [0, 1, 2, 3, 5, 1][number];
    }
    cloth(stage)
}

/// What falls.
struct Falling {
    kind: pliant::desc::Model,
    half: [f32; 3],
    roundness: f32,
    place: [f32; 3],
}

impl Falling {
    fn model(&self) -> Result<Model> {
        let Falling {
            half, roundness, ..
        } = *self;
        if let pliant::desc::Model::Rigid(_) = self.kind {
            return Model::new(&crate_tets(half), &rounded_surface([1; 3], half, 0.0));
        }
        // The tets collide, not the skin: facets of four cells are flatter than a ball by so much.
        let wider = half.map(|h| h * (1.0 + 0.03 * roundness));
        Model::new(
            &rounded_tets([4; 3], wider, roundness),
            &rounded_surface([12; 3], half, roundness),
        )
    }
}

fn bodies() -> [Falling; 6] {
    let neo = PliantNeoHookeanDesc {
        young_modulus: 1e5,
        damping: 2.0,
        ..Default::default()
    };
    let matched = PliantShapeMatchingDesc {
        density: 600.0,
        damping: 3.0,
        ..Default::default()
    };
    let springs = PliantMassSpringDesc {
        young_modulus: 1e5,
        damping: 3.0,
        ..Default::default()
    };
    let rigid = PliantRigidDesc {
        mass: 8.0,
        ..Default::default()
    };
    let falling = |kind, half, roundness, place| Falling {
        kind,
        half,
        roundness,
        place,
    };
    [
        falling(neo.into(), [0.2; 3], 1.0, [-0.28, 0.75, 0.12]),
        falling(matched.into(), [0.17; 3], 0.12, [0.27, 0.72, 0.22]),
        falling(springs.into(), [0.22, 0.14, 0.16], 1.0, [0.1, 0.7, -0.32]),
        falling(rigid.into(), [0.15, 0.12, 0.18], 0.0, [0.05, 1.15, 0.0]),
        falling(neo.into(), [0.24, 0.12, 0.12], 0.5, [-0.25, 1.2, -0.28]),
        falling(matched.into(), [0.16; 3], 1.0, [0.34, 1.22, -0.2]),
    ]
}

/// A cloth that falls over half of them.
fn cloth(stage: &mut Stage) -> Result<()> {
    let mesh = sheet_surface([12; 2], [0.55; 2]);
    let desc = BodyOptions {
        pose: PliantPose {
            rotation: Quat::from_rotation_y(0.5).to_array(),
            ..PliantPose::at([-0.55, 1.45, 0.05])
        },
        friction: 0.3,
        model: PliantClothDesc {
            area_density: 0.3,
            damping: 1.0,
            ..Default::default()
        }
        .into(),
        ..Default::default()
    };
    let actor = stage.add_skinned(&Model::sheet(&mesh, &mesh)?, desc)?;
    stage.actors[actor].colour = 4;
    Ok(())
}

/// A part of a hollow ball about the origin, closed: so many rings of so many corners inside, and as many outside.
fn bowl(rings: usize, corners: usize) -> SurfaceMesh {
    let mut mesh = SurfaceMesh::default();
    for radius in [INNER, OUTER] {
        mesh.positions.push([0.0, -radius, 0.0]);
        for ring in 1..=rings {
            let (sin, cos) = (RIM * ring as f32 / rings as f32).sin_cos();
            mesh.positions.extend((0..corners).map(|k| {
                let (z, x) = (TAU * k as f32 / corners as f32).sin_cos();
                [radius * sin * x, -radius * cos, radius * sin * z]
            }));
        }
    }
    let half = 1 + rings * corners;
    let at = |side: usize, ring: usize, corner: usize| match ring {
        0 => (side * half) as u32,
        _ => (side * half + 1 + (ring - 1) * corners + corner % corners) as u32,
    };
    for k in 0..corners {
        for ring in 0..rings {
            // Inside faces up, outside down.
            for side in 0..2 {
                let below = [at(side, ring, k), at(side, ring, k + 1)];
                let above = [at(side, ring + 1, k), at(side, ring + 1, k + 1)];
                let mut add = |a, b, c| {
                    mesh.triangles
                        .push(if side == 0 { [a, b, c] } else { [a, c, b] })
                };
                add(below[0], above[1], above[0]);
                if ring > 0 {
                    add(below[0], below[1], above[1]);
                }
            }
        }
        let [a, b] = [at(0, rings, k), at(0, rings, k + 1)];
        let [c, d] = [at(1, rings, k), at(1, rings, k + 1)];
        mesh.triangles.extend([[a, b, d], [a, d, c]]);
    }
    mesh
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two caps of a ball have the volume 2π (1 - cos)/3 (R³ - r³). Facets of 2π/32 and 1.3/9 lose under 2 % of it.
    #[test]
    fn the_bowl_is_closed_and_faces_outwards() {
        let mesh = bowl(9, 32);
        let p = |v: u32| Vec3::from(mesh.positions[v as usize]);
        let six = |t: &[u32; 3]| p(t[0]).dot(p(t[1]).cross(p(t[2])));
        let volume = mesh.triangles.iter().map(six).sum::<f32>() / 6.0;
        let exact = TAU * (1.0 - RIM.cos()) / 3.0 * (OUTER.powi(3) - INNER.powi(3));
        assert!((volume / exact - 1.0).abs() < 0.02, "{volume} of {exact}");
        let mut edges = std::collections::HashMap::new();
        for t in &mesh.triangles {
            for k in 0..3 {
                *edges.entry((t[k], t[(k + 1) % 3])).or_insert(0) += 1;
            }
        }
        assert!(
            edges
                .iter()
                .all(|((a, b), n)| *n == 1 && edges.contains_key(&(*b, *a)))
        );
    }
}
