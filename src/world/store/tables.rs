//! The tables that bodies of one asset and model share.

use super::Store;
use crate::asset::Asset;
use crate::desc::Model;
use crate::element::Terms;
use crate::error::Result;
use crate::gpu::table_cache::Key;
use crate::solver::Packing;
use crate::solver::pack::Tables;
use crate::world::scene::{Body, physical};

impl Store {
    /// The arena tables of an asset for a model, packed on first use.
    pub fn share_asset(&mut self, asset: &Asset, model: &Model) -> Result<Tables> {
        let (context, unit) = (&self.context, self.options.length_unit_m);
        let pack = || {
            let solver = physical::solver(asset, model)?;
            let material = model.material(unit);
            let edges = material.map(|(material, _)| physical::edge_values(asset, material));
            let packed = (solver.pack)(&Packing {
                context,
                asset,
                kinds: model.kinds(),
                edges: &edges.unwrap_or_default(),
            })?;
            Ok((packed.rows, packed.tables))
        };
        let key = packed_key(asset, model);
        let table = self.packed.share(context, &mut self.state, &key, pack)?;
        Ok(table.note.at(table.first))
    }

    /// Gives a body the solver, the tables and the kept rows of another model, at the step `now`. An error changes nothing.
    pub fn change_solver(&mut self, body: &mut Body, model: &Model, now: u64) -> Result<()> {
        let asset = body.asset.clone();
        let solver = physical::solver(&asset, model)?;
        let keeps_carry = [body.solver, solver]
            .iter()
            .any(|s| s.terms == Terms::Rigid);
        let tables = self.share_asset(&asset, model)?;
        let rows = match self.take_kept(&asset, solver, &tables) {
            Ok(rows) => rows,
            Err(e) => {
                self.drop_asset(&asset, model, now);
                return Err(e);
            }
        };
        let carry = |store: &Self| match keeps_carry {
            true => store.forget_carry(body),
            false => Ok(()),
        };
        let forgotten = self.forget_impact(body.index).and_then(|()| carry(self));
        if let Err(e) = forgotten.and_then(|()| self.clear_kept(rows)) {
            self.drop_kept(rows);
            self.drop_asset(&asset, model, now);
            return Err(e);
        }
        let old = body.data.desc.model;
        (body.solver, body.tables) = (solver, tables);
        let old_rows = std::mem::replace(&mut body.kept, rows);
        self.drop_kept(old_rows);
        self.drop_asset(&asset, &old, now);
        Ok(())
    }

    /// Undoes `share_asset`, at the step `now`.
    pub fn drop_asset(&mut self, asset: &Asset, model: &Model, now: u64) {
        let key = packed_key(asset, model);
        self.packed.release(&mut self.state, &key, now);
    }
}

/// What the tables of an asset for a model depend on.
fn packed_key(asset: &Asset, model: &Model) -> Key {
    let [number, kinds] = [model.number(), model.kinds()].map(u64::from);
    [asset.content_hash, number, kinds].into()
}
