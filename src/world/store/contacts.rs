//! The layout of what contact between bodies keeps.

use super::Store;
use crate::contact::ContactExtent;
use crate::error::Result;
use crate::share;
use crate::world::scene::Scene;

impl Store {
    /// Forgets what a body touched in the last step: it is another one, or elsewhere.
    pub fn forget_contacts(&self, index: u32) -> Result<()> {
        let row =
            self.contacts_laid.body_row + share::CONTACTS_BODY_ROWS * index + share::CONTACTS_STAMP;
        let is_laid = row < self.contacts_laid.vertex_row;
        let rows: &[[u32; 4]] = if is_laid { &[[0; 4]] } else { &[] };
        self.state.contacts.write(&self.context, row, rows)
    }

    /// Lays out the buffer `contacts` after this step, with room for so many events. When its sections move, what it held is forgotten.
    pub fn lay_out_contacts(
        &mut self,
        scene: &Scene,
        touches: bool,
        (event_room, step): (u32, u64),
    ) -> Result<()> {
        if !touches {
            (self.contacts, self.contacts_laid) = Default::default();
            self.restored.contacts.clear();
            return Ok(());
        }
        let bodies = scene.body_slots().values();
        let points = bodies.map(|body| {
            let head = self.surfaces.head(body.asset.content_hash);
            head.map_or(0, |head| head.points)
        });
        let colliders = scene.collider_slots().values();
        let kinematic = colliders.flat_map(|collider| collider.surfaces());
        let kinematic = kinematic.map(|(_, surface, _)| surface.positions.len() as u32);
        let extent = ContactExtent {
            slots: self.state.body_ranges.end(),
            vertices: self.state.vertex_ranges.end(),
            patches: self.state.patch_ranges.end(),
            edges: self.state.edge_ranges.end(),
            points: points.sum::<u32>() + kinematic.sum::<u32>(),
            events: event_room,
            rebounds: scene.features().rebounds,
        };
        let (contacts, rows) = crate::contact::lay_out_contacts(&self.context, extent)?;
        let words = contacts.found_word + 1;
        let rows_of_report = words.div_ceil(share::REPORT_WORDS);
        self.state.report.reserve(&self.context, rows_of_report)?;
        if self.contacts_laid != contacts {
            self.contacts_laid = share::Contacts::default();
            self.state.contacts.reserve(&self.context, rows)?;
            self.state.contacts.clear(&self.context);
            self.contacts_laid = contacts;
        }
        self.contacts = contacts;
        self.write_saved_contacts(scene, step)
    }
}
