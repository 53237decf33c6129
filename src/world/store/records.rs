//! Records of bodies, as the GPU has them.

use super::Store;
use super::constant_rows::ConstantKey;
use crate::desc::Model;
use crate::element::Terms;
use crate::error::Result;
use crate::executor::placed_faces;
use crate::share;
use crate::solver;
use crate::world::scene::{Body, Scene, physical};
use std::collections::BTreeMap;

impl Store {
    /// Body records that differ from the GPU's, by slot.
    pub fn changed_records(&self, scene: &Scene) -> BTreeMap<u32, share::Body> {
        let all = scene.bodies_and_attachments();
        let bouncy = scene.has_bouncy_colliders();
        let records =
            all.map(|(body, held)| (body.index, self.body_record(scene, body, held, bouncy)));
        let known = |index: u32| self.records.get(index as usize);
        records
            .chain(self.kinematic_records(scene))
            .filter(|(index, record)| known(*index) != Some(record))
            .collect()
    }

    /// Uploads constants and changed records, one write per run of neighbours.
    pub fn write_records(&mut self, scene: &Scene) -> Result<()> {
        self.store_constants(scene)?;
        let changed: Vec<_> = self.changed_records(scene).into_iter().collect();
        let end = self.state.body_ranges.end() as usize;
        self.records.resize(end, share::Body::default());
        for run in changed.chunk_by(|(a, _), (b, _)| a + 1 == *b) {
            let (first, rows) = (run[0].0, run.iter().map(|(_, record)| *record));
            let rows: Vec<share::Body> = rows.collect();
            self.state.bodies.write(&self.context, first, &rows)?;
            self.records[first as usize..][..rows.len()].copy_from_slice(&rows);
        }
        Ok(())
    }

    /// A body as its solver describes it.
    fn described<'a>(
        &self,
        body: &'a Body,
        held: &'a [Vec<u32>],
    ) -> (solver::Body<'a>, solver::Units) {
        let described = solver::Body {
            desc: &body.data.desc,
            asset: &body.asset,
            held,
            tables: body.tables,
            coarse: self.coarse_use(body),
            size: body.size,
        };
        let units = solver::Units {
            length_unit_m: self.options.length_unit_m,
        };
        (described, units)
    }

    fn store_constants(&mut self, scene: &Scene) -> Result<()> {
        let rows = scene.bodies().map(|(id, body)| {
            let desc = &body.data.desc;
            let key = ConstantKey {
                asset: body.asset.content_hash,
                model: desc.model,
                scale: desc.scale,
                held: scene.held_sets(id, body),
            };
            let (described, units) = self.described(body, &key.held);
            let known = self.constant_rows.known(body.index, &key);
            let rows = known.unwrap_or_else(|| (body.solver.rows)(&described, &units));
            (body.index, key, rows)
        });
        let rows: Vec<_> = rows.collect();
        self.constant_rows
            .store(&self.context, &mut self.state, rows.into_iter())
    }

    fn body_record(
        &self,
        scene: &Scene,
        body: &Body,
        attachments: (u32, u32),
        bouncy: bool,
    ) -> share::Body {
        let desc = &body.data.desc;
        let (size, mass) = (body.size, body.mass);
        let (described, units) = self.described(body, &[]);
        let own = (body.solver.constants)(&described, &units);
        let ignored = self.lists.ignored_rows.get(&body.index).copied();
        let (ignored_row, ignored_count) = ignored.unwrap_or_default();
        share::Body {
            first_vertex: body.first_vertex,
            vertex_count: body.asset.rest_positions.len() as u32,
            first_attachment: self.lists.held.map_or(0, |held| held.0) + attachments.0,
            attachment_count: attachments.1,
            table: own.table,
            constants: own.constants,
            constant_row: self.constant_rows.row(body.index),
            kept_row: self.kept_row(body),
            substeps: body.substeps,
            iterations: body.iterations(self.options.iterations),
            size,
            scale: desc.scale,
            mass,
            damping: desc.model.damping(),
            flags: self.body_flags(scene, body, attachments.1, bouncy),
            layers: desc.layers,
            mask: desc.mask,
            face_row: body.tables.faces,
            face_count: placed_faces(&body.asset),
            margin: physical::margin(desc, self.options.length_unit_m),
            friction: desc.friction,
            restitution: desc.restitution,
            exit_speed: self.exit_speed(size),
            surface_row: self.surfaces.row(body.asset.content_hash),
            first_patch: body.surface.map_or(0, |surface| surface.first_patch),
            first_edge: body.surface.map_or(0, |surface| surface.first_edge),
            kinematic_row: 0,
            ignored_row,
            ignored_count,
            unused0: 0,
        }
    }

    fn body_flags(&self, scene: &Scene, body: &Body, attachments: u32, bouncy: bool) -> u32 {
        let is_free = body.is_free(attachments);
        let flags = [
            (share::BODY_FREE, is_free),
            (share::BODY_BOUNCES, body.bounces(attachments, bouncy)),
            (share::BODY_COARSE, self.coarse_use(body).size.is_some()),
            (share::BODY_DRIVEN, scene.is_carried(body)),
            (share::BODY_SELF, body.touches_itself()),
            (share::BODY_SOLID, !body.asset.tets.is_empty()),
            (
                share::BODY_RIGID,
                matches!(body.data.desc.model, Model::Rigid(_)),
            ),
            (share::BODY_ASKS_EVENTS, body.data.desc.events != 0),
            (
                share::BODY_PUSHED,
                is_free && body.solver.terms == Terms::Blocks,
            ),
        ];
        let set = flags.iter().filter(|(_, on)| *on);
        set.fold(0, |all, (bit, _)| all | bit)
    }

    /// Speed at which a body leaves a collider it was placed in [length unit/s]. It keeps that speed, so this is a hop
    /// of a tenth of its size under Earth's gravity.
    fn exit_speed(&self, size: f32) -> f32 {
        (2.0 * 9.81 * 0.1 * size / self.options.length_unit_m).sqrt()
    }
}
