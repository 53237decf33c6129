//! The camera: where the picture is taken from, and where points land in it.

use crate::bounds::Bounds;
use glam::camera::rh::{proj::directx::perspective_infinite_reverse, view::look_at_mat4};
use glam::{Mat4, Vec3};

/// A perspective camera [caller's length unit].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// Where the camera is.
    pub eye: [f32; 3],
    /// What it looks at: the point in the middle of the picture.
    pub target: [f32; 3],
    /// Which way is up in the picture; must not run along the line of sight.
    pub up: [f32; 3],
    /// Vertical field of view \[rad\], above 0 and below pi.
    pub fov_y_rad: f32,
}

impl Camera {
    /// A camera at `eye` that looks at `target`, y up, with a 28 degree field of view.
    pub fn look_at(eye: [f32; 3], target: [f32; 3]) -> Camera {
        Camera {
            eye,
            target,
            up: [0.0, 1.0, 0.0],
            fov_y_rad: 28_f32.to_radians(),
        }
    }

    /// A three-quarter view from above that holds the whole box with a small margin.
    /// `aspect` is width / height of the picture. An empty box is framed like a unit one.
    pub fn framing(bounds: Bounds, aspect: f32) -> Camera {
        Camera::framing_from(bounds, aspect, [0.55, 0.42, 1.0])
    }

    /// As [`Camera::framing`], seen from the direction `from` (target towards camera; any length
    /// but zero, not straight up or down).
    pub fn framing_from(bounds: Bounds, aspect: f32, from: [f32; 3]) -> Camera {
        let empty = Bounds {
            min: [-0.5; 3],
            max: [0.5; 3],
        };
        let bounds = if bounds.is_empty() { empty } else { bounds };
        Camera::framing_points(&bounds.corners(), aspect, from)
    }

    /// Frames points like [`Camera::framing_from`], but closer than their box allows. Points that are not finite are
    /// skipped. Without any it frames a unit box.
    pub fn framing_points(points: &[[f32; 3]], aspect: f32, from: [f32; 3]) -> Camera {
        let bounds = Bounds::of(points);
        if bounds.is_empty() {
            return Camera::framing_from(bounds, aspect, from);
        }
        let target = Vec3::from(bounds.centre());
        let finite = points
            .iter()
            .map(|p| Vec3::from(*p))
            .filter(|p| p.is_finite());
        let offsets: Vec<Vec3> = finite.map(|p| p - target).collect();
        let back = Vec3::from(from).try_normalize().unwrap_or(Vec3::Z);
        let mut camera = Camera::look_at((target + back).to_array(), target.to_array());
        let right = Vec3::Y.cross(back).try_normalize().unwrap_or(Vec3::X);
        let up = back.cross(right);
        let tan_y = (0.5 * camera.fov_y_rad).tan();
        let tan_x = tan_y * aspect.max(1e-3);
        // Seen from depth d and shifted by c, a point (x, z) is inside when
        // |x - c| <= tan (d - z). With a = max(x + tan z) and b = max(-x + tan z) over the
        // points the least d over all c is (a + b) / (2 tan).
        let fit = |axis: Vec3, tangent: f32| {
            let (mut a, mut b) = (f32::MIN, f32::MIN);
            for offset in &offsets {
                let (x, z) = (offset.dot(axis), offset.dot(back));
                a = a.max(x + tangent * z);
                b = b.max(-x + tangent * z);
            }
            0.5 * (a + b) / tangent
        };
        let distance = fit(right, tan_x).max(fit(up, tan_y)).max(1e-3) * 1.12;
        let target = target
            + right * centring_shift(&offsets, distance, right, back)
            + up * centring_shift(&offsets, distance, up, back);
        camera.target = target.to_array();
        camera.eye = (target + back * distance).to_array();
        camera
    }

    /// The map from the world to clip space: reversed depth (1 at the near plane, 0 at
    /// infinity), x and y in -1..=1 over the picture, y up.
    pub(crate) fn clip_from_world(&self, aspect: f32) -> Mat4 {
        let (eye, target) = (Vec3::from(self.eye), Vec3::from(self.target));
        let forward = target - eye;
        let up = Vec3::from(self.up);
        // A camera that looks along its own up direction takes another one.
        let up = if forward.cross(up).length() > 1e-6 * forward.length() {
            up
        } else {
            Vec3::Z
        };
        let near = (forward.length() * 0.01).max(1e-6);
        let fov = self.fov_y_rad.clamp(1e-3, 3.1);
        perspective_infinite_reverse(fov, aspect, near) * look_at_mat4(eye, target, up)
    }

    /// Where `point` lands in a picture of `width` x `height` pixels: x to the right and y down
    /// from the upper left corner \[pixel\]; may lie outside the picture. `None` behind the camera.
    pub fn project(&self, point: [f32; 3], width: u32, height: u32) -> Option<[f32; 2]> {
        let aspect = width as f32 / height.max(1) as f32;
        let clip = self.clip_from_world(aspect) * Vec3::from(point).extend(1.0);
        if clip.w <= 0.0 || !clip.is_finite() {
            return None;
        }
        let (x, y) = (clip.x / clip.w, clip.y / clip.w);
        Some([
            (0.5 + 0.5 * x) * width as f32,
            (0.5 - 0.5 * y) * height as f32,
        ])
    }

