//! Cooks a tet mesh into an [`Asset`].

use super::order::{inverse, morton_order};
use super::{Asset, CookOptions, EMPTY, SLICE_WIDTH, TetMesh};
use super::{colour, slices};
use glam::{DVec3, Vec3};
use pliant_geometry::check::{Checked, check, corners, volume6};
use pliant_geometry::error::{Result, counted, memory_for};
use pliant_geometry::incidence::{self, Rows};
use pliant_geometry::progress::Progress;

/// Vertices of a colour are sorted by valence within windows of this size: equal valences leave few empty entries,
/// small windows keep neighbours near (SELL-C-σ, Kreutzer et al. 2014, SIAM J. Sci. Comput. 36).
const VALENCE_WINDOW: usize = 8 * SLICE_WIDTH;

/// Measured; tests/allocation.rs checks them.
const BYTES_AT_LEAST: u64 = 1 << 14;
const BYTES_A_VERTEX: u64 = 200;
const BYTES_A_TET: u64 = 60;

/// What cooking did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CookReport {
    /// All tets had negative volume (a mirrored mesh) and were flipped.
    pub all_flipped: bool,
    /// Dropped vertices, which no tet used.
    pub dropped_vertices: usize,
    /// Vertices of each colour, largest first.
    pub colour_sizes: Vec<usize>,
    /// Empty entries of `tet_rows`.
    pub empty_tet_entries: usize,
}

impl CookReport {
    /// One sentence for each thing done.
    pub fn sentences(&self) -> Vec<String> {
        let mut all = Vec::new();
        if self.all_flipped {
            let text = "All tets had negative volume, as in a mirrored mesh, and were flipped.";
            all.push(text.into());
        }
        if self.dropped_vertices > 0 {
            let text = "vert[ex|ices] w[as|ere] dropped, since no tet uses [it|them].";
            all.push(counted(self.dropped_vertices, text));
        }
        all
    }
}

/// Peak memory of cooking a mesh, its result included [byte].
pub fn memory(mesh: &TetMesh) -> u64 {
    let [vertices, tets] = [mesh.positions.len(), mesh.tets.len()].map(|n| n as u64);
    BYTES_AT_LEAST + BYTES_A_VERTEX * vertices + BYTES_A_TET * tets
}

/// Cooks a mesh.
///
/// # Errors
/// `OutOfMemory` (see [`memory`]), `MeshEmpty`, `Capacity` (more than [`super::MAX_VERTICES`] vertices or
/// [`crate::desc::PLIANT_MAX_BODY_TETS`] tets), `InvalidArgument` (stiffness or density factors: wrong number, or
/// outside 1e-3 to 1e3), `MeshIndex`, `MeshNotFinite`, `MeshInverted` (some tets, not all, have negative volume),
/// `MeshZeroVolume` (see [`pliant_geometry::check::ZERO_VOLUME_RATIO`]), `MeshUnreferenced` (unless
/// `options.drop_unreferenced`).
pub fn cook(mesh: &TetMesh, options: &CookOptions) -> Result<(Asset, CookReport)> {
    cook_with_progress(mesh, options, &Progress::NONE)
}

/// [`cook`] with progress.
///
/// # Errors
/// Those of [`cook`], and `Cancelled`.
pub fn cook_with_progress(
    mesh: &TetMesh,
    options: &CookOptions,
    progress: &Progress,
) -> Result<(Asset, CookReport)> {
    let checked = check(mesh, options.drop_unreferenced)?;
    memory_for("cooking the mesh", memory(mesh))?;
    progress.report(0.1)?;
    let user_from_work = locality_order(mesh, &checked);
    let tets_in_work = renumbered(mesh, &checked, &user_from_work);
    progress.report(0.2)?;
    let (work_from_internal, colour_sizes) = internal_order(
        &tets_in_work,
        user_from_work.len(),
        &progress.part(0.2, 0.4),
    )?;

    let user_from_internal = gathered(&user_from_work, &work_from_internal);
    let internal_from_work = inverse(&work_from_internal);
    let in_internal = |tet: [u32; 4]| tet.map(|v| internal_from_work[v as usize]);
    let unsorted: Vec<[u32; 4]> = tets_in_work.into_iter().map(in_internal).collect();
    let given_from_sorted = tet_order(&unsorted, &work_from_internal);
    let tets = gathered(&unsorted, &given_from_sorted);
    drop(unsorted);
    let tet_stiffness = match mesh.tet_stiffness.is_empty() {
        true => vec![1.0; tets.len()],
        false => gathered(&mesh.tet_stiffness, &given_from_sorted),
    };

    let density = |sorted: usize| {
        let factors = &mesh.tet_density;
        factors
            .get(given_from_sorted[sorted] as usize)
            .map_or(1.0, |f| f64::from(*f))
    };

    let mut asset = unmeasured(mesh, user_from_internal, tets, tet_stiffness);
    progress.report(0.6)?;
    measure(&mut asset, density);
    lay_out(&mut asset, &colour_sizes, &progress.part(0.7, 0.95))?;
    asset.content_hash = asset.hash();
    let report = CookReport {
        all_flipped: checked.all_flipped,
        dropped_vertices: checked.unreferenced_count,
        colour_sizes,
        empty_tet_entries: asset.tet_rows.len() - 4 * asset.tets.len(),
    };
    Ok((asset, report))
}

fn unmeasured(
    mesh: &TetMesh,
    user_from_internal: Vec<u32>,
    tets: Vec<[u32; 4]>,
    tet_stiffness: Vec<f32>,
) -> Asset {
    let mut internal_from_user = vec![EMPTY; mesh.positions.len()];
    for (internal, &user) in user_from_internal.iter().enumerate() {
        internal_from_user[user as usize] = internal as u32;
    }
    Asset {
        rest_positions: gathered(&mesh.positions, &user_from_internal),
        tets,
        tet_stiffness,
        user_from_internal,
        internal_from_user,
        ..Asset::default()
    }
}

