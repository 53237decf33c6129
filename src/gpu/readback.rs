//! A ring of buffers that carries results of finished steps to the host without waiting.

use super::buffer;
use super::context::Context;
use crate::error::{Error, Result, Status};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

/// The most steps whose results can be in flight or mapped at once.
const SLOTS: usize = 4;

const IN_FLIGHT: u8 = 1;
const READY: u8 = 2;
const FAILED: u8 = 3;

/// A range of a GPU buffer to copy back.
pub struct Piece {
    /// Its name, for `Frame::piece`.
    pub key: Key,
    pub source: wgpu::Buffer,
    /// Start [byte], a multiple of 4.
    pub offset: u64,
    /// Length [byte], a multiple of 4.
    pub length: u64,
}

/// Names of a frame's timed stages.
pub type Labels = Arc<[&'static str]>;

/// Names a piece: an object's handle and a number.
pub type Key = (u64, u32);

struct Slot {
    buffer: wgpu::Buffer,
    state: Arc<AtomicU8>,
    view: Option<wgpu::BufferView>,
    frame: u64,
    pieces: Vec<(Key, u64, u64)>,
    labels: Labels,
    maps: u32,
    busy: bool,
}

#[derive(Default)]
pub struct Ring {
    slots: Vec<Slot>,
    pending: Option<usize>,
}

impl Ring {
    /// Finds a slot for the pieces; false if none is free. If true, call `record` next.
    pub fn make_room(&mut self, context: &Context, pieces: &[Piece]) -> Result<bool> {
        let bytes: u64 = pieces.iter().map(|p| p.length).sum();
        self.pending = self.free_slot(context, bytes)?;
        Ok(self.pending.is_some())
    }

    /// Records copies of the pieces into the slot found. Call `after_submit` after the submission.
    pub fn record(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        frame: u64,
        pieces: &[Piece],
        labels: Option<&Labels>,
    ) {
        let Some(index) = self.pending else {
            return;
        };
        let slot = &mut self.slots[index];
        slot.pieces.clear();
        slot.labels = labels.cloned().unwrap_or_default();
        let mut at = 0;
        for piece in pieces {
            encoder.copy_buffer_to_buffer(
                &piece.source,
                piece.offset,
                &slot.buffer,
                at,
                piece.length,
            );
            slot.pieces.push((piece.key, at, piece.length));
            at += piece.length;
        }
        slot.pieces.sort_unstable_by_key(|(key, ..)| *key);
        slot.frame = frame;
        slot.busy = true;
        slot.state.store(IN_FLIGHT, Ordering::Release);
    }

    /// Maps the recorded slot once the GPU is done with it.
    pub fn after_submit(&mut self) {
        let Some(index) = self.pending.take() else {
            return;
        };
        let slot = &self.slots[index];
        let state = slot.state.clone();
        slot.buffer
            .slice(..)
            .map_async(wgpu::MapMode::Read, move |result| {
                state.store(
                    if result.is_ok() { READY } else { FAILED },
                    Ordering::Release,
                );
            });
    }

    // The slot to write next: an unused one, else the oldest finished one that is not mapped. Never the newest finished
    // one: readers that do not wait need it.
    fn free_slot(&mut self, context: &Context, bytes: u64) -> Result<Option<usize>> {
        let newest = self.newest_ready();
        let oldest = (0..self.slots.len())
            .filter(|i| {
                !self.slots[*i].busy
                    || (self.is_done(*i) && self.slots[*i].maps == 0 && Some(*i) != newest)
            })
            .min_by_key(|i| (self.slots[*i].busy, self.slots[*i].frame));
        let index = match oldest {
            Some(index) => index,
            None if self.slots.len() < SLOTS => {
                self.slots.push(new_slot(context, bytes)?);
                self.slots.len() - 1
            }
            None => return Ok(None),
        };
        let slot = &mut self.slots[index];
        slot.view = None;
        if slot.busy {
            slot.buffer.unmap();
            slot.busy = false;
        }
        if slot.buffer.size() < bytes {
            *slot = new_slot(context, bytes)?;
        }
        Ok(Some(index))
    }

    fn is_done(&self, index: usize) -> bool {
        self.slots[index].state.load(Ordering::Acquire) >= READY
    }

    fn newest_ready(&self) -> Option<usize> {
        (0..self.slots.len())
            .filter(|i| {
                self.slots[*i].busy && self.slots[*i].state.load(Ordering::Acquire) == READY
            })
            .max_by_key(|i| self.slots[*i].frame)
    }

    /// The newest finished frame, or `NotReady`.
    pub fn newest(&mut self) -> Result<Frame<'_>> {
        let index = self
            .newest_ready()
            .ok_or_else(|| Error::new(Status::NotReady, "no step has finished yet"))?;
        let slot = &mut self.slots[index];
        if slot.view.is_none() {
            let view = slot.buffer.slice(..).get_mapped_range();
            slot.view =
                Some(view.map_err(|e| Error::new(Status::Gpu, format!("mapping results: {e}")))?);
        }
        Ok(Frame { slot, index })
    }

    /// Whether results of this frame or an older one are in flight. Older ones count because a frame that found no slot
    /// has no results, and its waiter needs a slot nobody will fill.
    pub fn is_in_flight(&self, frame: u64) -> bool {
        let waits = |slot: &Slot| {
            slot.busy && slot.frame <= frame && slot.state.load(Ordering::Acquire) == IN_FLIGHT
        };
        self.slots.iter().any(waits)
    }

    pub fn release(&mut self, index: usize) {
        if let Some(slot) = self.slots.get_mut(index) {
            slot.maps = slot.maps.saturating_sub(1);
        }
    }

    pub fn is_held(&self) -> bool {
        self.slots.iter().any(|slot| slot.maps > 0)
    }
}

