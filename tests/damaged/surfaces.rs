//! Hopeless surfaces: damaged shapes and heaps of triangles. The random numbers decide everything.

use super::mutate::Random;
use glam::{DVec3, Mat3, Quat, Vec3};
use pliant::asset::SurfaceMesh;
use pliant::asset::lattice::box_surface;

/// A surface and what must hold for it.
pub struct Hopeless {
    pub mesh: SurfaceMesh,
    /// A triangle has an index out of range, or a vertex that is not finite.
    pub must_be_refused: bool,
    /// Its size is 1e-6 to 1e6 and it lies within a hundred sizes of the origin. What it encloses must become a body.
    pub is_placed_well: bool,
}

/// One or more shapes, damaged up to four times, at a random place and size.
pub fn hopeless(shapes: &[SurfaceMesh], random: &mut Random) -> Hopeless {
    let mut mesh = shape(shapes, random);
    for _ in 0..[0, 0, 0, 1, 2][random.below(5)] {
        let mut other = shape(shapes, random);
        placed(&mut other, random);
        add(&mut mesh, other);
    }
    for _ in 0..random.below(5) {
        damage(&mut mesh, random);
    }
    let is_placed_well = place(&mut mesh, random);
    let must_be_refused = random.once_in(10) && spoil(&mut mesh, random);
    Hopeless {
        mesh,
        must_be_refused,
        is_placed_well,
    }
}

/// Bounding box of all vertices.
pub fn bounds(mesh: &SurfaceMesh) -> [DVec3; 2] {
    let points = mesh
        .positions
        .iter()
        .map(|p| Vec3::from_array(*p).as_dvec3());
    points.fold([DVec3::INFINITY, DVec3::NEG_INFINITY], |[low, high], p| {
        [low.min(p), high.max(p)]
    })
}

fn any(random: &mut Random) -> Vec3 {
    Vec3::new(random.number(), random.number(), random.number())
}

/// A shape with a size of about 1.
fn shape(shapes: &[SurfaceMesh], random: &mut Random) -> SurfaceMesh {
    let n = 1 + random.below(6);
    match random.below(10) {
        0 | 1 if !shapes.is_empty() => shapes[random.below(shapes.len())].clone(),
        2 => soup(random),
        3 => crowd(random),
        4 => lattice(random),
        5 => {
            let mut ball = boxed([n + 1; 3], random);
            let round =
                |p: &mut [f32; 3]| *p = (Vec3::from_array(*p) - 0.5).normalize_or_zero().to_array();
            ball.positions.iter_mut().for_each(round);
            ball
        }
        6 => sheet(3 * n, random),
        // A box that crosses itself: its top is twisted against its bottom by about half a turn.
        8 => {
            let mut knot = box_surface([n, n, 1], [1.0; 3]);
            let (s, c) = (3.0 + 0.3 * random.number()).sin_cos();
            for p in knot.positions.iter_mut().filter(|p| p[2] > 0.5) {
                let [x, y] = [p[0] - 0.5, p[1] - 0.5];
                (p[0], p[1]) = (0.5 + c * x - s * y, 0.5 + s * x + c * y);
            }
            knot
        }
        // Plates, needles and boxes.
        7 => {
            let mut plate = boxed([n, n + 1, 1 + random.below(3)], random);
            let thin = [1.0, 1e-1, 1e-2, 1e-3, 1e-5][random.below(5)];
            stretch(
                &mut plate,
                Vec3::new(1.0, [1.0, thin][random.below(2)], thin),
            );
            plate
        }
        _ => boxed([n, 1 + random.below(4), 2], random),
    }
}

fn boxed(cells: [usize; 3], random: &mut Random) -> SurfaceMesh {
    let mut mesh = box_surface(cells, [1.0; 3]);
    if random.once_in(2) {
        turn(&mut mesh, random);
    }
    mesh
}

/// Triangles that share no vertices.
fn soup(random: &mut Random) -> SurfaceMesh {
    let count = 1 + random.below(120);
    let size = [1.0, 0.3, 0.05][random.below(3)];
    let mut mesh = SurfaceMesh::default();
    for t in 0..count as u32 {
        let middle = any(random);
        mesh.positions
            .extend([0; 3].map(|_| (middle + size * any(random)).to_array()));
        mesh.triangles.push([3 * t, 3 * t + 1, 3 * t + 2]);
    }
    mesh
}

