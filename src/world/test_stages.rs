//! A step that stops between its stages, and what its buffers hold then.

use super::World;
use crate::contact::pack_surface;
use crate::gpu::buffer::Buffer;
use crate::gpu::plan::Plan;
use crate::gpu::readback::{self, Piece};
use crate::gpu::run::Program;
use crate::share::{
    self, CONTACTS_BODY_ROWS, CONTACTS_CANDIDATE_ROWS, CONTACTS_FORCE_ROWS, CONTACTS_VERTEX_ROWS,
    Contacts, REPORT_CELL, REPORT_WORDS, STATE_POSITION, STATE_VELOCITY,
};
use glam::DVec3;

/// A step whose stages run one after the other, by their names in the plan.
pub struct Stages {
    plan: Plan,
    next: usize,
    dt: f32,
}

impl Stages {
    /// Begins a step: of its plan nothing has run.
    pub fn begin(world: &mut World, dt: f32) -> Self {
        world.planner.choose_substeps(&mut world.scene, dt);
        world.prepare().unwrap();
        let edits = world.command_program().unwrap();
        if edits.is_some() {
            world.submit(dt, edits, false).unwrap();
        }
        let plan = world.planner.program().unwrap().plan.clone();
        Self { plan, next: 0, dt }
    }

    /// Runs what comes before the next stage of a name. False: there is none.
    pub fn until(&mut self, world: &mut World, label: &str) -> bool {
        let left = &self.plan.stages[self.next..];
        let Some(count) = left.iter().position(|stage| stage.label == label) else {
            return false;
        };
        self.run(world, count);
        true
    }

    /// Runs the next stage.
    pub fn one(&mut self, world: &mut World) {
        self.run(world, 1);
    }

    /// Runs what is left of the step.
    pub fn end(mut self, world: &mut World) {
        self.run(world, self.plan.stages.len() - self.next);
        world.queue.end_step();
    }

    fn run(&mut self, world: &mut World, count: usize) {
        let mut plan = self.plan.clone();
        plan.stages = self.plan.stages[self.next..][..count].to_vec();
        self.next += count;
        if count > 0 {
            let program = Program::new(world.id.context(), plan).unwrap();
            world.submit(self.dt, Some(program), false).unwrap();
        }
    }
}

/// A body in the buffers.
pub struct Place {
    pub index: u32,
    pub first_vertex: u32,
    pub count: u32,
    first_edge: u32,
    edges: u32,
    corner: DVec3,
}

/// A candidate pair of this step: a point and a triangle, or two edges.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    pub number: u32,
    pub is_edges: bool,
    pub corners: [u32; 4],
    /// Slots of the bodies of both sides.
    pub bodies: [u32; 2],
}

/// The buffers between two stages.
pub struct Seen {
    pub contacts: Contacts,
    rows: Vec<[u32; 4]>,
    pub report: Vec<u32>,
    state: Vec<[f32; 4]>,
    capacity: u32,
    /// The number of the step.
    pub step: u32,
    /// Bodies in the order of their slots.
    pub bodies: Vec<Place>,
}

/// The words of a buffer.
pub fn words(world: &World, buffer: &Buffer) -> Vec<u32> {
    let piece = Piece {
        key: (0, 0),
        source: buffer.clone(),
        offset: 0,
        length: buffer.size(),
    };
    bytemuck::pod_collect_to_vec(&readback::download(world.id.context(), &[piece]).unwrap()[0])
}

/// The corner of a body's cell, by the words of all reports.
pub fn corner(reports: &[u32], slot: u32) -> DVec3 {
    let cell = &reports[(REPORT_WORDS * slot + REPORT_CELL) as usize..];
    share::corner([0, 1, 2].map(|axis| cell[axis] as i32))
}

impl Seen {
    /// Reads the buffers of a world in the middle of a step.
    pub fn of(world: &World) -> Self {
        let report = words(world, &world.store.state().report.buffer);
        let place = |body: &super::scene::Body| {
            let surface = pack_surface(&body.asset.rest_positions, &body.asset.surface_triangles);
            Place {
                index: body.index,
                first_vertex: body.first_vertex,
                count: body.asset.rest_positions.len() as u32,
                first_edge: body.surface.unwrap().first_edge,
                edges: surface.head.edges,
                corner: corner(&report, body.index),
            }
        };
        let mut bodies: Vec<Place> = world.scene.bodies().map(|(_, body)| place(body)).collect();
        bodies.sort_by_key(|body| body.index);
        Self {
            contacts: *world.store.contacts(),
            rows: bytemuck::pod_collect_to_vec(&words(world, &world.store.state().contacts.buffer)),
            state: bytemuck::pod_collect_to_vec(&words(
                world,
                &world.store.state().vertices.buffer,
            )),
            capacity: world.store.state().vertices.capacity(),
            step: world.queue.step() as u32 + 1,
            report,
            bodies,
        }
    }

