//! Finds the spacing of a lattice for a wanted number of tets.

use super::bits::{Bits, Grid};
use super::dilate::Dilated;
use super::enclosed::ERROR;
use super::field::{self, Work, part};
use super::fragments::Fragments;
use super::input::{Input, InputBody, of_body};
use super::options::Options;
use super::room::CAGE_TETS;
use super::stencil::WIDTH;
use super::stuffing::Stuffing;
use glam::DVec3;
use pliant_geometry::error::{Error, Result, Status, memory_for, number};
use pliant_geometry::{MAX_TETS, MAX_VERTICES};

const STUFFING_TETS: f64 = 12.0;
/// The most tets for each vertex: 24 meet at one, and each has four.
const TETS_A_VERTEX: f64 = 6.0;
/// The most memory for a tet during meshing and cooking, measured [byte].
const CAGE_BYTES: f64 = 250.0;
const STUFFING_BYTES: f64 = 300.0;
/// The least ratio of a cell's sides. It keeps angles above 35°.
const FLATTEST: f64 = 0.5;
/// The most cells of a cage's lattice: 2^31 fine points, which have 32-bit numbers.
pub const MAX_CELLS: usize = 1 << 25;
/// The factor by which a lattice with too many cells is made coarser.
const COARSER: f64 = 1.1;
/// A box may always have this many cells.
const FEW_CELLS: f64 = (1 << 21) as f64;
/// Tets along a surface for each area of a cell's side.
const LAYER_TETS: f64 = 15.0;
/// A lattice has at least this share of `expected` tets if it resolves the body; on 60 surfaces 0.7.
const FEWEST: f64 = 0.5;
/// Least and largest exponent between spacing and number of tets.
const POWERS: [f64; 2] = [1.5, 4.0];
/// Rounds of the search, and the error at which it stops.
const ROUNDS: i32 = 10;
const NEAR: f64 = 0.03;

/// The largest distance of neighbouring 32-bit positions, relative to their distance from the origin.
const APART: f64 = f32::EPSILON as f64;
/// Such distances in the shortest side of a cell. Its tets, with three edges split (`manifold.rs`), are 1/√12 of it
/// wide, and rounding takes at most √3 distances, so 6 would leave nothing.
const CELL_APART: f64 = 8.0 / FLATTEST;
/// If this many cells fit between neighbouring positions, one surely becomes flat [cage, body-centred lattice].
const CELLS_APART: [f64; 2] = [2.0, 4.0];
/// The least size of cells chosen for a small body [length unit]: volumes of its tets are normal floats.
const SMALLEST: f64 = 1e-12;
/// Such distances in the spacing of the body-centred lattice. Rounding moves a corner by at most √3/2 of one, and half of
/// a tet's width is left.
const STUFFING_APART: f64 = 2.0 * 1.733 / WIDTH;
/// A body with fewer lattice cells along it becomes a cage if 32 bits require larger tets: its cells may be smaller.
const FEW_ALONG: f64 = 8.0;

/// The spacing of a body's cage: the wanted one, or one that 32-bit positions can hold there. A given spacing is kept.
pub fn held_cage_spacing(body: &InputBody, wanted: f64, options: &Options) -> f64 {
    match options.spacing == 0.0 {
        true => wanted.max(least_cell(body)),
        false => wanted,
    }
}

/// The smallest cells that 32-bit positions can hold at the body.
fn least_cell(body: &InputBody) -> f64 {
    CELL_APART * APART * reach(body.bounds)
}

/// The same for the body-centred lattice; `None` if the body would have too few cells.
pub fn held_stuffing_spacing(body: &InputBody, wanted: f64, options: &Options) -> Option<f64> {
    let reach = reach(body.bounds);
    let least = STUFFING_APART * APART * reach;
    let is_wanted = options.spacing != 0.0 || is_held(reach, wanted);
    match is_wanted {
        true => Some(wanted),
        false => (FEW_ALONG * least <= body.length()).then_some(least),
    }
}

