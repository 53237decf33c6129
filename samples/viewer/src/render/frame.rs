//! The uniforms of a picture.

use super::pack::Packed;
use super::targets::{SHADOW_MAP_SIZE, UNDERSIDE_MAP_SIZE};
use crate::bounds::Bounds;
use crate::palette::linear;
use crate::scene::{Ground, SceneView};
use bytemuck::{Pod, Zeroable};
use glam::camera::rh::{proj::directx::orthographic, view::look_at_mat4};
use glam::{Mat4, Vec3};

/// Mirrors `Frame` in `frame.wgsl`, which says what is in which lane.
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub struct FrameData {
    clip_from_world: [[f32; 4]; 4],
    shadow_from_world: [[f32; 4]; 4],
    eye: [f32; 4],
    light: [f32; 4],
    sky: [f32; 4],
    viewport: [f32; 4],
    background_top: [f32; 4],
    background_bottom: [f32; 4],
    ground_colour: [f32; 4],
    ground: [f32; 4],
    target_point: [f32; 4],
    underside: [f32; 4],
}

/// Light of a clear sky, linear.
const SKY: [f32; 3] = [0.60, 0.68, 0.80];

impl FrameData {
    /// The picture's numbers, from the scene and the box of what throws shadows.
    pub fn new(scene: &SceneView<'_>, packed: &Packed, width: u32, height: u32) -> FrameData {
        let camera = &scene.camera;
        let towards = Vec3::from(scene.light.towards)
            .try_normalize()
            .unwrap_or(Vec3::Y);
        let (shadow, texel) = shadow_from_world(packed.casters, towards);
        let ground = scene.ground.unwrap_or_default();
        let reach = Vec3::from(camera.eye).distance(Vec3::from(camera.target));
        let with = |[r, g, b]: [f32; 3], w| [r, g, b, w];
        let has_shadows = if packed.casters.is_empty() { 0.0 } else { 1.0 };
        FrameData {
            clip_from_world: camera
                .clip_from_world(width as f32 / height as f32)
                .to_cols_array_2d(),
            shadow_from_world: shadow.to_cols_array_2d(),
            eye: with(camera.eye, texel),
            light: with(towards.to_array(), scene.light.intensity),
            sky: with(SKY, scene.light.ambient),
            viewport: [
                width as f32,
                height as f32,
                SHADOW_MAP_SIZE as f32,
                has_shadows,
            ],
            background_top: with(linear(scene.background.top), 1.0),
            background_bottom: with(linear(scene.background.bottom), 1.0),
            ground_colour: with(linear(ground.colour), ground.checker.clamp(0.0, 1.0)),
            ground: [
                ground.height,
                ground.fade_radius.unwrap_or(3.0 * reach).max(1e-6),
                cell_size(&ground, reach),
                0.0,
            ],
            target_point: with(camera.target, 1.0),
            underside: underside(packed.casters, 0.05 * reach),
        }
    }
}

/// Middle and half size of the square under all that throws shadows, with room for the darkening
/// round them, and the height at which it ends; see `Frame` in `frame.wgsl`. It moves in whole
/// texels like the shadow map.
fn underside(casters: Bounds, height: f32) -> [f32; 4] {
    let height = height.max(1e-6);
    if casters.is_empty() {
        return [0.0, 0.0, 1.0, height];
    }
    let reach = (casters.max[0] - casters.min[0]).max(casters.max[2] - casters.min[2]);
    let size = ladder(reach + 4.0 * height);
    let snap = |c: f32| snapped(c, size / UNDERSIDE_MAP_SIZE as f32);
    let centre = casters.centre();
    [snap(centre[0]), snap(centre[2]), 0.5 * size, height]
}

/// The next step above `size` on a ladder of 2^(1/4).
fn ladder(size: f32) -> f32 {
    ((size.log2() * 4.0).ceil() / 4.0).exp2()
}

/// The multiple of `step` nearest to `value`.
fn snapped(value: f32, step: f32) -> f32 {
    (value / step).round() * step
}

/// The given square size, or the power of two nearest to an eighth of the viewing distance. The
/// squares then keep their size while the camera moves a little.
fn cell_size(ground: &Ground, reach: f32) -> f32 {
    let automatic = || (reach.max(1e-6) / 8.0).log2().round().exp2();
    ground
        .cell
        .filter(|cell| *cell > 0.0)
        .unwrap_or_else(automatic)
}

/// The map to the shadow map's clip space, and the length of one of its texels. The square grows
/// in steps and moves by whole texels, so that shadows do not shimmer while bodies move.
fn shadow_from_world(casters: Bounds, towards: Vec3) -> (Mat4, f32) {
    if casters.is_empty() {
        return (Mat4::IDENTITY, 0.0);
    }
    let up = if towards.y.abs() > 0.99 {
        Vec3::X
    } else {
        Vec3::Y
    };
    let view = look_at_mat4(Vec3::ZERO, -towards, up);
    let mut seen = Bounds::EMPTY;
    for corner in casters.corners() {
        seen.add(view.transform_point3(Vec3::from(corner)).to_array());
    }
    let reach = (0..2)
        .map(|axis| seen.max[axis] - seen.min[axis])
        .fold(1e-6, f32::max);
    // Some margin for the filter's width, then up to the next step.
    let size = ladder(reach * 1.06);
    let texel = size / SHADOW_MAP_SIZE as f32;
    let (x, y) = (
        snapped(seen.centre()[0], texel),
        snapped(seen.centre()[1], texel),
    );
    let half = 0.5 * size;
    // The view looks along -z: the nearest caster has the greatest z.
    let (near, far) = (-seen.max[2] - 0.02 * size, -seen.min[2] + 0.02 * size);
    let projection = orthographic(x - half, x + half, y - half, y + half, near, far);
    (projection * view, texel)
}
