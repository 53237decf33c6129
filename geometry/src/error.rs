//! One error type: a permanent status number and a sentence.

use std::ffi::CStr;
use std::fmt;

/// Every status the C ABI can return. Zero is success, negative numbers are errors, positive numbers are states.
/// A number is permanent: it is never reused and never renumbered.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// The call succeeded.
    Ok = 0,
    /// No error: the result is not ready yet. Call again later.
    NotReady = 1,
    /// A pointer is null, a number is out of range or not finite, or a size is wrong.
    InvalidArgument = -1,
    /// The handle is zero, stale, of another kind or of another world.
    InvalidHandle = -2,
    /// The object is in a state that does not allow the call (mapped twice, already attached, …).
    InvalidState = -3,
    /// The call would exceed a documented limit; nothing was changed.
    Capacity = -4,
    /// The host or the GPU has no memory left. Nothing was changed, unless `pliant_last_error` says to destroy the world.
    OutOfMemory = -5,
    /// Another thread is inside a function of the same world.
    Busy = -6,
    /// No adapter fits the request, or the adapter lacks a feature or limit that the library needs.
    NoDevice = -7,
    /// The GPU was lost; the world can only be destroyed. Any call may return this error, even if the call's list of
    /// errors lacks the error. A new world can restore the last save (`pliant_world_restore`).
    DeviceLost = -8,
    /// The GPU refused a command; this is a defect of the library. The world can only be destroyed.
    Gpu = -9,
    /// A defect of the library was caught at the boundary. The world can only be destroyed.
    Internal = -10,
    /// The caller's header and the library do not match.
    Version = -11,
    /// Bytes or a file are damaged or of an unknown format.
    Format = -12,
    /// The file could not be read.
    Io = -13,
    /// The library was built without the feature `cook` (mesh files and surfaces).
    Unavailable = -14,
    /// A mesh has an index past its vertices.
    MeshIndex = -20,
    /// A mesh has a position that is not finite.
    MeshNotFinite = -21,
    /// A mesh has inverted elements.
    MeshInverted = -22,
    /// A mesh has elements without volume.
    MeshZeroVolume = -23,
    /// A mesh has vertices that belong to no element.
    MeshUnreferenced = -24,
    /// A mesh has no elements.
    MeshEmpty = -25,
    /// A mesh has elements of an unsupported kind: hexahedra, quadratic tetrahedra, …, or a shell where tets are
    /// needed.
    MeshUnsupported = -26,
    /// The caller's progress callback asked to stop; nothing was made.
    Cancelled = -27,
}

impl Status {
    /// Every status.
    pub const ALL: [Status; 24] = [
        Status::Ok,
        Status::NotReady,
        Status::InvalidArgument,
        Status::InvalidHandle,
        Status::InvalidState,
        Status::Capacity,
        Status::OutOfMemory,
        Status::Busy,
        Status::NoDevice,
        Status::DeviceLost,
        Status::Gpu,
        Status::Internal,
        Status::Version,
        Status::Format,
        Status::Io,
        Status::Unavailable,
        Status::MeshIndex,
        Status::MeshNotFinite,
        Status::MeshInverted,
        Status::MeshZeroVolume,
        Status::MeshUnreferenced,
        Status::MeshEmpty,
        Status::MeshUnsupported,
        Status::Cancelled,
    ];

