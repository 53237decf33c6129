//! Open parts that enclose a volume together, and sheets that do not.

use super::invariants::check_invariants;
use super::*;
use crate::volume::enclosed_volume;
use glam::Quat;
use pliant_geometry::error::Status;
use pliant_geometry::lattice::box_surface;
use pliant_geometry::shapes::*;
use pliant_geometry::surface::{normal2, point};
use std::cell::RefCell;
use std::f32::consts::PI;

/// The error of winding numbers with dipoles (`pliant_geometry::solid` tests it), and so of volumes.
const RIGHT: f64 = 0.02;

fn repaired(given: &SurfaceMesh) -> (Repaired, RepairReport) {
    let (found, report) = repair(given, &RepairOptions::default()).unwrap();
    check_invariants(given, &found);
    (found, report)
}

/// The volume that a surface encloses as oriented, by the divergence theorem.
fn enclosed(surface: &SurfaceMesh) -> f64 {
    let height =
        |t: &[u32; 3]| point(&surface.positions, t[0]).dot(normal2(&surface.positions, *t)) / 6.0;
    surface.triangles.iter().map(height).sum()
}

/// All parts form one assembly of this volume that faces outward.
fn assert_together(name: &str, given: &SurfaceMesh, volume: f64, right: f64) {
    let (found, report) = repaired(given);
    assert_eq!(found.assemblies.len(), 1, "{name}: {report}");
    let all: Vec<u32> = (0..found.parts.len() as u32).collect();
    assert_eq!(found.assemblies[0].parts, all, "{name}");
    let own = enclosed_volume(&found, &Progress::NONE).unwrap();
    assert!(
        (own / volume - 1.0).abs() < right,
        "{name}: {own} of {volume}"
    );
    assert!(
        enclosed(&found.volumes()) > 0.5 * volume,
        "{name} faces inward"
    );
    assert_eq!(
        (report.shells.count, report.assembled.count),
        (0, all.len()),
        "{name}"
    );
}

fn assert_sheets(name: &str, given: &SurfaceMesh) {
    let (found, report) = repaired(given);
    assert!(found.assemblies.is_empty(), "{name}: {report}");
    assert_eq!(
        found.sheets().triangles.len(),
        found.surface.triangles.len(),
        "{name}"
    );
}

/// The zone of a unit sphere around y, from `from` to `to` [radian from the pole], facing outward.
fn zone(sides: u32, [from, to]: [f32; 2]) -> SurfaceMesh {
    let rings = ((to - from) / PI * sides as f32 / 2.0).round().max(1.0) as u32;
    let mut all = tube(sides, rings, 1.0 / rings as f32);
    for p in &mut all.positions {
        let polar = from + (to - from) * p[2];
        let [x, z] = [p[0], p[1]].map(|c| c * polar.sin());
        *p = [x, polar.cos(), z];
    }
    // Rings at a pole have flat triangles, which are dropped.
    all.triangles.iter_mut().for_each(|t| t.swap(1, 2));
    inside_out(all)
}

/// A unit cube with faces cut in different ways and moved outward by `gap`.
fn faces(cells: [usize; 6], gap: f32) -> SurfaceMesh {
    let face = |(n, cells): (usize, usize)| {
        let (axis, is_high) = (n / 2, n % 2 == 1);
        let mut all = box_surface([cells; 3], [1.0; 3]);
        let at = if is_high { 1.0 } else { 0.0 };
        let positions = all.positions.clone();
        let is_on = |t: &[u32; 3]| t.iter().all(|v| positions[*v as usize][axis] == at);
        all.triangles.retain(is_on);
        let mut by = [0.0; 3];
        by[axis] = if is_high { gap } else { -gap };
        moved(all, by, 1.0)
    };
    together(&cells.into_iter().enumerate().map(face).collect::<Vec<_>>())
}

