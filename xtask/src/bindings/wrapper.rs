//! The lines of `include/pliant.hpp` that name each struct with defaults, and each model.

use super::between::between;
use super::materials::{Schema, model_of};
use super::sources::Function;
use crate::shell::Result;

const FIRST: &str = "// Up to #undef written by `cargo xtask bindings`.";
const LAST: &str = "#undef PLIANT_DEFAULTS";

/// Up to the next blank line.
const MODELS: &str =
    "/// `PLIANT_MODEL_…` of the model with these parameters, written by `cargo xtask bindings`.";

/// The wrapper with these lines as they should be.
pub fn text(wrapper: &str, functions: &[Function], schema: &Schema) -> Result<String> {
    let line = |function: &Function| {
        let described = function.initialises()?;
        Some(format!("PLIANT_DEFAULTS({described}, {})\n", function.name))
    };
    let lines: String = functions.iter().filter_map(line).collect();
    let text = between(wrapper, FIRST, LAST, &lines)?;
    between(&text, MODELS, "\n", &model_of(schema))
}
