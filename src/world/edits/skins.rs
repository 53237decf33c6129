//! Edits of skins.

use super::Applied;
use crate::asset::SkinAsset;
use crate::desc::PliantVertexLayout;
use crate::error::{Error, Result, Status};
use crate::ids::PliantBodyId;
use crate::world::World;
use crate::world::scene::Skin;
use std::sync::Arc;

impl World {
    pub(super) fn add_skin(
        &mut self,
        id: PliantBodyId,
        asset: Arc<SkinAsset>,
        layout: &PliantVertexLayout,
    ) -> Result<Applied> {
        let layout = layout.checked()?;
        let body = self.scene.body(id)?;
        if asset.asset_hash != body.asset.content_hash {
            return Err(Error::new(
                Status::InvalidState,
                "the skin is bound to another asset than the body's; bind the render mesh to the body's asset with pliant_skin_asset_create",
            ));
        }
        asset.check_fits(&body.asset)?;
        let place = (body.index, body.first_vertex, self.queue.step() + 1);
        let (context, state) = (self.id.context(), self.store.state_mut());
        let index = self.skins.add(context, state, &asset, layout, place)?;
        self.planner.change_plan();
        let body = self.scene.body_mut(id)?;
        body.skins.push(Skin {
            asset,
            layout,
            index,
        });
        Ok(Applied::Skin(body.skins.len() as u32 - 1))
    }

    pub(super) fn remove_skins(&mut self, id: PliantBodyId) -> Result<Applied> {
        let skins = std::mem::take(&mut self.scene.body_mut(id)?.skins);
        for skin in &skins {
            self.skins.remove(self.store.state_mut(), skin.index);
        }
        if !skins.is_empty() {
            self.planner.change_plan();
        }
        Ok(Applied::Done)
    }
}
