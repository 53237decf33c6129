pub mod common;
mod fall;
