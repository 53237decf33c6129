//! Vertices and particles of finished steps, mapped or copied.

use super::World;
use super::query::{
    SKIN_BOUNDS, SKIN_VERTICES, corner_of, point, positions_of, report, velocities_of,
};
use super::scene::{Body, Skin};
use crate::desc::PLIANT_MAP_WAIT;
use crate::error::{Error, Result, Status};
use crate::ids::PliantBodyId;
use crate::view::{PliantParticleView, PliantVertexView};
use glam::DVec3;

impl World {
    /// Maps the vertices of one of a body's skins.
    pub fn map_vertices(
        &mut self,
        id: PliantBodyId,
        skin: u32,
        mode: u32,
    ) -> Result<PliantVertexView> {
        let skin = skin_of(self.scene.bodies.get(id)?, skin)?;
        let (slot, stride, vertex_count) = (
            skin.index,
            skin.layout.stride,
            skin.asset.cage_vertices.len() as u32,
        );
        self.maps.make_ready(&mut self.ring)?;
        self.settle(mode)?;
        let place = self
            .skins
            .place(slot)
            .ok_or_else(|| Error::new(Status::Internal, "a skin without a place"))?;
        let frame = self.ring.newest()?;
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
            origin: self.scene.origin.at(number),
            low: point(&words[0..3]),
            high: point(&words[3..6]),
            map: Default::default(),
        };
        view.map = self.maps.insert(frame.hold(), None)?;
        Ok(view)
    }

    /// Maps the particles of a body that was added with `readback_particles`.
    pub fn map_particles(&mut self, id: PliantBodyId, mode: u32) -> Result<PliantParticleView> {
        let body = with_particles(self.scene.bodies.get(id)?)?;
        let (asset, index) = (body.asset.clone(), body.index);
        self.maps.make_ready(&mut self.ring)?;
        self.settle(mode)?;
        let frame = self.ring.newest()?;
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

    /// Waits for the newest step and copies one skin's vertices: bytes in the skin's layout.
    pub fn copy_vertices(&mut self, id: PliantBodyId, skin: u32) -> Result<Vec<u8>> {
        let slot = skin_of(self.scene.bodies.get(id)?, skin)?.index;
        self.settle(PLIANT_MAP_WAIT)?;
        let frame = self.ring.newest()?;
        let place = self
            .skins
            .place(slot)
            .filter(|place| frame.number() >= place.added);
        let bytes = place.and_then(|place| frame.piece(SKIN_VERTICES)?.get(place.vertices));
        bytes
            .map(<[u8]>::to_vec)
            .ok_or_else(|| Error::new(Status::NotReady, "no finished step has the skin yet"))
    }

    /// Waits for the newest step and copies a body's positions [length unit, from the world's origin for render vertices]
    /// and inverse masses [1/kg], by internal index. The body must have been added with `readback_particles`.
    pub fn copy_positions(&mut self, id: PliantBodyId) -> Result<Vec<[f32; 4]>> {
        let index = with_particles(self.scene.bodies.get(id)?)?.index;
        self.settle(PLIANT_MAP_WAIT)?;
        let frame = self.ring.newest()?;
        let found = frame.piece(positions_of(id)).zip(report(&frame, index));
        let (bytes, report) = found.ok_or_else(no_body)?;
        let origin = DVec3::from(self.scene.origin.at(frame.number()));
        let [x, y, z] = (corner_of(report) - origin).as_vec3().to_array();
        let rows: Vec<[f32; 4]> = bytemuck::pod_collect_to_vec(bytes);
        let moved = rows.iter().map(|p| [p[0] + x, p[1] + y, p[2] + z, p[3]]);
        Ok(moved.collect())
    }
}

fn skin_of(body: &Body, skin: u32) -> Result<&Skin> {
    let count = body.skins.len();
    body.skins.get(skin as usize).ok_or_else(|| {
        Error::argument(format!(
            "skin_index is {skin}, but the body has {count} (pliant_body_add_skin adds one)"
        ))
    })
}

/// A body, if its particles are read back.
fn with_particles(body: &Body) -> Result<&Body> {
    match body.data.desc.readback_particles {
        0 => Err(Error::new(
            Status::InvalidState,
            "the body was added without readback_particles; set it to 1 in PliantBodyDesc",
        )),
        _ => Ok(body),
    }
}

fn no_body() -> Error {
    Error::new(Status::NotReady, "no finished step has the body yet")
}
