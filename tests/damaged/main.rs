//! Damaged and random files and surfaces: no reader or cook may panic, hang, take more memory than a bound, or return
//! an invalid mesh. `cargo xtask fuzz` runs the same for minutes.

mod cooks;
mod count;
mod memory;
mod mutate;
mod pace;
mod readers;
mod room;
mod samples;
mod sound;
mod surfaces;
mod watch;
