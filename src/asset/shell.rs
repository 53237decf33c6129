//! Cooks sheets without volume: cloth, paper, leaves.
//!
//! A shell is an asset with a [`Sheet`]. It has triangles and edges against stretching, hinges against bending (Bridson,
//! Marino and Fedkiw 2003, "Simulation of clothing with folds and wrinkles"; Grinspun et al. 2003, "Discrete shells"),
//! areas for masses, and colours of which no two vertices share a triangle or hinge.

use super::cook::gathered;
use super::joints::{self, topology};
use super::order::{inverse, morton_order};
use super::{Asset, CookOptions, EMPTY, MAX_VERTICES, Sheet, SurfaceMesh, colour, slices};
use glam::{DVec3, Vec3};
use pliant_geometry::error::{Error, Result, Status, number};
use pliant_geometry::incidence::{self, Rows};
use pliant_geometry::progress::Progress;
use pliant_geometry::surface::{check_surface, has_area, normal2};

pub use super::cooked::MAX_SHELL_TRIANGLES;

/// What cooking did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShellReport {
    /// Dropped vertices, which no triangle used.
    pub dropped_vertices: usize,
    /// Edges of one triangle only.
    pub boundary_edges: usize,
    /// Vertices of each colour, largest first.
    pub colour_sizes: Vec<usize>,
}

/// Cooks a surface's positions and triangles. Sheets that repair has made are always accepted.
///
/// # Errors
/// `MeshEmpty`, `Capacity` (more than [`MAX_SHELL_TRIANGLES`] or [`MAX_VERTICES`]), `MeshIndex`, `MeshNotFinite`,
/// `MeshZeroVolume` (a triangle without area), `MeshUnreferenced` (unless `options.drop_unreferenced`),
/// `MeshUnsupported` (an edge of three or more triangles), `MeshInverted` (neighbours that face different sides).
pub fn cook_shell(mesh: &SurfaceMesh, options: &CookOptions) -> Result<(Asset, ShellReport)> {
    cook_shell_with_progress(mesh, options, &Progress::NONE)
}

/// [`cook_shell`] with progress.
///
/// # Errors
/// Those of [`cook_shell`], and `Cancelled`.
pub fn cook_shell_with_progress(
    mesh: &SurfaceMesh,
    options: &CookOptions,
    progress: &Progress,
) -> Result<(Asset, ShellReport)> {
    progress.report(0.0)?;
    let user_from_work = check(mesh, options)?;
    progress.report(0.2)?;
    let mut triangles = in_work_order(mesh, &user_from_work);
    progress.report(0.3)?;
    // An error names the caller's vertices.
    let (_, hinges) = topology(&triangles).or_else(|_| topology(&mesh.triangles))?;
    progress.report(0.5)?;
    let to_colour = progress.part(0.5, 0.7);
    let (work_from_internal, colour_sizes) =
        by_colour(&triangles, &hinges, user_from_work.len(), &to_colour)?;
    let internal_from_work = inverse(&work_from_internal);
    for v in triangles.as_flattened_mut() {
        *v = internal_from_work[*v as usize];
    }
    progress.report(0.7)?;
    let (edges, hinges) = topology(&triangles)?;
    progress.report(0.8)?;
    let user_from_internal = gathered(&user_from_work, &work_from_internal);
    let mut internal_from_user = vec![EMPTY; mesh.positions.len()];
    for (internal, &user) in user_from_internal.iter().enumerate() {
        internal_from_user[user as usize] = internal as u32;
    }
    let report = ShellReport {
        dropped_vertices: mesh.positions.len() - user_from_internal.len(),
        boundary_edges: edges.len() - hinges.len(),
        colour_sizes: colour_sizes.clone(),
    };
    let mut asset = Asset {
        rest_positions: gathered(&mesh.positions, &user_from_internal),
        surface_triangles: triangles,
        edges,
        user_from_internal,
        internal_from_user,
        ..Asset::default()
    };
    lay_out(&mut asset, &colour_sizes)?;
    asset.sheet = Some(measure(&mut asset, hinges, &progress.part(0.8, 1.0))?);
    asset.content_hash = asset.hash();
    Ok((asset, report))
}

