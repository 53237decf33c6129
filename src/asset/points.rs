//! Cooks particles without tets or triangles, for shape matching.

use super::clusters::{ClusterOptions, Particles, Ring, clusters_by_hand, cook_clusters};
use super::near::Near;
use super::order::{inverse, morton_order};
use super::{Asset, MAX_VERTICES, slices};
use glam::{DVec3, Vec3};
use pliant_geometry::error::{Error, Result, Status, number};

/// Particles to be cooked.
#[derive(Clone, Debug, Default)]
pub struct PointSet {
    /// Rest positions [length unit].
    pub positions: Vec<[f32; 3]>,
    /// The volume that each stands for [length unit³], above zero. Empty: the cube of the mean distance to the nearest
    /// particle, which is right for a lattice.
    pub volumes: Vec<f32>,
    /// Clusters given by hand, as lists of particles. Empty: made as the options say.
    pub clusters: Vec<Vec<u32>>,
}

/// Cooks particles into an asset with clusters and without tets.
///
/// # Errors
/// `MeshEmpty`, `Capacity` (more than [`MAX_VERTICES`]), `MeshNotFinite`, `InvalidArgument` (volumes or clusters).
pub fn cook_points(points: &PointSet, options: &ClusterOptions) -> Result<Asset> {
    check(points)?;
    let count = points.positions.len();
    let user_from_internal = morton_order(&points.positions);
    let positions: Vec<[f32; 3]> = user_from_internal
        .iter()
        .map(|user| points.positions[*user as usize])
        .collect();
    let measures = match points.volumes.is_empty() {
        true => vec![mean_volume(&positions)?; count],
        false => user_from_internal
            .iter()
            .map(|user| points.volumes[*user as usize])
            .collect(),
    };
    let internal_from_user = inverse(&user_from_internal);
    let particles = Particles {
        positions: &positions,
        measures: &measures,
    };
    let clusters = match points.clusters.is_empty() {
        true => cook_clusters(&particles, Ring::Nearest, options),
        false => clusters_by_hand(&particles, &internal_from_user, &points.clusters)?,
    };
    // Particles without elements are all of one colour.
    let (colour_slices, slices) = slices::slices(&[count]);
    let centroid = centroid(&positions, &measures);
    let mut asset = Asset {
        rest_positions: positions,
        vertex_measures: measures,
        user_from_internal,
        internal_from_user,
        centroid,
        colour_slices,
        slices,
        clusters: Some(clusters),
        ..Asset::default()
    };
    asset.content_hash = asset.hash();
    Ok(asset)
}

/// The same asset with clusters: those of the lists, by user index, or else made as the options say.
///
/// # Errors
/// `InvalidArgument` (see [`clusters_by_hand`]), `MeshUnsupported` for a sheet, which has no volume.
pub fn with_clusters(asset: &Asset, lists: &[Vec<u32>], options: &ClusterOptions) -> Result<Asset> {
    if asset.sheet.is_some() {
        let message = "the asset is a sheet, whose masses are by area, expected one with a volume";
        return Err(Error::new(Status::MeshUnsupported, message));
    }
    let particles = Particles::of(asset);
    let clusters = match lists.is_empty() {
        true => cook_clusters(&particles, Ring::of(asset), options),
        false => clusters_by_hand(&particles, &asset.internal_from_user, lists)?,
    };
    let mut asset = Asset {
        clusters: Some(clusters),
        ..asset.clone()
    };
    asset.content_hash = asset.hash();
    Ok(asset)
}

fn check(points: &PointSet) -> Result<()> {
    let count = points.positions.len();
    if count == 0 {
        let message = "there are no points, expected at least one";
        return Err(Error::new(Status::MeshEmpty, message));
    }
    if count > MAX_VERTICES {
        let message = format!("there are {count} points, expected at most {MAX_VERTICES}");
        return Err(Error::new(Status::Capacity, message));
    }
    let is_bad = |p: &[f32; 3]| p.iter().any(|x| !x.is_finite());
    if let Some(at) = points.positions.iter().position(is_bad) {
        let message = format!(
            "positions[{at}] is {:?}, expected finite numbers",
            points.positions[at]
        );
        return Err(Error::new(Status::MeshNotFinite, message));
    }
    let given = points.volumes.len();
    if given != 0 && given != count {
        return Err(Error::argument(format!(
            "there are {given} volumes for {count} points, expected one each or none"
        )));
    }
    let is_bad = |v: &f32| !(v.is_normal() && *v > 0.0);
    if let Some(at) = points.volumes.iter().position(is_bad) {
        return Err(Error::argument(format!(
            "volumes[{at}] is {}, expected a positive number",
            number(f64::from(points.volumes[at]))
        )));
    }
    Ok(())
}

