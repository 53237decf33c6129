//! Rigid bodies as dispatches: one workgroup owns a body, of any size, and moves it as a whole
//! (docs/decisions/0039-rigid-bodies.md).

use super::constants::{Body, Constants, Units, no_rows};
use super::interface::{Executors, Solver};
use super::pack::{Packed, Tables, pack_faces};
use crate::asset::Asset;
use crate::element::Terms;
use crate::error::Result;
use crate::executor::{Epochs, Row, Scheduled, Work};
use crate::gpu::context::Context;
use crate::gpu::kernel::RIGID;
use crate::gpu::plan::{Dispatch, Group};
use crate::share::ParamsPass;

pub const SOLVER: Solver = Solver {
    terms: Terms::Rigid,
    substeps: 1,
    iterations: Some(ITERATIONS),
    pack: |from| Ok(pack(from.asset)),
    constants,
    rows: no_rows,
    kept: |_| Vec::new(),
    stages: ["rigid bodies", "rigid bodies, wide"],
    executors: Executors::Own {
        resident: build,
        wide: build,
        loop_passes: |_, _, _, _| 0, // both executors have the same dispatch
    },
};

/// Newton steps of a substep by default. The sets of touching and of sliding points settle after a few steps.
const ITERATIONS: u32 = 12;

/// Rest positions, then the faces around vertices.
fn pack(asset: &Asset) -> Packed {
    let place = |p: &[f32; 3]| [p[0].to_bits(), p[1].to_bits(), p[2].to_bits(), 0];
    let mut rows: Vec<Row> = asset.rest_positions.iter().map(place).collect();
    let tables = Tables {
        faces: rows.len() as u32,
        ..Tables::default()
    };
    rows.extend(pack_faces(asset));
    Packed { rows, tables }
}

/// Named by shaders/solver/rigid/pose_fit.wgsl.
fn constants(body: &Body, _: &Units) -> Constants {
    Constants {
        table: [body.tables.sweeps, [0; 4], [0; 4]],
        ..Constants::default()
    }
}

/// Reports the poses and velocities of rigid bodies at the end of the step. No dispatch without such bodies.
pub fn report(context: &Context, work: &mut Work, bodies: &[Scheduled]) -> Result<Vec<Dispatch>> {
    let rigid = bodies.iter().filter(|body| body.terms == Terms::Rigid);
    let rows: Vec<Row> = rigid.map(|body| [body.index, 0, 0, 0]).collect();
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let list = work.list(rows);
    let kernel = work.solver_kernel(context, &RIGID, "rigid_report", &[]);
    Ok(vec![Dispatch {
        kernel,
        group: Group::Simulation,
        workgroups: list.1,
        pass: Some(ParamsPass {
            work_row: list.0,
            work_count: list.1,
            ..ParamsPass::default()
        }),
    }])
}

/// One dispatch an epoch.
fn build(context: &Context, work: &mut Work, bodies: &[&Scheduled]) -> Result<Epochs> {
    if bodies.is_empty() {
        return Ok(Epochs::new());
    }
    let list = work.list(bodies.iter().map(|body| [body.index, 0, 0, 0]));
    let kernel = work.solver_kernel(context, &RIGID, "rigid", &[]);
    let epochs = work.epochs;
    let at = |epoch| {
        vec![Dispatch {
            kernel: kernel.clone(),
            group: Group::Simulation,
            workgroups: list.1,
            pass: Some(ParamsPass {
                work_row: list.0,
                work_count: list.1,
                substep: epoch,
                part: epoch + 1,
                epochs,
                ..ParamsPass::default()
            }),
        }]
    };
    Ok((0..epochs).map(at).collect())
}
