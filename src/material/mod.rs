//! Elastic materials: what an element's deformation costs, with its parameters in SI units. Not how
//! to solve for it.
//!
//! Each kind has one file here, beside `shaders/material/`, and one entry in the registry below.
//! The formulas are plain f64; what goes to the GPU is rounded to f32 once, at the end.

#[cfg(test)]
mod barrier_tests;
pub mod mass_spring;
pub mod neo_hookean;
#[cfg(test)]
mod tests;

use glam::{DMat3, DVec3};

/// Makes the enum of all kinds from the registry.
macro_rules! registry {
    ($($(#[$text:meta])* $name:ident = $number:literal => $module:ident,)*) => {
        /// Every kind of material with its permanent number, which is never reused and never renumbered.
        #[repr(u32)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Method {
            $($(#[$text])* $name = $number,)*
        }

        impl Method {
            /// Every kind there is.
            pub const ALL: [Method; [$($number),*].len()] = [$(Method::$name),*];

            /// What is to be known of the kind.
            pub fn kind(self) -> &'static Kind {
                match self {
                    $(Method::$name => &$module::KIND,)*
                }
            }
        }
    };
}

// The registry: one line a kind.
registry! {
    /// Stable neo-Hookean solid, [`neo_hookean`].
    NeoHookean = 1 => neo_hookean,
    /// Springs on the tet edges with a volume force, [`mass_spring`].
    MassSpring = 2 => mass_spring,
}

/// The longest stable step [s] of a body of these parameters, one of whose vertices is held with a stiffness [N/m], and whose
/// velocities are damped at a rate [1/s].
pub type LongestStep = fn(&Rest, &Parameters, held: f64, damping: f64) -> f64;

/// What is to be known of a kind, apart from how to solve for it.
pub struct Kind {
    /// Every term of the elastic energy of a body, in an order that depends on the mesh alone.
    pub elements: fn(&Rest, &Parameters) -> Vec<Box<dyn Element>>,
    /// What the kernels keep of each edge, in the order of `rest.edges`, at unit modulus.
    pub edge_values: fn(&Rest) -> Vec<[f32; 2]>,
    /// The numbers of a body at this scale that the kernels take; the kind's shader says which.
    pub constants: fn(&Parameters, scale: f32) -> [f32; 4],
    /// The most substeps of a step: more would let a GPU's watchdog bite, or buy nothing.
    pub most_substeps: u32,
    /// For a kind that is solved explicitly, the longest stable step [s] of a body, one of whose vertices is also held
    /// by a spring of the given stiffness [N/m] and whose velocities are damped at the given rate [1/s].
    pub longest_step: Option<LongestStep>,
}

impl Method {
    /// What "choose for me" means.
    pub const DEFAULT: Method = Method::NeoHookean;

    /// The kind with this permanent number; 0 is the default. `None` for a number that no kind has.
    pub fn from_number(number: u32) -> Option<Self> {
        match number {
            0 => Some(Self::DEFAULT),
            _ => Self::ALL
                .into_iter()
                .find(|method| method.number() == number),
        }
    }

    /// The permanent number.
    pub fn number(self) -> u32 {
        self as u32
    }

    /// Whether steps are explicit, and so only stable when short.
    pub fn is_explicit(self) -> bool {
        self.kind().longest_step.is_some()
    }

    /// The elements of a body of this kind: every term of its elastic energy, in an order that
    /// depends on the mesh alone.
    pub fn elements(self, rest: &Rest, parameters: &Parameters) -> Vec<Box<dyn Element>> {
        (self.kind().elements)(rest, parameters)
    }
}

/// Material parameters in SI units. Ranges are those of `PliantMaterialDesc`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// Young's modulus E [Pa].
    pub young_modulus: f64,
    /// Poisson's ratio ν [1].
    pub poisson_ratio: f64,
    /// Mass density ρ [kg/m³].
    pub density: f64,
    /// Rate at which the fastest motion of the kind's own dampers dies away [1/s]; kinds without
    /// dampers ignore it. The damping of a body as a whole is not a matter of its material.
    pub spring_damping: f64,
    /// Stiffness against a change of volume as a multiple of E [1]; used by kinds that have a
    /// volume force.
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

/// The rest pose of a body: what elements are made from.
#[derive(Clone, Copy, Debug)]
pub struct Rest<'a> {
    /// Rest positions [m].
    pub positions: &'a [DVec3],
    /// Tets with positive rest volume.
    pub tets: &'a [[u32; 4]],
    /// One factor on E a tet [1], or empty for 1.
    pub tet_stiffness: &'a [f64],
    /// The edges of the tets, lower index first, each once.
    pub edges: &'a [[u32; 2]],
    /// Vertex masses [kg]; zero or less for a vertex that is held.
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

/// The 3×3 blocks of an element's second derivative, one for each pair of its vertices [N/m];
/// unused ones are zero.
pub type Blocks = [[DMat3; 4]; 4];

/// All blocks zero, to start a sum from.
const NO_BLOCKS: Blocks = [[DMat3::ZERO; 4]; 4];

/// One term of an elastic energy. Positions come and go in the order of [`Element::vertices`], at
/// most four.
pub trait Element: Send + Sync {
    /// The vertices the energy depends on, two to four.
    fn vertices(&self) -> &[u32];

    /// The energy [J] at positions `x` [m].
    fn energy(&self, x: &[DVec3]) -> f64;

    /// The derivative of the energy by each vertex [N], the negative force; unused ones are zero.
    fn gradient(&self, x: &[DVec3]) -> [DVec3; 4];

    /// The second derivative of the energy [N/m] in two parts: the one that is never indefinite,
    /// plus `geometric` (0 to 1) times the rest. With 1 it is exact.
    fn hessian(&self, x: &[DVec3], geometric: f64) -> Blocks;

    /// The force of the element's dampers [N] at velocities `v` [m/s]; most elements have none.
    fn damping_force(&self, _x: &[DVec3], _v: &[DVec3]) -> [DVec3; 4] {
        [DVec3::ZERO; 4]
    }
}
