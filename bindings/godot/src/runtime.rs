//! A body that is simulated: what a SoftBody or a Cloth becomes while the game runs.

use crate::convert::{self, Placed};
use crate::fit::Fit;
use crate::geometry::Geometry;
use crate::mesh_writer::{MeshWriter, show_node};
use crate::native::{Asset, Body, Model, SkinAsset, Vertices, World};
use crate::report;
use glam::{DVec3, Quat, Vec3};
use godot::builtin::{Aabb, PackedVector3Array, Transform3D, Vector3};
use godot::classes::node::PhysicsInterpolationMode;
use godot::classes::{MeshInstance3D, Node};
use godot::obj::{Gd, InstanceId};
use pliant::desc::{
    PLIANT_ABSENT, PLIANT_EVENT_BEGIN, PLIANT_EVENT_END, PliantBodyDesc, PliantVertexLayout,
};
use std::cell::RefCell;
use std::rc::Rc;

/// Render vertices whose motion the node follows; more are sampled.
const FOLLOWED: usize = 512;
/// A node that is farther than this from where it was put was moved by the game [m].
const MOVED: f32 = 1e-3;
/// Layer that nothing should be on: a mask of no layers, which the library cannot say.
const NO_LAYERS: u32 = 1 << 31;

/// A number that changes with a material, and the model that it makes.
pub type Material = Box<dyn Fn() -> (u32, Model)>;

/// A body that its node and its world share.
pub type Shared = Rc<RefCell<Runtime>>;

/// What a node asks for.
pub struct Recipe {
    pub node: Gd<MeshInstance3D>,
    pub asset: Rc<Asset>,
    pub geometry: Geometry,
    pub material: Material,
    pub friction: f32,
    pub bounce: f32,
    pub layers: u32,
    pub mask: u32,
    pub linear_velocity: Vector3,
    /// [N s]
    pub contact_threshold: f32,
    /// `PLIANT_SELF_CONTACT_…`.
    pub self_contact: u32,
}

impl Recipe {
    fn desc(&self, placed: &Placed, scale: f32) -> PliantBodyDesc {
        PliantBodyDesc {
            pose: placed.pose(),
            linear_velocity: convert::array(self.linear_velocity),
            scale,
            friction: self.friction,
            restitution: self.bounce,
            layers: layers(self.layers),
            mask: layers(self.mask),
            readback_particles: 1,
            self_contact: self.self_contact,
            user_data: self.node.instance_id().to_i64() as u64,
            // The node says at any time whether it wants to hear of them.
            events: PLIANT_EVENT_BEGIN | PLIANT_EVENT_END,
            event_threshold: self.contact_threshold,
            ..Default::default()
        }
    }
}

/// How a body moves as a whole.
#[derive(Clone, Copy, Default)]
pub struct Motion {
    pub mass: f64,
    pub centre: DVec3,
    pub linear_velocity: DVec3,
    pub angular_velocity: DVec3,
}

/// A body in a world.
pub struct Runtime {
    node: Gd<MeshInstance3D>,
    /// Its SoftWorld.
    home: InstanceId,
    /// The newest step when it came.
    since: u64,
    /// Its velocity then [m/s].
    start: [f32; 3],
    body: Body,
    writer: MeshWriter,
    scale: f32,
    /// Render vertices that the node follows, and their places at rest.
    followed: Vec<usize>,
    rest: Vec<Vec3>,
    geometry: Geometry,
    rotation: Quat,
    /// Where the node was put last.
    put: Transform3D,
    /// The step that is drawn.
    drawn: u64,
    /// Steps up to this one are from before a teleport.
    stale: u64,
    /// The material, and its number when it was taken over.
    material: Material,
    version: u32,
    /// Where the body was teleported to since the last tick.
    jump: Option<Transform3D>,
    is_stopped: bool,
    /// Whether its world is gone.
    is_lost: bool,
}

