//! The simulation's GPU memory: cooked assets, bodies, frames, and the state of every vertex.

use super::buffer::{Ranges, Rows};
use super::context::Context;
use super::kernel::Layout;
use super::run::Bound;
use super::vertices::Vertices;
use crate::error::{Error, Result, Status};
use crate::share::{Body, Command, Frame, REPORT_WORDS};

/// All buffers that the kernels of a step bind.
pub struct State {
    /// Cooked assets, colliders, attachments and work lists, 16 bytes a row.
    pub arena: Rows,
    pub arena_ranges: Ranges,
    pub bodies: Rows,
    /// The world's record, its own frame, frames, then colliders.
    pub frames: Rows,
    /// Commands of `kernel/edit.wgsl`, two rows each; that kernel reads them in place of the arena.
    pub commands: Rows,
    pub vertices: Vertices,
    /// What is near each body, 16 bytes a row.
    pub nearby: Rows,
    /// `REPORT_WORDS` per body.
    pub report: Rows,
    /// What bodies touch, 16 bytes a row.
    pub contacts: Rows,
    pub vertex_ranges: Ranges,
    /// Kept rows of solvers.
    pub kept_ranges: Ranges,
    pub body_ranges: Ranges,
    /// Patches and edges of surfaces that touch.
    pub patch_ranges: Ranges,
    pub edge_ranges: Ranges,
}

impl State {
    pub fn new(context: &Context) -> Result<Self> {
        let row = |label, bytes, count| Rows::new(context, label, bytes, count);
        let state = Self {
            arena: row("arena", 16, 4096)?,
            arena_ranges: Ranges::default(),
            bodies: row("bodies", size_of::<Body>() as u64, 64)?,
            frames: row("frames", size_of::<Frame>() as u64, 16)?,
            commands: row("commands", size_of::<Command>() as u64, 64)?,
            vertices: Vertices::new(context)?,
            nearby: row("nearby", 16, 64)?,
            report: row("report", u64::from(REPORT_WORDS) * 4, 64)?,
            contacts: row("contacts", 16, 16)?,
            vertex_ranges: Ranges::default(),
            kept_ranges: Ranges::default(),
            body_ranges: Ranges::default(),
            patch_ranges: Ranges::default(),
            edge_ranges: Ranges::default(),
        };
        Ok(state)
    }

    /// Allocates vertices that belong to at most `bodies` bodies. Fails if the adapter cannot hold that many.
    pub fn take_vertices(&mut self, context: &Context, count: u32, bodies: u32) -> Result<u32> {
        let mut ranges = self.vertex_ranges.clone();
        let first = ranges
            .take(count)
            .ok_or_else(|| Error::new(Status::Capacity, "no vertex index left (32 bits)"))?;
        self.vertices.reserve(context, ranges.end(), bodies)?;
        self.vertex_ranges = ranges;
        Ok(first)
    }

    /// Allocates kept rows, whose content is undefined. Fails if the adapter cannot hold that many.
    pub fn take_kept(&mut self, context: &Context, rows: u32) -> Result<u32> {
        let full = || Error::new(Status::Capacity, "no kept row left (32 bits)");
        let mut ranges = self.kept_ranges.clone();
        let first = ranges.take(rows).ok_or_else(full)?;
        let (vertices, bodies) = (self.vertex_ranges.end(), self.body_ranges.end());
        self.vertices
            .reserve_kept(context, ranges.end(), vertices, bodies)?;
        self.kept_ranges = ranges;
        Ok(first)
    }

    /// Makes room for per-vertex data of face contact, for good.
    pub fn reserve_faces(&mut self, context: &Context) -> Result<()> {
        let (vertices, bodies) = (self.vertex_ranges.end(), self.body_ranges.end());
        self.vertices.reserve_faces(context, vertices, bodies)
    }

    /// Rows that are left for what is optional. `faces`: vertices also need those of face contact.
    pub fn spare_rows(&self, context: &Context, faces: bool) -> u64 {
        let (vertices, bodies) = (self.vertex_ranges.end(), self.body_ranges.end());
        self.vertices.spare_rows(context, vertices, bodies, faces)
    }

    /// Makes room for the partial sums of wide bodies; returns the first row.
    pub fn reserve_partials(&mut self, context: &Context, rows: u32) -> Result<u32> {
        let vertices = self.vertex_ranges.end();
        self.vertices.reserve_partials(context, rows, vertices)
    }

    /// Stores rows in the arena and returns the first.
    pub fn store(&mut self, context: &Context, rows: &[[u32; 4]]) -> Result<u32> {
        let mut ranges = self.arena_ranges.clone();
        let full = || {
            Error::new(
                Status::Capacity,
                "the arena has no row index left (32 bits)",
            )
        };
        let first = ranges.take(rows.len() as u32).ok_or_else(full)?;
        self.arena.reserve(context, ranges.end())?;
        self.arena.write(context, first, rows)?;
        self.arena_ranges = ranges;
        Ok(first)
    }

    /// Changes whenever a buffer is replaced, so that bind groups are made again.
    pub fn identity(&self) -> u64 {
        let rows = [
            &self.arena,
            &self.bodies,
            &self.frames,
            &self.nearby,
            &self.commands,
            &self.report,
            &self.contacts,
        ];
        self.vertices.generation + rows.iter().map(|r| r.generation).sum::<u64>()
    }

    pub fn bytes(&self) -> u64 {
        let rows = [
            &self.arena,
            &self.bodies,
            &self.frames,
            &self.nearby,
            &self.commands,
            &self.report,
            &self.contacts,
        ];
        self.vertices.bytes() + rows.iter().map(|r| r.bytes()).sum::<u64>()
    }

    /// The bind group of the simulation kernels. `commands` binds the commands in place of the arena.
    pub fn bind(&self, context: &Context, layout: &Layout, commands: bool) -> Bound {
        let arena = if commands {
            &self.commands
        } else {
            &self.arena
        };
        let buffers = [
            arena.binding(),
            self.bodies.binding(),
            self.frames.binding(),
            self.vertices.binding(),
            self.nearby.binding(),
            self.report.binding(),
            self.contacts.binding(),
        ];
        Bound::new(context, layout, &buffers[..layout.buffers()])
    }
}
