//! Gathers a scene's arrays into a few large ones, and checks them on the way.

use crate::bounds::Bounds;
use crate::error::RenderError;
use crate::normals::unique_edges;
use crate::palette::linear;
use crate::scene::{Lines, MeshView, SceneView};
use bytemuck::{Pod, Zeroable};
use glam::Vec3;
use std::ops::Range;

/// What the shaders know of one mesh; mirrors `Instance` in `frame.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub struct Instance {
    world_from_mesh: [[f32; 4]; 4],
    colour: [f32; 4],
    line_colour: [f32; 4],
    surface: [f32; 4],
}

/// Which part of the large arrays is one mesh.
pub struct Draw {
    pub instance: u32,
    pub indices: Range<u32>,
    pub first_vertex: i32,
    pub alpha: f32,
    pub shadow: bool,
}

/// All meshes of a scene in arrays that are kept from picture to picture.
#[derive(Default)]
pub struct Packed {
    pub positions: Vec<[f32; 3]>,
    pub normals: Vec<[f32; 3]>,
    pub triangles: Vec<[u32; 3]>,
    /// Two vertices (in the large array), the mesh, and nothing.
    pub edges: Vec<[u32; 4]>,
    pub instances: Vec<Instance>,
    pub draws: Vec<Draw>,
    /// Indices of translucent draws, far to near.
    pub translucent: Vec<usize>,
    /// The box of what throws shadows, in the world.
    pub casters: Bounds,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds::EMPTY
    }
}

impl Packed {
    /// Replaces the content by `scene`'s.
    pub fn fill(&mut self, scene: &SceneView<'_>) -> Result<(), RenderError> {
        self.positions.clear();
        self.normals.clear();
        self.triangles.clear();
        self.edges.clear();
        self.instances.clear();
        self.draws.clear();
        self.translucent.clear();
        self.casters = Bounds::EMPTY;
        let eye = Vec3::from(scene.camera.eye);
        let mut distances = Vec::new();
        for (index, mesh) in scene.meshes.iter().enumerate() {
            check(index, mesh)?;
            let visible = mesh.alpha > 0.0 && !mesh.triangles.is_empty();
            let translucent = visible && mesh.alpha < 1.0;
            if mesh.shadow || translucent {
                let bounds = mesh.bounds();
                distances.push(Vec3::from(bounds.centre()).distance(eye));
                if mesh.shadow && !mesh.triangles.is_empty() {
                    self.casters = self.casters.union(bounds);
                }
            } else {
                distances.push(0.0);
            }
            if translucent {
                self.translucent.push(index);
            }
            self.add(index as u32, mesh);
        }
        self.translucent
            .sort_by(|&a, &b| distances[b].total_cmp(&distances[a]));
        Ok(())
    }

    fn add(&mut self, index: u32, mesh: &MeshView<'_>) {
        let first_vertex = self.positions.len() as u32;
        let first_index = self.triangles.len() as u32 * 3;
        self.positions.extend_from_slice(mesh.positions);
        self.normals.extend_from_slice(mesh.normals);
        // Zero normals tell the shader to take the triangle's own.
        self.normals.resize(self.positions.len(), [0.0; 3]);
        self.triangles.extend_from_slice(mesh.triangles);
        let join = |edge: &[u32; 2]| [edge[0] + first_vertex, edge[1] + first_vertex, index, 0];
        match mesh.lines {
            Lines::None => {}
            Lines::Triangles => self
                .edges
                .extend(unique_edges(mesh.triangles).iter().map(join)),
            Lines::Edges(edges) => self.edges.extend(edges.iter().map(join)),
        }
        let [r, g, b] = linear(mesh.colour);
        let [line_r, line_g, line_b] = linear(mesh.line_colour);
        self.instances.push(Instance {
            world_from_mesh: mesh.world_from_mesh,
            colour: [r, g, b, mesh.alpha],
            line_colour: [line_r, line_g, line_b, mesh.line_width_px.max(0.0)],
            surface: [mesh.gloss.clamp(0.0, 1.0), 0.0, 0.0, 0.0],
        });
        self.draws.push(Draw {
            instance: index,
            indices: first_index..self.triangles.len() as u32 * 3,
            first_vertex: first_vertex as i32,
            alpha: mesh.alpha,
            shadow: mesh.shadow,
        });
    }
}

/// Refuses arrays that do not fit together: the device would read past their ends.
fn check(index: usize, mesh: &MeshView<'_>) -> Result<(), RenderError> {
    let count = mesh.positions.len();
    let refuse = |message: String| Err(RenderError::Scene(format!("mesh {index}: {message}")));
    if !mesh.normals.is_empty() && mesh.normals.len() != count {
        return refuse(format!(
            "{} normals for {count} positions",
            mesh.normals.len()
        ));
    }
    if let Some(&v) = mesh
        .triangles
        .iter()
        .flatten()
        .find(|&&v| v as usize >= count)
    {
        return refuse(format!("a triangle names vertex {v} of {count}"));
    }
    if let Lines::Edges(edges) = mesh.lines
        && let Some(&v) = edges.iter().flatten().find(|&&v| v as usize >= count)
    {
        return refuse(format!("an edge names vertex {v} of {count}"));
    }
    Ok(())
}
