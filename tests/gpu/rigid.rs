//! The rigid motion of a body with the same momenta as its particles.

use glam::{DMat3, DVec3};

pub struct Rigid {
    pub mass: f64,
    pub centre: DVec3,
    pub velocity: DVec3,
    pub spin: DVec3,
    pub inertia: DMat3,
}

impl Rigid {
    /// Of particles: mass, position, velocity.
    pub fn of(particles: &[(f64, DVec3, DVec3)]) -> Self {
        let mass: f64 = particles.iter().map(|(m, _, _)| m).sum();
        let mean = |of: fn(&(f64, DVec3, DVec3)) -> DVec3| {
            particles.iter().map(|p| p.0 * of(p)).sum::<DVec3>() / mass
        };
        let (centre, velocity) = (mean(|p| p.1), mean(|p| p.2));
        let (mut inertia, mut momentum) = (DMat3::ZERO, DVec3::ZERO);
        for (m, x, v) in particles {
            let r = x - centre;
            let outer = DMat3::from_cols(r * r.x, r * r.y, r * r.z);
            inertia += *m * (DMat3::from_diagonal(DVec3::splat(r.length_squared())) - outer);
            momentum += *m * r.cross(v - velocity);
        }
        let spin = inertia.inverse() * momentum;
        Self {
            mass,
            centre,
            velocity,
            spin,
            inertia,
        }
    }

    pub fn kinetic(&self) -> f64 {
        0.5 * self.mass * self.velocity.length_squared()
            + 0.5 * self.spin.dot(self.inertia * self.spin)
    }

    /// The velocity of a point that moves with it.
    pub fn velocity_at(&self, x: DVec3) -> DVec3 {
        self.velocity + self.spin.cross(x - self.centre)
    }
}
