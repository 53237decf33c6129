//! From bodies to one mesh.

use super::Options;
use super::field::Work;
use super::input::{Input, InputBody, no_volume};
use super::lattice_cage::{self, CageCounts, Part};
use super::quality::{Quality, farthest};
use super::report::{BodyReport, Method, Report};
use super::spacing::{
    STUFFING_TETS, cage_grid, cage_spacing_in_room, stuffing_grid, stuffing_spacing_in_room,
};
use super::stuffing::Stuffing;
use super::union::Sets;
use crate::asset::check::check;
use crate::asset::{MAX_TETS, MAX_VERTICES, SurfaceMesh, TetMesh};
use crate::error::{Error, Result, Status, number};

/// A speck that came loose is left out when it has less than this fraction of its body's volume.
const SPECK: f64 = 0.01;
/// A body is resolved when its volume is right to this fraction.
const RESOLVED: f64 = 0.1;
/// A body that lost more than this fraction of its volume is made a cage.
const LOST: f64 = 0.3;
/// How often the lattice of a body that is not resolved is halved.
const HALVINGS: u32 = 2;

/// Positions are rounded by 2⁻²⁴ of their distance from the origin. A tet is lower than its edges are long, by a twentieth at
/// worst, and spans a part of the spacing; where the distance is this many spacings, rounding can turn it.
const FAR: f64 = 1e4;

/// A body's mesh and what is known about it.
struct Made {
    part: Part,
    method: Method,
    is_unresolved: bool,
    dropped_tets: usize,
}

/// See `super::cage`.
pub fn cage(mesh: &SurfaceMesh, options: &Options, work: &Work) -> Result<(TetMesh, Report)> {
    let input = Input::new(mesh)?;
    let spacing = cage_spacing_in_room(&input, options, &part(work, 0.0, 0.3))?;
    let mut sum = Sum::new(spacing);
    for (number, body) in input.bodies.iter().enumerate() {
        let work = of_body(&input, number, &part(work, 0.3, 1.0));
        let made = cage_of(body, &input, spacing, &work, &mut sum.report.cage)?;
        sum.add(body, made, work.threads)?;
    }
    sum.finish(input.flat)
}

/// See `super::conforming`.
pub fn conforming(mesh: &SurfaceMesh, options: &Options, work: &Work) -> Result<(TetMesh, Report)> {
    let input = Input::new(mesh)?;
    let spacing = stuffing_spacing_in_room(&input, options, &part(work, 0.0, 0.2))?;
    let mut sum = Sum::new(spacing);
    for (number, body) in input.bodies.iter().enumerate() {
        let work = of_body(&input, number, &part(work, 0.2, 1.0));
        let made = stuffing_of(
            body,
            &input,
            spacing,
            options.elements,
            &work,
            &mut sum.report,
        )?;
        sum.add(body, made, work.threads)?;
    }
    sum.finish(input.flat)
}

fn part<'a>(work: &Work<'a>, from: f32, to: f32) -> Work<'a> {
    Work {
        progress: work.progress.part(from, to),
        ..*work
    }
}

fn of_body<'a>(input: &Input, number: usize, work: &Work<'a>) -> Work<'a> {
    let count = input.bodies.len() as f32;
    part(work, number as f32 / count, (number + 1) as f32 / count)
}

fn cage_of(
    body: &InputBody,
    input: &Input,
    spacing: f64,
    work: &Work,
    counts: &mut CageCounts,
) -> Result<Made> {
    let grid = cage_grid(body, input.middle, spacing)?;
    let (part, own) = lattice_cage::cage(&body.shape(), &grid, work)?;
    counts.split_cells += own.split_cells;
    counts.bridged += own.bridged;
    counts.filled += own.filled;
    counts.opened_edges += own.opened_edges;
    counts.pinched += own.pinched;
    Ok(Made {
        part,
        method: Method::Cage,
        is_unresolved: own.bridged > 0,
        dropped_tets: 0,
    })
}

