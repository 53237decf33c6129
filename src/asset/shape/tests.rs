//! Shapes: what becomes of what is given, what is refused, and that bytes come back.

use super::*;
use crate::asset::SurfaceMesh;
use crate::collider::Grid;
use crate::desc::{
    PLIANT_SHAPE_COMPOUND, PLIANT_SHAPE_CONVEX, PLIANT_SHAPE_CUBOID, PLIANT_SHAPE_HEIGHTFIELD,
    PLIANT_SHAPE_MESH, PLIANT_SHAPE_PLANE, PLIANT_SHAPE_SDF, PLIANT_SHAPE_SPHERE,
};
use crate::math::PliantPose;
use glam::{DVec3, Quat, Vec3};
use pliant_geometry::error::Status;
use pliant_geometry::shapes::{cube, soup, sphere, with_holes};
use std::sync::Arc;

fn surface(shape: &ShapeAsset) -> &Surface {
    match &shape.form {
        Form::Surface(surface) => surface,
        _ => panic!("no surface"),
    }
}

fn distances(shape: &ShapeAsset) -> &Grid {
    match &shape.form {
        Form::Grid(grid) => grid,
        _ => panic!("no grid"),
    }
}

fn part(shape: u32, size: [f32; 3], asset: Option<Arc<ShapeAsset>>) -> PartOptions {
    PartOptions {
        shape,
        size,
        pose: PliantPose::default(),
        scale: [0.0; 3],
        asset,
    }
}

#[test]
fn a_mesh_joins_seams_and_leaves_out_what_has_no_area() {
    let given = soup(&cube());
    assert_eq!(given.positions.len(), 36);
    let mut dirty = given.clone();
    dirty.triangles.push([0, 0, 1]);
    dirty.positions.push([9.0; 3]); // of no triangle
    for given in [given, dirty] {
        let shape = mesh(&given).unwrap();
        let surface = surface(&shape);
        assert_eq!((surface.positions.len(), surface.triangles.len()), (8, 12));
        assert_eq!(shape.kind(), PLIANT_SHAPE_MESH);
    }
    let status = |given: &SurfaceMesh| mesh(given).unwrap_err().status;
    let flat = SurfaceMesh {
        positions: vec![[0.0; 3]; 3],
        triangles: vec![[0, 1, 2]],
        ..Default::default()
    };
    assert_eq!(status(&flat), Status::MeshEmpty);
    assert_eq!(status(&SurfaceMesh::default()), Status::MeshEmpty);
    let mut past = cube();
    past.triangles[5][1] = 99;
    assert_eq!(status(&past), Status::MeshIndex);
    let mut lost = cube();
    lost.positions[2][1] = f32::NAN;
    assert_eq!(status(&lost), Status::MeshNotFinite);
}

#[test]
fn a_hull_leaves_out_what_is_inside() {
    let mut points = sphere(2, 1.0).positions;
    let corners = points.len();
    points.extend(sphere(2, 0.5).positions);
    let hull = convex(&points).unwrap();
    assert_eq!(surface(&hull).positions.len(), corners);
    assert_eq!(hull.kind(), PLIANT_SHAPE_CONVEX);
}

#[test]
fn a_heightfield_faces_up_and_has_holes_where_heights_are_not_a_number() {
    let mut heights: Vec<f32> = (0..12).map(|k| 0.1 * k as f32).collect();
    let given = |heights: &[f32], other_diagonal| {
        heightfield(&HeightOptions {
            counts: [4, 3],
            spacing: [2.0, 5.0],
            heights,
            other_diagonal,
        })
    };
    for other in [false, true] {
        let shape = given(&heights, other).unwrap();
        let surface = surface(&shape);
        assert_eq!((surface.positions.len(), surface.triangles.len()), (12, 12));
        assert_eq!(shape.bounds(), [Vec3::ZERO, Vec3::new(6.0, 1.1, 10.0)]);
        // Heights rise by 0.1 along x and 0.4 along z, so all triangles lie in one plane that faces up.
        let up = Vec3::new(-0.05, 1.0, -0.08).normalize();
        for triangle in &surface.triangles {
            let [a, b, c] = triangle.map(|v| Vec3::from(surface.positions[v as usize]));
            let normal = (b - a).cross(c - a).normalize();
            assert!(normal.distance(up) < 1e-5, "{normal} {up}");
        }
        assert_eq!(shape.kind(), PLIANT_SHAPE_HEIGHTFIELD);
    }
    // Of the six triangles around an inner point, or two and four where the diagonal misses it, none is left.
    heights[5] = f32::NAN;
    assert_eq!(surface(&given(&heights, false).unwrap()).triangles.len(), 6);
    let status = |heights: &[f32]| given(heights, false).unwrap_err().status;
    assert_eq!(status(&[f32::NAN; 12]), Status::MeshEmpty);
    assert_eq!(status(&heights[..11]), Status::InvalidArgument);
    heights[0] = f32::INFINITY;
    assert_eq!(status(&heights), Status::InvalidArgument);
}

