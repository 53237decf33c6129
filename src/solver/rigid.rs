//! Rigid bodies as dispatches: one workgroup owns a body, of any size, and moves it as a whole
//! (docs/decisions/0039-rigid-bodies.md).

use super::pack::{Packed, Tables, pack_faces};
use super::record::Row;
use super::work::{Epochs, Scheduled, Solver, Work};
use crate::asset::Asset;
use crate::error::Result;
use crate::gpu::context::Context;
use crate::gpu::kernel::RIGID;
use crate::gpu::plan::{Dispatch, Group};
use crate::material::Hook;
use crate::share::ParamsPass;

pub const SOLVER: Solver = Solver {
    needs: Hook::Rigid,
    substeps: 1,
    iterations: Some(ITERATIONS),
    pack: |_, asset, _| Ok(pack(asset)),
    resident: ("rigid bodies", build),
    wide: ("rigid bodies, wide", build),
};

/// Newton steps of a substep by default. What touches and what slides is settled after a few.
const ITERATIONS: u32 = 12;

/// Rest positions, then the faces around vertices.
fn pack(asset: &Asset) -> Packed {
    let place = |p: &[f32; 3]| [p[0].to_bits(), p[1].to_bits(), p[2].to_bits(), 0];
    let mut rows: Vec<Row> = asset.rest_positions.iter().map(place).collect();
    let tables = Tables {
        sweeps: [0; 4],
        shares: [0; 4],
        faces: rows.len() as u32,
        clusters: [0; 2],
    };
    rows.extend(pack_faces(asset));
    Packed { rows, tables }
}

/// What tells the host how rigid bodies stand and move, once the step is over. Nothing without such bodies.
pub fn report(context: &Context, work: &mut Work, bodies: &[Scheduled]) -> Result<Vec<Dispatch>> {
    let rigid = bodies
        .iter()
        .filter(|body| body.solver.needs == Hook::Rigid);
    let rows: Vec<Row> = rigid.map(|body| [body.index, 0, 0, 0]).collect();
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let list = work.list(rows);
    let kernel = context.kernel(&RIGID, "rigid_report", &work.constants())?;
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
    let kernel = context.kernel(&RIGID, "rigid", &work.constants())?;
    context.kernel(&RIGID, "rigid_report", &work.constants())?; // compiled ahead with it
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
