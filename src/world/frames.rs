//! Edits of colliders, frames and gravity.

use super::collider::{Collider, bounding_radius, grid_of, is_surface, size_of_part};
use super::partner::Partner;
use super::scene::Frame;
use super::{Applied, World};
use crate::asset::shape::{Part, ShapeAsset};
use crate::desc::PliantColliderDesc;
use crate::error::Result;
use crate::ids::{PliantColliderId, PliantFrameId};
use crate::math::{PliantPose, finite, place};
use crate::share::{self, NEAR_ALL, REPORT_NEAR};
use glam::DVec3;
use std::collections::BTreeMap;
use std::sync::Arc;

impl World {
    pub(super) fn add_collider(
        &mut self,
        desc: &PliantColliderDesc,
        shape: Option<Arc<ShapeAsset>>,
    ) -> Result<Applied> {
        let mut collider = Collider::new(desc.checked()?, shape)?;
        self.scene.colliders.check_room()?;
        self.reserve_frames(collider.parts.len())?;
        self.make_carriers(&mut collider)?;
        self.dirty.scene = true;
        let id = self.scene.colliders.insert(collider)?;
        Ok(Applied::Collider(id))
    }

    pub(super) fn move_collider(
        &mut self,
        id: PliantColliderId,
        pose: &PliantPose,
        teleport: bool,
    ) -> Result<Applied> {
        let pose = pose.checked("pose")?;
        let collider = self.scene.colliders.get_mut(id)?;
        collider.goal = pose;
        collider.carriers.iter_mut().for_each(|c| c.rests = false);
        if teleport {
            collider.desc.pose = pose;
            self.dirty.scene = true;
            let slots: Vec<u32> = collider.carriers.iter().map(|c| c.index).collect();
            slots
                .into_iter()
                .try_for_each(|slot| self.forget_touch(slot))?;
        }
        Ok(Applied::Done)
    }

    pub(super) fn remove_collider(&mut self, id: PliantColliderId) -> Result<Applied> {
        let collider = self.scene.colliders.remove(id)?;
        self.forget_ignored(Partner::Collider(id));
        self.drop_carriers(&collider);
        self.dirty.plan = true; // the colliders behind it get new indices
        let _ = self.compile_without_collider(); // if this fails, the next step reports it
        Ok(Applied::Done)
    }

    pub(super) fn add_frame(&mut self, pose: &PliantPose, user_data: u64) -> Result<Applied> {
        let pose = pose.checked("pose")?;
        self.reserve_frames(1)?;
        let id = self.scene.frames.insert(Frame {
            pose,
            goal: pose,
            user_data,
        })?;
        Ok(Applied::Frame(id))
    }

    pub(super) fn move_frame(
        &mut self,
        id: PliantFrameId,
        pose: &PliantPose,
        teleport: bool,
    ) -> Result<Applied> {
        let pose = pose.checked("pose")?;
        let frame = self.scene.frames.get_mut(id)?;
        frame.goal = pose;
        if teleport {
            frame.pose = pose;
        }
        Ok(Applied::Done)
    }

    pub(super) fn remove_frame(&mut self, id: PliantFrameId) -> Result<Applied> {
        self.scene.frames.get(id)?;
        let held = self.scene.attachments_to(id);
        for attachment in held {
            self.release(attachment)?;
        }
        self.scene.frames.remove(id)?;
        self.dirty.plan = true;
        Ok(Applied::Done)
    }

    pub(super) fn set_gravity(&mut self, gravity: [f32; 3]) -> Result<Applied> {
        finite(&gravity, "gravity")?;
        self.scene.gravity = gravity;
        self.dirty.scene = true;
        Ok(Applied::Done)
    }

    pub(super) fn set_wind(&mut self, wind: [f32; 3]) -> Result<Applied> {
        finite(&wind, "wind")?;
        self.scene.wind = wind;
        Ok(Applied::Done)
    }

    pub(super) fn set_origin(&mut self, origin: [f64; 3]) -> Result<Applied> {
        place(&origin, "origin")?;
        self.scene.origin.move_to(origin, self.frame + 1);
        Ok(Applied::Done)
    }

