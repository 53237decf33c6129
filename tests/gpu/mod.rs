pub mod common;
mod fall;
mod sag;
