//! Queries outside of steps: the tree that they walk, and batches that are submitted at once and fetched when done.

use super::buffer::{self, Rows};
use super::context::Context;
use super::kernel::{Kernel, KernelSource, PATCH_SORT, QUERY_TRAVERSE, QUERY_TREE};
use super::run::Bound;
use super::state::State;
use crate::error::{Error, Result, Status};
use crate::share::{Params, QUERY_BODY_ROWS, QUERY_LIST_WORDS, Query, QueryBody, QueryHit};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Children of a node, threads of most kernels.
const WIDTH: u32 = 64;
/// Keys that a workgroup sorts, values of a digit, and digits.
const BLOCK: u32 = 256;
const DIGITS: u32 = 4;
/// Words before the keys.
const HEAD: u32 = 16;
/// The most workgroups in a row of a dispatch: what every WebGPU adapter has.
const ACROSS: u32 = 65_535;
/// Batches whose buffers are kept for the next ones.
const KEPT: usize = 4;

/// What is asked. The numbers are those of query/query_test.wgsl.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// What a ray meets first.
    Ray = 0,
    /// What is nearest to a point.
    Point = 1,
    /// Which bodies a shape overlaps.
    Shape = 2,
}

impl Question {
    /// Bytes of an answer.
    fn bytes(self) -> u64 {
        match self {
            Self::Ray | Self::Point => size_of::<QueryHit>() as u64,
            Self::Shape => 4 * u64::from(QUERY_LIST_WORDS),
        }
    }
}

/// The tree's memory.
pub struct Queries {
    targets: Rows,
    sorting: Rows,
    tree: Rows,
    bodies: u32,
    patches: u32,
    /// Whether the tree is of the present positions.
    is_built: bool,
    free: Vec<Buffers>,
}

struct Buffers {
    asked: wgpu::Buffer,
    found: wgpu::Buffer,
    arrived: wgpu::Buffer,
}

/// Questions that were submitted.
pub struct Batch {
    buffers: Buffers,
    bytes: u64,
    is_done: Arc<AtomicBool>,
}

impl Queries {
    pub fn new(context: &Context) -> Result<Self> {
        Ok(Self {
            targets: Rows::new(context, "targets of queries", 16, 64)?,
            sorting: Rows::new(context, "sorting", 16, 1024)?,
            tree: Rows::new(context, "tree", 32, 128)?,
            bodies: 0,
            patches: 0,
            is_built: false,
            free: Vec::new(),
        })
    }

    /// Size [byte].
    pub fn bytes(&self) -> u64 {
        self.targets.bytes() + self.sorting.bytes() + self.tree.bytes()
    }

    /// Positions have changed.
    pub fn spoil(&mut self) {
        self.is_built = false;
    }

    /// Sets what is looked at: bodies, and their patches as (place of the body, number in it).
    pub fn set_targets(
        &mut self,
        context: &Context,
        bodies: &[QueryBody],
        patches: &[[u32; 4]],
    ) -> Result<()> {
        let (count, parts) = (bodies.len() as u32, patches.len() as u32);
        let blocks = parts.div_ceil(BLOCK);
        let words = HEAD + 4 * parts + BLOCK * blocks;
        let nodes = parts + levels(parts).iter().sum::<u32>();
        let rows: &[[u32; 4]] = bytemuck::cast_slice(bodies);
        self.targets.reserve(context, rows.len() as u32 + parts)?;
        self.sorting.reserve(context, words.div_ceil(4))?;
        self.tree.reserve(context, nodes)?;
        self.targets.write(context, 0, rows)?;
        self.targets
            .write(context, count * QUERY_BODY_ROWS, patches)?;
        (self.bodies, self.patches) = (count, parts);
        self.is_built = false;
        Ok(())
    }

    /// Submits a batch of at least one question. There are patches.
    pub fn submit(
        &mut self,
        context: &Context,
        state: &State,
        question: Question,
        asked: &[Query],
    ) -> Result<Batch> {
        let count = asked.len() as u32;
        let bytes = question.bytes() * u64::from(count);
        let buffers = self.buffers(context, size_of_val(asked) as u64, bytes)?;
        buffer::write(
            context,
            "queries",
            &buffers.asked,
            0,
            bytemuck::cast_slice(asked),
        )?;
        let mut encoder = context.device.create_command_encoder(&Default::default());
        self.record(context, state, &mut encoder, &buffers, (question, count))?;
        encoder.copy_buffer_to_buffer(&buffers.found, 0, &buffers.arrived, 0, bytes);
        context.queue.submit([encoder.finish()]);
        self.is_built = true;
        let is_done = Arc::new(AtomicBool::new(false));
        let done = is_done.clone();
        let range = buffers.arrived.slice(..bytes);
        // A failed mapping is found when it is read.
        range.map_async(wgpu::MapMode::Read, move |_| {
            done.store(true, Ordering::Release);
        });
        Ok(Batch {
            buffers,
            bytes,
            is_done,
        })
    }

