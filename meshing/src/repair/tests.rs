use super::invariants::check_invariants;
use super::*;
use pliant_geometry::lattice::box_surface;
use pliant_geometry::shapes::*;

fn repaired(mesh: &SurfaceMesh) -> (Repaired, RepairReport) {
    let (found, report) = repair(mesh, &RepairOptions::default()).unwrap();
    check_invariants(mesh, &found);
    (found, report)
}

fn solid(part: &Part, euler: i64, area: f64, volume: f64) {
    assert_eq!(
        (part.kind, part.euler, part.open_loops),
        (Kind::Solid, euler, 0)
    );
    assert!((part.area - area).abs() < 1e-6 * area, "area {}", part.area);
    assert!(
        (part.volume - volume).abs() < 1e-6 * volume.abs(),
        "volume {}",
        part.volume
    );
}

#[test]
fn a_cube_stays_as_it_is() {
    let (found, report) = repaired(&cube());
    assert_eq!(found.surface, cube());
    solid(&found.parts[0], 2, 6.0, 1.0);
    assert_eq!(found.repaired_from_given, (0..8).collect::<Vec<_>>());
    assert_eq!(report.sentences(), ["1 part encloses a volume."]);
}

#[test]
fn split_seams_are_welded_exactly() {
    let given = soup(&cube());
    let (found, report) = repaired(&given);
    assert_eq!((report.welded_exactly, report.welded_nearly), (36 - 8, 0));
    assert_eq!((found.surface.positions.len(), found.parts.len()), (8, 1));
    solid(&found.parts[0], 2, 6.0, 1.0);
    for (g, &v) in found.repaired_from_given.iter().enumerate() {
        assert_eq!(given.positions[g], found.surface.positions[v as usize]);
    }
}

#[test]
fn plus_and_minus_zero_are_one_place() {
    let mut given = soup(&cube());
    let zeros = given
        .positions
        .as_flattened_mut()
        .iter_mut()
        .filter(|c| **c == 0.0);
    zeros
        .enumerate()
        .for_each(|(i, c)| *c = if i % 2 == 0 { -0.0 } else { 0.0 });
    let (_, report) = repaired(&given);
    assert_eq!((report.welded.vertices, report.welded_nearly), (8, 0));
}

/// With cells of 1/8, seams 10⁻⁶ of the diagonal apart close, seams 10⁻⁴ apart do not.
#[test]
fn seams_that_were_rounded_apart_are_welded_and_real_gaps_are_not() {
    let jittered = |by: f32| {
        let mut given = soup(&box_surface([8; 3], [1.0; 3]));
        for (i, p) in given.positions.iter_mut().enumerate() {
            *p = std::array::from_fn(|a| p[a] + by * ((i * 7 + a * 3) % 5) as f32 / 4.0);
        }
        given
    };
    let (found, report) = repaired(&jittered(1e-6));
    assert_eq!(report.welded.vertices, 9 * 9 * 9 - 7 * 7 * 7);
    assert_eq!(report.welded.boundary_edges, 0);
    solid(&found.parts[0], 2, 6.0 + 0.0, 1.0);
    let mut given = jittered(1e-3);
    let (_, report) = repaired(&given);
    assert_eq!(report.welded_nearly, 0);
    given.positions.extend([[1e4; 3], [-1e4; 3]]);
    let (_, report) = repaired(&given);
    assert_eq!((report.welded_nearly, report.unreferenced.count), (0, 2));
}

/// Nothing of a thin closed plate moves. An open strip's radius follows its own edges.
#[test]
fn thin_parts_are_not_flattened() {
    let thickness = 1e-6;
    let (found, report) = repaired(&box_surface([4, 4, 1], [1.0, 1.0, thickness]));
    assert_eq!((report.welded_nearly, report.welded.vertices), (0, 50));
    assert!((found.parts[0].volume - f64::from(thickness)).abs() < 1e-12);
    let strip = moved(grid([100_000, 1], 1.0), [0.0; 3], 1e-5);
    let (found, report) = repaired(&strip);
    assert_eq!(
        (report.welded_nearly, found.surface.triangles.len()),
        (0, 200_000)
    );
}

#[test]
fn a_missing_side_is_closed() {
    let mut given = cube();
    given.triangles.truncate(10);
    let (found, report) = repaired(&given);
    solid(&found.parts[0], 2, 6.0, 1.0);
    assert_eq!(
        (
            report.loops,
            report.closed_loops.count,
            report.cap_triangles
        ),
        (1, 1, 2)
    );
    assert!((report.largest_opening - 1.0 / 6.0).abs() < 1e-9);
    assert_eq!(found.surface.positions, given.positions);
}

