//! Scenes for benchmarks: elastic bodies on a floor, without skins.

use crate::shape::sheet_surface;
use crate::stage::{Stage, cooked, sphere};
use pliant::asset::CookOptions;
use pliant::asset::lattice::{Split, beam_lattice};
use pliant::asset::shell::cook_shell;
use pliant::desc::{BodyOptions, PliantClothDesc, PliantNeoHookeanDesc, WorldOptions};
use pliant::error::Result;
use pliant::math::PliantPose;
use std::sync::Arc;

/// Equal boxes of tets in a square grid over a floor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grid {
    /// Its name in tables.
    pub name: &'static str,
    /// How many bodies.
    pub count: usize,
    /// Cells of a body along x, y and z, five tets each.
    pub cells: [usize; 3],
    /// Edge of a cell [m].
    pub edge: f32,
}

/// The grids whose times have a limit.
pub const GRIDS: [Grid; 6] = [
    Grid {
        name: "4096 x 320",
        count: 4096,
        cells: [4, 4, 4],
        edge: 0.1,
    },
    Grid {
        name: "64 x 320",
        count: 64,
        cells: [4, 4, 4],
        edge: 0.1,
    },
    Grid {
        name: "512 x 5120",
        count: 512,
        cells: [8, 8, 16],
        edge: 0.1,
    },
    Grid {
        name: "1 x 5120",
        count: 1,
        cells: [8, 8, 16],
        edge: 0.1,
    },
    Grid {
        name: "1 x 80000",
        count: 1,
        cells: [20, 20, 40],
        edge: 0.1,
    },
    Grid {
        name: "1 x 1012500",
        count: 1,
        cells: [45, 45, 100],
        edge: 0.1,
    },
];

impl Grid {
    /// Tets of one body.
    pub fn tets_a_body(&self) -> usize {
        5 * self.cells.iter().product::<usize>()
    }

    /// Builds the grid. Bodies begin 5 cm above the floor and share one asset; what `body` says of
    /// pose and readback is not used (particles are not read back unless it asks for it).
    ///
    /// # Errors
    /// What making a world and adding to it give.
    pub fn build(&self, options: WorldOptions, body: BodyOptions) -> Result<Stage> {
        let size = self.cells.map(|n| n as f32 * self.edge);
        let asset = cooked(&beam_lattice(self.cells, size, Split::Five))?;
        let mut stage = Stage::new(options)?;
        stage.add_floor(0.0, 0.5)?;
        let side = (self.count as f64).sqrt().ceil() as usize;
        for number in 0..self.count {
            let (column, row) = ((number % side) as f32, (number / side) as f32);
            let pose = PliantPose::at([column * 1.5 * size[0], 0.05, row * 1.5 * size[2]]);
            stage.add_body(&asset, BodyOptions { pose, ..body })?;
        }
        Ok(stage)
    }
}

/// What [`beam_4320`] is made of.
pub fn beam_model() -> PliantNeoHookeanDesc {
    PliantNeoHookeanDesc {
        young_modulus: 1e7,
        poisson_ratio: 0.3,
        density: 1000.0,
        ..Default::default()
    }
}

/// The beam of 4 x 1 x 1 m with 4,320 tets, held at x = 0: E = 1e7 Pa, ν = 0.3, 1000 kg/m³.
/// Model, pose and scale of `body` are not used.
///
/// # Errors
/// What making a world and adding to it give.
pub fn beam_4320(options: WorldOptions, body: BodyOptions) -> Result<Stage> {
    let asset = cooked(&beam_lattice([24, 6, 6], [4.0, 1.0, 1.0], Split::Five))?;
    let model = beam_model().into();
    let mut stage = Stage::new(options)?;
    let actor = stage.add_body(
        &asset,
        BodyOptions {
            model,
            pose: PliantPose::default(),
            scale: 1.0,
            ..body
        },
    )?;
    stage.hold(actor, None, |p| p.x == 0.0)?;
    Ok(stage)
}

/// A square of cloth, 2 m wide, with this many vertices along each side, that falls from 5 cm on a ball above a floor.
/// What `body` says of model and pose is not used.
///
/// # Errors
/// What making a world and adding to it give.
pub fn cloth(vertices: usize, options: WorldOptions, body: BodyOptions) -> Result<Stage> {
    let surface = sheet_surface([vertices - 1; 2], [2.0; 2]);
    let (asset, _) = cook_shell(&surface, &CookOptions::default())?;
    let mut stage = Stage::new(options)?;
    stage.add_floor(0.0, 0.5)?;
    stage.add_collider(sphere([1.0, 0.5, 1.0], 0.5))?;
    let desc = BodyOptions {
        pose: PliantPose::at([0.0, 1.05, 0.0]),
        model: PliantClothDesc::default().into(),
        ..body
    };
    stage.add_body(&Arc::new(asset), desc)?;
    Ok(stage)
}