/// Stuffs a body, on halved lattices as long as it is not resolved and twice the wanted elements are enough.
fn stuffing_of(
    body: &InputBody,
    input: &Input,
    spacing: f64,
    elements: usize,
    work: &Work,
    report: &mut Report,
) -> Result<Made> {
    let mut fine = spacing;
    for halving in 0..=HALVINGS {
        let from = f32::from(halving > 0) * 0.5;
        let grid = match stuffing_grid(body, input.middle, fine) {
            Err(_) if halving > 0 => break, // finer than can be tried
            grid => grid?,
        };
        let (mut part, put_back) =
            Stuffing::new(&body.solid, grid, &self::part(work, from, from + 0.5))?.mesh();
        let dropped_tets = drop_specks(&mut part, body.components.len());
        let is_whole =
            piece_volumes(&part).1.len() <= body.components.len() && !part.tets.is_empty();
        let error = (Quality::of(&part).volume / body.volume - 1.0).abs();
        // Parts that overlap are counted twice in the surface's volume, once in the mesh's.
        let error = if body.components.len() > 1 {
            0.0
        } else {
            error
        };
        let is_resolved = is_whole && error <= RESOLVED && dropped_tets == 0;
        let finer = 8.0 * (STUFFING_TETS * body.volume / fine.powi(3)).max(part.tets.len() as f64);
        if is_resolved || halving == HALVINGS || finer > 2.0 * elements as f64 {
            if is_whole && error <= LOST {
                report.put_back += put_back;
                return Ok(Made {
                    part,
                    method: Method::Conforming,
                    is_unresolved: !is_resolved,
                    dropped_tets,
                });
            }
            break;
        }
        fine *= 0.5;
    }
    // Of the spacing that was asked for: cells follow the area, so a thin body would get far more of finer ones than wanted.
    let made = cage_of(
        body,
        input,
        spacing,
        &self::part(work, 0.5, 1.0),
        &mut report.cage,
    )?;
    Ok(Made {
        is_unresolved: true,
        ..made
    })
}

/// The connected piece of each vertex, and the volume of each piece.
fn piece_volumes(part: &Part) -> (Vec<u32>, Vec<f64>) {
    let mut sets = Sets::new(part.positions.len());
    for [a, b, c, d] in &part.tets {
        [b, c, d].into_iter().for_each(|v| {
            sets.join(*a, *v);
        });
    }
    let (piece_of, count) = sets.number();
    let mut volumes = vec![0.0; count];
    for tet in &part.tets {
        let corners = tet.map(|v| part.positions[v as usize]);
        volumes[piece_of[tet[0] as usize] as usize] +=
            crate::asset::check::volume6(corners).0 / 6.0;
    }
    (piece_of, volumes)
}

/// Leaves out the smallest pieces while there are more than `expected` and they are specks; returns how many tets they had.
fn drop_specks(part: &mut Part, expected: usize) -> usize {
    let (piece_of, volumes) = piece_volumes(part);
    let whole: f64 = volumes.iter().sum();
    let mut order: Vec<usize> = (0..volumes.len()).collect();
    order.sort_by(|a, b| volumes[*b].total_cmp(&volumes[*a]).then(a.cmp(b)));
    let is_kept = |place: usize, piece: usize| place < expected || volumes[piece] >= SPECK * whole;
    let mut kept = vec![false; volumes.len()];
    order
        .iter()
        .enumerate()
        .for_each(|(place, piece)| kept[*piece] = is_kept(place, *piece));
    let before = part.tets.len();
    if kept.iter().all(|kept| *kept) {
        return 0;
    }
    part.tets
        .retain(|tet| kept[piece_of[tet[0] as usize] as usize]);
    let mut new_of = vec![u32::MAX; part.positions.len()];
    let mut positions = Vec::new();
    for (v, p) in part
        .positions
        .iter()
        .enumerate()
        .filter(|(v, _)| kept[piece_of[*v] as usize])
    {
        new_of[v] = positions.len() as u32;
        positions.push(*p);
    }
    part.tets
        .iter_mut()
        .for_each(|tet| *tet = tet.map(|v| new_of[v as usize]));
    part.positions = positions;
    before - part.tets.len()
}