#[test]
fn halves_that_do_not_quite_meet_bound_a_ball() {
    // Inscribed polyhedra of 48 and 40 sides lack about 2 (π / 40)² of the ball's volume, 1 %.
    let ball = 4.0 / 3.0 * f64::from(PI) * 0.99;
    let halves = |over: f32| {
        let upper = zone(48, [0.0, PI / 2.0 + over]);
        both(upper, zone(40, [PI / 2.0 - over, PI]))
    };
    assert_together("seam", &halves(0.0), ball, RIGHT);
    assert_together("overlapping", &halves(0.1), ball, RIGHT);
    assert_together("inside out", &inside_out(halves(0.0)), ball, RIGHT);
    let against = both(
        zone(48, [0.0, PI / 2.0]),
        inside_out(zone(40, [PI / 2.0, PI])),
    );
    assert_together("against each other", &against, ball, RIGHT);
    assert_sheets("half", &zone(48, [0.0, PI / 2.0]));
}

#[test]
fn faces_that_are_cut_differently_bound_a_cube() {
    let cells = [3, 4, 5, 7, 9, 11];
    assert_together("cube", &faces(cells, 0.0), 1.0, RIGHT);
    // Without one face a sixth is open, without two adjacent ones a third.
    let few = |count: usize| {
        let mut all = faces(cells, 0.0);
        all.triangles
            .drain(..2 * cells[..count].iter().map(|n| n * n).sum::<usize>());
        all
    };
    assert_together("box without a lid", &few(1), 1.0, RIGHT);
    assert_sheets("box without two sides", &few(2));
}

/// The halves of a box 1 × 1 × h, h = 0.2, a gap apart. By the divergence theorem 3 V = 3 h + gap, so the thickness is
/// 3 V / A = (3 h + gap) / (2 + 4 h), and a crack may be a quarter of that.
#[test]
fn a_wide_crack_is_an_opening() {
    let halves = |gap: f32| {
        let mut all = box_surface([3, 3, 2], [1.0, 1.0, 0.2]);
        let positions = all.positions.clone();
        let is_upper = |t: &[u32; 3]| t.iter().all(|v| positions[*v as usize][2] > 0.09);
        let mut upper = all.clone();
        upper.triangles.retain(is_upper);
        all.triangles.retain(|t| !is_upper(t));
        both(all, moved(upper, [0.0, 0.0, gap], 1.0))
    };
    let threshold = 0.6 / (4.0 * 2.8 - 1.0);
    let volume = |gap: f32| f64::from(0.2 + gap);
    assert_together(
        "cracked",
        &halves(0.9 * threshold),
        volume(0.9 * threshold),
        RIGHT,
    );
    assert_sheets("apart", &halves(1.1 * threshold));
}

#[test]
fn loose_triangles_bound_what_they_bounded() {
    for (name, given, right) in [
        ("sphere", sphere(4, 1.0), RIGHT),
        ("torus", torus(24), RIGHT),
        ("fork", finer(finer(finer(fork()))), RIGHT),
    ] {
        let volume = enclosed(&given);
        for by in [0.01, 0.05] {
            assert_together(name, &cracked(&given, by), volume, right);
        }
        let mut mixed = cracked(&given, 0.02);
        let turned = mixed
            .triangles
            .iter_mut()
            .enumerate()
            .filter(|(t, _)| t * t % 7 < 3);
        turned.for_each(|(_, t)| t.swap(1, 2));
        assert_together(&format!("{name}, in any direction"), &mixed, volume, right);
    }
}

/// Up to a quarter of a sphere's triangles may be missing.
#[test]
fn a_sphere_full_of_holes_is_a_body_if_a_quarter_is_missing_at_most() {
    let missing = |part: f64| with_holes(sphere(4, 1.0), part);
    let ball = enclosed(&sphere(4, 1.0));
    for part in [0.1, 0.2] {
        let (found, report) = repaired(&missing(part));
        let volume = enclosed_volume(&found, &Progress::NONE).unwrap();
        assert!(
            (volume / ball - 1.0).abs() < RIGHT,
            "{part}: {volume} of {ball}\n{report}"
        );
    }
    assert_sheets("a third", &missing(1.0 / 3.0));
}

