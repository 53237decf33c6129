//! Draws a body: a mesh of the RenderingServer that gets new vertices once a frame, in world coordinates.
//!
//! Vertices come through a copy on the CPU. Where Pliant and the engine share a GPU's memory one day, `write` is what
//! another tier replaces.

use crate::convert;
use crate::geometry::Geometry;
use crate::native::Vertices;
use crate::octahedral;
use godot::builtin::{PackedByteArray, PackedVector3Array, Rid, Transform3D, Variant, Vector3};
use godot::classes::mesh::{ArrayFormat, ArrayType, PrimitiveType};
use godot::classes::rendering_server as rs;
use godot::classes::{ArrayMesh, MeshInstance3D, RenderingServer};
use godot::meta::ToGodot;
use godot::obj::{EngineEnum, Gd, NewGd, Singleton};

/// Bytes of a position.
const PLACE: usize = 12;

/// A surface that is drawn.
struct Part {
    first: usize,
    count: usize,
    /// Bytes of a normal, or of a normal and a tangent.
    stride: usize,
    /// The vertex buffer: all positions, then all normals and tangents. Kept, so that a frame allocates nothing.
    buffer: PackedByteArray,
}

/// What is drawn of a body.
pub struct MeshWriter {
    mesh: Gd<ArrayMesh>,
    instance: Rid,
    parts: Vec<Part>,
    origin: [f64; 3],
    /// What the instance was told last, to tell it only what changed.
    look: Option<Look>,
}

/// How the node wants to be drawn.
#[derive(PartialEq)]
struct Look {
    is_visible: bool,
    layers: u32,
    materials: Vec<Rid>,
    material_override: Rid,
    material_overlay: Rid,
    shadows: i32,
    transparency: f32,
}

impl MeshWriter {
    /// Makes what is drawn, and hides what the node itself draws.
    pub fn new(node: &Gd<MeshInstance3D>, geometry: &Geometry) -> Result<Self, String> {
        let world = node.get_world_3d().ok_or("the node is in no 3D world")?;
        let mut mesh = ArrayMesh::new_gd();
        let parts = geometry.surfaces.iter().enumerate();
        let parts = parts.map(|(number, _)| part(&mut mesh, geometry, number));
        let parts = parts.collect::<Result<Vec<_>, _>>()?;
        let mut server = RenderingServer::singleton();
        let instance = server.instance_create2(mesh.get_rid(), world.get_scenario());
        server.instance_attach_object_instance_id(instance, node.instance_id().to_i64() as u64);
        let mut made = Self {
            mesh,
            instance,
            parts,
            origin: [0.0; 3],
            look: None,
        };
        made.hide_node(node);
        made.follow_look(node);
        Ok(made)
    }

    /// The node would draw its mesh at rest, beside the body.
    fn hide_node(&self, node: &Gd<MeshInstance3D>) {
        RenderingServer::singleton().instance_set_base(node.get_instance(), Rid::Invalid);
    }

    /// Takes over layers, materials and visibility where they changed.
    pub fn follow_look(&mut self, node: &Gd<MeshInstance3D>) {
        let material = |found: Option<Gd<godot::classes::Material>>| {
            found.map_or(Rid::Invalid, |material| material.get_rid())
        };
        let materials =
            (0..self.parts.len()).map(|at| material(node.get_active_material(at as i32)));
        let look = Look {
            is_visible: node.is_visible_in_tree(),
            layers: node.get_layer_mask(),
            materials: materials.collect(),
            material_override: material(node.get_material_override()),
            material_overlay: material(node.get_material_overlay()),
            shadows: node.get_cast_shadows_setting().ord(),
            transparency: node.get_transparency(),
        };
        if self.look.as_ref() == Some(&look) {
            return;
        }
        let (mut server, instance) = (RenderingServer::singleton(), self.instance);
        server.instance_set_visible(instance, look.is_visible);
        server.instance_set_layer_mask(instance, look.layers);
        for (at, material) in look.materials.iter().enumerate() {
            server.instance_set_surface_override_material(instance, at as i32, *material);
        }
        server.instance_geometry_set_material_override(instance, look.material_override);
        server.instance_geometry_set_material_overlay(instance, look.material_overlay);
        let shadows = rs::ShadowCastingSetting::try_from_ord(look.shadows);
        if let Some(shadows) = shadows {
            server.instance_geometry_set_cast_shadows_setting(instance, shadows);
        }
        server.instance_geometry_set_transparency(instance, look.transparency);
        self.look = Some(look);
    }