    fn reserve_frames(&mut self, more: usize) -> Result<()> {
        self.dirty.plan = true;
        let rows = self.frame_rows() + more as u32;
        self.state.frames.reserve(&self.context, rows)
    }

    /// Rows of the frames' buffer: the world's records, its own frame, frames and parts of colliders.
    pub(super) fn frame_rows(&self) -> u32 {
        let parts: usize = self.scene.colliders.values().map(|c| c.parts.len()).sum();
        (parts + self.scene.frames.len() + 3) as u32
    }

    /// The rows of the frames' buffer.
    pub(super) fn frames(&self, out: &mut Vec<share::Frame>) {
        out.clear();
        let moving = self.scene.colliders.values();
        let moving = moving.filter(|c| c.desc.pose != c.goal).count() as u32;
        let [x, y, z] = self.scene.wind;
        let ([i, j, k], [u, v, w]) = share::placed(DVec3::from(self.scene.origin.now));
        let shift = DVec3::from(self.scene.origin.before) - DVec3::from(self.scene.origin.now);
        out.push(bytemuck::cast(share::World {
            moving,
            disturbed: u32::from(self.dirty.scene),
            wind: [x, y, z, 0.0],
            origin: [u, v, w, 0.0],
            origin_shift: shift.as_vec3().extend(0.0).to_array(),
            origin_cell: [i, j, k, 0],
            ..self.record
        }));
        out.push(bytemuck::cast(self.touch));
        out.push(posed(&PliantPose::default(), &PliantPose::default()));
        out.extend(self.scene.frames.values().map(|f| posed(&f.pose, &f.goal)));
        out.extend(self.ordered_parts().map(|(collider, part)| {
            let [now, goal] = collider.poses(part);
            posed(&now, &goal)
        }));
        let colliders = self.scene.colliders.values();
        let carried = colliders.flat_map(|c| c.surfaces().map(move |found| (c, found)));
        out.extend(carried.map(|(collider, (part, _, carrier))| {
            let [now, goal] = collider.poses(part);
            share::Frame {
                rests: if carrier.rests { 1.0 } else { 0.0 },
                ..posed(&now, &goal)
            }
        }));
        out.extend(self.sensor_parts().map(|(_, collider, part)| {
            let [now, goal] = collider.poses(part);
            posed(&now, &goal)
        }));
    }

    /// All parts of colliders but surfaces and sensors, in GPU order: unbounded ones first, since only those after them
    /// also collide with faces.
    fn ordered_parts(&self) -> impl Iterator<Item = (&Collider, &Part)> {
        self.placed_parts()
            .map(|(_, collider, part)| (collider, part))
    }

    /// The same, each with the place of its collider among the colliders.
    fn placed_parts(&self) -> impl Iterator<Item = (usize, &Collider, &Part)> {
        let solids = || {
            self.all_parts()
                .filter(|(_, c, part)| !c.is_sensor() && !is_surface(part))
        };
        let bounded = |(_, _, part): &(usize, &Collider, &Part)| bounding_radius(part).is_some();
        let first = solids().filter(move |part| !bounded(part));
        first.chain(solids().filter(bounded))
    }

    fn all_parts(&self) -> impl Iterator<Item = (usize, &Collider, &Part)> {
        let colliders = self.scene.colliders.values().enumerate();
        colliders.flat_map(|(place, c)| c.parts.iter().map(move |part| (place, c, part)))
    }

    /// Parts of sensors, in GPU order.
    fn sensor_parts(&self) -> impl Iterator<Item = (usize, &Collider, &Part)> {
        self.all_parts()
            .filter(|(_, collider, _)| collider.is_sensor())
    }

    /// For each part in GPU order the place of its collider among the colliders.
    pub(super) fn part_owners(&self, out: &mut Vec<usize>) {
        out.extend(self.placed_parts().map(|(place, ..)| place));
    }

    /// The same for parts of sensors.
    pub(super) fn sensor_owners(&self, out: &mut Vec<usize>) {
        out.extend(self.sensor_parts().map(|(place, ..)| place));
    }

    /// The collider of each part that has a number on the GPU, and that number: sensors come after all others.
    pub(super) fn part_numbers(&self) -> Vec<(PliantColliderId, u32)> {
        let ids: Vec<_> = self.scene.colliders.iter().map(|(id, _)| id).collect();
        let parts = self.placed_parts().chain(self.sensor_parts());
        let all = parts.zip(0..);
        all.map(|((place, ..), number)| (ids[place], number))
            .collect()
    }

