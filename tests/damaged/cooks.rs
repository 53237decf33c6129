//! The cook of surfaces (repair, tetrahedraliser, shells, binding) on hopeless surfaces.

use super::mutate::{Random, cases_of_this_run, is_long, minutes};
use super::pace::is_within;
use super::room::allowed;
use super::sound::{assert_angles, assert_bound, assert_closed};
use super::surfaces::{Hopeless, bounds, hopeless};
use super::watch::{
    HANGS, HANGS_AT_DEFAULT, HANGS_IF_SPACED, SLOWEST, SLOWEST_AT_DEFAULT, SLOWEST_IF_SPACED,
    watched,
};
use glam::Vec3;
use pliant::asset::cook::cook;
use pliant::asset::from_surface::{Filled, Mode, SurfaceOptions, SurfaceReport, fill_surface};
use pliant::asset::progress::Progress;
use pliant::asset::read::surface_parser;
use pliant::asset::shell::cook_shell;
use pliant::asset::skin::bind_skin;
use pliant::asset::{Asset, CookOptions, SkinAsset, SurfaceMesh};
use pliant::error::{Error, Result, Status};
use std::collections::BTreeMap;
use std::io::Write;
use std::time::Duration;

/// Processor time that each tet may take, beyond the limit of any case, with little optimisation. Smooth bodies take 14
/// µs, heaps of triangles 39 to 47 µs in all (cases 30121006337107358 and 30121145520883371 without the test data, on
/// an overloaded machine).
const EACH_TET: Duration = Duration::from_micros(40);

/// One case in so many has the default fineness, which takes longer.
const DEFAULT_EACH: u64 = 32;

/// Results of all cases so far.
#[derive(Default)]
struct Counts {
    results: BTreeMap<String, usize>,
    slowest: Duration,
    slowest_case: u64,
    /// Peak memory without and with a given spacing [byte], and the case.
    most_held: [(usize, u64); 2],
    /// Largest fraction of the allowed memory [1], and the case.
    largest_share: (f64, u64),
}

impl Counts {
    fn take(&mut self, case: u64, took: Duration, [held, most]: [usize; 2], is_spaced: bool) {
        if took > self.slowest {
            (self.slowest, self.slowest_case) = (took, case);
        }
        let most_held = &mut self.most_held[usize::from(is_spaced)];
        *most_held = (*most_held).max((held, case));
        let share = held as f64 / most as f64;
        if share > self.largest_share.0 {
            self.largest_share = (share, case);
        }
    }
}

/// Everything that a caller gets for a surface.
struct Cooked {
    report: SurfaceReport,
    filled: Filled,
    body: Option<Asset>,
    /// The original surface, bound to the body.
    skin: Option<Result<SkinAsset>>,
}

impl Cooked {
    fn tet_count(&self) -> usize {
        self.body.as_ref().map_or(0, |body| body.tets.len())
    }
}

fn cook_all(mesh: &SurfaceMesh, options: &SurfaceOptions) -> Result<Cooked> {
    let (filled, report) = fill_surface(mesh, options, &Progress::NONE)?;
    let body = match &filled {
        Filled::Tets(tets) => Some(cook(tets, &CookOptions::default())?.0),
        Filled::Sheets(sheets) => {
            let drop_unreferenced = true;
            let shell = cook_shell(sheets, &CookOptions { drop_unreferenced })?.0;
            assert_eq!(Asset::from_bytes(&shell.to_bytes()).map(|_| ()), Ok(()));
            None
        }
    };
    let skin = body.as_ref().map(|body| bind_skin(body, mesh));
    Ok(Cooked {
        report,
        filled,
        body,
        skin,
    })
}

/// Valid and invalid options of fineness.
fn options(random: &mut Random, mesh: &SurfaceMesh) -> SurfaceOptions<'static> {
    let [low, high] = bounds(mesh);
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

/// The time limit of a case without its tets, and the time that counts as a hang.
fn limits(options: &SurfaceOptions) -> [Duration; 2] {
    match (options.spacing != 0.0, options.elements) {
        (true, _) => [SLOWEST_IF_SPACED, HANGS_IF_SPACED],
        (false, 0) => [SLOWEST_AT_DEFAULT, HANGS_AT_DEFAULT],
        (false, _) => [SLOWEST, HANGS],
    }
}

/// Whether such a surface may be refused with this error.
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
            // Tets of a given size can be too small for their distance from the origin.
            let is_named = options.spacing != 0.0 && error.message.contains("32 bits");
            !is_placed_well || is_named || error.message.contains("of the surface has an area")
        }
        Status::Capacity => options.spacing != 0.0,
        Status::InvalidArgument => error.message.contains("spacing"),
        _ => false,
    };
    is_for_a_reason && error.message.len() < 600
}

