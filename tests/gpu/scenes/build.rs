//! A scene file becomes a world.

use super::file::{Material, Motion, Placed, SceneFile};
use super::setting;
use crate::gpu::common::*;
use crate::gpu::exact::{Piece, Verdict, boundary, judge};
use crate::gpu::files;
use crate::gpu::oracle::*;
use crate::gpu::stage::{Stage, touching_desc};
use glam::{DQuat, DVec3};
use pliant::asset::shape;
use pliant::asset::{SurfaceMesh, TetMesh};
use pliant::desc::*;
use pliant::ids::{PliantAttachmentId, PliantColliderId, PliantFrameId};
use pliant::math::PliantPose;
use pliant::world::{Applied, Edit, Selection};
use std::path::Path;
use std::sync::Arc;

/// A frame that holds vertices and moves by itself.
struct Mover {
    frame: PliantFrameId,
    attachment: PliantAttachmentId,
    velocity: DVec3,
    /// Turns about the axis x through this point [rad/s].
    centre: DVec3,
    rate: f64,
    /// Lets go once all bodies are past this x.
    until: Option<f64>,
}

/// A mesh that is a collider.
struct Obstacle {
    collider: PliantColliderId,
    /// Its triangles relative to the middle of its box.
    local: Vec<DVec3>,
    middle: DVec3,
    velocity: DVec3,
    /// [rad/s]
    spin: DVec3,
}

impl Obstacle {
    fn moves(&self) -> bool {
        self.velocity != DVec3::ZERO || self.spin != DVec3::ZERO
    }

    fn pose(&self, time: f64) -> PliantPose {
        PliantPose {
            position: (self.middle + self.velocity * time).to_array(),
            rotation: DQuat::from_scaled_axis(self.spin * time)
                .as_quat()
                .to_array(),
        }
    }

    /// Where its vertices are. The GPU carries them in f32, so they are there to rounding.
    fn positions(&self, time: f64) -> Vec<DVec3> {
        let pose = self.pose(time);
        let turn = DQuat::from_array(pose.rotation.map(f64::from)).normalize();
        let place = |p: &DVec3| turn * *p + DVec3::from(pose.position);
        self.local.iter().map(place).collect()
    }
}

/// A scene under way.
pub struct Running {
    pub stage: Stage,
    movers: Vec<Mover>,
    obstacles: Vec<Obstacle>,
    time: f64,
}

/// The model that stands for the file's. "fixed-corotated" becomes the neo-Hookean: both are hyperelastic laws of the same
/// two moduli, equal for small strains. Shape matching and rigid bodies have no
/// moduli.
fn model_of(material: Material, number: u32) -> Model {
    let mut desc = BodyOptions::default();
    if [PLIANT_MODEL_SHAPE_MATCHING, PLIANT_MODEL_RIGID].contains(&number) {
        desc.model = Model::default_of(number).expect("a model");
    } else {
        desc.set_model(number);
        desc.set_young(material.young);
        desc.set_poisson(material.poisson);
    }
    desc.set_density(material.density);
    desc.model
}

/// Tets in the world, relative to the middle of their box, without vertices that no tet names.
fn baked(folder: &Path, placed: &Placed) -> (TetMesh, DVec3) {
    let mesh = files::tets(&folder.join(placed.mesh.trim_end_matches(".xz"))).expect("tets");
    let world = placed.place(&mesh.positions);
    let mut new_from_old = vec![u32::MAX; world.len()];
    let mut used = Vec::new();
    for v in mesh.tets.as_flattened() {
        if new_from_old[*v as usize] == u32::MAX {
            new_from_old[*v as usize] = used.len() as u32;
            used.push(world[*v as usize]);
        }
    }
    let [low, high] = bounds(&used);
    // A multiple of 1/64 keeps bits of the positions.
    let middle = ((low + high) * 32.0).round() / 64.0;
    let renamed = |t: &[u32; 4]| t.map(|v| new_from_old[v as usize]);
    let positions = used.iter().map(|p| (*p - middle).as_vec3().to_array());
    let mesh = TetMesh {
        positions: positions.collect(),
        tets: mesh.tets.iter().map(renamed).collect(),
        ..TetMesh::default()
    };
    (mesh, middle)
}

