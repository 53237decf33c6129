//! Elements: terms on a few particles. A material has the energy of a deformed tet or edge, in SI units; a constraint is a
//! value that a solver projects to zero or holds there; wind is a force. The solvers are elsewhere.
//!
//! Each kind has a file here and one in `shaders/element/`. There are two registries: [`Material`] of tets, and
//! [`GROUP_KINDS`] of elements in groups. Clusters and wind are in neither: their solvers call them. The formulas are f64;
//! values for the GPU are rounded to f32 once, at the end.

#[cfg(test)]
mod barrier_tests;
mod cluster;
#[cfg(test)]
mod cluster_tests;
pub mod group_kind;
pub mod groups;
pub mod hinge;
pub mod mass_spring;
#[cfg(test)]
mod material_tests;
pub mod neo_hookean;
mod pressure;
#[cfg(test)]
mod pressure_tests;
mod row;
mod sheet_edge;
#[cfg(test)]
mod sheet_tests;
pub mod stretch;
mod tether;
pub mod wind;

pub use cluster::{Deformation, RestShape, rotation};
pub use hinge::quarter as quarter_turn;
pub use pressure::{Filling, gradients as volume_gradients, open_edges, volume};
pub use row::Row;
pub use sheet_edge::{Factors, factors};
pub use tether::rows as limit_rows;
pub use wind::AIR_DENSITY;

use glam::{DMat3, DVec3};

/// Makes the enum of all kinds from the registry.
macro_rules! registry {
    ($($(#[$text:meta])* $name:ident = $number:literal => $module:ident,)*) => {
        /// Every kind of material with its permanent number, never reused or renumbered.
        #[repr(u32)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Material {
            $($(#[$text])* $name = $number,)*
        }

        impl Material {
            /// Every kind.
            pub const ALL: [Material; [$($number),*].len()] = [$(Material::$name),*];

            /// The kind's properties.
            pub fn kind(self) -> &'static Kind {
                match self {
                    $(Material::$name => &$module::KIND,)*
                }
            }
        }
    };
}

// The registry: one line per kind.
registry! {
    /// Stable neo-Hookean solid, [`neo_hookean`].
    NeoHookean = 1 => neo_hookean,
    /// Springs on the tet edges with a volume force, [`mass_spring`].
    MassSpring = 2 => mass_spring,
}

/// The longest stable step [s] of a body whose velocities are damped at the rate `damping` [1/s].
pub type LongestStep = fn(&Rest, &Parameters, damping: f64) -> f64;

/// The Lamé parameters (μ, λ) [Pa] at small strain.
pub type Lame = fn(&Parameters) -> (f64, f64);

/// The terms that a body's elements give its solver. A model finds its solver by them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Terms {
    /// Gradient and second derivative of the energy by one vertex.
    Blocks,
    /// The force on each vertex.
    Forces,
    /// Groups of elements, each element solved alone.
    Groups,
    /// Clusters of particles, each pulled to its shape.
    Clusters,
    /// Nothing: the body keeps its shape.
    Rigid,
}

impl Terms {
    /// Whether steps are explicit, so that only short ones are stable.
    pub fn is_explicit(self) -> bool {
        self == Terms::Forces
    }
}

/// Properties of a kind, apart from how to solve for it.
pub struct Kind {
    /// The kind's terms.
    pub terms: Terms,
    /// Every term of a body's elastic energy, in an order that depends only on the mesh.
    pub elements: fn(&Rest, &Parameters) -> Vec<Box<dyn Element>>,
    /// The kernels' values of each edge at unit modulus, in the order of `rest.edges`.
    pub edge_values: fn(&Rest) -> Vec<[f32; 2]>,
    /// The Lamé parameters at small strain, of kinds whose terms are blocks.
    pub lame: Option<Lame>,
    /// The kernels' constants for a body at this scale; the kind's shader defines them.
    pub constants: fn(&Parameters, scale: f32) -> [f32; 4],
    /// The most substeps per step: more could trigger a GPU's watchdog, or gain nothing.
    pub most_substeps: u32,
    /// For explicit kinds, the longest stable step.
    pub longest_step: Option<LongestStep>,
}

impl Material {
    /// The permanent number.
    pub fn number(self) -> u32 {
        self as u32
    }

    /// The body's elements: every term of its elastic energy, in an order that depends only on the mesh.
    pub fn elements(self, rest: &Rest, parameters: &Parameters) -> Vec<Box<dyn Element>> {
        (self.kind().elements)(rest, parameters)
    }
}

/// Material parameters in SI units. Ranges are those of the models' descriptions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// Young's modulus E [Pa].
    pub young_modulus: f64,
    /// Poisson's ratio ν [1].
    pub poisson_ratio: f64,
    /// Mass density ρ [kg/m³].
    pub density: f64,
    /// Decay rate of the fastest motion due to the kind's own dampers [1/s]; ignored by kinds without dampers. The
    /// damping of whole bodies is separate.
    pub spring_damping: f64,
    /// Volume stiffness as a multiple of E [1]; used by kinds with a volume force.
    pub volume_stiffness: f64,
}

