//! The simulation's GPU memory: cooked assets, bodies, movers, and the state of every vertex.

use super::buffer::{self, Ranges, Rows};
use super::context::Context;
use super::kernel::Layout;
use super::run::Bound;
use crate::error::{Error, Result, Status};
use crate::share::{
    Body, Mover, MoverAttachment, Params, REPORT_WORDS, SCRATCH_ANCHOR, SCRATCH_CARRY,
    SCRATCH_FACE_ROWS, SCRATCH_ROWS,
};

/// Vertices a new world has room for.
const FIRST_VERTICES: u32 = 1024;
/// Vertices of one chunk of a wide body, whose sums are kept side by side.
pub const CHUNK: u32 = 128;
/// Chunks of a large wide body whose sums are added up side by side.
pub const GATHER: u32 = 128;
/// Scratch rows of the sums of a chunk.
pub const CHUNK_ROWS: u32 = 12;
/// Scratch rows of a wide body beside its sums: two for vertex block descent, fourteen for springs.
pub const RIGID_ROWS: u32 = 14;

/// All buffers that the kernels of a step bind.
pub struct State {
    /// Parameters of the step.
    pub params: wgpu::Buffer,
    /// Cooked assets and work lists, 16 bytes a row.
    pub arena: Rows,
    /// Which arena rows are taken.
    pub arena_ranges: Ranges,
    /// One `Body` a body.
    pub bodies: Rows,
    /// Colliders, then frames, then the world's own frame.
    pub movers: Rows,
    /// Attached vertices, body by body.
    pub attachments: Rows,
    /// Commands of `kernel/edit.wgsl`.
    pub commands: Rows,
    /// Positions and inverse masses.
    pub position: Rows,
    /// Velocities.
    pub velocity: Rows,
    /// See `share/scratch.rs`.
    pub scratch: wgpu::Buffer,
    scratch_rows: u32,
    scratch_vertices: u32,
    scratch_partials: u32,
    /// `REPORT_WORDS` a body.
    pub report: Rows,
    /// Which vertices are taken.
    pub vertex_ranges: Ranges,
    /// Which body slots are taken.
    pub body_ranges: Ranges,
    generation: u64,
}

impl State {
    /// Empty buffers.
    pub fn new(context: &Context) -> Result<Self> {
        let row = |label, bytes, count| Rows::new(context, label, bytes, count);
        let state = Self {
            params: buffer::uniform(context, "params", size_of::<Params>() as u64)?,
            arena: row("arena", 16, 4096)?,
            arena_ranges: Ranges::default(),
            bodies: row("bodies", size_of::<Body>() as u64, 64)?,
            movers: row("movers", size_of::<Mover>() as u64, 16)?,
            attachments: row("attachments", size_of::<MoverAttachment>() as u64, 64)?,
            commands: row("commands", size_of::<MoverAttachment>() as u64, 64)?,
            position: row("position", 16, FIRST_VERTICES)?,
            velocity: row("velocity", 16, FIRST_VERTICES)?,
            scratch: new_scratch(context, SCRATCH_ROWS, FIRST_VERTICES, 0)?,
            scratch_rows: SCRATCH_ROWS,
            scratch_vertices: FIRST_VERTICES,
            scratch_partials: 0,
            report: row("report", u64::from(REPORT_WORDS) * 4, 64)?,
            vertex_ranges: Ranges::default(),
            body_ranges: Ranges::default(),
            generation: 0,
        };
        Ok(state)
    }

    /// Takes vertices, which then belong to so many bodies at most; fails if the adapter cannot hold that many.
    pub fn take_vertices(&mut self, context: &Context, count: u32, bodies: u32) -> Result<u32> {
        let mut ranges = self.vertex_ranges.clone();
        let first = ranges
            .take(count)
            .ok_or_else(|| Error::new(Status::Capacity, "more vertices than 32 bits count"))?;
        self.reserve_vertices(context, ranges.end(), bodies)?;
        self.vertex_ranges = ranges;
        Ok(first)
    }

