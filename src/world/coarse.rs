//! Coarse corrections of bodies, shared by those of one asset, Poisson's ratio and holds. A step solves for the motions
//! that the edits before it have made necessary. They are kept as long as the asset lives.

use super::scene::{Attachment, Body, CoarseKey};
use super::{Coarse, World};
use crate::error::Result;
use crate::ids::PliantBodyId;
use crate::material::{Hook, Parameters};
use crate::solver::{CoarseSize, Holds, Lattice, Modes, pack_coarse};
use std::sync::Arc;

/// Iterations from which one of them is spent on a correction. With fewer it would cost more than it saves.
const FEWEST_ITERATIONS: u32 = 4;
/// The most state rows that a correction takes: for each vertex, and beside that.
const MOST_ROWS_A_VERTEX: u64 = 4;
const MOST_ROWS: u64 = 1200;
/// Corrections without users that are kept: those that had users last.
const MOST_UNUSED: usize = 16;
/// Springs beyond this, in moduli times sizes, would drown the body's own stiffness in rounding.
const STIFFEST_SPRING: f64 = 1e8;

/// Motions this much slower than the fastest of a lattice, squared, are free of elastic forces but for rounding.
const FREELY: f64 = 1e-8;

/// How a body uses its correction: fields of `share::Body`.
#[derive(Clone, Copy, Debug, Default)]
pub struct CoarseUse {
    pub row: u32,
    pub size: CoarseSize,
    /// From λ to squared frequencies [1/s²].
    pub rate: f32,
    /// Of a unit of the asset's measure [1/kg].
    pub weight: f32,
    /// Slowest elastic motion [rad/s].
    pub frequency: f32,
}

impl World {
    /// Makes the corrections that bodies miss, and drops those that they no longer need.
    pub(super) fn refresh_coarse(&mut self) -> Result<()> {
        let all = self.scene.bodies();
        // Corrections are optional, so they take no more than half of what is left; the last bodies go without.
        let faces = self.scene.meets().bounded > 0;
        let mut room = self.state.spare_rows(&self.context, faces) / 2;
        let mut takes = |body: &Body| {
            let rows = MOST_ROWS_A_VERTEX * body.asset.rest_positions.len() as u64 + MOST_ROWS;
            let fits = rows <= room;
            room -= if fits { rows } else { 0 };
            fits
        };
        let changed: Vec<(PliantBodyId, Option<CoarseKey>)> = all
            .map(|(id, body)| {
                let key = self.coarse_key(id, body).filter(|_| takes(body));
                (id, key, &body.coarse)
            })
            .filter(|(_, wanted, known)| wanted != *known)
            .map(|(id, wanted, _)| (id, wanted))
            .collect();
        for (id, key) in changed {
            if let Some(key) = &key {
                self.share_coarse(id, key)?;
            }
            let old = std::mem::replace(&mut self.scene.bodies.get_mut(id)?.coarse, key);
            self.drop_coarse(old);
        }
        self.forget_coarse();
        Ok(())
    }

    /// Whether an edit made another correction necessary than the body has.
    pub(super) fn needs_other_coarse(&self, id: PliantBodyId) -> Result<bool> {
        let body = self.scene.bodies.get(id)?;
        Ok(self.coarse_key(id, body) != body.coarse)
    }

