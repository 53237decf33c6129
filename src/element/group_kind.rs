//! The description of a kind of element in groups.

/// The elements of one kind, colour by colour. A kind with an element an edge lists them in the order of `by_colour`; an
/// edge without an element has `[a, b, a, a]` and zeros.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Elements {
    /// Vertices of each element; corners that the kind lacks repeat the first.
    pub corners: Vec<[u32; 4]>,
    /// Rest numbers of each.
    pub rest: Vec<[f32; 4]>,
}

/// A sheet at rest, from which elements are made.
#[derive(Clone, Copy, Debug, Default)]
pub struct SheetRest<'a> {
    /// Positions [length unit].
    pub positions: &'a [[f32; 3]],
    /// Vertices of each triangle.
    pub triangles: &'a [[u32; 3]],
    /// Area of each triangle [length unit²].
    pub areas: &'a [f32],
    /// Lower index first, ascending.
    pub edges: &'a [[u32; 2]],
    /// Length of each edge [length unit].
    pub lengths: &'a [f32],
    /// Edges with two triangles, in the order of `edges`: ends, then the third vertices.
    pub hinges: &'a [[u32; 4]],
    /// Cosine and sine of the rest angle of each hinge.
    pub turns: &'a [[f32; 2]],
    /// The edges by colour.
    pub by_colour: &'a [u32],
    /// The first edge of each colour, and the end of the last.
    pub colours: &'a [u32],
}

/// A kind of element in groups.
#[derive(Debug)]
pub struct GroupKind {
    /// Permanent number below 32, never reused; groups are in the order of these numbers.
    pub number: u32,
    /// Items of its steps.
    pub items: Items,
    /// Whether its items begin a substep with a load. If so, elements have a branch in `element_open` of
    /// `element/element.wgsl`.
    pub opens: bool,
    /// The most loop passes of a thread for an item of the group, beside those that project corners to their planes. A few
    /// too many cost nothing; see `executor/loop_passes.rs`.
    pub loop_passes: u64,
    /// The elements of a sheet.
    pub elements: fn(&SheetRest) -> Elements,
    /// The first element of each colour, and the end of the last; elements of one colour share no vertex. Plans call this
    /// function body by body.
    pub colours: fn(&SheetRest) -> Vec<u32>,
}

impl GroupKind {
    /// The kind's state rows for a body with these elements and vertices: multipliers, two elements a row; or for a sum its
    /// result, a row a vertex, and the parts of the sum.
    pub const fn own_rows(&self, elements: u32, vertices: u32) -> u32 {
        match self.items {
            Items::Sum => 1 + vertices + vertices.div_ceil(SUM_PART),
            Items::Elements | Items::Vertices => elements.div_ceil(2),
        }
    }

    /// Its bit in a set of kinds.
    pub const fn bit(&self) -> u32 {
        1 << self.number
    }
}

/// The items of a step of an iteration, in the order of steps: see `ELEMENT_GROUP_…` in memory/element_group.wgsl.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Items {
    /// Elements of a group that share no vertex.
    Elements = 0,
    /// Vertices of the body, for a sum over all of them. A step of vertices follows.
    Sum = 1,
    /// Vertices of the body, after all elements.
    Vertices = 2,
}

/// Vertices in one part of a sum over a body that several workgroups share.
pub const SUM_PART: u32 = 128;