    /// The name in C.
    pub const fn name(self) -> &'static CStr {
        match self {
            Status::Ok => c"PLIANT_OK",
            Status::NotReady => c"PLIANT_NOT_READY",
            Status::InvalidArgument => c"PLIANT_ERROR_INVALID_ARGUMENT",
            Status::InvalidHandle => c"PLIANT_ERROR_INVALID_HANDLE",
            Status::InvalidState => c"PLIANT_ERROR_INVALID_STATE",
            Status::Capacity => c"PLIANT_ERROR_CAPACITY",
            Status::OutOfMemory => c"PLIANT_ERROR_OUT_OF_MEMORY",
            Status::Busy => c"PLIANT_ERROR_BUSY",
            Status::NoDevice => c"PLIANT_ERROR_NO_DEVICE",
            Status::DeviceLost => c"PLIANT_ERROR_DEVICE_LOST",
            Status::Gpu => c"PLIANT_ERROR_GPU",
            Status::Internal => c"PLIANT_ERROR_INTERNAL",
            Status::Version => c"PLIANT_ERROR_VERSION",
            Status::Format => c"PLIANT_ERROR_FORMAT",
            Status::Io => c"PLIANT_ERROR_IO",
            Status::Unavailable => c"PLIANT_ERROR_UNAVAILABLE",
            Status::MeshIndex => c"PLIANT_ERROR_MESH_INDEX",
            Status::MeshNotFinite => c"PLIANT_ERROR_MESH_NOT_FINITE",
            Status::MeshInverted => c"PLIANT_ERROR_MESH_INVERTED",
            Status::MeshZeroVolume => c"PLIANT_ERROR_MESH_ZERO_VOLUME",
            Status::MeshUnreferenced => c"PLIANT_ERROR_MESH_UNREFERENCED",
            Status::MeshEmpty => c"PLIANT_ERROR_MESH_EMPTY",
            Status::MeshUnsupported => c"PLIANT_ERROR_MESH_UNSUPPORTED",
            Status::Cancelled => c"PLIANT_ERROR_CANCELLED",
        }
    }
}

/// A status and the sentence that explains it: which argument, which value, what was expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct Error {
    /// The code the C ABI returns.
    pub status: Status,
    /// What is wrong and what to do, for a person.
    pub message: String,
}

impl Error {
    /// An error with `status` and a sentence.
    pub fn new(status: Status, message: impl Into<String>) -> Self {
        Self {
            status,
            message: message.into(),
        }
    }

    /// An argument that cannot be accepted.
    pub fn argument(message: impl Into<String>) -> Self {
        Self::new(Status::InvalidArgument, message)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.status.name().to_string_lossy();
        write!(f, "{} ({name})", self.message)
    }
}

/// The result of everything that can fail.
pub type Result<T> = std::result::Result<T, Error>;

/// Fails with `OutOfMemory` unless this much can be allocated, since Rust aborts when an allocation fails.
/// Overcommitted memory is not detected.
pub fn memory_for(what: &str, bytes: u64) -> Result<()> {
    let had = usize::try_from(bytes).is_ok_and(|b| Vec::<u8>::new().try_reserve_exact(b).is_ok());
    if had {
        return Ok(());
    }
    let megabytes = bytes / 1_000_000;
    let message = format!("no memory for {what}: it takes up to {megabytes} MB");
    Err(Error::new(Status::OutOfMemory, message))
}

/// A number as C's `%g` writes it: with an exponent only if there would be many digits.
pub fn number(value: impl Into<f64>) -> String {
    let value: f64 = value.into();
    let size = value.abs();
    // A value that came from an f32 needs only an f32's digits.
    let narrow = f64::from(value as f32) == value;
    match (
        size == 0.0 || !size.is_finite() || (9.9e-5..1e7).contains(&size),
        narrow,
    ) {
        (true, true) => format!("{}", value as f32),
        (true, false) => format!("{value}"),
        (false, true) => format!("{:e}", value as f32),
        (false, false) => format!("{value:e}"),
    }
}

/// A measured size, to three digits.
pub fn measured(value: f64) -> String {
    let short: f64 = format!("{value:.2e}").parse().unwrap_or(value);
    number(short)
}

