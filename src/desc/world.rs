//! How a world is created.

use super::{choices, in_range, known_bits, one_of, or_default};
use crate::error::Result;
use crate::math::finite;

/// World flag: measure the GPU time of each step, if the adapter supports timestamps. Steps then take longer.
pub const PLIANT_WORLD_TIMESTAMPS: u32 = 1;
/// World flag: use only the limits that every WebGPU adapter has. For tests, and for games that must behave the same on
/// all machines. Large bodies run slower or do not fit.
pub const PLIANT_WORLD_PORTABLE_LIMITS: u32 = 2;

/// World flag: measure the impulses of bodies on colliders, for `pliant_world_impulses`. The flag costs two dispatches
/// a step.
pub const PLIANT_WORLD_IMPULSES: u32 = 4;

/// World flag: find which pairs touch, for `pliant_world_events`. The flag costs four dispatches a step, and five in a
/// world with sensors.
pub const PLIANT_WORLD_EVENTS: u32 = 8;

/// Adapter choice: the fastest adapter, else any adapter.
pub const PLIANT_POWER_DEFAULT: u32 = 0;
/// Adapter choice: prefer integrated, low-power adapters.
pub const PLIANT_POWER_LOW: u32 = 1;
/// Adapter choice: prefer discrete adapters.
pub const PLIANT_POWER_HIGH: u32 = 2;
/// Adapter choice: only a software adapter, for tests and machines without a GPU.
pub const PLIANT_POWER_SOFTWARE: u32 = 3;

const FLAGS: &[(u32, &str)] = choices!(
    PLIANT_WORLD_TIMESTAMPS,
    PLIANT_WORLD_PORTABLE_LIMITS,
    PLIANT_WORLD_IMPULSES,
    PLIANT_WORLD_EVENTS
);
const POWERS: &[(u32, &str)] = choices!(
    PLIANT_POWER_DEFAULT,
    PLIANT_POWER_LOW,
    PLIANT_POWER_HIGH,
    PLIANT_POWER_SOFTWARE
);

/// How to create a world.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PliantWorldDesc {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// `PLIANT_WORLD_…` bits. Default 0.
    pub flags: u32,
    /// Metres in one length unit of the caller: 1 for Unity, 0.01 for Unreal. Range 1e-6 to 1e6. Default (0): 1.
    /// Positions, sizes and velocities use this unit; moduli stay in Pa and densities in kg/m³.
    pub length_unit_m: f32,
    /// Gravity [length unit/s²]. Default of `pliant_world_desc_init`: 9.81 m/s² towards -y. Zero: no gravity.
    pub gravity: [f32; 3],
    /// `PLIANT_POWER_…`. Default (0): the fastest adapter.
    pub power_preference: u32,
    /// Number of epochs, the equal parts of a step. All bodies are at the same instant when an epoch begins. Each body
    /// takes one or more substeps per epoch. More epochs give less numerical damping. The cost grows in proportion.
    /// Range 1 to 64. Default (0): 4.
    pub epochs: u32,
    /// Iterations per substep, for bodies that do not set `PliantBodyDesc.iterations`. With more iterations, bodies get
    /// closer to their true stiffness. The cost grows in proportion. Range 1 to 256. Default (0): 5.
    pub iterations: u32,
    /// The most pairs that a step reports. A pair is a body with a body, mesh, convex hull or heightfield, and takes 64
    /// bytes. Further pairs are only counted (`PliantWorldStats.dropped_event_count`). Range 1 to 65536. Default (0): 1024.
    pub event_capacity: u32,
    /// Part of the wanted adapter's name, UTF-8, case ignored; NULL for any adapter. Copied.
    pub adapter_name: *const core::ffi::c_char,
    /// PCI bus id of the wanted adapter, such as `0000:65:00.0`; NULL for any adapter. Copied.
    pub adapter_pci_bus_id: *const core::ffi::c_char,
    /// For the caller's use: a value that the log callback gets with each message of the world.
    pub user_data: u64,
}

impl Default for PliantWorldDesc {
    fn default() -> Self {
        Self {
            struct_size: size_of::<Self>() as u32,
            flags: 0,
            length_unit_m: 1.0,
            gravity: [0.0, -9.81, 0.0],
            power_preference: PLIANT_POWER_DEFAULT,
            epochs: 4,
            iterations: 5,
            event_capacity: 1024,
            adapter_name: std::ptr::null(),
            adapter_pci_bus_id: std::ptr::null(),
            user_data: 0,
        }
    }
}

/// Fails for a length unit that leaves floats too little precision.
pub fn check_length_unit(metres: f32) -> Result<()> {
    in_range("length_unit_m", metres, 1e-6, 1e6)
}

