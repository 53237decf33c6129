//! How far a schedule's sag is from the converged one: a body held at one end, at rest under its weight.

use glam::DVec3;
use pliant::asset::{Asset, TetMesh};
use pliant::desc::*;
use pliant::ids::PliantBodyId;
use pliant::reference::{Body, equilibrium_within};
use pliant::world::{Applied, Edit, World};
use std::sync::Arc;

/// Damping [1/s]. It acts on velocities only, so the state at rest does not depend on it.
pub const DAMPING: f32 = 10.0;
/// A body is at rest when its sag changes by less than this fraction [1] in half a second, twice in a row.
const STILL: f64 = 1e-5;
/// Half seconds of simulated time after which the measurement ends in any case.
const MOST_HALF_SECONDS: usize = 120;
/// Frames in half a second.
const HALF_SECOND: usize = 30;
/// Residual force that the oracle may leave, as a fraction of the weight [1]. The error of its sag is less than twice
/// that.
const ORACLE_PART: f64 = 1e-4;

/// Converged sags [m] that take the oracle minutes, from `cargo bench --bench step -- --oracle`.
const KNOWN: [([usize; 3], f64); 1] = [([45, 45, 100], 0.084_628_66)];

/// A body held fixed at the low end of its longest axis. Vertices are in the order of the asset.
pub struct Held {
    pub asset: Arc<Asset>,
    pub model: PliantNeoHookeanDesc,
    axis: usize,
    length: f32,
}

/// The sag of a body until it came to rest, or its time was over.
pub struct Sag {
    /// Mean sag of the vertices at the far end [m], after each half second.
    sags: Vec<f64>,
    /// Whether it came to rest.
    pub at_rest: bool,
}

impl Held {
    /// The lattice must begin at the origin. Of equal axes, the last one counts as longest.
    pub fn new(asset: &Arc<Asset>, mut model: PliantNeoHookeanDesc) -> Self {
        let high = asset.rest_positions.iter().fold([0.0; 3], |high, p| {
            [0, 1, 2].map(|axis: usize| p[axis].max(high[axis]))
        });
        let axis = (0..3).max_by(|a, b| high[*a].total_cmp(&high[*b]));
        let axis = axis.expect("three axes");
        model.damping = DAMPING;
        Self {
            asset: asset.clone(),
            model,
            axis,
            length: high[axis],
        }
    }

    /// User indices of the fixed vertices.
    pub fn held(&self) -> Vec<u32> {
        let rest = self.asset.rest_positions.iter();
        let users = rest.zip(&self.asset.user_from_internal);
        users
            .filter(|(p, _)| p[self.axis] == 0.0)
            .map(|(_, user)| *user)
            .collect()
    }

    /// Mean height that the far end has lost [m]; `height` gives heights by internal index.
    pub fn sag_at(&self, height: impl Fn(usize) -> f64) -> f64 {
        let rest = self.asset.rest_positions.iter().enumerate();
        let end = rest.filter(|(_, p)| p[self.axis] == self.length);
        let (sum, count) = end.fold((0.0, 0.0), |(sum, count), (i, p)| {
            (sum + f64::from(p[1]) - height(i), count + 1.0)
        });
        sum / count
    }

    /// The converged sag [m].
    pub fn converged(&self, cells: [usize; 3]) -> f64 {
        let known = KNOWN.iter().find(|known| known.0 == cells);
        known.map_or_else(|| self.oracle(), |known| known.1)
    }

    /// The sag of the f64 equilibrium of the same mesh [m].
    pub fn oracle(&self) -> f64 {
        let mesh = TetMesh {
            positions: self.asset.rest_positions.clone(),
            tets: self.asset.tets.clone(),
            ..TetMesh::default()
        };
        let model = Model::from(self.model);
        let (material, parameters) = model.material(1.0).expect("a material");
        let body = Body::new(&mesh, material, &parameters)
            .with_gravity(DVec3::new(0.0, -9.81, 0.0))
            .with_fixed(|p| p[self.axis] == 0.0);
        let solution = equilibrium_within(&body, &body.rest, ORACLE_PART);
        assert!(solution.converged, "the oracle did not converge");
        self.sag_at(|i| solution.positions[i].y)
    }

    /// Lets the body sag in its own world, with the schedule of these options.
    pub fn run(&self, options: WorldOptions, executor: u32) -> Sag {
        let mut world = World::new(options).expect("a world");
        let desc = BodyOptions {
            executor,
            readback_particles: 1,
            model: self.model.into(),
            ..BodyOptions::default()
        };
        let asset = self.asset.clone();
        let added = world.apply(Edit::AddBody { asset, desc });
        let Ok(Applied::Body(body)) = added else {
            panic!("adding a body gave {added:?}")
        };
        let vertices = self.held();
        let inverse_masses = vec![0.0; vertices.len()];
        world
            .apply(Edit::SetInverseMasses {
                body,
                vertices,
                inverse_masses,
            })
            .expect("inverse masses");
        self.settle(&mut world, body)
    }

    /// Steps until the body is at rest or its time is over.
    pub fn settle(&self, world: &mut World, body: PliantBodyId) -> Sag {
        let (mut sags, mut quiet) = (vec![0.0_f64], 0);
        while quiet < 2 && sags.len() <= MOST_HALF_SECONDS {
            for _ in 0..HALF_SECOND {
                world.step(1.0 / 60.0).expect("a step");
            }
            let positions = world.copy_positions(body).expect("positions");
            let before = sags[sags.len() - 1];
            let now = self.sag_at(|i| f64::from(positions[i][1]));
            let still = (now - before).abs() < STILL * now.abs();
            quiet = if still { quiet + 1 } else { 0 };
            sags.push(now);
        }
        let at_rest = quiet == 2;
        Sag { sags, at_rest }
    }
}

impl Sag {
    /// The final sag [m].
    pub fn last(&self) -> f64 {
        self.sags[self.sags.len() - 1]
    }

    /// Simulated time [s].
    pub fn time_s(&self) -> f64 {
        0.5 * (self.sags.len() - 1) as f64
    }

    /// Error of the final sag against the converged one [%]; negative if the body hangs too high.
    pub fn error_percent(&self, converged: f64) -> f64 {
        100.0 * (self.last() / converged - 1.0)
    }

    /// Simulated time [s] after which the error stays below a limit [%]; the whole time if it never does.
    pub fn time_within_s(&self, converged: f64, limit_percent: f64) -> f64 {
        let outside = |sag: &f64| 100.0 * (sag / converged - 1.0).abs() >= limit_percent;
        let last = self.sags.iter().rposition(outside);
        last.map_or(0.0, |last| 0.5 * (last + 1) as f64)
            .min(self.time_s())
    }

    /// A mark for a body that still moves.
    pub fn warning(&self) -> &'static str {
        if self.at_rest { "" } else { "  NOT AT REST" }
    }
}
