//! Finds what soft bodies bump into among the engine's physics bodies, and moves it along.

use crate::convert::{Placed, distance};
use crate::native::{Collider, World};
use crate::obstacles::{
    Found, Kind, csg_form, csg_layers, gather, is_in, is_wanted, kind_of, shapes_of, surface_of,
};
use crate::report;
use crate::shapes::{Form, Standing, placed};
use godot::builtin::{Callable, Transform3D, Variant, Vector3};
use godot::classes::{
    CollisionObject3D, CsgShape3D, Node, Node3D, PhysicsServer3D, RigidBody3D, SceneTree, Shape3D,
    World3D,
};
use godot::obj::{Gd, InstanceId, Singleton};
use pliant::desc::PliantColliderDesc;
use pliant::math::PliantPose;
use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

/// Bodies that are looked over for new shapes, layers or scales in a tick, besides those that just came.
const LOOKED_OVER: usize = 64;
/// A body that is moved by more than this in a tick was put there, unless its velocity says otherwise [m].
const JUMP: f32 = 3.0;
/// A standing body is where it was, up to this [m].
const STILL: f32 = 1e-6;

/// One shape of a body.
struct Part {
    collider: Collider,
    form: Rc<Form>,
    /// Body from shape.
    local: Transform3D,
    /// Where its origin is, or will be at the end of the tick.
    origin: [f64; 3],
}

/// A body of the engine, with its colliders.
struct Tracked {
    node: Gd<Node3D>,
    id: InstanceId,
    kind: Kind,
    signature: u64,
    parts: Vec<Part>,
    stood: Transform3D,
}

/// Where an impulse goes.
pub struct Target {
    pub body: Gd<RigidBody3D>,
    /// The origin of the collider, which angular impulses are about, from the body's origin [m].
    pub arm: Vector3,
}

/// All colliders of a world.
pub struct Colliders {
    inbox: Rc<RefCell<Vec<InstanceId>>>,
    tree: Option<(Gd<SceneTree>, Callable)>,
    tracked: Vec<Tracked>,
    /// The body of each collider: its number in `tracked`, and the number of its part.
    owners: HashMap<u64, InstanceId>,
    places: HashMap<InstanceId, usize>,
    next: usize,
    /// Layers of the engine that become colliders.
    pub mask: u32,
}

impl Colliders {
    /// None yet.
    pub fn new(mask: u32) -> Self {
        Self {
            inbox: Rc::default(),
            tree: None,
            tracked: Vec::new(),
            owners: HashMap::new(),
            places: HashMap::new(),
            next: 0,
            mask,
        }
    }

    /// Takes in all nodes that are there, and listens for new ones.
    pub fn listen(&mut self, tree: Gd<SceneTree>) {
        if self.tree.is_some() {
            return;
        }
        if let Some(root) = tree.get_root() {
            gather(&root.upcast(), &mut self.inbox.borrow_mut());
        }
        let inbox = Rc::clone(&self.inbox);
        let heard = Callable::from_fn("pliant_node_added", move |arguments: &[&Variant]| {
            let node = arguments
                .first()
                .and_then(|node| node.try_to::<Gd<Node>>().ok());
            if let Some(node) = node.filter(is_wanted) {
                inbox.borrow_mut().push(node.instance_id());
            }
            Variant::nil()
        });
        let mut listening = tree.clone();
        listening.connect("node_added", &heard);
        self.tree = Some((tree, heard));
    }

    /// Stops to listen. The world ends with its colliders.
    pub fn end(&mut self) {
        if let Some((mut tree, heard)) = self.tree.take()
            && tree.is_connected("node_added", &heard)
        {
            tree.disconnect("node_added", &heard);
        }
        self.tracked.clear();
        self.places.clear();
        self.owners.clear();
    }

    /// Takes in bodies that came, and drops those that went.
    pub fn refresh(&mut self, space: &Gd<World3D>) {
        self.take_in(space);
        self.drop_gone(space);
    }

    /// Brings all colliders to where they will be at the end of the tick of `dt` [s].
    pub fn sync(&mut self, world: &World, dt: f32) {
        let count = self.tracked.len();
        for at in 0..count {
            let look = (at + count - self.next % count.max(1)) % count < LOOKED_OVER;
            let tracked = &mut self.tracked[at];
            if look || tracked.signature == 0 {
                look_over(tracked, world, self.mask, &mut self.owners);
            }
            if look || !matches!(tracked.kind, Kind::Static | Kind::Csg) {
                bring(tracked, dt);
            }
        }
        self.next = (self.next + LOOKED_OVER) % count.max(1);
    }

