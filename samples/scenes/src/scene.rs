//! What a scene is.

use crate::stage::Stage;
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
    /// What is to be seen, for a person.
    pub title: &'static str,
    /// The length of a step [s].
    pub step_s: f32,
    /// Steps until all is told.
    pub step_count: u32,
    /// Steps to show on a software adapter, fewer where a step takes it long.
    pub software_step_count: u32,
    /// The step at which most is to be seen; a software adapter gets there too.
    pub poster_step: u32,
    /// Where to look from.
    pub view: View,
    /// Adds what the scene holds to an empty stage.
    pub(crate) fill: fn(&mut Stage) -> Result<()>,
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
