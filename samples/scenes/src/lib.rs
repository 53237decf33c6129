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

pub mod bench;
mod cantilevers;
mod jelly_steps;
mod rain64;
pub mod shape;
mod skinned_cage;
mod stage;
mod user_mesh;

pub use skinned_cage::star_surface;
pub use stage::{Actor, Prop, Stage, Surface};
pub use user_mesh::UserMesh;

use pliant::desc::WorldOptions;
use pliant::error::Result;

/// Where to look from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// Where the camera is [m].
    pub eye: [f32; 3],
    /// What it looks at [m].
    pub target: [f32; 3],
    /// Vertical field of view [rad].
    pub fov_y_rad: f32,
}

/// A scene that can be built.
#[derive(Clone, Copy, Debug)]
pub struct Scene {
    /// Its name on command lines and in file names.
    pub name: &'static str,
    /// A title for people.
    pub title: &'static str,
    /// The length of a step [s].
    pub step_s: f32,
    /// Steps to show.
    pub step_count: u32,
    /// Steps to show on a software adapter, fewer where a step takes it long.
    pub software_step_count: u32,
    /// Where to look from.
    pub view: View,
    fill: fn(&mut Stage) -> Result<()>,
}

impl Scene {
    /// Builds the scene in a new world.
    ///
    /// # Errors
    /// What making a world and adding to it give, such as `NoDevice`.
    pub fn build(&self, options: WorldOptions) -> Result<Stage> {
        let mut stage = Stage::new(options)?;
        (self.fill)(&mut stage)?;
        Ok(stage)
    }
}

/// All scenes that are shown, in the order to show them.
pub fn all() -> &'static [Scene] {
    &[
        jelly_steps::SCENE,
        cantilevers::SCENE,
        skinned_cage::SCENE,
        rain64::SCENE,
    ]
}

/// The scene with this name.
pub fn by_name(name: &str) -> Option<&'static Scene> {
    all().iter().find(|scene| scene.name == name)
}
