//! Gathers a scene's arrays into a few large ones, and checks them on the way.

use crate::bounds::Bounds;
use crate::error::RenderError;
use crate::normals::unique_edges;
use crate::palette::linear;
use crate::scene::{Lines, MeshView, SceneView};
use bytemuck::{Pod, Zeroable};
use glam::{Mat3, Mat4, Vec3};
use std::ops::Range;

/// A mesh's record for the shaders. It mirrors `Style` in `frame.wgsl`, padded to the alignment of
/// uniform records (256 bytes serve every device).
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub struct Style {
    colour: [f32; 4],
    line_colour: [f32; 4],
    surface: [f32; 4],
    unused: [[f32; 4]; 13],
}

const _: () = assert!(size_of::<Style>() == 256);

/// The part of the large arrays that is one mesh.
pub struct Draw {
    pub style_offset: u32,
    pub indices: Range<u32>,
    pub edges: Range<u32>,
    pub first_vertex: i32,
    pub alpha: f32,
    pub shadow: bool,
    pub closed: bool,
}

/// All meshes of a scene in arrays that are kept from picture to picture.
#[derive(Default)]
pub struct Packed {
    pub positions: Vec<[f32; 3]>,
    pub normals: Vec<[f32; 3]>,
    pub triangles: Vec<[u32; 3]>,
    /// Two vertices in the large array.
    pub edges: Vec<[u32; 2]>,
    pub styles: Vec<Style>,
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
    /// Replaces the content by that of `scene`.
    pub fn fill(&mut self, scene: &SceneView<'_>) -> Result<(), RenderError> {
        self.positions.clear();
        self.normals.clear();
        self.triangles.clear();
        self.edges.clear();
        self.styles.clear();
        self.draws.clear();
        self.translucent.clear();
        self.casters = Bounds::EMPTY;
        let eye = Vec3::from(scene.camera.eye);
        let mut distances = Vec::new();
        for (index, mesh) in scene.meshes.iter().enumerate() {
            check(index, mesh)?;
            let first_vertex = self.positions.len();
            self.add(index as u32, mesh);
            let visible = mesh.alpha > 0.0 && !mesh.triangles.is_empty();
            let translucent = visible && mesh.alpha < 1.0;
            let throws = mesh.shadow && !mesh.triangles.is_empty();
            let bounds = if throws || translucent {
                Bounds::of(&self.positions[first_vertex..])
            } else {
                Bounds::EMPTY
            };
            if throws {
                self.casters = self.casters.union(bounds);
            }
            if translucent {
                self.translucent.push(index);
            }
            distances.push(Vec3::from(bounds.centre()).distance(eye));
        }
        self.translucent
            .sort_by(|&a, &b| distances[b].total_cmp(&distances[a]));
        Ok(())
    }

    fn add(&mut self, index: u32, mesh: &MeshView<'_>) {
        let first_vertex = self.positions.len() as u32;
        let first_edge = self.edges.len() as u32;
        let first_index = self.triangles.len() as u32 * 3;
        // To world space here, once a vertex: software devices shade a vertex several times.
        let map = Mat4::from_cols_array_2d(&mesh.world_from_mesh);
        let place = |&p: &[f32; 3]| map.transform_point3(Vec3::from(p)).to_array();
        self.positions.extend(mesh.positions.iter().map(place));
        // The cofactor matrix carries normals through any linear map without an inverse.
        let [x, y, z] = [map.x_axis, map.y_axis, map.z_axis].map(|axis| axis.truncate());
        let cofactor = Mat3::from_cols(y.cross(z), z.cross(x), x.cross(y));
        let turn = |&n: &[f32; 3]| (cofactor * Vec3::from(n)).to_array();
        self.normals.extend(mesh.normals.iter().map(turn));
        // Zero normals tell the shader to take the triangle's own.
        self.normals.resize(self.positions.len(), [0.0; 3]);
        self.triangles.extend_from_slice(mesh.triangles);
        let join = |edge: &[u32; 2]| edge.map(|v| v + first_vertex);
        match mesh.lines {
            Lines::None => {}
            Lines::Triangles => self
                .edges
                .extend(unique_edges(mesh.triangles).iter().map(join)),
            Lines::Edges(edges) => self.edges.extend(edges.iter().map(join)),
        }
        let [r, g, b] = linear(mesh.colour);
        let [line_r, line_g, line_b] = linear(mesh.line_colour);
        self.styles.push(Style {
            colour: [r, g, b, mesh.alpha],
            line_colour: [line_r, line_g, line_b, mesh.line_width_px.max(0.0)],
            surface: [mesh.gloss.clamp(0.0, 1.0), 0.0, 0.0, 0.0],
            unused: [[0.0; 4]; 13],
        });
        self.draws.push(Draw {
            style_offset: index * size_of::<Style>() as u32,
            indices: first_index..self.triangles.len() as u32 * 3,
            edges: first_edge..self.edges.len() as u32,
            first_vertex: first_vertex as i32,
            alpha: mesh.alpha,
            shadow: mesh.shadow,
            closed: mesh.closed,
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
