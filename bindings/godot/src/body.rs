//! The node SoftBody.

use crate::asset::{SoftAsset, cook_now};
use crate::convert::Placed;
use crate::geometry::Geometry;
use crate::material::SoftMaterial;
use crate::native::Cook;
use crate::report;
use crate::runtime::{Material, Recipe, Shared};
use crate::world::SoftWorld;
use godot::classes::{Engine, IMeshInstance3D, MeshInstance3D};
use godot::prelude::*;
use pliant::desc::{PLIANT_SELF_CONTACT_DEFAULT, PLIANT_SELF_CONTACT_ON};

/// A mesh that deforms: it falls, bounces, and pushes and is pushed.
///
/// Its mesh is filled with tetrahedra, which are simulated on the GPU; the mesh follows them. The node follows the
/// body's motion as a whole, so that children ride along. Moving the node by script teleports the body.
#[derive(GodotClass)]
#[class(tool, init, base=MeshInstance3D)]
pub struct SoftBody {
    /// What it is made of. Empty: jelly.
    #[export]
    #[var(set = set_material)]
    material: Option<Gd<SoftMaterial>>,
    /// The mesh, cooked in the editor. Empty: it is cooked when the game starts, which takes time.
    #[export]
    asset: Option<Gd<SoftAsset>>,
    /// Tetrahedra to aim for when the mesh is cooked. More follow the shape closer and cost more time in every step.
    #[export(range = (5.0, 50000.0, 1.0, or_greater, exp))]
    #[init(val = 2000)]
    element_count: i32,
    /// Whether tetrahedra follow the surface. Else they are a cage around it, which is cheaper, and thicker by up to a
    /// cell.
    #[export]
    conforming: bool,
    /// Layers that the body is on. This and the mask are taken over when it is added.
    #[export(flags_3d_physics)]
    #[var(set = set_collision_layer)]
    #[init(val = 1)]
    collision_layer: u32,
    /// Layers of what the body touches. Two soft bodies touch if each is on the other's mask.
    #[export(flags_3d_physics)]
    #[var(set = set_collision_mask)]
    #[init(val = 1)]
    collision_mask: u32,
    /// Velocity of the centre of mass [m/s]: at the start, and, while it is simulated, after the last finished tick.
    #[export(range = (-100.0, 100.0, 0.1, or_greater, or_less, suffix = "m/s"))]
    #[var(get = get_linear_velocity, set = set_linear_velocity)]
    linear_velocity: Vector3,
    /// Whether the body touches itself. Costs as much as another body near it.
    #[export]
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
impl IMeshInstance3D for SoftBody {
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
        let troubles = self.troubles();
        troubles
            .iter()
            .map(|trouble| GString::from(trouble.as_str()))
            .collect()
    }
}

#[godot_api]
impl SoftBody {
    /// It began to touch another body or collider: where, with which normal (towards this body), and with which impulse
    /// in the tick [N·s]. `other` is null if it is gone by now.
    #[signal]
    fn touch_began(other: Option<Gd<Node>>, point: Vector3, normal: Vector3, impulse: f32);

    /// It no longer touches another body or collider.
    #[signal]
    fn touch_ended(other: Option<Gd<Node>>);

    /// It was stopped, because its motion was no longer finite or it is too stiff. `teleport` starts it anew.
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
    fn set_material(&mut self, material: Option<Gd<SoftMaterial>>) {
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

    /// Cooks the mesh now, on this thread. Null, after an error was printed, if that cannot be done.
    #[func]
    fn cook(&self) -> Option<Gd<SoftAsset>> {
        let made = self.geometry().and_then(|geometry| {
            let (asset, _) = cook_now(&geometry, self.how())?;
            SoftAsset::of(&asset, geometry.hash())
        });
        made.map_err(|why| report::error(&format!("{}: {why}", self.name())))
            .ok()
    }

    /// What cooking did, in sentences.
    #[func]
    fn get_report(&self) -> GString {
        let asset = self.asset.as_ref().map(|asset| asset.bind().report());
        asset.unwrap_or_default()
    }
}

impl SoftBody {
    fn name(&self) -> String {
        self.base().get_name().to_string()
    }

    /// How its mesh is to be cooked.
    pub fn how(&self) -> Cook {
        Cook {
            element_count: self.element_count.max(1) as u32,
            conforming: self.conforming,
        }
    }