impl Default for Parameters {
    fn default() -> Self {
        Self {
            young_modulus: 1e6,
            poisson_ratio: 0.3,
            density: 1000.0,
            spring_damping: 0.0,
            volume_stiffness: 1.0,
        }
    }
}

/// The rest pose of a body, from which elements are made.
#[derive(Clone, Copy, Debug)]
pub struct Rest<'a> {
    /// Rest positions [m].
    pub positions: &'a [DVec3],
    /// Tets with positive rest volume.
    pub tets: &'a [[u32; 4]],
    /// One factor on E per tet [1], or empty for 1.
    pub tet_stiffness: &'a [f64],
    /// The edges of the tets, lower index first, each once.
    pub edges: &'a [[u32; 2]],
    /// Vertex masses [kg]; zero or less for a held vertex.
    pub masses: &'a [f64],
}

impl Rest<'_> {
    /// Rest positions [m] of the corners of a tet.
    pub fn corners(&self, tet: usize) -> [DVec3; 4] {
        self.tets[tet].map(|vertex| self.positions[vertex as usize])
    }

    /// The factor on Young's modulus of a tet [1].
    pub fn stiffness_factor(&self, tet: usize) -> f64 {
        self.tet_stiffness.get(tet).copied().unwrap_or(1.0)
    }
}

/// The 3×3 blocks of an element's second derivative, one per pair of vertices [N/m]; unused ones are zero.
pub type Blocks = [[DMat3; 4]; 4];

/// All blocks zero.
const NO_BLOCKS: Blocks = [[DMat3::ZERO; 4]; 4];

/// One term of an elastic energy. Arrays are in the order of [`Element::vertices`], at most four.
pub trait Element: Send + Sync {
    /// The vertices the energy depends on, two to four.
    fn vertices(&self) -> &[u32];

    /// The energy [J] at positions `x` [m].
    fn energy(&self, x: &[DVec3]) -> f64;

    /// The energy's derivative by each vertex [N], the negative force; unused ones are zero.
    fn gradient(&self, x: &[DVec3]) -> [DVec3; 4];

    /// The energy's second derivative [N/m]: a positive semidefinite part plus `geometric` (0 to 1) times the rest.
    /// Exact at 1.
    fn hessian(&self, x: &[DVec3], geometric: f64) -> Blocks;

    /// Damper forces [N] at velocities `v` [m/s]; most elements have none.
    fn damping_force(&self, _x: &[DVec3], _v: &[DVec3]) -> [DVec3; 4] {
        [DVec3::ZERO; 4]
    }
}

/// The two terms of an edge of a sheet, as the oracle uses them. This is no registry: on the GPU both are one kind, whose
/// file is `sheet_edge`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Constraint {
    /// The length of an edge, [`stretch`].
    Stretch,
    /// The angle of a hinge, [`hinge`].
    Hinge,
}

/// The registry of kinds with groups: one line per kind.
pub static GROUP_KINDS: &[&group_kind::GroupKind] =
    &[&sheet_edge::KIND, &tether::KIND, &pressure::KIND];

/// The kinds of the groups of a sheet.
pub const OF_SHEET: u32 = sheet_edge::KIND.bit();
/// The kind that limits the distance of vertices from the held ones.
pub const OF_LIMITS: u32 = tether::KIND.bit();
/// The kind that sets the volume inside a closed sheet.
pub const OF_VOLUME: u32 = pressure::KIND.bit();
/// The term of an edge of a sheet.
pub const OF_EDGE: Constraint = Constraint::Stretch;
/// The term of two triangles on an edge of a sheet.
pub const OF_HINGE: Constraint = Constraint::Hinge;

impl Constraint {
    /// Both terms.
    pub const ALL: [Constraint; 2] = [Constraint::Stretch, Constraint::Hinge];

    /// The number of its vertices.
    pub fn vertices(self) -> usize {
        match self {
            Constraint::Stretch => 2,
            Constraint::Hinge => 4,
        }
    }

    /// The row at positions `x`. The term's file defines `rest`.
    pub fn row(self, x: [DVec3; 4], rest: f64) -> Row {
        match self {
            Constraint::Stretch => stretch::row([x[0], x[1]], rest),
            Constraint::Hinge => hinge::row(x, rest),
        }
    }
}
