//! Rows of the frames' buffer.

use super::Store;
use crate::error::Result;
use crate::gpu::buffer::Buffer;
use crate::math::PliantPose;
use crate::share;
use crate::world::scene::Scene;
use glam::DVec3;

impl Store {
    /// Rows of the frames' buffer: the world's records, its own frame, frames and parts of colliders.
    fn frame_row_count(scene: &Scene) -> u32 {
        let parts: usize = scene.collider_slots().values().map(|c| c.parts.len()).sum();
        (parts + scene.frame_slots().len() + 3) as u32
    }

    /// Makes room in the frames' buffer for those of the scene and so many more.
    pub fn reserve_frames(&mut self, scene: &Scene, more: usize) -> Result<()> {
        let rows = Self::frame_row_count(scene) + more as u32;
        self.state.frames.reserve(&self.context, rows)
    }

    /// Lays out the frames' rows of the running step. `is_disturbed`: energies are compared anew.
    pub fn lay_out_frames(&mut self, scene: &Scene, is_disturbed: bool) {
        let mut out = std::mem::take(&mut self.frame_rows);
        out.clear();
        let moving = scene.collider_slots().values();
        let moving = moving.filter(|c| c.desc.pose != c.goal).count() as u32;
        let [x, y, z] = scene.wind();
        let ([i, j, k], [u, v, w]) = share::placed(DVec3::from(scene.origin().now));
        let shift = DVec3::from(scene.origin().before) - DVec3::from(scene.origin().now);
        out.push(bytemuck::cast(share::World {
            moving,
            disturbed: u32::from(is_disturbed),
            wind: [x, y, z, 0.0],
            origin: [u, v, w, 0.0],
            origin_shift: shift.as_vec3().extend(0.0).to_array(),
            origin_cell: [i, j, k, 0],
            ..self.record
        }));
        out.push(bytemuck::cast(self.contacts));
        out.push(posed(&PliantPose::default(), &PliantPose::default()));
        out.extend(
            scene
                .frame_slots()
                .values()
                .map(|f| posed(&f.pose, &f.goal)),
        );
        out.extend(scene.ordered_parts().map(|(collider, part)| {
            let [now, goal] = collider.poses(part);
            posed(&now, &goal)
        }));
        let colliders = scene.collider_slots().values();
        let kinematic = colliders.flat_map(|c| c.surfaces().map(move |found| (c, found)));
        out.extend(kinematic.map(|(collider, (part, _, kinematic))| {
            let [now, goal] = collider.poses(part);
            share::Frame {
                rests: if kinematic.rests { 1.0 } else { 0.0 },
                ..posed(&now, &goal)
            }
        }));
        out.extend(scene.sensor_parts().map(|(_, collider, part)| {
            let [now, goal] = collider.poses(part);
            posed(&now, &goal)
        }));
        self.frame_rows = out;
    }

    /// What the GPU does not have of the frames' rows: a buffer and its bytes, if anything differs.
    pub fn changed_frames(&self) -> Option<(&Buffer, &[u8])> {
        let rows: &[u8] = bytemuck::cast_slice(&self.frame_rows);
        let sent: &[u8] = bytemuck::cast_slice(&self.frames_sent);
        (rows != sent).then_some((&self.state.frames.buffer, rows))
    }

    /// After those have been submitted.
    pub fn frames_are_sent(&mut self) {
        self.frames_sent.clone_from(&self.frame_rows);
    }
}

fn posed(from: &PliantPose, to: &PliantPose) -> share::Frame {
    let [start, end] = [from, to].map(|pose| share::placed(DVec3::from(pose.position)));
    let cell = |[x, y, z]: [i32; 3]| [x, y, z, 0];
    let fixed = |x: f64| (x * f64::from(1 << 30)).round() as i32;
    share::Frame {
        position0: start.1,
        moves: if from == to { 0.0 } else { 1.0 },
        rotation0: from.rotation,
        cell0: cell(start.0),
        position1: end.1,
        rests: 0.0,
        rotation1: to.rotation,
        cell1: cell(end.0),
        up1: cell(to.up().to_array().map(fixed)),
    }
}