    /// The colliders' rows of the arena.
    pub(super) fn collider_rows(&self) -> Vec<share::Collider> {
        let first = self.scene.frames.len() as u32 + 1;
        let all = self.ordered_parts().zip(first..);
        all.map(|((collider, part), frame)| self.collider_row(collider, part, frame))
            .collect()
    }

    /// The rows of sensors, whose frames come last.
    pub(super) fn sensor_rows(&self) -> Vec<share::Collider> {
        let others = self.ordered_parts().count();
        let carriers = self.scene.colliders.values().flat_map(Collider::surfaces);
        let first = (self.scene.frames.len() + 1 + others + carriers.count()) as u32;
        let all = self.sensor_parts().zip(first..);
        all.map(|((_, collider, part), frame)| self.collider_row(collider, part, frame))
            .collect()
    }

    fn collider_row(&self, collider: &Collider, part: &Part, frame: u32) -> share::Collider {
        share::Collider {
            size: size_of_part(part).to_array(),
            radius: bounding_radius(part).unwrap_or(-1.0),
            surface: collider.desc.surface_velocity,
            friction: collider.desc.friction,
            shape: part.shape,
            frame,
            layers: collider.desc.layers,
            mask: collider.desc.mask,
            restitution: collider.desc.restitution,
            data_row: self.grid_row(part),
            scale: part.scale[0],
            ..share::Collider::default()
        }
    }

    fn grid_row(&self, part: &Part) -> u32 {
        let hash = grid_of(part).and_then(|_| Some(part.asset.as_ref()?.content_hash));
        let range = hash.and_then(|hash| self.grids.get(&hash));
        range.map_or(0, |(first, _)| *first)
    }

    /// Stores the grids of colliders in the arena that are not there, and drops those that no collider has.
    pub(super) fn store_grids(&mut self) -> Result<()> {
        let mut wanted = BTreeMap::new();
        for (.., part) in self.all_parts() {
            if let (Some(_), Some(asset)) = (grid_of(part), &part.asset) {
                wanted.insert(asset.content_hash, part.clone());
            }
        }
        let gone = |hash: &u64| !wanted.contains_key(hash);
        let ranges = &mut self.state.arena_ranges;
        self.grids.retain(|hash, (first, rows)| {
            if gone(hash) {
                ranges.give(*first, *rows);
            }
            !gone(hash)
        });
        for (hash, part) in wanted {
            if let (Some(grid), false) = (grid_of(&part), self.grids.contains_key(&hash)) {
                let rows = grid.rows();
                let first = self.state.store(&self.context, &rows)?;
                self.grids.insert(hash, (first, rows.len() as u32));
            }
        }
        Ok(())
    }

    /// The place of a frame, or of the world's own frame, in the frames' buffer.
    pub(super) fn frame_places(&self) -> impl Fn(Option<PliantFrameId>) -> u32 {
        let frames = self.scene.frames.iter::<PliantFrameId>();
        let places: BTreeMap<_, _> = frames.map(|(id, _)| id).zip(1..).collect();
        move |frame| frame.and_then(|id| places.get(&id)).copied().unwrap_or(0)
    }

    /// After a step, everything is at its goal.
    pub(super) fn arrive(&mut self) {
        self.dirty.scene = false;
        for collider in self.scene.colliders.values_mut() {
            let rests = collider.desc.pose == collider.goal;
            let carriers = collider.carriers.iter_mut();
            carriers.for_each(|carrier| carrier.rests = rests);
            collider.desc.pose = collider.goal;
        }
        self.scene.frames.values_mut().for_each(|f| f.pose = f.goal);
        self.scene.origin.arrive();
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

/// How many bounded colliders a body looked at, by its report, and whether that was all of them for want of a list.
pub fn near_colliders(record: &share::World, report: &[u32]) -> (u32, bool) {
    let bounded = record.colliders - record.half_spaces;
    match report[REPORT_NEAR as usize] {
        _ if bounded == 0 => (0, false), // nobody looks, and the word is old
        NEAR_ALL => (bounded, true),
        count => (count, false),
    }
}
