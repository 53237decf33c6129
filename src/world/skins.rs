//! Edits of skins.

use super::scene::Skin;
use super::{Applied, World};
use crate::asset::SkinAsset;
use crate::desc::PliantVertexLayout;
use crate::error::{Error, Result, Status};
use crate::ids::PliantBodyId;
use std::sync::Arc;

impl World {
    pub(super) fn add_skin(
        &mut self,
        id: PliantBodyId,
        asset: Arc<SkinAsset>,
        layout: &PliantVertexLayout,
    ) -> Result<Applied> {
        let layout = layout.checked()?;
        let body = self.scene.bodies.get(id)?;
        if asset.asset_hash != body.asset.content_hash {
            return Err(Error::new(
                Status::InvalidState,
                "the skin is bound to another asset than the body's; bind the render mesh to the body's asset with pliant_skin_asset_create",
            ));
        }
        asset.check_fits(&body.asset)?;
        let place = (body.index, body.first_vertex, self.frame + 1);
        let index = self
            .skins
            .add(&self.context, &mut self.state, &asset, layout, place)?;
        let body = self.scene.bodies.get_mut(id)?;
        body.skins.push(Skin {
            asset,
            layout,
            index,
        });
        self.dirty.plan = true;
        Ok(Applied::Skin(body.skins.len() as u32 - 1))
    }

    pub(super) fn remove_skins(&mut self, id: PliantBodyId) -> Result<Applied> {
        let skins = std::mem::take(&mut self.scene.bodies.get_mut(id)?.skins);
        for skin in &skins {
            self.skins.remove(&mut self.state, skin.index);
        }
        self.dirty.plan |= !skins.is_empty();
        Ok(Applied::Done)
    }
}
