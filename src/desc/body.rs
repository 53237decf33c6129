//! How a body is added and read.

use super::{
    Model, PLIANT_MODEL_DEFAULT, PLIANT_SELF_CONTACT_DEFAULT, check_events, check_self_contact,
    choices, flag, in_range, one_of, or_default,
};
use crate::error::Result;
use crate::math::{PliantPose, finite};
use serde::{Deserialize, Serialize};

/// Executor: the library chooses by the body's size, the number of bodies of this size and the adapter's limits. On a
/// software adapter, every body runs wide.
pub const PLIANT_EXECUTOR_DEFAULT: u32 = 0;
/// Executor: one workgroup owns the body and runs a whole step in one dispatch. On a software adapter, a body with very
/// many sweeps, or in a world with many colliders, runs wide instead.
pub const PLIANT_EXECUTOR_RESIDENT: u32 = 1;
/// Executor: the body shares wide dispatches with all other large bodies.
pub const PLIANT_EXECUTOR_WIDE: u32 = 2;

/// Body state: simulated.
pub const PLIANT_BODY_ACTIVE: u32 = 0;
/// Body state: stopped, because a position or velocity was no longer finite. The vertices stay at finite positions of
/// about that substep, which are otherwise unspecified. Finite but absurd input, such as a position of 1e30 or an
/// impulse of 1e38, is accepted and leads to this state.
pub const PLIANT_BODY_NOT_FINITE: u32 = 1;
/// Body state: not stepped. A stable step of this length needs more substeps than a mass-spring body can take. The body
/// does not move until the steps are shorter, or the body is softer or coarser. The log reports the state once.
pub const PLIANT_BODY_TOO_STIFF: u32 = 2;

/// Contact of a body: recovery. The body intersects another body, a mesh, a convex hull or a heightfield, or one object
/// is inside the other. Cause: the caller placed the body there, or moved a collider into the body faster than the body
/// could move away. The two objects do not block each other; a weak push separates the two until they no longer
/// intersect. Other contact is unchanged. Usually no action is needed. If the recovery lasts, place the body elsewhere
/// (`pliant_body_teleport`).
pub const PLIANT_CONTACT_RECOVERING: u32 = 1;
/// Contact of a body: squeezed. Colliders, or a collider and an attachment or fixed vertex, leave the body no room.
/// Positions stay finite. The body penetrates the colliders as far as necessary, and moves out once there is room.
/// Remedy: move the colliders apart.
pub const PLIANT_CONTACT_SQUEEZED: u32 = 2;

/// Map mode: wait for the newest submitted step.
pub const PLIANT_MAP_WAIT: u32 = 0;
/// Map mode: the newest submitted step. If the step is not finished: `PLIANT_NOT_READY`.
pub const PLIANT_MAP_NO_WAIT: u32 = 1;
/// Map mode: the newest finished step, however old. Before the first finished step: `PLIANT_NOT_READY`.
pub const PLIANT_MAP_LATEST: u32 = 2;

const EXECUTORS: &[(u32, &str)] = choices!(
    PLIANT_EXECUTOR_DEFAULT,
    PLIANT_EXECUTOR_RESIDENT,
    PLIANT_EXECUTOR_WIDE
);
const MAP_MODES: &[(u32, &str)] = choices!(PLIANT_MAP_WAIT, PLIANT_MAP_NO_WAIT, PLIANT_MAP_LATEST);