/// Random triangles on a few vertices: edges with many triangles, most of which cross.
fn crowd(random: &mut Random) -> SurfaceMesh {
    let count = 3 + random.below(30);
    let triangles = 1 + random.below(200);
    SurfaceMesh {
        positions: (0..count).map(|_| any(random).to_array()).collect(),
        triangles: (0..triangles)
            .map(|_| [0; 3].map(|_| random.below(count) as u32))
            .collect(),
        ..Default::default()
    }
}

/// The same on points of a small lattice, so that many are coplanar, collinear or equal.
fn lattice(random: &mut Random) -> SurfaceMesh {
    let mut mesh = crowd(random);
    let cells = 1.0 + random.below(3) as f32;
    let snap = |p: &mut [f32; 3]| *p = p.map(|c| (c * cells).round() / cells);
    mesh.positions.iter_mut().for_each(snap);
    mesh
}

/// A curved sheet that may be rolled up or cross itself.
fn sheet(n: usize, random: &mut Random) -> SurfaceMesh {
    let mut mesh = SurfaceMesh::default();
    let (turns, lift) = (random.number() * 8.0, random.number().max(0.0));
    for j in 0..=n {
        for i in 0..=n {
            let [u, v] = [i, j].map(|k| k as f32 / n as f32);
            let (s, c) = (turns * u).sin_cos();
            let wave = lift * (9.0 * v).sin();
            mesh.positions
                .push([c * (0.3 + wave), s * 0.3 + u * lift, v]);
        }
    }
    let at = |i: usize, j: usize| (i + (n + 1) * j) as u32;
    for (i, j) in (0..n * n).map(|k| (k % n, k / n)) {
        let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
        mesh.triangles.extend([[a, b, c], [a, c, d]]);
    }
    mesh
}

fn add(mesh: &mut SurfaceMesh, other: SurfaceMesh) {
    let first = mesh.positions.len() as u32;
    mesh.positions.extend(other.positions);
    let moved = other.triangles.iter().map(|t| t.map(|v| v + first));
    mesh.triangles.extend(moved);
}

fn stretch(mesh: &mut SurfaceMesh, by: Vec3) {
    let stretched = |p: &mut [f32; 3]| *p = (Vec3::from_array(*p) * by).to_array();
    mesh.positions.iter_mut().for_each(stretched);
}

fn turn(mesh: &mut SurfaceMesh, random: &mut Random) {
    let axis = any(random).normalize_or(Vec3::X);
    let turn = Mat3::from_quat(Quat::from_axis_angle(axis, 3.0 * random.number()));
    let turned = |p: &mut [f32; 3]| *p = (turn * Vec3::from_array(*p)).to_array();
    mesh.positions.iter_mut().for_each(turned);
}

fn shift(mesh: &mut SurfaceMesh, by: Vec3) {
    let shifted = |p: &mut [f32; 3]| *p = (Vec3::from_array(*p) + by).to_array();
    mesh.positions.iter_mut().for_each(shifted);
}

/// Moves it beside, across, inside or exactly onto the first shape.
fn placed(mesh: &mut SurfaceMesh, random: &mut Random) {
    let scale = [1.0, 1.0, 0.3, 0.01, 1e-4][random.below(5)];
    stretch(mesh, Vec3::splat(scale));
    let by = [0.0, 1e-6, 0.1, 1.0, 3.0, 1e3][random.below(6)];
    let way = if random.once_in(2) {
        any(random)
    } else {
        Vec3::X
    };
    shift(mesh, way * by);
}

fn damage(mesh: &mut SurfaceMesh, random: &mut Random) {
    let (vertices, triangles) = (mesh.positions.len(), mesh.triangles.len());
    if vertices == 0 || triangles == 0 {
        return;
    }
    // One in so many vertices or triangles is changed.
    let one_of = [2, 5, 30, 1000][random.below(4)];
    let chosen = |random: &mut Random| random.once_in(one_of);
    match random.below(14) {
        0 => mesh.triangles.retain(|_| !chosen(random)),
        1 => mesh.triangles.iter_mut().for_each(|t| {
            if chosen(random) {
                t.swap(0, 1);
            }
        }),
        // Duplicate triangles, on the same or the other side.
        2 => {
            let swap = random.once_in(2);
            let twice: Vec<_> = (mesh.triangles.iter())
                .filter(|_| chosen(random))
                .map(|&[a, b, c]| if swap { [a, c, b] } else { [b, c, a] })
                .collect();
            mesh.triangles.extend(twice);
        }
        // Moved positions, from rounding errors to the size of the shape.
        3 | 4 => {
            let by = [1e-7, 1e-5, 1e-3, 1e-1, 1.0][random.below(5)];
            for p in &mut mesh.positions {
                if chosen(random) {
                    *p = (Vec3::from_array(*p) + by * any(random)).to_array();
                }
            }
        }
        5 => {
            let cells = [1.0, 3.0, 10.0, 100.0][random.below(4)];
            let snap = |p: &mut [f32; 3]| *p = p.map(|c| (c * cells).round() / cells);
            mesh.positions.iter_mut().for_each(snap);
        }
        other => rework(mesh, other, one_of, random),
    }
}

