//! Which spacing of a lattice gives the wanted number of tets.

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

/// Tets of a cell of the body-centred lattice.
const STUFFING_TETS: f64 = 12.0;
/// Tets that meet in a vertex, a fourth of which belong to it, at the most.
const TETS_A_VERTEX: f64 = 6.0;
/// The most memory that a tet takes while its mesh is made and cooked, measured [byte].
const CAGE_BYTES: f64 = 250.0;
const STUFFING_BYTES: f64 = 300.0;
/// The least side of a cage's cell, of its longest: angles stay above 35° (of a cube's tets, squeezed by it along an axis).
const FLATTEST: f64 = 0.5;
/// The most cells of a cage's lattice: 2^31 fine points, which have 32-bit numbers.
pub const MAX_CELLS: usize = 1 << 25;
/// A lattice that would have more is made coarser by this at a time.
const COARSER: f64 = 1.1;
/// So many cells of a box are always worked on.
const FEW_CELLS: f64 = (1 << 21) as f64;
/// Tets along a surface of the area of one cell's side.
const LAYER_TETS: f64 = 15.0;
/// A lattice has this fraction of the tets that `expected` says at the least, unless it does not see the body: on 60 surfaces 0.7.
const FEWEST: f64 = 0.5;
/// Least and largest power of a spacing that a number of tets can grow with.
const POWERS: [f64; 2] = [1.5, 4.0];
/// Rounds of the search, and how near it must come.
const ROUNDS: i32 = 10;
const NEAR: f64 = 0.03;

/// Neighbouring positions of 32 bits are apart by up to this fraction of their distance from the origin.
const APART: f64 = f32::EPSILON as f64;
/// So many of those make a cell. Its tets, three of their edges cut in two (`manifold.rs`), are 1/√12 of it wide, and rounding both sides of
/// one takes √3 of those away: 6 of the shortest side would leave nothing.
const CELL_APART: f64 = 8.0 / FLATTEST;
/// Of so many cells between two neighbouring positions one surely is between those that are rounded to one of them; of the body-centred lattice,
/// whose tets reach through two, more.
const CELLS_APART: [f64; 2] = [2.0, 4.0];
/// No body's cells are made smaller than this for its sake: the volumes of their tets, 1/24 of a flat one's cube at the least, have all digits in
/// 32 bits [length unit].
const SMALLEST: f64 = 1e-12;
/// And so many a tet of the body-centred lattice: a corner is rounded by √3/2 of one at the most, and half its width is left.
const STUFFING_APART: f64 = 2.0 * 1.733 / WIDTH;
/// A body of fewer lattice cells along its longest side is a cage, if tets are larger than wanted to be held: cells may be smaller.
const FEW_ALONG: f64 = 8.0;

/// The spacing of a body's cage: as wanted, or one that positions of 32 bits hold where the body is; who names one gets it.
pub fn held_cage_spacing(body: &InputBody, wanted: f64, options: &Options) -> f64 {
    match options.spacing == 0.0 {
        true => wanted.max(least_cell(body)),
        false => wanted,
    }
}

/// The smallest cells that positions of 32 bits hold where the body is.
fn least_cell(body: &InputBody) -> f64 {
    CELL_APART * APART * reach(body.bounds)
}

/// The same of a body-centred lattice; none if the body were few tets long.
pub fn held_stuffing_spacing(body: &InputBody, wanted: f64, options: &Options) -> Option<f64> {
    let reach = reach(body.bounds);
    let least = STUFFING_APART * APART * reach;
    let is_wanted = options.spacing != 0.0 || is_held(reach, wanted);
    match is_wanted {
        true => Some(wanted),
        false => (FEW_ALONG * least <= body.length()).then_some(least),
    }
}

/// Whether positions of 32 bits hold the tets of a body-centred lattice that lies up to so far from the origin.
pub fn is_held(reach: f64, spacing: f64) -> bool {
    STUFFING_APART * APART * reach <= spacing
}

/// The largest coordinate in a box.
fn reach(bounds: [DVec3; 2]) -> f64 {
    let [low, high] = bounds.map(DVec3::abs);
    low.max(high).max_element()
}