    fn geometry(&self) -> Result<Geometry, String> {
        let mesh = self.base().get_mesh().ok_or("it has no mesh")?;
        Geometry::read(&mesh)
    }

    /// What is wrong with it, with the cure.
    pub fn troubles(&self) -> Vec<String> {
        let mut found = mesh_troubles(&self.to_gd().upcast());
        match (&self.asset, self.geometry()) {
            (None, Ok(_)) => found.push(
                "It is not cooked yet, so it will be when the game starts, which takes time: press Cook in the \
                 toolbar."
                    .into(),
            ),
            (Some(asset), Ok(geometry)) if asset.bind().is_of_another_mesh(&geometry) => found.push(
                "The mesh has changed since it was cooked: press Cook in the toolbar.".into(),
            ),
            _ => {}
        }
        found
    }

    /// Edges of the box around its tets, in the mesh's coordinates. Empty before it is cooked.
    pub fn cage_lines(&self) -> PackedVector3Array {
        let asset = self
            .asset
            .as_ref()
            .and_then(|asset| asset.bind().native().ok());
        let Some(info) = asset.and_then(|asset| asset.info().ok()) else {
            return PackedVector3Array::new();
        };
        let corner = |bits: usize| {
            let side = |at: usize| {
                if bits >> at & 1 == 0 {
                    info.low[at]
                } else {
                    info.high[at]
                }
            };
            Vector3::new(side(0), side(1), side(2))
        };
        let ends = (0..8).flat_map(|from| (0..3).map(move |at| (from, from | 1 << at)));
        let edges = ends.filter(|(from, to)| from != to);
        edges
            .flat_map(|(from, to)| [corner(from), corner(to)])
            .collect()
    }

    /// Becomes a body of the world around it. A body that cannot draws its mesh at rest.
    fn join(&mut self) {
        if Engine::singleton().is_editor_hint() || self.runtime.is_some() {
            return;
        }
        if let Err(why) = self.try_join() {
            report::error(&format!("{}: {why}", self.name()));
        }
    }

    /// What makes its model, as long as its material is this one.
    fn model(&self) -> Material {
        let material = self.material.clone().unwrap_or_else(SoftMaterial::new_gd);
        Box::new(move || (material.bind().version(), material.bind().model_of()))
    }

    fn try_join(&mut self) -> Result<(), String> {
        let geometry = self.geometry()?;
        let asset = match &self.asset {
            Some(asset) => {
                if asset.bind().is_of_another_mesh(&geometry) {
                    report::warn(&format!(
                        "{}: the mesh has changed since it was cooked; cook it again",
                        self.name()
                    ));
                }
                asset.bind().native()?
            }
            None => {
                let (asset, time) = cook_now(&geometry, self.how())?;
                if let Some(time) = time {
                    let what = format!(
                        "{}: cooked at the start; cook it in the editor",
                        self.name()
                    );
                    report::warn_about(&what, &format!(" to save {time} ms"));
                }
                asset
            }
        };
        let material = self.material.clone().unwrap_or_else(SoftMaterial::new_gd);
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
                false => PLIANT_SELF_CONTACT_DEFAULT,
            },
        };
        self.runtime = Some(SoftWorld::join(recipe)?);
        Ok(())
    }
}

/// What is wrong with a node's mesh and transform, with the cure.
pub fn mesh_troubles(node: &Gd<MeshInstance3D>) -> Vec<String> {
    let mut found = Vec::new();
    match node.get_mesh() {
        None => found.push("It has no mesh: set one.".into()),
        Some(mesh) => {
            if let Err(why) = Geometry::read(&mesh) {
                found.push(format!("Its mesh cannot be used: {why}."));
            }
        }
    }
    if node.is_inside_tree() {
        let placed = Placed::new(&node.get_global_transform());
        if placed.is_none_or(|placed| placed.uniform_scale().is_none()) {
            found.push(
                "Its scale differs along its axes, or mirrors: scale the mesh itself.".into(),
            );
        }
    }
    found
}

crate::methods::body_methods!(SoftBody);

/// What is wrong with a node, if it is a SoftBody.
pub fn look(node: &Gd<Node>) -> Vec<String> {
    let found = node.clone().try_cast::<SoftBody>();
    found.map_or(Vec::new(), |body| body.bind().troubles())
}
