//! A user's mesh falls on a floor, half on a sphere.

use crate::scene::View;
use crate::stage::{Model, Stage, cooked, sphere};
use glam::Vec3;
use pliant::asset::diagonal;
use pliant::asset::misfit::misfit;
use pliant::asset::skin::bind_skin;
use pliant::asset::{Asset, SurfaceMesh, TetMesh};
use pliant::desc::{BodyOptions, PliantNeoHookeanDesc, WorldOptions};
use pliant::error::{Error, Result};
use pliant::math::PliantPose;
use std::sync::Arc;

/// A body, and a render mesh in the same coordinates if there is one. It is scaled to a diagonal of 1 m.
#[derive(Clone, Debug)]
pub struct UserMesh {
    /// What is simulated.
    pub body: Arc<Asset>,
    /// What is shown; the boundary of the tets without it.
    pub surface: Option<SurfaceMesh>,
}

/// How far the lowest vertex falls [m].
const DROP_M: f32 = 0.4;

impl UserMesh {
    /// Cooks a tet mesh; vertices without tets are dropped.
    ///
    /// # Errors
    /// What cooking gives.
    pub fn of_tets(tets: &TetMesh, surface: Option<SurfaceMesh>) -> Result<Self> {
        let body = cooked(tets)?;
        Ok(Self { body, surface })
    }

    /// The length of a step [s].
    pub const STEP_S: f32 = 1.0 / 60.0;
    /// Steps to show.
    pub const STEP_COUNT: u32 = 240;
    /// Where to look from: nearer for a mesh that is less high.
    pub fn view(&self) -> View {
        let (low, high) = self.bounds();
        let height = (high.y - low.y) / (high - low).length();
        // A mesh as high as its diagonal reaches up to 1.4 m; however flat, it needs room to the sides.
        let nearness = ((DROP_M + height) / (DROP_M + 1.0)).clamp(0.7, 1.0);
        let target = nearness * Vec3::new(-0.1, 0.5, 0.0);
        let eye = target + nearness * Vec3::new(-1.5, 0.72, 3.0);
        View {
            eye: eye.to_array(),
            target: target.to_array(),
            fov_y_rad: 0.5,
        }
    }

    /// Builds the scene in a new world.
    ///
    /// # Errors
    /// What binding the render mesh, or making a world, give.
    pub fn build(&self, options: WorldOptions) -> Result<Stage> {
        let (low, high) = self.bounds();
        let diagonal = (high - low).length();
        if !diagonal.is_finite() {
            return Err(Error::argument(
                "the mesh is too large for single precision",
            ));
        }
        let scale = 1.0 / diagonal;
        let middle = 0.5 * (low + high) * scale;
        let half_height = 0.5 * (high.y - low.y) * scale;
        let mut stage = Stage::new(options)?;
        stage.add_floor(0.0, 0.6)?;
        stage.add_collider(sphere([0.34, 0.12, 0.0], 0.2))?;
        let position = Vec3::new(0.0, DROP_M + half_height, 0.0) - middle;
        let desc = BodyOptions {
            pose: PliantPose::at(position.to_array()),
            scale,
            readback_particles: 1,
            model: PliantNeoHookeanDesc {
                young_modulus: 1e5,
                poisson_ratio: 0.4,
                damping: 1.0,
                ..Default::default()
            }
            .into(),
            ..Default::default()
        };
        match &self.surface {
            Some(surface) => stage.add_skinned(&Model::of(self.body.clone(), surface)?, desc)?,
            None => stage.add_body(&self.body, desc)?,
        };
        Ok(stage)
    }

    /// The box of the body.
    fn bounds(&self) -> (Vec3, Vec3) {
        let points = || {
            self.body
                .rest_positions
                .iter()
                .copied()
                .map(Vec3::from_array)
        };
        let (low, high) = (points().reduce(Vec3::min), points().reduce(Vec3::max));
        (low.unwrap_or(Vec3::ZERO), high.unwrap_or(Vec3::ONE))
    }

    /// Why the render mesh may not belong to the tets, if there is a doubt: the library's, or it is less than half as
    /// large.
    pub fn doubt_of_skin(&self) -> Option<String> {
        let surface = self.surface.as_ref()?;
        let skin = bind_skin(&self.body, surface).ok()?; // what is refused, building the scene says
        let doubt = misfit(&self.body, surface, f64::from(skin.farthest_outside));
        doubt.or_else(|| self.doubt_of_size(surface))
    }

    fn doubt_of_size(&self, surface: &SurfaceMesh) -> Option<String> {
        let (low, high) = self.bounds();
        let share = diagonal(&surface.positions) / f64::from((high - low).length());
        (share < 0.5).then(|| {
            format!("the skin's diagonal is {share:.2} of the tets': are both in the same unit?")
        })
    }
}
