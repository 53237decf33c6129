mod barrier;
pub mod common;
mod contact;
mod fall;
mod files;
mod meshes;
mod sag;
mod skins;
mod torture;