    /// Hands new vertices to the engine.
    pub fn write(&mut self, vertices: &Vertices) {
        let (floats, stride) = (vertices.floats(), vertices.stride());
        let mut server = RenderingServer::singleton();
        for (number, part) in self.parts.iter_mut().enumerate() {
            let span = part.first * stride..(part.first + part.count) * stride;
            let Some(floats) = floats.get(span) else {
                continue;
            };
            fill(part, floats, stride);
            server.mesh_surface_update_vertex_region(
                self.mesh.get_rid(),
                number as i32,
                0,
                &part.buffer,
            );
        }
        let (low, high) = vertices.bounds();
        server.instance_set_custom_aabb(self.instance, convert::bounds(low, high));
        if vertices.origin() != self.origin {
            self.origin = vertices.origin();
            let place = Transform3D::IDENTITY.translated(convert::point(self.origin));
            server.instance_set_transform(self.instance, place);
        }
    }
}

impl Drop for MeshWriter {
    fn drop(&mut self) {
        RenderingServer::singleton().free_rid(self.instance);
    }
}

/// Shows the node's own mesh again.
pub fn show_node(node: &Gd<MeshInstance3D>) {
    let mesh = node.get_mesh().map_or(Rid::Invalid, |mesh| mesh.get_rid());
    RenderingServer::singleton().instance_set_base(node.get_instance(), mesh);
}

/// Makes a surface whose vertices may be written again and again.
fn part(mesh: &mut Gd<ArrayMesh>, geometry: &Geometry, number: usize) -> Result<Part, String> {
    let surface = &geometry.surfaces[number];
    let mut arrays = surface.arrays.duplicate_shallow();
    let mut set = |kind: ArrayType, value: Variant| arrays.set(kind.ord() as usize, &value);
    let span = surface.first..surface.first + surface.count;
    if geometry.normals.is_empty() {
        // Pliant computes them; until the first frame any will do.
        let up: PackedVector3Array = span.map(|_| Vector3::UP).collect();
        set(ArrayType::NORMAL, up.to_variant());
    }
    for kind in [ArrayType::BONES, ArrayType::WEIGHTS] {
        set(kind, Variant::nil());
    }
    let before = mesh.get_surface_count();
    mesh.add_surface_from_arrays_ex(PrimitiveType::TRIANGLES, &arrays.upcast_any_array())
        .flags(ArrayFormat::FLAG_USE_DYNAMIC_UPDATE)
        .done();
    if mesh.get_surface_count() == before {
        return Err(format!("the engine refused surface {number} of the mesh"));
    }
    let has_tangents = !geometry.tangents.is_empty() && surface.has_tangents;
    let stride = if has_tangents { 8 } else { 4 };
    let mut buffer = PackedByteArray::new();
    buffer.resize(surface.count * (PLACE + stride));
    Ok(Part {
        first: surface.first,
        count: surface.count,
        stride,
        buffer,
    })
}

/// Writes positions, then normals and tangents, as the engine's vertex buffers have them.
fn fill(part: &mut Part, floats: &[f32], stride: usize) {
    let (places, rest) = part.buffer.as_mut_slice().split_at_mut(part.count * PLACE);
    let vertices = floats.chunks_exact(stride);
    for (vertex, to) in vertices.clone().zip(places.chunks_exact_mut(PLACE)) {
        for (value, to) in vertex.iter().zip(to.chunks_exact_mut(4)) {
            to.copy_from_slice(&value.to_le_bytes());
        }
    }
    for (vertex, to) in vertices.zip(rest.chunks_exact_mut(part.stride)) {
        to[..4].copy_from_slice(&octahedral::normal([vertex[3], vertex[4], vertex[5]]));
        if part.stride == 8 && stride >= 10 {
            let tangent = [vertex[6], vertex[7], vertex[8], vertex[9]];
            to[4..].copy_from_slice(&octahedral::tangent(tangent));
        }
    }
}
