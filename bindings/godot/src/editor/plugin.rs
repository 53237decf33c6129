//! The buttons above the 3D view, and the doctor in the menu Project > Tools.

use super::cooking::Job;
use super::gizmo::EditorPliantGizmos;
use crate::asset::SoftAsset;
use crate::body::SoftBody;
use crate::convert::Placed;
use crate::doctor;
use crate::geometry::Geometry;
use crate::native::Cook;
use godot::classes::editor_plugin::CustomControlContainer;
use godot::classes::{
    AcceptDialog, Button, Control, EditorInterface, EditorPlugin, HBoxContainer, IEditorPlugin,
    MeshInstance3D, ProgressBar,
};
use godot::prelude::*;
use godot::register::info::PropertyUsageFlags;
use std::rc::Rc;

const DOCTOR: &str = "Pliant: Doctor";

/// The controls above the 3D view.
struct Bar {
    all: Gd<HBoxContainer>,
    make: Gd<Button>,
    cook: Gd<Button>,
    progress: Gd<ProgressBar>,
    cancel: Gd<Button>,
}

/// Adds Make Soft, Cook, gizmos and the doctor to the editor.
#[derive(GodotClass)]
#[class(tool, init, internal, base=EditorPlugin)]
pub struct EditorPliant {
    bar: Option<Bar>,
    gizmos: Option<Gd<EditorPliantGizmos>>,
    job: Option<Job>,
    base: Base<EditorPlugin>,
}

#[godot_api]
impl IEditorPlugin for EditorPliant {
    fn enter_tree(&mut self) {
        let bar = self.make_bar();
        let gizmos = EditorPliantGizmos::make();
        let doctor = self.call("show_doctor");
        let mut base = self.base_mut();
        base.add_control_to_container(CustomControlContainer::SPATIAL_EDITOR_MENU, &bar.all);
        base.add_node_3d_gizmo_plugin(&gizmos);
        base.add_tool_menu_item(DOCTOR, &doctor);
        drop(base);
        self.bar = Some(bar);
        self.gizmos = Some(gizmos);
    }

    fn exit_tree(&mut self) {
        if let Some(job) = self.job.take() {
            job.cancel();
            drop(job.finish());
        }
        self.base_mut().remove_tool_menu_item(DOCTOR);
        if let Some(gizmos) = self.gizmos.take() {
            self.base_mut().remove_node_3d_gizmo_plugin(&gizmos);
        }
        if let Some(mut bar) = self.bar.take() {
            self.base_mut().remove_control_from_container(
                CustomControlContainer::SPATIAL_EDITOR_MENU,
                &bar.all,
            );
            bar.all.queue_free();
        }
    }

    fn handles(&self, object: Gd<Object>) -> bool {
        object.is_class("MeshInstance3D")
    }

    fn make_visible(&mut self, visible: bool) {
        let is_busy = self.job.is_some();
        if let Some(bar) = &mut self.bar {
            bar.all.set_visible(visible || is_busy);
        }
    }

    fn edit(&mut self, object: Option<Gd<Object>>) {
        let is_soft = object.is_some_and(|object| object.is_class("SoftBody"));
        if let Some(bar) = &mut self.bar {
            bar.make.set_visible(!is_soft);
            bar.cook.set_visible(is_soft);
        }
    }

    fn process(&mut self, _dt: f64) {
        let Some(job) = &self.job else {
            return;
        };
        let done = job.done();
        if let Some(bar) = &mut self.bar {
            bar.progress.set_value(f64::from(done));
        }
        if job.is_finished()
            && let Some(job) = self.job.take()
        {
            self.end(job);
        }
    }
}

#[godot_api]
impl EditorPliant {
    /// Cooks the mesh of the selected MeshInstance3D; it becomes a SoftBody.
    #[func]
    fn make_soft(&mut self) {
        match selected() {
            Some(node) => self.start(node),
            None => self.tell("Select a MeshInstance3D first."),
        }
    }

    /// Cooks the mesh of the selected SoftBody.
    #[func]
    fn cook(&mut self) {
        self.make_soft();
    }

    /// Stops the cook.
    #[func]
    fn cancel(&mut self) {
        if let Some(job) = &self.job {
            job.cancel();
        }
    }

    /// Whether a cook is in progress.
    #[func]
    fn is_cooking(&self) -> bool {
        self.job.is_some()
    }

    /// Lists what is wrong, and the cure.
    #[func]
    fn show_doctor(&mut self) {
        let lines = doctor::examine(EditorInterface::singleton().get_edited_scene_root());
        self.tell(&lines.join("\n"));
    }
}

impl EditorPliant {
    /// A method of this object, to be called.
    fn call(&self, method: &str) -> Callable {
        Callable::from_object_method(&self.to_gd(), method)
    }

