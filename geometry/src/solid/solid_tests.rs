use super::*;
use crate::lattice::box_surface;
use crate::shapes::is_long;
use crate::shapes::{moved, sphere};

fn cube(cells: usize, size: f32) -> Vec<[DVec3; 3]> {
    let mesh = box_surface([cells; 3], [size; 3]);
    let at = |v: u32| glam::Vec3::from(mesh.positions[v as usize]).as_dvec3();
    mesh.triangles.iter().map(|t| t.map(at)).collect()
}

/// Points in and around the cube, on a lattice that does not align with it.
fn points() -> impl Iterator<Item = DVec3> {
    (0..1331).map(|i| {
        DVec3::new((i % 11) as f64, (i / 11 % 11) as f64, (i / 121) as f64) * 0.1713 - 0.35
    })
}

#[test]
fn the_winding_number_of_a_cube_is_one_inside_and_zero_outside() {
    let solid = Solid::new(&cube(12, 1.0));
    for p in points() {
        let expected = f64::from(p.cmpgt(DVec3::ZERO).all() && p.cmplt(DVec3::ONE).all());
        // Dropped terms are about 1/β² of a cluster's share, and opposite clusters cancel in part: 2 % is a fifth of
        // 1/β².
        assert!((solid.winding_of_all(p) - expected).abs() < 1e-12, "{p}");
        assert!(
            (solid.winding(p) - expected).abs() < 0.02,
            "{p} {}",
            solid.winding(p)
        );
    }
}

/// Any winding number, positive or negative: full turns are counted triangle by triangle.
#[test]
fn a_sum_of_angles_is_the_sum_of_each() {
    let outward = cube(3, 1.0);
    let inward: Vec<_> = outward.iter().map(|[a, b, c]| [*a, *c, *b]).collect();
    for (all, times) in [(&outward, 7), (&inward, 7), (&outward, 1), (&inward, 1)] {
        for p in points() {
            let (mut angles, mut sum) = (Angles::default(), 0.0);
            for triangle in all.iter().cycle().take(times * all.len() - 5) {
                angles.add(*triangle, p);
                sum += solid_angle(*triangle, p);
                assert!((angles.sum() - sum).abs() < 1e-11, "{p} {sum}");
            }
        }
    }
}

/// Cubes through each other, one of them inside out.
fn cubes() -> Solid {
    let (mut corners, mut triangles, mut first) = (Vec::new(), Vec::new(), 0);
    for (cells, size, from) in [
        (2, 1.0, 0.0),
        (3, 0.5, 0.25),
        (1, 1.5, -0.5),
        (2, 0.75, 0.5),
    ] {
        let mesh = box_surface([cells; 3], [size; 3]);
        let is_turned = cells == 3;
        for (&[a, b, c], mut own) in mesh.triangles.iter().zip(cube(cells, size)) {
            own.iter_mut().for_each(|p| *p += DVec3::splat(from));
            let mut named = [a, b, c].map(|v| first + v);
            if is_turned {
                own.swap(1, 2);
                named.swap(1, 2);
            }
            corners.push(own);
            triangles.push(named);
        }
        first += mesh.positions.len() as u32;
    }
    let solid = Solid::of_mesh(&corners, &triangles, &Progress::NONE).unwrap();
    assert!(solid.is_closed);
    solid
}

/// A lattice with points on planes, edges and diagonals of the cubes: count along each axis, first, spacing.
const ON_PLANES: (i32, f64, f64) = (9, -0.625, 0.25);

#[test]
fn a_closed_surface_is_counted_as_every_triangle_says() {
    let solid = cubes();
    let (mut counted, mut asked) = (0, 0);
    let (count, first, spacing) = ON_PLANES;
    let on_planes = (0..count.pow(3)).map(|i| {
        let at = [i % count, i / count % count, i / count / count];
        DVec3::from_array(at.map(f64::from)) * spacing + first
    });
    for p in points().chain(on_planes) {
        asked += 1;
        let expected = solid.winding_of_all(p);
        for axis in 0..3 {
            for is_up in [false, true] {
                if let Some(turns) = solid.tree.turns(p, axis, is_up) {
                    counted += 1;
                    assert!(
                        (f64::from(turns) - expected).abs() < 1e-9,
                        "{p} {turns} {expected}"
                    );
                }
            }
        }
    }
    assert!(counted > 4 * asked, "{counted} of {asked}");
}

/// Queries the rows of a lattice along each axis. Returns the number of runs, of points, and of points on the surface.
fn ask_rows(solid: &Solid, (count, first, spacing): (i32, f64, f64)) -> [i32; 3] {
    let mut rows = Rows::default();
    let [mut asked, mut told, mut on_surface] = [0; 3];
    for n in 0..3 * count * count {
        let (axis, j, k) = (n as usize % 3, n / 3 % count, n / 3 / count);
        let mut start = DVec3::splat(first);
        start[(axis + 1) % 3] += f64::from(j) * spacing;
        start[(axis + 2) % 3] += f64::from(k) * spacing;
        let row = Row {
            start,
            spacing,
            axis,
            count,
        };
        let mut next = 0;
        solid.row(&row, &mut rows, |points, is_inside| {
            assert!(points.start == next && points.end > next);
            (next, asked) = (points.end, asked + 1);
            for n in points {
                let mut p = start;
                p[axis] += f64::from(n) * spacing;
                let winding = solid.winding_of_all(p);
                let is_off = (winding - winding.round()).abs() < 1e-9;
                assert!(!is_off || is_inside == (winding.round() != 0.0), "{p}");
                (told, on_surface) = (told + 1, on_surface + i32::from(!is_off));
            }
        });
        assert_eq!(next, count);
    }
    [asked, told, on_surface]
}