    /// The direction from target to camera, turned by `angle` \[rad\] about the y axis through the
    /// target; for turntables.
    pub fn orbit(mut self, angle: f32) -> Camera {
        let target = Vec3::from(self.target);
        let offset = glam::Quat::from_rotation_y(angle) * (Vec3::from(self.eye) - target);
        self.eye = (target + offset).to_array();
        self
    }
}

/// How far to move the camera along `axis` to centre the picture of the points. They are relative to the target, which
/// is `distance` from the camera.
fn centring_shift(offsets: &[Vec3], distance: f32, axis: Vec3, back: Vec3) -> f32 {
    let mut shift = 0.0;
    // Each round removes what is off-centre but for the depth differences within the points, so
    // the rest shrinks by at least half a round for any that fit before the camera.
    for _ in 0..24 {
        let (mut least, mut most) = (f32::MAX, f32::MIN);
        for offset in offsets {
            let slope = (offset.dot(axis) - shift) / (distance - offset.dot(back)).max(1e-6);
            (least, most) = (least.min(slope), most.max(slope));
        }
        shift += 0.25 * (least + most) * distance;
    }
    shift
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_target_is_in_the_middle_and_a_known_point_where_the_tangent_says() {
        let camera = Camera {
            fov_y_rad: 1.0,
            ..Camera::look_at([0.0, 0.0, 5.0], [0.0; 3])
        };
        let middle = camera.project([0.0; 3], 640, 360);
        assert_eq!(middle, Some([320.0, 180.0]));
        // Half the picture's height spans 5 tan(0.5) at the target's depth.
        let scale = 180.0 / (5.0 * 0.5_f32.tan());
        let [x, y] = camera
            .project([1.0, 0.5, 0.0], 640, 360)
            .unwrap_or_default();
        assert!((x - (320.0 + scale)).abs() < 1e-2, "{x}");
        assert!((y - (180.0 - 0.5 * scale)).abs() < 1e-2, "{y}");
        assert_eq!(camera.project([0.0, 0.0, 6.0], 640, 360), None);
    }

    #[test]
    fn points_are_framed_more_closely_than_their_box() {
        let ball = crate::shapes::sphere(1.0, 24).positions;
        let camera = Camera::framing_points(&ball, 1.5, [0.3, 0.4, 1.0]);
        let at = |p: &[f32; 3]| camera.project(*p, 600, 400).unwrap_or([f32::MAX; 2]);
        let inside = |[x, y]: [f32; 2]| (0.0..=600.0).contains(&x) && (0.0..=400.0).contains(&y);
        assert!(ball.iter().all(|p| inside(at(p))));
        // The outline of a ball fills the height but for the margin of 1.12.
        let highest = ball.iter().map(|p| at(p)[1]).fold(f32::MAX, f32::min);
        assert!((10.0..30.0).contains(&highest), "{highest}");
        let box_camera = Camera::framing_from(Bounds::of(&ball), 1.5, [0.3, 0.4, 1.0]);
        let distance = |c: &Camera| Vec3::from(c.eye).distance(Vec3::from(c.target));
        assert!(distance(&camera) < 0.85 * distance(&box_camera));
        let none = Camera::framing_points(&[[f32::NAN; 3]], 1.0, [0.0, 0.0, 1.0]);
        assert_eq!(
            none,
            Camera::framing_from(Bounds::EMPTY, 1.0, [0.0, 0.0, 1.0])
        );
    }

    #[test]
    fn framing_holds_every_corner_and_touches_near_an_edge() {
        for (aspect, size) in [(16.0 / 9.0, [1.0, 1.0, 1.0]), (0.5, [4.0, 0.2, 1.0])] {
            let bounds = Bounds {
                min: [1.0, 0.0, -2.0],
                max: [0, 1, 2].map(|i| [1.0, 0.0, -2.0][i] + size[i]),
            };
            let camera = Camera::framing(bounds, aspect);
            let width = (1000.0 * aspect) as u32;
            let mut reach = 0.0_f32;
            for corner in bounds.corners() {
                let [x, y] = camera.project(corner, width, 1000).unwrap_or([f32::MAX; 2]);
                reach = reach.max((2.0 * x / width as f32 - 1.0).abs());
                reach = reach.max((2.0 * y / 1000.0 - 1.0).abs());
            }
            assert!(reach < 1.0, "a corner is outside: {reach}");
            // Centred: the corners reach equally far up and down, right and left.
            for (axis, size) in [(0, width as f32), (1, 1000.0)] {
                let at = bounds
                    .corners()
                    .map(|c| camera.project(c, width, 1000).unwrap_or_default()[axis]);
                let middle = at.iter().fold(f32::MAX, |a, &b| a.min(b))
                    + at.iter().fold(f32::MIN, |a, &b| a.max(b));
                assert!(
                    (middle - size).abs() < 0.01 * size,
                    "off-centre: {middle} of {size}"
                );
            }
            assert!(reach > 0.7, "the box is too small in the picture: {reach}");
        }
    }
}
