//! 64-bit handles: slot + 1 (20 bits), generation (16), kind (4), world (24). Zero is null.
//!
//! World numbers and slot generations are never reused in a process, so a handle never names two things.

use crate::error::{Error, Result, Status};
use std::sync::atomic::{AtomicU32, Ordering};

use serde::{Deserialize, Serialize};

/// What a handle names. The numbers are part of the ABI.
#[repr(u8)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A simulated world.
    World = 1,
    /// A cooked tetrahedral body, shared between worlds.
    Asset = 2,
    /// A render mesh bound to an asset, shared between worlds.
    SkinAsset = 3,
    /// A body in a world.
    Body = 4,
    /// A collider in a world.
    Collider = 5,
    /// A kinematic frame in a world.
    Frame = 6,
    /// An attachment of vertices to a point or a frame.
    Attachment = 7,
    /// A mapped result.
    Map = 8,
    /// A shape of colliders, shared between worlds.
    Shape = 9,
    /// A batch of queries.
    Ticket = 10,
}

impl Kind {
    /// Every kind.
    const ALL: [Kind; 10] = [
        Kind::World,
        Kind::Asset,
        Kind::SkinAsset,
        Kind::Body,
        Kind::Collider,
        Kind::Frame,
        Kind::Attachment,
        Kind::Map,
        Kind::Shape,
        Kind::Ticket,
    ];

    /// The C type of the handle.
    pub fn type_name(self) -> &'static str {
        match self {
            Kind::World => "PliantWorldId",
            Kind::Asset => "PliantAssetId",
            Kind::SkinAsset => "PliantSkinAssetId",
            Kind::Body => "PliantBodyId",
            Kind::Collider => "PliantColliderId",
            Kind::Frame => "PliantFrameId",
            Kind::Attachment => "PliantAttachmentId",
            Kind::Map => "PliantMapId",
            Kind::Shape => "PliantShapeId",
            Kind::Ticket => "PliantTicketId",
        }
    }
}

/// The parts of a handle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts {
    /// Position in its table, below `MAX_SLOTS`.
    pub slot: u32,
    /// Number of uses of the slot; never zero.
    pub generation: u16,
    /// The kind's number.
    pub kind: u8,
    /// The world's number, up to `MAX_WORLDS`; zero for shared objects.
    pub world: u32,
}

/// The most slots of one table.
pub(crate) const MAX_SLOTS: u32 = (1 << 20) - 1;
/// The most worlds of one process, over its lifetime.
pub(crate) const MAX_WORLDS: u32 = (1 << 24) - 1;

/// A world number that is unique in the process.
pub fn next_world() -> Result<u32> {
    static LAST: AtomicU32 = AtomicU32::new(0);
    let more = |last| (last < MAX_WORLDS).then_some(last + 1);
    match LAST.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more) {
        Ok(last) => Ok(last + 1),
        Err(_) => Err(Error::new(
            Status::Capacity,
            format!("this process made {MAX_WORLDS} worlds, the most that handles can name"),
        )),
    }
}

/// Packs the parts into a handle's bits.
pub fn pack(parts: Parts) -> u64 {
    u64::from(parts.slot + 1)
        | u64::from(parts.generation) << 20
        | u64::from(parts.kind) << 36
        | u64::from(parts.world) << 40
}

/// Unpacks a handle's bits; `None` for the null handle.
pub fn unpack(bits: u64) -> Option<Parts> {
    let slot = (bits as u32 & ((1 << 20) - 1)).checked_sub(1)?;
    Some(Parts {
        slot,
        generation: (bits >> 20) as u16,
        kind: (bits >> 36) as u8 & 0xf,
        world: (bits >> 40) as u32,
    })
}