/// Layers of the engine as those of the library, which takes 0 for a default.
pub fn layers(bits: u32) -> u32 {
    if bits == 0 { NO_LAYERS } else { bits }
}

impl Runtime {
    /// Adds a body to a world.
    pub fn new(
        world: &World,
        recipe: Recipe,
        home: InstanceId,
        since: u64,
    ) -> Result<Self, String> {
        let (mut node, asset) = (recipe.node.clone(), Rc::clone(&recipe.asset));
        let start = node.get_global_transform();
        let placed = Placed::new(&start).ok_or("its transform has a scale of 0")?;
        let scale = placed.uniform_scale().ok_or(
            "its scale differs along its axes: scale the mesh itself, in its import settings or with baked vertices",
        )?;
        let desc = recipe.desc(&placed, scale);
        let geometry = recipe.geometry;
        let skin = SkinAsset::new(&asset, &geometry.triangles())?;
        let (version, model) = (recipe.material)();
        let body = Body::add(world, &asset, desc, &model)?;
        let layout = layout(!geometry.tangents.is_empty());
        let drawn = body
            .add_skin(&skin, &layout)
            .and_then(|()| MeshWriter::new(&node, &geometry));
        let writer = drawn.inspect_err(|_| body.remove())?;
        node.set_as_top_level(true);
        // Its places are those of physics ticks already.
        node.set_physics_interpolation_mode(PhysicsInterpolationMode::OFF);
        let step = geometry.positions.len().div_ceil(FOLLOWED).max(1);
        let followed: Vec<usize> = (0..geometry.positions.len()).step_by(step).collect();
        let rest = followed
            .iter()
            .map(|at| Vec3::from(geometry.positions[*at]) * scale);
        Ok(Self {
            rest: rest.collect(),
            followed,
            put: node.get_global_transform(),
            node,
            home,
            since,
            start: convert::array(recipe.linear_velocity),
            body,
            writer,
            scale,
            geometry,
            rotation: placed.rotation,
            drawn: 0,
            stale: since,
            material: recipe.material,
            version,
            jump: None,
            is_stopped: false,
            is_lost: false,
        })
    }

    /// The node.
    pub fn node(&self) -> &Gd<MeshInstance3D> {
        &self.node
    }

    /// Where the node was put last: the rigid motion that the body is nearest to.
    pub fn put(&self) -> Transform3D {
        self.put
    }

    /// Its SoftWorld.
    pub fn home(&self) -> InstanceId {
        self.home
    }

    /// The newest step when it came.
    pub fn since(&self) -> u64 {
        self.since
    }

    /// Applies an impulse [N s].
    pub fn push(&self, impulse: Vector3, point: Option<Vector3>) -> Result<(), String> {
        if self.is_lost {
            return Err("its SoftWorld has ended".into());
        }
        let point = point.map(|point| convert::array(point).map(f64::from));
        self.body.apply_impulse(convert::array(impulse), point)
    }

    /// The library's body.
    pub fn body(&self) -> Body {
        self.body
    }

    /// Its render mesh at rest.
    pub fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// The name of its node, for messages.
    pub fn name(&self) -> String {
        self.node.clone().upcast::<Node>().get_name().to_string()
    }

    /// Puts the rest shape where the game moved the node to, if it did. `frame`: the newest step.
    pub fn follow_node(&mut self, frame: u64) {
        let now = self.node.get_global_transform();
        if convert::distance(&now, &self.put) > MOVED * (1.0 + now.origin.length() * 1e-3) {
            self.teleport(&now, frame);
        }
    }

