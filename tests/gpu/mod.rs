mod barrier;
pub mod common;
mod contact;
mod determinism;
mod edits;
mod epochs;
mod executors;
mod faces;
mod fall;
mod files;
#[cfg(feature = "cook")]
mod folds;
mod frames;
mod hard;
mod impact;
mod mass_spring;
mod meshes;
mod models;
mod momentum;
pub mod oracle;
mod order;
mod patch;
#[cfg(feature = "cook")]
mod pins;
mod plan;
mod portable;
mod results;
mod rigid;
mod sag;
mod shapes;
mod skins;
mod spin;
#[cfg(feature = "cook")]
mod surfaces;
mod times;
mod torture;
mod twist;
mod vbd;
mod wide;
