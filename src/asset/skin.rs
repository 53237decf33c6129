//! Binds a render mesh to a cooked body.
//!
//! Skinning a render vertex with cage positions x₀…x₃:
//!
//! 1. Position p = Σ wᵢ xᵢ (`weights`).
//! 2. Tangent axis t = Σ uᵢ (xᵢ − x₀) (`tangent_weights`, which sum to 0; subtracting x₀ keeps digits).
//! 3. Geometric normal n = the normalised sum of (b − a) × (c − a) over the deformed triangles of the `normal_group`.
//!    If there are none or the sum is zero, n = `any_perpendicular(t)`.
//! 4. t is made perpendicular to n and unit, or if nothing is left, t = `any_perpendicular(n)`. b = n × t.
//! 5. Normal = (t b n) `normal_in_frame`, tangent = (t b n) `tangent_in_frame.xyz`, handedness `tangent_in_frame.w`.
//!
//! `any_perpendicular(v)` is v × e normalised, where e is the axis with the smallest |component| of v, the first of
//! equals. Vertices at one place share a tet, and their tangent axis at rest depends only on the group's geometric
//! normal, so frames on both sides of a texture seam are equal to the last bit. Where parts of a cage overlap, see
//! `overlap.rs`. On a sheet, a triangle stands for the tet: a fourth vertex weighs nothing, and what is off the sheet is
//! drawn on it.

use super::cage::{Cage, Carrier};
use super::misfit::misfit;
use super::normal_group::{Groups, groups, weld};
use super::overlap::settle;
use super::sheet_cage::SheetCage;
use super::{Asset, SkinAsset, SurfaceMesh};
use glam::{DVec3, Vec3};
use pliant_geometry::diagonal;
use pliant_geometry::error::{Error, Result, Status, memory_for, numbers};

/// The most vertices of a render mesh.
pub const MAX_SKIN_VERTICES: usize = 16_777_215;
/// The most triangles of a render mesh.
pub const MAX_SKIN_TRIANGLES: usize = 33_333_333;
/// Vertices this near, over the surface's diagonal, are at one place [1].
const WELD: f64 = 1e-6;
/// The tangent axis without a geometric normal. Its components differ enough that rounding cannot change
/// `any_perpendicular`.
const AXIS_WITHOUT_NORMAL: DVec3 = DVec3::new(0.36, 0.48, 0.8);

/// Measured; tests/allocation.rs checks them.
const BYTES_AT_LEAST: u64 = 1 << 14;
const BYTES_A_TET: u64 = 130;
const BYTES_A_VERTEX: u64 = 800;

/// Peak memory of binding, its result included [byte].
pub fn memory(asset: &Asset, surface: &SurfaceMesh) -> u64 {
    let elements = asset.tets.len().max(asset.surface_triangles.len());
    let [tets, vertices] = [elements, surface.positions.len()].map(|n| n as u64);
    BYTES_AT_LEAST + BYTES_A_TET * tets + BYTES_A_VERTEX * vertices
}

/// Binds a render mesh to a body in their common rest pose. A vertex follows the tet around it or, outside, a near one,
/// by extrapolation; on a sheet, the nearest triangle. Where tets overlap it follows the part of its neighbours (`overlap.rs`). Degenerate triangles and
/// zero normals are allowed. A mesh that does not seem to fit is bound with a warning in the log.
///
/// # Errors
/// `MeshEmpty` (no vertices or no triangles), `Capacity`, `InvalidArgument` (arrays of different lengths), `MeshIndex`,
/// `MeshNotFinite`, `OutOfMemory`.
pub fn bind_skin(asset: &Asset, surface: &SurfaceMesh) -> Result<SkinAsset> {
    memory_for("binding the render mesh", memory(asset, surface))?;
    check_surface(surface)?;
    let wanted = wanted_normals(surface);
    // Vertices of no triangle count neither for size nor fit: files have them anywhere.
    let size = diagonal(&surface.drawn_positions());
    let welded = weld(&surface.positions, WELD * size);
    let g = groups(surface, &welded, &wanted, (WELD * size) * (WELD * size));
    let bound = Bound::new(asset, surface, &welded);
    let farthest = std::iter::zip(bound.carriers(), surface.is_drawn())
        .filter_map(|(carrier, is_drawn)| is_drawn.then_some(carrier.distance))
        .fold(0.0, f64::max);
    let mut skin = SkinAsset {
        asset_hash: asset.content_hash,
        cage_vertices: bound.carriers().iter().map(|c| bound.vertices(c)).collect(),
        weights: Vec::new(),
        tangent_weights: Vec::new(),
        normal_in_frame: Vec::new(),
        tangent_in_frame: Vec::new(),
        normal_group: Vec::new(),
        group_starts: Vec::new(),
        group_triangles: Vec::new(),
        triangles: surface.triangles.clone(),
        content_hash: 0,
        farthest_outside: (farthest / bound.diagonal()) as f32,
    };
    for (v, carrier) in bound.carriers().iter().enumerate() {
        let frame = Frame::at_rest(g.normals[g.group[v] as usize]);
        let p = Vec3::from_array(surface.positions[v]).as_dvec3();
        let (weights, gradients) = bound.affine(carrier, p);
        skin.weights.push(rounded(weights, 1.0));
        skin.tangent_weights
            .push(rounded(gradients.map(|d| d.dot(frame.t)), 0.0));
        let normal = if wanted[v] == DVec3::ZERO {
            frame.n
        } else {
            wanted[v]
        };
        skin.normal_in_frame.push(frame.coordinates(normal));
        let tangent = surface.tangents.get(v).copied().unwrap_or_default();
        skin.tangent_in_frame
            .push(tangent_in_frame(&frame, normal, tangent));
    }
    let Groups {
        group, triangles, ..
    } = g;
    (skin.normal_group, skin.group_starts, skin.group_triangles) =
        (group, triangles.starts, triangles.items);
    finite_binding(&skin)?;
    if let Some(doubt) = misfit(asset, surface, f64::from(skin.farthest_outside)) {
        log::warn!("{doubt}");
    }
    skin.content_hash = skin.hash();
    Ok(skin)
}

