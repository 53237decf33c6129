//! Queries of convex solids, by their distance alone.

use super::{Nearest, Shape};
use glam::{DQuat, DVec3};

/// Steps of a search. Each ends early, but where the answer is on a knife's edge.
const STEPS: usize = 200;
/// Projections between two solids: they close in slowly where the nearest points lie far aside.
const PROJECTIONS: usize = 10_000;

/// A shape somewhere in the world.
#[derive(Clone, Copy, Debug)]
pub struct Placed {
    /// Which.
    pub shape: Shape,
    /// As its file says [length unit].
    pub size: DVec3,
    /// Where its frame is [length unit].
    pub position: DVec3,
    /// World from frame.
    pub rotation: DQuat,
}

impl Placed {
    /// The nearest surface point, with a normal in the world.
    pub fn distance(&self, point: DVec3) -> Nearest {
        let inside = self.rotation.inverse() * (point - self.position);
        let near = self.shape.distance(self.size, inside);
        Nearest {
            normal: self.rotation * near.normal,
            ..near
        }
    }

    /// How far along a ray, and with which normal, the solid begins: at its start if that is inside. Planes that touch
    /// the solid part the ray's point from it, so each is where the ray may go to (Mirtich 1996).
    pub fn ray(&self, origin: DVec3, direction: DVec3, length: f64) -> Option<(f64, DVec3)> {
        let mut t = 0.0;
        for _ in 0..STEPS {
            let near = self.distance(origin + t * direction);
            if near.distance <= 1e-9 * (1.0 + t) {
                return Some((t, near.normal));
            }
            let approach = -near.normal.dot(direction);
            if approach <= 0.0 {
                return None;
            }
            t += near.distance / approach;
            if t > length {
                return None;
            }
        }
        None
    }

    /// Whether two solids meet, `other` one with bounds: projections onto one and the other in turn end at their nearest
    /// points (Cheney and Goldstein 1959).
    pub fn overlaps(&self, other: &Placed) -> bool {
        let mut point = other.position;
        let size = other.size.max_element();
        for _ in 0..PROJECTIONS {
            let here = self.distance(point);
            if here.distance <= 1e-7 * size {
                return true;
            }
            let on_self = point - here.distance * here.normal;
            let there = other.distance(on_self);
            if there.distance <= 1e-7 * size {
                return true;
            }
            let next = on_self - there.distance * there.normal;
            if next.distance(point) <= 1e-10 * size {
                return false;
            }
            point = next;
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placed(shape: Shape, size: [f64; 3], position: [f64; 3], angle: f64) -> Placed {
        Placed {
            shape,
            size: DVec3::from(size),
            position: DVec3::from(position),
            rotation: DQuat::from_rotation_z(angle),
        }
    }

    /// Closed forms of ball, half-space and box; 1e-7 is the length of the last step near a ball's surface.
    #[test]
    fn a_ray_ends_where_a_solid_begins() {
        let ball = placed(Shape::Sphere, [2.0, 0.0, 0.0], [5.0, 0.0, 0.0], 0.3);
        let aim = |y: f64| ball.ray(DVec3::new(0.0, y, 0.0), DVec3::X, 10.0);
        for y in [0.0, 0.5, 1.9, 1.999] {
            let (t, normal) = aim(y).expect("a hit");
            assert!((t - (5.0 - (4.0 - y * y).sqrt())).abs() < 1e-6, "{y}: {t}");
            assert!((normal.y - 0.5 * y).abs() < 1e-6);
        }
        assert!(aim(2.001).is_none() && ball.ray(DVec3::ZERO, DVec3::X, 2.9).is_none());
        assert!(ball.ray(DVec3::ZERO, -DVec3::X, 10.0).is_none());
        assert_eq!(
            ball.ray(DVec3::new(5.0, 1.0, 0.0), DVec3::X, 1.0)
                .expect("inside")
                .0,
            0.0
        );
        let ground = placed(Shape::Plane, [0.0; 3], [0.0, -1.0, 0.0], 0.0);
        let (t, normal) = ground
            .ray(DVec3::ZERO, DVec3::new(0.6, -0.8, 0.0), 9.0)
            .expect("a hit");
        assert!((t - 1.25).abs() < 1e-9 && normal == DVec3::Y);
        let turned = placed(
            Shape::Cuboid,
            [1.0; 3],
            [4.0, 0.0, 0.0],
            std::f64::consts::FRAC_PI_4,
        );
        let (t, _) = turned
            .ray(DVec3::new(0.0, 0.1, 0.0), DVec3::X, 9.0)
            .expect("a hit");
        assert!((t - (4.0 - 2.0_f64.sqrt() + 0.1)).abs() < 1e-6, "{t}");
    }

    #[test]
    fn solids_overlap_where_their_gap_is_gone() {
        let cube = placed(
            Shape::Cuboid,
            [1.0; 3],
            [0.0; 3],
            std::f64::consts::FRAC_PI_4,
        );
        for (x, meets) in [(0.1, true), (2.90, true), (2.92, false)] {
            let ball = placed(Shape::Sphere, [1.5, 0.0, 0.0], [x, 0.0, 0.0], 0.0);
            assert_eq!(cube.overlaps(&ball), meets, "{x}");
            assert_eq!(ball.overlaps(&cube), meets, "{x}");
        }
        let ground = placed(Shape::Plane, [0.0; 3], [0.0; 3], 0.0);
        for (y, meets) in [(1.41, true), (1.42, false)] {
            assert_eq!(
                ground.overlaps(&Placed {
                    position: DVec3::new(3.0, y, 0.0),
                    ..cube
                }),
                meets
            );
        }
        let capsule = |y| placed(Shape::Capsule, [0.5, 1.0, 0.0], [0.0, y, 0.0], 1.0);
        // Its lower end is cos 1 below the middle.
        let low = 0.5 + 1.0_f64.cos();
        assert!(ground.overlaps(&capsule(low - 1e-3)) && !ground.overlaps(&capsule(low + 1e-3)));
    }
}
