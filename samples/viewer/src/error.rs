//! Errors of drawing and writing.

/// Why a picture could not be made or stored.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// No graphics adapter answered, not even a software one.
    #[error(
        "no graphics adapter was found ({0}). On a machine without a GPU install a software \
         Vulkan driver: apt-get install mesa-vulkan-drivers (if it is installed, point \
         VK_DRIVER_FILES at its lvp_icd.*.json)"
    )]
    NoAdapter(String),
    /// The adapter would not give a device, or the device failed while drawing.
    #[error("the graphics device failed: {0}")]
    Device(String),
    /// The scene's arrays do not fit together; the message names the mesh and the array.
    #[error("the scene cannot be drawn: {0}")]
    Scene(String),
    /// A picture size that cannot be made: zero, or larger than the device allows.
    #[error("a picture of {width} x {height} pixels cannot be made (1..={limit} a side)")]
    Size {
        /// The asked width \[pixel\].
        width: u32,
        /// The asked height \[pixel\].
        height: u32,
        /// The most pixels a side.
        limit: u32,
    },
    /// Frames of one animation differ in size, or it has none.
    #[error("the animation cannot be written: {0}")]
    Animation(String),
    /// A file could not be written or encoded.
    #[error("{path}: {message}")]
    File {
        /// The file's path as given.
        path: String,
        /// What the system or the encoder said.
        message: String,
    },
}

impl RenderError {
    /// An error about the file at `path`.
    pub(crate) fn file(path: &std::path::Path, cause: impl std::fmt::Display) -> RenderError {
        RenderError::File {
            path: path.display().to_string(),
            message: cause.to_string(),
        }
    }
}
