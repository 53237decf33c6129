//! State of every vertex: channels, kept rows of solvers, scratch. They are one buffer and one binding, because wgpu tracks
//! each writable buffer of a dispatch and adds a barrier for it (docs/decisions/0009).

use super::buffer;
use super::context::Context;
use crate::error::{Error, Result, Status};
use crate::share::{STATE_BODY_ROWS, STATE_FACE_ROWS, STATE_ROWS, STATE_SUM_ROWS};
use crate::state::{Channel, KEPT};

/// Vertices per chunk of a wide body: one workgroup ends and begins their substeps.
pub const CHUNK: u32 = 128;
/// Sums over each chunk: a solver's, and those of restitution.
const SUMS: u64 = 2;
/// Vertex capacity of a new world.
const FIRST_VERTICES: u32 = 1024;
/// Rows that a warp of 32 threads reads at once. Channels start at a multiple where there is room.
const LINE: u32 = 32;

/// Sizes in rows of 16 bytes.
#[derive(Clone, Copy)]
struct Size {
    vertices: u32,
    /// Channels, one row per vertex each.
    channels: u32,
    /// What solvers keep from step to step.
    kept: u32,
    /// Rows of partial sums.
    partials: u32,
}

impl Size {
    fn total(&self) -> u64 {
        self.first_kept() + u64::from(self.kept) + u64::from(self.partials)
    }

    /// First kept row, behind all channels.
    fn first_kept(&self) -> u64 {
        u64::from(self.vertices) * u64::from(self.channels)
    }

    /// First row of a channel.
    fn first(&self, channel: Channel) -> u64 {
        u64::from(channel.number) * u64::from(self.vertices)
    }
}

pub struct Vertices {
    pub buffer: wgpu::Buffer,
    size: Size,
    /// Number of times the buffer was replaced.
    pub generation: u64,
}

impl Vertices {
    pub fn new(context: &Context) -> Result<Self> {
        let size = Size {
            vertices: FIRST_VERTICES,
            channels: STATE_ROWS,
            kept: 0,
            partials: 0,
        };
        Ok(Self {
            buffer: create(context, size)?,
            size,
            generation: 0,
        })
    }

    /// Makes room for this many vertices and bodies. Fails if the adapter cannot hold them.
    pub fn reserve(&mut self, context: &Context, count: u32, bodies: u32) -> Result<()> {
        let most = most_vertices(context, self.size.channels, self.size.kept, count, bodies)?;
        if count <= self.size.vertices {
            return Ok(());
        }
        let vertices = count.max(self.size.vertices.saturating_mul(2).min(most));
        let vertices = vertices.next_multiple_of(LINE).min(most);
        let size = Size {
            vertices,
            ..self.size
        };
        self.renew(context, size)
    }

    /// Makes room for per-vertex data of face contact, for good.
    pub fn reserve_faces(&mut self, context: &Context, count: u32, bodies: u32) -> Result<()> {
        if self.size.channels == STATE_FACE_ROWS {
            return Ok(());
        }
        let most = most_vertices(context, STATE_FACE_ROWS, self.size.kept, count, bodies)?;
        let size = Size {
            vertices: self.size.vertices.min(most),
            channels: STATE_FACE_ROWS,
            ..self.size
        };
        self.renew(context, size)
    }

    /// Makes room for this many kept rows beside this many vertices and bodies. Spare vertex capacity may shrink.
    pub fn reserve_kept(
        &mut self,
        context: &Context,
        rows: u32,
        count: u32,
        bodies: u32,
    ) -> Result<()> {
        if rows <= self.size.kept {
            return Ok(());
        }
        let most = |kept: u32| {
            let most = most_vertices(context, self.size.channels, kept, count, bodies).ok()?;
            Some((kept, self.size.vertices.min(most)))
        };
        // Twice as much as before, if there is room, so that few additions copy the buffer.
        let ample = rows.max(LINE).checked_next_power_of_two();
        let found = ample.and_then(most).or_else(|| most(rows));
        let (kept, vertices) = found.ok_or_else(|| {
            let message = format!(
                "solvers keep {rows} rows of 16 bytes, but this adapter has no room for them beside {count} vertices: use fewer or smaller bodies"
            );
            Error::new(Status::Capacity, message)
        })?;
        let size = Size {
            kept,
            vertices,
            ..self.size
        };
        self.renew(context, size)
    }

    /// The row of a kept row, counted from the first of all.
    pub fn kept_row(&self, row: u32) -> u32 {
        (self.size.first_kept() + u64::from(row)) as u32
    }

    /// Byte offset and length of kept rows.
    pub fn kept_place(&self, first: u32, rows: u32) -> (u64, u64) {
        let at = self.size.first_kept() + u64::from(first);
        (16 * at, 16 * u64::from(rows))
    }

    pub fn write_kept(&self, context: &Context, first: u32, values: &[[f32; 4]]) -> Result<()> {
        let (at, _) = self.kept_place(first, 0);
        buffer::write(
            context,
            "kept rows",
            &self.buffer,
            at,
            bytemuck::cast_slice(values),
        )
    }