    /// Puts the rest shape at a transform, at rest.
    pub fn teleport(&mut self, to: &Transform3D, frame: u64) {
        let done = Placed::new(to)
            .ok_or_else(|| "the transform has a scale of 0".to_owned())
            .and_then(|placed| {
                // A node that is placed after it was added keeps its velocity.
                let is_fresh = frame == self.since;
                let velocity = if is_fresh { self.start } else { [0.0; 3] };
                self.body.teleport(&placed.pose(), velocity)?;
                self.rotation = placed.rotation;
                Ok(Placed {
                    scale: Vec3::splat(self.scale),
                    ..placed
                }
                .transform())
            });
        match done {
            Ok(there) => {
                self.jump = Some(there);
                self.put = there;
                self.stale = frame;
                self.is_stopped = false;
                self.node.set_global_transform(there);
            }
            Err(why) => {
                report::error(&format!("{}: teleport: {why}", self.name()));
            }
        }
    }

    /// Where it was teleported to since the last tick.
    pub fn jump(&self) -> Option<Transform3D> {
        self.jump
    }

    /// The tick has seen the teleport.
    pub fn end_jump(&mut self) {
        self.jump = None;
    }

    /// Takes another material.
    pub fn set_material(&mut self, material: Material) {
        self.material = material;
        // A number that no material begins with.
        self.version = u32::MAX;
    }

    /// Takes over what changed in its material.
    pub fn follow_material(&mut self) {
        if self.is_lost {
            return;
        }
        let (version, model) = (self.material)();
        if version != self.version {
            self.version = version;
            report::or_default(self.body.set_model(&model), || {
                format!("{}: material", self.name())
            });
        }
    }

    /// Render vertices in the world, now [m]: at rest if no step has finished since it came or was teleported.
    pub fn places_now(&self) -> Vec<Vec3> {
        let finished = self
            .newest()
            .filter(|vertices| vertices.frame() > self.stale);
        let Some(vertices) = finished else {
            let rest = self.geometry.positions.iter();
            let here = |place: &[f32; 3]| convert::vec3(self.put * convert::vector(*place));
            return rest.map(here).collect();
        };
        let origin = DVec3::from(vertices.origin()).as_vec3();
        let each = vertices.floats().chunks_exact(vertices.stride());
        each.map(|vertex| Vec3::from_slice(vertex) + origin)
            .collect()
    }

    /// Draws the newest finished step, if it is a new one. Gives where the node goes.
    pub fn draw(&mut self) -> Option<Transform3D> {
        self.writer.follow_look(&self.node);
        let vertices = self.newest()?;
        if vertices.frame() <= self.drawn.max(self.stale) {
            return None;
        }
        self.drawn = vertices.frame();
        self.writer.write(&vertices);
        let (floats, stride) = (vertices.floats(), vertices.stride());
        let place = |at: usize| {
            let first = self.followed[at] * stride;
            floats
                .get(first..first + 3)
                .map_or(Vec3::ZERO, Vec3::from_slice)
        };
        let (rotation, position) = Fit::new(&self.rest, place).motion(1.0, self.rotation);
        let origin = DVec3::from(vertices.origin());
        let moved = Placed {
            rotation,
            position: (origin + position.as_dvec3()).as_vec3(),
            scale: Vec3::splat(self.scale),
        };
        drop(vertices);
        if !(rotation.is_finite() && position.is_finite()) {
            return None;
        }
        self.rotation = rotation;
        self.put = moved.transform();
        Some(self.put)
    }

    fn newest(&self) -> Option<Vertices> {
        if self.is_lost {
            return None;
        }
        report::or_default(self.body.vertices(), || {
            format!("{}: vertices", self.name())
        })
    }

    /// Render vertices in the world, after the newest finished step [m].
    pub fn vertices_world(&self) -> PackedVector3Array {
        let Some(vertices) = self.newest() else {
            return PackedVector3Array::new();
        };
        let (origin, stride) = (convert::point(vertices.origin()), vertices.stride());
        let each = vertices.floats().chunks_exact(stride);
        each.map(|vertex| Vector3::new(vertex[0], vertex[1], vertex[2]) + origin)
            .collect()
    }

