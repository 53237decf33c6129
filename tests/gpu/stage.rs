//! A world whose bodies are judged exactly and measured in f64, from positions and velocities read back.

use super::common::*;
use super::exact::{Piece, Verdict, boundary, judge, point_from};
use super::oracle::{reference_body, set_inverse_mass};
use glam::{DQuat, DVec3, Vec3};
use pliant::asset::{Asset, TetMesh};
use pliant::desc::*;
use pliant::ids::PliantBodyId;
use pliant::reference::{Body, SheetStiffness, State, elastic_energy, kinetic_energy, sheet_body};
use pliant::world::{Edit, World};
use std::sync::Arc;

/// A body: of tets by the indices of its mesh, a sheet by those of its asset.
pub struct Actor {
    pub body: PliantBodyId,
    pub asset: Arc<Asset>,
    /// The row of each vertex among the particles.
    rows: Vec<u32>,
    /// Its triangles and tets; positions are in `state`.
    pub piece: Piece,
    /// Its masses and its energy in f64.
    pub reference: Body,
    /// What was read last, from the stage's origin.
    pub state: State,
}

pub struct Stage {
    pub world: World,
    pub actors: Vec<Actor>,
    /// Colliders that are meshes.
    pub obstacles: Vec<Piece>,
    /// Half-spaces: a point and a normal.
    pub planes: Vec<(DVec3, DVec3)>,
    pub gravity: DVec3,
    /// What positions are relative to. A multiple of 1/64, near the bodies, keeps their bits.
    pub origin: [f64; 3],
    /// Positions that lost bits when they were read.
    pub rounded: usize,
}

/// A body that meets other bodies: `body_desc` alone meets colliders.
pub fn touching_desc() -> BodyOptions {
    let BodyOptions { layers, mask, .. } = BodyOptions::default();
    BodyOptions {
        layers,
        mask,
        ..body_desc()
    }
}

/// What is conserved, or lost by friction alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sums {
    pub kinetic: f64,
    /// Kinetic, elastic and gravitational.
    pub energy: f64,
    pub momentum: DVec3,
    /// About the stage's origin.
    pub angular: DVec3,
}

impl Stage {
    pub fn new(gravity: [f32; 3]) -> Self {
        Stage {
            world: world_with(|o| o.gravity = gravity),
            actors: Vec::new(),
            obstacles: Vec::new(),
            planes: Vec::new(),
            gravity: Vec3::from(gravity).as_dvec3(),
            origin: [0.0; 3],
            rounded: 0,
        }
    }

    /// Adds a body and returns its number.
    pub fn add(&mut self, mesh: &TetMesh, desc: BodyOptions) -> usize {
        let like = desc;
        self.add_like(mesh, desc, &like)
    }

    /// The same; its masses and energy are those of a body like another one.
    pub fn add_like(&mut self, mesh: &TetMesh, desc: BodyOptions, like: &BodyOptions) -> usize {
        let asset = cooked(mesh);
        let rows = asset.internal_from_user.clone();
        let piece = Piece {
            positions: Vec::new(),
            triangles: boundary(&mesh.tets),
            tets: mesh.tets.clone(),
            is_collider: false,
        };
        let reference = match like.model {
            Model::ShapeMatching(_) | Model::Rigid(_) => masses_alone(mesh, like),
            _ => reference_body(mesh, like),
        };
        self.enter((asset, rows), piece, reference, desc)
    }

    /// Adds a sheet and returns its number.
    pub fn add_sheet(&mut self, asset: &Arc<Asset>, desc: BodyOptions) -> usize {
        let [stretch, bending, density] = match desc.model {
            Model::Cloth(c) => [c.stretch_stiffness, c.bending_stiffness, c.area_density],
            Model::Balloon(b) => [b.stretch_stiffness, b.bending_stiffness, b.area_density],
            other => panic!("{other:?} is not of sheets"),
        };
        let stiffness = SheetStiffness {
            stretch: f64::from(stretch),
            bending: f64::from(bending),
        };
        let reference = sheet_body(asset, stiffness, f64::from(density));
        let piece = Piece {
            triangles: asset.surface_triangles.clone(),
            ..Piece::default()
        };
        let rows = (0..reference.rest.len() as u32).collect();
        self.enter((asset.clone(), rows), piece, reference, desc)
    }