/// A checked `PliantWorldDesc` that owns its strings.
#[derive(Clone, Debug, PartialEq)]
pub struct WorldOptions {
    /// `PLIANT_WORLD_…` bits.
    pub flags: u32,
    /// Metres in one length unit [m]. Range 1e-6 to 1e6.
    pub length_unit_m: f32,
    /// Gravity [length unit/s²].
    pub gravity: [f32; 3],
    /// `PLIANT_POWER_…`.
    pub power_preference: u32,
    /// Equal parts of a step; all bodies are at one instant when one begins. Range 1 to 64.
    pub epochs: u32,
    /// Whether bodies wait for each other at the start of an epoch even if none of them can touch. Without it they then
    /// run their whole step at once.
    pub together: bool,
    /// Whether the threads of each workgroup run in another order. Results are the same, to the bit; for tests.
    pub permutes: bool,
    /// Whether no body gets a coarse correction; for measurements.
    pub sweeps_only: bool,
    /// Iterations per substep of a body that sets none. Range 1 to 256.
    pub iterations: u32,
    /// Pairs of bodies that a step can tell of. Range 1 to 65536.
    pub event_capacity: u32,
    /// Part of the wanted adapter's name, case ignored.
    pub adapter_name: Option<String>,
    /// PCI bus id of the wanted adapter.
    pub adapter_pci_bus_id: Option<String>,
    /// For the caller's use: a value that the log callback gets with each message of the world.
    pub user_data: u64,
}

impl WorldOptions {
    /// Validates a description and fills in defaults. Its two string pointers are not read: the strings are passed
    /// beside it. Fails with `InvalidArgument`.
    pub fn from_desc(
        desc: &PliantWorldDesc,
        adapter_name: Option<&str>,
        pci_bus_id: Option<&str>,
    ) -> Result<Self> {
        let options = Self {
            flags: desc.flags,
            length_unit_m: or_default(desc.length_unit_m, 1.0),
            gravity: desc.gravity,
            power_preference: desc.power_preference,
            epochs: or_default(desc.epochs, 4),
            together: false,
            permutes: false,
            sweeps_only: false,
            iterations: or_default(desc.iterations, 5),
            event_capacity: or_default(desc.event_capacity, 1024),
            adapter_name: adapter_name.map(str::to_owned),
            adapter_pci_bus_id: pci_bus_id.map(str::to_owned),
            user_data: desc.user_data,
        };
        known_bits("flags", options.flags, FLAGS)?;
        check_length_unit(options.length_unit_m)?;
        finite(&options.gravity, "gravity")?;
        one_of("power_preference", options.power_preference, POWERS)?;
        in_range("epochs", options.epochs, 1, 64)?;
        in_range("iterations", options.iterations, 1, 256)?;
        in_range("event_capacity", options.event_capacity, 1, 65536)?;
        Ok(options)
    }
}

impl Default for WorldOptions {
    /// What `pliant_world_desc_init` gives.
    fn default() -> Self {
        let desc = PliantWorldDesc::default();
        Self {
            flags: desc.flags,
            length_unit_m: desc.length_unit_m,
            gravity: desc.gravity,
            power_preference: desc.power_preference,
            epochs: desc.epochs,
            together: false,
            permutes: false,
            sweeps_only: false,
            iterations: desc.iterations,
            event_capacity: desc.event_capacity,
            adapter_name: None,
            adapter_pci_bus_id: None,
            user_data: desc.user_data,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Status;

    #[test]
    fn zeros_mean_choose_for_me_except_where_zero_has_a_meaning() {
        let zeros = PliantWorldDesc {
            struct_size: size_of::<PliantWorldDesc>() as u32,
            length_unit_m: 0.0,
            gravity: [0.0; 3],
            epochs: 0,
            iterations: 0,
            ..Default::default()
        };
        let options = WorldOptions::from_desc(&zeros, None, None).unwrap();
        assert_eq!(
            (options.epochs, options.iterations, options.length_unit_m),
            (4, 5, 1.0)
        );
        assert_eq!(options.gravity, [0.0; 3]);
        let default = WorldOptions::from_desc(&PliantWorldDesc::default(), None, None).unwrap();
        assert_eq!(default, WorldOptions::default());
    }

    #[test]
    fn each_number_out_of_range_is_named() {
        let good = PliantWorldDesc::default();
        let cases = [
            (
                "flags",
                PliantWorldDesc {
                    flags: 1 << 31,
                    ..good
                },
            ),
            (
                "length_unit_m",
                PliantWorldDesc {
                    length_unit_m: f32::NAN,
                    ..good
                },
            ),
            (
                "length_unit_m",
                PliantWorldDesc {
                    length_unit_m: -1.0,
                    ..good
                },
            ),
            (
                "gravity",
                PliantWorldDesc {
                    gravity: [0.0, f32::INFINITY, 0.0],
                    ..good
                },
            ),
            (
                "power_preference",
                PliantWorldDesc {
                    power_preference: 4,
                    ..good
                },
            ),
            ("epochs", PliantWorldDesc { epochs: 65, ..good }),
            (
                "iterations",
                PliantWorldDesc {
                    iterations: 257,
                    ..good
                },
            ),
            (
                "event_capacity",
                PliantWorldDesc {
                    event_capacity: 65537,
                    ..good
                },
            ),
        ];
        for (name, desc) in cases {
            let error = WorldOptions::from_desc(&desc, None, None).unwrap_err();
            assert_eq!(error.status, Status::InvalidArgument);
            assert!(error.message.starts_with(name), "{}", error.message);
        }
    }
}