/// Of a ball the distance is known. The surface is a polyhedron that lies within its sagitta, 0.0027 of the radius here,
/// and a blend errs by an eighth of the squared cell over the radius, per axis.
#[test]
fn distances_to_a_ball_are_those_of_the_formula() {
    let shape = grid_of_surface(&sphere(4, 1.0), 24).unwrap();
    let grid = distances(&shape);
    assert_eq!(shape.kind(), PLIANT_SHAPE_SDF);
    let cell = f64::from(grid.spacing);
    let mut worst = 0.0_f64;
    for k in 0..4000 {
        let turn = Quat::from_euler(glam::EulerRot::XYZ, 0.1 * k as f32, 0.37 * k as f32, 0.0);
        let direction = (turn * Vec3::X).as_dvec3();
        let away = 0.5 + 0.65 * f64::from(k % 997) / 997.0;
        let near = grid.distance(direction * away);
        worst = worst.max((near.distance - (away - 1.0)).abs());
        assert!(near.normal.dot(direction) > 0.99, "{away}");
        // Outside the grid it is never more than the truth, and not much less.
        let far = grid.distance(direction * 5.0).distance;
        assert!(far <= 4.0 + 0.003 && far > 3.0, "{far}");
    }
    println!("off by {worst}");
    assert!(worst < 0.0027 + 3.0 * cell * cell / 8.0 / 0.5, "{worst}");
}

#[test]
fn distances_are_refused_or_tamed_where_they_must_be() {
    let status = |given: &SurfaceMesh, cells| grid_of_surface(given, cells).unwrap_err().status;
    assert_eq!(
        status(&with_holes(sphere(3, 1.0), 0.2), 16),
        Status::MeshUnsupported
    );
    let mut thin = cube();
    thin.positions.iter_mut().for_each(|p| p[1] *= 1e-4);
    assert_eq!(status(&thin, 16), Status::MeshZeroVolume);
    let given = |values: Vec<f32>| grid([3; 3], [-1.0; 3], 1.0, values);
    let mut values = vec![1.0; 27];
    assert_eq!(given(values.clone()).unwrap_err().status, Status::MeshEmpty);
    values[13] = -3.0;
    let shape = given(values.clone()).unwrap();
    // A step of 4 in a length of 1 is no distance: it becomes a step of 1.
    let [out, inside] = [0, 13].map(|at| distances(&shape).values[at]);
    assert!(
        (out - inside - 1.0).abs() < 1e-4 && (inside + 0.75).abs() < 1e-4,
        "{out} {inside}"
    );
    values[3] = f32::NAN;
    assert_eq!(
        given(values.clone()).unwrap_err().status,
        Status::InvalidArgument
    );
    values.pop();
    assert_eq!(given(values).unwrap_err().status, Status::InvalidArgument);
}