    fn reserve_vertices(&mut self, context: &Context, count: u32, bodies: u32) -> Result<()> {
        let most = most_vertices(context, self.scratch_rows, count, bodies)?;
        self.position.reserve(context, count)?;
        self.velocity.reserve(context, count)?;
        if count > self.scratch_vertices {
            let capacity = count.max(self.scratch_vertices.saturating_mul(2).min(most));
            let partials = self.scratch_partials;
            self.renew_scratch(context, self.scratch_rows, capacity, partials)?;
        }
        Ok(())
    }

    /// Makes room for what vertices keep where bounded colliders meet faces; it stays once it is there.
    pub fn reserve_faces(&mut self, context: &Context) -> Result<()> {
        if self.scratch_rows == SCRATCH_FACE_ROWS {
            return Ok(());
        }
        let (needed, bodies) = (self.vertex_ranges.end(), self.body_ranges.end());
        let most = most_vertices(context, SCRATCH_FACE_ROWS, needed, bodies)?;
        let vertices = self.scratch_vertices.min(most);
        self.renew_scratch(context, SCRATCH_FACE_ROWS, vertices, self.scratch_partials)
    }

    /// Makes room for the partial sums of wide bodies; returns the first row. Room for vertices to come makes way.
    pub fn reserve_partials(&mut self, context: &Context, rows: u32) -> Result<u32> {
        if rows > self.scratch_partials {
            let (vertices, each) = (self.scratch_vertices, self.scratch_rows);
            let left = most_rows(context).saturating_sub(rows) / each;
            let vertices = vertices.min(left.max(self.vertex_ranges.end()));
            let partials = rows.checked_next_power_of_two().unwrap_or(rows);
            self.renew_scratch(context, each, vertices, partials)?;
        }
        if rows > self.scratch_partials {
            let room = self.scratch_partials;
            let message = format!(
                "the bodies would need {rows} partial sums, this adapter has room for {room}"
            );
            return Err(Error::new(Status::Capacity, message));
        }
        Ok(self.scratch_vertices * self.scratch_rows)
    }

    // All rows but anchors and carries live within one step, so only those move. Partial sums get as much of what is
    // asked for as there is room.
    fn renew_scratch(
        &mut self,
        context: &Context,
        rows: u32,
        vertices: u32,
        partials: u32,
    ) -> Result<()> {
        let partials = partials.min(most_rows(context).saturating_sub(vertices * rows));
        let scratch = new_scratch(context, rows, vertices, partials).map_err(buffer::advised)?;
        let mut encoder = context.device.create_command_encoder(&Default::default());
        let bytes = u64::from(self.scratch_vertices.min(vertices)) * 16;
        for row in [SCRATCH_ANCHOR, SCRATCH_CARRY] {
            let at = |vertices: u32| u64::from(row) * u64::from(vertices) * 16;
            encoder.copy_buffer_to_buffer(
                &self.scratch,
                at(self.scratch_vertices),
                &scratch,
                at(vertices),
                bytes,
            );
        }
        context.queue.submit([encoder.finish()]);
        self.scratch = scratch;
        self.scratch_rows = rows;
        self.scratch_vertices = vertices;
        self.scratch_partials = partials;
        self.generation += 1;
        Ok(())
    }

    /// Rows of one array of the scratch buffer.
    pub fn vertex_rows(&self) -> u32 {
        self.scratch_vertices
    }

    /// Where one row of the scratch buffer of these vertices lies: first byte and bytes.
    pub fn scratch_place(&self, row: u32, first: u32, count: u32) -> (u64, u64) {
        let at = u64::from(row) * u64::from(self.scratch_vertices) + u64::from(first);
        (16 * at, 16 * u64::from(count))
    }

    /// Writes one row of the scratch buffer.
    pub fn write_scratch(&self, context: &Context, row: u32, first: u32, values: &[[f32; 4]]) {
        let (at, _) = self.scratch_place(row, first, 0);
        context
            .queue
            .write_buffer(&self.scratch, at, bytemuck::cast_slice(values));
    }

