//! Parts of colliders and frames in the order in which the GPU has them.

use super::Scene;
use super::collider::{Collider, bounding_radius, is_surface};
use crate::asset::shape::Part;
use crate::ids::{PliantColliderId, PliantFrameId};
use std::collections::BTreeMap;

impl Scene {
    /// All parts of colliders but surfaces and sensors, in GPU order: unbounded ones first, since only those after them
    /// also collide with faces.
    pub fn ordered_parts(&self) -> impl Iterator<Item = (&Collider, &Part)> {
        self.placed_parts()
            .map(|(_, collider, part)| (collider, part))
    }

    /// The same, each with the place of its collider among the colliders.
    pub fn placed_parts(&self) -> impl Iterator<Item = (usize, &Collider, &Part)> {
        let solids = || {
            self.all_parts()
                .filter(|(_, c, part)| !c.is_sensor() && !is_surface(part))
        };
        let bounded = |(_, _, part): &(usize, &Collider, &Part)| bounding_radius(part).is_some();
        let first = solids().filter(move |part| !bounded(part));
        first.chain(solids().filter(bounded))
    }

    pub fn all_parts(&self) -> impl Iterator<Item = (usize, &Collider, &Part)> {
        let colliders = self.collider_slots().values().enumerate();
        colliders.flat_map(|(place, c)| c.parts.iter().map(move |part| (place, c, part)))
    }

    /// Parts of sensors, in GPU order.
    pub fn sensor_parts(&self) -> impl Iterator<Item = (usize, &Collider, &Part)> {
        self.all_parts()
            .filter(|(_, collider, _)| collider.is_sensor())
    }

    /// For each part in GPU order the place of its collider among the colliders.
    pub fn part_owners(&self, out: &mut Vec<usize>) {
        out.extend(self.placed_parts().map(|(place, ..)| place));
    }

    /// The same for parts of sensors.
    pub fn sensor_owners(&self, out: &mut Vec<usize>) {
        out.extend(self.sensor_parts().map(|(place, ..)| place));
    }

    /// Slots of surfaces of colliders, each with the place of its collider.
    pub fn surface_owners(&self) -> impl Iterator<Item = (u32, usize)> {
        let places = self.collider_slots().values().zip(0..);
        places.flat_map(|(collider, place)| {
            let surfaces = collider.kinematic_surfaces.iter();
            surfaces.map(move |surface| (surface.index, place))
        })
    }

    /// The collider of each part that has a number on the GPU, and that number: sensors come after all others.
    pub fn part_numbers(&self) -> Vec<(PliantColliderId, u32)> {
        let ids: Vec<_> = self.colliders().map(|(id, _)| id).collect();
        let parts = self.placed_parts().chain(self.sensor_parts());
        let all = parts.zip(0..);
        all.map(|((place, ..), number)| (ids[place], number))
            .collect()
    }

    /// The place of a frame, or of the world's own frame, in the frames' buffer.
    pub fn frame_places(&self) -> impl Fn(Option<PliantFrameId>) -> u32 {
        let frames = self.frame_slots().iter::<PliantFrameId>();
        let places: BTreeMap<_, _> = frames.map(|(id, _)| id).zip(1..).collect();
        move |frame| frame.and_then(|id| places.get(&id)).copied().unwrap_or(0)
    }
}