    /// The box around them.
    pub fn bounds_world(&self) -> Aabb {
        let Some(vertices) = self.newest() else {
            return Aabb::default();
        };
        let (low, high) = vertices.bounds();
        let bounds = convert::bounds(low, high);
        Aabb::new(
            bounds.position + convert::point(vertices.origin()),
            bounds.size,
        )
    }

    /// Mass, centre and velocities after the newest finished step.
    pub fn motion(&self) -> Motion {
        if self.is_lost {
            return Motion::default();
        }
        let name = || format!("{}: particles", self.name());
        let Some(particles) = report::or_default(self.body.particles(), name) else {
            return Motion::default();
        };
        let origin = DVec3::from(particles.origin());
        let all = || {
            particles
                .each()
                .filter(|(place, _)| place[3] > 0.0)
                .map(|(place, velocity)| {
                    let at = |v: &[f32; 4]| Vec3::new(v[0], v[1], v[2]).as_dvec3();
                    (1.0 / f64::from(place[3]), at(place), at(velocity))
                })
        };
        let mut found = Motion::default();
        for (mass, place, velocity) in all() {
            found.mass += mass;
            found.centre += place * mass;
            found.linear_velocity += velocity * mass;
        }
        if found.mass <= 0.0 {
            return Motion::default();
        }
        found.centre /= found.mass;
        found.linear_velocity /= found.mass;
        let (mut spin, mut inertia) = (DVec3::ZERO, glam::DMat3::ZERO);
        for (mass, place, velocity) in all() {
            let arm = place - found.centre;
            spin += arm.cross(velocity - found.linear_velocity) * mass;
            let across = glam::DMat3::from_diagonal(DVec3::splat(arm.length_squared()));
            let along = glam::DMat3::from_cols(arm * arm.x, arm * arm.y, arm * arm.z);
            inertia += (across - along) * mass;
        }
        if inertia.determinant().abs() > f64::MIN_POSITIVE {
            found.angular_velocity = inertia.inverse() * spin;
        }
        found.centre += origin;
        found
    }

    /// The body's mass [kg].
    pub fn mass(&self) -> f32 {
        if self.is_lost {
            return 0.0;
        }
        report::or_default(self.body.info().map(|info| info.mass), || {
            format!("{}: mass", self.name())
        })
    }

    /// Looks whether the body was stopped. Gives a sentence when that is new.
    pub fn news_of_stop(&mut self) -> Option<String> {
        if self.is_lost || self.is_stopped {
            return None;
        }
        let info = self.body.info().ok()?;
        let why = match info.state {
            pliant::desc::PLIANT_BODY_NOT_FINITE => {
                "a place or speed was no longer finite; teleport it to go on"
            }
            pliant::desc::PLIANT_BODY_TOO_STIFF => {
                "it is too stiff for this step: make it softer or coarser, or the physics ticks shorter"
            }
            _ => return None,
        };
        self.is_stopped = true;
        Some(format!("{}: stopped: {why}", self.name()))
    }

    /// Whether the body was stopped.
    pub fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    /// Whether its world is gone.
    pub fn is_lost(&self) -> bool {
        self.is_lost
    }

    /// Its world goes.
    pub fn lose(&mut self) {
        self.is_lost = true;
    }

    /// Takes the body out of its world, and lets the node draw its own mesh again.
    pub fn leave(&mut self) {
        if !self.is_lost {
            self.body.remove();
            self.is_lost = true;
        }
        show_node(&self.node);
    }
}

/// Position and normal, and a tangent if the mesh has them.
fn layout(has_tangents: bool) -> PliantVertexLayout {
    PliantVertexLayout {
        stride: if has_tangents { 40 } else { 24 },
        position_offset: 0,
        normal_offset: 12,
        tangent_offset: if has_tangents { 24 } else { PLIANT_ABSENT },
        previous_position_offset: PLIANT_ABSENT,
        ..Default::default()
    }
}
