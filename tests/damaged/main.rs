//! What is damaged, forged or hopeless, against whoever reads and cooks it: no panic, no hang, no memory beyond a bound, and what
//! comes out is whole. `cargo xtask fuzz` runs the same for minutes.

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