pub(super) fn gathered<T: Copy>(items: &[T], order: &[u32]) -> Vec<T> {
    order.iter().map(|&i| items[i as usize]).collect()
}

/// The vertices that stay, with neighbours together: the work order.
fn locality_order(mesh: &TetMesh, checked: &Checked) -> Vec<u32> {
    let kept: Vec<u32> = (0..mesh.positions.len() as u32)
        .filter(|&v| checked.referenced[v as usize])
        .collect();
    gathered(&kept, &morton_order(&gathered(&mesh.positions, &kept)))
}

fn renumbered(mesh: &TetMesh, checked: &Checked, user_from_work: &[u32]) -> Vec<[u32; 4]> {
    let mut work_from_user = vec![EMPTY; mesh.positions.len()];
    for (work, &user) in user_from_work.iter().enumerate() {
        work_from_user[user as usize] = work as u32;
    }
    let flip = |[a, b, c, d]: [u32; 4]| {
        if checked.all_flipped {
            [a, c, b, d]
        } else {
            [a, b, c, d]
        }
    };
    mesh.tets
        .iter()
        .map(|&tet| flip(tet).map(|v| work_from_user[v as usize]))
        .collect()
}

/// Vertices by colour, window of the work order, and falling valence; and the size of each colour.
fn internal_order(
    tets: &[[u32; 4]],
    vertex_count: usize,
    progress: &Progress,
) -> Result<(Vec<u32>, Vec<usize>)> {
    let incident = incidence::incidence(tets, vertex_count);
    progress.report(0.2)?;
    let neighbours = incidence::neighbours(tets, &incident);
    progress.report(0.6)?;
    let colours = colour::colour(&neighbours, &progress.part(0.6, 1.0))?;
    let sizes = colour::sizes(&colours);
    let mut order: Vec<u32> = (0..vertex_count as u32).collect();
    order.sort_by_key(|&v| colours[v as usize]);
    let mut first = 0;
    for &size in &sizes {
        for window in order[first..first + size].chunks_mut(VALENCE_WINDOW) {
            window.sort_by_key(|&v| std::cmp::Reverse(incident.count(v as usize)));
        }
        first += size;
    }
    progress.report(1.0)?;
    Ok((order, sizes))
}

/// Sorts tets by the work order of their corners, so that tets around neighbouring vertices are near each other.
fn tet_order(tets: &[[u32; 4]], work_from_internal: &[u32]) -> Vec<u32> {
    let key = |tet: &[u32; 4]| {
        let mut work = tet.map(|v| work_from_internal[v as usize]);
        work.sort_unstable();
        u64::from(work[0]) << 32 | u64::from(work[1])
    };
    let mut keyed: Vec<(u64, u32)> = tets
        .iter()
        .enumerate()
        .map(|(i, tet)| (key(tet), i as u32))
        .collect();
    keyed.sort_unstable();
    keyed.into_iter().map(|(_, i)| i).collect()
}

/// Volumes and centroid, summed in f64. `density` is a tet's factor.
fn measure(asset: &mut Asset, density: impl Fn(usize) -> f64) {
    let mut vertex_measures = vec![0.0f64; asset.rest_positions.len()];
    let (mut total, mut moment) = (0.0, DVec3::ZERO);
    // Relative to a vertex, so that bodies far from the origin keep their digits.
    let origin = Vec3::from_array(asset.rest_positions[0]).as_dvec3();
    asset.tet_volumes = Vec::with_capacity(asset.tets.len());
    for (t, &tet) in asset.tets.iter().enumerate() {
        let p = corners(&asset.rest_positions, tet);
        let volume = volume6(p).0 / 6.0;
        asset.tet_volumes.push(volume as f32);
        total += volume;
        moment += volume * (p.iter().sum::<DVec3>() / 4.0 - origin);
        for v in tet {
            vertex_measures[v as usize] += density(t) * volume / 4.0;
        }
    }
    asset.vertex_measures = vertex_measures.into_iter().map(|v| v as f32).collect();
    asset.centroid = (origin + moment / total).as_vec3().to_array();
}

fn lay_out(asset: &mut Asset, colour_sizes: &[usize], progress: &Progress) -> Result<()> {
    let vertex_count = asset.rest_positions.len();
    let incident: Rows = incidence::incidence(&asset.tets, vertex_count);
    asset.edges = incidence::edges(&incidence::neighbours(&asset.tets, &incident));
    progress.report(0.5)?;
    asset.surface_triangles = incidence::boundary(&asset.tets, &incident);
    (asset.colour_slices, asset.slices) = slices::slices(colour_sizes);
    progress.report(0.7)?;
    let (tet_spans, tet_rows) = slices::sliced_ell(&asset.slices, &incident)?;
    drop(incident);
    let at_edges = incidence::incidence(&asset.edges, vertex_count);
    let (edge_spans, edge_rows) = slices::sliced_ell(&asset.slices, &at_edges)?;
    for (slice, (tet, edge)) in asset
        .slices
        .iter_mut()
        .zip(tet_spans.iter().zip(edge_spans))
    {
        [slice.first_tet_row, slice.tet_row_count] = *tet;
        [slice.first_edge_row, slice.edge_row_count] = edge;
    }
    (asset.tet_rows, asset.edge_rows) = (tet_rows, edge_rows);
    Ok(())
}

#[cfg(test)]
#[path = "cook_tests.rs"]
mod tests;