fn bounds(points: &[DVec3]) -> [DVec3; 2] {
    let low = points.iter().copied().fold(DVec3::INFINITY, DVec3::min);
    let high = points.iter().copied().fold(DVec3::NEG_INFINITY, DVec3::max);
    [low, high]
}

/// Friction of a body, so that the geometric mean with a collider's can be what the file says of both.
fn body_friction(file: &SceneFile) -> f32 {
    let walls = file.half_spaces.iter().map(|h| h.friction);
    let others = file.obstacles.iter().map(|o| o.friction);
    match file.self_friction {
        0.0 => walls.chain(others).fold(0.0, f32::max),
        friction => friction,
    }
}

fn collider_friction(wanted: f32, body: f32) -> f32 {
    if body > 0.0 {
        wanted * wanted / body
    } else {
        0.0
    }
}

impl Running {
    /// The scene; its bodies take these models in turn.
    pub fn new(folder: &Path, file: &SceneFile, models: &[u32]) -> Self {
        let mut stage = Stage::new(file.gravity);
        let friction = body_friction(file);
        for wall in &file.half_spaces {
            let (point, normal) = (DVec3::from(wall.point), DVec3::from(wall.normal));
            stage.add_plane(point, normal, collider_friction(wall.friction, friction));
        }
        let mut running = Running {
            stage,
            movers: Vec::new(),
            obstacles: Vec::new(),
            time: 0.0,
        };
        for (number, placed) in file.obstacles.iter().enumerate() {
            let spin = spin_of(number, placed, &file.motion);
            let friction = collider_friction(placed.friction, friction);
            running.add_obstacle(&obstacle(folder, placed), placed, (spin, friction));
        }
        let placed: Vec<_> = file.bodies.iter().map(|b| baked(folder, b)).collect();
        for (number, (body, (mesh, middle))) in file.bodies.iter().zip(&placed).enumerate() {
            let model = models[number % models.len()];
            let plain = touching_desc();
            let spin = DVec3::from(body.angular_velocity_deg) * std::f64::consts::PI / 180.0;
            let desc = BodyOptions {
                model: model_of(body.material.unwrap_or(file.material), model),
                pose: PliantPose::at(*middle),
                linear_velocity: DVec3::from(body.linear_velocity).as_vec3().to_array(),
                angular_velocity: spin.as_vec3().to_array(),
                friction,
                thickness: file.thickness,
                // Some meshes are of several parts, others are twisted. A rigid one keeps its shape.
                self_contact: match model {
                    PLIANT_MODEL_RIGID => PLIANT_SELF_CONTACT_OFF,
                    _ => PLIANT_SELF_CONTACT_ON,
                },
                substeps: setting("PLIANT_SCENES_SUBSTEPS").map_or(plain.substeps, |n| n as u32),
                iterations: setting("PLIANT_SCENES_ITERATIONS")
                    .map_or(plain.iterations, |n| n as u32),
                ..plain
            };
            running.stage.add(mesh, desc);
        }
        for (number, body) in file.bodies.iter().enumerate() {
            running.hold_handles(number, body);
        }
        if let Some(motion) = &file.motion {
            running.hold(motion, &file.obstacles, folder);
        }
        running
    }