/// The parts of a handle of the right kind. Only its table knows whether it is still alive.
///
/// # Errors
/// `InvalidHandle` for the null handle and for another kind.
pub fn parts_of<H: Handle>(handle: H) -> Result<Parts> {
    let (bits, name) = (handle.bits(), H::KIND.type_name());
    let refuse = |why: String| Err(Error::new(Status::InvalidHandle, why));
    let Some(parts) = unpack(bits) else {
        return refuse(format!(
            "the {name} is {bits:#x}, the null handle: it was never set, or the call that makes it failed"
        ));
    };
    if parts.kind == H::KIND as u8 {
        return Ok(parts);
    }
    let other = Kind::ALL.iter().find(|kind| **kind as u8 == parts.kind);
    let other = other.map_or("no handle".into(), |kind| format!("a {}", kind.type_name()));
    refuse(format!("expected a {name}, {bits:#018x} is {other}"))
}

/// A handle as shown in messages.
pub fn shown<H: Handle>(handle: H) -> String {
    format!("{} {:#018x}", H::KIND.type_name(), handle.bits())
}

/// A typed handle.
pub trait Handle: Copy {
    /// The kind its bits must carry.
    const KIND: Kind;
    /// Wraps raw bits.
    fn from_bits(bits: u64) -> Self;
    /// The raw bits.
    fn bits(self) -> u64;
}

/// A simulated world.
#[repr(C)]
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
pub struct PliantWorldId {
    /// Slot + 1, generation, kind and world; zero is null.
    pub bits: u64,
}

/// A cooked, immutable tetrahedral body.
#[repr(C)]
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
pub struct PliantAssetId {
    /// Slot + 1, generation, kind and world; zero is null.
    pub bits: u64,
}

/// A render mesh bound to an asset.
#[repr(C)]
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
pub struct PliantSkinAssetId {
    /// Slot + 1, generation, kind and world; zero is null.
    pub bits: u64,
}

/// A body in a world.
#[repr(C)]
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
pub struct PliantBodyId {
    /// Slot + 1, generation, kind and world; zero is null.
    pub bits: u64,
}

/// A collider in a world.
#[repr(C)]
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
pub struct PliantColliderId {
    /// Slot + 1, generation, kind and world; zero is null.
    pub bits: u64,
}

/// A kinematic frame that vertices can be attached to.
#[repr(C)]
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
pub struct PliantFrameId {
    /// Slot + 1, generation, kind and world; zero is null.
    pub bits: u64,
}

/// An attachment of vertices to a point or a frame.
#[repr(C)]
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
pub struct PliantAttachmentId {
    /// Slot + 1, generation, kind and world; zero is null.
    pub bits: u64,
}

/// A mapped result, to be unmapped.
#[repr(C)]
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
pub struct PliantMapId {
    /// Slot + 1, generation, kind and world; zero is null.
    pub bits: u64,
}

/// A shape that colliders share.
#[repr(C)]
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
pub struct PliantShapeId {
    /// Slot + 1, generation, kind and world; zero is null.
    pub bits: u64,
}

/// A submitted batch of queries. The ticket ends when its answers are fetched.
#[repr(C)]
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
pub struct PliantTicketId {
    /// Slot + 1, generation, kind and world; zero is null.
    pub bits: u64,
}

// Written out above: the binding generators do not expand macros.
macro_rules! handle {
    ($name:ident, $kind:ident) => {
        impl Handle for $name {
            const KIND: Kind = Kind::$kind;
            fn from_bits(bits: u64) -> Self {
                Self { bits }
            }
            fn bits(self) -> u64 {
                self.bits
            }
        }
    };
}

handle!(PliantWorldId, World);
handle!(PliantAssetId, Asset);
handle!(PliantSkinAssetId, SkinAsset);
handle!(PliantBodyId, Body);
handle!(PliantColliderId, Collider);
handle!(PliantFrameId, Frame);
handle!(PliantAttachmentId, Attachment);
handle!(PliantMapId, Map);
handle!(PliantShapeId, Shape);
handle!(PliantTicketId, Ticket);
