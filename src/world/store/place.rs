//! Writes the state of a body that is placed.

use super::Store;
use super::report::ordered;
use crate::error::Result;
use crate::math::PliantPose;
use crate::share::{
    self, REPORT_BOUNDS_CELL, REPORT_CELL, REPORT_HIGH, REPORT_LOW, REPORT_SPEED, REPORT_WORDS,
};
use crate::state::Channel;
use crate::world::scene::{Body, physical};
use glam::DVec3;

impl Store {
    /// Writes an active body's state: its rest shape at a pose. The world holds the vertices `pins` there.
    pub fn place(
        &self,
        body: &Body,
        pose: &PliantPose,
        linear: [f32; 3],
        angular: [f32; 3],
        pins: &[u32],
    ) -> Result<()> {
        let desc = &body.data.desc;
        let (positions, velocities) =
            physical::placed(&body.asset, desc.scale, pose, linear, angular);
        let inverse = physical::inverse_masses(&body.asset, &body.data, self.options.length_unit_m);
        let (low, high) = bounds(&positions);
        let cell = share::cell_of(0.5 * (low + high));
        let inside = |x: DVec3| (x - share::corner(cell)).as_vec3();
        let rows: Vec<[f32; 4]> = positions
            .iter()
            .zip(&inverse)
            .map(|(x, w)| inside(*x).extend(*w).to_array())
            .collect();
        let write = |channel, rows: &[[f32; 4]]| {
            let vertices = &self.state.vertices;
            vertices.write(&self.context, channel, body.first_vertex, rows)
        };
        write(Channel::POSITION, &rows)?;
        for run in pins.chunk_by(|a, b| a + 1 == *b) {
            let rows: Vec<[f32; 4]> = run
                .iter()
                .map(|v| inside(positions[*v as usize]).extend(1.0).to_array())
                .collect();
            let (vertices, first) = (&self.state.vertices, body.first_vertex + run[0]);
            vertices.write(&self.context, Channel::ANCHOR, first, &rows)?;
        }
        write(Channel::CARRY, &vec![[0.0; 4]; rows.len()])?;
        // The fourth number is the part of gravity the vertex last felt: all of it, as in free fall.
        let held = |w: &f32| if *w > 0.0 { 1.0 } else { 0.0 };
        let rows: Vec<[f32; 4]> = velocities
            .iter()
            .zip(&inverse)
            .map(|(v, w)| (*v * held(w)).extend(1.0).to_array())
            .collect();
        write(Channel::VELOCITY, &rows)?;
        self.clear_kept(body.kept)?;
        let speed = velocities.iter().map(|v| v.length()).fold(0.0, f32::max);
        let mut words = [0u32; REPORT_WORDS as usize];
        let (low, high) = (inside(low), inside(high));
        for axis in 0..3 {
            words[REPORT_LOW as usize + axis] = ordered(low[axis]);
            words[REPORT_HIGH as usize + axis] = ordered(high[axis]);
            words[REPORT_CELL as usize + axis] = cell[axis] as u32;
            words[REPORT_BOUNDS_CELL as usize + axis] = cell[axis] as u32;
        }
        words[REPORT_SPEED as usize] = speed.to_bits();
        self.state
            .report
            .write(&self.context, body.index, &[words])?;
        self.forget_contacts(body.index)
    }
}

/// The box around points.
fn bounds(points: &[DVec3]) -> (DVec3, DVec3) {
    let none = (DVec3::MAX, DVec3::MIN);
    points
        .iter()
        .fold(none, |(low, high), p| (low.min(*p), high.max(*p)))
}