#[test]
fn sheets_stay_sheets() {
    let wavy = |mut sheet: SurfaceMesh| {
        for p in &mut sheet.positions {
            p[2] = 0.1 * (9.0 * p[0]).sin() * (7.0 * p[1]).cos();
        }
        sheet
    };
    let cloth = || grid([20, 20], 0.05);
    let over = |height: f32| moved(cloth(), [0.0, 0.0, height], 1.0);
    let bowl = || zone(40, [0.0, PI / 2.0]);
    for (name, sheet) in [
        ("cloth", cloth()),
        ("waves", wavy(cloth())),
        ("bowl", bowl()),
        ("tube", tube(40, 13, 0.15)),
        ("Möbius strip", mobius(40)),
        ("bowl twice", both(bowl(), moved(bowl(), [0.0; 3], 1.001))),
        (
            "tube twice",
            both(
                tube(40, 13, 0.15),
                moved(tube(40, 13, 0.15), [0.0; 3], 1.001),
            ),
        ),
    ] {
        assert_sheets(name, &sheet);
        assert_sheets(
            &format!("{name} of loose triangles"),
            &cracked(&sheet, 0.02),
        );
    }
    // A scroll of two and a half turns, 0.03 apart and 8 long: it winds around its middle more than once.
    let carpet = |mut sheet: SurfaceMesh| {
        for p in &mut sheet.positions {
            let (radius, angle) = (1.0 + 0.075 * p[0], 5.0 * PI * p[0]);
            *p = [radius * angle.cos(), radius * angle.sin(), 8.0 * p[1]];
        }
        sheet
    };
    assert_sheets("rolled carpet", &carpet(grid([100, 100], 0.01)));
    for height in [0.001, 0.01, 0.05, 0.1, 0.2, 0.5] {
        for upper in [over(height), inside_out(over(height))] {
            let two = both(cloth(), upper);
            assert_sheets(&format!("two sheets {height} apart"), &two);
            assert_sheets(
                &format!("two loose sheets {height} apart"),
                &cracked(&two, 0.02),
            );
        }
    }
}

/// Rows of long triangles behind the mouth, nearer than a crack's width, are not the other side of a crack.
#[test]
fn a_flat_sack_of_long_triangles_is_a_shell() {
    let mut sack = box_surface([40, 4, 1], [1.0, 1.0, 0.05]);
    let positions = sack.positions.clone();
    sack.triangles
        .retain(|t| !t.iter().all(|v| positions[*v as usize][0] == 1.0));
    assert_sheets("sack", &sack);
}

/// The sack of `rule_tests.rs` from loose triangles: a shell in one piece is a shell in many.
#[test]
fn a_flat_sack_of_loose_triangles_is_a_shell_and_a_thick_one_a_solid() {
    for (height, is_solid) in [(0.05, false), (0.15, true)] {
        let mut sack = box_surface([20, 20, 2], [1.0, 1.0, height]);
        let positions = sack.positions.clone();
        sack.triangles
            .retain(|t| !t.iter().all(|v| positions[*v as usize][0] == 1.0));
        let (found, report) = repaired(&cracked(&sack, 0.02));
        assert_eq!(
            found.assemblies.len(),
            usize::from(is_solid),
            "{height}: {report}"
        );
    }
}

#[test]
fn balls_apart_are_assemblies_of_their_own_and_a_sheet_is_none() {
    let ball = || cracked(&sphere(3, 1.0), 0.02);
    let cloth = moved(grid([10, 10], 0.4), [-2.0, -2.0, 1.01], 1.0);
    let given = together(&[ball(), moved(ball(), [3.0, 0.0, 0.0], 1.0), cloth]);
    let (found, report) = repaired(&given);
    let sizes: Vec<_> = found.assemblies.iter().map(|own| own.parts.len()).collect();
    assert_eq!(
        (sizes, report.shells.count),
        (vec![512, 512], 1),
        "{report}"
    );
    let said = report.sentences();
    let expected =
        "1,024 open parts enclose 2 volumes together, except for cracks and holes (first part 0).";
    assert!(said.iter().any(|s| s == expected), "{said:?}");
    assert_eq!(found.sheets().triangles.len(), 200);
}

