//! How a body is added and read.

use super::{
    Model, PLIANT_MODEL_DEFAULT, PLIANT_SELF_CONTACT_DEFAULT, check_events, check_self_contact,
    choices, flag, in_range, one_of, or_default,
};
use crate::error::Result;
use crate::math::{PliantPose, finite};
use serde::{Deserialize, Serialize};

/// Executor: chosen by the body's size, the number of bodies of that size, and the adapter's limits. A software adapter
/// always runs wide.
pub const PLIANT_EXECUTOR_DEFAULT: u32 = 0;
/// Executor: one workgroup owns the body and runs a whole step in one dispatch. On a software adapter, a body with very
/// many sweeps or in a world of many colliders runs wide instead.
pub const PLIANT_EXECUTOR_RESIDENT: u32 = 1;
/// Executor: the body shares wide dispatches with all other large bodies.
pub const PLIANT_EXECUTOR_WIDE: u32 = 2;

/// Body state: simulated.
pub const PLIANT_BODY_ACTIVE: u32 = 0;
/// Body state: stopped, because a position or velocity was no longer finite. Its vertices stay at unspecified finite
/// positions of about that substep. Finite but absurd input (a position of 1e30, an impulse of 1e38) is accepted and leads
/// to this state.
pub const PLIANT_BODY_NOT_FINITE: u32 = 1;
/// Body state: not stepped, because a stable step of this length needs more substeps than a mass-spring body takes. The
/// body does not move until steps are shorter, or it is softer or coarser. The log reports this once.
pub const PLIANT_BODY_TOO_STIFF: u32 = 2;

/// Contact of a body: recovery. The body crosses another body, a mesh, a convex hull or a heightfield, or one is inside
/// the other. The caller put it there, or moved a collider into it faster than it could leave. The two do not block
/// each other; a gentle push separates them until they no longer cross. Other contact is unchanged. Usually no action
/// is needed. If the recovery lasts, place the body elsewhere (`pliant_body_teleport`).
pub const PLIANT_CONTACT_RECOVERING: u32 = 1;
/// Contact of a body: squeezed. Colliders, or a collider and an attachment or fixed vertex, leave the body no room. Its
/// positions stay finite. The body penetrates the colliders as far as it must and leaves them once there is room. Move
/// the colliders apart.
pub const PLIANT_CONTACT_SQUEEZED: u32 = 2;

/// Map mode: wait for the newest submitted step.
pub const PLIANT_MAP_WAIT: u32 = 0;
/// Map mode: the newest submitted step if it is finished, else `PLIANT_NOT_READY`.
pub const PLIANT_MAP_NO_WAIT: u32 = 1;
/// Map mode: the newest finished step, however old; `PLIANT_NOT_READY` only before the first.
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
    /// `PLIANT_EXECUTOR_…`. Default: choose.
    pub executor: u32,
    /// World from body at the start.
    pub pose: PliantPose,
    /// Velocity at the start [length unit/s].
    pub linear_velocity: [f32; 3],
    /// Angular velocity at the start [rad/s], about the centre of mass. A free neo-Hookean body keeps at most 1 rad of
    /// spin per substep: 240 rad/s at 60 Hz with 4 substeps.
    pub angular_velocity: [f32; 3],
    /// Uniform scale of the asset [1]. Range 1e-4 to 1e4. Default (0): 1.
    pub scale: f32,
    /// Substeps of each epoch of a step (`PliantWorldDesc.epochs`). A step has at most 64 (mass-spring: 4096). A
    /// mass-spring body takes more if its stability needs them; if it needs more than 4096, it is not stepped
    /// (`PLIANT_BODY_TOO_STIFF`). Default (0): 1; for cloth, enough for substeps of at most 1 ms.
    pub substeps: u32,
    /// Iterations per substep. Range 1 to 256; neo-Hookean bodies take 1 as 2, one forwards and one backwards. Default
    /// (0): the world's; for cloth, 1. Mass-spring ignores it. At 4 or more, neo-Hookean bodies get coarse corrections,
    /// except while another body or, for a free body, a collider is near (docs/limits.md).
    pub iterations: u32,
    /// Friction coefficient against colliders and other bodies [1]. A contact uses the geometric mean of both.
    /// Range 0 to 10. Default of the init function: 0.5.
    pub friction: f32,
    /// Restitution against colliders and other bodies [1]: after a hit the body leaves along the normal with at least this
    /// fraction of its approach speed. Its own elasticity may return more; speed that unconverged sweeps turned into spin
    /// is not returned. A contact uses the larger value of both. Range 0 to 1. Default 0. If attachments or fixed vertices
    /// hold the body, each vertex that touches a collider bounces by itself, and the body does not bounce off bodies,
    /// meshes, convex hulls and heightfields. Any value above 0 costs the same: some sums over a body during a hit, two
    /// dispatches a step where bodies may touch, and two more per substep for a wide mass-spring body. The first value
    /// above 0 in a world recompiles its kernels in the next step.
    pub restitution: f32,
    /// Layers this body is on, one bit each. Default (0): bit 0.
    pub layers: u32,
    /// Layers of colliders and bodies that this body touches. Two bodies touch if the layers of each are in the mask of the
    /// other. Default (0): all. 0 cannot mean none: to touch nothing, use a layer that nobody's mask has.
    pub mask: u32,
    /// 1 copies particle positions and velocities back each step for `pliant_body_map_particles`. Default 0.
    pub readback_particles: u32,
    /// `PLIANT_MODEL_…`. Default (0): chosen by the asset.
    pub model: u32,
    /// `PLIANT_SELF_CONTACT_…`. Parts that are near each other at rest apply no force to each other. Self-contact costs
    /// as much as contact with a body nearby. Default (0): chosen by the asset.
    pub self_contact: u32,
    /// The model's own struct, such as `PliantNeoHookeanDesc`, from its init function. NULL, or zeros after
    /// `struct_size`, for the defaults. Read during the call, not kept.
    pub model_desc: *const core::ffi::c_void,
    /// For the caller's use; `pliant_body_info` returns it and messages about the body show it.
    pub user_data: u64,
    /// `PLIANT_EVENT_…` bits: which events of its contacts to report, in a world with PLIANT_WORLD_EVENTS. A pair
    /// reports the events that either side asks for. Default 0: none.
    pub events: u32,
    /// Smallest impulse in a step that counts as touching [N s]. If both sides ask for events, the smaller value counts.
    /// Default 0: any.
    pub event_threshold: f32,
    /// Distance that the surface keeps from colliders [length unit]; two bodies keep the sum of theirs. Range 0 to 1e6.
    /// Default (0): a hundredth of the mean edge length from bodies, meshes, convex hulls and heightfields, and 0 from
    /// other colliders. For cloth: the thickness of its model.
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
    /// World from body at the start.
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
    /// Layers this body is on, one bit each. Default (0): bit 0.
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
