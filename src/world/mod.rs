//! A world: bodies, colliders, frames and skins. Edits change it, steps advance it.

#[cfg(test)]
mod ahead_tests;
mod balance;
mod bodies;
#[cfg(test)]
mod carrier_tests;
mod carriers;
mod ccd;
#[cfg(test)]
mod cell_tests;
mod coarse;
mod collider;
mod commands;
mod compiled;
#[cfg(test)]
mod compiled_tests;
mod edit;
#[cfg(test)]
mod energy_tests;
mod events;
#[cfg(test)]
mod fault_tests;
mod flush;
mod frames;
mod hold;
mod ignored;
mod impulses;
mod info;
#[cfg(test)]
mod keep_tests;
mod kept;
mod kernels;
#[cfg(test)]
mod loss_tests;
mod maps;
mod model;
mod motion;
#[cfg(test)]
mod near_tests;
mod partner;
mod physical;
mod pieces;
mod query;
mod questions;
mod reactions;
mod scene;
mod skins;
mod snapshot;
mod solids;
mod spatial;
mod step;
mod stopped;
mod substeps;
mod targets;
#[cfg(test)]
mod test_worlds;
mod told;
mod touch;
mod touch_saved;
#[cfg(test)]
mod touch_tests;
mod views;
#[cfg(test)]
mod wish_tests;
#[cfg(test)]
mod work_tests;

#[cfg(test)]
pub(crate) use crate::gpu::ahead::become_recorder;
pub(crate) use crate::gpu::ahead::is_recorder;
pub use edit::{Applied, Edit, Selection};
pub use maps::Maps;
pub use partner::Partner;
pub use physical::default_model;
pub use query::{adapter_view, list_adapters};
pub use spatial::Overlaps;

use crate::asset::Asset;
use crate::contact::Surfaces;
use crate::desc::{
    PLIANT_POWER_LOW, PLIANT_POWER_SOFTWARE, PLIANT_WORLD_EVENTS, PLIANT_WORLD_IMPULSES,
    PLIANT_WORLD_PORTABLE_LIMITS, PLIANT_WORLD_TIMESTAMPS, WorldOptions,
};
use crate::error::{Error, Result};
use crate::gpu::ahead::Ahead;
use crate::gpu::context::{self, Context, Power, Selection as AdapterSelection};
use crate::gpu::done::Done;
use crate::gpu::readback::{Piece, Ring};
use crate::gpu::run::{Groups, Program, Timer};
use crate::gpu::state::State;
use crate::gpu::upload::Belt;
use crate::ids::{PliantBodyId, PliantMapId, next_world};
use crate::share::{self, Frame};
use crate::solver::pack::Tables;
use crate::solver::{CoarseSize, Row};
use commands::Commands;
use compiled::Compiled;
use events::Events;
use impulses::Impulses;
use partner::IgnoredRows;
use scene::{CoarseKey, Scene};
use spatial::Spatial;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Weak};

/// After the GPU refused something: how long to wait for a device loss that may explain it.
const LAST_WORDS: std::time::Duration = std::time::Duration::from_secs(1);

/// A simulated world. Call it from one thread at a time; different worlds run in parallel.
pub struct World {
    options: WorldOptions,
    context: Arc<Context>,
    scene: Scene,
    state: State,
    skins: crate::skin::Skins,
    /// By content hash and model.
    packed: BTreeMap<(u64, u32), PackedAsset>,
    coarse: BTreeMap<CoarseKey, Coarse>,
    surfaces: Surfaces,
    commands: Commands,
    program: Option<Arc<Program>>,
    /// Arena rows of the work lists: first and number.
    work_range: Option<(u32, u32)>,
    /// Arena rows of the attachments, in body order.
    held_range: Option<(u32, u32)>,
    /// Arena rows of the colliders.
    collider_range: Option<(u32, u32)>,
    /// What bodies give colliders, if the world was asked for it.
    impulses: Option<Impulses>,
    /// What touches what, if it was asked for that.
    events: Option<Events>,
    /// Arena rows of their surfaces.
    carrier_range: Option<(u32, u32)>,
    /// Arena rows of sensors.
    sensor_range: Option<(u32, u32)>,
    /// Arena rows of what bodies ignore, and where each body's are.
    ignored_range: Option<(u32, u32)>,
    ignored_rows: IgnoredRows,
    /// Arena rows of the grids of colliders, first and number, by content hash.
    grids: BTreeMap<u64, (u32, u32)>,
    groups: Option<(u64, Arc<Groups>)>,
    ahead: Ahead,
    /// The step length that substeps were chosen for, if nothing changed since.
    chosen_for: Option<f32>,
    timer: Option<Timer>,
    belt: Belt,
    ring: Ring,
    maps: Arc<Maps>,
    frame: u64,
    done: Done,
    dirty: Dirty,
    step_cpu_ns: u64,
    /// The step at which a restored world stands: it has no results before the next one.
    loaded: u64,
    number: u32,
    /// The GPU error that broke this world.
    fault: Option<Error>,
    resident_bodies: Vec<u32>,
    results: Vec<Piece>,
    /// Where the newest step's results are.
    newest: Results,
    /// Steps whose results found no free slot.
    skipped: u64,
    /// Body slots of the current plan and of the newest step, in handle order.
    planned: Vec<u32>,
    stepped: Vec<u32>,
    /// Body slots that a warning has called stopped, and the first of `stepped` that the next step looks at.
    stopped: BTreeSet<u32>,
    watched: usize,
    /// Reused by every step's upload.
    frame_rows: Vec<Frame>,
    /// The frames that the GPU has.
    frames_sent: Vec<Frame>,
    /// The record before them.
    record: share::World,
    touch: share::Touch,
    /// How the buffer `touch` is laid out: what it holds is of this layout.
    touch_laid: share::Touch,
    /// What a world that is being restored gives its objects.
    restored: kept::Restored,
    /// The body records the GPU has, by slot.
    records: Vec<share::Body>,
    /// The kernels that it has compiled.
    compiled: Compiled,
    spatial: Spatial,
}