/// A count and what it counts. `[one|many]` in the text gives the singular or the plural: `1 tet fills`, `2 tets fill`.
pub fn counted(count: usize, text: &str) -> String {
    let mut pieces = text.split('[');
    let first = pieces.next().unwrap_or_default();
    let mut all = format!("{} {first}", grouped(count));
    for piece in pieces {
        let (forms, rest) = piece.split_once(']').unwrap_or((piece, ""));
        let (one, many) = forms.split_once('|').unwrap_or((forms, forms));
        all += if count == 1 { one } else { many };
        all += rest;
    }
    all
}

/// A whole number in groups of three digits.
pub fn grouped(count: usize) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Numbers in parentheses.
pub fn numbers(values: &[f32]) -> String {
    let each: Vec<String> = values.iter().map(|v| number(*v)).collect();
    format!("({})", each.join(", "))
}

/// A choice as the caller writes it: its name in C with its number, or the number alone.
pub fn choice(value: u32, choices: &[(u32, &str)]) -> String {
    match choices.iter().find(|(known, _)| *known == value) {
        Some((_, name)) => format!("{name} ({value})"),
        None => value.to_string(),
    }
}

/// The possible choices, for the end of a sentence.
pub fn any_of(choices: &[(u32, &str)]) -> String {
    let names: Vec<String> = choices
        .iter()
        .map(|(value, _)| choice(*value, choices))
        .collect();
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => "nothing".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_that_no_machine_has_is_refused() {
        assert!(memory_for("a tet", 100).is_ok());
        for bytes in [1 << 62, u64::MAX] {
            let error = memory_for("a giant", bytes).unwrap_err();
            assert_eq!(error.status, Status::OutOfMemory);
            assert!(error.message.contains("a giant"), "{error}");
        }
    }

    #[test]
    fn whole_numbers_stand_in_groups_of_three() {
        for (number, text) in [
            (0, "0"),
            (999, "999"),
            (1000, "1,000"),
            (1234567, "1,234,567"),
        ] {
            assert_eq!(grouped(number), text);
        }
        assert_eq!(counted(1, "tet[|s]"), "1 tet");
        assert_eq!(counted(2040, "tet[|s]"), "2,040 tets");
    }

    #[test]
    fn numbers_are_written_short() {
        let cases = [
            (0.0, "0"),
            (0.495, "0.495"),
            (-1.5, "-1.5"),
            (65536.0, "65536"),
            (1e12, "1e12"),
            (1e-5, "1e-5"),
            (f32::MAX, "3.4028235e38"),
            (f32::INFINITY, "inf"),
            (f32::NEG_INFINITY, "-inf"),
            (f32::NAN, "NaN"),
        ];
        for (value, text) in cases {
            assert_eq!(number(value), text);
        }
        assert_eq!(number(1e-10), "1e-10", "an f64 that no f32 is");
        for (value, text) in [
            (0.0, "0"),
            (0.012345678, "0.0123"),
            (65432.1, "65400"),
            (1.0e-50, "1e-50"),
        ] {
            assert_eq!(measured(value), text);
        }
        assert_eq!(numbers(&[0.0, f32::NAN, 1e20]), "(0, NaN, 1e20)");
    }

    #[test]
    fn one_is_no_plural() {
        let text = "vert[ex|ices] w[as|ere] dropped (first 7).";
        assert_eq!(counted(1, text), "1 vertex was dropped (first 7).");
        assert_eq!(counted(0, text), "0 vertices were dropped (first 7).");
        assert_eq!(counted(2, "tet[|s]"), "2 tets");
        assert_eq!(counted(1, "tet[|s]"), "1 tet");
        assert_eq!(counted(1, "sheep"), "1 sheep");
    }

    #[test]
    fn every_status_has_its_own_name_and_number() {
        for (i, status) in Status::ALL.iter().enumerate() {
            for other in &Status::ALL[..i] {
                assert_ne!(status.name(), other.name());
                assert_ne!(*status as i32, *other as i32);
            }
        }
        let error = Error::argument("x is 1");
        assert_eq!(error.to_string(), "x is 1 (PLIANT_ERROR_INVALID_ARGUMENT)");
    }
}
