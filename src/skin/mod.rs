//! Render meshes on the GPU: their bindings, their output, and the passes that write it.

mod pack;

use crate::asset::SkinAsset;
use crate::desc::{PLIANT_ABSENT, PliantVertexLayout};
use crate::error::Result;
use crate::executor::Work;
use crate::gpu::buffer::{Buffer, Ranges, Rows};
use crate::gpu::context::Context;
use crate::gpu::kernel::{Kernel, SKIN};
use crate::gpu::plan::{Dispatch, Group, Plan};
use crate::gpu::run::Bound;
use crate::gpu::state::State;
use crate::gpu::table_cache::TableCache;
use crate::share::{ParamsPass, SKIN_ABSENT, Skin};
use std::collections::BTreeMap;
use std::sync::Arc;

const CHUNK: u32 = 128;
/// Words of a skin's bounds, padded.
const BOUND_WORDS: u32 = 8;

pub struct Skins {
    records: Rows,
    output: Rows,
    bounds: Rows,
    slots: Ranges,
    words: Ranges,
    /// Tables of assets, by content hash.
    packed: TableCache<[u32; 4]>,
    entries: BTreeMap<u32, Entry>,
    changed: bool,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    asset: u64,
    vertices: u32,
    tables: [u32; 4],
    layout: PliantVertexLayout,
    first_word: u32,
    first_vertex: u32,
    body: u32,
    jumped: u32,
    added: u64,
}

impl Skins {
    pub fn new(context: &Context) -> Result<Self> {
        Ok(Self {
            records: Rows::new(context, "skins", size_of::<Skin>() as u64, 16)?,
            output: Rows::new(context, "skinned vertices", 4, 1024)?,
            bounds: Rows::new(context, "skin bounds", u64::from(BOUND_WORDS) * 4, 16)?,
            slots: Ranges::default(),
            words: Ranges::default(),
            packed: TableCache::new(0),
            entries: BTreeMap::new(),
            changed: true,
        })
    }

    /// Adds a skin to the body with this slot and first vertex, starting with step `step`. Returns the skin's slot.
    pub fn add(
        &mut self,
        context: &Context,
        state: &mut State,
        asset: &SkinAsset,
        layout: PliantVertexLayout,
        (body, first_vertex, step): (u32, u32, u64),
    ) -> Result<u32> {
        let vertices = asset.cage_vertices.len() as u32;
        let count = vertices
            .checked_mul(layout.stride / 4)
            .ok_or_else(too_large)?;
        let mut words = self.words.clone();
        let first_word = words.take(count).ok_or_else(too_large)?;
        self.output.reserve(context, words.end())?;
        let mut slots = self.slots.clone();
        let slot = slots.take(1).ok_or_else(too_large)?;
        self.records.reserve(context, slots.end())?;
        self.bounds.reserve(context, slots.end())?;
        let tables = self.share(context, state, asset)?;
        (self.words, self.slots) = (words, slots);
        let entry = Entry {
            asset: asset.content_hash,
            vertices,
            tables,
            layout,
            first_word,
            first_vertex,
            body,
            jumped: step as u32,
            added: step,
        };
        self.entries.insert(slot, entry);
        self.changed = true;
        Ok(slot)
    }

    fn share(
        &mut self,
        context: &Context,
        state: &mut State,
        asset: &SkinAsset,
    ) -> Result<[u32; 4]> {
        let key = [asset.content_hash].into();
        let table = self
            .packed
            .share(context, state, &key, || Ok(pack::pack(asset)))?;
        Ok(table.note.map(|row| row + table.first))
    }

    pub fn remove(&mut self, state: &mut State, slot: u32) {
        let Some(entry) = self.entries.remove(&slot) else {
            return;
        };
        self.words
            .give(entry.first_word, entry.vertices * (entry.layout.stride / 4));
        self.slots.give(slot, 1);
        self.changed = true;
        self.packed.release(state, &[entry.asset], 0);
    }

    /// Notes the step in which a body was placed, so that its skins report no motion from the old place.
    pub fn jump(&mut self, slot: u32, step: u32) {
        if let Some(entry) = self.entries.get_mut(&slot) {
            self.changed |= entry.jumped != step;
            entry.jumped = step;
        }
    }

    pub fn count(&self) -> u32 {
        self.entries.len() as u32
    }

    /// Writes changed records. Call before passes are planned or run.
    pub fn flush(&mut self, context: &Context) -> Result<()> {
        if self.changed {
            for (slot, entry) in &self.entries {
                let row = [record(*slot, entry)];
                self.records.write(context, *slot, &row)?;
            }
        }
        self.changed = false;
        Ok(())
    }

