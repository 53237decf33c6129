//! Lines in the editor's 3D view: the cage of a SoftBody, the place and reach of a SoftPin.

use crate::body::SoftBody;
use crate::pin::SoftPin;
use godot::classes::{EditorNode3DGizmo, EditorNode3DGizmoPlugin, IEditorNode3DGizmoPlugin};
use godot::prelude::*;

/// Lines of a circle.
const SIDES: usize = 32;
/// Half the length of the cross at a pin [m].
const CROSS: f32 = 0.1;

/// Draws the gizmos of this add-on.
#[derive(GodotClass)]
#[class(tool, init, internal, base=EditorNode3DGizmoPlugin)]
pub struct EditorPliantGizmos {
    base: Base<EditorNode3DGizmoPlugin>,
}

#[godot_api]
impl IEditorNode3DGizmoPlugin for EditorPliantGizmos {
    fn get_gizmo_name(&self) -> GString {
        GString::from("Pliant")
    }

    fn has_gizmo(&self, node: Option<Gd<Node3D>>) -> bool {
        node.is_some_and(|node| node.is_class("SoftBody") || node.is_class("SoftPin"))
    }

    fn redraw(&mut self, gizmo: Option<Gd<EditorNode3DGizmo>>) {
        let Some(mut gizmo) = gizmo else {
            return;
        };
        gizmo.clear();
        let Some(node) = gizmo.get_node_3d() else {
            return;
        };
        let (lines, material) = match node.try_cast::<SoftPin>() {
            Ok(pin) => (pin_lines(pin.bind().reach()), "pin"),
            Err(node) => match node.try_cast::<SoftBody>() {
                Ok(body) => (body.bind().cage_lines(), "cage"),
                Err(_) => return,
            },
        };
        if lines.is_empty() {
            return;
        }
        let material = self.base().get_material(material);
        gizmo.add_lines(&lines, material.as_ref());
        if material.is_some() {
            gizmo.add_collision_segments(&lines);
        }
    }
}

impl EditorPliantGizmos {
    /// With its materials.
    pub fn make() -> Gd<Self> {
        let mut made = Self::new_gd();
        made.create_material("cage", Color::from_rgba(0.4, 0.8, 1.0, 0.25));
        made.create_material("pin", Color::from_rgba(1.0, 0.5, 0.4, 1.0));
        made
    }
}

/// A cross, and three circles around what is held.
fn pin_lines(radius: f32) -> PackedVector3Array {
    let axes = [Vector3::RIGHT, Vector3::UP, Vector3::BACK];
    let mut lines: Vec<Vector3> = axes
        .iter()
        .flat_map(|axis| [*axis * CROSS, *axis * -CROSS])
        .collect();
    if radius > 0.0 {
        for at in 0..3 {
            let (first, second) = (axes[at] * radius, axes[(at + 1) % 3] * radius);
            let place = |side: usize| {
                let (sin, cos) = (side as f32 / SIDES as f32 * std::f32::consts::TAU).sin_cos();
                first * cos + second * sin
            };
            lines.extend((0..SIDES).flat_map(|side| [place(side), place(side + 1)]));
        }
    }
    lines.into_iter().collect()
}