    /// What the correction of a body depends on; `None` if it gets none.
    fn coarse_key(&self, id: PliantBodyId, body: &Body) -> Option<CoarseKey> {
        let is_solved_by_blocks = body.solver.needs == Hook::Block;
        if !is_solved_by_blocks
            || self.options.sweeps_only
            || !Lattice::suits(&body.asset)
            || self.iterations(body) < FEWEST_ITERATIONS
        {
            return None;
        }
        let poisson_ratio = self.parameters(body)?.poisson_ratio;
        let holds = self.holds(id, body)?;
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

    fn parameters(&self, body: &Body) -> Option<Parameters> {
        let material = body.data.desc.model.material(self.options.length_unit_m);
        material.map(|(_, parameters)| parameters)
    }

    /// What the asset does not say of a body. `None` if something holds it too stiffly.
    fn holds(&self, id: PliantBodyId, body: &Body) -> Option<Holds> {
        let unit = self.unit_mass(body);
        let stiffness = self.parameters(body)?.young_modulus * f64::from(body.data.desc.scale);
        let given = body.data.inverse_masses.iter();
        let mut holds = Holds {
            masses: given
                .map(|(v, w)| (*v, 1.0 / (f64::from(*w) * unit)))
                .collect(),
            springs: Vec::new(),
        };
        let is_rigid = |attachment: &Attachment| attachment.stiffness == 0.0;
        for (_, attachment) in self.scene.attachments_of(id) {
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

    /// Mass of a unit of the asset's measure [kg].
    fn unit_mass(&self, body: &Body) -> f64 {
        let desc = &body.data.desc;
        desc.model
            .mass_per_measure(self.options.length_unit_m, desc.scale)
    }

    /// Makes a body's correction, if it is not known.
    fn solve_coarse(&mut self, id: PliantBodyId, key: &CoarseKey) {
        let Ok(body) = self.scene.bodies.get(id) else {
            return;
        };
        if self.coarse.contains_key(key) {
            return;
        }
        let mut coarse = Coarse {
            asset: Arc::downgrade(&body.asset),
            rows: Vec::new(),
            first: 0,
            size: CoarseSize::default(),
            slowest: 0.0,
            users: 0,
            used: 0,
        };
        if let Some(modes) = self.modes(id, body) {
            (coarse.rows, coarse.size) = pack_coarse(&body.asset, &modes);
            // A body that hangs by a point or two turns around them freely, which is no elastic motion.
            let values = || modes.modes.iter().map(|(value, _)| *value);
            let fastest = values().fold(0.0, f64::max);
            let elastic = values().find(|value| *value > FREELY * fastest);
            coarse.slowest = elastic.unwrap_or(0.0);
        }
        self.coarse.insert(key.clone(), coarse);
    }

    /// Forgets corrections of dead assets, and those that have been without users for longest.
    fn forget_coarse(&mut self) {
        self.coarse
            .retain(|_, coarse| coarse.users > 0 || coarse.asset.strong_count() > 0);
        let unused = self.coarse.values().filter(|coarse| coarse.users == 0);
        let mut used: Vec<u64> = unused.map(|coarse| coarse.used).collect();
        if used.len() <= MOST_UNUSED {
            return;
        }
        used.sort_unstable();
        let mut surplus = used.len() - MOST_UNUSED;
        let latest = used[surplus - 1];
        self.coarse.retain(|_, coarse| {
            let goes = coarse.users == 0 && coarse.used <= latest && surplus > 0;
            surplus -= usize::from(goes);
            !goes
        });
    }

    fn share_coarse(&mut self, id: PliantBodyId, key: &CoarseKey) -> Result<()> {
        self.solve_coarse(id, key);
        if let Some(coarse) = self.coarse.get_mut(key) {
            if coarse.users == 0 && !coarse.rows.is_empty() {
                coarse.first = self.state.store(&self.context, &coarse.rows)?;
            }
            coarse.users += 1;
        }
        Ok(())
    }

    /// The motions of a body's lattice; `None` if it is too small for one.
    fn modes(&self, id: PliantBodyId, body: &Body) -> Option<Modes> {
        let (material, parameters) = body.data.desc.model.material(self.options.length_unit_m)?;
        let unit = Parameters {
            young_modulus: 1.0,
            ..parameters
        };
        let lame = material.kind().lame?(&unit);
        Modes::new(&body.asset, lame, &self.holds(id, body)?)
    }

    /// Undoes `share_coarse`.
    pub(super) fn drop_coarse(&mut self, key: Option<CoarseKey>) {
        let Some(key) = key else {
            return;
        };
        let Some(coarse) = self.coarse.get_mut(&key) else {
            return;
        };
        coarse.users -= 1;
        coarse.used = self.frame;
        if coarse.users == 0 && !coarse.rows.is_empty() {
            let rows = coarse.rows.len() as u32;
            self.state.arena_ranges.give(coarse.first, rows);
        }
    }

    /// How a body uses its correction; zeros if it has none.
    pub(super) fn coarse_use(&self, body: &Body) -> CoarseUse {
        let found = body.coarse.as_ref().and_then(|key| self.coarse.get(key));
        let (Some(coarse), Some(parameters)) = (found, self.parameters(body)) else {
            return CoarseUse::default();
        };
        if !coarse.size.is_some() {
            return CoarseUse::default();
        }
        let unit = self.unit_mass(body);
        let rate = parameters.young_modulus * f64::from(body.data.desc.scale) / unit;
        CoarseUse {
            row: coarse.first,
            size: coarse.size,
            rate: rate as f32,
            weight: (1.0 / unit) as f32,
            frequency: (coarse.slowest * rate).sqrt() as f32,
        }
    }
}