#[test]
fn an_inside_out_cube_with_a_hole_is_turned() {
    let mut given = inside_out(cube());
    given.triangles.remove(3);
    let (found, report) = repaired(&given);
    solid(&found.parts[0], 2, 6.0, 1.0);
    assert_eq!((report.flipped.count, report.inside_out.count), (0, 1));
}

#[test]
fn flipped_triangles_are_turned_back() {
    let mut given = box_surface([3; 3], [1.0; 3]);
    for t in [5, 6, 40] {
        given.triangles[t].swap(0, 1);
    }
    let (found, report) = repaired(&given);
    assert_eq!(
        report.flipped,
        Tally {
            count: 3,
            first: Some(5)
        }
    );
    solid(&found.parts[0], 2, 6.0, 1.0);
}

#[test]
fn duplicates_are_dropped_and_two_sided_sheets_get_one_side() {
    let cloth = grid([3, 2], 1.0);
    let twice = both(cloth.clone(), cloth.clone());
    let (found, report) = repaired(&twice);
    assert_eq!((report.duplicate.count, report.two_sided.count), (12, 0));
    assert_eq!(found.surface, cloth);
    let (found, report) = repaired(&both(cloth.clone(), inside_out(cloth.clone())));
    assert_eq!((report.duplicate.count, report.two_sided.count), (0, 12));
    assert_eq!(found.surface, cloth);
    let (found, report) = repaired(&both(inside_out(cube()), cube()));
    assert_eq!((found.parts.len(), report.two_sided.count), (1, 12));
    solid(&found.parts[0], 2, 6.0, 1.0);
}

/// The wall between two touching cubes is drawn from both sides and belongs to both.
#[test]
fn touching_cubes_keep_their_wall() {
    let (found, report) = repaired(&both(cube(), moved(cube(), [1.0, 0.0, 0.0], 1.0)));
    assert_eq!(
        (
            found.parts.len(),
            report.two_sided.count,
            report.split_vertices
        ),
        (2, 0, 4)
    );
    found.parts.iter().for_each(|part| solid(part, 2, 6.0, 1.0));
}

#[test]
fn cubes_that_share_an_edge_or_a_corner_come_apart() {
    for (shift, shared, cut) in [([1.0, 1.0, 0.0], 2, 1), ([1.0, 1.0, 1.0], 1, 0)] {
        let (found, report) = repaired(&both(cube(), moved(cube(), shift, 1.0)));
        assert_eq!(report.welded.vertices, 16 - shared);
        assert_eq!(
            (report.split_vertices, report.cut_edges.count),
            (shared, cut)
        );
        assert_eq!(found.parts.len(), 2);
        found.parts.iter().for_each(|part| solid(part, 2, 6.0, 1.0));
    }
}

/// A tetrahedron in the corner of a cube: three edges and the walls at them coincide.
#[test]
fn a_body_in_the_corner_of_another_one_comes_apart() {
    let tet = mesh(
        vec![[0.0; 3], [0.5, 0.0, 0.0], [0.0, 0.5, 0.0], [0.0, 0.0, 0.5]],
        vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]],
    );
    for tet in [tet.clone(), moved(tet, [0.0; 3], 2.0)] {
        let (found, _) = repaired(&both(cube(), tet));
        assert_eq!(found.parts.len(), 2);
        solid(&found.parts[0], 2, 6.0, 1.0);
        assert_eq!(
            (found.parts[1].kind, found.parts[1].euler),
            (Kind::Solid, 2)
        );
    }
}

#[test]
fn a_fin_on_a_cube_becomes_a_sheet() {
    let mut given = cube();
    let [a, b] = [given.triangles[0][0], given.triangles[0][1]];
    given.positions.push([-1.0, -1.0, -1.0]);
    given.triangles.insert(0, [a, b, 8]);
    let (found, report) = repaired(&given);
    assert_eq!((report.cut_edges.count, report.shells.count), (1, 1));
    let cube = found.parts.iter().find(|p| p.kind == Kind::Solid).unwrap();
    solid(cube, 2, 6.0, 1.0);
}