/// The error of tets that are too small for how far they lie.
pub fn too_far(reach: f64, spacing: f64) -> Error {
    let (reach, edge) = (number(reach as f32), number(spacing as f32));
    let message = format!(
        "the surface lies up to {reach} from the origin, where positions of 32 bits cannot hold tetrahedra with edges of {edge}; \
         move it to the origin or ask for a larger spacing"
    );
    Error::new(Status::MeshZeroVolume, message)
}

/// The error of tets whose volumes are too small.
pub fn too_small(spacing: f64) -> Error {
    let edge = number(spacing as f32);
    let message = format!(
        "32 bits cannot hold the volume of tetrahedra with edges of {edge}; give the surface in a smaller unit of length"
    );
    Error::new(Status::MeshZeroVolume, message)
}

/// Refuses a spacing that is named, before the work begins, where 32 bits surely do not hold what it makes: volumes of all tets at the
/// surface, `share` of a cell at the most, or tets that are flat, as one is between two neighbouring positions along an axis where so many
/// `cells` are.
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

/// The grid of the cells around a body, and one more on each side. Whole cells fit into its box, none longer than the spacing but for 0.03 %: the
/// cage of a box along the axes is that box. Of a body shorter than the spacing its longest side is one, as far as 32 bits hold that. In a box
/// thinner than half a spacing the body lies in the middle of cells half as thick as long.
///
/// # Errors
/// `Capacity` above `MAX_CELLS`.
pub fn cage_grid(body: &InputBody, spacing: f64) -> Result<Grid> {
    let [low, high] = body.bounds;
    let spacing = spacing.min(body.length().max(least_cell(body)).max(SMALLEST));
    let grid = Grid::fitting(low, high, spacing, FLATTEST * spacing)?;
    let count: usize = grid.counts.iter().product();
    if count > MAX_CELLS {
        let message = format!(
            "the surface's box would hold {count} cells of a cage, at most {MAX_CELLS} are worked on; ask for fewer elements or \
             a larger spacing"
        );
        return Err(Error::new(Status::Capacity, message));
    }
    Ok(grid)
}

/// The grid of the body-centred lattice around a body and what is nearer to its box than `reach`. It is shifted by odd fractions of its
/// spacing, so that flat sides of the surface do not lie on its planes.
pub fn stuffing_grid(body: &InputBody, middle: DVec3, spacing: f64, reach: f64) -> Result<Grid> {
    let shift = spacing * DVec3::new(0.137, 0.211, 0.0739);
    let [low, high] = [body.bounds[0] - reach, body.bounds[1] + reach];
    Grid::covering(low, high, middle + shift, spacing)
}

/// What was asked for, in a sentence.
fn asked(options: &Options) -> String {
    match options.spacing {
        0.0 => format!("{} elements", options.elements),
        spacing => format!("cells of {}", number(spacing)),
    }
}

/// Fails before the work begins where so many tets and vertices, the least there would be, are more than a body or the memory holds.
fn require_room(options: &Options, tets: f64, vertices: f64, bytes: f64) -> Result<()> {
    if tets > MAX_TETS as f64 || vertices > MAX_VERTICES as f64 {
        let asked = asked(options);
        return Err(Error::new(
            Status::Capacity,
            format!(
                "{asked} make some {tets:.0} tets and {vertices:.0} vertices or more, a body has at most {MAX_TETS} and {MAX_VERTICES}; \
                 ask for fewer elements or larger cells"
            ),
        ));
    }
    memory_for("filling the surface with tets", (tets * bytes) as u64)
}

/// `cage_spacing`, or the given one if there is room for its cells.
///
/// # Errors
/// `Capacity`, `OutOfMemory`, `Cancelled`.
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

/// `stuffing_spacing`, or the given one if there is room for its mesh.
///
/// # Errors
/// `Capacity`, `OutOfMemory`, `Cancelled`.
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

/// Cells that the bodies fill, at the least.
fn fewest_cells(input: &Input, spacing: f64) -> f64 {
    (1.0 - ERROR) * input.volume() / spacing.powi(3)
}

/// The longest side of the box around a body [length unit]. Larger cells would give no coarser mesh, and miss the body in the end.
pub fn largest_side(input: &Input) -> f64 {
    let sides = input.bodies.iter().map(InputBody::length);
    sides.fold(0.0, f64::max)
}