    fn make_bar(&self) -> Bar {
        let button = |text: &str, tooltip: &str, method: &str| {
            let mut button = Button::new_alloc();
            button.set_text(text);
            button.set_tooltip_text(tooltip);
            button.connect("pressed", &self.call(method));
            button
        };
        let make = button(
            "Make Soft",
            "Cooks the mesh and makes a SoftBody of the node.",
            "make_soft",
        );
        let mut cook = button("Cook", "Fills the mesh with tetrahedra again.", "cook");
        let mut cancel = button("Cancel", "Stops the cook.", "cancel");
        let mut progress = ProgressBar::new_alloc();
        progress.set_max(1.0);
        progress.set_custom_minimum_size(Vector2::new(120.0, 0.0));
        let mut all = HBoxContainer::new_alloc();
        let children: [Gd<Control>; 4] = [
            make.clone().upcast(),
            cook.clone().upcast(),
            progress.clone().upcast(),
            cancel.clone().upcast(),
        ];
        children.iter().for_each(|child| all.add_child(child));
        cook.set_visible(false);
        progress.set_visible(false);
        cancel.set_visible(false);
        all.set_visible(false);
        Bar {
            all,
            make,
            cook,
            progress,
            cancel,
        }
    }

    fn start(&mut self, node: Gd<MeshInstance3D>) {
        if self.job.is_some() {
            return self.tell("One cook is in progress already.");
        }
        let how = match node.clone().try_cast::<SoftBody>() {
            Ok(body) => body.bind().how(),
            Err(_) => Cook {
                element_count: 2000,
                conforming: false,
            },
        };
        let mesh = node.get_mesh().ok_or_else(|| "it has no mesh".to_owned());
        match mesh.and_then(|mesh| Geometry::read(&mesh)) {
            Ok(geometry) => {
                self.job = Some(Job::start(node.instance_id(), &geometry, how));
                self.show_progress(true);
            }
            Err(why) => self.tell(&format!("{}: {why}.", node.get_name())),
        }
    }

    fn show_progress(&mut self, is_shown: bool) {
        if let Some(bar) = &mut self.bar {
            bar.progress.set_visible(is_shown);
            bar.cancel.set_visible(is_shown);
        }
        self.base_mut().set_process(is_shown);
    }

    fn end(&mut self, job: Job) {
        self.show_progress(false);
        let (node, hash) = (job.node, job.hash);
        let Ok(node) = Gd::<MeshInstance3D>::try_from_instance_id(node) else {
            return;
        };
        let made = match job.finish() {
            Ok(Some(asset)) => SoftAsset::of(&Rc::new(asset), hash),
            Ok(None) => return,
            Err(why) => Err(why),
        };
        match made {
            Ok(asset) => match node.clone().try_cast::<SoftBody>() {
                Ok(body) => self.set_asset(&body, &asset),
                Err(node) => self.replace(node, &asset),
            },
            Err(why) => self.tell(&format!("{}: {why}.", node.get_name())),
        }
    }

    fn set_asset(&mut self, body: &Gd<SoftBody>, asset: &Gd<SoftAsset>) {
        let Some(mut undo) = self.base().get_undo_redo() else {
            return;
        };
        undo.create_action("Cook");
        undo.add_do_property(body, "asset", &asset.to_variant());
        undo.add_undo_property(body, "asset", &body.get("asset"));
        undo.commit_action();
    }

    /// Puts a SoftBody in the place of a MeshInstance3D, with its children, name and properties.
    fn replace(&mut self, node: Gd<MeshInstance3D>, asset: &Gd<SoftAsset>) {
        let Some(mut undo) = self.base().get_undo_redo() else {
            return;
        };
        let mut body = SoftBody::new_alloc();
        copy_properties(&node, &mut body);
        body.set("asset", &asset.to_variant());
        body.set_name(&node.get_name());
        let keep = true.to_variant();
        undo.create_action_ex("Make Soft")
            .custom_context(&node)
            .done();
        undo.add_do_method(&node, "replace_by", &[body.to_variant(), keep.clone()]);
        undo.add_undo_method(&body, "replace_by", &[node.to_variant(), keep]);
        undo.add_do_reference(&body);
        undo.add_undo_reference(&node);
        undo.commit_action();
        let scale = Placed::new(&body.get_transform());
        if scale.is_none_or(|placed| placed.uniform_scale().is_none()) {
            self.tell("The node's scale differs along its axes: scale the mesh itself.");
        }
    }

    /// A dialog with a text, and the same in the log where nobody sees dialogs.
    fn tell(&self, text: &str) {
        godot_print!("Pliant: {text}");
        let mut dialog = AcceptDialog::new_alloc();
        dialog.set_title("Pliant");
        dialog.set_text(text);
        for ended in ["confirmed", "canceled"] {
            let free = Callable::from_object_method(&dialog, "queue_free");
            dialog.connect(ended, &free);
        }
        EditorInterface::singleton().popup_dialog_centered(&dialog);
    }
}

/// The selected mesh.
fn selected() -> Option<Gd<MeshInstance3D>> {
    let selection = EditorInterface::singleton().get_selection()?;
    let nodes = selection.get_selected_nodes();
    nodes
        .iter_shared()
        .find_map(|node| node.try_cast::<MeshInstance3D>().ok())
}

/// All that a scene would store, but for the script.
fn copy_properties(from: &Gd<MeshInstance3D>, to: &mut Gd<SoftBody>) {
    for property in from.get_property_list().iter_shared() {
        let name = property
            .get("name")
            .map(|name| name.stringify().to_string());
        let usage = property
            .get("usage")
            .and_then(|usage| usage.try_to::<i64>().ok());
        let is_stored = usage.unwrap_or(0) as u64 & PropertyUsageFlags::STORAGE.ord() != 0;
        if let Some(name) = name.filter(|name| is_stored && name != "script") {
            to.set(&name, &from.get(&name));
        }
    }
}