/// How to add a body to a world.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PliantBodyDesc {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// `PLIANT_EXECUTOR_…`. Default (0): the library chooses.
    pub executor: u32,
    /// Pose at the start: world from body.
    pub pose: PliantPose,
    /// Velocity at the start [length unit/s].
    pub linear_velocity: [f32; 3],
    /// Angular velocity at the start [rad/s], about the centre of mass. A free neo-Hookean body keeps a spin of at most
    /// 1 rad per substep: 240 rad/s at 60 Hz with 4 substeps.
    pub angular_velocity: [f32; 3],
    /// Uniform scale of the asset [1]. Range 1e-4 to 1e4. Default (0): 1.
    pub scale: f32,
    /// Substeps per epoch (`PliantWorldDesc.epochs`). A step has at most 64 substeps; for mass-spring, at most 4096. A
    /// mass-spring body takes more substeps than the caller sets if its stability needs them. A body that needs more than
    /// 4096 is not stepped (`PLIANT_BODY_TOO_STIFF`). Default (0): 1; for cloth, as many as keep each substep within 1 ms.
    pub substeps: u32,
    /// Iterations per substep. Range 1 to 256. Default (0): the value of the world; for cloth, 1. A neo-Hookean body
    /// takes 1 as 2: one iteration forwards and one backwards. With 4 or more, a neo-Hookean body gets coarse
    /// corrections, except while another body is near, or a collider is near a free body (docs/limits.md). Mass-spring
    /// bodies ignore the field.
    pub iterations: u32,
    /// Friction coefficient against colliders and other bodies [1]. A contact uses the geometric mean of both values.
    /// Range 0 to 10. Default of the init function: 0.5.
    pub friction: f32,
    /// Restitution against colliders and other bodies [1]. After a hit, the speed of the body along the normal is at
    /// least this fraction of the approach speed. The elasticity of the body may return more. Speed that unconverged
    /// sweeps turned into spin is not returned. A contact uses the larger of both values. Range 0 to 1. Default 0.
    ///
    /// If attachments or fixed vertices hold the body, each vertex that touches a collider bounces alone. Such a body
    /// does not bounce off bodies, meshes, convex hulls and heightfields.
    ///
    /// Every value above 0 has the same cost: sums over the body during a hit, two dispatches a step where bodies may
    /// touch, and two more per substep for a wide mass-spring body. After the first value above 0 in a world, the next
    /// step recompiles the world's kernels.
    pub restitution: f32,
    /// Layers that this body is on, one bit each. Default (0): bit 0.
    pub layers: u32,
    /// Layers of colliders and bodies that this body touches. Two bodies touch if the mask of each contains a layer of
    /// the other. Default (0): all layers. 0 cannot mean no layer: to touch nothing, use a layer that is in no mask.
    pub mask: u32,
    /// 1: each step copies the positions and velocities of the particles back, for `pliant_body_map_particles`. Default 0.
    pub readback_particles: u32,
    /// `PLIANT_MODEL_…`. Default (0): the asset chooses.
    pub model: u32,
    /// `PLIANT_SELF_CONTACT_…`. Parts that are near each other at rest apply no force to each other. Self-contact costs
    /// as much as contact with another body nearby. Default (0): the asset chooses.
    pub self_contact: u32,
    /// Parameters of the model: its struct, such as `PliantNeoHookeanDesc`, from the init function of the struct. NULL,
    /// or zeros after `struct_size`: the defaults. Read during the call, not kept.
    pub model_desc: *const core::ffi::c_void,
    /// For the caller's use: a value that `pliant_body_info` returns and messages about the body show.
    pub user_data: u64,
    /// `PLIANT_EVENT_…` bits: the events that the body's contacts report, in a world with `PLIANT_WORLD_EVENTS`. A pair
    /// reports an event if either side asks for the event. Default 0: no events.
    pub events: u32,
    /// Smallest impulse in a step that counts as touching [N s]. If both sides ask for events, the smaller value
    /// counts. Default 0: any impulse.
    pub event_threshold: f32,
    /// Distance that the surface keeps from colliders [length unit]. Two bodies keep the sum of their distances. Range
    /// 0 to 1e6. Default (0): a hundredth of the mean edge length from bodies, meshes, convex hulls and heightfields; 0
    /// from other colliders. Default (0) for cloth: the thickness of the model.
    pub thickness: f32,
    /// Reserved, zero.
    pub reserved: u32,
}

