//! How rigid bodies stand and move, as of the newest finished step.

use super::World;
use super::query::{corner_of, report};
use crate::error::{Error, Result, Status};
use crate::ids::PliantBodyId;
use crate::material::Hook;
use crate::math::PliantPose;
use crate::share::REPORT_RIGID;
use crate::view::PliantBodyMotion;
use glam::{DVec3, Vec3};

impl World {
    /// How a rigid body stands and moves after the newest finished step. Never waits.
    pub fn body_motion(&mut self, id: PliantBodyId) -> Result<PliantBodyMotion> {
        let body = self.scene.bodies.get(id)?;
        if body.solver.needs != Hook::Rigid {
            let model = body.data.desc.model.shown();
            let why =
                format!("the body's model is {model}: only one of PLIANT_MODEL_RIGID has a pose");
            return Err(Error::new(Status::InvalidState, why));
        }
        let (index, jumped) = (body.index, body.data.jumped);
        self.check()?;
        self.context.poll()?;
        let absent = || Error::new(Status::NotReady, "no finished step has the body yet");
        let frame = self.ring.newest().map_err(|_| absent())?;
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