/// Whether 32-bit positions at this distance from the origin can hold the tets of a body-centred lattice.
pub fn is_held(reach: f64, spacing: f64) -> bool {
    STUFFING_APART * APART * reach <= spacing
}

fn reach(bounds: [DVec3; 2]) -> f64 {
    let [low, high] = bounds.map(DVec3::abs);
    low.max(high).max_element()
}

pub fn too_far(reach: f64, spacing: f64) -> Error {
    let (reach, edge) = (number(reach as f32), number(spacing as f32));
    let message = format!(
        "the surface lies up to {reach} from the origin, where 32-bit positions cannot hold tets with edges of {edge}; \
         move it to the origin or ask for a larger spacing"
    );
    Error::new(Status::MeshZeroVolume, message)
}

pub fn too_small(spacing: f64) -> Error {
    let edge = number(spacing as f32);
    let message = format!(
        "32-bit floats cannot hold the volume of tets with edges of {edge}; give the surface in a smaller unit of length"
    );
    Error::new(Status::MeshZeroVolume, message)
}

/// Refuses a given spacing early if 32 bits surely cannot hold the result: either the volumes of tets at the surface,
/// at most `share` of a cell, or the tets between two neighbouring positions, if this many `cells` fit there.
fn require_held(input: &Input, spacing: f64, share: f64, cells: f64) -> Result<()> {
    if spacing.powi(3) * share < f64::from(f32::MIN_POSITIVE) {
        return Err(too_small(spacing));
    }
    for body in &input.bodies {
        let [low, high] = body.bounds;
        let nearest = low.max(-high).max_element().max(0.0) as f32;
        if cells * spacing < f64::from(nearest) - f64::from(nearest.next_down()) {
            return Err(too_far(reach(body.bounds), spacing));
        }
    }
    Ok(())
}

/// The grid of cells around a body, and one more on each side. Whole cells fit into its box, at most 0.03 % longer than
/// the spacing, so the cage of an axis-aligned box is that box. A body shorter than the spacing gets one cell along its
/// longest side, if 32 bits allow it. In a box thinner than half a spacing cells are half as thick as long.
pub fn cage_grid(body: &InputBody, spacing: f64) -> Result<Grid> {
    let [low, high] = body.bounds;
    let spacing = spacing.min(body.length().max(least_cell(body)).max(SMALLEST));
    let grid = Grid::fitting(low, high, spacing, FLATTEST * spacing)?;
    let count: usize = grid.counts.iter().product();
    if count > MAX_CELLS {
        let message = format!(
            "the surface's box would hold {count} cells of a cage, but the limit is {MAX_CELLS}; ask for fewer tets or a larger \
             spacing"
        );
        return Err(Error::new(Status::Capacity, message));
    }
    Ok(grid)
}

/// The grid of the body-centred lattice around a body, enlarged by `reach` and shifted off flat sides.
pub fn stuffing_grid(body: &InputBody, middle: DVec3, spacing: f64, reach: f64) -> Result<Grid> {
    let shift = spacing * DVec3::new(0.137, 0.211, 0.0739);
    let [low, high] = [body.bounds[0] - reach, body.bounds[1] + reach];
    Grid::covering(low, high, middle + shift, spacing)
}

fn asked(options: &Options) -> String {
    match options.spacing {
        0.0 => format!("{} tets", options.elements),
        spacing => format!("cells of {}", number(spacing)),
    }
}

/// Fails early if the least number of tets and vertices exceeds a body's limits or the memory.
fn require_room(options: &Options, tets: f64, vertices: f64, bytes: f64) -> Result<()> {
    if tets > MAX_TETS as f64 || vertices > MAX_VERTICES as f64 {
        let asked = asked(options);
        return Err(Error::new(
            Status::Capacity,
            format!(
                "{asked} would make at least {tets:.0} tets and {vertices:.0} vertices, but a body has at most {MAX_TETS} and \
                 {MAX_VERTICES}; ask for fewer tets or larger cells"
            ),
        ));
    }
    memory_for("filling the surface with tets", (tets * bytes) as u64)
}

