//! The one place that defines scenes, for samples, tests and benches.
//!
//! ```no_run
//! # fn main() -> pliant::error::Result<()> {
//! let scene = scenes::by_name("jelly_steps").expect("a scene of that name");
//! let mut stage = scene.build(pliant::desc::WorldOptions::default())?;
//! for _ in 0..scene.step_count {
//!     stage.step(scene.step_s)?;
//! }
//! # Ok(())
//! # }
//! ```
//!
//! A scene is built into a [`Stage`]: a world, what moves in it, and what is worth drawing. Lengths
//! are in metres, y points up, gravity is 9.81 m/s² towards -y and the floor, where there is one,
//! is y = 0. Nothing here knows of a renderer.

mod balloons;
pub mod bench;
mod bowl;
mod cantilevers;
mod contacts;
mod crates;
mod flag;
mod hammocks;
mod jelly_steps;
mod pile;
mod rain64;
mod scene;
pub mod shape;
mod shapes;
mod skinned_cage;
mod stage;
mod user_mesh;

pub use scene::{Scene, View};
pub use skinned_cage::star_surface;
pub use stage::{Actor, Prop, Stage, Surface};
pub use user_mesh::UserMesh;

/// All scenes that are shown, in the order to show them.
pub fn all() -> &'static [Scene] {
    &[
        jelly_steps::SCENE,
        cantilevers::SCENE,
        skinned_cage::SCENE,
        rain64::SCENE,
        shapes::SCENE,
        flag::SCENE,
        hammocks::SCENE,
        pile::SCENE,
        bowl::SCENE,
        contacts::SCENE,
        crates::SCENE,
        balloons::SCENE,
    ]
}

/// The scene with this name.
pub fn by_name(name: &str) -> Option<&'static Scene> {
    all().iter().find(|scene| scene.name == name)
}
