//! Lists that the kernels of a plan read: attachments, colliders, work.

use super::Store;
use super::ranges::Range;
use crate::error::Result;
use crate::executor::ContactFeatures;
use crate::share;
use crate::world::scene::Scene;

impl Store {
    /// Notes where a plan has put its work lists.
    pub fn set_work(&mut self, range: Range) {
        self.lists.work = Some(range);
    }

    /// The first row of the sensors, in the last plan.
    pub fn sensor_row(&self) -> u32 {
        self.lists.sensors.map_or(0, |range| range.0)
    }

    /// Stores attachments and colliders in the arena, and notes where they are. Returns the first attachment's row.
    pub fn store_lists(&mut self, scene: &Scene, features: ContactFeatures) -> Result<u32> {
        for (first, rows) in self.lists.take() {
            self.state.arena_ranges.give(first, rows);
        }
        let held = attachment_rows(scene);
        let attachment_row = self
            .state
            .store(&self.context, bytemuck::cast_slice(&held))?;
        self.lists.held = Some((attachment_row, held.len() as u32));
        self.store_grids(scene)?;
        let colliders = self.collider_rows(scene);
        let rows: &[[u32; 4]] = bytemuck::cast_slice(&colliders);
        let collider_row = self.state.store(&self.context, rows)?;
        self.lists.colliders = Some((collider_row, rows.len() as u32));
        self.store_ignored(scene)?;
        let kinematic_surfaces = self.kinematic_rows(scene);
        let rows: &[[u32; 4]] = bytemuck::cast_slice(&kinematic_surfaces);
        let first = self.state.store(&self.context, rows)?;
        self.lists.kinematic = Some((first, rows.len() as u32));
        let sensors = self.sensor_rows(scene);
        let rows: &[[u32; 4]] = bytemuck::cast_slice(&sensors);
        let first = self.state.store(&self.context, rows)?;
        self.lists.sensors = Some((first, rows.len() as u32));
        self.record = share::World {
            collider_row,
            half_spaces: features.colliders - features.bounded,
            colliders: features.colliders,
            attachment_row,
            attachments: held.len() as u32,
            ..share::World::default()
        };
        let slots = self.state.body_ranges.end();
        let bodies = (scene.body_slots().len() + kinematic_surfaces.len()) as u32;
        let rows = crate::contact::lay_out_nearby(
            &mut self.record,
            &mut self.contacts,
            slots,
            bodies,
            features,
        );
        self.state.nearby.reserve(&self.context, rows)?;
        Ok(attachment_row)
    }
}

fn attachment_rows(scene: &Scene) -> Vec<share::Attachment> {
    let mut rows = Vec::new();
    let frame_of = scene.frame_places();
    for (id, body) in scene.bodies() {
        for (_, attachment) in scene.attachments_of(id) {
            let frame = frame_of(attachment.frame);
            rows.extend(attachment.vertices.iter().map(|vertex| share::Attachment {
                vertex: body.first_vertex + vertex,
                frame,
                body: body.index,
                stiffness: attachment.stiffness,
            }));
        }
    }
    rows
}
