//! What solvers keep of bodies from step to step, beside the channels (src/state/kept.rs). The rows of a body outlive plans.

use super::Store;
use crate::asset::Asset;
use crate::error::Result;
use crate::solver::Solver;
use crate::solver::pack::Tables;
use crate::state::{Extent, Kept, KeptPlace, kept_places};
use crate::world::scene::Body;

impl Store {
    /// Takes the kept rows of a body: first and number. What they hold is undefined.
    pub fn take_kept(
        &mut self,
        asset: &Asset,
        solver: &Solver,
        tables: &Tables,
    ) -> Result<(u32, u32)> {
        let entries = entries(asset, solver, tables);
        let end = entries
            .last()
            .map_or(0, |(_, (first, rows))| first.saturating_add(*rows));
        match end {
            0 => Ok((0, 0)),
            rows => Ok((self.state.take_kept(&self.context, rows)?, rows)),
        }
    }

    /// Gives kept rows back.
    pub fn drop_kept(&mut self, (first, rows): (u32, u32)) {
        if rows > 0 {
            self.state.kept_ranges.give(first, rows);
        }
    }

    /// Makes kept rows zero before the next step.
    pub fn clear_kept(&self, (first, rows): (u32, u32)) -> Result<()> {
        let zeros = vec![[0.0; 4]; rows as usize];
        let vertices = &self.state.vertices;
        vertices.write_kept(&self.context, first, &zeros)
    }

    /// The state row of a body's first kept row; zero if its solver keeps nothing.
    pub fn kept_row(&self, body: &Body) -> u32 {
        match body.kept {
            (_, 0) => 0,
            (first, _) => self.state.vertices.kept_row(first),
        }
    }
}

/// What the solver of a body keeps, and where that is.
pub fn kept_entries(body: &Body) -> Vec<(Kept, KeptPlace)> {
    entries(&body.asset, body.solver, &body.tables)
}

fn entries(asset: &Asset, solver: &Solver, tables: &Tables) -> Vec<(Kept, KeptPlace)> {
    let kept = (solver.kept)(tables);
    let extent = Extent {
        vertices: asset.rest_positions.len() as u32,
        clusters: tables.clusters[0],
        elements: tables.elements,
    };
    let places = kept_places(&kept, &extent);
    kept.into_iter().zip(places).collect()
}
