//! Snapshots: all state that determines the next step, as bytes. Reading treats them as untrusted.

use super::World;
use super::collider::Collider;
use super::kept::SavedTouch;
use super::partner::Partner;
use super::scene::{Attachment, Body, BodyData, Frame, Origin};
use crate::asset::hash::hash_bytes;
use crate::asset::shape::ShapeAsset;
use crate::asset::{Asset, SkinAsset};
use crate::desc::{PliantColliderDesc, PliantVertexLayout, check_length_unit};
use crate::error::{Error, Result, Status};
use crate::gpu::readback::{self, Piece};
use crate::ids::{
    Handle, PliantBodyId, PliantColliderId, PliantFrameId, PliantShapeId, pack, unpack,
};
use crate::math::PliantPose;
use crate::share::{
    CELL_FARTHEST, REPORT_BOUNDS_CELL, REPORT_CELL, REPORT_ENERGY_STAGE, REPORT_HIGH,
    REPORT_IMPACT, REPORT_IMPACT_WORDS, REPORT_LOW, REPORT_SPEED, REPORT_STATUS, REPORT_WORDS,
};
use crate::slots::Slots;
use crate::state::KEPT;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

const MAGIC: [u8; 8] = *b"PLIANTSN";
const VERSION: u32 = 14;

#[derive(Serialize, Deserialize)]
struct Saved {
    frame: u64,
    gravity: [f32; 3],
    wind: [f32; 3],
    origin: [f64; 3],
    length_unit_m: f32,
    epochs: u32,
    iterations: u32,
    assets: Vec<Vec<u8>>,
    skins: Vec<Vec<u8>>,
    shapes: Vec<Vec<u8>>,
    bodies: Slots<SavedBody>,
    colliders: Slots<SavedCollider>,
    frames: Slots<Frame>,
    attachments: Slots<Attachment>,
    ignored: Vec<(PliantBodyId, Partner)>,
    /// Of all bodies, then of all parts of colliders that are triangles.
    touch: Vec<SavedTouch>,
}

#[derive(Serialize, Deserialize)]
struct SavedBody {
    asset: u32,
    data: BodyData,
    substeps: u32,
    skins: Vec<(u32, PliantVertexLayout)>,
    /// Its last report: whether and where it stopped, contacts, bounds, and a pending impact.
    report: Vec<u32>,
    /// Its kept channels by name, four floats per vertex each.
    state: Rows,
}

#[derive(Clone, Serialize, Deserialize)]
struct SavedCollider {
    desc: PliantColliderDesc,
    goal: PliantPose,
    shape: Option<u32>,
}

type Report = [u32; REPORT_WORDS as usize];
/// Names and bytes of the kept channels of one body.
type Rows = Vec<(String, Vec<u8>)>;

/// A body's report and rows, as in `SavedBody`.
type BodyState = (Report, Rows);

fn damaged(why: impl std::fmt::Display) -> Error {
    Error::new(
        Status::Format,
        format!("the snapshot cannot be restored: {why}"),
    )
}

impl World {
    /// Saves the world as bytes. Waits for the newest step.
    pub fn save(&mut self) -> Result<Vec<u8>> {
        self.scoped("a save", Self::saved)
    }