impl Default for PliantBodyDesc {
    fn default() -> Self {
        Self {
            struct_size: size_of::<Self>() as u32,
            executor: PLIANT_EXECUTOR_DEFAULT,
            pose: PliantPose::default(),
            linear_velocity: [0.0; 3],
            angular_velocity: [0.0; 3],
            scale: 1.0,
            substeps: 0,
            iterations: 0,
            friction: 0.5,
            restitution: 0.0,
            layers: 1,
            mask: u32::MAX,
            readback_particles: 0,
            model: PLIANT_MODEL_DEFAULT,
            self_contact: PLIANT_SELF_CONTACT_DEFAULT,
            model_desc: std::ptr::null(),
            user_data: 0,
            events: 0,
            event_threshold: 0.0,
            thickness: 0.0,
            reserved: 0,
        }
    }
}

/// A `PliantBodyDesc` that owns its model. Fields are those of the description.
#[allow(missing_docs)]
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct BodyOptions {
    /// `PLIANT_EXECUTOR_…`.
    pub executor: u32,
    /// Pose at the start: world from body.
    pub pose: PliantPose,
    /// Velocity at the start [length unit/s].
    pub linear_velocity: [f32; 3],
    /// Angular velocity at the start [rad/s], about the centre of mass.
    pub angular_velocity: [f32; 3],
    /// Uniform scale of the asset [1]. Range 1e-4 to 1e4. Default (0): 1.
    pub scale: f32,
    /// Substeps of each epoch; for mass-spring the least number. Default (0): one, or what stability needs.
    pub substeps: u32,
    /// Iterations per substep. Range 1 to 256; neo-Hookean bodies take 1 as 2, one forwards and one backwards. Default
    /// (0): the world's.
    pub iterations: u32,
    /// Friction coefficient [1]. Range 0 to 10.
    pub friction: f32,
    /// Restitution against colliders [1]. Range 0 to 1.
    pub restitution: f32,
    /// Layers that this body is on, one bit each. Default (0): bit 0.
    pub layers: u32,
    /// Layers of colliders and bodies that this body touches. Default (0): all, see `PliantBodyDesc`.
    pub mask: u32,
    /// 1 copies particle positions and velocities back each step.
    pub readback_particles: u32,
    /// What moves it, with the parameters.
    pub model: Model,
    /// `PLIANT_SELF_CONTACT_…`.
    pub self_contact: u32,
    /// For the caller's use.
    pub user_data: u64,
    /// `PLIANT_EVENT_…` bits.
    pub events: u32,
    /// The least impulse in a step that counts as touching [N s].
    pub event_threshold: f32,
    /// Distance that the surface keeps from colliders, and its part of that from bodies [length unit]. Default (0): by model.
    pub thickness: f32,
}

impl Default for BodyOptions {
    /// What `pliant_body_desc_init` gives, as a neo-Hookean solid.
    fn default() -> Self {
        Self::new(&PliantBodyDesc::default(), Model::default())
    }
}

impl BodyOptions {
    /// A description with this model. Its own `model` and `model_desc` are not read: the model is passed beside it.
    pub fn new(desc: &PliantBodyDesc, model: Model) -> Self {
        Self {
            executor: desc.executor,
            pose: desc.pose,
            linear_velocity: desc.linear_velocity,
            angular_velocity: desc.angular_velocity,
            scale: desc.scale,
            substeps: desc.substeps,
            iterations: desc.iterations,
            friction: desc.friction,
            restitution: desc.restitution,
            layers: desc.layers,
            mask: desc.mask,
            readback_particles: desc.readback_particles,
            model,
            self_contact: desc.self_contact,
            user_data: desc.user_data,
            events: desc.events,
            event_threshold: desc.event_threshold,
            thickness: desc.thickness,
        }
    }

