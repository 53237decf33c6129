//! Checks that a tet mesh must pass before it is cooked. Each failure gives the count and the first offender.

use crate::error::{Error, Result, Status, counted, number, numbers};
use crate::{MAX_TETS, MAX_VERTICES, TetMesh};
use glam::DVec3;

/// A tet has no volume if six times its volume is at most this times the cube of its longest edge [1].
///
/// A regular tet has 0.707, a sliver with dihedral angles of 0.1° about 1e-3. With f32 positions the determinant has an
/// error of about 4·2⁻²³·L³ ≈ 5e-7·L³, so below 1e-6 the GPU cannot tell the tet's orientation.
pub const ZERO_VOLUME_RATIO: f64 = 1e-6;

/// Range of a tet's stiffness and density factors [1].
pub const FACTOR_RANGE: std::ops::RangeInclusive<f32> = 1e-3..=1e3;

/// What cooking needs to know from the checks.
pub struct Checked {
    /// All tets are mirrored: swap two corners of each.
    pub all_flipped: bool,
    /// For each vertex as given, whether a tet uses it.
    pub referenced: Vec<bool>,
    /// How many vertices no tet uses.
    pub unreferenced_count: usize,
}

/// Six times the signed volume [length unit³], and its ratio to the cube of the longest edge [1].
pub fn volume6(p: [DVec3; 4]) -> (f64, f64) {
    let (a, b, c) = (p[1] - p[0], p[2] - p[0], p[3] - p[0]);
    let det = a.cross(b).dot(c);
    let squares = [a, b, c, b - a, c - a, c - b].map(DVec3::length_squared);
    let longest = squares.into_iter().fold(0.0, f64::max).sqrt();
    (
        det,
        if longest > 0.0 {
            det / (longest * longest * longest)
        } else {
            0.0
        },
    )
}

/// The corners of a tet in double precision.
pub fn corners(positions: &[[f32; 3]], tet: [u32; 4]) -> [DVec3; 4] {
    tet.map(|v| glam::Vec3::from_array(positions[v as usize]).as_dvec3())
}

/// Checks a mesh.
///
/// # Errors
/// In this order: `MeshEmpty`, `Capacity`, `InvalidArgument` (stiffness, density), `MeshIndex`, `MeshNotFinite`,
/// `MeshZeroVolume`, `MeshInverted`, `MeshUnreferenced`.
pub fn check(mesh: &TetMesh, drop_unreferenced: bool) -> Result<Checked> {
    check_count(mesh)?;
    let (tets, things) = (mesh.tets.len(), "tetrahedra");
    check_factors("tet_stiffness", &mesh.tet_stiffness, tets, things)?;
    check_factors("tet_density", &mesh.tet_density, tets, things)?;
    let (referenced, unreferenced_count) = check_indices(mesh)?;
    check_finite(mesh)?;
    let all_flipped = check_volumes(mesh)?;
    check_unreferenced(&referenced, unreferenced_count, drop_unreferenced)?;
    Ok(Checked {
        all_flipped,
        referenced,
        unreferenced_count,
    })
}

/// Checks that there are tets and that their indices are in range.
///
/// # Errors
/// `MeshEmpty`, `Capacity`, `MeshIndex`.
pub fn check_elements(mesh: &TetMesh) -> Result<()> {
    check_count(mesh)?;
    check_indices(mesh).map(|_| ())
}

fn check_count(mesh: &TetMesh) -> Result<()> {
    if mesh.tets.is_empty() {
        return Err(Error::new(Status::MeshEmpty, "the mesh has no tetrahedra"));
    }
    tet_count_in_range(mesh.tets.len())
}

/// Checks that there is one factor for each thing, or none, and that each is in range.
pub fn check_factors(name: &str, factors: &[f32], count: usize, things: &str) -> Result<()> {
    let given = factors.len();
    if given != 0 && given != count {
        return Err(Error::argument(format!(
            "{name} has {given} entries, expected none or one for each of {count} {things}"
        )));
    }
    match factors.iter().position(|f| !FACTOR_RANGE.contains(f)) {
        Some(i) => Err(Error::argument(format!(
            "{name}[{i}] is {}, expected 0.001 to 1000",
            number(factors[i])
        ))),
        None => Ok(()),
    }
}

fn check_indices(mesh: &TetMesh) -> Result<(Vec<bool>, usize)> {
    let count = mesh.positions.len();
    let mut referenced = vec![false; count];
    let (mut bad, mut first) = (0usize, None);
    for (t, tet) in mesh.tets.iter().enumerate() {
        for &v in tet {
            match referenced.get_mut(v as usize) {
                Some(seen) => *seen = true,
                None => {
                    bad += 1;
                    first.get_or_insert((t, v));
                }
            }
        }
    }
    if let Some((t, v)) = first {
        return Err(Error::new(
            Status::MeshIndex,
            format!(
                "{} a vertex that does not exist, first tetrahedron {t}, counted from 0, with vertex {v} of {count}",
                counted(bad, "tetrahedron corner[ names|s name]")
            ),
        ));
    }
    let used = referenced.iter().filter(|r| **r).count();
    if used > MAX_VERTICES {
        return Err(Error::new(
            Status::Capacity,
            format!("the mesh has {used} vertices, the most a body can have is {MAX_VERTICES}"),
        ));
    }
    Ok((referenced, count - used))
}

