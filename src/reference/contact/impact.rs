//! Newton's law of impact for two rigid bodies (docs/decisions/0041-rebound.md).

use super::island::Motion;
use glam::DVec3;

/// An impact: where two bodies met, and how.
#[derive(Clone, Copy, Debug)]
pub struct Impact {
    /// From the second body to the first.
    pub n: DVec3,
    pub place: DVec3,
    /// How fast the places came together.
    pub approach: f64,
    /// Energy of both motions beside each other when they met.
    pub energy: f64,
    pub restitution: f64,
}

/// How fast the places of two bodies part, and how much an impulse of 1 adds to that.
fn parting(impact: &Impact, [first, second]: [&Motion; 2]) -> (f64, f64) {
    let speed = |m: &Motion| (m.velocity + m.spin().cross(impact.place - m.centre)).dot(impact.n);
    let give = |m: &Motion| {
        let turn = (impact.place - m.centre).cross(impact.n);
        1.0 / m.mass + turn.dot(m.inertia.inverse() * turn)
    };
    (speed(first) - speed(second), give(first) + give(second))
}

/// Energy of two motions beside each other.
pub fn energy([first, second]: [&Motion; 2]) -> f64 {
    let turning = |m: &Motion| 0.5 * m.spin().dot(m.angular_momentum);
    let reduced = 1.0 / (1.0 / first.mass + 1.0 / second.mass);
    let apart = (first.velocity - second.velocity).length_squared();
    0.5 * reduced * apart + turning(first) + turning(second)
}

/// The impulse on the first body that makes the places part with the restitution times the approach; less if that would give
/// the bodies more energy than they came with.
pub fn impulse(impact: &Impact, motions: [&Motion; 2]) -> DVec3 {
    let (speed, give) = parting(impact, motions);
    let left = impact.energy - energy(motions);
    let most = (speed * speed + 2.0 * give * left).max(0.0).sqrt();
    let wanted = (impact.restitution * impact.approach).min(most);
    (wanted - speed).max(0.0) / give * impact.n
}
