//! The node Cloth.

use crate::body::mesh_troubles;
use crate::geometry::Geometry;
use crate::material::ClothMaterial;
use crate::native::Asset;
use crate::report;
use crate::runtime::{Material, Recipe, Shared};
use crate::world::SoftWorld;
use godot::classes::{Engine, IMeshInstance3D, MeshInstance3D};
use godot::prelude::*;
use pliant::desc::{PLIANT_SELF_CONTACT_OFF, PLIANT_SELF_CONTACT_ON};
use std::rc::Rc;

/// A sheet of cloth: the triangles of the mesh, which need not close. Vertices at one place are one.
///
/// Subdivide the mesh: cloth folds along its edges. The wind of the [SoftWorld] blows at it. Moving the node by script
/// teleports the cloth. A closed mesh is a balloon if [member ClothMaterial.volume_factor] is above 0.
#[derive(GodotClass)]
#[class(tool, init, base=MeshInstance3D)]
pub struct Cloth {
    /// What it is made of. Empty: cotton.
    #[export]
    #[var(set = set_material)]
    material: Option<Gd<ClothMaterial>>,
    /// Layers that the cloth is on. This and the mask are taken over when it is added.
    #[export(flags_3d_physics)]
    #[var(set = set_collision_layer)]
    #[init(val = 1)]
    collision_layer: u32,
    /// Layers of what the cloth touches. Two soft bodies touch if each is on the other's mask.
    #[export(flags_3d_physics)]
    #[var(set = set_collision_mask)]
    #[init(val = 1)]
    collision_mask: u32,
    /// Velocity of the centre of mass [m/s]: at the start, and, while it is simulated, after the last finished tick.
    #[export(range = (-100.0, 100.0, 0.1, or_greater, or_less, suffix = "m/s"))]
    #[var(get = get_linear_velocity, set = set_linear_velocity)]
    linear_velocity: Vector3,
    /// Whether the cloth touches itself.
    #[export]
    #[init(val = true)]
    self_contact: bool,
    /// Whether touch_began and touch_ended are emitted.
    #[export]
    report_contacts: bool,
    /// The least impulse in a physics tick that counts as touching [N·s].
    #[export(range = (0.0, 100.0, 0.001, or_greater, suffix = "N·s"))]
    contact_threshold: f32,
    runtime: Option<Shared>,
    was_ready: bool,
    base: Base<MeshInstance3D>,
}

#[godot_api]
impl IMeshInstance3D for Cloth {
    fn ready(&mut self) {
        self.was_ready = true;
        self.join();
    }

    fn enter_tree(&mut self) {
        if self.was_ready {
            self.join();
        }
    }

    fn exit_tree(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            SoftWorld::leave(&runtime);
        }
    }

    fn get_configuration_warnings(&self) -> PackedStringArray {
        let troubles = mesh_troubles(&self.to_gd().upcast());
        troubles
            .iter()
            .map(|trouble| GString::from(trouble.as_str()))
            .collect()
    }
}

#[godot_api]
impl Cloth {
    /// It began to touch another body or collider: where, with which normal (towards this cloth), and with which
    /// impulse in the tick [N·s]. `other` is null if it is gone by now.
    #[signal]
    fn touch_began(other: Option<Gd<Node>>, point: Vector3, normal: Vector3, impulse: f32);

    /// It no longer touches another body or collider.
    #[signal]
    fn touch_ended(other: Option<Gd<Node>>);

    /// It was stopped, because its motion was no longer finite. `teleport` starts it anew.
    #[signal]
    fn stopped(message: GString);

    #[func]
    fn set_collision_layer(&mut self, layer: u32) {
        self.collision_layer = layer;
        self.join_anew();
    }

    #[func]
    fn set_collision_mask(&mut self, mask: u32) {
        self.collision_mask = mask;
        self.join_anew();
    }

    #[func]
    fn set_material(&mut self, material: Option<Gd<ClothMaterial>>) {
        self.material = material;
        if let Some(runtime) = &self.runtime {
            runtime.borrow_mut().set_material(self.model());
        }
        self.join_anew();
    }

    #[func]
    fn get_linear_velocity(&self) -> Vector3 {
        self.velocity()
    }

    #[func]
    fn set_linear_velocity(&mut self, velocity: Vector3) {
        self.change_velocity(velocity);
    }
}

impl Cloth {
    /// Becomes a body of the world around it. A cloth that cannot draws its mesh at rest.
    fn join(&mut self) {
        if Engine::singleton().is_editor_hint() || self.runtime.is_some() {
            return;
        }
        if let Err(why) = self.try_join() {
            report::error(&format!("{}: {why}", self.base().get_name()));
        }
    }

    /// What makes its model, as long as its material is this one.
    fn model(&self) -> Material {
        let material = self.material.clone().unwrap_or_else(ClothMaterial::new_gd);
        Box::new(move || (material.bind().version(), material.bind().model_of()))
    }

    fn try_join(&mut self) -> Result<(), String> {
        let mesh = self.base().get_mesh().ok_or("it has no mesh")?;
        let geometry = Geometry::read(&mesh)?;
        let (places, triangles) = geometry.welded();
        let asset = Rc::new(Asset::sheet(&places, &triangles)?);
        let material = self.material.clone().unwrap_or_else(ClothMaterial::new_gd);
        let (friction, bounce) = material.bind().surface();
        let recipe = Recipe {
            node: self.to_gd().upcast(),
            asset,
            geometry,
            material: self.model(),
            friction,
            bounce,
            layers: self.collision_layer,
            mask: self.collision_mask,
            linear_velocity: self.linear_velocity,
            contact_threshold: self.contact_threshold,
            self_contact: match self.self_contact {
                true => PLIANT_SELF_CONTACT_ON,
                false => PLIANT_SELF_CONTACT_OFF,
            },
        };
        self.runtime = Some(SoftWorld::join(recipe)?);
        Ok(())
    }
}

crate::methods::body_methods!(Cloth);

/// What is wrong with a node, if it is a Cloth.
pub fn look(node: &Gd<Node>) -> Vec<String> {
    let found = node.clone().try_cast::<Cloth>();
    found.map_or(Vec::new(), |cloth| mesh_troubles(&cloth.upcast()))
}
