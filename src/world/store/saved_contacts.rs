//! What contact between bodies keeps from step to step, for snapshots: the multipliers of rows and the stiffness of
//! vertices. It is listed by objects, in their order, so that it does not depend on where the GPU keeps them.

use super::Store;
use super::contact_snapshot::{Place, SavedContact, SavedContacts};
use crate::error::{Error, Result, Status};
use crate::gpu::readback::{self, Piece};
use crate::share::{
    CONTACTS_BODY_ROWS, CONTACTS_CANDIDATE_ROWS, CONTACTS_FORCE_ROWS, CONTACTS_OWN, CONTACTS_STAMP,
    CONTACTS_VERTEX_ROWS, Contacts, REPORT_CONTACT_FAULTS, REPORT_WORDS,
};
use crate::world::scene::Scene;
use std::collections::HashMap;

type Row = [u32; 4];

impl Store {
    /// All that have or may have surfaces, in an order that a restored world has too.
    fn contact_places(scene: &Scene) -> Vec<Place> {
        let bodies = scene.bodies().map(|(_, body)| Place {
            slot: body.index,
            first_vertex: body.first_vertex,
            vertices: body.asset.rest_positions.len() as u32,
            surface: body.surface,
        });
        let colliders = scene.collider_slots().values();
        let kinematic = colliders.flat_map(|collider| collider.surfaces());
        let kinematic = kinematic.map(|(_, surface, kinematic)| Place {
            slot: kinematic.index,
            first_vertex: kinematic.first_vertex,
            vertices: surface.positions.len() as u32,
            surface: kinematic.surface,
        });
        bodies.chain(kinematic).collect()
    }

    /// Whether contact keeps anything from step to step.
    pub fn keeps_contacts(&self) -> bool {
        self.contacts_laid != Contacts::default()
    }

    /// What contact keeps after this step, the newest. Waits for it.
    pub fn saved_contacts(&self, scene: &Scene, step: u64) -> Result<Vec<SavedContacts>> {
        let places = Self::contact_places(scene);
        let mut saved = self.without_contacts(scene, &places)?;
        let layout = self.contacts_laid;
        if layout == Contacts::default() {
            return Ok(saved);
        }
        let [bodies, vertices, points, edges] = self.contact_rows([
            (layout.body_row, layout.vertex_row),
            (layout.vertex_row, layout.patch_row),
            (layout.point_row, layout.edge_row),
            (layout.edge_row, layout.sum_row),
        ])?;
        let lists: Vec<_> = places
            .iter()
            .map(|place| {
                let stamp = bodies[(CONTACTS_BODY_ROWS * place.slot + CONTACTS_STAMP) as usize][0];
                let is_listed = u64::from(stamp) == step && stamp > 0;
                let surface = place.surface.filter(|_| is_listed);
                let of_points = (place.first_vertex, surface.map_or(0, |_| place.vertices));
                let of_edges = surface.map_or((0, 0), |s| (s.first_edge, s.edges));
                (
                    is_listed,
                    [part(&points, of_points), part(&edges, of_edges)],
                )
            })
            .collect();
        let all = lists
            .iter()
            .flat_map(|(_, lists)| lists.iter().copied().flatten());
        let used = all.map(|row| row[0].saturating_add(row[1])).max();
        let rows = self.candidates(used.unwrap_or(0).min(layout.room), step)?;
        let objects: HashMap<u32, u32> = places.iter().map(|p| p.slot).zip(0..).collect();
        for ((saved, place), (is_listed, lists)) in saved.iter_mut().zip(&places).zip(lists) {
            saved.is_listed = is_listed;
            let own = part(
                &vertices,
                (
                    CONTACTS_VERTEX_ROWS * place.first_vertex,
                    CONTACTS_VERTEX_ROWS * place.vertices,
                ),
            );
            let own = own.chunks(CONTACTS_VERTEX_ROWS as usize);
            saved.stiffness = own.map(|rows| rows[CONTACTS_OWN as usize][0]).collect();
            for (list, is_edge) in lists.into_iter().zip([false, true]) {
                saved
                    .contacts
                    .extend(pressing(list, is_edge, &rows, &objects));
            }
        }
        Ok(saved)
    }

