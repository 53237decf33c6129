//! All models. Written by `cargo xtask bindings`; do not edit.

use super::choices;

/// Model: chosen by the asset. With tets: neo-Hookean; a sheet without tets: cloth.
pub const PLIANT_MODEL_DEFAULT: u32 = 0;
/// Model: stable neo-Hookean solid, implicit, solved by vertex block descent. Needs tets.
pub const PLIANT_MODEL_NEO_HOOKEAN: u32 = 1;
/// Model: mass-spring system on the tet edges with a volume force, explicit Verlet. In one substep, a force (soft
/// attachments included) moves a vertex by at most the rest length of its longest edge; the rest of the displacement is
/// cut off. Needs tets.
pub const PLIANT_MODEL_MASS_SPRING: u32 = 2;
/// Model: shape matching. Clusters of particles move towards their rest shapes, which are turned and deformed to fit
/// the particles. Needs clusters.
pub const PLIANT_MODEL_SHAPE_MATCHING: u32 = 3;
/// Model: a sheet of triangles that resists stretch and bending, solved by extended position-based dynamics. Needs a
/// sheet.
pub const PLIANT_MODEL_CLOTH: u32 = 4;
/// Model: a rigid body, moved by contact within the step. Needs tets.
pub const PLIANT_MODEL_RIGID: u32 = 5;
/// Model: a closed sheet, filled with a gas or with a pressure that sets the volume. Needs a sheet without holes.
pub const PLIANT_MODEL_BALLOON: u32 = 6;

/// Their numbers with their names in C.
pub(super) const MODELS: &[(u32, &str)] = choices!(
    PLIANT_MODEL_DEFAULT,
    PLIANT_MODEL_NEO_HOOKEAN,
    PLIANT_MODEL_MASS_SPRING,
    PLIANT_MODEL_SHAPE_MATCHING,
    PLIANT_MODEL_CLOTH,
    PLIANT_MODEL_RIGID,
    PLIANT_MODEL_BALLOON
);

/// Hands a macro every model: documentation, name, number, struct, what it needs of an asset, its terms.
macro_rules! for_each_model {
    ($take:ident) => {
        $take! {
            /// Stable neo-Hookean solid.
            NeoHookean = PLIANT_MODEL_NEO_HOOKEAN => PliantNeoHookeanDesc, needs Tets, terms Material::NeoHookean.kind().terms;
            /// Springs on the tet edges with a volume force.
            MassSpring = PLIANT_MODEL_MASS_SPRING => PliantMassSpringDesc, needs Tets, terms Material::MassSpring.kind().terms;
            /// Clusters drawn to their rest shapes.
            ShapeMatching = PLIANT_MODEL_SHAPE_MATCHING => PliantShapeMatchingDesc, needs Clusters, terms Terms::Clusters;
            /// A sheet that resists stretch and bending.
            Cloth = PLIANT_MODEL_CLOTH => PliantClothDesc, needs Sheet, terms Terms::Groups;
            /// A body that keeps its shape.
            Rigid = PLIANT_MODEL_RIGID => PliantRigidDesc, needs Tets, terms Terms::Rigid;
            /// A closed sheet with a pressure inside.
            Balloon = PLIANT_MODEL_BALLOON => PliantBalloonDesc, needs Sheet, terms Terms::Groups;
        }
    };
}
pub(crate) use for_each_model;