    fn add_obstacle(&mut self, piece: &Piece, placed: &Placed, (spin, friction): (DVec3, f32)) {
        let [low, high] = bounds(&piece.positions);
        let middle = (low + high) / 2.0;
        let positions = piece.positions.iter();
        let positions: Vec<[f32; 3]> = positions
            .map(|p| (*p - middle).as_vec3().to_array())
            .collect();
        let mesh = SurfaceMesh {
            triangles: piece.triangles.clone(),
            positions,
            ..SurfaceMesh::default()
        };
        let shape = Arc::new(shape::mesh(&mesh).expect("a shape"));
        let desc = PliantColliderDesc {
            shape: shape.kind(),
            pose: PliantPose::at(middle),
            friction,
            ..PliantColliderDesc::default()
        };
        let added = self.stage.world.apply(Edit::AddShape { desc, shape });
        let Ok(Applied::Collider(collider)) = added else {
            panic!("adding an obstacle gave {added:?}")
        };
        let local = mesh.positions.iter().map(|p| DVec3::from(p.map(f64::from)));
        let new = Obstacle {
            collider,
            local: local.collect(),
            middle,
            velocity: DVec3::from(placed.prescribed_linear_velocity),
            spin,
        };
        self.stage.obstacles.push(Piece {
            positions: new.positions(0.0),
            ..piece.clone()
        });
        self.obstacles.push(new);
    }

    /// Vertices of a body that are chosen by position.
    fn chosen(&self, number: usize, by: impl Fn(DVec3) -> bool) -> Vec<u32> {
        let positions = &self.stage.actors[number].state.positions;
        let count = positions.len() as u32;
        (0..count).filter(|v| by(positions[*v as usize])).collect()
    }

    fn hold_by_frame(
        &mut self,
        number: usize,
        vertices: Vec<u32>,
        mover: impl FnOnce(PliantFrameId, PliantAttachmentId) -> Mover,
    ) {
        let (world, body) = (&mut self.stage.world, self.stage.actors[number].body);
        let frame = add_frame(world, PliantPose::default());
        let held = Selection::Vertices(vertices);
        let attachment = attach_with(world, body, held, Some(frame), None, 0.0);
        self.movers.push(mover(frame, attachment));
    }

    fn hold_handles(&mut self, number: usize, body: &Placed) {
        let [low, high] = bounds(&self.stage.actors[number].state.positions);
        for handle in &body.handles {
            let [from, to] = handle
                .box_relative
                .map(|c| low + DVec3::from(c) * (high - low));
            let vertices = self.chosen(number, |p| p.cmpge(from).all() && p.cmple(to).all());
            let velocity = DVec3::from(handle.linear_velocity);
            self.hold_by_frame(number, vertices, |frame, attachment| Mover {
                frame,
                attachment,
                velocity,
                centre: DVec3::ZERO,
                rate: 0.0,
                until: None,
            });
        }
    }

    /// Holds what the motion moves. Ends are those of all bodies together.
    fn hold(&mut self, motion: &Motion, obstacles: &[Placed], folder: &Path) {
        let all = self.stage.actors.iter().flat_map(|a| &a.state.positions);
        let [low, high] = bounds(&all.copied().collect::<Vec<_>>());
        let size = high - low;
        for number in 0..self.stage.actors.len() {
            match motion {
                Motion::Twist {
                    center,
                    rate_low,
                    rate_high,
                    fraction,
                } => {
                    let centre = DVec3::from(*center);
                    let (first, last) = (low.x + fraction * size.x, high.x - fraction * size.x);
                    let ends = [
                        (self.chosen(number, |p| p.x < first), *rate_low),
                        (self.chosen(number, |p| p.x > last), *rate_high),
                    ];
                    for (vertices, rate) in ends {
                        self.hold_by_frame(number, vertices, |frame, attachment| Mover {
                            frame,
                            attachment,
                            velocity: DVec3::ZERO,
                            centre,
                            rate,
                            until: None,
                        });
                    }
                }
                Motion::Drag { fraction, velocity } => {
                    let last = high.x - fraction * size.x;
                    let vertices = self.chosen(number, |p| p.x > last);
                    let right = obstacles
                        .iter()
                        .map(|o| bounds(&obstacle(folder, o).positions)[1].x);
                    let until = Some(right.fold(f64::NEG_INFINITY, f64::max));
                    self.hold_by_frame(number, vertices, |frame, attachment| Mover {
                        frame,
                        attachment,
                        velocity: DVec3::from(*velocity),
                        centre: DVec3::ZERO,
                        rate: 0.0,
                        until,
                    });
                }
                Motion::Fix => {
                    let vertices = self.chosen(number, |p| p.y < low.y + 0.5 * size.y);
                    let body = self.stage.actors[number].body;
                    attach(&mut self.stage.world, body, vertices, None);
                }
                Motion::Rollers => (),
            }
        }
    }