    /// Objects of which contact knows no more than how it fails with parts of colliders.
    fn without_contacts(&self, scene: &Scene, places: &[Place]) -> Result<Vec<SavedContacts>> {
        let mut saved: Vec<_> = places.iter().map(SavedContacts::at).collect();
        let kinematic = &mut saved[scene.bodies().count()..];
        let word = |saved: &SavedContacts| Piece {
            key: (0, 0),
            source: self.state.report.buffer.clone(),
            offset: 4 * u64::from(REPORT_WORDS * saved.slot + REPORT_CONTACT_FAULTS),
            length: 4,
        };
        let pieces: Vec<_> = kinematic.iter().map(word).collect();
        if !pieces.is_empty() {
            let words = readback::download(&self.context, &pieces)?.concat();
            let words: Vec<u32> = bytemuck::pod_collect_to_vec(&words);
            let each = kinematic.iter_mut().zip(words);
            each.for_each(|(saved, word)| saved.fails = word);
        }
        Ok(saved)
    }

    /// Of so many candidates of the last step: what they are, and their multipliers.
    fn candidates(&self, used: u32, step: u64) -> Result<Vec<[Row; 2]>> {
        let layout = self.contacts_laid;
        let half = layout.room * (step as u32 & 1);
        let section = |row: u32, each: u32| (row + each * half, row + each * (half + used));
        let [candidates, contacts] = self.contact_rows([
            section(layout.candidate_row, CONTACTS_CANDIDATE_ROWS),
            section(layout.force_row, CONTACTS_FORCE_ROWS),
        ])?;
        let candidates = candidates.chunks(CONTACTS_CANDIDATE_ROWS as usize);
        let contacts = contacts.chunks(CONTACTS_FORCE_ROWS as usize);
        Ok(candidates
            .zip(contacts)
            .map(|(a, b)| [a[1], b[1]])
            .collect())
    }

    /// Downloads ranges of rows of the buffer `contacts`.
    fn contact_rows<const N: usize>(&self, ranges: [(u32, u32); N]) -> Result<[Vec<Row>; N]> {
        let pieces = ranges.map(|(first, end)| Piece {
            key: (0, 0),
            source: self.state.contacts.buffer.clone(),
            offset: 16 * u64::from(first),
            length: 16 * u64::from(end - first),
        });
        let all = readback::download(&self.context, &pieces)?;
        let rows: Vec<Vec<Row>> = all
            .iter()
            .map(|b| bytemuck::pod_collect_to_vec(b))
            .collect();
        let cut = |_| Error::new(Status::Internal, "a download was cut short");
        rows.try_into().map_err(cut)
    }

    /// Gives the objects of a restored world slots in the saved order, and keeps what contact knew until its buffer is
    /// laid out. Call before they are made.
    pub fn load_contacts(&mut self, saved: Vec<SavedContacts>) {
        let mut order: Vec<usize> = (0..saved.len()).collect();
        order.sort_by_key(|k| saved[*k].slot);
        let mut slots = vec![0; saved.len()];
        for (rank, place) in order.into_iter().enumerate() {
            slots[place] = rank as u32;
        }
        self.restored.claims = slots.into();
        self.restored.contacts = saved;
    }

    /// All objects of a restored world are made: others take any slot.
    pub fn forget_claims(&mut self) {
        self.restored.claims.clear();
    }

    /// Writes how contact fails with the parts of a restored world's colliders. Call once they are made.
    pub fn write_fails(&self, scene: &Scene) -> Result<()> {
        let all = self
            .restored
            .contacts
            .iter()
            .zip(Self::contact_places(scene));
        for (saved, place) in all.skip(scene.bodies().count()) {
            let mut report = [0; REPORT_WORDS as usize];
            report[REPORT_CONTACT_FAULTS as usize] = saved.fails;
            self.state
                .report
                .write(&self.context, place.slot, &[report])?;
        }
        Ok(())
    }

