//! The format of snapshots: all state that determines the next step, as bytes. Reading treats them as untrusted.

use crate::asset::hash::hash_bytes;
use crate::asset::shape::ShapeAsset;
use crate::asset::{Asset, SkinAsset};
use crate::desc::{PliantColliderDesc, PliantVertexLayout, WorldOptions, check_length_unit};
use crate::error::{Error, Result, Status};
use crate::ids::{PliantBodyId, PliantShapeId};
use crate::math::PliantPose;
use crate::share::REPORT_ENERGY_STAGE;
use crate::slots::Slots;
use crate::world::scene::{Attachment, BodyData, Frame, Partner, Scene, Skin};
use crate::world::store::{Rows, SavedContacts, Store, damaged};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

const MAGIC: [u8; 8] = *b"PLIANTSN";
const VERSION: u32 = 17;

/// A world.
#[derive(Serialize, Deserialize)]
pub struct Saved {
    pub frame: u64,
    pub gravity: [f32; 3],
    pub wind: [f32; 3],
    pub origin: [f64; 3],
    pub length_unit_m: f32,
    pub epochs: u32,
    pub iterations: u32,
    pub assets: Vec<Vec<u8>>,
    pub skins: Vec<Vec<u8>>,
    pub shapes: Vec<Vec<u8>>,
    pub bodies: Slots<SavedBody>,
    pub colliders: Slots<SavedCollider>,
    pub frames: Slots<Frame>,
    pub attachments: Slots<Attachment>,
    pub ignored: Vec<(PliantBodyId, Partner)>,
    /// Of all bodies, then of all parts of colliders that are triangles.
    pub contacts: Vec<SavedContacts>,
}

#[derive(Serialize, Deserialize)]
pub struct SavedBody {
    pub asset: u32,
    pub data: BodyData,
    pub substeps: u32,
    pub skins: Vec<(u32, PliantVertexLayout)>,
    /// Its last report: whether and where it stopped, contacts, bounds, and a pending impact.
    pub report: Vec<u32>,
    /// Its kept channels by name, four floats per vertex each, and what its solver keeps.
    pub state: Rows,
}

#[derive(Clone, Serialize, Deserialize)]
pub struct SavedCollider {
    pub desc: PliantColliderDesc,
    pub goal: PliantPose,
    pub shape: Option<u32>,
}

/// A world as bytes, once its commands are applied. Waits for the newest step. `is_disturbed`: energies are compared anew in
/// the next one.
pub fn write(
    scene: &Scene,
    store: &Store,
    options: &WorldOptions,
    (step, is_disturbed): (u64, bool),
) -> Result<Vec<u8>> {
    let contacts = store.saved_contacts(scene, step)?;
    let (mut assets, mut skins): (Vec<Arc<Asset>>, Vec<Arc<SkinAsset>>) = (Vec::new(), Vec::new());
    let mut saved = Vec::new();
    for ((_, body), state) in scene.bodies().zip(store.body_states(scene)?) {
        let asset = place_of(&mut assets, &body.asset, |a| a.content_hash);
        let skin = |s: &Skin| (place_of(&mut skins, &s.asset, |a| a.content_hash), s.layout);
        let skins: Vec<_> = body.skins.iter().map(skin).collect();
        saved.push((asset, skins, state));
    }
    let mut saved = saved.into_iter();
    let bodies = scene.body_slots().clone().try_map(0, |body| {
        let (asset, skins, (mut report, state)) =
            saved.next().ok_or_else(|| damaged("a body is missing"))?;
        if is_disturbed {
            report[REPORT_ENERGY_STAGE as usize] = 0;
        }
        Ok(SavedBody {
            asset,
            data: body.data,
            substeps: body.substeps,
            skins,
            report: report.to_vec(),
            state,
        })
    })?;
    let (colliders, shapes) = saved_colliders(scene)?;
    let whole = Saved {
        frame: step,
        gravity: scene.gravity(),
        wind: scene.wind(),
        origin: scene.origin().now,
        length_unit_m: options.length_unit_m,
        epochs: options.epochs,
        iterations: options.iterations,
        assets: assets.iter().map(|a| a.to_bytes()).collect(),
        skins: skins.iter().map(|a| a.to_bytes()).collect(),
        shapes,
        bodies,
        colliders,
        frames: scene.frame_slots().clone(),
        attachments: scene.attachments().clone(),
        ignored: scene.ignored().iter().copied().collect(),
        contacts,
    };
    let mut payload =
        postcard::to_allocvec(&whole).map_err(|e| Error::new(Status::Internal, e.to_string()))?;
    payload.resize(payload.len().next_multiple_of(4), 0); // the hash takes whole words
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend(hash_bytes(&payload).to_le_bytes());
    bytes.extend(payload);
    Ok(bytes)
}

/// Colliders, and the bytes of the shapes that they share.
fn saved_colliders(scene: &Scene) -> Result<(Slots<SavedCollider>, Vec<Vec<u8>>)> {
    let mut shapes: Vec<Arc<ShapeAsset>> = Vec::new();
    let colliders = scene.collider_slots().clone().try_map(0, |collider| {
        let shape = collider.asset.as_ref();
        Ok(SavedCollider {
            desc: PliantColliderDesc {
                shape_asset: PliantShapeId::default(), // a handle of this process
                ..collider.desc
            },
            goal: collider.goal,
            shape: shape.map(|shape| place_of(&mut shapes, shape, |s| s.content_hash)),
        })
    })?;
    let shapes = shapes.iter().map(|shape| shape.to_bytes());
    Ok((colliders, shapes.collect::<Result<_>>()?))
}

/// Reads a snapshot. Its numbers are in range; what its lists hold is not checked.
pub fn parse(bytes: &[u8]) -> Result<Saved> {
    let (head, payload) = bytes
        .split_at_checked(20)
        .ok_or_else(|| damaged("too short"))?;
    if head[..8] != MAGIC {
        return Err(damaged("it does not start with PLIANTSN"));
    }
    if head[8..12] != VERSION.to_le_bytes() {
        return Err(damaged(format!("its version is not {VERSION}")));
    }
    if head[12..20] != hash_bytes(payload).to_le_bytes() {
        return Err(damaged(
            "its hash does not match: it is damaged or cut short",
        ));
    }
    let (saved, rest): (Saved, &[u8]) = postcard::take_from_bytes(payload).map_err(damaged)?;
    if payload.len() % 4 != 0 || rest.len() > 3 || rest.iter().any(|b| *b != 0) {
        return Err(damaged("bytes are left over at its end"));
    }
    let sound = saved.bodies.is_sound()
        && saved.colliders.is_sound()
        && saved.frames.is_sound()
        && saved.attachments.is_sound();
    let sane = saved.frame < u64::MAX / 2
        && saved
            .gravity
            .iter()
            .chain(&saved.wind)
            .all(|g| g.is_finite())
        && crate::math::place(&saved.origin, "origin").is_ok()
        && check_length_unit(saved.length_unit_m).is_ok()
        && (1..=64).contains(&saved.epochs)
        && (1..=256).contains(&saved.iterations);
    if !(sound && sane) {
        return Err(damaged("a number is out of range"));
    }
    Ok(saved)
}

/// The object's index in a list of distinct ones; adds it if new.
fn place_of<T>(list: &mut Vec<Arc<T>>, object: &Arc<T>, hash: impl Fn(&T) -> u64) -> u32 {
    let found = list.iter().position(|other| hash(other) == hash(object));
    found.unwrap_or_else(|| {
        list.push(object.clone());
        list.len() - 1
    }) as u32
}
