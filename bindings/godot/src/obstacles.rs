//! What soft bodies can bump into: the engine's physics bodies, their shapes and surfaces.

use crate::shapes::Form;
use godot::builtin::Transform3D;
use godot::classes::{
    AnimatableBody3D, CollisionObject3D, CsgShape3D, Node, Node3D, PhysicsBody3D, PhysicsMaterial,
    RigidBody3D, Shape3D, StaticBody3D, World3D,
};
use godot::obj::{Gd, InstanceId};

/// How a body moves.
#[derive(Clone, PartialEq)]
pub enum Kind {
    /// It stands; if it is moved all the same, it is put there.
    Static,
    /// Scripts or animations move it.
    Driven,
    /// The engine's physics move it, and soft bodies push it.
    Rigid(Gd<RigidBody3D>),
    /// A CSG shape, which stands.
    Csg,
}

/// All wanted nodes from here down.
pub fn gather(node: &Gd<Node>, found: &mut Vec<InstanceId>) {
    if is_wanted(node) {
        found.push(node.instance_id());
    }
    for child in node.get_children().iter_shared() {
        gather(&child, found);
    }
}

/// Whether a node may become a collider.
pub fn is_wanted(node: &Gd<Node>) -> bool {
    node.is_class("PhysicsBody3D") || node.is_class("CSGShape3D")
}

/// Whether a node is in a World3D.
pub fn is_in(node: &Gd<Node3D>, space: &Gd<World3D>) -> bool {
    node.is_inside_tree() && node.get_world_3d().as_ref() == Some(space)
}

/// How a node moves; `None` if it is no collider.
pub fn kind_of(node: &Gd<Node3D>) -> Option<Kind> {
    let node = node.clone();
    let node = match node.try_cast::<RigidBody3D>() {
        Ok(body) => return Some(Kind::Rigid(body)),
        Err(other) => other,
    };
    let node = match node.try_cast::<AnimatableBody3D>() {
        Ok(_) => return Some(Kind::Driven),
        Err(other) => other,
    };
    let node = match node.try_cast::<StaticBody3D>() {
        Ok(_) => return Some(Kind::Static),
        Err(other) => other,
    };
    let node = match node.try_cast::<PhysicsBody3D>() {
        Ok(_) => return Some(Kind::Driven),
        Err(other) => other,
    };
    node.try_cast::<CsgShape3D>().ok().map(|_| Kind::Csg)
}

/// A shape with its place on the body.
pub struct Found {
    pub shape: Gd<Shape3D>,
    pub local: Transform3D,
}

/// Shapes of a body that are on. Empty for CSG shapes.
pub fn shapes_of(body: &Gd<CollisionObject3D>) -> Vec<Found> {
    let mut found = Vec::new();
    for owner in body.get_shape_owners().as_slice() {
        let owner = *owner as u32;
        if body.is_shape_owner_disabled(owner) {
            continue;
        }
        let local = body.shape_owner_get_transform(owner);
        for number in 0..body.shape_owner_get_shape_count(owner) {
            if let Some(shape) = body.shape_owner_get_shape(owner, number) {
                found.push(Found { shape, local });
            }
        }
    }
    found
}

/// Friction and bounce, as the engine sees them: a body without a material has a friction of 1.
pub fn surface_of(node: &Gd<Node3D>) -> (f32, f32) {
    let numbers = |material: Option<Gd<PhysicsMaterial>>| {
        material.map_or((1.0, 0.0), |material| {
            let bounce = if material.is_absorbent() {
                0.0
            } else {
                material.get_bounce()
            };
            (
                material.get_friction().clamp(0.0, 10.0),
                bounce.clamp(0.0, 1.0),
            )
        })
    };
    match node.clone().try_cast::<RigidBody3D>() {
        Ok(body) => numbers(body.get_physics_material_override()),
        Err(node) => match node.try_cast::<StaticBody3D>() {
            Ok(body) => numbers(body.get_physics_material_override()),
            Err(_) => (1.0, 0.0),
        },
    }
}

/// Layers of a CSG shape that collides.
pub fn csg_layers(csg: &Gd<CsgShape3D>) -> u32 {
    match csg.is_root_shape() && csg.is_using_collision() {
        true => csg.get_collision_layer(),
        false => 0,
    }
}

/// Its triangles; `None` as long as the engine has not built them.
pub fn csg_form(node: &Gd<Node3D>) -> Option<Result<Form, String>> {
    let mut csg = node.clone().try_cast::<CsgShape3D>().ok()?;
    let faces = csg.bake_collision_shape()?.get_faces();
    (!faces.is_empty()).then(|| Form::of_faces(faces.as_slice()))
}