/// `cage_spacing`, or the given spacing if there is room for its cells.
pub fn cage_spacing_in_room(input: &Input, options: &Options, work: &Work) -> Result<f64> {
    let room = |cells| require_room(options, CAGE_TETS * cells, cells, CAGE_BYTES);
    if options.spacing == 0.0 {
        room(options.elements as f64 / CAGE_TETS)?;
        return Ok(cage_spacing(input, options.elements, work)?.min(largest_side(input)));
    }
    let spacing = options.spacing.min(largest_side(input));
    for body in &input.bodies {
        cage_grid(body, spacing)?;
    }
    room(fewest_cells(input, spacing))?;
    require_held(input, spacing, 1.0 / 6.0, CELLS_APART[0])?;
    touched_cells(input, spacing, work, &|cells| room(cells as f64))?;
    Ok(spacing)
}

/// `stuffing_spacing`, or the given spacing if there is room for its mesh.
pub fn stuffing_spacing_in_room(input: &Input, options: &Options, work: &Work) -> Result<f64> {
    let room = |tets| require_room(options, tets, tets / TETS_A_VERTEX, STUFFING_BYTES);
    if options.spacing == 0.0 {
        room(options.elements as f64)?;
        return Ok(stuffing_spacing(input, options.elements, work)?.min(largest_side(input)));
    }
    let spacing = options.spacing.min(largest_side(input));
    let tets = input.bodies.iter().map(|body| expected(body, spacing));
    room(FEWEST * tets.sum::<f64>())?;
    require_held(input, spacing, 1.0 / STUFFING_TETS, CELLS_APART[1])?;
    Ok(spacing)
}

fn fewest_cells(input: &Input, spacing: f64) -> f64 {
    (1.0 - ERROR) * input.volume() / spacing.powi(3)
}

/// The longest side of a body's box [length unit]. Larger cells would not give a coarser mesh.
pub fn largest_side(input: &Input) -> f64 {
    let sides = input.bodies.iter().map(InputBody::length);
    sides.fold(0.0, f64::max)
}

/// The least spacing, for bodies with hardly any volume: thin plates, needles, self-intersecting surfaces. A plate of
/// thickness w has V = A w / 2; a lattice of 12 V / a³ tets is finer than this unless a > 3 w, where it resolves
/// nothing. A needle of length L reaches into L / a cells. A lattice in a nearly empty box wastes memory.
fn thin_spacing(input: &Input, elements: f64) -> f64 {
    let area: f64 = input.bodies.iter().map(|body| body.area).sum();
    let length: f64 = input.bodies.iter().map(InputBody::length).sum();
    let boxes = input.bodies.iter();
    let boxes = boxes.map(|body| (body.bounds[1] - body.bounds[0]).element_product());
    let largest = boxes.fold(0.0, f64::max);
    let by_box = (largest / most_cells(elements)).cbrt();
    let by_length = CAGE_TETS * length / elements;
    (2.0 * area / elements).sqrt().max(by_length).max(by_box)
}

fn most_cells(tets: f64) -> f64 {
    FEW_CELLS.max(64.0 * tets)
}

/// Whether a body-centred lattice has few enough cells for these tets, and 32-bit positions can hold it.
pub fn is_worth(grid: &Grid, tets: f64) -> bool {
    let size = DVec3::from_array(grid.counts.map(|n| n as f64));
    let far = reach([grid.origin, grid.origin + size * grid.spacing]);
    size.element_product() <= most_cells(tets) && is_held(far, grid.spacing.x)
}

