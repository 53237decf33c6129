//! Meshes made in code: rounded bodies whose tets follow their surface, and cages of cubes round
//! any shape.

use glam::Vec3;
use pliant::asset::lattice::{Split, beam_lattice, box_surface};
use pliant::asset::{SurfaceMesh, TetMesh};

/// A box of tets, bent towards an ellipsoid with these half extents [m], centred on the origin.
/// `roundness` 0 is the box, 1 the ellipsoid.
pub fn rounded_tets(cells: [usize; 3], half_extents: [f32; 3], roundness: f32) -> TetMesh {
    let mut mesh = beam_lattice(cells, [2.0; 3], Split::Five);
    mesh.positions
        .iter_mut()
        .for_each(|p| *p = rounded(*p, half_extents, roundness));
    mesh
}

/// The surface of the same body, with as many cells as it needs to look smooth.
pub fn rounded_surface(cells: [usize; 3], half_extents: [f32; 3], roundness: f32) -> SurfaceMesh {
    let mut mesh = box_surface(cells, [2.0; 3]);
    mesh.positions
        .iter_mut()
        .for_each(|p| *p = rounded(*p, half_extents, roundness));
    mesh
}

/// A box with these half extents [m] about the origin, of a vertex in its middle and twelve tets: all that a rigid body
/// needs.
pub fn crate_tets(half_extents: [f32; 3]) -> TetMesh {
    let shell = rounded_surface([1; 3], half_extents, 0.0);
    let middle = shell.positions.len() as u32;
    let tets = shell.triangles.iter().map(|[a, b, c]| [middle, *a, *b, *c]);
    TetMesh {
        tets: tets.collect(),
        positions: shell.positions.iter().copied().chain([[0.0; 3]]).collect(),
        ..TetMesh::default()
    }
}

/// Takes the cube from 0 to 2 to the rounded box.
fn rounded(p: [f32; 3], half_extents: [f32; 3], roundness: f32) -> [f32; 3] {
    let cube = Vec3::from_array(p) - 1.0;
    // A point keeps its direction. Its distance from the centre, measured by cubes, becomes the same distance measured
    // by spheres.
    let ball = cube.normalize_or_zero() * cube.abs().max_element();
    (cube.lerp(ball, roundness) * Vec3::from_array(half_extents)).to_array()
}

/// The cubes of a lattice centred on the origin, with this edge [m], that contain a part of a shape, cut into tets.
/// `inside` says whether a point is in the shape, which lies within `half_extents`. Lattice corners without a cube are
/// vertices without a tet.
pub fn cage(half_extents: [f32; 3], edge: f32, inside: impl Fn(Vec3) -> bool) -> TetMesh {
    let cells = half_extents.map(|h| 2 * (h / edge).ceil().max(1.0) as usize);
    let size = cells.map(|n| n as f32 * edge);
    let mut mesh = beam_lattice(cells, size, Split::Five);
    let middle = Vec3::from_array(size) * 0.5;
    // The lattice lists five tets a cube, cubes in the order of their first corners.
    let kept = |cube: usize| {
        let (x, y, z) = (
            cube % cells[0],
            cube / cells[0] % cells[1],
            cube / (cells[0] * cells[1]),
        );
        let corner = Vec3::new(x as f32, y as f32, z as f32) * edge - middle;
        SAMPLES
            .iter()
            .any(|s| inside(corner + Vec3::from_array(*s) * edge))
    };
    let cubes = mesh
        .tets
        .chunks(5)
        .enumerate()
        .filter(|(cube, _)| kept(*cube));
    mesh.tets = cubes.flat_map(|(_, tets)| tets.iter().copied()).collect();
    mesh.positions
        .iter_mut()
        .for_each(|p| *p = (Vec3::from_array(*p) - middle).to_array());
    mesh
}

/// Sample points of a cube: a grid of 6 x 6 x 6 over all of it.
const SAMPLES: [[f32; 3]; 216] = {
    let mut samples = [[0.0; 3]; 216];
    let mut i = 0;
    while i < 216 {
        samples[i] = [
            (i % 6) as f32 / 5.0,
            (i / 6 % 6) as f32 / 5.0,
            (i / 36) as f32 / 5.0,
        ];
        i += 1;
    }
    samples
};

/// A star-shaped body: the distance of its surface from its centre [m] in each direction.
#[derive(Clone, Debug)]
pub struct Star {
    /// Radius of its middle [m].
    pub radius: f32,
    /// Unit vectors along its arms.
    pub arms: Vec<Vec3>,
    /// How far the arms reach beyond the middle [m].
    pub reach: f32,
    /// Thinness of the arms: 8 to 40 look good.
    pub sharpness: f32,
}