    /// A row of the contacts.
    pub fn row(&self, row: u32) -> [f64; 4] {
        self.words(row).map(|bits| f64::from(f32::from_bits(bits)))
    }

    pub fn words(&self, row: u32) -> [u32; 4] {
        self.rows[row as usize]
    }

    /// A row of a body, such as CONTACTS_DISPLACEMENT.
    pub fn body_row(&self, slot: u32, row: u32) -> u32 {
        self.contacts.body_row + CONTACTS_BODY_ROWS * slot + row
    }

    /// A row of a vertex, such as CONTACTS_REFERENCE.
    pub fn vertex_row(&self, vertex: u32, row: u32) -> u32 {
        self.contacts.vertex_row + CONTACTS_VERTEX_ROWS * vertex + row
    }

    /// The first row of the force of a candidate.
    pub fn force_row(&self, candidate: u32) -> u32 {
        self.contacts.force_row + CONTACTS_FORCE_ROWS * (self.half() + candidate)
    }

    fn half(&self) -> u32 {
        self.contacts.room * (self.step & 1)
    }

    fn channel(&self, channel: u32, vertex: u32) -> [f64; 4] {
        self.state[(channel * self.capacity + vertex) as usize].map(f64::from)
    }

    /// The body of a vertex.
    pub fn body_of(&self, vertex: u32) -> &Place {
        let owns =
            |body: &&Place| (body.first_vertex..body.first_vertex + body.count).contains(&vertex);
        self.bodies.iter().find(owns).unwrap()
    }

    /// Where a vertex is in the world.
    pub fn position(&self, vertex: u32) -> DVec3 {
        self.body_of(vertex).corner + DVec3::from_slice(&self.channel(STATE_POSITION, vertex)[..3])
    }

    /// A place of a body's cell in the world.
    pub fn placed(&self, vertex: u32, row: [f64; 4]) -> DVec3 {
        self.body_of(vertex).corner + DVec3::from_slice(&row[..3])
    }

    /// Its inverse mass [1/kg].
    pub fn inverse_mass(&self, vertex: u32) -> f64 {
        self.channel(STATE_POSITION, vertex)[3]
    }

    /// Its velocity; the last number is its solver's.
    pub fn velocity(&self, vertex: u32) -> [f64; 4] {
        self.channel(STATE_VELOCITY, vertex)
    }

    /// Mass, place and velocity of the vertices of a body that nothing holds.
    pub fn particles(&self, slot: u32) -> Vec<(f64, DVec3, DVec3)> {
        let body = self.bodies.iter().find(|body| body.index == slot).unwrap();
        let all = body.first_vertex..body.first_vertex + body.count;
        let free = all.filter(|v| self.inverse_mass(*v) > 0.0);
        let particle = |v: u32| {
            let velocity = DVec3::from_slice(&self.velocity(v)[..3]);
            (1.0 / self.inverse_mass(v), self.position(v), velocity)
        };
        free.map(particle).collect()
    }

    /// All candidates of the step.
    pub fn candidates(&self) -> Vec<Candidate> {
        let mut all = Vec::new();
        for body in &self.bodies {
            let points = (0..body.count).map(|v| self.contacts.point_row + body.first_vertex + v);
            let edges = (0..body.edges).map(|e| self.contacts.edge_row + body.first_edge + e);
            for row in points.chain(edges) {
                let [first, count, ..] = self.words(row);
                all.extend((first..first + count).map(|c| self.candidate(c)));
            }
        }
        all
    }

    fn candidate(&self, number: u32) -> Candidate {
        let row = self.contacts.candidate_row + CONTACTS_CANDIDATE_ROWS * (self.half() + number);
        let [kind, other, _, own] = self.words(row + 1);
        Candidate {
            number,
            is_edges: kind & 255 == share::CONTACTS_EDGES,
            corners: self.words(row),
            bodies: [own, other],
        }
    }
}