#[test]
fn a_cavity_stays_one_and_a_body_in_a_body_too() {
    let [outer, inner, core] = [1.0, 0.5, 0.25].map(|radius| sphere(3, radius));
    let nested = |a: SurfaceMesh, b, c| repaired(&both(both(a, b), c));
    let volumes = |found: &Repaired| -> Vec<f64> { found.parts.iter().map(|p| p.volume).collect() };
    let (found, report) = nested(outer.clone(), inside_out(inner.clone()), core.clone());
    assert_eq!(
        report.cavities,
        Tally {
            count: 1,
            first: Some(1)
        }
    );
    assert_eq!(found.parts[1].cavity_of, Some(0));
    let v = volumes(&found);
    assert!(
        (v[1] / v[0] + 0.125).abs() < 1e-6 && (v[2] / v[0] - 0.015625).abs() < 1e-6,
        "{v:?}"
    );
    let (found, report) = nested(
        inside_out(outer.clone()),
        inner.clone(),
        inside_out(core.clone()),
    );
    assert_eq!(report.cavities.count, 1);
    assert_eq!(volumes(&found), v);
    // Bodies in bodies, also if the innermost faces inward where nothing is left to take away.
    let (found, report) = nested(outer.clone(), inner.clone(), core.clone());
    assert_eq!((report.cavities.count, report.inside_out.count), (0, 0));
    assert!(volumes(&found).iter().all(|v| *v > 0.0));
    let (found, report) = nested(outer.clone(), inside_out(inner), inside_out(core));
    assert_eq!((report.cavities.count, report.inside_out.count), (1, 1));
    assert_eq!(volumes(&found), v);
    let far = moved(inside_out(outer.clone()), [2.0, 0.5, 0.5], 0.5);
    let (found, report) = repaired(&both(outer, far));
    assert_eq!((report.cavities.count, report.inside_out.count), (0, 1));
    assert!(volumes(&found).iter().all(|v| *v > 0.0));
}

#[test]
fn a_mobius_strip_is_cut_once_across() {
    let (found, report) = repaired(&mobius(30));
    assert_eq!(
        (report.welded.euler(), report.welded.boundary_edges),
        (0, 60)
    );
    assert!(report.one_sided.count > 0);
    let part = &found.parts[0];
    // At least one edge is cut, which leaves a disc with one loop.
    assert_eq!(
        (found.parts.len(), part.kind, part.euler, part.open_loops),
        (1, Kind::Shell, 1, 1)
    );
    assert_eq!(report.split_vertices, report.one_sided.count + 1);
}

/// Caps of 2 π on a sheet of 2 π h: a solid from h = 3 on, since the opening is 1 / (1 + h).
#[test]
fn an_open_tube_is_a_solid_once_it_is_long() {
    for (along, kind) in [
        (2, Kind::Shell),
        (8, Kind::Shell),
        (11, Kind::Shell),
        (13, Kind::Solid),
    ] {
        let (found, report) = repaired(&tube(64, along, 0.25));
        assert_eq!((found.parts[0].kind, report.loops), (kind, 2), "{along}");
        let solid = kind == Kind::Solid;
        assert_eq!(report.closed_loops.count, if solid { 2 } else { 0 });
        assert_eq!(found.parts[0].euler, if solid { 2 } else { 0 });
    }
    let told = RepairOptions {
        kind: Some(Kind::Solid),
    };
    let (found, _) = repair(&tube(64, 2, 0.25), &told).unwrap();
    check_invariants(&tube(64, 2, 0.25), &found);
    let polygon = 32.0 * (std::f64::consts::TAU / 64.0).sin();
    assert!((found.parts[0].volume - 0.5 * polygon).abs() < 1e-6);
}

#[test]
fn sheets_are_shells_flat_curved_or_folded() {
    let flat = grid([20, 10], 0.1);
    let mut folded = grid([16, 16], 0.25);
    // Folded in four, layers 1e-3 apart: most layers have no rim.
    for p in &mut folded.positions {
        let layer = [p[0], p[1]].map(|c| c.floor().min(3.0));
        let place = |axis: usize| {
            let along = p[axis] - layer[axis];
            if (layer[axis] as u32).is_multiple_of(2) {
                along
            } else {
                1.0 - along
            }
        };
        *p = [place(0), place(1), 1e-3 * (layer[0] + 4.0 * layer[1])];
    }
    let mut bowl = sphere(3, 1.0);
    let low = |t: &[u32; 3]| t.iter().all(|v| bowl.positions[*v as usize][2] <= 0.0);
    bowl.triangles = bowl.triangles.iter().copied().filter(low).collect();
    for (given, euler) in [(flat, 1), (folded, 1), (bowl, 1)] {
        let (found, report) = repaired(&given);
        let part = &found.parts[0];
        assert_eq!(
            (part.kind, part.euler, part.open_loops),
            (Kind::Shell, euler, 1)
        );
        assert_eq!((report.closed_loops.count, part.volume), (0, 0.0));
    }
}

/// A hole of 40 edges gets a fan, one of 6 the least area. Only the caps' area and volume are missing.
#[test]
fn holes_are_closed_without_new_edges_where_edges_are() {
    let whole = sphere(4, 1.0);
    for radius in [0.1, 0.4] {
        let mut given = whole.clone();
        let near = |t: &[u32; 3]| {
            t.iter().any(|v| {
                let [x, y, _] = given.positions[*v as usize];
                x.hypot(y) < radius && given.positions[*v as usize][2] > 0.0
            })
        };
        given.triangles = whole
            .triangles
            .iter()
            .copied()
            .filter(|t| !near(t))
            .collect();
        let (found, report) = repaired(&given);
        assert_eq!((report.closed_loops.count, found.parts[0].euler), (1, 2));
        assert!(report.unreferenced.count > 0);
        let lost = 1.0 - found.parts[0].volume / repaired(&whole).0.parts[0].volume;
        // A spherical cap of height h is h² (3 − h) / 4 of a ball. The ring lies up to a cell (0.1) outside `radius`.
        let part = |r: f64| {
            let h = 1.0 - (1.0 - r * r).sqrt();
            h * h * (3.0 - h) / 4.0
        };
        assert!(
            lost > 0.0 && lost < part(f64::from(radius) + 0.12),
            "{lost}"
        );
    }
}

