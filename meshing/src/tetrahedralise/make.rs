//! Meshes all bodies.

use super::field::{Work, part};
use super::input::{Input, InputBody, no_volume, of_body};
use super::lattice_cage::CageCounts;
use super::made::{Made, cage_of};
use super::missed::farthest;
use super::options::Options;
use super::part::piece_count;
use super::quality::Quality;
use super::refine::{Goal, refined};
use super::report::{BodyReport, Report};
use super::room::require_body;
use super::spacing::{
    cage_spacing_in_room, held_cage_spacing, held_stuffing_spacing, is_held,
    stuffing_spacing_in_room, too_far, too_small,
};
use pliant_geometry::bodies::Together;
use pliant_geometry::check::check;
use pliant_geometry::error::{Error, Result, Status};
use pliant_geometry::{SurfaceMesh, TetMesh};

pub fn cage(
    mesh: &SurfaceMesh,
    together: &[Together],
    options: &Options,
    work: &Work,
) -> Result<(TetMesh, Report)> {
    let input = Input::together(mesh, together, &part(work, 0.0, 0.1))?;
    let spacing = cage_spacing_in_room(&input, options, &part(work, 0.1, 0.4))?;
    let mut sum = Sum::new(spacing, input.diagonal);
    for (number, body) in input.bodies.iter().enumerate() {
        let work = of_body(&input, number, &part(work, 0.4, 0.95));
        let to_make = part(&work, 0.0, 0.9);
        let held = held_cage_spacing(body, spacing, options);
        let made = cage_of(body, held, &to_make, &mut sum.report.cage)?;
        sum.add(body, made, held > spacing, &part(&work, 0.9, 1.0))?;
    }
    work.progress.report(0.95)?;
    sum.finish(input.flat)
}

pub fn conforming(
    mesh: &SurfaceMesh,
    together: &[Together],
    options: &Options,
    work: &Work,
) -> Result<(TetMesh, Report)> {
    let input = Input::together(mesh, together, &part(work, 0.0, 0.05))?;
    let spacing = stuffing_spacing_in_room(&input, options, &part(work, 0.05, 0.2))?;
    let mut sum = Sum::new(spacing, input.diagonal);
    for (number, body) in input.bodies.iter().enumerate() {
        let work = of_body(&input, number, &part(work, 0.2, 0.95));
        let goal = Goal::new(&input, number, sum.mesh.tets.len(), options);
        let to_make = part(&work, 0.0, 0.9);
        let held = held_stuffing_spacing(body, spacing, options);
        let cells = held_cage_spacing(body, spacing, options);
        let report = &mut sum.report;
        let made = refined(body, &input, held, cells, &goal, &to_make, report)?;
        let is_far = held.is_none_or(|held| held > spacing);
        sum.add(body, made, is_far, &part(&work, 0.9, 1.0))?;
    }
    work.progress.report(0.95)?;
    sum.finish(input.flat)
}

struct Sum {
    mesh: TetMesh,
    quality: Quality,
    report: Report,
}

impl Sum {
    fn new(spacing: f64, diagonal: f64) -> Self {
        let report = Report {
            spacing,
            diagonal,
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

    fn add(&mut self, body: &InputBody, made: Made, is_far: bool, work: &Work) -> Result<()> {
        require_body(
            self.mesh.tets.len() + made.part.tets.len(),
            self.mesh.positions.len() + made.part.positions.len(),
        )?;
        if made.part.tets.is_empty() {
            self.report
                .flat
                .push((body.components.clone(), body.first_triangle));
            return Ok(());
        }
        work.progress.report(0.0)?;
        let quality = Quality::of(&made.part);
        let boundary = made.part.boundary(&part(work, 0.1, 0.2))?;
        self.report.spacing = self.report.spacing.min(made.spacing);
        let to_measure = part(work, 0.2, 0.9);
        self.report.bodies.push(BodyReport {
            components: body.components.clone(),
            first_triangle: body.first_triangle,
            first_tet: self.mesh.tets.len(),
            tet_count: made.part.tets.len(),
            surface_volume: body.volume,
            volume: quality.volume,
            farthest: farthest(&boundary, &body.solid, 0.0, &to_measure)?,
            missed: made.missed,
            moved: made.moved,
            has_holes: body.has_holes,
            is_near: made.is_near,
            is_far,
            method: made.method,
            spacing: made.spacing,
            pieces: piece_count(&made.part),
            is_unresolved: made.is_unresolved,
            bridged: made.bridged,
            took_more: made.took_more,
        });
        work.progress.report(0.9)?;
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

    /// The reason why tets that were sound in double precision are not in single precision.
    fn rounded(&self, error: Error) -> Error {
        let reach = self.mesh.positions.as_flattened().iter();
        let reach = f64::from(reach.fold(0.0, |most: f32, c| most.max(c.abs())));
        match error.status {
            Status::MeshInverted | Status::MeshZeroVolume
                if !is_held(reach, self.report.spacing) =>
            {
                too_far(reach, self.report.spacing)
            }
            Status::MeshZeroVolume => too_small(self.report.spacing),
            _ => error,
        }
    }

    /// Checks the mesh in single precision, like cooking does.
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