impl Star {
    /// Distance of the surface from the centre [m] in this direction (unit vector).
    pub fn radius_along(&self, direction: Vec3) -> f32 {
        let arm = |a: &Vec3| (self.sharpness * (a.dot(direction) - 1.0)).exp();
        self.radius + self.reach * self.arms.iter().map(arm).sum::<f32>()
    }

    /// Whether a point is inside.
    pub fn contains(&self, p: Vec3) -> bool {
        p.length() <= self.radius_along(p.normalize_or(Vec3::Y))
    }

    /// Its surface: 12 `detail`² triangles.
    pub fn surface(&self, detail: usize) -> SurfaceMesh {
        let mut mesh = box_surface([detail; 3], [2.0; 3]);
        for p in &mut mesh.positions {
            // Equal angles instead of equal lengths on the cube's faces make triangles of similar size.
            let even = |c: f32| (std::f32::consts::FRAC_PI_4 * (c - 1.0)).tan();
            let direction = Vec3::from_array(p.map(even)).normalize();
            *p = (direction * self.radius_along(direction)).to_array();
        }
        mesh
    }
}

/// A sheet in the plane y = 0, from the origin along x and z, that faces y: cells of two triangles, with diagonals that
/// take turns.
pub fn sheet_surface(cells: [usize; 2], size: [f32; 2]) -> SurfaceMesh {
    let [n, m] = cells;
    let at = |i: usize, j: usize| (j * (n + 1) + i) as u32;
    let mut mesh = SurfaceMesh::default();
    for j in 0..=m {
        for i in 0..=n {
            let [x, z] = [i as f32 / n as f32 * size[0], j as f32 / m as f32 * size[1]];
            mesh.positions.push([x, 0.0, z]);
        }
    }
    for j in 0..m {
        for i in 0..n {
            let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
            mesh.triangles.extend(match (i + j) % 2 {
                0 => [[a, c, b], [a, d, c]],
                _ => [[a, d, b], [b, d, c]],
            });
        }
    }
    mesh
}

#[cfg(test)]
mod tests {
    use super::*;

    fn volume(mesh: &TetMesh) -> f32 {
        let six = |t: &[u32; 4]| {
            let p = t.map(|v| Vec3::from_array(mesh.positions[v as usize]));
            (p[1] - p[0]).cross(p[2] - p[0]).dot(p[3] - p[0])
        };
        assert!(mesh.tets.iter().all(|t| six(t) > 0.0), "no tet is inverted");
        mesh.tets.iter().map(six).sum::<f32>() / 6.0
    }

    #[test]
    fn a_rounded_box_goes_from_the_box_to_the_ellipsoid() {
        let half = [0.5, 0.3, 0.2];
        let boxed = 8.0 * half.iter().product::<f32>();
        assert!((volume(&rounded_tets([4; 3], half, 0.0)) / boxed - 1.0).abs() < 1e-5);
        // Flat facets of 90°/16 lose about 1 - cos(90°/32) of each length: below 0.5 % of the volume.
        let ball = volume(&rounded_tets([16; 3], half, 1.0));
        let exact = boxed * std::f32::consts::PI / 6.0;
        assert!((ball / exact - 1.0).abs() < 0.01, "{ball} of {exact}");
    }

    #[test]
    fn a_cage_holds_every_point_of_the_surface_it_was_made_for() {
        let star = Star {
            radius: 0.3,
            arms: vec![Vec3::X, Vec3::Y, -Vec3::Z],
            reach: 0.4,
            sharpness: 12.0,
        };
        let edge = 0.15;
        let cage = cage([0.75; 3], edge, |p| star.contains(p));
        assert!(volume(&cage) > 0.0);
        // A cube is kept when a sample is inside; samples are a fifth of an edge apart, so a point of
        // the surface is at most half that spacing's diagonal outside.
        let slack = 0.5 * edge / 5.0 * 3_f32.sqrt();
        let centres: Vec<Vec3> = cage
            .tets
            .chunks(5)
            .map(|cube| {
                let corners = cube[1..]
                    .iter()
                    .map(|t| Vec3::from_array(cage.positions[t[0] as usize]));
                let inner = cube[0]
                    .iter()
                    .map(|v| Vec3::from_array(cage.positions[*v as usize]));
                corners.chain(inner).sum::<Vec3>() / 8.0
            })
            .collect();
        for p in star.surface(20).positions {
            let p = Vec3::from_array(p);
            let held = centres
                .iter()
                .any(|c| (p - *c).abs().max_element() <= 0.5 * edge + slack);
            assert!(held, "{p}");
        }
    }
}