    /// Records the building of the tree, if it is old, and the search for answers.
    fn record(
        &self,
        context: &Context,
        state: &State,
        encoder: &mut wgpu::CommandEncoder,
        buffers: &Buffers,
        (question, count): (Question, u32),
    ) -> Result<()> {
        let layout = context.layout(&QUERY_TRAVERSE);
        let bound = [
            state.arena.binding(),
            state.vertices.binding(),
            state.report.binding(),
            self.targets.binding(),
            self.sorting.binding(),
            self.tree.binding(),
            buffers.asked.as_entire_buffer_binding(),
            buffers.found.as_entire_buffer_binding(),
        ];
        let group = Bound::new(context, &layout, &bound);
        let mut dispatches = match self.is_built {
            true => Vec::new(),
            false => self.build(),
        };
        dispatches.push((
            &QUERY_TRAVERSE,
            "query_traverse_all",
            count,
            question as u32,
        ));
        let mut pass = encoder.begin_compute_pass(&Default::default());
        for (source, entry, groups, part) in dispatches {
            let pipeline = context.pipeline(source, entry)?;
            let params = Params {
                work_row: self.bodies,
                work_count: self.patches,
                substep: count,
                part,
                ..Params::default()
            };
            pass.set_pipeline(&pipeline);
            pass.set_bind_group(0, group.group(), &[]);
            pass.set_immediates(0, bytemuck::bytes_of(&params));
            let across = groups.clamp(1, ACROSS);
            pass.dispatch_workgroups(across, groups.div_ceil(across), 1);
        }
        Ok(())
    }

    /// All kernels of queries.
    pub fn kernels(context: &Context) -> Vec<Arc<Kernel>> {
        let files: [&'static KernelSource; 3] = [&QUERY_TREE, &PATCH_SORT, &QUERY_TRAVERSE];
        let entries = |source: &'static KernelSource| {
            let entries = source.entry_points.iter();
            entries.map(move |entry| context.kernel(source, entry.label, &[]))
        };
        files.into_iter().flat_map(entries).collect()
    }

    /// The dispatches that build the tree: kernel file, entry point, workgroups, part.
    fn build(&self) -> Vec<(&'static KernelSource, &'static str, u32, u32)> {
        let patches = self.patches;
        let (shares, blocks) = (patches.div_ceil(WIDTH), patches.div_ceil(BLOCK));
        let mut all = vec![
            (&QUERY_TREE, "query_tree_open", 1, 0),
            (&QUERY_TREE, "query_tree_patch", patches, 0),
            (&PATCH_SORT, "patch_sort_open", shares, 0),
        ];
        let levels = levels(patches);
        // A single node needs no order.
        for digit in (0..DIGITS).filter(|_| levels.len() > 1) {
            all.push((&PATCH_SORT, "patch_sort_count_digits", blocks, digit));
            all.push((&PATCH_SORT, "patch_sort_sums", 1, digit));
            all.push((&PATCH_SORT, "patch_sort_place", blocks, digit));
        }
        all.push((&QUERY_TREE, "query_tree_leaf", shares, 0));
        let above = levels.iter().zip(0..).skip(1);
        all.extend(above.map(|(nodes, level)| (&QUERY_TREE, "query_tree_node", *nodes, level)));
        all
    }

    fn buffers(&mut self, context: &Context, asked: u64, found: u64) -> Result<Buffers> {
        let fits = |b: &Buffers| b.asked.size() >= asked && b.found.size() >= found;
        if let Some(at) = self.free.iter().position(fits) {
            return Ok(self.free.swap_remove(at));
        }
        let usage = wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST;
        Ok(Buffers {
            asked: buffer::storage(context, "queries", asked.next_power_of_two())?,
            found: buffer::storage(context, "answers", found.next_power_of_two())?,
            arrived: buffer::create(context, "answers", found.next_power_of_two(), usage)?,
        })
    }

    /// Takes the buffers of a batch back.
    pub fn recycle(&mut self, batch: Batch) {
        batch.buffers.arrived.unmap();
        if self.free.len() < KEPT {
            self.free.push(batch.buffers);
        }
    }
}

impl Batch {
    pub fn is_done(&self) -> bool {
        self.is_done.load(Ordering::Acquire)
    }

    /// Waits for the answers.
    pub fn wait(&self, context: &Context) -> Result<()> {
        let patience = context.patience();
        if context.wait_until(patience, || self.is_done())? {
            return Ok(());
        }
        let why = format!("the GPU has not finished within {} s", patience.as_secs());
        Err(Error::new(Status::NotReady, why))
    }

    /// The answers, once done.
    pub fn read<T: bytemuck::Pod>(&self) -> Result<Vec<T>> {
        let view = self.buffers.arrived.slice(..self.bytes).get_mapped_range();
        let view = view.map_err(|e| Error::new(Status::Gpu, format!("mapping answers: {e}")))?;
        Ok(bytemuck::pod_collect_to_vec::<u8, T>(&view))
    }
}

/// Nodes of each level, from the leaves to the first level of at most 64.
fn levels(patches: u32) -> Vec<u32> {
    let mut levels = vec![patches];
    let mut top = patches;
    while top > WIDTH {
        top = top.div_ceil(WIDTH);
        levels.push(top);
    }
    levels
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_has_a_node_for_64_below() {
        assert_eq!(levels(64), [64]);
        assert_eq!(levels(65), [65, 2]);
        assert_eq!(levels(64 * 64 + 1), [4097, 65, 2]);
    }
}