    fn take_in(&mut self, space: &Gd<World3D>) {
        for id in std::mem::take(&mut *self.inbox.borrow_mut()) {
            let Ok(node) = Gd::<Node3D>::try_from_instance_id(id) else {
                continue;
            };
            if self.places.contains_key(&id) || !is_in(&node, space) {
                continue;
            }
            let Some(kind) = kind_of(&node) else {
                continue;
            };
            self.places.insert(id, self.tracked.len());
            self.tracked.push(Tracked {
                stood: node.get_global_transform(),
                node,
                id,
                kind,
                signature: 0,
                parts: Vec::new(),
            });
        }
    }

    fn drop_gone(&mut self, space: &Gd<World3D>) {
        let mut at = 0;
        while at < self.tracked.len() {
            let node = &self.tracked[at].node;
            if node.is_instance_valid() && is_in(node, space) {
                at += 1;
                continue;
            }
            let gone = self.tracked.swap_remove(at);
            remove_parts(&gone.parts, &mut self.owners);
            self.places.remove(&gone.id);
            if let Some(moved) = self.tracked.get(at) {
                self.places.insert(moved.id, at);
            }
        }
    }

    /// Whether soft bodies can push any of them.
    pub fn has_rigid(&self) -> bool {
        self.tracked.iter().any(|tracked| match &tracked.kind {
            Kind::Rigid(body) => !tracked.parts.is_empty() && !body.is_freeze_enabled(),
            _ => false,
        })
    }

    /// The rigid body that an impulse on a collider goes to.
    pub fn target(&self, collider: u64) -> Option<Target> {
        let tracked = self.tracked_of(collider)?;
        let Kind::Rigid(body) = &tracked.kind else {
            return None;
        };
        let part = tracked
            .parts
            .iter()
            .find(|part| part.collider.bits() == collider)?;
        let arm = crate::convert::point(part.origin) - tracked.stood.origin;
        (!body.is_freeze_enabled()).then(|| Target {
            body: body.clone(),
            arm,
        })
    }

    fn tracked_of(&self, collider: u64) -> Option<&Tracked> {
        let place = self.places.get(self.owners.get(&collider)?)?;
        self.tracked
            .get(*place)
            .filter(|tracked| tracked.node.is_instance_valid())
    }
}

/// Makes a body's colliders anew if its shapes, layers, surface or scale have changed.
fn look_over(
    tracked: &mut Tracked,
    world: &World,
    mask: u32,
    owners: &mut HashMap<u64, InstanceId>,
) {
    let node = tracked.node.clone();
    let (layers, found) = match node.clone().try_cast::<CollisionObject3D>() {
        Ok(body) => (body.get_collision_layer(), shapes_of(&body)),
        Err(other) => match other.try_cast::<CsgShape3D>() {
            Ok(csg) => (csg_layers(&csg), Vec::new()),
            Err(_) => return,
        },
    };
    let layers = layers & mask;
    let signature = signature_of(tracked, layers, &found);
    if signature == tracked.signature {
        return;
    }
    tracked.signature = signature;
    remove_parts(&tracked.parts, owners);
    tracked.parts.clear();
    tracked.stood = node.get_global_transform();
    if layers == 0 {
        return;
    }
    let forms: Vec<(Result<Form, String>, Transform3D)> = match &tracked.kind {
        Kind::Csg => match csg_form(&node) {
            Some(form) => vec![(form, Transform3D::IDENTITY)],
            None => {
                // The next tick looks again.
                tracked.signature = 0;
                return;
            }
        },
        _ => found
            .iter()
            .map(|found| (Form::read(&found.shape), found.local))
            .collect(),
    };
    for (form, local) in forms {
        let added = form.and_then(|form| add(tracked, world, layers, Rc::new(form), local));
        match added {
            Ok(part) => {
                owners.insert(part.collider.bits(), tracked.id);
                tracked.parts.push(part);
            }
            Err(why) => {
                report::error(&format!("{}: a collision shape: {why}", name(&node)));
            }
        }
    }
}

fn name(node: &Gd<Node3D>) -> String {
    node.get_path().to_string()
}

