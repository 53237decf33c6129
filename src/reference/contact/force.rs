//! The force of one contact.

use glam::DVec3;

/// How much of a gap that is too small an epoch puts right.
const REGAIN: f64 = 0.1;

/// A contact at the start of an epoch.
#[derive(Clone, Copy, Debug)]
pub struct Force {
    /// From the second side to the first.
    pub n: DVec3,
    pub gap: f64,
    /// Its multipliers [N]: along n, and of friction.
    pub normal: f64,
    pub tangential: DVec3,
    pub stiffness: f64,
    pub friction: f64,
    /// The distance that contact keeps.
    pub radius: f64,
}

/// What it does where a side has moved so far towards n: along n, and of friction.
pub fn force(contact: &Force, moved: DVec3) -> (f64, DVec3) {
    let along = contact.n.dot(moved);
    let deep = contact.gap - contact.radius;
    let closing = along + if deep > 0.0 { deep } else { REGAIN * deep };
    let normal = contact.normal - contact.stiffness * closing;
    if normal <= 0.0 {
        return (0.0, DVec3::ZERO);
    }
    let tangential = contact.tangential - contact.stiffness * (moved - along * contact.n);
    (
        normal,
        tangential.clamp_length_max(contact.friction * normal),
    )
}
