//! Coarse corrections of bodies, shared by those of one asset, Poisson's ratio and holds. A step solves for the motions
//! that the edits before it have made necessary. They are kept as long as the asset lives.

use super::Store;
use crate::element::{Parameters, Terms};
use crate::error::Result;
use crate::executor::{CoarseSize, Row};
use crate::gpu::table_cache::Key;
use crate::ids::PliantBodyId;
use crate::solver::{Coarse, CoarseUse, Holds, Lattice, Modes, pack_coarse};
use crate::world::scene::{Attachment, Body, Scene};
use std::sync::Arc;

/// Iterations from which one of them is spent on a correction. With fewer it would cost more than it saves.
const FEWEST_ITERATIONS: u32 = 4;
/// The most state rows that a correction takes: for each vertex, and beside that.
const MOST_ROWS_A_VERTEX: u64 = 4;
const MOST_ROWS: u64 = 1200;
/// Springs beyond this, in moduli times sizes, would drown the body's own stiffness in rounding.
const STIFFEST_SPRING: f64 = 1e8;

/// Motions this much slower than the fastest of a lattice, squared, are free of elastic forces but for rounding.
const FREELY: f64 = 1e-8;

impl Store {
    /// Makes the corrections that bodies miss, and drops those that they no longer need.
    pub fn refresh_coarse(&mut self, scene: &mut Scene, now: u64) -> Result<()> {
        let all = scene.bodies();
        // Corrections are optional, so they take no more than half of what is left; the last bodies go without.
        let faces = scene.features().bounded > 0;
        let mut room = self.state.spare_rows(&self.context, faces) / 2;
        let mut takes = |body: &Body| {
            let rows = MOST_ROWS_A_VERTEX * body.asset.rest_positions.len() as u64 + MOST_ROWS;
            let fits = rows <= room;
            room -= if fits { rows } else { 0 };
            fits
        };
        let changed: Vec<(PliantBodyId, Option<Key>)> = all
            .map(|(id, body)| {
                let key = self.coarse_key(scene, id, body).filter(|_| takes(body));
                (id, key, &body.coarse)
            })
            .filter(|(_, wanted, known)| wanted != *known)
            .map(|(id, wanted, _)| (id, wanted))
            .collect();
        for (id, key) in changed {
            if let Some(key) = &key {
                self.share_coarse(scene, id, key)?;
            }
            let old = std::mem::replace(&mut scene.body_mut(id)?.coarse, key);
            self.drop_coarse(old, now);
        }
        let is_dead = |coarse: &Coarse| coarse.asset.strong_count() == 0;
        self.coarse.forget(&mut self.state, is_dead);
        Ok(())
    }

    /// Whether an edit made another correction necessary than the body has.
    pub fn needs_other_coarse(&self, scene: &Scene, id: PliantBodyId) -> Result<bool> {
        let body = scene.body(id)?;
        Ok(self.coarse_key(scene, id, body) != body.coarse)
    }

    /// What the correction of a body depends on; `None` if it gets none.
    fn coarse_key(&self, scene: &Scene, id: PliantBodyId, body: &Body) -> Option<Key> {
        let is_solved_by_blocks = body.solver.terms == Terms::Blocks;
        if !is_solved_by_blocks
            || self.options.sweeps_only
            || !Lattice::suits(&body.asset)
            || body.iterations(self.options.iterations) < FEWEST_ITERATIONS
        {
            return None;
        }
        let unit = self.options.length_unit_m;
        let poisson_ratio = parameters(body, unit)?.poisson_ratio;
        let holds = holds(scene, id, body, unit)?;
        let mut key = vec![body.asset.content_hash, poisson_ratio.to_bits()];
        for list in [&holds.masses, &holds.springs] {
            key.push(list.len() as u64);
            key.extend(
                list.iter()
                    .flat_map(|(v, value)| [u64::from(*v), value.to_bits()]),
            );
        }
        Some(key.into())
    }

    /// Makes a body's correction, if it is not known.
    fn share_coarse(&mut self, scene: &Scene, id: PliantBodyId, key: &Key) -> Result<()> {
        let unit = self.options.length_unit_m;
        let body = scene.body(id)?;
        let make = || Ok(made(body, modes(scene, id, body, unit)));
        self.coarse
            .share(&self.context, &mut self.state, key, make)?;
        Ok(())
    }

