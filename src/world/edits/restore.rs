//! Saves a world, and replaces it by a saved one.

use crate::asset::shape::ShapeAsset;
use crate::asset::{Asset, SkinAsset};
use crate::desc::WorldOptions;
use crate::error::{Error, Result, Status};
use crate::ids::{Handle, Parts, PliantBodyId, PliantColliderId, PliantFrameId, pack, unpack};
use crate::slots::Slots;
use crate::world::World;
use crate::world::scene::{Attachment, Body, Collider, Frame, Origin, Partner};
use crate::world::snapshot::{self, Saved, SavedBody, SavedCollider};
use crate::world::store::damaged;
use std::sync::Arc;

impl World {
    /// Saves the world as bytes. Waits for the newest step.
    pub fn save(&mut self) -> Result<Vec<u8>> {
        self.scoped("a save", |world| {
            world.flush_commands()?;
            if world.planner.wants_plan() && world.store.keeps_contacts() {
                world.prepare()?; // it may forget what contact keeps, and a restored world must not know more
            }
            let when = (world.queue.step(), world.planner.is_disturbed());
            snapshot::write(&world.scene, &world.store, world.id.options(), when)
        })
    }

    /// Replaces the world by a saved one; saved handles become valid in this world. An error leaves the world
    /// unchanged.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<()> {
        self.scoped("a restore", |world| world.replace(bytes))
    }

    fn replace(&mut self, bytes: &[u8]) -> Result<()> {
        let ring = self.queue.ring_mut();
        self.results.maps().settle(ring);
        if ring.is_held() {
            return Err(Error::new(
                Status::InvalidState,
                "results are still mapped; call pliant_unmap for all of them before restoring",
            ));
        }
        let saved = snapshot::parse(bytes)?;
        let mut options = WorldOptions::clone(self.id.options());
        (options.epochs, options.iterations) = (saved.epochs, saved.iterations);
        options.length_unit_m = saved.length_unit_m;
        options.gravity = saved.gravity;
        let number = self.id.number();
        let mut fresh = World::on(self.id.context().clone(), options, number, saved.frame)?;
        fresh.load(saved)?;
        // Handles of removed objects, results included, must stay stale.
        fresh.scene.follow(&self.scene);
        fresh.results.follow(&self.results, fresh.queue.step());
        fresh.queue.follow(&mut self.queue);
        fresh.planner.follow(&mut self.planner);
        fresh.queries = self.queries.take(number);
        *self = fresh;
        Ok(())
    }

    fn load(&mut self, saved: Saved) -> Result<()> {
        let number = self.id.number();
        self.scene.set_wind(saved.wind);
        *self.scene.origin_mut() = Origin::at_rest(saved.origin);
        self.store.load_contacts(saved.contacts);
        let assets = read_all(&saved.assets, Asset::from_bytes)?;
        let skins = read_all(&saved.skins, SkinAsset::from_bytes)?;
        let mut worn = Vec::new();
        let bodies = saved.bodies.try_map(number, |body| {
            worn.push(body.skins.clone());
            self.load_body(&assets, body)
        })?;
        self.scene.put_bodies(bodies);
        let ids: Vec<PliantBodyId> = self.scene.bodies().map(|(id, _)| id).collect();
        for (id, layouts) in ids.iter().zip(worn) {
            for (skin, layout) in layouts {
                let skin = skins
                    .get(skin as usize)
                    .ok_or_else(|| damaged("a skin is missing"))?;
                self.add_skin(*id, skin.clone(), &layout)?;
            }
        }
        self.load_colliders(saved.colliders, &saved.shapes)?;
        self.store.forget_claims();
        let frames = saved.frames.try_map(number, |frame| {
            Ok(Frame {
                pose: frame.pose.checked("pose")?,
                goal: frame.goal.checked("goal")?,
                ..frame
            })
        })?;
        self.scene.put_frames(frames);
        let attachments = saved.attachments.try_map(number, |mut attachment| {
            attachment.body = PliantBodyId {
                bits: renumbered(attachment.body, number),
            };
            attachment.frame = attachment.frame.map(|frame| PliantFrameId {
                bits: renumbered(frame, number),
            });
            self.check_attachment(&attachment)?;
            Ok(attachment)
        })?;
        self.scene.hold_all(attachments)?;
        self.load_ignored(&saved.ignored)?;
        self.reserve_frames(0)
    }

    fn load_colliders(&mut self, saved: Slots<SavedCollider>, shapes: &[Vec<u8>]) -> Result<()> {
        let number = self.id.number();
        let shapes = read_all(shapes, ShapeAsset::from_bytes)?;
        let mut colliders = saved.try_map(number, |collider| {
            let shape = |at: u32| {
                let found = shapes.get(at as usize);
                found.cloned().ok_or_else(|| damaged("a shape is missing"))
            };
            let shape = collider.shape.map(shape).transpose()?;
            Ok(Collider {
                goal: collider.goal.checked("goal")?,
                ..Collider::new(collider.desc.checked()?, shape)?
            })
        })?;
        for collider in colliders.values_mut() {
            let step = self.queue.step() + 1;
            self.store.make_kinematic_surfaces(collider, step)?;
        }
        self.scene.put_colliders(colliders);
        self.store.write_fails(&self.scene)
    }

    fn load_ignored(&mut self, saved: &[(PliantBodyId, Partner)]) -> Result<()> {
        let number = self.id.number();
        let body_of = |id| PliantBodyId {
            bits: renumbered(id, number),
        };
        for (body, partner) in saved {
            let partner = match partner {
                Partner::Body(other) => Partner::Body(body_of(*other)),
                Partner::Collider(other) => Partner::Collider(PliantColliderId {
                    bits: renumbered(*other, number),
                }),
            };
            self.ignore((body_of(*body), partner), true)?;
        }
        Ok(())
    }

    fn check_attachment(&self, attachment: &Attachment) -> Result<()> {
        let body = self.scene.body(attachment.body)?;
        let count = body.asset.rest_positions.len();
        let frame = attachment.frame;
        frame.map_or(Ok(()), |frame| self.scene.frame(frame).map(drop))?;
        let inside = attachment.vertices.iter().all(|v| (*v as usize) < count);
        if !inside || !(0.0..=1e12).contains(&attachment.stiffness) {
            return Err(damaged("an attachment is out of range"));
        }
        Ok(())
    }

    fn load_body(&mut self, assets: &[Arc<Asset>], saved: SavedBody) -> Result<Body> {
        let asset = assets
            .get(saved.asset as usize)
            .ok_or_else(|| damaged("an asset is missing"))?
            .clone();
        let count = asset.rest_positions.len();
        let mut data = saved.data;
        data.desc = data.desc.checked()?;
        data.jumped = self.queue.step() + 1;
        let known = |(vertex, value): (&u32, &f32)| {
            (*vertex as usize) < count && *value >= 0.0 && value.is_finite()
        };
        if !data.inverse_masses.iter().all(known) {
            return Err(damaged("an inverse mass is out of range"));
        }
        let mut body = self.make_body(asset, data)?;
        body.substeps = saved.substeps.clamp(1, u32::from(u16::MAX));
        self.store
            .write_body_state(&body, (&saved.report, &saved.state))?;
        Ok(body)
    }
}

fn read_all<T>(blobs: &[Vec<u8>], read: impl Fn(&[u8]) -> Result<T>) -> Result<Vec<Arc<T>>> {
    blobs
        .iter()
        .map(|bytes| read(bytes).map(Arc::new))
        .collect()
}

/// The same handle, in the world with another number.
fn renumbered(handle: impl Handle, world: u32) -> u64 {
    unpack(handle.bits()).map_or(0, |parts| pack(Parts { world, ..parts }))
}