fn check_finite(mesh: &TetMesh) -> Result<()> {
    let is_bad = |p: &&[f32; 3]| !p.iter().all(|c| c.is_finite());
    let bad = mesh.positions.iter().filter(is_bad).count();
    let Some(first) = mesh.positions.iter().position(|p| is_bad(&p)) else {
        return Ok(());
    };
    Err(Error::new(
        Status::MeshNotFinite,
        format!(
            "{} a position that is not finite, first vertex {first}, counted from 0, at {}",
            counted(bad, "vert[ex has|ices have]"),
            numbers(&mesh.positions[first])
        ),
    ))
}

/// Counts offenders of one kind and remembers the first.
#[derive(Default)]
struct Tally {
    count: usize,
    first: Option<usize>,
}

impl Tally {
    fn add(&mut self, index: usize) {
        self.count += 1;
        self.first.get_or_insert(index);
    }
}

fn check_volumes(mesh: &TetMesh) -> Result<bool> {
    let (mut zero, mut negative, mut huge) = (Tally::default(), Tally::default(), Tally::default());
    for (t, tet) in mesh.tets.iter().enumerate() {
        let (det, ratio) = volume6(corners(&mesh.positions, *tet));
        let volume = (det.abs() / 6.0) as f32;
        if !volume.is_finite() || !ratio.is_finite() {
            huge.add(t);
        } else if ratio.abs() <= ZERO_VOLUME_RATIO || !volume.is_normal() {
            zero.add(t);
        } else if det < 0.0 {
            negative.add(t);
        }
    }
    let tets = mesh.tets.len();
    if let Some(first) = huge.first {
        let message = format!(
            "{} of {tets} tetrahedra are too large for 32-bit floats, first tetrahedron {first}",
            huge.count
        );
        return Err(Error::new(Status::MeshNotFinite, message));
    }
    let all_flipped = negative.count + zero.count == tets && negative.count > 0;
    match (negative.first, zero.first) {
        (Some(first), _) if !all_flipped => Err(inverted(mesh, negative.count, first)),
        (_, Some(first)) => Err(without_volume(mesh, zero.count, first)),
        _ => Ok(all_flipped),
    }
}

/// Advice for tets that no solver can move.
const ADVICE: &str = "; to mesh the body anew, write its boundary with `pliant convert` (.obj or .ply) and fill that with \
     `pliant cook` or pliant_asset_create_from_surface";

fn inverted(mesh: &TetMesh, count: usize, first: usize) -> Error {
    let message = format!(
        "{count} of {} tetrahedra are inverted (negative volume), first tetrahedron {first} with \
         vertices {:?}{ADVICE}",
        mesh.tets.len(),
        mesh.tets[first]
    );
    Error::new(Status::MeshInverted, message)
}

fn without_volume(mesh: &TetMesh, count: usize, first: usize) -> Error {
    let tet = mesh.tets[first];
    let times = |v: u32| tet.iter().filter(|named| **named == v).count();
    let most = tet
        .into_iter()
        .max_by_key(|v| times(*v))
        .unwrap_or_default();
    // Memory behind the end of an array is often zero.
    let (why, advice) = match times(most) {
        4 => (
            format!(", which names vertex {most} four times"),
            ": is tet_count larger than the number of tetrahedra that there are?",
        ),
        3 => (format!(", which names vertex {most} three times"), ADVICE),
        2 => (format!(", which names vertex {most} twice"), ADVICE),
        _ => (String::new(), ADVICE),
    };
    let message = format!(
        "{count} of {} tetrahedra have no volume (six times the volume is at most {} of the longest \
         edge cubed), first tetrahedron {first} with vertices {tet:?}{why}{advice}",
        mesh.tets.len(),
        number(ZERO_VOLUME_RATIO)
    );
    Error::new(Status::MeshZeroVolume, message)
}

fn check_unreferenced(referenced: &[bool], count: usize, drop: bool) -> Result<()> {
    match referenced.iter().position(|r| !r) {
        Some(first) if !drop => Err(Error::new(
            Status::MeshUnreferenced,
            format!(
                "{count} of {} vertices belong to no tetrahedron, first vertex {first}; they can be \
                 dropped with drop_unreferenced = 1",
                referenced.len()
            ),
        )),
        _ => Ok(()),
    }
}

/// Fails with `Capacity` if there are more tets than a body can have.
pub fn tet_count_in_range(count: usize) -> Result<()> {
    if count > MAX_TETS {
        let message = format!("the mesh has {count} tets, a body has at most {MAX_TETS}");
        return Err(Error::new(Status::Capacity, message));
    }
    Ok(())
}