#[test]
fn who_names_a_kind_gets_it() {
    for kind in [Kind::Solid, Kind::Shell] {
        let given = faces([2, 3, 4, 2, 3, 4], 0.0);
        let (found, report) = repair(&given, &RepairOptions { kind: Some(kind) }).unwrap();
        check_invariants(&given, &found);
        assert!(found.assemblies.is_empty() && report.assembled.count == 0);
        assert!(found.parts.iter().all(|part| part.kind == kind));
    }
}

#[test]
fn putting_parts_together_is_told_and_can_be_stopped() {
    let given = cracked(&sphere(5, 1.0), 0.02);
    let calls = |most: usize| {
        let told = RefCell::new(Vec::new());
        let tell = |done: f32| {
            told.borrow_mut().push(done);
            told.borrow().len() < most
        };
        let made = repair_with_progress(&given, &RepairOptions::default(), &Progress::new(&tell));
        (
            told.into_inner(),
            made.map(|(found, _)| found.assemblies.len()),
        )
    };
    let (told, made) = calls(usize::MAX);
    assert_eq!(made.ok(), Some(1));
    assert!(
        told.is_sorted() && told.iter().filter(|done| **done > 0.9).count() > 5,
        "{told:?}"
    );
    for stop in 1..=told.len() {
        let (some, made) = calls(stop);
        assert_eq!(
            (some.len(), made.map_err(|e| e.status)),
            (stop, Err(Status::Cancelled))
        );
    }
}

/// An open surface encloses about what it would if it were closed. Along a tube lines meet nothing.
#[test]
fn an_open_tube_encloses_what_it_would_if_it_were_shut() {
    let section = 12.0 * f64::from((2.0 * PI / 24.0).sin());
    for long in [5.0, 8.0] {
        for by in [0.002, 0.01] {
            let given = cracked(&tube(24, 24, long / 24.0), by);
            let volume = section * f64::from(long);
            assert_together("tube", &given, volume, RIGHT);
            let askew = turned(given, Quat::from_rotation_x(0.6));
            assert_together("tube askew", &askew, volume, RIGHT);
        }
    }
}

/// A closed part in, through, or in a corner of an open one counts once.
#[test]
fn a_closed_part_beside_an_open_one_changes_nothing_of_it() {
    let ball = enclosed(&sphere(4, 1.0));
    let small = enclosed(&sphere(4, 0.5));
    for (name, at, adds) in [
        ("inside", [0.3, 0.1, 0.2], 0.0),
        // Balls of radii 1 and 1/2, 1 apart, share π 13/192.
        ("half outside", [1.0, 0.0, 0.0], 1.0 - 13.0 / 32.0),
        ("in the corner of its box", [0.9, 0.9, 0.9], 1.0),
    ] {
        let given = both(
            cracked(&sphere(4, 1.0), 0.02),
            moved(sphere(4, 0.5), at, 1.0),
        );
        for given in [given.clone(), turned(given, Quat::from_rotation_z(0.7))] {
            let (found, report) = repaired(&given);
            assert_eq!(
                (found.assemblies.len(), report.shells.count),
                (1, 0),
                "{name}"
            );
            let volume = enclosed_volume(&found, &Progress::NONE).unwrap();
            let expected = ball + adds * small;
            assert!(
                (volume / expected - 1.0).abs() < RIGHT,
                "{name}: {volume} of {expected}"
            );
        }
    }
}

/// The surface of a box from `low` to `high` with ten cells along each axis.
fn cuboid(low: [f32; 3], high: [f32; 3]) -> SurfaceMesh {
    let size = std::array::from_fn(|a| high[a] - low[a]);
    moved(box_surface([10; 3], size), low, 1.0)
}