#[test]
fn a_compound_takes_compounds_apart() {
    let ball = part(PLIANT_SHAPE_SPHERE, [0.5, 0.0, 0.0], None);
    let hull = Arc::new(convex(&cube().positions).unwrap());
    let inner = compound(&[
        PartOptions {
            pose: PliantPose::at([1.0, 0.0, 0.0]),
            ..ball.clone()
        },
        PartOptions {
            scale: [1.0, 2.0, 3.0],
            ..part(PLIANT_SHAPE_CONVEX, [0.0; 3], Some(hull.clone()))
        },
    ])
    .unwrap();
    let turn = Quat::from_rotation_z(std::f32::consts::FRAC_PI_2);
    let outer = compound(&[
        part(PLIANT_SHAPE_CUBOID, [1.0; 3], None),
        PartOptions {
            pose: PliantPose {
                position: [0.0, 10.0, 0.0],
                rotation: turn.to_array(),
            },
            scale: [2.0; 3],
            ..part(PLIANT_SHAPE_COMPOUND, [0.0; 3], Some(Arc::new(inner)))
        },
    ])
    .unwrap();
    let Form::Compound(parts) = &outer.form else {
        panic!("no compound");
    };
    assert_eq!(parts.len(), 3);
    // The ball: at (1, 0, 0), doubled, turned to y, lifted by 10.
    let centre = DVec3::from(parts[1].pose.position);
    assert!(
        centre.distance(DVec3::new(0.0, 12.0, 0.0)) < 1e-6,
        "{centre}"
    );
    assert_eq!((parts[1].size[0], parts[2].scale), (1.0, [2.0, 4.0, 6.0]));
    let [low, high] = outer.bounds();
    assert!(
        low.y == -1.0 && (high.y - 13.0).abs() < 1e-5,
        "{low} {high}"
    );
    let plane = compound(&[part(PLIANT_SHAPE_PLANE, [0.0; 3], None)]).unwrap();
    assert_eq!(plane.bounds(), [Vec3::NEG_INFINITY, Vec3::INFINITY]);
    assert_eq!(
        ShapeAsset::from_bytes(&outer.to_bytes().unwrap()).unwrap(),
        outer
    );
}

#[test]
fn a_part_that_is_wrong_is_named() {
    let hull = Arc::new(convex(&cube().positions).unwrap());
    let plain = part(PLIANT_SHAPE_SPHERE, [0.5, 0.0, 0.0], None);
    let cases = [
        ("size[0]", part(PLIANT_SHAPE_SPHERE, [0.0; 3], None)),
        ("shape is 0", part(0, [1.0; 3], None)),
        (
            "shape_asset is null",
            part(PLIANT_SHAPE_CONVEX, [0.0; 3], None),
        ),
        (
            "shape is",
            part(PLIANT_SHAPE_MESH, [0.0; 3], Some(hull.clone())),
        ),
        (
            "shape is",
            part(PLIANT_SHAPE_SPHERE, [1.0; 3], Some(hull.clone())),
        ),
        (
            "scale",
            PartOptions {
                scale: [2.0; 3],
                ..plain.clone()
            },
        ),
        (
            "scale[1]",
            PartOptions {
                scale: [1.0, 0.0, 1.0],
                ..part(PLIANT_SHAPE_CONVEX, [0.0; 3], Some(hull))
            },
        ),
        (
            "pose.rotation",
            PartOptions {
                pose: PliantPose {
                    rotation: [9.0; 4],
                    ..Default::default()
                },
                ..plain.clone()
            },
        ),
    ];
    for (name, wrong) in cases {
        let message = compound(&[plain.clone(), wrong]).unwrap_err().message;
        assert!(
            message.starts_with(&format!("parts[1].{name}")),
            "{message}"
        );
    }
    assert_eq!(compound(&[]).unwrap_err().status, Status::MeshEmpty);
    assert_eq!(
        compound(&vec![plain; 1025]).unwrap_err().status,
        Status::Capacity
    );
}

#[test]
fn saved_shapes_come_back_and_damaged_ones_do_not() {
    let ball = sphere(1, 1.0);
    let inner = Arc::new(grid_of_surface(&ball, 4).unwrap());
    let all = [
        mesh(&ball).unwrap(),
        convex(&ball.positions).unwrap(),
        compound(&[part(PLIANT_SHAPE_SDF, [0.0; 3], Some(inner.clone()))]).unwrap(),
        (*inner).clone(),
    ];
    for shape in all {
        let bytes = shape.to_bytes().unwrap();
        assert_eq!(ShapeAsset::from_bytes(&bytes).unwrap(), shape);
        let read = |bytes: &[u8]| ShapeAsset::from_bytes(bytes).map_err(|e| e.status);
        assert_eq!(read(&bytes[..bytes.len() - 1]), Err(Status::Format));
        for at in (0..bytes.len()).step_by(1 + bytes.len() / 97) {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1 << (at % 8);
            assert!(read(&damaged).is_err(), "byte {at}");
        }
    }
}