    fn saved(&mut self) -> Result<Vec<u8>> {
        self.flush_commands()?;
        let touch = self.saved_touch()?;
        let (mut assets, mut skins): (Vec<Arc<Asset>>, Vec<Arc<SkinAsset>>) =
            (Vec::new(), Vec::new());
        let mut saved = Vec::new();
        for ((_, body), state) in self.scene.bodies().zip(self.body_states()?) {
            let asset = place_of(&mut assets, &body.asset, |a| a.content_hash);
            let skin = |s: &super::scene::Skin| {
                (place_of(&mut skins, &s.asset, |a| a.content_hash), s.layout)
            };
            let skins: Vec<_> = body.skins.iter().map(skin).collect();
            saved.push((asset, skins, state));
        }
        let mut saved = saved.into_iter();
        let bodies = self.scene.bodies.clone().try_map(0, |body| {
            let (asset, skins, (mut report, state)) =
                saved.next().ok_or_else(|| damaged("a body is missing"))?;
            if self.dirty.scene {
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
        let (colliders, shapes) = self.saved_colliders()?;
        let whole = Saved {
            frame: self.frame,
            gravity: self.scene.gravity,
            wind: self.scene.wind,
            origin: self.scene.origin.now,
            length_unit_m: self.options.length_unit_m,
            epochs: self.options.epochs,
            iterations: self.options.iterations,
            assets: assets.iter().map(|a| a.to_bytes()).collect(),
            skins: skins.iter().map(|a| a.to_bytes()).collect(),
            shapes,
            bodies,
            colliders,
            frames: self.scene.frames.clone(),
            attachments: self.scene.attachments().clone(),
            ignored: self.scene.ignored.iter().copied().collect(),
            touch,
        };
        let mut payload = postcard::to_allocvec(&whole)
            .map_err(|e| Error::new(Status::Internal, e.to_string()))?;
        payload.resize(payload.len().next_multiple_of(4), 0); // the hash takes whole words
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(hash_bytes(&payload).to_le_bytes());
        bytes.extend(payload);
        Ok(bytes)
    }

    /// Colliders, and the bytes of the shapes that they share.
    fn saved_colliders(&self) -> Result<(Slots<SavedCollider>, Vec<Vec<u8>>)> {
        let mut shapes: Vec<Arc<ShapeAsset>> = Vec::new();
        let colliders = self.scene.colliders.clone().try_map(0, |collider| {
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

    /// Reports and rows of all bodies, in body order, in one download. It fits the largest buffer: the state buffer is
    /// larger and fits too.
    pub(super) fn body_states(&self) -> Result<Vec<BodyState>> {
        let (state, rows) = (&self.state, self.state.vertex_ranges.end());
        let report = 4 * REPORT_WORDS as usize;
        let piece = |source: &crate::gpu::buffer::Buffer, (offset, length)| Piece {
            key: (0, 0),
            source: source.clone(),
            offset,
            length,
        };
        let vertices = &state.vertices;
        let reports = report as u64 * u64::from(state.body_ranges.end());
        let mut pieces = vec![piece(&state.report.buffer, (0, reports))];
        let kept = KEPT.map(|channel| vertices.place(channel, 0, rows));
        pieces.extend(kept.map(|place| piece(&vertices.buffer, place)));
        let all = readback::download(&self.context, &pieces)?;
        let part = |piece: usize, first: usize, bytes: usize| {
            let rows = all.get(piece).and_then(|all| all.get(first..first + bytes));
            rows.ok_or_else(|| Error::new(Status::Internal, "a download was cut short"))
        };
        let state_of = |(_, body): (PliantBodyId, &Body)| {
            let words: Vec<u32> =
                bytemuck::pod_collect_to_vec(part(0, report * body.index as usize, report)?);
            let vertices = body.vertices();
            let (first, bytes) = (16 * vertices.start as usize, 16 * vertices.len());
            let rows = (1..).zip(KEPT).map(|(piece, channel)| {
                let rows = part(piece, first, bytes)?.to_vec();
                Ok((channel.name.to_owned(), rows))
            });
            let rows: Rows = rows.collect::<Result<_>>()?;
            let cut = |_| Error::new(Status::Internal, "a report was cut short");
            Ok((Report::try_from(words).map_err(cut)?, rows))
        };
        self.scene.bodies().map(state_of).collect()
    }

    /// Replaces the world by a saved one; saved handles become valid in this world. An error leaves the world
    /// unchanged.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<()> {
        self.scoped("a restore", |world| world.replace(bytes))
    }

    fn replace(&mut self, bytes: &[u8]) -> Result<()> {
        self.maps.settle(&mut self.ring);
        if self.ring.is_held() {
            return Err(Error::new(
                Status::InvalidState,
                "results are still mapped; call pliant_unmap for all of them before restoring",
            ));
        }
        let saved = parse(bytes)?;
        let mut options = self.options.clone();
        (options.epochs, options.iterations) = (saved.epochs, saved.iterations);
        options.together = self.options.together;
        options.length_unit_m = saved.length_unit_m;
        options.gravity = saved.gravity;
        let mut fresh = World::on(self.context.clone(), options, self.number)?;
        fresh.load(saved)?;
        // Handles of removed objects, results included, must stay stale.
        fresh.scene.follow(&self.scene);
        fresh.maps = self.maps.clone();
        fresh.loaded = fresh.frame;
        // The thread is reused, because wgpu keeps some memory for every thread that ever used it.
        fresh.ahead = std::mem::take(&mut self.ahead);
        fresh.ahead.forget();
        fresh.spatial = self.spatial.take(self.number);
        *self = fresh;
        Ok(())
    }

    fn load(&mut self, saved: Saved) -> Result<()> {
        let number = self.number;
        self.frame = saved.frame;
        self.scene.wind = saved.wind;
        self.scene.origin = Origin::at_rest(saved.origin);
        self.load_touch(saved.touch);
        let assets = read_all(&saved.assets, Asset::from_bytes)?;
        let skins = read_all(&saved.skins, SkinAsset::from_bytes)?;
        let mut worn = Vec::new();
        let bodies = saved.bodies.try_map(number, |body| {
            worn.push(body.skins.clone());
            self.load_body(&assets, body)
        })?;
        self.scene.bodies = bodies;
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
        self.restored.claims.clear();
        self.scene.frames = saved.frames.try_map(number, |frame| {
            Ok(Frame {
                pose: frame.pose.checked("pose")?,
                goal: frame.goal.checked("goal")?,
                ..frame
            })
        })?;
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
        self.state
            .frames
            .reserve(&self.context, self.frame_rows())?;
        Ok(())
    }

    fn load_colliders(&mut self, saved: Slots<SavedCollider>, shapes: &[Vec<u8>]) -> Result<()> {
        let number = self.number;
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
            self.make_carriers(collider)?;
        }
        self.scene.colliders = colliders;
        self.write_fails()
    }

    fn load_ignored(&mut self, saved: &[(PliantBodyId, Partner)]) -> Result<()> {
        let number = self.number;
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
        let count = self
            .scene
            .bodies
            .get(attachment.body)?
            .asset
            .rest_positions
            .len();
        attachment
            .frame
            .map_or(Ok(()), |frame| self.scene.frames.get(frame).map(|_| ()))?;
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
        data.jumped = self.frame + 1;
        let known = |(vertex, value): (&u32, &f32)| {
            (*vertex as usize) < count && *value >= 0.0 && value.is_finite()
        };
        if !data.inverse_masses.iter().all(known) {
            return Err(damaged("an inverse mass is out of range"));
        }
        let rows = KEPT.map(|channel| rows_of(&saved.state, channel.name, count));
        let report: Option<Report> = saved.report.try_into().ok();
        let report = report
            .filter(is_report)
            .ok_or_else(|| damaged("a body's report is out of range"))?;
        let mut body = self.make_body(asset, data)?;
        body.substeps = saved.substeps.clamp(1, u32::from(u16::MAX));
        let first = body.first_vertex;
        for (channel, rows) in KEPT.into_iter().zip(rows) {
            let vertices = &self.state.vertices;
            vertices.write(&self.context, channel, first, &rows?)?;
        }
        self.state
            .report
            .write(&self.context, body.index, &[report])?;
        Ok(body)
    }
}

/// The rows of one channel of a body with this many vertices.
fn rows_of(state: &Rows, name: &str, count: usize) -> Result<Vec<[f32; 4]>> {
    let found = state.iter().find(|(other, _)| other == name);
    let bytes = found.map_or(&[][..], |(_, bytes)| bytes);
    let fits = bytes.len() == 16 * count;
    let rows: Vec<[f32; 4]> = if fits {
        bytemuck::pod_collect_to_vec(bytes)
    } else {
        Vec::new()
    };
    if !fits || !rows.as_flattened().iter().all(|v| v.is_finite()) {
        let why = format!("the {name} of a body is incomplete or not finite");
        return Err(damaged(why));
    }
    Ok(rows)
}

/// Whether these words are a valid report: finite bounds and impact, known status.
fn is_report(words: &Report) -> bool {
    let bound = |first: u32| super::query::point(&words[first as usize..]);
    let bounds = [bound(REPORT_LOW), bound(REPORT_HIGH)];
    let mut impact = words[REPORT_IMPACT as usize..][..REPORT_IMPACT_WORDS as usize - 1].iter();
    let speed = f32::from_bits(words[REPORT_SPEED as usize]);
    words[REPORT_STATUS as usize] <= 1
        && (0.0..f32::INFINITY).contains(&speed)
        && words[REPORT_CELL as usize..][..6]
            .iter()
            .all(|c| (*c as i32).unsigned_abs() <= CELL_FARTHEST as u32)
        && words[REPORT_CELL as usize..][..3] == words[REPORT_BOUNDS_CELL as usize..][..3]
        && bounds.as_flattened().iter().all(|b| b.is_finite())
        && impact.all(|word| f32::from_bits(*word).is_finite())
}

fn parse(bytes: &[u8]) -> Result<Saved> {
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

fn read_all<T>(blobs: &[Vec<u8>], read: impl Fn(&[u8]) -> Result<T>) -> Result<Vec<Arc<T>>> {
    blobs
        .iter()
        .map(|bytes| read(bytes).map(Arc::new))
        .collect()
}

/// The object's index in a list of distinct ones; adds it if new.
fn place_of<T>(list: &mut Vec<Arc<T>>, object: &Arc<T>, hash: impl Fn(&T) -> u64) -> u32 {
    let found = list.iter().position(|other| hash(other) == hash(object));
    found.unwrap_or_else(|| {
        list.push(object.clone());
        list.len() - 1
    }) as u32
}

/// The same handle, in the world with another number.
fn renumbered(handle: impl Handle, world: u32) -> u64 {
    unpack(handle.bits()).map_or(0, |parts| pack(crate::ids::Parts { world, ..parts }))
}