    /// Validates, normalises the rotation and fills in defaults. Substeps and iterations stay 0 where the world
    /// decides. Fails with `InvalidArgument` for a value out of range or not finite.
    pub fn checked(&self) -> Result<Self> {
        let options = Self {
            pose: self.pose.checked("pose")?,
            scale: or_default(self.scale, 1.0),
            layers: or_default(self.layers, 1),
            mask: or_default(self.mask, u32::MAX),
            model: self.model.checked()?,
            ..*self
        };
        one_of("executor", options.executor, EXECUTORS)?;
        finite(&options.linear_velocity, "linear_velocity")?;
        finite(&options.angular_velocity, "angular_velocity")?;
        in_range("scale", options.scale, 1e-4, 1e4)?;
        check_schedule(&options.model, options.substeps, options.iterations)?;
        in_range("friction", options.friction, 0.0, 10.0)?;
        in_range("restitution", options.restitution, 0.0, 1.0)?;
        flag("readback_particles", options.readback_particles)?;
        check_self_contact(options.self_contact)?;
        check_events(options.events, options.event_threshold)?;
        in_range("thickness", options.thickness, 0.0, 1e6)?;
        Ok(options)
    }
}

/// Fails when substeps or iterations exceed the model's limits. Zero means "choose for me".
pub fn check_schedule(model: &Model, substeps: u32, iterations: u32) -> Result<()> {
    in_range("substeps", substeps, 0, model.most_substeps())?;
    in_range("iterations", iterations, 0, 256)
}

/// Fails unless `mode` is a `PLIANT_MAP_…` value.
pub fn check_map_mode(mode: u32) -> Result<()> {
    one_of("mode", mode, MAP_MODES)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Status;

    #[test]
    fn the_limit_of_substeps_is_the_models() {
        for model in Model::all() {
            let most = model.most_substeps();
            assert!(check_schedule(&model, most, 0).is_ok());
            let error = check_schedule(&model, most + 1, 0).unwrap_err();
            assert!(error.message.contains("substeps"), "{}", error.message);
        }
    }

    fn zeros() -> BodyOptions {
        BodyOptions {
            pose: PliantPose {
                position: [0.0; 3],
                rotation: [0.0; 4],
            },
            scale: 0.0,
            friction: 0.0,
            layers: 0,
            mask: 0,
            ..BodyOptions::default()
        }
    }

    #[test]
    fn a_body_of_zeros_is_valid_and_checking_twice_changes_nothing() {
        let once = zeros().checked().unwrap();
        assert_eq!((once.scale, once.layers, once.mask), (1.0, 1, u32::MAX));
        assert_eq!(once.friction, 0.0);
        assert_eq!(once.checked().unwrap(), once);
    }

    #[test]
    fn each_number_out_of_range_is_named() {
        const NAN: f32 = f32::NAN;
        type Change = fn(&mut BodyOptions);
        let cases: [(&str, Change); 15] = [
            ("pose.position", |o| o.pose.position[0] = f64::NAN),
            ("executor", |o| o.executor = 3),
            ("linear_velocity", |o| o.linear_velocity[1] = NAN),
            ("angular_velocity", |o| o.angular_velocity[2] = NAN),
            ("scale", |o| o.scale = 1e5),
            ("substeps", |o| o.substeps = 65),
            ("iterations", |o| o.iterations = 257),
            ("friction", |o| o.friction = -0.1),
            ("restitution", |o| o.restitution = 1.1),
            ("readback_particles", |o| o.readback_particles = 2),
            ("self_contact", |o| o.self_contact = 3),
            ("events", |o| o.events = 16),
            ("event_threshold", |o| o.event_threshold = -1.0),
            ("thickness", |o| o.thickness = -0.1),
            ("model_desc.young_modulus", |o| {
                let Model::NeoHookean(desc) = &mut o.model else {
                    panic!("another default");
                };
                desc.young_modulus = 0.5;
            }),
        ];
        for (name, change) in cases {
            let mut options = BodyOptions::default();
            change(&mut options);
            let error = options.checked().unwrap_err();
            assert_eq!(error.status, Status::InvalidArgument);
            assert!(error.message.starts_with(name), "{}", error.message);
        }
    }

    #[test]
    fn mass_spring_bodies_may_ask_for_many_substeps() {
        let options = BodyOptions {
            model: crate::desc::PliantMassSpringDesc::default().into(),
            substeps: 4096,
            ..Default::default()
        };
        assert_eq!(options.checked().unwrap().substeps, 4096);
    }
}
