//! Pushes the engine's rigid bodies by what soft bodies gave their colliders.
//!
//! The library tells the impulses of one step only, the newest that is finished. So that each impulse arrives once,
//! no two steps are on their way while a rigid body is there: the next tick first waits for the step of the last one,
//! which a GPU that keeps up has long finished.

use crate::colliders::{Colliders, Target};
use crate::convert;
use crate::native::World;
use godot::builtin::Vector3;
use godot::classes::PhysicsServer3D;
use godot::obj::{Gd, Singleton};

/// Impulses too small to move anything [N s].
const NOTHING: f32 = 1e-12;

/// An impulse on a collider, and its moment about the collider's origin.
struct Given {
    collider: u64,
    impulse: Vector3,
    twist: Vector3,
}

/// What was pushed already.
#[derive(Default)]
pub struct Push {
    /// The newest step whose impulses were given.
    told: u64,
    given: Vec<Given>,
}

impl Push {
    /// Pushes rigid bodies by what the step `submitted`, the newest one, gave them.
    pub fn push(
        &mut self,
        world: &World,
        colliders: &Colliders,
        submitted: u64,
    ) -> Result<(), String> {
        if submitted == 0 || self.told == submitted || !colliders.has_rigid() {
            self.told = submitted;
            return Ok(());
        }
        let (told, given) = (self.told, &mut self.given);
        given.clear();
        let frame = world.impulses(true, |frame, found| {
            let (impulse, twist) = (
                convert::vector(found.impulse),
                convert::vector(found.angular_impulse),
            );
            let counts = impulse.length_squared() > NOTHING * NOTHING
                || twist.length_squared() > NOTHING * NOTHING;
            if frame > told && counts {
                given.push(Given {
                    collider: found.collider.bits,
                    impulse,
                    twist,
                });
            }
        })?;
        self.told = self.told.max(frame);
        for given in &self.given {
            if let Some(target) = colliders.target(given.collider) {
                apply(target, given);
            }
        }
        Ok(())
    }
}

/// Gives an impulse to a body: through its centre of mass, with the moment that is left.
fn apply(Target { mut body, arm }: Target, given: &Given) {
    body.apply_central_impulse(given.impulse);
    let centre = PhysicsServer3D::singleton()
        .body_get_direct_state(body.get_rid())
        .map_or(Vector3::ZERO, |state: Gd<_>| state.get_center_of_mass());
    body.apply_torque_impulse(given.twist + (arm - centre).cross(given.impulse));
}