    /// Forgets what rounding cut off the positions of these vertices.
    pub fn clear_carry(&self, context: &Context, first: u32, count: u32) {
        self.write_scratch(
            context,
            SCRATCH_CARRY,
            first,
            &vec![[0.0; 4]; count as usize],
        );
    }

    /// Stores rows in the arena and returns the first.
    pub fn store(&mut self, context: &Context, rows: &[[u32; 4]]) -> Result<u32> {
        let mut ranges = self.arena_ranges.clone();
        let full = || {
            Error::new(
                Status::Capacity,
                "the arena has more rows than 32 bits count",
            )
        };
        let first = ranges.take(rows.len() as u32).ok_or_else(full)?;
        self.arena.reserve(context, ranges.end())?;
        self.arena_ranges = ranges;
        self.arena.write(context, first, rows);
        Ok(first)
    }

    /// Changes whenever a buffer is replaced, so that bind groups are made anew.
    pub fn identity(&self) -> u64 {
        let rows = [
            &self.arena,
            &self.bodies,
            &self.movers,
            &self.attachments,
            &self.commands,
            &self.position,
            &self.velocity,
            &self.report,
        ];
        self.generation + rows.iter().map(|r| r.generation).sum::<u64>()
    }

    /// Bytes of all buffers.
    pub fn bytes(&self) -> u64 {
        let rows = [
            &self.arena,
            &self.bodies,
            &self.movers,
            &self.attachments,
            &self.commands,
            &self.position,
            &self.velocity,
            &self.report,
        ];
        self.scratch.size() + rows.iter().map(|r| r.bytes()).sum::<u64>()
    }

    /// The bind group of the simulation kernels; `commands` puts the commands in the place of the attachments.
    pub fn bind(&self, context: &Context, layout: &Layout, commands: bool) -> Bound {
        let attachments = if commands {
            &self.commands
        } else {
            &self.attachments
        };
        let buffers = [
            &self.params,
            &self.arena.buffer,
            &self.bodies.buffer,
            &self.movers.buffer,
            &attachments.buffer,
            &self.position.buffer,
            &self.velocity.buffer,
            &self.scratch,
            &self.report.buffer,
        ];
        Bound::new(context, layout, &buffers)
    }
}

/// Rows of 16 bytes that the adapter binds at once, as far as 32 bits number them.
fn most_rows(context: &Context) -> u32 {
    let limits = &context.limits;
    let bytes = limits
        .max_storage_buffer_binding_size
        .min(limits.max_buffer_size);
    u32::try_from(bytes / 16).unwrap_or(u32::MAX)
}

/// How many vertices with so many rows each the adapter can bind, with room for the partial sums of all of them if they
/// belong to this many wide bodies; fails if `count` is more.
fn most_vertices(context: &Context, rows: u32, count: u32, bodies: u32) -> Result<u32> {
    // Each body has chunks for its vertices and sums of chunks, the last ones not full.
    let of_bodies = u64::from(bodies) * u64::from(2 * CHUNK_ROWS + RIGID_ROWS);
    let left = u64::from(most_rows(context)).saturating_sub(of_bodies);
    let of_chunk = rows * CHUNK + CHUNK_ROWS + CHUNK_ROWS.div_ceil(GATHER);
    let most = left * u64::from(CHUNK) / u64::from(of_chunk);
    if u64::from(count) > most {
        let message = format!(
            "the world would have {count} vertices, this adapter can bind the state of {most}"
        );
        return Err(Error::new(Status::Capacity, message));
    }
    Ok(most as u32)
}

fn new_scratch(context: &Context, rows: u32, vertices: u32, partials: u32) -> Result<wgpu::Buffer> {
    let rows = u64::from(vertices) * u64::from(rows) + u64::from(partials);
    buffer::storage(context, "scratch", rows * 16)
}