fn in_work_order(mesh: &SurfaceMesh, user_from_work: &[u32]) -> Vec<[u32; 3]> {
    let mut work_from_user = vec![EMPTY; mesh.positions.len()];
    for (work, &user) in user_from_work.iter().enumerate() {
        work_from_user[user as usize] = work as u32;
    }
    let in_work = |t: &[u32; 3]| t.map(|v| work_from_user[v as usize]);
    let mut triangles: Vec<[u32; 3]> = mesh.triangles.iter().map(in_work).collect();
    triangles.sort_by_key(|t| {
        let mut corners = *t;
        corners.sort_unstable();
        corners
    });
    triangles
}

/// Checks the surface; returns the vertices that stay, with neighbours together.
fn check(mesh: &SurfaceMesh, options: &CookOptions) -> Result<Vec<u32>> {
    check_surface(mesh)?;
    let count = mesh.triangles.len();
    if count > MAX_SHELL_TRIANGLES {
        let message =
            format!("the shell has {count} triangles, expected at most {MAX_SHELL_TRIANGLES}");
        return Err(Error::new(Status::Capacity, message));
    }
    let flat = |t: &[u32; 3]| !has_area(&mesh.positions, *t);
    if let Some(first) = mesh.triangles.iter().position(flat) {
        let flats = mesh.triangles.iter().filter(|t| flat(t)).count();
        let message = format!(
            "{flats} of {count} triangles have no area beyond rounding, first triangle {first} with vertices {:?}; repair removes them",
            mesh.triangles[first]
        );
        return Err(Error::new(Status::MeshZeroVolume, message));
    }
    check_scale(mesh)?;
    let mut used = vec![false; mesh.positions.len()];
    mesh.triangles
        .iter()
        .flatten()
        .for_each(|v| used[*v as usize] = true);
    let kept: Vec<u32> = (0..used.len() as u32)
        .filter(|v| used[*v as usize])
        .collect();
    if kept.len() > MAX_VERTICES {
        let message = format!(
            "the shell has {} vertices, expected at most {MAX_VERTICES}",
            kept.len()
        );
        return Err(Error::new(Status::Capacity, message));
    }
    if let (Some(first), false) = (used.iter().position(|u| !u), options.drop_unreferenced) {
        let message = format!(
            "no triangle uses {} of {} vertices, first vertex {first}; drop_unreferenced = 1 drops them",
            used.len() - kept.len(),
            used.len()
        );
        return Err(Error::new(Status::MeshUnreferenced, message));
    }
    Ok(gathered(
        &kept,
        &morton_order(&gathered(&mesh.positions, &kept)),
    ))
}

/// Areas must fit f32.
fn check_scale(mesh: &SurfaceMesh) -> Result<()> {
    let area = |t: &[u32; 3]| normal2(&mesh.positions, *t).length() / 2.0;
    let total: f64 = mesh.triangles.iter().map(area).sum();
    if !(total as f32).is_finite() {
        let message = format!(
            "the shell has an area of {}, more than 32-bit floats hold; make it smaller",
            number(total)
        );
        return Err(Error::new(Status::MeshNotFinite, message));
    }
    let is_tiny = |t: &[u32; 3]| !(area(t) as f32).is_normal();
    match mesh.triangles.iter().position(is_tiny) {
        Some(t) => {
            let message = format!(
                "triangle {t} has an area of {}, less than 32-bit floats hold; make the shell larger",
                number(area(&mesh.triangles[t]))
            );
            Err(Error::new(Status::MeshZeroVolume, message))
        }
        None => Ok(()),
    }
}