fn cage_spacing(input: &Input, elements: usize, work: &Work) -> Result<f64> {
    let volume = input.volume();
    // A cage is about a cell thicker than its body, so start with larger cells.
    let mut spacing = (CAGE_TETS * volume / elements as f64).cbrt() * 1.5;
    let most = largest_side(input);
    spacing = spacing.max(thin_spacing(input, elements as f64)).min(most);
    let mut best = (f64::INFINITY, spacing);
    for round in 0..ROUNDS {
        let finer = spacing;
        spacing = workable(input, spacing);
        let cells = touched_cells(input, spacing, &work.round(round), &|_| Ok(()))?;
        // A body in no cell still gets one; zero would make the next cells endlessly small.
        let ratio = CAGE_TETS * cells.max(1) as f64 / elements as f64;
        let miss = ratio.ln().abs();
        if miss < best.0 {
            best = (miss, spacing);
        }
        // A body in a nearly empty box can ask for more cells than a lattice may have.
        if miss < NEAR || (ratio < 1.0 && finer < spacing) {
            break;
        }
        // Between a surface's 1/h² and a volume's 1/h³ cells; smaller steps if the search oscillates.
        spacing *= ratio.powf(if round < 5 { 0.4 } else { 0.2 });
        spacing = spacing.min(most);
    }
    Ok(best.1)
}

/// The spacing, or the next larger one whose lattices are small enough. Cells as large as the body always are.
fn workable(input: &Input, mut spacing: f64) -> f64 {
    let most = largest_side(input);
    let is_workable = |spacing| {
        let mut bodies = input.bodies.iter();
        bodies.all(|body| cage_grid(body, spacing).is_ok())
    };
    while spacing < most && !is_workable(spacing) {
        spacing = (COARSER * spacing).min(most);
    }
    spacing
}

/// The number of cells that the bodies fill or pass. `room` is first asked with the cells that the surface passes.
fn touched_cells(
    input: &Input,
    spacing: f64,
    work: &Work,
    room: &dyn Fn(usize) -> Result<()>,
) -> Result<usize> {
    let mut count = 0;
    for (number, body) in input.bodies.iter().enumerate() {
        let work = of_body(input, number, work);
        let grid = cage_grid(body, spacing)?;
        let centres = Grid {
            origin: grid.origin + 0.5 * grid.spacing,
            ..grid
        };
        let mut cells = Bits::new(&centres);
        let progress = work.progress.part(0.0, 0.5);
        for cell in Fragments::new(&body.corners, &grid, &progress)?.cells {
            cells.insert(cell);
        }
        room(count + cells.count())?;
        field::inside(&body.solid, &centres, usize::MAX, &part(&work, 0.5, 1.0))?
            .for_each(|cell| cells.insert(cell));
        count += cells.count();
        room(count)?;
    }
    Ok(count)
}

/// The spacing of the body-centred lattice for a wanted number of tets. Meshes with an eighth and with half of them
/// tell the exponent: 3 for a lattice without coarser cells, 2 for a layer.
fn stuffing_spacing(input: &Input, elements: usize, work: &Work) -> Result<f64> {
    let volume = input.volume();
    let wanted = elements as f64;
    let spacing = (STUFFING_TETS * volume / (wanted / 8.0)).cbrt();
    let mut spacing = spacing.max(thin_spacing(input, wanted / 8.0));
    let mut power = 2.5;
    let mut before: Option<(f64, f64)> = None;
    for (trial, share) in [0.5, 1.0].into_iter().enumerate() {
        let (from, to) = [(0.0, 0.3), (0.3, 1.0)][trial];
        let found = stuffing_tets(input, spacing, &part(work, from, to))?;
        let expected = input.bodies.iter().map(|body| expected(body, spacing));
        let found = found.max(expected.sum::<f64>()).max(1.0);
        if let Some((coarser, fewer)) = before {
            let measured = (found / fewer).ln() / (coarser / spacing).ln();
            if measured.is_finite() {
                power = measured.clamp(POWERS[0], POWERS[1]);
            }
        }
        before = Some((spacing, found));
        spacing *= (found / (share * wanted))
            .powf(1.0 / power)
            .clamp(0.25, 4.0);
        spacing = spacing.max(thin_spacing(input, share * wanted));
    }
    Ok(spacing)
}