    /// Rows that are left for what is optional, beside this many vertices and bodies with all that they need.
    pub fn spare_rows(&self, context: &Context, count: u32, bodies: u32, faces: bool) -> u64 {
        let rows = if faces {
            STATE_FACE_ROWS
        } else {
            self.size.channels
        };
        let most = most_vertices(context, rows, self.size.kept, 0, bodies).unwrap_or(0);
        u64::from(most.saturating_sub(count)) * u64::from(rows)
    }

    /// Makes room for the partial sums of wide bodies; returns their first row. Spare vertex capacity beyond
    /// `count` may shrink.
    pub fn reserve_partials(&mut self, context: &Context, rows: u32, count: u32) -> Result<u32> {
        if rows > self.size.partials {
            let beside = u64::from(rows) + u64::from(self.size.kept);
            let left = most_of_rows(context, self.size.channels, beside, |each| each);
            let size = Size {
                vertices: self.size.vertices.min(left.max(count)),
                partials: rows.checked_next_power_of_two().unwrap_or(rows),
                ..self.size
            };
            self.renew(context, size)?;
        }
        if rows > self.size.partials {
            let room = self.size.partials;
            let message = format!(
                "the bodies need {rows} partial sums, but this adapter has room for {room}: use fewer or smaller bodies"
            );
            return Err(Error::new(Status::Capacity, message));
        }
        Ok(self.kept_row(self.size.kept))
    }

    // Everything else lives within one step and is not copied. Partial sums get what room is left.
    fn renew(&mut self, context: &Context, mut size: Size) -> Result<()> {
        let none = Size {
            partials: 0,
            ..size
        };
        let room = most_rows(context).saturating_sub(none.total());
        size.partials = size.partials.min(u32::try_from(room).unwrap_or(u32::MAX));
        let buffer = create(context, size).map_err(buffer::advised)?;
        let mut encoder = context.device.create_command_encoder(&Default::default());
        let bytes = 16 * u64::from(self.size.vertices.min(size.vertices));
        for kept in KEPT {
            let (from, to) = (16 * self.size.first(kept), 16 * size.first(kept));
            encoder.copy_buffer_to_buffer(&self.buffer, from, &buffer, to, bytes);
        }
        if self.size.kept > 0 {
            let (from, to) = (16 * self.size.first_kept(), 16 * size.first_kept());
            let bytes = 16 * u64::from(self.size.kept);
            encoder.copy_buffer_to_buffer(&self.buffer, from, &buffer, to, bytes);
        }
        context.queue.submit([encoder.finish()]);
        self.buffer = buffer;
        self.size = size;
        self.generation += 1;
        Ok(())
    }

    /// Vertex capacity: rows per channel.
    pub fn capacity(&self) -> u32 {
        self.size.vertices
    }

    /// Size [byte].
    pub fn bytes(&self) -> u64 {
        self.buffer.size()
    }

    /// Byte offset and length of these vertices in a channel.
    pub fn place(&self, channel: Channel, first: u32, count: u32) -> (u64, u64) {
        let at = self.size.first(channel) + u64::from(first);
        (16 * at, 16 * u64::from(count))
    }

    pub fn write(
        &self,
        context: &Context,
        channel: Channel,
        first: u32,
        values: &[[f32; 4]],
    ) -> Result<()> {
        let (at, _) = self.place(channel, first, 0);
        let bytes = bytemuck::cast_slice(values);
        buffer::write(context, "vertices", &self.buffer, at, bytes)
    }

    pub fn binding(&self) -> wgpu::BufferBinding<'_> {
        self.buffer.as_entire_buffer_binding()
    }
}

/// Rows of 16 bytes that the adapter can bind at once: at most 2³² - 1.
fn most_rows(context: &Context) -> u64 {
    let limits = &context.limits;
    let bound = limits
        .max_storage_buffer_binding_size
        .min(limits.max_buffer_size);
    (bound / 16).min(u64::from(u32::MAX))
}

/// How many items fit besides `beside` rows. `of(rows)` is the rows an item takes at `rows` rows per vertex.
fn most_of_rows(context: &Context, rows: u32, beside: u64, of: impl Fn(u64) -> u64) -> u32 {
    let fit = most_rows(context).saturating_sub(beside) / of(u64::from(rows));
    u32::try_from(fit).unwrap_or(u32::MAX)
}

/// How many vertices with this many rows each the adapter can bind beside the kept rows, with room for all their partial
/// sums in this many wide bodies. Fails if `count` is more.
fn most_vertices(context: &Context, rows: u32, kept: u32, count: u32, bodies: u32) -> Result<u32> {
    // The last chunk of each body may be partly empty.
    let of_bodies = SUMS * u64::from(bodies) * u64::from(STATE_SUM_ROWS + STATE_BODY_ROWS);
    let of_chunk = |rows| rows * u64::from(CHUNK) + SUMS * u64::from(STATE_SUM_ROWS);
    let beside = of_bodies + u64::from(kept);
    let most = most_of_rows(context, rows, beside, of_chunk).saturating_mul(CHUNK);
    if count > most {
        let message = format!(
            "the world would have {count} vertices, but this adapter can hold at most {most}"
        );
        return Err(Error::new(Status::Capacity, message));
    }
    Ok(most)
}

fn create(context: &Context, size: Size) -> Result<wgpu::Buffer> {
    buffer::storage(context, "vertices", 16 * size.total())
}
