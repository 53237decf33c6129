//! The words of a body's record that its solver writes. The solver's shaders name them.

use super::coarse_table::CoarseUse;
use super::pack::Tables;
use crate::asset::Asset;
use crate::desc::BodyOptions;
use crate::executor::Row;

/// A body as its solver describes it.
pub struct Body<'a> {
    pub desc: &'a BodyOptions,
    pub asset: &'a Asset,
    /// Held vertices, in connected sets by attachment; none if no kind of the model needs them.
    pub held: &'a [Vec<u32>],
    pub tables: Tables,
    /// The body's coarse correction.
    pub coarse: CoarseUse,
    /// Diagonal of the rest pose [unit].
    pub size: f32,
}

/// The caller's units.
pub struct Units {
    /// Length unit [m].
    pub length_unit_m: f32,
}

/// Words of [`crate::share::Body`] whose meaning depends on the solver.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Constants {
    /// Arena rows and numbers.
    pub table: [[u32; 4]; 3],
    /// Parameters.
    pub constants: [[f32; 4]; 3],
}

/// No rows of the arena, for solvers whose constants have room in the record.
pub fn no_rows(_: &Body, _: &Units) -> Vec<Row> {
    Vec::new()
}

impl Body<'_> {
    /// The four constants of the body's material, see the material's shader; zeros without a material.
    pub fn elastic(&self, units: &Units) -> [f32; 4] {
        let material = self.desc.model.material(units.length_unit_m);
        material.map_or([0.0; 4], |(material, parameters)| {
            (material.kind().constants)(&parameters, self.desc.scale)
        })
    }

    /// The asset's volume over the body's.
    pub fn inverse_scale_cubed(&self) -> f32 {
        self.desc.scale.powi(-3)
    }
}