    /// Moves what moves, steps and waits. What is to be seen must be read.
    pub fn step(&mut self, dt: f64) {
        self.time += dt;
        let time = self.time;
        let bodies = self.stage.actors.iter();
        let left = bodies.flat_map(|a| &a.state.positions).map(|p| p.x);
        let left = left.fold(f64::INFINITY, f64::min);
        let world = &mut self.stage.world;
        self.movers.retain(|mover| {
            if mover.until.is_some_and(|x| left > x) {
                release(world, [mover.attachment]);
                return false;
            }
            let turn = DQuat::from_rotation_x(mover.rate * time);
            let position = mover.velocity * time + mover.centre - turn * mover.centre;
            let pose = PliantPose {
                position: position.to_array(),
                rotation: turn.as_quat().to_array(),
            };
            move_frame(world, mover.frame, pose);
            true
        });
        for (obstacle, piece) in self.obstacles.iter().zip(&mut self.stage.obstacles) {
            if obstacle.moves() {
                let (collider, pose) = (obstacle.collider, obstacle.pose(time));
                let teleport = false;
                let edit = Edit::MoveCollider {
                    collider,
                    pose,
                    teleport,
                };
                self.stage.world.apply(edit).expect("moved");
                piece.positions = obstacle.positions(time);
            }
        }
        let world = &mut self.stage.world;
        world.step(dt as f32).expect("a step");
        assert!(world.wait(u64::MAX / 2).expect("a device"));
    }
}

/// How an obstacle turns [rad/s]. Rollers come in pairs that turn against each other.
fn spin_of(number: usize, placed: &Placed, motion: &Option<Motion>) -> DVec3 {
    let quarter = std::f64::consts::FRAC_PI_2;
    match (motion, number) {
        (Some(Motion::Rollers), 0) => DVec3::X * quarter,
        (Some(Motion::Rollers), 1) => DVec3::NEG_X * quarter,
        (Some(Motion::Rollers), 2) => DVec3::NEG_Z * quarter,
        (Some(Motion::Rollers), 3) => DVec3::Z * quarter,
        _ => DVec3::from(placed.prescribed_angular_velocity_deg) * std::f64::consts::PI / 180.0,
    }
}

/// An obstacle's triangles in the world.
pub fn obstacle(folder: &Path, placed: &Placed) -> Piece {
    let surface = files::surface(&folder.join(&placed.mesh));
    Piece {
        positions: placed.place(&surface.positions),
        triangles: surface.triangles,
        tets: Vec::new(),
        is_collider: true,
    }
}

/// The judgement of a scene before the first step, without a world.
pub fn start(folder: &Path, file: &SceneFile) -> Verdict {
    let body = |placed: &Placed| {
        let (mesh, middle) = baked(folder, placed);
        let point = |p: &[f32; 3]| DVec3::from(p.map(f64::from)) + middle;
        Piece {
            positions: mesh.positions.iter().map(point).collect(),
            triangles: boundary(&mesh.tets),
            tets: mesh.tets,
            is_collider: false,
        }
    };
    let bodies = file.bodies.iter().map(body);
    let obstacles = file.obstacles.iter().map(|o| obstacle(folder, o));
    judge(&bodies.chain(obstacles).collect::<Vec<_>>())
}
