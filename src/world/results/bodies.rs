//! State and motion of bodies as of the newest finished step.

use super::Results;
use super::keys::report;
use crate::desc::{
    PLIANT_BODY_ACTIVE, PLIANT_BODY_NOT_FINITE, PLIANT_BODY_TOO_STIFF, PLIANT_EXECUTOR_RESIDENT,
    PLIANT_EXECUTOR_WIDE,
};
use crate::element::OF_VOLUME;
use crate::error::{Error, Result, Status};
use crate::ids::PliantBodyId;
use crate::math::PliantPose;
use crate::share::{
    self, NEARBY_ALL, REPORT_CLAMPED, REPORT_CONTACT_FAULTS, REPORT_HIGH, REPORT_LOW, REPORT_NEAR,
    REPORT_PRESSURE, REPORT_RECOVERS, REPORT_RIGID, REPORT_RISES, REPORT_SQUEEZED, REPORT_STATUS,
    REPORT_SUBSTEP, REPORT_TOUCHING, REPORT_VOLUME,
};
use crate::view::{PliantBodyInfo, PliantBodyMotion};
use crate::world::planner::Planner;
use crate::world::queue::Queue;
use crate::world::scene::Scene;
use crate::world::store::Store;
use crate::world::store::report::{corner_of, point};
use glam::{DVec3, Vec3};

impl Results {
    /// Properties and state of a body as of the newest finished step.
    pub fn body_info(
        &self,
        id: PliantBodyId,
        scene: &Scene,
        (store, planner): (&Store, &Planner),
        queue: &mut Queue,
    ) -> Result<PliantBodyInfo> {
        let body = scene.body(id)?;
        let resident = planner.is_resident(body.index);
        let desc = &body.data.desc;
        let mut info = PliantBodyInfo {
            struct_size: size_of::<PliantBodyInfo>() as u32,
            state: if body.is_too_stiff {
                PLIANT_BODY_TOO_STIFF
            } else {
                PLIANT_BODY_ACTIVE
            },
            vertex_count: body.asset.rest_positions.len() as u32,
            tet_count: body.asset.tets.len() as u32,
            user_data: desc.user_data,
            substeps: body.substeps,
            iterations: body.iterations(self.options.iterations),
            executor: if resident {
                PLIANT_EXECUTOR_RESIDENT
            } else {
                PLIANT_EXECUTOR_WIDE
            },
            mass: body.mass,
            model: desc.model.number(),
            ..Default::default()
        };
        let (index, jumped) = (body.index, body.data.jumped);
        let Ok(frame) = queue.newest() else {
            return Ok(info);
        };
        if let Some(words) = report(&frame, index).filter(|_| frame.number() >= jumped) {
            info.frame = frame.number();
            if words[REPORT_STATUS as usize] != 0 {
                info.state = PLIANT_BODY_NOT_FINITE;
            }
            info.stopped_substep = words[REPORT_SUBSTEP as usize];
            info.touching_vertex_count = words[REPORT_TOUCHING as usize];
            info.clamped_vertex_count = words[REPORT_CLAMPED as usize];
            info.energy_rise_count = words[REPORT_RISES as usize];
            // Where bodies do not touch, none looks whether they still cross.
            let known = if store.contacts().nearby_room > 0 {
                REPORT_RECOVERS
            } else {
                0
            };
            info.contact = words[REPORT_CONTACT_FAULTS as usize] & (known | REPORT_SQUEEZED);
            info.near_collider_count = near_colliders(store.record(), words).0;
            info.low = world_point(words, REPORT_LOW);
            info.high = world_point(words, REPORT_HIGH);
            if desc.model.kinds() & OF_VOLUME != 0 {
                [info.pressure, info.volume] = inside(words, self.options.length_unit_m);
            }
        }
        Ok(info)
    }

    /// How a rigid body stands and moves after the newest finished step. Never waits.
    pub fn body_motion(
        id: PliantBodyId,
        scene: &Scene,
        queue: &mut Queue,
    ) -> Result<PliantBodyMotion> {
        let body = scene.body(id)?;
        body.check_rigid()?;
        let (index, jumped) = (body.index, body.data.jumped);
        let absent = || Error::new(Status::NotReady, "no finished step has the body yet");
        let frame = queue.newest().map_err(|_| absent())?;
        let number = frame.number();
        let words = report(&frame, index).filter(|_| number >= jumped);
        let words = words.ok_or_else(absent)?;
        let float = |k: usize| f32::from_bits(words[REPORT_RIGID as usize + k]);
        let vector = |k: usize| Vec3::new(float(k), float(k + 1), float(k + 2));
        let rotation = [float(3), float(4), float(5), float(6)];
        if rotation == [0.0; 4] {
            return Err(absent()); // it was of another model in that step
        }
        let place: DVec3 = corner_of(words) + vector(0).as_dvec3();
        Ok(PliantBodyMotion {
            struct_size: size_of::<PliantBodyMotion>() as u32,
            reserved: 0,
            frame: number,
            pose: PliantPose {
                position: place.to_array(),
                rotation,
            },
            linear_velocity: vector(7).to_array(),
            angular_velocity: vector(10).to_array(),
        })
    }
}

/// How many bounded colliders a body looked at, by its report, and whether that was all of them for want of a list.
pub fn near_colliders(record: &share::World, report: &[u32]) -> (u32, bool) {
    let bounded = record.colliders - record.half_spaces;
    match report[REPORT_NEAR as usize] {
        _ if bounded == 0 => (0, false), // nobody looks, and the word is old
        NEARBY_ALL => (bounded, true),
        count => (count, false),
    }
}

/// Pressure [Pa] and volume [length unit³] inside a closed sheet.
fn inside(report: &[u32], length_unit_m: f32) -> [f32; 2] {
    let float = |word: u32| f32::from_bits(report[word as usize]);
    [float(REPORT_PRESSURE) / length_unit_m, float(REPORT_VOLUME)]
}

/// A corner of a body's bounds in the world.
fn world_point(report: &[u32], corner: u32) -> [f64; 3] {
    let inside = point(&report[corner as usize..]).map(f64::from);
    (corner_of(report) + DVec3::from(inside)).to_array()
}
