pub mod common;
mod fall;
mod momentum;
pub mod oracle;
mod patch;
mod sag;
mod twist;