/// A spacing that needs no fewer than the wanted tets in a body as thin as its cells, for volumes that are next to nothing: thin
/// plates, needles, surfaces through themselves whose parts cancel. With walls of thickness w, V = A w / 2, the lattice of 12 V / a³ tets
/// is finer than this unless a > 3 w, where it resolves nothing. A body as long as L reaches into L / a cells. Lattices hold
/// their whole box, so one of which a body fills next to nothing takes memory for nothing.
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

/// The most cells of a box that are worked on for so many tets.
fn most_cells(tets: f64) -> f64 {
    FEW_CELLS.max(64.0 * tets)
}

/// Whether a body-centred lattice has no more cells than are worked on for so many tets, and positions of 32 bits hold them.
pub fn is_worth(grid: &Grid, tets: f64) -> bool {
    let size = DVec3::from_array(grid.counts.map(|n| n as f64));
    let far = reach([grid.origin, grid.origin + size * grid.spacing]);
    size.element_product() <= most_cells(tets) && is_held(far, grid.spacing.x)
}

/// The size of cells for a wanted number of tets.
///
/// # Errors
/// `Capacity`, `Cancelled`.
fn cage_spacing(input: &Input, elements: usize, work: &Work) -> Result<f64> {
    let volume = input.volume();
    // A cage is thicker than its body by about a cell, so this is too small for a start.
    let mut spacing = (CAGE_TETS * volume / elements as f64).cbrt() * 1.5;
    let most = largest_side(input);
    spacing = spacing.max(thin_spacing(input, elements as f64)).min(most);
    let mut best = (f64::INFINITY, spacing);
    for round in 0..ROUNDS {
        let finer = spacing;
        spacing = workable(input, spacing);
        let cells = touched_cells(input, spacing, &work.round(round), &|_| Ok(()))?;
        // A body that no cell knows of has one all the same; none would make the next cells endlessly small.
        let ratio = CAGE_TETS * cells.max(1) as f64 / elements as f64;
        let miss = ratio.ln().abs();
        if miss < best.0 {
            best = (miss, spacing);
        }
        // A body that fills next to nothing of its box can ask for more cells than a lattice may have.
        if miss < NEAR || (ratio < 1.0 && finer < spacing) {
            break;
        }
        // Between a surface, which needs 1/h² cells, and a volume, which needs 1/h³; half steps when it swings.
        spacing *= ratio.powf(if round < 5 { 0.4 } else { 0.2 });
        spacing = spacing.min(most);
    }
    Ok(best.1)
}

/// The spacing, or the next larger one whose lattices are worked on. Cells as large as the body always are.
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

/// How many cells the bodies fill or pass. `room` is asked whether there may be so many as the surface of a body passes, before it is
/// asked what is inside, and then once more.
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

/// The spacing of the body-centred lattice for a wanted number of tets: meshes of an eighth and of a half of them tell with which
/// power of the spacing the number grows, the third for a lattice without coarser cells, the second for one of a layer.
///
/// # Errors
/// `Capacity`, `Cancelled`.
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

/// The tets that a body should have at least, by the volume where it is thin, else by the area: the lattice may miss it.
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

    /// A plate next to nothing thick.
    #[test]
    fn a_body_that_no_cell_knows_of_gets_cells_of_a_size() {
        let plate = box_surface([1; 3], [1.0; 3]);
        let plate = moved(plate, |p| (p - 0.5) * Vec3::new(1.0, 1.0, 1e-6));
        let input = Input::new(&plate, &Progress::NONE).unwrap();
        for elements in [1, 5, 100] {
            let spacing = cage_spacing(&input, elements, &Work::ALONE).unwrap();
            // As many cells of this size as are wanted cover the plate, four times over.
            let least = (5.0 / elements as f64).sqrt() / 2.0;
            assert!((least.min(1.0)..=1.0).contains(&spacing), "{spacing}");
        }
    }

    /// A needle across its box: a lattice of as many cells along it as are wanted would have 10¹⁰ in the box.
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
        // Nine cells an edge, of which the sides pass 9³ − 7³.
        let cells = |most| touched_cells(&input, 1.0 / 9.0, &Work::ALONE, &|n| answer(n, most));
        assert_eq!(cells(729), Ok(729));
        assert_eq!(asked.take(), [386, 729]);
        assert!(cells(385).is_err());
        assert_eq!(asked.take(), [386]);
    }
}
