//! What is wrong in a project or on a machine, with the cure: a line each.

use crate::body::{SoftBody, mesh_troubles};
use crate::cloth::Cloth;
use crate::native;
use crate::pin::SoftPin;
use godot::prelude::*;

/// Looks at the machine, and at all nodes from `root` down.
pub fn examine(root: Option<Gd<Node>>) -> Vec<String> {
    let mut found = machine();
    if let Some(root) = root {
        nodes(&root, &root, &mut found);
    }
    found
}

/// The adapters, best first.
fn machine() -> Vec<String> {
    match native::adapters() {
        Ok(adapters) if adapters.is_empty() => vec![
            "No GPU with Vulkan was found. Install the vendor's driver; or Mesa's software driver, and set \
             `software_adapter` of a SoftWorld."
                .into(),
        ],
        Ok(adapters) => {
            let first = &adapters[0];
            let mut lines = vec![format!("ok: bodies run on {first}.")];
            if ["llvmpipe", "lavapipe", "SwiftShader"].iter().any(|name| first.contains(name)) {
                lines.push(
                    "Only a software driver was found, so bodies run on the CPU and are slow. Install the GPU vendor's \
                     Vulkan driver."
                        .into(),
                );
            }
            lines
        }
        Err(why) => vec![format!("Adapters cannot be listed: {why}")],
    }
}

fn nodes(root: &Gd<Node>, node: &Gd<Node>, found: &mut Vec<String>) {
    let troubles = match node.clone().try_cast::<SoftBody>() {
        Ok(body) => body.bind().troubles(),
        Err(node) => match node.try_cast::<Cloth>() {
            Ok(cloth) => mesh_troubles(&cloth.upcast()),
            Err(node) => match node.try_cast::<SoftPin>() {
                Ok(pin) => pin.bind().troubles(),
                Err(_) => Vec::new(),
            },
        },
    };
    let path = root.get_path_to(node).to_string();
    found.extend(troubles.iter().map(|trouble| format!("{path}: {trouble}")));
    for child in node.get_children().iter_shared() {
        nodes(root, &child, found);
    }
}
