//! The transforms of the nodes of a glTF scene.

use super::document::{Document, Node};
use glam::{DMat4, DQuat, DVec3};

/// Every node of the default scene with its transform to the scene, parents first. In a file without scenes, all nodes
/// without a parent are roots.
pub fn placed(document: &Document) -> Result<Vec<(usize, DMat4)>, String> {
    let count = document.nodes.len();
    let mut seen = vec![false; count];
    // Of the nodes seen so far; the roots have none.
    let mut parents = vec![None; count];
    let mut placed = Vec::new();
    let roots = roots(document)?.into_iter().rev();
    let mut waiting: Vec<_> = roots.map(|root| (root, None, DMat4::IDENTITY)).collect();
    while let Some((node, parent, outer)) = waiting.pop() {
        let Some(found) = document.nodes.get(node) else {
            return Err(format!("expected a node below {count}, found {node}"));
        };
        if std::mem::replace(&mut seen[node], true) {
            return Err(no_tree(&seen_twice(node, parent, &parents)));
        }
        parents[node] = parent;
        let transform = outer * local(found);
        placed.push((node, transform));
        let children = found.children.iter().rev();
        waiting.extend(children.map(|child| (*child, Some(node), transform)));
    }
    Ok(placed)
}

/// The nodes that the default scene names; if there are no scenes, all nodes without a parent.
fn roots(document: &Document) -> Result<Vec<usize>, String> {
    match document.scenes.get(document.scene.unwrap_or(0)) {
        Some(scene) => return Ok(scene.nodes.clone()),
        None if document.scene.is_some() => {
            return Err("the default scene is not in the file".into());
        }
        None => {}
    }
    let count = document.nodes.len();
    let mut parents = vec![None; count];
    for (parent, node) in document.nodes.iter().enumerate() {
        let children = node.children.iter().filter(|child| **child < count);
        children.for_each(|child| parents[*child] = Some(parent));
    }
    if let Some((node, parent)) = rootless(&parents) {
        return Err(no_tree(&circle(node, parent)));
    }
    let roots = (0..count).filter(|node| parents[*node].is_none());
    Ok(roots.collect())
}

/// A node that is in a cycle, and its parent. No walk from a root meets it.
fn rootless(parents: &[Option<usize>]) -> Option<(usize, usize)> {
    let mut climbs = vec![None; parents.len()];
    for start in 0..parents.len() {
        let mut node = start;
        while let (None, Some(parent)) = (climbs[node], parents[node]) {
            climbs[node] = Some(start);
            node = parent;
        }
        if climbs[node] == Some(start) {
            return parents[node].map(|parent| (node, parent));
        }
    }
    None
}

/// Why a node is met a second time: as a child of `parent`, or by the scene.
fn seen_twice(node: usize, parent: Option<usize>, parents: &[Option<usize>]) -> String {
    let mut above = std::iter::successors(parent, |above| parents[*above]);
    match parent {
        Some(parent) if above.any(|above| above == node) => circle(node, parent),
        _ => {
            let by = |of: Option<usize>| of.map_or("the scene".into(), |of| format!("node {of}"));
            let (first, again) = (by(parents[node]), by(parent));
            format!("node {node} is placed by {first} and again by {again}")
        }
    }
}

/// The message that a node, a child of `parent`, is also above it.
fn circle(node: usize, parent: usize) -> String {
    match node == parent {
        true => format!("node {node} is its own child"),
        false => format!(
            "nodes make a circle: node {node} is a child of node {parent}, which is below it"
        ),
    }
}

fn no_tree(why: &str) -> String {
    format!("expected a tree of nodes, but {why}")
}

fn local(node: &Node) -> DMat4 {
    if let Some(matrix) = &node.matrix {
        return DMat4::from_cols_array(matrix);
    }
    DMat4::from_scale_rotation_translation(
        node.scale
            .as_deref()
            .map_or(DVec3::ONE, |scale| DVec3::from_array(*scale)),
        node.rotation
            .as_deref()
            .map_or(DQuat::IDENTITY, |rotation| DQuat::from_array(*rotation)),
        node.translation
            .as_deref()
            .map_or(DVec3::ZERO, |t| DVec3::from_array(*t)),
    )
}