/// Where a step's results are. Later edits do not show in them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Results {
    /// In the ring, or being copied there.
    Copied,
    /// Only in the GPU buffers, until the next step or edit overwrites them.
    Waiting,
    /// Lost: an edit overwrote them while every slot was mapped.
    Gone,
}

/// An asset's tables in the arena, for one model.
struct PackedAsset {
    first: u32,
    rows: u32,
    tables: Tables,
    users: u32,
}

/// A coarse correction for bodies of one key; in the arena while it has users.
struct Coarse {
    asset: Weak<Asset>,
    rows: Vec<Row>,
    /// First arena row.
    first: u32,
    size: CoarseSize,
    /// Square of the slowest elastic motion's frequency, of unit modulus, density and scale.
    slowest: f64,
    users: u32,
    /// The step after which it lost a user.
    used: u64,
}

/// What to write again before the next step.
#[derive(Clone, Copy, Debug, Default)]
struct Dirty {
    plan: bool,
    bodies: bool,
    /// Gravity has changed or a collider has appeared, so energies are compared anew.
    scene: bool,
}

impl World {
    /// An empty world.
    pub fn new(options: WorldOptions) -> Result<Self> {
        let context = context::acquire(&adapter(&options))?;
        Self::on(context, options, next_world()?)
    }

    fn on(context: Arc<Context>, options: WorldOptions, number: u32) -> Result<Self> {
        let timed = options.flags & PLIANT_WORLD_TIMESTAMPS != 0;
        Ok(Self {
            scene: Scene::new(number, options.gravity),
            state: State::new(&context)?,
            skins: crate::skin::Skins::new(&context)?,
            packed: BTreeMap::new(),
            coarse: BTreeMap::new(),
            surfaces: Surfaces::default(),
            commands: Commands::default(),
            program: None,
            work_range: None,
            held_range: None,
            collider_range: None,
            impulses: (options.flags & PLIANT_WORLD_IMPULSES != 0).then(Impulses::default),
            events: (options.flags & PLIANT_WORLD_EVENTS != 0).then(Events::default),
            carrier_range: None,
            sensor_range: None,
            ignored_range: None,
            ignored_rows: IgnoredRows::new(),
            grids: BTreeMap::new(),
            groups: None,
            ahead: Ahead::default(),
            chosen_for: None,
            timer: if timed { Timer::new(&context)? } else { None },
            belt: Belt::default(),
            ring: Ring::default(),
            maps: Arc::new(Maps::new(number)),
            frame: 0,
            done: Done::default(),
            dirty: Dirty {
                plan: true,
                bodies: true,
                scene: false,
            },
            step_cpu_ns: 0,
            loaded: 0,
            number,
            fault: None,
            resident_bodies: Vec::new(),
            results: Vec::new(),
            newest: Results::Copied,
            skipped: 0,
            planned: Vec::new(),
            stepped: Vec::new(),
            stopped: BTreeSet::new(),
            watched: 0,
            frame_rows: Vec::new(),
            frames_sent: Vec::new(),
            record: share::World::default(),
            touch: share::Touch::default(),
            touch_laid: share::Touch::default(),
            restored: kept::Restored::default(),
            records: Vec::new(),
            compiled: Compiled::default(),
            spatial: Spatial::new(number),
            options,
            context,
        })
    }

    /// Applies a change. An error leaves the world unchanged.
    pub fn apply(&mut self, edit: Edit) -> Result<Applied> {
        self.scoped("an edit", |world| {
            let turned = match &edit {
                Edit::SetModel { body, .. } => Some(*body),
                _ => None,
            };
            let applied = world.change(edit)?;
            // If this fails, the next step tries again and reports it.
            let _ = world.compile_ahead(applied, turned);
            Ok(applied)
        })
    }