/// Damage that moves corners or copies the whole surface.
fn rework(mesh: &mut SurfaceMesh, kind: usize, one_of: usize, random: &mut Random) {
    let vertices = mesh.positions.len();
    let chosen = |random: &mut Random| random.once_in(one_of);
    match kind {
        // Many vertices in one place, or many triangles at one vertex.
        6 => {
            let place = mesh.positions[random.below(vertices)];
            mesh.positions
                .iter_mut()
                .filter(|_| chosen(random))
                .for_each(|p| *p = place);
        }
        7 => {
            let target = random.below(vertices) as u32;
            let corners = mesh.triangles.as_flattened_mut().iter_mut();
            corners.filter(|_| chosen(random)).for_each(|v| *v = target);
        }
        8 => {
            let corners = mesh.triangles.as_flattened_mut().iter_mut();
            for v in corners {
                if chosen(random) {
                    *v = random.below(vertices) as u32;
                }
            }
        }
        9 => split_seams(mesh),
        10 => {
            let flat = [0.0, 1e-8, 1e-4, 1e-2][random.below(4)];
            stretch(mesh, Vec3::new(1.0, 1.0, flat));
        }
        11 => turn(mesh, random),
        // A copy turned inside out, in or around it.
        12 => {
            let mut copy = mesh.clone();
            copy.triangles.iter_mut().for_each(|t| t.swap(0, 1));
            stretch(
                &mut copy,
                Vec3::splat([1.0, 0.999, 0.5, -1.0][random.below(4)]),
            );
            add(mesh, copy);
        }
        _ => {
            let many = mesh.clone();
            for k in 1..=random.below(8) {
                let mut copy = many.clone();
                shift(
                    &mut copy,
                    Vec3::X * k as f32 * [1.0, 1.1, 0.5][random.below(3)],
                );
                if mesh.triangles.len() < 4000 {
                    add(mesh, copy);
                }
            }
        }
    }
}

/// Gives every triangle its own vertices.
fn split_seams(mesh: &mut SurfaceMesh) {
    let corners = mesh.triangles.as_flattened().iter();
    mesh.positions = corners.map(|v| mesh.positions[*v as usize]).collect();
    for (t, triangle) in (0..).zip(&mut mesh.triangles) {
        *triangle = [3 * t, 3 * t + 1, 3 * t + 2];
    }
}

/// Moves it to a random place and size; returns `is_placed_well`.
fn place(mesh: &mut SurfaceMesh, random: &mut Random) -> bool {
    if random.once_in(2) {
        turn(mesh, random);
    }
    let scale = match random.below(8) {
        0..4 => 1.0,
        4..7 => 10f32.powi(random.below(13) as i32 - 6),
        _ => [1e-38, 1e-30, 1e-20, 1e-12, 1e9, 1e12, 1e20, 1e38][random.below(8)],
    };
    stretch(mesh, Vec3::splat(scale));
    let far = match random.below(4) {
        0 => [1.0, 1e2, 1e4, 1e6, 1e8][random.below(5)],
        _ => 0.0,
    };
    shift(mesh, scale * far * any(random));
    (0.9e-6..1.1e6).contains(&scale) && far <= 1e2
}

/// Adds a wrong index or a position that is not finite. False if it has no triangles.
fn spoil(mesh: &mut SurfaceMesh, random: &mut Random) -> bool {
    let vertices = mesh.positions.len();
    if mesh.triangles.is_empty() || vertices == 0 {
        return false;
    }
    let t = random.below(mesh.triangles.len());
    let corner = random.below(3);
    let shown = mesh.triangles[t][corner] as usize;
    if random.once_in(3) {
        mesh.triangles[t][corner] = [vertices as u32, u32::MAX][random.below(2)];
    } else {
        mesh.positions[shown][corner] =
            [f32::NAN, f32::INFINITY, f32::NEG_INFINITY][random.below(3)];
    }
    true
}