    fn enter(
        &mut self,
        (asset, rows): (Arc<Asset>, Vec<u32>),
        piece: Piece,
        reference: Body,
        desc: BodyOptions,
    ) -> usize {
        let state = placed(&reference, &desc);
        let body = add(&mut self.world, &asset, desc);
        self.actors.push(Actor {
            body,
            asset,
            rows,
            piece,
            reference,
            state,
        });
        self.actors.len() - 1
    }

    /// Fixes vertices of a body where they are, as `held` says of their places. They count as without mass.
    pub fn fix(&mut self, number: usize, held: impl Fn(DVec3) -> bool) {
        let actor = &mut self.actors[number];
        let mut user_from_row = vec![0; actor.rows.len()];
        for (user, row) in actor.asset.internal_from_user.iter().enumerate() {
            user_from_row[*row as usize] = user as u32;
        }
        let mut vertices = Vec::new();
        for (k, place) in actor.state.positions.iter().enumerate() {
            if held(*place) {
                vertices.push(user_from_row[actor.rows[k] as usize]);
                actor.reference.masses[k] = 0.0;
                actor.state.velocities[k] = DVec3::ZERO;
            }
        }
        set_inverse_mass(&mut self.world, actor.body, vertices, 0.0);
    }

    /// Adds the half-space on the other side of a plane from where its normal points to.
    pub fn add_plane(&mut self, point: DVec3, normal: DVec3, friction: f32) {
        let turn = DQuat::from_rotation_arc(DVec3::Y, normal.normalize());
        let desc = PliantColliderDesc {
            shape: PLIANT_SHAPE_PLANE,
            pose: pliant::math::PliantPose {
                position: point.to_array(),
                rotation: turn.as_quat().to_array(),
            },
            friction,
            ..PliantColliderDesc::default()
        };
        self.world
            .apply(Edit::AddCollider { desc })
            .expect("a plane");
        self.planes.push((point, normal.normalize()));
    }

    /// Steps, and reads all bodies.
    pub fn step(&mut self, dt: f32) {
        self.world.step(dt).expect("a step");
        self.read();
    }

    /// Reads all bodies.
    pub fn read(&mut self) {
        for actor in &mut self.actors {
            let (corner, x, v) = particles_at(&mut self.world, actor.body);
            let from = self.origin;
            let row = |i: &u32| (x[*i as usize], v[*i as usize]);
            let rows: Vec<_> = actor.rows.iter().map(row).collect();
            let place = |([x, y, z, _], _): &([f32; 4], [f32; 4])| {
                let (point, is_exact) = point_from(corner, from, [*x, *y, *z]);
                self.rounded += usize::from(!is_exact);
                point
            };
            actor.state = State {
                positions: rows.iter().map(place).collect(),
                velocities: rows
                    .iter()
                    .map(|(_, v)| Vec3::from_slice(&v[..3]).as_dvec3())
                    .collect(),
            };
        }
    }

    /// All that has triangles.
    pub fn pieces(&self) -> Vec<Piece> {
        let bodies = self.actors.iter().map(|actor| Piece {
            positions: actor.state.positions.clone(),
            ..actor.piece.clone()
        });
        bodies.chain(self.obstacles.iter().cloned()).collect()
    }

    pub fn judge(&self) -> Verdict {
        judge(&self.pieces())
    }

    /// How deep the deepest vertex is below a half-space, or 0.
    pub fn depth(&self) -> f64 {
        let points = self.actors.iter().flat_map(|a| &a.state.positions);
        let below = points.flat_map(|p| self.planes.iter().map(|(at, n)| (*at - *p).dot(*n)));
        below.fold(0.0, f64::max)
    }