/// The mesh of all bodies so far.
struct Sum {
    mesh: TetMesh,
    quality: Quality,
    report: Report,
}

impl Sum {
    fn new(spacing: f64) -> Self {
        let report = Report {
            spacing,
            bodies: Vec::new(),
            flat: Vec::new(),
            dihedral: [180.0, 0.0],
            cage: CageCounts::default(),
            put_back: 0,
        };
        Self {
            mesh: TetMesh::default(),
            quality: Quality::default(),
            report,
        }
    }

    fn add(&mut self, body: &InputBody, made: Made, threads: usize) -> Result<()> {
        let (tets, vertices) = (
            self.mesh.tets.len() + made.part.tets.len(),
            self.mesh.positions.len() + made.part.positions.len(),
        );
        if tets > MAX_TETS || vertices > MAX_VERTICES {
            return Err(Error::new(
                Status::Capacity,
                format!(
                    "the mesh would have {tets} tetrahedra and {vertices} vertices or more, a body can have {MAX_TETS} and \
                     {MAX_VERTICES}; ask for fewer elements or a larger spacing"
                ),
            ));
        }
        if made.part.tets.is_empty() {
            self.report
                .flat
                .push((body.components.clone(), body.first_triangle));
            return Ok(());
        }
        let quality = Quality::of(&made.part);
        self.report.bodies.push(BodyReport {
            components: body.components.clone(),
            first_triangle: body.first_triangle,
            first_tet: self.mesh.tets.len(),
            tet_count: made.part.tets.len(),
            surface_volume: body.volume,
            volume: quality.volume,
            farthest: farthest(&made.part, &body.solid, threads)?,
            method: made.method,
            is_unresolved: made.is_unresolved,
            dropped_tets: made.dropped_tets,
        });
        self.quality = self.quality.and(&quality);
        let first = self.mesh.positions.len() as u32;
        self.mesh
            .positions
            .extend(made.part.positions.iter().map(|p| p.as_vec3().to_array()));
        self.mesh
            .tets
            .extend(made.part.tets.iter().map(|tet| tet.map(|v| v + first)));
        Ok(())
    }

    /// What is wrong with tets that were sound in double precision: single precision cannot hold them where they are.
    fn rounded(&self, error: Error) -> Error {
        let reach = self.mesh.positions.as_flattened().iter();
        let reach = f64::from(reach.fold(0.0, |most: f32, c| most.max(c.abs())));
        let edge = number(self.report.spacing as f32);
        let message = match error.status {
            Status::MeshInverted | Status::MeshZeroVolume if reach > FAR * self.report.spacing => {
                format!(
                    "the surface lies up to {} from the origin, where positions of 32 bits cannot hold tetrahedra with edges of {edge}; \
                 move it to the origin or ask for a larger spacing",
                    number(reach as f32)
                )
            }
            Status::MeshZeroVolume => format!(
                "32 bits cannot hold the volume of tetrahedra with edges of {edge}; give the surface in a smaller unit of length"
            ),
            _ => return error,
        };
        Error::new(Status::MeshZeroVolume, message)
    }

    /// Checks the mesh as cooking will, in the single precision that it is kept in.
    fn finish(mut self, flat: Vec<(Vec<u32>, u32)>) -> Result<(TetMesh, Report)> {
        self.report.flat.extend(flat);
        self.report
            .flat
            .sort_by_key(|(_, first_triangle)| *first_triangle);
        self.report.dihedral = [self.quality.least_dihedral, self.quality.largest_dihedral];
        if self.mesh.tets.is_empty() {
            return Err(no_volume());
        }
        let checked = check(&self.mesh, false).map_err(|error| self.rounded(error))?;
        match checked.all_flipped {
            true => Err(Error::new(
                Status::MeshInverted,
                "all tetrahedra are inverted; this is a defect of the library",
            )),
            false => Ok((self.mesh, self.report)),
        }
    }
}