/// Cooks the surface of this case and checks the result.
fn try_one(shapes: &[SurfaceMesh], case: u64, counts: &mut Counts) {
    let mut random = Random::new(case);
    let Hopeless {
        mesh,
        must_be_refused,
        is_placed_well,
    } = hopeless(shapes, &mut random);
    let mut options = options(&mut random, &mesh);
    if case % DEFAULT_EACH == DEFAULT_EACH - 1 {
        options.elements = 0;
    }
    let place = format!(
        "case {case}: {} triangles, {:?}, {} elements, spacing {:e}",
        mesh.triangles.len(),
        options.mode,
        options.elements,
        options.spacing
    );
    let [slowest, hangs] = limits(&options);
    let (result, held, took) = watched(&place, hangs, || cook_all(&mesh, &options));
    let place = match &result {
        Ok(_) => place,
        Err(error) => format!("{place}, {:?}: {}", error.status, error.message),
    };
    let made = result.as_ref().map_or(0, Cooked::tet_count);
    let slowest = slowest + EACH_TET * made as u32;
    assert!(
        is_within(took, slowest),
        "{place}: {took:?}, {slowest:?} allowed"
    );
    let most = allowed(&mesh, &options, made);
    assert!(held <= most, "{place}: {held} bytes held, {most} allowed");
    counts.take(case, took, [held, most], options.spacing != 0.0);
    let said = match result {
        Ok(cooked) => {
            assert!(!must_be_refused, "{place}: taken");
            let word = format!("{:?}", options.mode);
            word + if assert_sound(&cooked, &mesh, is_placed_well, &place) {
                " body"
            } else {
                " shell"
            }
        }
        Err(error) => {
            let is_known = is_known(&error, &mesh, &options, [must_be_refused, is_placed_well]);
            assert!(is_known, "{place}");
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

/// Asserts the properties of every mesh; true for a body of tets.
fn assert_sound(cooked: &Cooked, surface: &SurfaceMesh, is_placed_well: bool, place: &str) -> bool {
    let (Filled::Tets(mesh), Some(asset)) = (&cooked.filled, &cooked.body) else {
        return false;
    };
    let report = cooked.report.tets.as_ref().expect("a report of tets");
    assert_angles(mesh, place);
    assert_closed(mesh, report.cage.pinched, place);
    assert_eq!(
        Asset::from_bytes(&asset.to_bytes()).as_ref(),
        Ok(asset),
        "{place}"
    );
    match &cooked.skin {
        Some(Ok(skin)) => assert_bound(asset, skin, surface, place),
        Some(Err(error)) => assert!(
            !is_placed_well && error.status == Status::MeshNotFinite,
            "{place}: bound: {error}"
        ),
        None => {}
    }
    true
}

#[test]
fn hopeless_surfaces_are_cooked_or_refused() {
    let mut counts = Counts::default();
    for case in 0..if is_long() { 400 } else { 100 } {
        try_one(&[], case, &mut counts);
    }
    println!("{:#?}", counts.results);
}

/// Small surfaces of the test data, scaled to a diagonal of 1.
fn real() -> Vec<SurfaceMesh> {
    let Some(folder) = std::env::var_os("PLIANT_TEST_DATA") else {
        let _ = writeln!(
            std::io::stdout(),
            "SKIPPED: set PLIANT_TEST_DATA to the folder of test meshes to damage those too"
        );
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
        // Shapes that are added to it have no attributes.
        (shape.normals, shape.uvs, shape.tangents) = Default::default();
    }
    shapes
}

/// Cases that once failed, with the surfaces of the test data: overlapping tets, too much memory or too much time.
/// Among them are plates and solids close to the resolution of f32, lattices and meshes that are too large, and tangles
/// of triangles.
const FOUND: [u64; 13] = [
    30_120_860_190_769_204,
    30_120_876_515_002_379,
    30_121_006_337_105_723,
    30_121_145_537_662_907,
    30_121_186_255_967_371,
    30_121_218_417_886_469,
    30_121_629_929_444_653,
    30_121_806_308_318_969,
    30_122_008_188_588_595,
    30_122_036_072_288_912,
    30_122_286_942_002_036,
    30_122_566_802_741_166,
    30_122_694_024_379_439,
];
/// The same without the test data: a solid close to the resolution of f32, 50,000 glued cells, needles, and sheets
/// thinner than the cells.
const FOUND_WITHOUT_DATA: [u64; 4] = [
    30_121_102_336_335_196,
    30_121_145_520_883_371,
    30_121_186_239_197_835,
    30_121_629_929_455_008,
];

#[test]
fn surfaces_that_broke_it_once_are_cooked() {
    let shapes = real();
    let mut counts = Counts::default();
    let every = if is_long() { 1 } else { 3 };
    for case in FOUND.into_iter().step_by(every) {
        try_one(&shapes, case, &mut counts);
    }
    for case in FOUND_WITHOUT_DATA.into_iter().step_by(every) {
        try_one(&[], case, &mut counts);
    }
}

/// Started by `cargo xtask fuzz`: new surfaces until the time is over.
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
        "slowest {:?} (case {}), most memory {:?}, of what is allowed {:.2?}",
        counts.slowest, counts.slowest_case, counts.most_held, counts.largest_share
    );
}
