//! What a solver writes into the record of a body. Its shaders name the words.

use super::coarse_table::CoarseUse;
use super::pack::Tables;
use crate::asset::Asset;
use crate::desc::BodyOptions;
use crate::executor::Row;

/// A body as its solver describes it.
pub struct Body<'a> {
    pub desc: &'a BodyOptions,
    pub asset: &'a Asset,
    /// Vertices that are held, by what holds them; none where no kind of its model needs them.
    pub held: &'a [Vec<u32>],
    pub tables: Tables,
    /// How it uses its coarse correction.
    pub coarse: CoarseUse,
    /// Diagonal of the rest pose [unit].
    pub size: f32,
}

/// The caller's units.
pub struct Units {
    /// Length unit [m].
    pub length_unit_m: f32,
}

/// Words of [`crate::share::Body`] whose meaning is the solver's.
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
    /// The four constants of its material, see the material's shader; zeros if its model has none.
    pub fn elastic(&self, units: &Units) -> [f32; 4] {
        let material = self.desc.model.material(units.length_unit_m);
        material.map_or([0.0; 4], |(material, parameters)| {
            (material.kind().constants)(&parameters, self.desc.scale)
        })
    }

    /// From the volume of its asset to its own, inverse.
    pub fn inverse_scale_cubed(&self) -> f32 {
        self.desc.scale.powi(-3)
    }
}