/// The least number of tets that a body should have: by volume if it is thin, else by area. The lattice may miss it.
pub fn expected(body: &InputBody, spacing: f64) -> f64 {
    let by_volume = STUFFING_TETS * body.volume / spacing.powi(3);
    let by_area = LAYER_TETS * body.area / (spacing * spacing);
    by_volume.min(by_area)
}

fn stuffing_tets(input: &Input, spacing: f64, work: &Work) -> Result<f64> {
    let mut found = 0;
    for (number, body) in input.bodies.iter().enumerate() {
        let grid = stuffing_grid(body, input.middle, spacing, 0.0)?;
        let work = of_body(input, number, work);
        let solid = Dilated::new(&body.solid);
        let stuffing = Stuffing::new(&solid, grid, &part(&work, 0.0, 0.9))?;
        found += stuffing.tet_count(&work.progress.part(0.9, 1.0))?;
    }
    Ok(found as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{Quat, Vec3};
    use pliant_geometry::SurfaceMesh;
    use pliant_geometry::lattice::box_surface;
    use pliant_geometry::progress::Progress;

    fn moved(mut mesh: SurfaceMesh, to: impl Fn(Vec3) -> Vec3) -> SurfaceMesh {
        let moved = |p: &mut [f32; 3]| *p = to(Vec3::from_array(*p)).to_array();
        mesh.positions.iter_mut().for_each(moved);
        mesh
    }

    /// A plate with hardly any thickness.
    #[test]
    fn a_body_that_no_cell_knows_of_gets_cells_of_a_size() {
        let plate = box_surface([1; 3], [1.0; 3]);
        let plate = moved(plate, |p| (p - 0.5) * Vec3::new(1.0, 1.0, 1e-6));
        let input = Input::new(&plate, &Progress::NONE).unwrap();
        for elements in [1, 5, 100] {
            let spacing = cage_spacing(&input, elements, &Work::ALONE).unwrap();
            // This many cells cover the plate four times.
            let least = (5.0 / elements as f64).sqrt() / 2.0;
            assert!((least.min(1.0)..=1.0).contains(&spacing), "{spacing}");
        }
    }

    /// A needle across its box: a lattice with the wanted cells along it would have 10¹⁰ in the box.
    #[test]
    fn a_body_that_fills_nothing_of_its_box_gets_the_finest_lattice_that_is_worked_on() {
        let turn = Quat::from_rotation_arc(Vec3::X, Vec3::ONE.normalize());
        let needle = moved(box_surface([1; 3], [1.0; 3]), |p| {
            turn * (p * Vec3::new(1.0, 1e-4, 1e-4))
        });
        let input = Input::new(&needle, &Progress::NONE).unwrap();
        let spacing = cage_spacing(&input, 50_000, &Work::ALONE).unwrap();
        let grid = |spacing| cage_grid(&input.bodies[0], spacing);
        assert!(grid(spacing).is_ok());
        assert!(grid(spacing / (COARSER * COARSER)).is_err());
    }

    #[test]
    fn room_is_asked_for_before_the_inside_is_looked_at() {
        let cube = box_surface([1; 3], [1.0; 3]);
        let input = Input::new(&cube, &Progress::NONE).unwrap();
        let asked = std::cell::RefCell::new(Vec::new());
        let answer = |count: usize, most: usize| {
            asked.borrow_mut().push(count);
            if count > most {
                return Err(Error::argument("no room"));
            }
            Ok(())
        };
        // Nine cells along each edge; the sides pass 9³ − 7³.
        let cells = |most| touched_cells(&input, 1.0 / 9.0, &Work::ALONE, &|n| answer(n, most));
        assert_eq!(cells(729), Ok(729));
        assert_eq!(asked.take(), [386, 729]);
        assert!(cells(385).is_err());
        assert_eq!(asked.take(), [386]);
    }
}
