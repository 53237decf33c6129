//! The cook of surfaces (repair, tetrahedraliser, shells, binding) against hopeless ones.

use super::mutate::{Random, cases_of_this_run, minutes};
use super::surfaces::{Hopeless, hopeless};
use super::watch::watched;
use glam::{DVec3, Vec3};
use pliant::asset::check::{ZERO_VOLUME_RATIO, corners, volume6};
use pliant::asset::cook::cook;
use pliant::asset::from_surface::{Filled, Mode, SurfaceOptions, SurfaceReport, fill_surface};
use pliant::asset::incidence::FACES;
use pliant::asset::read::surface_parser;
use pliant::asset::shell::{ShellAsset, cook_shell};
use pliant::asset::tetrahedralise::Progress;
use pliant::asset::{Asset, CookOptions, SurfaceMesh, TetMesh};
use pliant::error::{Error, Result, Status};
use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

/// Memory that the cook of a surface may hold at once: for each triangle, for each tet wanted, for each lattice point
/// that the surface's box can have (bits), and whatever is asked [byte].
const EACH_TRIANGLE: usize = 4_000;
const EACH_TET: usize = 2_000;
const ANY_SURFACE: usize = 160 << 20;

/// What came of the cases so far.
#[derive(Default)]
struct Counts {
    results: BTreeMap<String, usize>,
    slowest: Duration,
    slowest_case: u64,
    most_held: [(usize, u64); 2],
}

/// Everything that a caller gets of a surface.
struct Cooked {
    report: SurfaceReport,
    filled: Filled,
    body: Option<Asset>,
}

fn cook_all(mesh: &SurfaceMesh, options: &SurfaceOptions) -> Result<Cooked> {
    let (filled, report) = fill_surface(mesh, options, &Progress::NONE)?;
    let body = match &filled {
        Filled::Tets(tets) => Some(cook(tets, &CookOptions::default())?.0),
        Filled::Sheets(sheets) => {
            let drop_unreferenced = true;
            let shell = cook_shell(sheets, &CookOptions { drop_unreferenced })?.0;
            assert_eq!(
                ShellAsset::from_bytes(&shell.to_bytes()).map(|_| ()),
                Ok(())
            );
            None
        }
    };
    Ok(Cooked {
        report,
        filled,
        body,
    })
}

/// Fineness as callers ask for it, and as they should not.
fn options(random: &mut Random, mesh: &SurfaceMesh) -> SurfaceOptions<'static> {
    let points = || {
        mesh.positions
            .iter()
            .map(|p| Vec3::from_array(*p).as_dvec3())
    };
    let low = points().fold(DVec3::INFINITY, DVec3::min);
    let high = points().fold(DVec3::NEG_INFINITY, DVec3::max);
    let spacing = match random.below(40) {
        0 => low.distance(high) / (1 + random.below(30)) as f64,
        1 => low.distance(high) * [1e-2, 1e-4, 1e-6, 1e3][random.below(4)],
        2 => [1e-300, 1e-9, 1.0, 1e30, f64::NAN, -1.0][random.below(6)],
        _ => 0.0,
    };
    SurfaceOptions {
        mode: [
            Mode::Cage,
            Mode::Cage,
            Mode::Conforming,
            Mode::Conforming,
            Mode::Shell,
        ][random.below(5)],
        elements: [1, 10, 100, 300, 1000, 3000][random.below(6)],
        spacing,
        threads: 1, // the memory of one thread is counted
        ..Default::default()
    }
}

/// Whether a surface of this sort may be refused with this error.
fn is_known(
    error: &Error,
    mesh: &SurfaceMesh,
    options: &SurfaceOptions,
    [must_be_refused, is_placed_well]: [bool; 2],
) -> bool {
    let is_for_a_reason = match error.status {
        Status::MeshEmpty => mesh.triangles.is_empty(),
        Status::MeshIndex => must_be_refused,
        Status::MeshNotFinite => must_be_refused || !is_placed_well,
        Status::MeshZeroVolume => {
            !is_placed_well || error.message.contains("of the surface has an area")
        }
        Status::Capacity => options.spacing != 0.0,
        Status::InvalidArgument => error.message.contains("spacing"),
        _ => false,
    };
    is_for_a_reason && error.message.len() < 600
}

/// Cooks the `case`th surface and checks what came of it.
fn try_one(shapes: &[SurfaceMesh], case: u64, counts: &mut Counts) {
    let mut random = Random::new(case);
    let Hopeless {
        mesh,
        must_be_refused,
        is_placed_well,
    } = hopeless(shapes, &mut random);
    let options = options(&mut random, &mesh);
    let place = format!(
        "case {case}: {} triangles, {:?}, {} elements, spacing {:e}",
        mesh.triangles.len(),
        options.mode,
        options.elements,
        options.spacing
    );
    let (result, held, took) = watched(&place, || cook_all(&mesh, &options));
    let most = ANY_SURFACE + EACH_TRIANGLE * mesh.triangles.len() + EACH_TET * options.elements;
    assert!(held <= most, "{place}: {held} bytes held, {most} allowed");
    if took > counts.slowest {
        (counts.slowest, counts.slowest_case) = (took, case);
    }
    let at = usize::from(options.spacing != 0.0);
    counts.most_held[at] = counts.most_held[at].max((held, case));
    let said = match result {
        Ok(cooked) => {
            assert!(!must_be_refused, "{place}: taken");
            let word = format!("{:?}", options.mode);
            word + if assert_sound(&cooked, &place) {
                " body"
            } else {
                " shell"
            }
        }
        Err(error) => {
            let is_known = is_known(&error, &mesh, &options, [must_be_refused, is_placed_well]);
            assert!(is_known, "{place}: {error}");
            format!(
                "{:?}: {}",
                error.status,
                error
                    .message
                    .chars()
                    .filter(|c| !c.is_ascii_digit())
                    .take(60)
                    .collect::<String>()
            )
        }
    };
    *counts.results.entry(said).or_default() += 1;
}