fn wanted_normals(surface: &SurfaceMesh) -> Vec<DVec3> {
    match surface.normals.is_empty() {
        true => vec![DVec3::ZERO; surface.positions.len()],
        false => surface.normals.iter().map(|&n| unit_or_zero(n)).collect(),
    }
}

fn unit_or_zero(v: [f32; 3]) -> DVec3 {
    Vec3::from_array(v).as_dvec3().normalize_or_zero()
}

/// What carries each vertex: a tet, or a triangle of a sheet.
enum Bound<'a> {
    Tets(Cage<'a>, Vec<Carrier>),
    Sheet(SheetCage<'a>, Vec<Carrier>),
}

impl<'a> Bound<'a> {
    fn new(asset: &'a Asset, surface: &SurfaceMesh, welded: &[u32]) -> Self {
        if asset.sheet.is_some() {
            let cage = SheetCage::new(asset);
            let found = carriers(surface, welded, |p| cage.carrier(p));
            return Bound::Sheet(cage, found);
        }
        let cage = Cage::new(asset);
        let mut found = carriers(surface, welded, |p| cage.carrier(p));
        settle(&cage, surface, welded, &mut found);
        Bound::Tets(cage, found)
    }

    fn carriers(&self) -> &[Carrier] {
        match self {
            Bound::Tets(_, found) | Bound::Sheet(_, found) => found,
        }
    }

    fn diagonal(&self) -> f64 {
        match self {
            Bound::Tets(cage, _) => cage.diagonal,
            Bound::Sheet(cage, _) => cage.diagonal,
        }
    }

    fn vertices(&self, carrier: &Carrier) -> [u32; 4] {
        match self {
            Bound::Tets(cage, _) => cage.asset.tets[carrier.tet as usize],
            Bound::Sheet(cage, _) => cage.vertices(carrier.tet),
        }
    }

    /// Weights of a point, and the gradients of weights.
    fn affine(&self, carrier: &Carrier, p: DVec3) -> ([f64; 4], [DVec3; 4]) {
        match self {
            Bound::Tets(cage, _) => {
                let affine = cage.affine(carrier.tet);
                (affine.weights(p), affine.gradients)
            }
            Bound::Sheet(cage, _) => cage.affine(carrier.tet, p),
        }
    }
}

/// The carrier of each vertex; vertices at one place share it.
fn carriers(
    surface: &SurfaceMesh,
    welded: &[u32],
    carrier: impl Fn(DVec3) -> Carrier,
) -> Vec<Carrier> {
    let mut carriers: Vec<Carrier> = Vec::with_capacity(welded.len());
    for (v, &first) in welded.iter().enumerate() {
        let found = match carriers.get(first as usize) {
            Some(&known) => known,
            None => carrier(Vec3::from_array(surface.positions[v]).as_dvec3()),
        };
        carriers.push(found);
    }
    carriers
}

struct Frame {
    t: DVec3,
    b: DVec3,
    n: DVec3,
}

impl Frame {
    /// The frame for a geometric normal, or zero for none.
    fn at_rest(normal: DVec3) -> Self {
        let (t, n) = match normal == DVec3::ZERO {
            true => (AXIS_WITHOUT_NORMAL, any_perpendicular(AXIS_WITHOUT_NORMAL)),
            false => (any_perpendicular(normal), normal),
        };
        Self {
            t,
            b: n.cross(t),
            n,
        }
    }

    fn coordinates(&self, v: DVec3) -> [f32; 3] {
        [self.t, self.b, self.n].map(|axis| axis.dot(v) as f32)
    }
}

/// See the head of this file.
fn any_perpendicular(v: DVec3) -> DVec3 {
    let m = v.abs();
    let axis = match m.x <= m.y && m.x <= m.z {
        true => DVec3::X,
        false if m.y <= m.z => DVec3::Y,
        false => DVec3::Z,
    };
    v.cross(axis).normalize()
}

/// The wanted tangent in the frame. If not given: the tangent axis made perpendicular to the wanted normal.
fn tangent_in_frame(frame: &Frame, normal: DVec3, tangent: [f32; 4]) -> [f32; 4] {
    let [x, y, z, w] = tangent;
    let mut wanted = unit_or_zero([x, y, z]);
    if wanted == DVec3::ZERO {
        // The axis that is far from the normal.
        let axis = if normal.dot(frame.t).abs() < 0.9 {
            frame.t
        } else {
            frame.b
        };
        wanted = (axis - normal * normal.dot(axis)).normalize_or_zero();
    }
    let [x, y, z] = frame.coordinates(wanted);
    [x, y, z, if w < 0.0 { -1.0 } else { 1.0 }]
}

/// Rounds weights to f32 with the sum kept: the largest one takes the rest.
fn rounded(weights: [f64; 4], sum: f64) -> [f32; 4] {
    let mut narrow = weights.map(|w| w as f32);
    let largest = (0..4).fold(0, |l, i| {
        if weights[i].abs() > weights[l].abs() {
            i
        } else {
            l
        }
    });
    let others: f64 = (0..4)
        .filter(|&i| i != largest)
        .map(|i| f64::from(narrow[i]))
        .sum();
    narrow[largest] = (sum - others) as f32;
    narrow
}

fn check_surface(s: &SurfaceMesh) -> Result<()> {
    let (vertices, triangles) = (s.positions.len(), s.triangles.len());
    if vertices == 0 || triangles == 0 {
        let message = format!(
            "the render mesh has {vertices} vertices and {triangles} triangles, expected at least one triangle"
        );
        return Err(Error::new(Status::MeshEmpty, message));
    }
    if vertices > MAX_SKIN_VERTICES || triangles > MAX_SKIN_TRIANGLES {
        let message = format!(
            "the render mesh has {vertices} vertices and {triangles} triangles, expected at \
             most {MAX_SKIN_VERTICES} and {MAX_SKIN_TRIANGLES}"
        );
        return Err(Error::new(Status::Capacity, message));
    }
    let lengths = [
        ("normals", s.normals.len()),
        ("tangents", s.tangents.len()),
        ("uvs", s.uvs.len()),
    ];
    if let Some((name, found)) = lengths.into_iter().find(|(_, l)| *l != 0 && *l != vertices) {
        let message = format!(
            "the render mesh has {found} {name}, expected none or one for each of {vertices} vertices"
        );
        return Err(Error::argument(message));
    }
    let indices = s.triangles.as_flattened();
    if let Some(at) = indices.iter().position(|&i| i as usize >= vertices) {
        let message = format!(
            "triangle {} of the render mesh has vertex {}, expected below {vertices}",
            at / 3,
            indices[at]
        );
        return Err(Error::new(Status::MeshIndex, message));
    }
    all_finite("position", &s.positions)?;
    all_finite("normal", &s.normals)?;
    all_finite("tangent", &s.tangents)
}

fn all_finite<const N: usize>(what: &str, values: &[[f32; N]]) -> Result<()> {
    let is_bad = |v: &[f32; N]| !v.iter().all(|c| c.is_finite());
    match values.iter().position(is_bad) {
        Some(i) => Err(Error::new(
            Status::MeshNotFinite,
            format!(
                "vertex {i} of the render mesh has the {what} {}, expected finite numbers",
                numbers(&values[i])
            ),
        )),
        None => Ok(()),
    }
}

/// Far from the cage, weights overflow f32.
fn finite_binding(skin: &SkinAsset) -> Result<()> {
    let is_bad = |w: &[f32; 4]| !w.iter().all(|c| c.is_finite());
    let all = skin.weights.iter().zip(&skin.tangent_weights);
    match all.enumerate().find(|(_, (w, t))| is_bad(w) || is_bad(t)) {
        Some((v, _)) => Err(Error::new(
            Status::MeshNotFinite,
            format!(
                "vertex {v} of the render mesh is too far from the body to be bound: check pose and length unit"
            ),
        )),
        None => Ok(()),
    }
}

#[cfg(test)]
#[path = "skin_tests.rs"]
mod tests;

#[cfg(test)]
#[path = "skin_pair_tests.rs"]
mod pair_tests;
