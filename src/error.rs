//! One error type for the whole crate: a status code that never changes its number, and a sentence.

use std::fmt;

/// Every status the C ABI can return. Zero is success, negative numbers are errors, positive numbers are states.
/// A number is permanent: it is never reused and never renumbered.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// The call did what it says.
    Ok = 0,
    /// Nothing is wrong, but the result is not there yet; ask again later.
    NotReady = 1,
    /// A pointer is null, a number is out of range or not finite, a size is wrong.
    InvalidArgument = -1,
    /// The handle is zero, stale, of another kind or of another world.
    InvalidHandle = -2,
    /// The object is in a state that does not allow the call (mapped twice, already attached, …).
    InvalidState = -3,
    /// A documented limit would be passed; nothing was changed.
    Capacity = -4,
    /// The host or the GPU has no memory left for this; nothing was changed.
    OutOfMemory = -5,
    /// Another thread is inside a function of the same world.
    Busy = -6,
    /// No adapter fits the request, or it lacks what the library needs.
    NoDevice = -7,
    /// The GPU was lost; the world can only be destroyed, and its last save restored in a new one.
    DeviceLost = -8,
    /// The GPU refused a command; this is a defect of the library. The world can only be destroyed.
    Gpu = -9,
    /// A defect of the library was caught at the boundary; the world is lost from then on.
    Internal = -10,
    /// The caller's header and the library do not match.
    Version = -11,
    /// Bytes or a file are damaged or of an unknown format.
    Format = -12,
    /// The file could not be read.
    Io = -13,
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
    /// The file holds elements of a kind that is not supported (hexahedra, quadratic tetrahedra, …).
    MeshUnsupported = -26,
}

/// A status with the sentence that explains it: which argument, which value, what was expected.
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
        write!(f, "{} ({:?})", self.message, self.status)
    }
}

/// The result of everything that can fail.
pub type Result<T> = std::result::Result<T, Error>;
