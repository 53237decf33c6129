//! What a solver is, and the work lists and dispatches that solvers share.

use super::asked::Asked;
use super::class::{CLASSES, SizeClass, class_of};
use super::coarse_table::CoarseSize;
use super::pack::placed_faces;
use super::pack::{EdgeValues, Packed};
use super::record::Row;
use crate::asset::Asset;
use crate::error::Result;
use crate::gpu::context::Context;
use crate::gpu::kernel::{Kernel, KernelSource, WIDE_FACE};
use crate::gpu::plan::{Dispatch, Group};
use crate::gpu::vertices::CHUNK;
use crate::material::Hook;
use crate::share::{ParamsPass, STATE_BODY_ROWS, STATE_SUM_ROWS};
use std::sync::Arc;

/// From this many on, bodies that suit whole vertices are faster with them: about one per multiprocessor of a large GPU
/// (132 on an H200).
pub const CROWD: usize = 128;

/// The dispatches of each epoch of a step.
pub type Epochs = Vec<Vec<Dispatch>>;

/// Makes the dispatches that step bodies, for `Work::epochs` epochs, and adds their work lists.
type Build = fn(&Context, &mut Work, &[&Scheduled]) -> Result<Epochs>;

/// Packs an asset's tables for the arena. The values of each edge are the material's; empty without one.
type Pack = fn(&Context, &Asset, &[EdgeValues]) -> Result<Packed>;

/// What the world and the schedule need of a solver.
#[derive(Debug)]
pub struct Solver {
    /// What it needs of the elements of a body.
    pub needs: Hook,
    /// Substeps of an epoch by default; an explicit one takes as many as stability needs.
    pub substeps: u32,
    /// Iterations of a substep by default; `None`: the world's choice.
    pub iterations: Option<u32>,
    /// Tables of an asset.
    pub pack: Pack,
    /// Name and passes of resident bodies.
    pub resident: (&'static str, Build),
    /// Name and passes of wide bodies.
    pub wide: (&'static str, Build),
}

impl Solver {
    /// Whether steps are explicit, so that only short ones are stable.
    pub fn is_explicit(&self) -> bool {
        self.needs == Hook::Force
    }
}

/// A body as the schedule sees it.
#[derive(Clone, Copy)]
pub struct Scheduled<'a> {
    /// Its slot in the body array.
    pub index: u32,
    pub asset: &'a Asset,
    pub solver: &'static Solver,
    /// Requested `PLIANT_EXECUTOR_…`.
    pub executor: u32,
    pub substeps: u32,
    pub iterations: u32,
    /// Arena row of the first attachment, and their number.
    pub attachments: (u32, u32),
    /// Rounds of a sweep of a resident body; 0 for an explicit solver.
    pub rounds: u32,
    /// Its coarse correction, which stands in for some of the iterations; see stage/free.wgsl.
    pub coarse: CoarseSize,
    /// Clusters and their parts, for shape matching.
    pub clusters: [u32; 2],
    /// Whether nothing holds it.
    pub free: bool,
    pub damped: bool,
    /// Whether its hits are noted and restitution acts on it.
    pub bounces: bool,
    /// Patches of its surface.
    pub patches: u32,
}

/// A surface of a collider: to the GPU a body that no solver moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Carried {
    /// Its slot among the bodies.
    pub index: u32,
    pub vertices: u32,
    pub patches: u32,
}

/// Work lists under construction; offsets become arena rows once stored.
#[derive(Default)]
pub struct Work {
    /// All lists, concatenated.
    pub rows: Vec<Row>,
    /// State rows for sums over vertices, and for rigid corrections.
    pub partials: [u32; 2],
    pub meets: Meets,
    /// Surfaces of colliders.
    pub carried: Vec<Carried>,
    /// What the world asks for at the end of a step.
    pub asked: Asked,
    /// Parts that the plan runs the step in: the world's epochs, or one if bodies need not wait for each other.
    pub epochs: u32,
}

/// What contact has to handle in a world; kernels are compiled without the rest.
#[derive(Clone, Copy, Debug, Default)]
pub struct Meets {
    pub colliders: u32,
    /// Colliders with bounds, which collide with faces.
    pub bounded: u32,
    /// Those of them that are distances on a grid.
    pub grids: u32,
    /// What bodies with triangles may touch.
    pub touches: Touched,
    /// Whether two that touch may bounce: one of them has a restitution.
    pub rebounds: bool,
}

/// Colliders as kernels know them: see `NEARBY_BOUNDED` in stage/nearby.wgsl.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bounded {
    /// Half-spaces only.
    #[default]
    None = 0,
    /// Convex solids too.
    Convex = 1,
    /// And distances on a grid.
    Grid = 2,
}

/// What bodies with triangles may touch, as kernels know it: see `LIMIT_WANTED` in stage/limit.wgsl.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Touched {
    /// Nothing.
    #[default]
    None = 0,
    /// Each other or themselves.
    Bodies = 1,
    /// And surfaces of colliders, which drive them where frames move them.
    Surfaces = 2,
}

impl Touched {
    pub fn any(self) -> bool {
        self != Touched::None
    }
}

impl Meets {
    /// What kernels must know.
    pub fn kinds(&self) -> Bounded {
        match (self.bounded, self.grids) {
            (0, _) => Bounded::None,
            (_, 0) => Bounded::Convex,
            _ => Bounded::Grid,
        }
    }
}

