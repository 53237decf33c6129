//! Size classes of workgroups that own a body.

use super::scheduled::Scheduled;
use crate::asset::Asset;
use crate::gpu::context::Context;

/// Bodies up to this size fit the 16 KiB of workgroup memory of every WebGPU adapter.
const SMALL: u32 = 576;
const MOST_COLOURS: u32 = 32;
/// Bodies up to this size fit 46 KiB. There, resident is faster than wide even for a single body.
pub const MEDIUM: u32 = 1536;
/// Vertices of the largest body whose threads sum whole vertices.
pub const WHOLE_CAPACITY: u32 = 1408;
/// Threads of a workgroup that sums whole vertices: an H200 multiprocessor has registers for two.
pub const WHOLE_WIDTH: u32 = 384;

/// The most rounds of a body: workgroup memory holds them.
pub const MOST_ROUNDS: u32 = 64;
/// At least this many bodies that suit whole vertices are faster with them: about one per multiprocessor of a large GPU (132
/// on an H200).
pub const CROWD: usize = 128;

/// A size class of the resident kernels.
pub struct SizeClass {
    pub capacity: u32,
    pub width: u32,
    /// Partial sums kept at once; the largest bodies leave less room.
    pub slots: u32,
    /// Whether threads sum whole vertices (docs/decisions/0012-a-crowd-of-bodies.md).
    pub whole: bool,
}

/// From small to large; the first that fits is used. Measured on an H200, see benches/results.
pub const CLASSES: [SizeClass; 6] = [
    SizeClass::shared(128, 128, 128),
    SizeClass::shared(256, 256, 256),
    SizeClass::shared(SMALL, 128, 128),
    // Just within 24 KiB, so that an H200 multiprocessor runs two.
    SizeClass {
        capacity: WHOLE_CAPACITY,
        width: WHOLE_WIDTH,
        slots: 32,
        whole: true,
    },
    SizeClass::shared(MEDIUM, 512, 512),
    SizeClass::shared(2560, 512, 128),
];

impl SizeClass {
    const fn shared(capacity: u32, width: u32, slots: u32) -> Self {
        Self {
            capacity,
            width,
            slots,
            whole: false,
        }
    }

    /// Workgroup memory [byte]: positions, partial sums, rounds, and 256 for statistics and flags.
    fn bytes(&self) -> u32 {
        let rounds = match self.whole {
            true => 0,
            false => 16 * MOST_ROUNDS + 8 * self.slots,
        };
        16 * (self.capacity + self.partials()) + rounds + 256
    }

    /// Number of sums over the body added in parallel: a power of two.
    pub fn parts(&self) -> u32 {
        let most = self.slots.min(self.width) / 2;
        1 << most.ilog2()
    }

    /// Rows of partial sums: eight numbers each plus the reduction; two more numbers each are stored separately.
    pub fn partials(&self) -> u32 {
        2 * self.slots + 32
    }

    /// Whether each thread owns at most one vertex, kept in registers.
    pub fn one_a_thread(&self) -> bool {
        self.capacity <= self.width
    }

    fn fits(&self, room: Room) -> bool {
        self.bytes() <= room.bytes && self.width <= room.threads
    }
}

#[derive(Clone, Copy)]
struct Room {
    bytes: u32,
    threads: u32,
}

/// The body's class, if the adapter can hold it. `crowd`: many bodies suit whole vertices.
pub fn class_of(context: &Context, asset: &Asset, crowd: bool) -> Option<usize> {
    let limits = &context.limits;
    let room = Room {
        bytes: limits.max_compute_workgroup_storage_size,
        threads: limits.max_compute_invocations_per_workgroup,
    };
    size_class(room, asset, crowd)
}

fn size_class(room: Room, asset: &Asset, crowd: bool) -> Option<usize> {
    let vertices = asset.rest_positions.len() as u32;
    let colours = asset.colour_slices.len().saturating_sub(1) as u32;
    if colours > MOST_COLOURS {
        return None;
    }
    let fits = |class: &SizeClass| class.capacity >= vertices && class.fits(room);
    let first = CLASSES.iter().position(fits)?;
    // Small colours would leave most threads idle. Half is a guess: only lattices of four colours were measured.
    let suits = |class: &SizeClass| crowd && 2 * vertices >= colours * class.width;
    if CLASSES[first].whole && !suits(&CLASSES[first]) {
        let shared = CLASSES.iter().skip(first + 1).position(fits);
        return Some(shared.map_or(first, |further| first + 1 + further));
    }
    Some(first)
}

/// Threads and partial sums of the workgroup for a body outside a crowd.
pub fn workgroup(context: &Context, asset: &Asset) -> Option<(u32, u32)> {
    let class = &CLASSES[class_of(context, asset, false)?];
    (!class.whole).then_some((class.width, class.slots))
}

/// Whether so many bodies suit whole vertices that some share a multiprocessor.
pub fn is_crowd(context: &Context, bodies: &[&Scheduled]) -> bool {
    let suits = |b: &&&Scheduled| {
        class_of(context, b.asset, true).is_some_and(|class| CLASSES[class].whole)
    };
    bodies.iter().filter(suits).count() >= CROWD
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asset::lattice::{Split, beam_lattice};
    use crate::asset::{CookOptions, cook::cook};

    /// Class capacity of a cube with this many cells per edge, alone and in a crowd, for this workgroup memory [KiB].
    fn capacities(cells: usize, kib: u32) -> [Option<u32>; 2] {
        let mesh = beam_lattice([cells; 3], [1.0; 3], Split::Five);
        let asset = cook(&mesh, &CookOptions::default()).expect("a lattice").0;
        let room = Room {
            bytes: 1024 * kib,
            threads: 1024,
        };
        [false, true].map(|crowd| {
            let class = size_class(room, &asset, crowd);
            class.map(|class| CLASSES[class].capacity)
        })
    }

    #[test]
    fn whole_vertices_are_for_crowds_and_small_workgroups() {
        assert_eq!(capacities(6, 16), [Some(SMALL); 2]);
        assert_eq!(capacities(6, 48), [Some(SMALL); 2]);
        assert_eq!(capacities(10, 48), [Some(MEDIUM), Some(1408)]);
        assert_eq!(capacities(10, 24), [Some(1408); 2]);
        assert_eq!(capacities(10, 16), [None; 2]);
        assert_eq!(capacities(12, 48), [Some(2560); 2]);
    }

    /// Two must fit the 48 KiB of an H200 multiprocessor.
    #[test]
    fn a_class_of_whole_vertices_takes_half_a_processor() {
        for class in CLASSES.iter().filter(|class| class.whole) {
            assert!(class.bytes() <= 24 << 10, "{} bytes", class.bytes());
        }
    }
}