/// Intersecting unit cubes of loose triangles. Flipping to agree across the cracks would lose what both share.
#[test]
fn loose_triangles_through_each_other_bound_the_union() {
    let cube = || cuboid([0.0; 3], [1.0; 3]);
    for [x, y, z] in [[0.5, 0.3, 0.2], [0.53, 0.31, 0.23], [0.9, 0.05, 0.03]] {
        let given = both(cube(), moved(cube(), [x, y, z], 1.0));
        let shared = f64::from((1.0 - x) * (1.0 - y) * (1.0 - z));
        for given in [given.clone(), inside_out(given)] {
            let (found, report) = repaired(&cracked(&given, 0.02));
            let own = enclosed_volume(&found, &Progress::NONE).unwrap();
            assert!((own / (2.0 - shared) - 1.0).abs() < RIGHT, "{x}: {own}");
            assert_eq!(
                (report.shells.count, report.cavities.count),
                (0, 0),
                "{report}"
            );
        }
    }
}

/// If they share more than a quarter of their area they enclose nothing, and neither does the rest without that.
#[test]
fn loose_triangles_deep_in_each_other_are_sheets() {
    let cube = || cuboid([0.0; 3], [1.0; 3]);
    let given = both(cube(), moved(cube(), [0.2; 3], 1.0));
    assert_sheets("two cubes", &cracked(&given, 0.02));
}

/// A surface given inward is a cavity of the one around it, whether closed or of loose triangles.
#[test]
fn open_parts_have_cavities_and_are_cavities() {
    let (around, hole) = (cuboid([0.0; 3], [1.0; 3]), cuboid([0.1; 3], [0.9; 3]));
    let core = cuboid([0.3; 3], [0.7; 3]);
    let loose = |of: &SurfaceMesh| cracked(of, 0.02);
    let (closed, open) = (&around, &loose(&around));
    let [closed_hole, open_hole] = [hole.clone(), loose(&hole)].map(inside_out);
    let with = |a: &SurfaceMesh, b: &SurfaceMesh| both(a.clone(), b.clone());
    let wall = 1.0 - 0.512;
    let cases = [
        ("closed", with(closed, &closed_hole), wall, [1, 0]),
        ("loose in closed", with(closed, &open_hole), wall, [1, 0]),
        ("closed in loose", with(open, &closed_hole), wall, [1, 0]),
        ("loose in loose", with(open, &open_hole), wall, [1, 0]),
        (
            "all inside out",
            inside_out(with(open, &open_hole)),
            wall,
            [1, 1],
        ),
        ("a body in a body", with(open, &loose(&hole)), 1.0, [0, 0]),
        ("inside out", inside_out(open.clone()), 1.0, [0, 1]),
        (
            "with a core",
            both(with(open, &open_hole), loose(&core)),
            wall + 0.064,
            [1, 0],
        ),
    ];
    for (name, given, volume, [cavities, turned]) in cases {
        let (found, report) = repaired(&given);
        let own = enclosed_volume(&found, &Progress::NONE).unwrap();
        assert!(
            (own / volume - 1.0).abs() < RIGHT,
            "{name}: {own} of {volume}"
        );
        let said = (
            report.cavities.count,
            report.inside_out.count,
            report.shells.count,
        );
        assert_eq!(said, (cavities, turned, 0), "{name}: {report}");
    }
}

/// Loose triangles that face no particular way are solid, even if most of their area faces inward.
#[test]
fn loose_triangles_in_any_direction_are_no_cavity() {
    let mut within = inside_out(cracked(&cuboid([0.1; 3], [0.9; 3]), 0.02));
    let turned = within.triangles.iter_mut().enumerate();
    let turned = turned.filter(|(t, _)| t * t % 7 == 2);
    turned.for_each(|(_, t)| t.swap(1, 2));
    let around = cuboid([0.0; 3], [1.0; 3]);
    for around in [around.clone(), inside_out(around)] {
        faces_no_way(&both(around, within.clone()));
    }
}

fn faces_no_way(given: &SurfaceMesh) {
    let (found, report) = repaired(given);
    let own = enclosed_volume(&found, &Progress::NONE).unwrap();
    assert_eq!(
        (found.assemblies.len(), report.cavities.count),
        (1, 0),
        "{report}"
    );
    assert!((own - 1.0).abs() < RIGHT, "{own}");
}
