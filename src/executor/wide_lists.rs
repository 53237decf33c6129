//! The work lists and dispatches that wide bodies of all solvers share.

use super::scheduled::Scheduled;
use super::work_list::{Row, Work};
use crate::asset::Asset;
use crate::error::Result;
use crate::gpu::context::Context;
use crate::gpu::kernel::{Kernel, WIDE_ATTACH, WIDE_CLEAR, WIDE_FACE};
use crate::gpu::plan::{Dispatch, Group};
use crate::gpu::vertices::CHUNK;
use crate::share::{ParamsPass, STATE_BODY_ROWS, STATE_SUM_ROWS};
use std::sync::Arc;

/// Part of wide_attach: the solver moves held vertices itself, after the forces.
pub const HELD_LATER: u32 = 1;

/// The lists shared by all wide kernels of one method.
pub struct WideLists {
    /// (body, first vertex, vertices, index among the wide bodies).
    pub chunks: (u32, u32),
    /// (body, first sum, sums, zero); follows the chunks.
    pub bodies: (u32, u32),
    /// (body, first vertex, vertices, index among the wide bodies): the vertices of one sum. Each has enough chunks to keep
    /// a body within its limit of sums.
    pub sums: (u32, u32),
    /// (attachment).
    pub attachments: (u32, u32),
    /// (body, first face, faces, zero), and the kernel for them, in a world with bounded colliders.
    pub faces: Option<((u32, u32), Arc<Kernel>)>,
    /// Epochs of the plan, and the most substeps of a body in an epoch.
    pub epochs: u32,
    pub substeps: u32,
    /// First rows of the sums and of the corrections, relative to the state's partial rows.
    pub partials: [u32; 2],
}

impl WideLists {
    /// Lists for these bodies, with at most `most_sums` sums each.
    pub fn new(work: &mut Work, bodies: &[&Scheduled], most_sums: u32) -> Self {
        let [mut chunks, mut items, mut sums, mut attached]: [Vec<Row>; 4] = Default::default();
        for (k, body) in bodies.iter().enumerate() {
            let count = body.asset.rest_positions.len() as u32;
            let at_once = CHUNK * count.div_ceil(CHUNK).div_ceil(most_sums);
            let parts = |size: u32, last: u32| {
                let firsts = (0..count).step_by(size as usize);
                firsts.map(move |first| [body.index, first, size.min(count - first), last])
            };
            chunks.extend(parts(CHUNK, k as u32));
            let first_sum = sums.len() as u32;
            sums.extend(parts(at_once, k as u32));
            items.push([body.index, first_sum, sums.len() as u32 - first_sum, 0]);
            attached.extend((0..body.attachments.1).map(|a| [body.attachments.0 + a, 0, 0, 0]));
        }
        let partials = [
            work.partials[0],
            work.partials[0] + STATE_SUM_ROWS * sums.len() as u32,
        ];
        work.partials[0] = partials[1] + STATE_BODY_ROWS * items.len() as u32;
        let most = bodies.iter().map(|b| b.substeps).max().unwrap_or(0);
        Self {
            epochs: work.epochs,
            substeps: most / work.epochs,
            chunks: work.list(chunks),
            bodies: work.list(items),
            sums: work.list(sums),
            attachments: work.list(attached),
            faces: None,
            partials,
        }
    }

    /// The same, with the kernel for planes of faces in a world with bounded colliders.
    pub fn with_faces(
        context: &Context,
        work: &mut Work,
        bodies: &[&Scheduled],
        most_sums: u32,
    ) -> Result<Self> {
        let mut lists = Self::new(work, bodies, most_sums);
        if work.features.bounded > 0 {
            let kernel = context.kernel(&WIDE_FACE, "wide_face", &work.constants());
            let rows = bodies.iter().flat_map(|body| {
                let count = placed_faces(body.asset);
                let firsts = (0..count).step_by(CHUNK as usize);
                firsts.map(move |first| [body.index, first, CHUNK.min(count - first), 0])
            });
            let rows: Vec<Row> = rows.collect();
            let list = work.list(rows);
            lists.faces = (list.1 > 0).then_some((list, kernel));
        }
        Ok(lists)
    }

    /// Finds the planes of faces in a substep, if faces may touch: after the notes of vertices, before their planes.
    pub fn find_faces(&self, substep: u32) -> Option<Dispatch> {
        let (list, kernel) = self.faces.as_ref()?;
        Some(self.dispatch(kernel, *list, 1, [substep, 0]))
    }

    /// A dispatch over a list, `per_group` rows per workgroup.
    pub fn dispatch(
        &self,
        kernel: &Arc<Kernel>,
        list: (u32, u32),
        per_group: u32,
        step: [u32; 2],
    ) -> Dispatch {
        Dispatch {
            kernel: kernel.clone(),
            group: Group::Simulation,
            workgroups: list.1.div_ceil(per_group),
            pass: Some(ParamsPass {
                work_row: list.0,
                work_count: list.1,
                substep: step[0],
                part: step[1],
                sum_row: self.partials[0],
                rigid_row: self.partials[1],
                epochs: self.epochs,
                substeps: self.substeps,
            }),
        }
    }
}

/// Moves the held vertices of wide bodies; one pipeline for all solvers.
pub fn attach(context: &Context) -> Arc<Kernel> {
    context.kernel(&WIDE_ATTACH, "wide_attach", &[])
}

/// Clears the reports of wide bodies before the last dispatch adds to them, if no other dispatch does.
pub fn clear(context: &Context, lists: &WideLists) -> Dispatch {
    let clear = context.kernel(&WIDE_CLEAR, "wide_clear", &[]);
    lists.dispatch(&clear, lists.bodies, 1, [0, 0])
}

/// The number of faces with a place in `STATE_FACE`, from the first. A closed surface without handles has fewer than two a
/// vertex.
pub fn placed_faces(asset: &Asset) -> u32 {
    let most = 2 * asset.rest_positions.len();
    asset.surface_triangles.len().min(most) as u32
}