/// Vertices by colour, and each colour's size. The four vertices of a hinge move each other like those of a tet.
fn by_colour(
    triangles: &[[u32; 3]],
    hinges: &[[u32; 4]],
    vertex_count: usize,
    progress: &Progress,
) -> Result<(Vec<u32>, Vec<usize>)> {
    // A triangle is a tet with a repeated corner.
    let mut elements: Vec<[u32; 4]> = triangles.iter().map(|&[a, b, c]| [a, b, c, c]).collect();
    elements.extend(hinges);
    let incident: Rows = incidence::incidence(&elements, vertex_count);
    progress.report(0.2)?;
    let neighbours = incidence::neighbours(&elements, &incident);
    progress.report(0.6)?;
    let colours = colour::colour(&neighbours, &progress.part(0.6, 1.0))?;
    let mut order: Vec<u32> = (0..vertex_count as u32).collect();
    order.sort_by_key(|&v| colours[v as usize]);
    Ok((order, colour::sizes(&colours)))
}

/// Slices of each colour, and the edges of each vertex in them.
fn lay_out(asset: &mut Asset, colour_sizes: &[usize]) -> Result<()> {
    (asset.colour_slices, asset.slices) = slices::slices(colour_sizes);
    let at_edges = incidence::incidence(&asset.edges, asset.rest_positions.len());
    let (spans, rows) = slices::sliced_ell(&asset.slices, &at_edges)?;
    for (slice, span) in asset.slices.iter_mut().zip(spans) {
        [slice.first_edge_row, slice.edge_row_count] = span;
    }
    asset.edge_rows = rows;
    Ok(())
}

/// Areas, lengths, turns and centroid, summed in f64.
fn measure(asset: &mut Asset, hinges: Vec<[u32; 4]>, progress: &Progress) -> Result<Sheet> {
    let point = |v: u32| Vec3::from_array(asset.rest_positions[v as usize]).as_dvec3();
    let normal2 = |[a, b, c]: [u32; 3]| (point(b) - point(a)).cross(point(c) - point(a));
    let mut vertex_areas = vec![0.0; asset.rest_positions.len()];
    // Relative to a vertex, so that shells far from the origin keep their digits.
    let origin = point(0);
    let (mut total, mut moment) = (0.0, DVec3::ZERO);
    let mut triangle_areas = Vec::with_capacity(asset.surface_triangles.len());
    for &triangle in &asset.surface_triangles {
        let area = normal2(triangle).length() / 2.0;
        triangle_areas.push(area as f32);
        total += area;
        moment += area * (triangle.iter().map(|v| point(*v)).sum::<DVec3>() / 3.0 - origin);
        for v in triangle {
            vertex_areas[v as usize] += area / 3.0;
        }
    }
    let turn = |&[a, b, c, d]: &[u32; 4]| {
        let (left, right) = (normal2([a, b, c]), normal2([b, a, d]));
        let cosine = left.dot(right);
        let sine = left.cross(right).dot((point(b) - point(a)).normalize());
        let length = (cosine * cosine + sine * sine).sqrt();
        [(cosine / length) as f32, (sine / length) as f32]
    };
    let length = |[a, b]: &[u32; 2]| point(*a).distance(point(*b)) as f32;
    let (edges_by_colour, edge_colours) =
        joints::colours(&asset.edges, &hinges, asset.rest_positions.len(), progress)?;
    let sheet = Sheet {
        triangle_areas,
        edge_lengths: asset.edges.iter().map(length).collect(),
        hinge_turns: hinges.iter().map(turn).collect(),
        hinges,
        edges_by_colour,
        edge_colours,
    };
    asset.vertex_measures = vertex_areas.into_iter().map(|a| a as f32).collect();
    asset.centroid = (origin + moment / total).as_vec3().to_array();
    Ok(sheet)
}

#[cfg(test)]
#[path = "shell_tests.rs"]
mod tests;
