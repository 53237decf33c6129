//! What the user asks for.

use clap::Args;
use std::path::{Path, PathBuf};
use viewer::size_from_text;

/// How pictures are taken, and where they go.
#[derive(Args)]
pub struct Settings {
    /// Pictures to take; by default all of the scene.
    #[arg(long)]
    pub frames: Option<u32>,
    /// Steps from one picture to the next.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..))]
    pub every: u32,
    /// Width and height of the animation [pixel]: by default 480x270, or 960x540 for a mesh of your own.
    #[arg(long, value_parser = size_from_text)]
    pub size: Option<[u32; 2]>,
    /// Width and height of the still pictures [pixel].
    #[arg(long, default_value = "960x540", value_parser = size_from_text)]
    pub still_size: [u32; 2],
    /// How long a scene waits for a step, and for its kernels [s]: by default 60, or 600 on a software adapter. A scene
    /// that is late is passed over, or ends there.
    #[arg(long, value_name = "SECONDS")]
    pub patience: Option<f64>,
    /// Folder for pictures and the table: `out/demo` for all scenes, `out/scene/NAME` for one, `out/mesh/NAME` for a
    /// mesh.
    #[arg(long)]
    pub out: Option<PathBuf>,
    /// Writes an animated GIF (the default).
    #[arg(long)]
    pub gif: bool,
    /// Writes an animated PNG, which keeps all colours and is larger.
    #[arg(long)]
    pub apng: bool,
}

/// The name of a file without its extension.
pub fn stem(file: &Path) -> String {
    let stem = file.file_stem().unwrap_or_default();
    stem.to_string_lossy().into_owned()
}