/// A triangle without area puts a vertex on another one's edge. That edge is split there, and the surface stays closed.
#[test]
fn a_triangle_without_area_leaves_no_crack() {
    let mut given = cube();
    let [a, b, c] = given.triangles[0];
    let middle: [f32; 3] = std::array::from_fn(|i| {
        (given.positions[a as usize][i] + given.positions[b as usize][i]) / 2.0
    });
    given.positions.push(middle);
    given.triangles[0] = [a, 8, c];
    given.triangles.push([8, b, c]);
    given.triangles.push([a, b, 8]);
    let (found, report) = repaired(&given);
    assert_eq!(
        (
            report.flat.count,
            report.welded.boundary_edges,
            report.loops
        ),
        (1, 0, 0)
    );
    assert_eq!(found.surface.triangles.len(), 14);
    solid(&found.parts[0], 2, 6.0, 1.0);
}

#[test]
fn what_cannot_be_repaired_is_named() {
    let status = |mesh: &SurfaceMesh| repair(mesh, &RepairOptions::default()).unwrap_err();
    let empty = SurfaceMesh {
        triangles: Vec::new(),
        ..cube()
    };
    assert_eq!(status(&empty).status, Status::MeshEmpty);
    let mut index = cube();
    index.triangles[4][1] = 8;
    assert_eq!(status(&index).status, Status::MeshIndex);
    assert!(
        status(&index).message.contains("triangle 4"),
        "{}",
        status(&index)
    );
    let mut nan = cube();
    nan.positions[3][2] = f32::NAN;
    assert_eq!(status(&nan).status, Status::MeshNotFinite);
    assert!(
        status(&nan).message.contains("vertex 3"),
        "{}",
        status(&nan)
    );
    let point = moved(cube(), [1.0; 3], 0.0);
    assert_eq!(status(&point).status, Status::MeshZeroVolume);
    let line = mesh(vec![[0.0; 3], [1.0; 3], [2.0; 3]], vec![[0, 1, 2]]);
    assert_eq!(status(&line).status, Status::MeshZeroVolume);
}

#[test]
fn the_same_surface_gives_the_same_bits_far_and_near() {
    let given = both(
        soup(&sphere(3, 1.0)),
        both(mobius(20), moved(tube(16, 2, 0.3), [3.0; 3], 1.0)),
    );
    let first = repaired(&given);
    assert_eq!(repaired(&given), first);
    // Powers of two scale without rounding, so all decisions stay the same.
    let scaled = repaired(&moved(given, [0.0; 3], 1024.0));
    assert_eq!(scaled.0.surface.triangles, first.0.surface.triangles);
}

#[test]
fn hostile_surfaces_are_bounded() {
    // Many triangles at one edge, at one vertex, and in one place.
    let spokes = 20_000u32;
    let angle = |i: u32| i as f32 * 0.01;
    let mut positions = vec![[0.0, 0.0, 0.0], [0.0, 0.0, 1.0]];
    positions.extend((0..spokes).map(|i| [angle(i).cos(), angle(i).sin(), angle(i)]));
    let book = mesh(
        positions.clone(),
        (2..spokes + 2).map(|i| [0, 1, i]).collect(),
    );
    let fan = mesh(positions, (2..spokes + 1).map(|i| [0, i, i + 1]).collect());
    let flat = mesh(
        (0..spokes)
            .map(|i| [i as f32, 0.0, 0.0])
            .chain([[0.0, 1.0, 0.0]])
            .collect(),
        (1..spokes - 1)
            .map(|i| [0, i, i + 1])
            .chain([[0, 1, spokes]])
            .collect(),
    );
    let cloud = mesh(
        (0..3 * spokes)
            .map(|i| {
                [
                    (i % 7) as f32 * 1e-7,
                    (i % 11) as f32 * 1e-7,
                    i as f32 * 1e-12,
                ]
            })
            .chain([[1.0; 3]])
            .collect(),
        (0..spokes).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect(),
    );
    for given in [book, fan, flat, cloud] {
        let begun = std::time::Instant::now();
        repaired(&given);
        assert!(
            begun.elapsed().as_secs_f64() < 20.0,
            "{:?}",
            begun.elapsed()
        );
    }
}