/// Asserts what holds of every mesh that comes out; true for a body of tets.
fn assert_sound(cooked: &Cooked, place: &str) -> bool {
    let (Filled::Tets(mesh), Some(asset)) = (&cooked.filled, &cooked.body) else {
        return false;
    };
    for tet in &mesh.tets {
        let (det, ratio) = volume6(corners(&mesh.positions, *tet));
        assert!(
            det > 0.0 && ratio > ZERO_VOLUME_RATIO,
            "{place}: {tet:?} has {det}"
        );
    }
    let report = cooked.report.tets.as_ref().expect("a report of tets");
    // The bound of stuffing, of which the cells of a cage (54.7 to 90 degrees at rest) keep clear.
    assert!(
        report.dihedral[0] > 9.0 && report.dihedral[1] < 165.0,
        "{place}: {:?}",
        report.dihedral
    );
    assert_closed(mesh, report.cage.pinched, place);
    assert_eq!(
        Asset::from_bytes(&asset.to_bytes()).as_ref(),
        Ok(asset),
        "{place}"
    );
    true
}

/// Each face belongs to one tet or to two, that lie on both of its sides; of the boundary each edge has two triangles, unless the report
/// names places where it touches itself.
fn assert_closed(mesh: &TetMesh, pinched: usize, place: &str) {
    let mut faces: HashMap<[u32; 3], [usize; 2]> = HashMap::new();
    for tet in &mesh.tets {
        for face in FACES.map(|face| face.map(|c| tet[c])) {
            let mut sorted = face;
            sorted.sort_unstable();
            let turns = [0, 1, 2]
                .into_iter()
                .position(|i| face[i] == sorted[0])
                .expect("a corner");
            let is_even = face[(turns + 1) % 3] == sorted[1];
            faces.entry(sorted).or_default()[usize::from(is_even)] += 1;
        }
    }
    assert!(
        faces.values().all(|sides| sides.iter().all(|n| *n <= 1)),
        "{place}: tets overlap at a face"
    );
    let mut edges: HashMap<[u32; 2], usize> = HashMap::new();
    for ([a, b, c], _) in faces.iter().filter(|(_, sides)| sides[0] != sides[1]) {
        for edge in [[*a, *b], [*b, *c], [*a, *c]] {
            *edges.entry(edge).or_default() += 1;
        }
    }
    assert!(
        pinched > 0 || edges.values().all(|n| *n == 2),
        "{place}: an edge of the boundary has not two triangles"
    );
}

#[test]
fn hopeless_surfaces_are_cooked_or_refused() {
    let mut counts = Counts::default();
    for case in 0..400 {
        try_one(&[], case, &mut counts);
    }
    println!("{:#?}", counts.results);
}

/// Small surfaces of the test data, about 1 large.
fn real() -> Vec<SurfaceMesh> {
    let Some(folder) = std::env::var_os("PLIANT_TEST_DATA") else {
        eprintln!("SKIPPED: set PLIANT_TEST_DATA to the folder of test meshes to damage those too");
        return Vec::new();
    };
    let folder = std::path::PathBuf::from(folder).join("surfaces/nasty");
    let entries = std::fs::read_dir(folder).expect("a folder of surfaces");
    let mut paths: Vec<_> = entries.map(|e| e.expect("an entry").path()).collect();
    paths.sort();
    let read = |path: &std::path::PathBuf| {
        let parse = surface_parser(&path.extension()?.to_ascii_lowercase().to_string_lossy())?;
        let mesh = parse(&std::fs::read(path).ok()?, "", path.parent()).ok()?;
        (mesh.triangles.len() < 2000).then_some(mesh)
    };
    let mut shapes: Vec<SurfaceMesh> = paths.iter().filter_map(read).collect();
    for shape in &mut shapes {
        let points = || shape.positions.iter().map(|p| Vec3::from_array(*p));
        let (low, high) = points().fold((Vec3::MAX, Vec3::MIN), |(l, h), p| (l.min(p), h.max(p)));
        let unit =
            |p: &mut [f32; 3]| *p = ((Vec3::from_array(*p) - low) / low.distance(high)).to_array();
        shape.positions.iter_mut().for_each(unit);
    }
    shapes
}

/// Started by `cargo xtask fuzz`: other surfaces than above until the time is up.
#[test]
#[ignore = "takes PLIANT_FUZZ_MINUTES, 10 unless set"]
fn hopeless_surfaces_for_minutes() {
    let shapes = real();
    let mut counts = Counts::default();
    for case in cases_of_this_run(minutes()) {
        try_one(&shapes, case, &mut counts);
    }
    let cases: usize = counts.results.values().sum();
    println!("{cases} surfaces: {:#?}", counts.results);
    println!(
        "slowest {:?} (case {}), most memory {:?}",
        counts.slowest, counts.slowest_case, counts.most_held
    );
}
