//! Vertices and particles of finished steps, mapped or copied.

use super::Results;
use super::keys::{SKIN_BOUNDS, SKIN_VERTICES, positions_of, report, velocities_of};
use crate::error::{Error, Result, Status};
use crate::ids::PliantBodyId;
use crate::skin::Skins;
use crate::view::{PliantParticleView, PliantVertexView};
use crate::world::queue::Queue;
use crate::world::scene::Scene;
use crate::world::store::report::{corner_of, point};
use glam::DVec3;

impl Results {
    /// Maps the vertices of one of a body's skins.
    pub fn map_vertices(
        &self,
        (id, skin): (PliantBodyId, u32),
        (scene, skins): (&Scene, &Skins),
        queue: &mut Queue,
    ) -> Result<PliantVertexView> {
        let skin = scene.body(id)?.skin(skin)?;
        let (slot, stride, vertex_count) = (
            skin.index,
            skin.layout.stride,
            skin.asset.cage_vertices.len() as u32,
        );
        let place = skins
            .place(slot)
            .ok_or_else(|| Error::new(Status::Internal, "a skin without a place"))?;
        let frame = queue.newest()?;
        let number = frame.number();
        let absent = || {
            Error::new(
                Status::NotReady,
                format!("step {number} was queued before the skin was added"),
            )
        };
        if number < place.added {
            return Err(absent());
        }
        let data = frame
            .piece(SKIN_VERTICES)
            .and_then(|p| p.get(place.vertices.clone()))
            .ok_or_else(absent)?;
        let bounds = frame
            .piece(SKIN_BOUNDS)
            .and_then(|p| p.get(place.bounds.clone()))
            .ok_or_else(absent)?;
        let words: Vec<u32> = bytemuck::pod_collect_to_vec(bounds);
        let mut view = PliantVertexView {
            struct_size: size_of::<PliantVertexView>() as u32,
            stride,
            vertex_count,
            reserved: 0,
            frame: number,
            data: data.as_ptr(),
            byte_count: data.len() as u64,
            origin: scene.origin().at(number),
            low: point(&words[0..3]),
            high: point(&words[3..6]),
            map: Default::default(),
        };
        view.map = self.maps.insert(frame.hold(), None)?;
        Ok(view)
    }

    /// Maps the particles of a body that was added with `readback_particles`.
    pub fn map_particles(
        &self,
        id: PliantBodyId,
        scene: &Scene,
        queue: &mut Queue,
    ) -> Result<PliantParticleView> {
        let body = scene.body(id)?;
        body.check_particles()?;
        let (asset, index) = (body.asset.clone(), body.index);
        let frame = queue.newest()?;
        let positions = frame.piece(positions_of(id)).ok_or_else(no_body)?.as_ptr();
        let velocities = frame.piece(velocities_of(id)).ok_or_else(no_body)?.as_ptr();
        let origin = report(&frame, index).map(corner_of).ok_or_else(no_body)?;
        let mut view = PliantParticleView {
            struct_size: size_of::<PliantParticleView>() as u32,
            vertex_count: asset.rest_positions.len() as u32,
            frame: frame.number(),
            origin: origin.to_array(),
            positions: positions.cast(),
            velocities: velocities.cast(),
            internal_from_user: asset.internal_from_user.as_ptr(),
            user_vertex_count: asset.internal_from_user.len() as u32,
            reserved: 0,
            map: Default::default(),
        };
        // The index map must outlive the body.
        view.map = self.maps.insert(frame.hold(), Some(asset))?;
        Ok(view)
    }

    /// A copy of one skin's vertices: bytes in the skin's layout.
    pub fn copy_vertices(
        (id, skin): (PliantBodyId, u32),
        (scene, skins): (&Scene, &Skins),
        queue: &mut Queue,
    ) -> Result<Vec<u8>> {
        let slot = scene.body(id)?.skin(skin)?.index;
        let frame = queue.newest()?;
        let place = skins
            .place(slot)
            .filter(|place| frame.number() >= place.added);
        let bytes = place.and_then(|place| frame.piece(SKIN_VERTICES)?.get(place.vertices));
        bytes
            .map(<[u8]>::to_vec)
            .ok_or_else(|| Error::new(Status::NotReady, "no finished step has the skin yet"))
    }

    /// A copy of a body's positions [length unit, from the world's origin for render vertices] and inverse masses [1/kg],
    /// by internal index. The body must have been added with `readback_particles`.
    pub fn copy_positions(
        id: PliantBodyId,
        scene: &Scene,
        queue: &mut Queue,
    ) -> Result<Vec<[f32; 4]>> {
        let body = scene.body(id)?;
        body.check_particles()?;
        let index = body.index;
        let frame = queue.newest()?;
        let found = frame.piece(positions_of(id)).zip(report(&frame, index));
        let (bytes, report) = found.ok_or_else(no_body)?;
        let origin = DVec3::from(scene.origin().at(frame.number()));
        let [x, y, z] = (corner_of(report) - origin).as_vec3().to_array();
        let rows: Vec<[f32; 4]> = bytemuck::pod_collect_to_vec(bytes);
        let moved = rows.iter().map(|p| [p[0] + x, p[1] + y, p[2] + z, p[3]]);
        Ok(moved.collect())
    }
}

fn no_body() -> Error {
    Error::new(Status::NotReady, "no finished step has the body yet")
}
