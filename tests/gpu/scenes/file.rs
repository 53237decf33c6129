//! A scene file of the test data, as its JSON says it.

use glam::{DMat3, DVec3};
use serde::Deserialize;
use std::path::Path;

#[derive(Clone, Debug, Deserialize)]
pub struct SceneFile {
    pub name: String,
    pub dt: f64,
    pub duration: f64,
    pub gravity: [f32; 3],
    pub material: Material,
    /// Friction between bodies.
    pub self_friction: f32,
    pub bodies: Vec<Placed>,
    pub obstacles: Vec<Placed>,
    pub half_spaces: Vec<HalfSpace>,
    pub motion: Option<Motion>,
    pub tets: usize,
    /// Of all bodies. Files do not say it.
    #[serde(default)]
    pub thickness: f32,
}

#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Material {
    pub density: f32,
    pub young: f32,
    pub poisson: f32,
}

/// A mesh and where it is: the matrix, row by row, takes the mesh to the world.
#[derive(Clone, Debug, Deserialize)]
pub struct Placed {
    pub mesh: String,
    pub matrix: [[f64; 4]; 3],
    pub material: Option<Material>,
    #[serde(default)]
    pub linear_velocity: [f64; 3],
    /// About the centre of mass, degrees a second.
    #[serde(default)]
    pub angular_velocity_deg: [f64; 3],
    #[serde(default)]
    pub handles: Vec<Handle>,
    /// Obstacles only, as what follows.
    #[serde(default)]
    pub friction: f32,
    #[serde(default)]
    pub prescribed_linear_velocity: [f64; 3],
    /// About the middle of its box, degrees a second.
    #[serde(default)]
    pub prescribed_angular_velocity_deg: [f64; 3],
}

/// Vertices in a part of a body's box that move as told.
#[derive(Clone, Debug, Deserialize)]
pub struct Handle {
    /// Corners in units of the box.
    pub box_relative: [[f64; 3]; 2],
    pub linear_velocity: [f64; 3],
}

#[derive(Clone, Debug, Deserialize)]
pub struct HalfSpace {
    pub point: [f64; 3],
    pub normal: [f64; 3],
    pub friction: f32,
}

/// How parts of all bodies or obstacles are moved; `text` in the files says it in words.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Motion {
    /// Both ends turn about the axis x through the centre [rad/s].
    Twist {
        center: [f64; 3],
        rate_low: f64,
        rate_high: f64,
        fraction: f64,
    },
    /// The end at high x is drawn, until the body is past all obstacles.
    Drag { fraction: f64, velocity: [f64; 3] },
    /// Vertices below half of the height are held.
    Fix,
    /// The obstacles turn.
    Rollers,
}

impl SceneFile {
    pub fn read(folder: &Path, name: &str) -> Self {
        let path = folder.join("scenes").join(format!("{name}.json"));
        let text = std::fs::read_to_string(&path).expect("a scene file");
        serde_json::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
    }

    /// The names of all scenes, sorted.
    pub fn names(folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder.join("scenes")).expect("scenes");
        let stem = |entry: std::fs::DirEntry| {
            let path = entry.path();
            let is_scene = path.extension().is_some_and(|e| e == "json");
            is_scene.then(|| path.file_stem()?.to_str().map(str::to_owned))?
        };
        let mut names: Vec<String> = entries.flatten().filter_map(stem).collect();
        names.sort();
        names
    }
}

impl Placed {
    /// Mesh positions in the world.
    pub fn place(&self, positions: &[[f32; 3]]) -> Vec<DVec3> {
        let [a, b, c] = self.matrix;
        let turn = DMat3::from_cols(
            DVec3::new(a[0], b[0], c[0]),
            DVec3::new(a[1], b[1], c[1]),
            DVec3::new(a[2], b[2], c[2]),
        );
        let shift = DVec3::new(a[3], b[3], c[3]);
        let point = |p: &[f32; 3]| turn * DVec3::from(p.map(f64::from)) + shift;
        positions.iter().map(point).collect()
    }
}
