//! The rigid motion that a deformed body is nearest to, so that its node can follow.

use glam::{Mat3, Quat, Vec3};

/// The most turns of the fit: it ends where it stands still, from a guess nearby after one or two.
const TURNS: usize = 64;

/// The rotation that takes rest places nearest to places of now, in the least squares of both about their means, where
/// `sum` is Σ now · restᵀ. `guess`: of the frame before. (Müller, Bender, Chentanez, Macklin: A robust method to
/// extract the rotational part of deformations, MIG 2016.)
pub fn rotation(sum: Mat3, guess: Quat) -> Quat {
    let mut found = guess;
    let small = 1e-9 * (sum.x_axis.length() + sum.y_axis.length() + sum.z_axis.length());
    for _ in 0..TURNS {
        let axes = Mat3::from_quat(found);
        let twist = axes.x_axis.cross(sum.x_axis)
            + axes.y_axis.cross(sum.y_axis)
            + axes.z_axis.cross(sum.z_axis);
        let along =
            axes.x_axis.dot(sum.x_axis) + axes.y_axis.dot(sum.y_axis) + axes.z_axis.dot(sum.z_axis);
        let turn = twist / (along.abs() + small + f32::MIN_POSITIVE);
        found = (Quat::from_scaled_axis(turn) * found).normalize();
        if turn.length_squared() < 1e-14 {
            break;
        }
    }
    found
}

/// Sums over pairs of a rest place and a place of now.
pub struct Fit {
    rest_mean: Vec3,
    now_mean: Vec3,
    sum: Mat3,
}

impl Fit {
    /// Of places of now, `now(i)` for each rest place i. Give some hundred of them.
    pub fn new(rest: &[Vec3], now: impl Fn(usize) -> Vec3) -> Self {
        let share = 1.0 / rest.len().max(1) as f32;
        let rest_mean = rest.iter().sum::<Vec3>() * share;
        let now_mean = (0..rest.len()).map(&now).sum::<Vec3>() * share;
        let sum = rest
            .iter()
            .enumerate()
            .fold(Mat3::ZERO, |sum, (at, place)| {
                let (from, to) = (*place - rest_mean, now(at) - now_mean);
                sum + Mat3::from_cols(to * from.x, to * from.y, to * from.z)
            });
        Self {
            rest_mean,
            now_mean,
            sum,
        }
    }

    /// Rotation and translation: a rest place p, scaled, goes to rotation · scale · p + translation.
    pub fn motion(&self, scale: f32, guess: Quat) -> (Quat, Vec3) {
        let turn = rotation(self.sum, guess);
        (turn, self.now_mean - turn * (self.rest_mean * scale))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corners() -> Vec<Vec3> {
        let bits = 0..8u32;
        bits.map(|n| {
            Vec3::new(
                (n & 1) as f32,
                (n >> 1 & 1) as f32 * 2.0,
                (n >> 2) as f32 * 3.0,
            )
        })
        .collect()
    }

    #[test]
    fn a_rigid_motion_is_found_from_any_guess() {
        let rest = corners();
        for angle in [0.1f32, 1.5, 3.0] {
            let turn = Quat::from_axis_angle(Vec3::new(1.0, -2.0, 0.5).normalize(), angle);
            let to = Vec3::new(4.0, 5.0, -6.0);
            let fit = Fit::new(&rest, |n| turn * (rest[n] * 1.5) + to);
            let (found, place) = fit.motion(1.5, Quat::IDENTITY);
            assert!(
                found.dot(turn).abs() > 1.0 - 1e-6,
                "{angle}: {found} {turn}"
            );
            // Errors of f32 on coordinates below 10.
            assert!((place - to).length() < 1e-5, "{angle}: {place}");
        }
    }

    #[test]
    fn a_stretch_does_not_turn() {
        let rest = corners();
        let fit = Fit::new(&rest, |n| rest[n] * Vec3::new(1.3, 0.6, 1.0));
        let (found, _) = fit.motion(1.0, Quat::from_rotation_y(0.4));
        assert!(found.dot(Quat::IDENTITY).abs() > 1.0 - 1e-6, "{found}");
    }

    #[test]
    fn a_flat_sheet_turns_too() {
        let rest: Vec<Vec3> = corners().iter().map(|p| Vec3::new(p.x, 0.0, p.z)).collect();
        let turn = Quat::from_rotation_x(2.0);
        let (found, _) = Fit::new(&rest, |n| turn * rest[n]).motion(1.0, Quat::IDENTITY);
        assert!(found.dot(turn).abs() > 1.0 - 1e-6, "{found}");
    }

    #[test]
    fn one_place_has_no_rotation() {
        let (turn, place) = Fit::new(&[Vec3::ONE], |_| Vec3::ZERO).motion(1.0, Quat::IDENTITY);
        assert!(turn.is_finite() && place.is_finite());
    }
}