    /// Writes what a restored world's contact knew, once its buffer is laid out.
    pub fn write_saved_contacts(&mut self, scene: &Scene, step: u64) -> Result<()> {
        let saved = std::mem::take(&mut self.restored.contacts);
        let places = Self::contact_places(scene);
        let layout = self.contacts_laid;
        if saved.len() != places.len() || layout == Contacts::default() {
            return Ok(());
        }
        let stamp = step as u32;
        let write = |row: u32, rows: &[Row]| self.state.contacts.write(&self.context, row, rows);
        let (mut candidates, mut contacts) = (Vec::new(), Vec::new());
        for (saved, place) in saved.iter().zip(&places) {
            let (Some(surface), true) = (place.surface, saved.is_fit(place)) else {
                continue;
            };
            let listed = if saved.is_listed { stamp } else { 0 };
            let row = layout.body_row + CONTACTS_BODY_ROWS * place.slot + CONTACTS_STAMP;
            write(row, &[[listed, 0, 0, 0]])?;
            let mut rows = vec![[0; 4]; saved.stiffness.len() * CONTACTS_VERTEX_ROWS as usize];
            let each = rows.chunks_mut(CONTACTS_VERTEX_ROWS as usize);
            for (own, stiffness) in each.zip(&saved.stiffness) {
                own[CONTACTS_OWN as usize][0] = *stiffness;
            }
            let first = layout.vertex_row + CONTACTS_VERTEX_ROWS * place.first_vertex;
            write(first, &rows)?;
            let mut points = vec![[0; 4]; place.vertices as usize];
            let mut edges = vec![[0; 4]; surface.edges as usize];
            for contact in saved
                .contacts
                .iter()
                .take(layout.room as usize - contacts.len())
            {
                let list = if contact.is_edge {
                    &mut edges
                } else {
                    &mut points
                };
                let row = &mut list[contact.primary as usize];
                // Contacts of a primary follow each other.
                row[0] = if row[1] == 0 {
                    contacts.len() as u32
                } else {
                    row[0]
                };
                row[1] += 1;
                let other = places.get(contact.other as usize);
                let other = other.map_or(u32::MAX, |place| place.slot);
                candidates.push([[0; 4], [0, other, contact.key, place.slot]]);
                contacts.push([[0; 4], contact.force, [0; 4], [0; 4]]);
            }
            write(layout.point_row + place.first_vertex, &points)?;
            write(layout.edge_row + surface.first_edge, &edges)?;
        }
        let half = layout.room * (stamp & 1);
        let row = layout.candidate_row + CONTACTS_CANDIDATE_ROWS * half;
        write(row, candidates.as_flattened())?;
        let row = layout.force_row + CONTACTS_FORCE_ROWS * half;
        write(row, contacts.as_flattened())
    }
}

/// A range of rows: the first and how many.
fn part(rows: &[Row], (first, count): (u32, u32)) -> &[Row] {
    &rows[first as usize..][..count as usize]
}

/// The rows that press among the candidates of a list of primaries.
fn pressing(
    list: &[Row],
    is_edge: bool,
    rows: &[[Row; 2]],
    objects: &HashMap<u32, u32>,
) -> Vec<SavedContact> {
    let mut found = Vec::new();
    for ([first, count, ..], primary) in list.iter().zip(0..) {
        let end = first.saturating_add(*count).min(rows.len() as u32);
        for [about, force] in (*first..end).map(|c| rows[c as usize]) {
            let other = objects.get(&about[1]).copied();
            if let Some(other) = other.filter(|_| f32::from_bits(force[3]) > 0.0) {
                found.push(SavedContact {
                    primary,
                    is_edge,
                    other,
                    key: about[2],
                    force,
                });
            }
        }
    }
    found
}