impl Scheduled<'_> {
    /// State rows of its coarse correction.
    pub fn coarse_rows(&self) -> u32 {
        self.coarse.own_rows(self.asset.rest_positions.len() as u32)
    }
}

impl Work {
    pub fn new(meets: Meets, epochs: u32) -> Self {
        Self {
            meets,
            epochs,
            ..Self::default()
        }
    }

    /// Compiles in only what there is to meet: faces where colliders are bounded, bodies where they may touch.
    pub fn constants(&self) -> [(&'static str, u32); 2] {
        [
            ("NEARBY_BOUNDED", self.meets.kinds() as u32),
            ("LIMIT_WANTED", self.meets.touches as u32),
        ]
    }

    /// Adds a list and returns its first row and length.
    pub fn list(&mut self, rows: impl IntoIterator<Item = Row>) -> (u32, u32) {
        let first = self.rows.len() as u32;
        self.rows.extend(rows);
        (first, self.rows.len() as u32 - first)
    }
}

/// The lists shared by all wide kernels of one method.
pub struct WideLists {
    /// (body, first vertex, vertices, index among the wide bodies).
    pub chunks: (u32, u32),
    /// (body, first sum, sums, zero); follows the chunks.
    pub bodies: (u32, u32),
    /// (body, first vertex, vertices, index among the wide bodies): vertices that make one sum. Enough chunks each that
    /// a body stays within its sum limit.
    pub sums: (u32, u32),
    /// (attachment).
    pub attachments: (u32, u32),
    /// (body, first face, faces, zero), and the kernel for them, in a world with bounded colliders.
    pub faces: Option<((u32, u32), Arc<Kernel>)>,
    /// Epochs of the plan, and slots of an epoch: the substeps of the body that takes the most.
    pub epochs: u32,
    pub slots: u32,
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
            slots: most / work.epochs,
            chunks: work.list(chunks),
            bodies: work.list(items),
            sums: work.list(sums),
            attachments: work.list(attached),
            faces: None,
            partials,
        }
    }

    /// The same, with what finds the planes of faces in a world with bounded colliders.
    pub fn with_faces(
        context: &Context,
        work: &mut Work,
        bodies: &[&Scheduled],
        most_sums: u32,
    ) -> Result<Self> {
        let mut lists = Self::new(work, bodies, most_sums);
        if work.meets.bounded > 0 {
            let kernel = context.kernel(&WIDE_FACE, "wide_face", &work.constants())?;
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

    /// What finds the planes of faces in a slot, if anything does: after the notes of vertices, before their planes.
    pub fn find_faces(&self, slot: u32) -> Option<Dispatch> {
        let (list, kernel) = self.faces.as_ref()?;
        Some(self.dispatch(kernel, *list, 1, [slot, 0]))
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
                slots: self.slots,
            }),
        }
    }
}

/// Whether enough bodies suit whole vertices that some share a multiprocessor.
pub fn is_crowd(context: &Context, bodies: &[&Scheduled]) -> bool {
    let suits = |b: &&&Scheduled| {
        class_of(context, b.asset, true).is_some_and(|class| CLASSES[class].whole)
    };
    bodies.iter().filter(suits).count() >= CROWD
}

/// One dispatch an epoch and size class for these resident bodies. `own_rows`: state rows that a body needs for itself;
/// the second number of its row in the list is the first of them.
pub fn resident(
    context: &Context,
    work: &mut Work,
    bodies: &[&Scheduled],
    crowd: bool,
    own_rows: impl Fn(&Scheduled) -> u32,
    kernel: impl Fn(&SizeClass) -> (&'static KernelSource, &'static str),
) -> Result<Epochs> {
    let mut epochs = vec![Vec::new(); work.epochs as usize];
    for (index, class) in CLASSES.iter().enumerate() {
        let members = bodies
            .iter()
            .filter(|b| class_of(context, b.asset, crowd) == Some(index));
        let mut own = work.partials[0];
        let rows = members.map(|b| {
            let first = own;
            own += own_rows(b);
            [b.index, first, u32::from(b.solver.is_explicit()), 0]
        });
        let rows: Vec<Row> = rows.collect();
        work.partials[0] = own;
        let list = work.list(rows);
        if list.1 == 0 {
            continue;
        }
        let (source, entry) = kernel(class);
        let [faces, bodies] = work.constants();
        let constants: [(&str, u32); 7] = [
            faces,
            bodies,
            ("GATHER_SLOTS", class.slots),
            ("GROUP_PARTS", class.parts()),
            ("GROUP_WIDTH", class.width),
            ("BODY_CAPACITY", class.capacity),
            ("GROUP_ROWS", class.partials()),
        ];
        let kernel = context.kernel(source, entry, &constants)?;
        for (epoch, dispatches) in (0..).zip(&mut epochs) {
            let pass = ParamsPass {
                work_row: list.0,
                work_count: list.1,
                substep: epoch,
                part: epoch + 1,
                epochs: work.epochs,
                ..ParamsPass::default()
            };
            dispatches.push(Dispatch {
                kernel: kernel.clone(),
                group: Group::Simulation,
                workgroups: list.1,
                pass: Some(pass),
            });
        }
    }
    Ok(epochs)
}
