//! Bodies that press each other, and the motion of some bodies as one.

use glam::{DMat3, DVec3};

/// Sets of bodies: each is named by its lowest body.
pub struct Sets(Vec<usize>);

impl Sets {
    /// Each body is a set of its own.
    pub fn new(count: usize) -> Self {
        Self((0..count).collect())
    }

    pub fn join(&mut self, a: usize, b: usize) {
        let [low, high] = [self.0[a].min(self.0[b]), self.0[a].max(self.0[b])];
        for root in &mut self.0 {
            if *root == high {
                *root = low;
            }
        }
    }

    pub fn root(&self, body: usize) -> usize {
        self.0[body]
    }
}

/// The motion of some particles as one rigid body.
#[derive(Clone, Copy, Debug)]
pub struct Motion {
    pub mass: f64,
    pub centre: DVec3,
    pub velocity: DVec3,
    /// About the centre.
    pub angular_momentum: DVec3,
    pub inertia: DMat3,
}

impl Motion {
    pub fn spin(&self) -> DVec3 {
        self.inertia.inverse() * self.angular_momentum
    }
}

/// The motion of particles: mass, place, velocity of each.
pub fn motion(particles: &[(f64, DVec3, DVec3)]) -> Motion {
    let mass: f64 = particles.iter().map(|p| p.0).sum();
    let mean = |of: fn(&(f64, DVec3, DVec3)) -> DVec3| -> DVec3 {
        particles.iter().map(|p| p.0 / mass * of(p)).sum()
    };
    let (centre, velocity) = (mean(|p| p.1), mean(|p| p.2));
    let (mut angular_momentum, mut inertia) = (DVec3::ZERO, DMat3::ZERO);
    for (m, x, v) in particles {
        let r = *x - centre;
        angular_momentum += *m * r.cross(*v - velocity);
        let [x, y, z] = [r.x, r.y, r.z].map(|k| *m * k * r);
        inertia += *m * r.length_squared() * DMat3::IDENTITY - DMat3::from_cols(x, y, z);
    }
    Motion {
        mass,
        centre,
        velocity,
        angular_momentum,
        inertia,
    }
}