    /// The share of vertices that other bodies cut short in the last step.
    pub fn clamped(&mut self) -> f64 {
        let mut counts = [0, 0];
        for actor in &self.actors {
            let info = self.world.body_info(actor.body).expect("info");
            counts[0] += info.clamped_vertex_count;
            counts[1] += info.vertex_count;
        }
        f64::from(counts[0]) / f64::from(counts[1])
    }

    /// The highest vertex of all bodies.
    pub fn top(&self) -> f64 {
        let points = self.actors.iter().flat_map(|a| &a.state.positions);
        points.map(|p| p.y).fold(f64::NEG_INFINITY, f64::max)
    }

    pub fn sums(&self) -> Sums {
        let mut sums = Sums::default();
        for actor in &self.actors {
            let (body, state) = (&actor.reference, &actor.state);
            let kinetic = kinetic_energy(body, &state.velocities);
            sums.kinetic += kinetic;
            sums.energy += kinetic + elastic_energy(body, &state.positions);
            let rows = state.positions.iter().zip(&state.velocities);
            for ((x, v), m) in rows.zip(&body.masses) {
                sums.energy -= *m * self.gravity.dot(*x);
                sums.momentum += *m * *v;
                sums.angular += *m * x.cross(*v);
            }
        }
        sums
    }

    /// The mean of a body's positions or velocities, weighted by mass; zero if all of it is held.
    pub fn mean(&self, k: usize, of: impl Fn(&State) -> &Vec<DVec3>) -> DVec3 {
        let actor = &self.actors[k];
        let rows = of(&actor.state).iter().zip(&actor.reference.masses);
        let (sum, mass) = rows.fold((DVec3::ZERO, 0.0), |(s, n), (x, m)| (s + *m * *x, n + m));
        sum / f64::max(mass, 1e-30)
    }

    /// A frame as Wavefront OBJ, an object a piece, for looking.
    pub fn obj(&self) -> String {
        let (mut text, mut first) = (String::new(), 1);
        for (k, piece) in self.pieces().iter().enumerate() {
            text += &format!("o piece{k}\n");
            for p in &piece.positions {
                text += &format!("v {} {} {}\n", p.x, p.y, p.z);
            }
            for t in &piece.triangles {
                let [a, b, c] = t.map(|v| v as usize + first);
                text += &format!("f {a} {b} {c}\n");
            }
            first += piece.positions.len();
        }
        text
    }
}

/// A body that stores no energy: shape matching has none.
fn masses_alone(mesh: &TetMesh, desc: &BodyOptions) -> Body {
    let mut solid = BodyOptions {
        model: model(PLIANT_MODEL_NEO_HOOKEAN, 1e5),
        ..*desc
    };
    solid.set_density(desc.density());
    let mut body = reference_body(mesh, &solid);
    body.elements.clear();
    body
}

/// What a description places at the start.
fn placed(body: &Body, desc: &BodyOptions) -> State {
    let [x, y, z, w] = desc.pose.rotation.map(f64::from);
    let turn = DQuat::from_xyzw(x, y, z, w);
    let at = DVec3::from(desc.pose.position);
    let place = |p: &DVec3| turn * (*p * f64::from(desc.scale)) + at;
    let positions: Vec<DVec3> = body.rest.iter().map(place).collect();
    let weights = positions.iter().zip(&body.masses);
    let (sum, mass) = weights.fold((DVec3::ZERO, 0.0), |(s, n), (x, m)| (s + *m * *x, n + m));
    let [linear, spin] =
        [desc.linear_velocity, desc.angular_velocity].map(|v| Vec3::from(v).as_dvec3());
    let velocity = |p: &DVec3| linear + spin.cross(*p - sum / mass);
    State {
        velocities: positions.iter().map(velocity).collect(),
        positions,
    }
}