fn remove_parts(parts: &[Part], owners: &mut HashMap<u64, InstanceId>) {
    for part in parts {
        owners.remove(&part.collider.bits());
        part.collider.remove();
    }
}

fn add(
    tracked: &Tracked,
    world: &World,
    layers: u32,
    form: Rc<Form>,
    local: Transform3D,
) -> Result<Part, String> {
    let there = placed(&(tracked.stood * local))?;
    let Standing { kind, size, scale } = form.standing(there.scale);
    let (friction, restitution) = surface_of(&tracked.node);
    let pose = form.pose(&there);
    let desc = PliantColliderDesc {
        shape: kind,
        pose,
        size,
        scale,
        friction,
        restitution,
        layers,
        user_data: tracked.id.to_i64() as u64,
        ..Default::default()
    };
    Ok(Part {
        collider: Collider::add(world, desc, form.shape())?,
        form,
        local,
        origin: pose.position,
    })
}

/// A number that changes with all that a collider is made of. Never 0.
fn signature_of(tracked: &Tracked, layers: u32, found: &[Found]) -> u64 {
    let mut hash = DefaultHasher::new();
    layers.hash(&mut hash);
    let (friction, bounce) = surface_of(&tracked.node);
    (friction.to_bits(), bounce.to_bits()).hash(&mut hash);
    hash_scale(&tracked.node.get_global_transform(), &mut hash);
    for Found { shape, local } in found {
        shape.instance_id().to_i64().hash(&mut hash);
        hash_shape(shape, &mut hash);
        for row in local.basis.rows.iter().chain([&local.origin]) {
            [row.x, row.y, row.z].map(f32::to_bits).hash(&mut hash);
        }
    }
    hash.finish().max(1)
}

/// The scale, coarsely: rotations leave rounding in it.
fn hash_scale(transform: &Transform3D, hash: &mut DefaultHasher) {
    let scale = Placed::new(transform).map_or([0; 3], |placed| {
        placed
            .scale
            .to_array()
            .map(|value| (value * 1024.0).round() as i32)
    });
    scale.hash(hash);
}

/// Numbers of simple shapes. Of meshes, the resource tells by its identity.
fn hash_shape(shape: &Gd<Shape3D>, hash: &mut DefaultHasher) {
    for name in ["radius", "height", "size", "plane"] {
        shape.get(name).to_string().hash(hash);
    }
}

/// Where a body will be at the end of the tick, and how far its velocity takes it [m].
fn goal_of(tracked: &Tracked, dt: f32) -> (Transform3D, f32) {
    let now = tracked.node.get_global_transform();
    let Kind::Rigid(body) = &tracked.kind else {
        return (now, 0.0);
    };
    if body.is_freeze_enabled() {
        return (now, 0.0);
    }
    let Some(state) = PhysicsServer3D::singleton().body_get_direct_state(body.get_rid()) else {
        return (now, 0.0);
    };
    // The velocity that pushes of this tick have given it already. What the engine's own contacts will change is not
    // known yet.
    let (velocity, spin) = (state.get_linear_velocity(), state.get_angular_velocity());
    let arm = state.get_center_of_mass();
    let angle = spin.length() * dt;
    let mut goal = now;
    if angle > 1e-6 {
        let turn = godot::builtin::Basis::from_axis_angle(spin.normalized(), angle);
        goal.basis = turn * now.basis;
        goal.origin = now.origin + arm - turn * arm;
    }
    goal.origin += velocity * dt;
    (goal, velocity.length() * dt)
}

/// Moves a body's colliders to where it will be.
fn bring(tracked: &mut Tracked, dt: f32) {
    if tracked.parts.is_empty() {
        return;
    }
    let (goal, swept) = goal_of(tracked, dt);
    let way = distance(&goal, &tracked.stood);
    if way <= STILL {
        return;
    }
    let jumps = (goal.origin - tracked.stood.origin).length() > JUMP + 2.0 * swept;
    let stands = matches!(tracked.kind, Kind::Static | Kind::Csg);
    tracked.stood = goal;
    for part in &mut tracked.parts {
        let moved = placed(&(goal * part.local)).and_then(|there| {
            let pose: PliantPose = part.form.pose(&there);
            part.origin = pose.position;
            match stands || jumps {
                true => part.collider.place(&pose),
                false => part.collider.move_to(&pose),
            }
        });
        if let Err(why) = moved {
            report::error(&format!("{}: moving it: {why}", name(&tracked.node)));
        }
    }
}
