//! GPU memory: single buffers, and growing arrays that hand out ranges of rows.

use super::context::Context;
use crate::error::{Error, Result, Status};

pub use wgpu::{Buffer, BufferUsages};

/// Usages of a storage buffer that the host writes and reads back.
const STORAGE: BufferUsages = BufferUsages::STORAGE
    .union(BufferUsages::COPY_DST)
    .union(BufferUsages::COPY_SRC);

/// Makes a storage buffer. Fails when it exceeds a limit of the adapter.
pub fn storage(context: &Context, label: &'static str, bytes: u64) -> Result<wgpu::Buffer> {
    let limit = context
        .limits
        .max_storage_buffer_binding_size
        .min(context.limits.max_buffer_size);
    if bytes > limit {
        let message =
            format!("{label} needs {bytes} bytes, but this adapter binds at most {limit}");
        return Err(Error::new(Status::Capacity, message));
    }
    create(context, label, bytes, STORAGE)
}

/// Makes a buffer of any usage. GPU errors become this call's error.
pub fn create(
    context: &Context,
    label: &'static str,
    bytes: u64,
    usage: BufferUsages,
) -> Result<wgpu::Buffer> {
    context.guarded(label, || {
        context.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some(label),
            size: bytes.max(16).next_multiple_of(16),
            usage,
            mapped_at_creation: false,
        })
    })
}