/// Rows along the cubes' sides, through the sloping edges of an octahedron, and elsewhere.
#[test]
fn points_of_a_row_are_inside_as_every_triangle_says() {
    let mesh = moved(sphere(0, 1.0), [0.125; 3], 1.0);
    let at = |v: u32| glam::Vec3::from(mesh.positions[v as usize]).as_dvec3();
    let corners: Vec<_> = mesh.triangles.iter().map(|t| t.map(at)).collect();
    let octahedron = Solid::of_mesh(&corners, &mesh.triangles, &Progress::NONE).unwrap();
    let many = if is_long() { 60 } else { 24 };
    for solid in [cubes(), octahedron] {
        for points in [ON_PLANES, (11, -0.35, 0.1713), (many, -0.51, 0.031)] {
            let [asked, told, on_surface] = ask_rows(&solid, points);
            assert_eq!(told, 3 * points.0.pow(3));
            // Off the surface a run has many points.
            assert!(asked < told / 2 + on_surface, "{asked} {told} {on_surface}");
        }
    }
}

#[test]
fn segments_near_a_place_cross_what_they_cross_alone() {
    let solid = Solid::new(&cube(12, 1.0));
    let (mut look, mut found) = (Look::default(), Vec::new());
    let mut crossings = [0; 2];
    for p in points() {
        for reach in [0.05, 0.2, 0.9] {
            look.around(&solid.tree, p, reach);
            for q in points().step_by(37) {
                let end = p + (q - p).clamp(DVec3::splat(-reach), DVec3::splat(reach));
                look.along(p, end, &solid.tree);
                solid.tree.crossings(p, end, &mut found);
                assert_eq!(look.found, found, "{p} {end}");
                crossings[usize::from(look.is_near())] += found.len();
            }
        }
    }
    assert!(crossings.iter().all(|n| *n > 1000), "{crossings:?}");
}

#[test]
fn an_open_side_takes_the_solid_angle_that_it_fills() {
    // The missing side covers a sixth of the sphere seen from the middle.
    let open: Vec<_> = cube(8, 1.0)
        .into_iter()
        .filter(|t| t.iter().any(|p| p.z < 1.0))
        .collect();
    let solid = Solid::new(&open);
    assert!((solid.winding_of_all(DVec3::splat(0.5)) - 5.0 / 6.0).abs() < 1e-12);
    assert!((solid.winding(DVec3::splat(0.5)) - 5.0 / 6.0).abs() < 0.02);
    // Out through the hole, where the winding number passes 1/2: at the hole's plane its side covers half of the
    // sphere.
    let at = solid.way_out(
        DVec3::splat(0.5),
        DVec3::new(0.5, 0.5, 1.5),
        &mut Look::default(),
    );
    assert!((at - 0.5).abs() < 0.02, "{at}");
}

#[test]
fn nearest_points_and_crossings_agree_with_every_triangle() {
    let triangles = cube(5, 1.0);
    let solid = Solid::new(&triangles);
    let (mut look, mut nearby) = (Look::default(), Nearby::default());
    for p in points() {
        let all = triangles
            .iter()
            .map(|t| p.distance(crate::triangle::nearest_on_triangle(p, *t)));
        let nearest = all.fold(f64::INFINITY, f64::min);
        let (q, squared, _) = solid.tree.nearest(p, f64::INFINITY).unwrap();
        assert!(
            (squared.sqrt() - nearest).abs() < 1e-12 && (p.distance(q) - nearest).abs() < 1e-12
        );
        assert!(solid.tree.is_near(p, nearest + 1e-9) && !solid.tree.is_near(p, nearest - 1e-9));
        // Whatever was found for the last point.
        let mut is_near = |reach: f64| nearby.is_near(&solid.tree, p, reach);
        assert!(is_near(nearest + 1e-9) && !is_near(nearest - 1e-9));
        // A line in an odd direction leaves the cube at a side's plane.
        let inner = DVec3::new(0.41, 0.57, 0.63);
        let outer = inner + (p - inner).normalize() * 3.0;
        let sides = (0..3)
            .map(|axis| (f64::from(outer[axis] > 0.0) - inner[axis]) / (outer[axis] - inner[axis]));
        let expected = sides.filter(|at| *at > 0.0).fold(f64::INFINITY, f64::min);
        assert!(
            (solid.way_out(inner, outer, &mut look) - expected).abs() < 1e-12,
            "{p}"
        );
    }
}