/// The cube of the mean distance to the nearest other particle.
fn mean_volume(positions: &[[f32; 3]]) -> Result<f32> {
    let points: Vec<DVec3> = positions
        .iter()
        .map(|p| Vec3::from_array(*p).as_dvec3())
        .collect();
    let near = Near::new(&points);
    // The particle itself is the nearest.
    let distance = |p: &DVec3| {
        let few = near.nearest_few(*p, 2);
        let apart = few.iter().map(|k| p.distance(points[*k as usize]));
        apart.fold(0.0, f64::max)
    };
    let mean = points.iter().map(distance).sum::<f64>() / points.len() as f64;
    let volume = (mean * mean * mean) as f32;
    if volume.is_normal() {
        return Ok(volume);
    }
    Err(Error::argument(format!(
        "the points are {} apart, which says nothing of their volume: give volumes",
        number(mean)
    )))
}

fn centroid(positions: &[[f32; 3]], measures: &[f32]) -> [f32; 3] {
    // Relative to a particle, so that bodies far from the origin keep their digits.
    let origin = Vec3::from_array(positions[0]).as_dvec3();
    let (mut total, mut moment) = (0.0, DVec3::ZERO);
    for (p, m) in positions.iter().zip(measures) {
        let mass = f64::from(*m);
        total += mass;
        moment += (Vec3::from_array(*p).as_dvec3() - origin) * mass;
    }
    (origin + moment / total).as_vec3().to_array()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A lattice of n³ points with spacing 0.25.
    fn lattice(n: u32) -> PointSet {
        let at = |k: u32| [k % n, k / n % n, k / n / n].map(|i| 0.25 * i as f32);
        PointSet {
            positions: (0..n * n * n).map(at).collect(),
            ..PointSet::default()
        }
    }

    #[test]
    fn points_become_an_asset_of_particles_that_comes_back_from_its_bytes() {
        let points = lattice(6);
        let asset = cook_points(&points, &ClusterOptions::default()).expect("an asset");
        assert_eq!(asset.centroid, [0.625; 3]);
        let volume: f32 = asset.vertex_measures.iter().sum();
        assert!((volume - 216.0 / 64.0).abs() < 1e-4, "{volume}");
        for (user, internal) in asset.internal_from_user.iter().enumerate() {
            assert_eq!(
                asset.rest_positions[*internal as usize],
                points.positions[user]
            );
        }
        assert_eq!(asset.clusters.as_ref().expect("clusters").shapes.len(), 7);
        let again = Asset::from_bytes(&asset.to_bytes()).expect("the same asset");
        assert_eq!(again, asset);
    }

    #[test]
    fn an_asset_of_tets_takes_other_clusters() {
        let mesh = crate::asset::lattice::beam_lattice(
            [3; 3],
            [1.0; 3],
            crate::asset::lattice::Split::Five,
        );
        let asset = crate::asset::cook::cook(&mesh, &Default::default())
            .expect("a lattice")
            .0;
        let options = ClusterOptions {
            count: 5,
            ..ClusterOptions::default()
        };
        let made = with_clusters(&asset, &[], &options).expect("clusters");
        assert_eq!(made.clusters.as_ref().expect("clusters").shapes.len(), 5);
        assert_ne!(made.content_hash, asset.content_hash);
        let by_hand = with_clusters(&asset, &[(0..64).collect()], &options).expect("clusters");
        assert_eq!(by_hand.clusters.as_ref().expect("one").members.len(), 64);
        assert_eq!(
            Asset::from_bytes(&by_hand.to_bytes()).expect("the same"),
            by_hand
        );
    }

    #[test]
    fn faults_are_named() {
        let message = |change: &dyn Fn(&mut PointSet)| {
            let mut points = lattice(3);
            change(&mut points);
            let fault = cook_points(&points, &ClusterOptions::default());
            fault.expect_err("a fault").message
        };
        assert!(message(&|p| p.positions.clear()).contains("no points"));
        assert!(message(&|p| p.positions[4][1] = f32::NAN).contains("positions[4]"));
        assert!(message(&|p| p.volumes = vec![1.0; 5]).contains("5 volumes for 27 points"));
        let bad = |p: &mut PointSet| {
            p.volumes = vec![1.0; 27];
            p.volumes[7] = 0.0;
        };
        assert!(message(&bad).contains("volumes[7]"));
        assert!(message(&|p| p.positions = vec![[1.0; 3]; 9]).contains("give volumes"));
        assert!(message(&|p| p.clusters = vec![vec![0, 27]]).contains("vertex 27"));
    }
}
