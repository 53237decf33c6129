//! State of every vertex: one buffer and one binding for all channels, because wgpu tracks each writable buffer of a
//! dispatch and adds a barrier for it (docs/decisions/0009).

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
    /// Rows of partial sums.
    partials: u32,
}

impl Size {
    fn total(&self) -> u64 {
        u64::from(self.vertices) * u64::from(self.channels) + u64::from(self.partials)
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
        let most = most_vertices(context, self.size.channels, count, bodies)?;
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
        let most = most_vertices(context, STATE_FACE_ROWS, count, bodies)?;
        let size = Size {
            vertices: self.size.vertices.min(most),
            channels: STATE_FACE_ROWS,
            ..self.size
        };
        self.renew(context, size)
    }

    /// Rows that are left for what is optional, beside this many vertices and bodies with all that they need.
    pub fn spare_rows(&self, context: &Context, count: u32, bodies: u32, faces: bool) -> u64 {
        let rows = if faces {
            STATE_FACE_ROWS
        } else {
            self.size.channels
        };
        let most = most_vertices(context, rows, 0, bodies).unwrap_or(0);
        u64::from(most.saturating_sub(count)) * u64::from(rows)
    }

    /// Makes room for the partial sums of wide bodies; returns their first row. Spare vertex capacity beyond
    /// `count` may shrink.
    pub fn reserve_partials(&mut self, context: &Context, rows: u32, count: u32) -> Result<u32> {
        if rows > self.size.partials {
            let left = most_of_rows(context, self.size.channels, u64::from(rows), |each| each);
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
        Ok(self.size.vertices * self.size.channels)
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

/// How many vertices with this many rows each the adapter can bind, with room for all their partial sums in this many
/// wide bodies. Fails if `count` is more.
fn most_vertices(context: &Context, rows: u32, count: u32, bodies: u32) -> Result<u32> {
    // The last chunk of each body may be partly empty.
    let of_bodies = SUMS * u64::from(bodies) * u64::from(STATE_SUM_ROWS + STATE_BODY_ROWS);
    let of_chunk = |rows| rows * u64::from(CHUNK) + SUMS * u64::from(STATE_SUM_ROWS);
    let most = most_of_rows(context, rows, of_bodies, of_chunk).saturating_mul(CHUNK);
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
