//! Rows of colliders in the arena.

use super::Store;
use crate::asset::shape::Part;
use crate::error::Result;
use crate::gpu::table_cache::Key;
use crate::share;
use crate::world::scene::{Collider, Scene, bounding_radius, grid_of, size_of_part};
use std::collections::BTreeMap;

impl Store {
    /// The colliders' rows of the arena.
    pub fn collider_rows(&self, scene: &Scene) -> Vec<share::Collider> {
        let first = scene.frame_slots().len() as u32 + 1;
        let all = scene.ordered_parts().zip(first..);
        all.map(|((collider, part), frame)| self.collider_row(collider, part, frame))
            .collect()
    }

    /// The rows of sensors, whose frames come last.
    pub fn sensor_rows(&self, scene: &Scene) -> Vec<share::Collider> {
        let others = scene.ordered_parts().count();
        let kinematic_surfaces = scene.collider_slots().values().flat_map(Collider::surfaces);
        let first = (scene.frame_slots().len() + 1 + others + kinematic_surfaces.count()) as u32;
        let all = scene.sensor_parts().zip(first..);
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
        let grid = hash.and_then(|hash| self.grids.get(&[hash]));
        grid.map_or(0, |grid| grid.first)
    }

    /// Stores the grids of colliders in the arena that are not there, and drops those that no collider has.
    pub fn store_grids(&mut self, scene: &Scene) -> Result<()> {
        let mut wanted: BTreeMap<Key, Part> = BTreeMap::new();
        for (.., part) in scene.all_parts() {
            if let (Some(_), Some(asset)) = (grid_of(part), &part.asset) {
                wanted.insert([asset.content_hash].into(), part.clone());
            }
        }
        let keys = wanted.keys().cloned().collect();
        self.grids.keep(&mut self.state, &keys);
        for (key, part) in wanted {
            if let Some(grid) = grid_of(&part) {
                let rows = || Ok((grid.rows(), ()));
                self.grids
                    .hold(&self.context, &mut self.state, &key, rows)?;
            }
        }
        Ok(())
    }
}