    /// Runs `work`. An unexpected GPU error in it becomes the fault of this world, not of others on the same device.
    fn scoped<T>(&mut self, what: &str, work: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.check()?;
        let context = self.context.clone();
        let result = context
            .guarded(what, || work(self))
            .unwrap_or_else(|refused| {
                // A lost device also refuses, but reports the loss only after its work is done.
                let _ = context.wait_until(LAST_WORDS, || self.done.all());
                let message = format!("{}; destroy the world", refused.message);
                let fault = Error::new(refused.status, message);
                self.fault = Some(fault.clone());
                Err(fault)
            });
        // A device loss explains every other error.
        context.check()?;
        result
    }

    /// Fails once the device is lost or this world is broken.
    fn check(&self) -> Result<()> {
        self.context.check()?;
        self.fault.clone().map_or(Ok(()), Err)
    }

    fn change(&mut self, edit: Edit) -> Result<Applied> {
        match edit {
            Edit::AddBody { asset, desc } => self.add_body(asset, &desc).map(Applied::Body),
            Edit::RemoveBody { body } => self.remove_body(body),
            Edit::TeleportBody {
                body,
                pose,
                linear_velocity,
                angular_velocity,
                pins,
            } => self.teleport_body(body, &pose, linear_velocity, angular_velocity, pins),
            Edit::ImpulseBody {
                body,
                impulse,
                point,
            } => self.impulse_body(body, impulse, point),
            Edit::SetModel { body, model } => self.set_model(body, &model),
            Edit::SetInverseMasses {
                body,
                vertices,
                inverse_masses,
            } => self.set_inverse_masses(body, &vertices, &inverse_masses),
            Edit::SetSchedule {
                body,
                substeps,
                iterations,
            } => self.set_schedule(body, substeps, iterations),
            Edit::AddFrame { pose, user_data } => self.add_frame(&pose, user_data),
            Edit::MoveFrame {
                frame,
                pose,
                teleport,
            } => self.move_frame(frame, &pose, teleport),
            Edit::RemoveFrame { frame } => self.remove_frame(frame),
            Edit::Attach {
                body,
                selection,
                frame,
                target,
                stiffness,
                user_data,
            } => self.attach(body, &selection, frame, target, stiffness, user_data),
            Edit::Grab { hit, stiffness } => self.grab(&hit, stiffness),
            Edit::Release { attachment } => self.release(attachment),
            Edit::AddCollider { desc } => self.add_collider(&desc, None),
            Edit::AddShape { desc, shape } => self.add_collider(&desc, Some(shape)),
            Edit::MoveCollider {
                collider,
                pose,
                teleport,
            } => self.move_collider(collider, &pose, teleport),
            Edit::RemoveCollider { collider } => self.remove_collider(collider),
            Edit::AddSkin { body, skin, layout } => self.add_skin(body, skin, &layout),
            Edit::Ignore { pair, ignored } => self.ignore(pair, ignored),
            Edit::RemoveSkins { body } => self.remove_skins(body),
            Edit::SetGravity { gravity } => self.set_gravity(gravity),
            Edit::SetOrigin { origin } => self.set_origin(origin),
            Edit::SetWind { wind } => self.set_wind(wind),
        }
    }

    /// The number in its handles, unique in the process.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// Whether a body currently runs in the resident executor.
    fn resident(&self, id: PliantBodyId) -> Result<bool> {
        let wanted = self.scene.bodies.get(id)?.index;
        Ok(self.resident_bodies.binary_search(&wanted).is_ok())
    }

    /// The error that broke the world or its device, if any. Every call fails from then on.
    pub fn is_lost(&self) -> Option<Error> {
        self.check().err()
    }

    /// The mapped results; other threads may use them too.
    pub fn maps(&self) -> Arc<Maps> {
        self.maps.clone()
    }

    /// Releases a mapped result.
    pub fn unmap(&self, map: PliantMapId) -> Result<()> {
        self.maps.unmap(map)
    }
}

fn adapter(options: &WorldOptions) -> AdapterSelection {
    let text = |given: &Option<String>| given.clone().unwrap_or_default();
    AdapterSelection {
        power: match options.power_preference {
            PLIANT_POWER_LOW => Power::Low,
            PLIANT_POWER_SOFTWARE => Power::Software,
            _ => Power::High,
        },
        name: text(&options.adapter_name).to_lowercase(),
        pci_bus_id: text(&options.adapter_pci_bus_id),
        portable: options.flags & PLIANT_WORLD_PORTABLE_LIMITS != 0,
        permutes: options.permutes,
    }
}

/// Drops cached devices that no world uses.
pub fn shutdown() {
    context::shutdown();
}

/// Number of GPU objects (buffers, bind groups, …) on all devices.
pub fn resource_count() -> u64 {
    context::resource_count()
}