fn new_slot(context: &Context, bytes: u64) -> Result<Slot> {
    let usage = wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST;
    Ok(Slot {
        buffer: buffer::create(context, "readback", bytes, usage)?,
        state: Arc::new(AtomicU8::new(0)),
        view: None,
        frame: 0,
        pieces: Vec::new(),
        labels: Labels::default(),
        maps: 0,
        busy: false,
    })
}

#[cfg(test)]
thread_local! {
    /// Number of downloads this thread waited for.
    pub static DOWNLOADS: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Copies pieces back now, waiting for all earlier submissions. For snapshots and tools, never within a step.
pub fn download(context: &Context, pieces: &[Piece]) -> Result<Vec<Vec<u8>>> {
    let bytes = pieces.iter().map(|p| p.length).sum();
    let slot = new_slot(context, bytes)?;
    let mut encoder = context.device.create_command_encoder(&Default::default());
    let mut at = 0;
    for piece in pieces.iter().filter(|p| p.length > 0) {
        encoder.copy_buffer_to_buffer(&piece.source, piece.offset, &slot.buffer, at, piece.length);
        at += piece.length;
    }
    context.queue.submit([encoder.finish()]);
    let state = slot.state.clone();
    slot.buffer
        .slice(..)
        .map_async(wgpu::MapMode::Read, move |result| {
            state.store(
                if result.is_ok() { READY } else { FAILED },
                Ordering::Release,
            );
        });
    #[cfg(test)]
    DOWNLOADS.set(DOWNLOADS.get() + 1);
    let patience = context.patience();
    let arrived = context.wait_until(patience, || slot.state.load(Ordering::Acquire) >= READY)?;
    if !arrived {
        return Err(Error::new(
            Status::NotReady,
            format!("the GPU has not finished within {} s", patience.as_secs()),
        ));
    }
    let view = slot.buffer.slice(..).get_mapped_range();
    let view = view.map_err(|e| Error::new(Status::Gpu, format!("mapping results: {e}")))?;
    let mut at = 0;
    let cut = |piece: &Piece| {
        let range = at..at + piece.length as usize;
        at = range.end;
        view[range].to_vec()
    };
    Ok(pieces.iter().map(cut).collect())
}

pub struct Frame<'a> {
    slot: &'a mut Slot,
    index: usize,
}

impl Frame<'_> {
    pub fn number(&self) -> u64 {
        self.slot.frame
    }

    pub fn labels(&self) -> &[&'static str] {
        &self.slot.labels
    }

    /// The bytes of a piece, if present.
    pub fn piece(&self, key: Key) -> Option<&[u8]> {
        let index = self
            .slot
            .pieces
            .binary_search_by_key(&key, |(key, ..)| *key)
            .ok()?;
        let (_, at, length) = self.slot.pieces[index];
        self.slot
            .view
            .as_ref()?
            .get(at as usize..(at + length) as usize)
    }

    /// Holds the frame until `Ring::release` is called with the returned number.
    pub fn hold(self) -> usize {
        self.slot.maps += 1;
        self.index
    }
}