#[cfg(test)]
thread_local! {
    /// Which of this thread's next writes runs out of memory, counted from 1; 0 for none.
    pub static REFUSED: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Writes bytes before the next submission. Fails without writing if there is no memory to stage them.
pub fn write(
    context: &Context,
    label: &'static str,
    buffer: &wgpu::Buffer,
    at: u64,
    bytes: &[u8],
) -> Result<()> {
    if bytes.is_empty() {
        return Ok(());
    }
    #[cfg(test)]
    if REFUSED.replace(REFUSED.get().saturating_sub(1)) == 1 {
        return Err(advised(Error::new(Status::OutOfMemory, label)));
    }
    context
        .guarded(label, || context.queue.write_buffer(buffer, at, bytes))
        .map_err(advised)
}

/// Adds to an out-of-memory error what to do when bodies or skins are added.
pub fn advised(error: Error) -> Error {
    match error.status {
        Status::OutOfMemory => {
            let why = format!(
                "{}: remove bodies or skins, or use smaller ones",
                error.message
            );
            Error::new(Status::OutOfMemory, why)
        }
        _ => error,
    }
}

/// Allocates ranges of integers, first fit; freed ranges are merged and reused.
#[derive(Clone, Debug, Default)]
pub struct Ranges {
    free: Vec<(u32, u32)>,
    end: u32,
}

impl Ranges {
    /// Takes `count` consecutive numbers and returns the first, or `None` when they exceed 32 bits.
    pub fn take(&mut self, count: u32) -> Option<u32> {
        if let Some(i) = self.free.iter().position(|(_, length)| *length >= count) {
            let (start, length) = self.free[i];
            if length == count {
                self.free.remove(i);
            } else {
                self.free[i] = (start + count, length - count);
            }
            return Some(start);
        }
        let start = self.end;
        self.end = start.checked_add(count)?;
        Some(start)
    }

    /// Takes this number, if it is free. All below it become free numbers, if they are not taken.
    pub fn claim(&mut self, number: u32) -> bool {
        let Some(end) = number.checked_add(1) else {
            return false;
        };
        if number >= self.end {
            let first = std::mem::replace(&mut self.end, end);
            if number > first {
                self.free.push((first, number - first));
            }
            return true;
        }
        let holds = |(start, count): &(u32, u32)| (*start..start + count).contains(&number);
        let Some(i) = self.free.iter().position(holds) else {
            return false;
        };
        let (start, count) = self.free.remove(i);
        let parts = [(start, number - start), (end, start + count - end)];
        self.free
            .splice(i..i, parts.into_iter().filter(|part| part.1 > 0));
        true
    }

    pub fn give(&mut self, start: u32, count: u32) {
        let at = self.free.partition_point(|(s, _)| *s < start);
        self.free.insert(at, (start, count));
        let mut merged: Vec<(u32, u32)> = Vec::with_capacity(self.free.len());
        for (start, length) in self.free.drain(..) {
            match merged.last_mut() {
                Some(last) if last.0 + last.1 == start => last.1 += length,
                _ => merged.push((start, length)),
            }
        }
        if let Some((start, length)) = merged.last().copied()
            && start + length == self.end
        {
            self.end = start;
            merged.pop();
        }
        self.free = merged;
    }

    /// One past the highest number in use.
    pub fn end(&self) -> u32 {
        self.end
    }
}

/// A storage buffer of equal rows. It grows by copying into a new buffer, which changes `generation`.
pub struct Rows {
    label: &'static str,
    row_bytes: u64,
    pub buffer: wgpu::Buffer,
    capacity: u32,
    /// Number of times the buffer was replaced.
    pub generation: u64,
}

impl Rows {
    /// An array of at least `capacity` rows of `row_bytes` each.
    pub fn new(
        context: &Context,
        label: &'static str,
        row_bytes: u64,
        capacity: u32,
    ) -> Result<Self> {
        let capacity = capacity.max(16);
        let buffer = storage(context, label, row_bytes * u64::from(capacity))?;
        Ok(Self {
            label,
            row_bytes,
            buffer,
            capacity,
            generation: 0,
        })
    }

    /// Size [byte].
    pub fn bytes(&self) -> u64 {
        self.buffer.size()
    }

    pub fn binding(&self) -> wgpu::BufferBinding<'_> {
        self.buffer.as_entire_buffer_binding()
    }

    /// Makes room for `count` rows; existing rows stay.
    pub fn reserve(&mut self, context: &Context, count: u32) -> Result<()> {
        if count <= self.capacity {
            return Ok(());
        }
        let limit = context
            .limits
            .max_storage_buffer_binding_size
            .min(context.limits.max_buffer_size);
        let most = u32::try_from(limit / self.row_bytes).unwrap_or(u32::MAX);
        let capacity = count.max(self.capacity.saturating_mul(2).min(most));
        let bytes = self.row_bytes * u64::from(capacity);
        let buffer = storage(context, self.label, bytes).map_err(advised)?;
        let mut encoder = context.device.create_command_encoder(&Default::default());
        encoder.copy_buffer_to_buffer(&self.buffer, 0, &buffer, 0, self.buffer.size());
        context.queue.submit([encoder.finish()]);
        self.buffer = buffer;
        self.capacity = capacity;
        self.generation += 1;
        Ok(())
    }

    /// Makes all rows zero before the next submission.
    pub fn clear(&self, context: &Context) {
        let mut encoder = context.device.create_command_encoder(&Default::default());
        encoder.clear_buffer(&self.buffer, 0, None);
        context.queue.submit([encoder.finish()]);
    }

    /// Writes rows from `first` on, before the next submission.
    pub fn write<T: bytemuck::NoUninit>(
        &self,
        context: &Context,
        first: u32,
        rows: &[T],
    ) -> Result<()> {
        let at = u64::from(first) * self.row_bytes;
        let bytes = bytemuck::cast_slice(rows);
        write(context, self.label, &self.buffer, at, bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::Ranges;

    #[test]
    fn ranges_never_overlap_and_shrink_to_nothing() {
        let mut ranges = Ranges::default();
        let mut held: Vec<(u32, u32)> = Vec::new();
        let mut random = 1u32;
        for _ in 0..2000 {
            random = random.wrapping_mul(1664525).wrapping_add(1013904223);
            let one = (random >> 20) % 5000;
            if random.is_multiple_of(5) {
                let is_free = held.iter().all(|(s, c)| !(*s..s + c).contains(&one));
                assert_eq!(ranges.claim(one), is_free);
                held.extend(is_free.then_some((one, 1)));
            } else if !random.is_multiple_of(3) || held.is_empty() {
                let count = 1 + (random >> 16) % 100;
                let start = ranges.take(count).unwrap();
                let clash = held
                    .iter()
                    .any(|(s, c)| start < s + c && *s < start + count);
                assert!(!clash, "range {start}+{count} was given twice");
                held.push((start, count));
            } else {
                let (start, count) = held.swap_remove((random >> 8) as usize % held.len());
                ranges.give(start, count);
            }
        }
        for (start, count) in held {
            ranges.give(start, count);
        }
        assert_eq!(ranges.end(), 0);
    }
}
