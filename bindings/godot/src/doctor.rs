//! What is wrong in a project or on a machine, with the cure: a line each.

use crate::native;
use godot::prelude::*;
use std::sync::OnceLock;

/// Says what is wrong with a node, if it is of its class.
pub type Look = fn(&Gd<Node>) -> Vec<String>;

/// What the classes of nodes brought: the doctor does not know them.
static LOOKS: OnceLock<Vec<Look>> = OnceLock::new();

/// Takes what looks at nodes; later calls change nothing.
pub fn learn(looks: Vec<Look>) {
    LOOKS.get_or_init(|| looks);
}

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
    let looks = LOOKS.get().into_iter().flatten();
    let troubles = looks.flat_map(|look| look(node)).collect::<Vec<_>>();
    let path = root.get_path_to(node).to_string();
    found.extend(troubles.iter().map(|trouble| format!("{path}: {trouble}")));
    for child in node.get_children().iter_shared() {
        nodes(root, &child, found);
    }
}
