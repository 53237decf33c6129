//! What holds a body, as limits of its stretch see it.

use super::Scene;
use super::body::Body;
use crate::element::OF_LIMITS;
use crate::ids::PliantBodyId;
use std::collections::{BTreeMap, BTreeSet};

impl Scene {
    /// The vertices of a body that something holds rigidly, in connected parts by what holds them; none if its model limits no
    /// stretch.
    pub fn held_sets(&self, id: PliantBodyId, body: &Body) -> Vec<Vec<u32>> {
        if body.data.desc.model.kinds() & OF_LIMITS == 0 {
            return Vec::new();
        }
        let fixed = body.data.inverse_masses.iter();
        let fixed = fixed.filter(|(_, inverse)| **inverse <= 0.0);
        let fixed: BTreeSet<u32> = fixed.map(|(vertex, _)| *vertex).collect();
        let rigid = self.attachments_of(id).filter(|(_, a)| a.stiffness <= 0.0);
        let rigid = rigid.map(|(_, a)| a.vertices.iter().copied().collect());
        let all: Vec<BTreeSet<u32>> = std::iter::once(fixed).chain(rigid).collect();
        let parts = all
            .iter()
            .flat_map(|held| connected(held, &body.asset.edges));
        parts.collect()
    }
}

/// The parts of a set of vertices that edges between them connect.
fn connected(vertices: &BTreeSet<u32>, edges: &[[u32; 2]]) -> Vec<Vec<u32>> {
    let inside = edges
        .iter()
        .filter(|ends| ends.iter().all(|v| vertices.contains(v)));
    let mut neighbours: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for [a, b] in inside {
        neighbours.entry(*a).or_default().push(*b);
        neighbours.entry(*b).or_default().push(*a);
    }
    let mut left = vertices.clone();
    let mut parts = Vec::new();
    while let Some(first) = left.pop_first() {
        let mut part = vec![first];
        let mut next = 0;
        while let Some(vertex) = part.get(next) {
            let around = neighbours.get(vertex).into_iter().flatten();
            let fresh: Vec<u32> = around.copied().filter(|v| left.remove(v)).collect();
            part.extend(fresh);
            next += 1;
        }
        parts.push(part);
    }
    parts
}