    /// Undoes `share_coarse`.
    pub fn drop_coarse(&mut self, key: Option<Key>, now: u64) {
        if let Some(key) = key {
            self.coarse.release(&mut self.state, &key, now);
        }
    }

    /// How a body uses its correction; zeros if it has none.
    pub fn coarse_use(&self, body: &Body) -> CoarseUse {
        let found = body.coarse.as_ref().and_then(|key| self.coarse.get(key));
        let unit = self.options.length_unit_m;
        let (Some(coarse), Some(parameters)) = (found, parameters(body, unit)) else {
            return CoarseUse::default();
        };
        if !coarse.note.size.is_some() {
            return CoarseUse::default();
        }
        let mass = unit_mass(body, unit);
        let rate = parameters.young_modulus * f64::from(body.data.desc.scale) / mass;
        CoarseUse {
            row: coarse.first,
            size: coarse.note.size,
            rate: rate as f32,
            weight: (1.0 / mass) as f32,
            frequency: (coarse.note.slowest * rate).sqrt() as f32,
        }
    }
}

fn parameters(body: &Body, length_unit_m: f32) -> Option<Parameters> {
    let material = body.data.desc.model.material(length_unit_m);
    material.map(|(_, parameters)| parameters)
}

/// Mass of a unit of the asset's measure [kg].
fn unit_mass(body: &Body, length_unit_m: f32) -> f64 {
    let desc = &body.data.desc;
    desc.model.mass_per_measure(length_unit_m, desc.scale)
}

/// What the asset does not say of a body. `None` if something holds it too stiffly.
fn holds(scene: &Scene, id: PliantBodyId, body: &Body, length_unit_m: f32) -> Option<Holds> {
    let unit = unit_mass(body, length_unit_m);
    let scale = f64::from(body.data.desc.scale);
    let stiffness = parameters(body, length_unit_m)?.young_modulus * scale;
    let given = body.data.inverse_masses.iter();
    let mut holds = Holds {
        masses: given
            .map(|(v, w)| (*v, 1.0 / (f64::from(*w) * unit)))
            .collect(),
        springs: Vec::new(),
    };
    let is_rigid = |attachment: &Attachment| attachment.stiffness == 0.0;
    for (_, attachment) in scene.attachments_of(id) {
        let vertices = attachment.vertices.iter().copied();
        if is_rigid(attachment) {
            holds.masses.extend(vertices.map(|v| (v, f64::INFINITY)));
        } else {
            let spring = f64::from(attachment.stiffness) / stiffness;
            if spring > STIFFEST_SPRING * f64::from(body.size / body.data.desc.scale) {
                return None;
            }
            holds.springs.extend(vertices.map(|v| (v, spring)));
        }
    }
    Some(holds)
}

/// The motions of a body's lattice; `None` if it is too small for one.
fn modes(scene: &Scene, id: PliantBodyId, body: &Body, length_unit_m: f32) -> Option<Modes> {
    let (material, parameters) = body.data.desc.model.material(length_unit_m)?;
    let unit = Parameters {
        young_modulus: 1.0,
        ..parameters
    };
    let lame = material.kind().lame?(&unit);
    Modes::new(&body.asset, lame, &holds(scene, id, body, length_unit_m)?)
}

/// The rows of a correction with these motions, none without, and what the host knows of it.
fn made(body: &Body, modes: Option<Modes>) -> (Vec<Row>, Coarse) {
    let mut coarse = Coarse {
        asset: Arc::downgrade(&body.asset),
        size: CoarseSize::default(),
        slowest: 0.0,
    };
    let Some(modes) = modes else {
        return (Vec::new(), coarse);
    };
    let rows;
    (rows, coarse.size) = pack_coarse(&body.asset, &modes);
    // A body that hangs by a point or two turns around them freely, which is no elastic motion.
    let values = || modes.modes.iter().map(|(value, _)| *value);
    let fastest = values().fold(0.0, f64::max);
    let elastic = values().find(|value| *value > FREELY * fastest);
    coarse.slowest = elastic.unwrap_or(0.0);
    (rows, coarse)
}