    /// All kernels that a skin may need.
    pub fn kernels(context: &Context) -> [Arc<Kernel>; 3] {
        let entries = ["skin_clear", "skin_position", "skin_frame"];
        entries.map(|entry| context.kernel(&SKIN, entry, &[]))
    }

    pub fn plan(&self, context: &Context, work: &mut Work, plan: &mut Plan) -> Result<()> {
        if self.entries.is_empty() {
            return Ok(());
        }
        let chunks = self.entries.iter().flat_map(|(slot, entry)| {
            let starts = (0..entry.vertices).step_by(CHUNK as usize);
            starts.map(move |first| [*slot, first, CHUNK.min(entry.vertices - first), 0])
        });
        let chunks = work.list(chunks);
        let skins = work.list(self.entries.keys().map(|slot| [*slot, 0, 0, 0]));
        let framed: Vec<_> = self
            .entries
            .values()
            .filter(|e| wants_frame(&e.layout))
            .collect();
        let dispatch = |entry, list: (u32, u32)| {
            let pass = ParamsPass {
                work_row: list.0,
                work_count: list.1,
                ..ParamsPass::default()
            };
            Dispatch {
                kernel: context.kernel(&SKIN, entry, &[]),
                group: Group::Skins,
                workgroups: list.1,
                pass: Some(pass),
            }
        };
        let mut dispatches = vec![
            dispatch("skin_clear", skins),
            dispatch("skin_position", chunks),
        ];
        if !framed.is_empty() {
            dispatches.push(dispatch("skin_frame", chunks));
        }
        plan.push("skin", dispatches);
        Ok(())
    }

    pub fn bind(&self, context: &Context, state: &State) -> Bound {
        let buffers = [
            state.arena.binding(),
            self.records.binding(),
            state.vertices.binding(),
            self.output.binding(),
            self.bounds.binding(),
            state.report.binding(),
            state.frames.binding(),
        ];
        Bound::new(context, &context.layout(&SKIN), &buffers)
    }

    /// Changes when a buffer is replaced.
    pub fn identity(&self) -> u64 {
        self.records.generation + self.output.generation + self.bounds.generation
    }

    pub fn bytes(&self) -> u64 {
        self.records.bytes() + self.output.bytes() + self.bounds.bytes()
    }

    /// Where a skin's results are in the data copied back.
    pub fn place(&self, slot: u32) -> Option<Place> {
        let entry = self.entries.get(&slot)?;
        let first = 4 * entry.first_word as usize;
        let bytes = entry.vertices as usize * entry.layout.stride as usize;
        let bounds = 4 * BOUND_WORDS as usize;
        let at = bounds * slot as usize;
        Some(Place {
            vertices: first..first + bytes,
            bounds: at..at + bounds,
            added: entry.added,
        })
    }

    /// The data to copy back: vertices and bounds, each a buffer and a length [byte] from its start.
    pub fn results(&self) -> [(&Buffer, u64); 2] {
        let bounds = 4 * u64::from(BOUND_WORDS) * u64::from(self.slots.end());
        [
            (&self.output.buffer, 4 * u64::from(self.words.end())),
            (&self.bounds.buffer, bounds),
        ]
    }
}

/// Where one skin's results are in the data copied back.
pub struct Place {
    /// Bytes of its vertices.
    pub vertices: std::ops::Range<usize>,
    /// Bytes of its bounds: six words, ordered integers.
    pub bounds: std::ops::Range<usize>,
    /// The first step that wrote it.
    pub added: u64,
}

fn too_large() -> crate::error::Error {
    crate::error::Error::new(
        crate::error::Status::Capacity,
        "the skins of the world exceed 2^32 words of output: use fewer or smaller render meshes",
    )
}

fn wants_frame(layout: &PliantVertexLayout) -> bool {
    layout.normal_offset != PLIANT_ABSENT || layout.tangent_offset != PLIANT_ABSENT
}

fn record(slot: u32, entry: &Entry) -> Skin {
    let word = |offset: u32| {
        if offset == PLIANT_ABSENT {
            SKIN_ABSENT
        } else {
            offset / 4
        }
    };
    let layout = &entry.layout;
    let [binding_row, group_row, around_row, triangle_row] = entry.tables;
    Skin {
        first_vertex: entry.first_vertex,
        vertex_count: entry.vertices,
        jump_step: entry.jumped,
        body: entry.body,
        binding_row,
        group_row,
        around_row,
        triangle_row,
        first_word: entry.first_word,
        vertex_words: layout.stride / 4,
        position_word: word(layout.position_offset),
        normal_word: word(layout.normal_offset),
        tangent_word: word(layout.tangent_offset),
        previous_word: word(layout.previous_position_offset),
        bounds_word: slot * BOUND_WORDS,
        unused: 0,
    }
}
