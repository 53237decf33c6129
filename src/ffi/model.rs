//! Models of bodies: how their parameters are read, and the change of a running body's model.

use super::layout::Description;
use super::pointer::read;
use super::registry::with;
use crate::desc::*;
use crate::error::{Error, Result};
use crate::ids::PliantBodyId;
use crate::world::Edit;
use std::ffi::c_void;

/// Changes a body's model, or the parameters of its model. Positions and velocities stay.
///
/// `model`: `PLIANT_MODEL_…`, not 0. `model_desc`: the struct of this model, such as `PliantNeoHookeanDesc`, from the
/// init function of the struct. NULL, or zeros after `struct_size`: the defaults. Not kept. With another model, masses
/// change only if the density changes, attachments stay, and the body's substeps must be within the range of the new
/// model. Thread: one at a time per world. Errors: INVALID_ARGUMENT, INVALID_HANDLE, MESH_UNSUPPORTED for an asset
/// without the data that the model needs, INVALID_STATE for a model that this version cannot simulate, VERSION, BUSY,
/// and CAPACITY, OUT_OF_MEMORY, GPU, DEVICE_LOST as for `pliant_body_apply_impulse`. Cost: small for the same model. A
/// change of density takes a pass over the vertices. Another model uploads the asset's tables, unless another body of
/// the asset has that model, and the next step rebuilds its plan. Another Poisson's ratio also rebuilds the plan, and
/// the tables of the coarse correction (docs/limits.md).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_body_set_model(
    body: PliantBodyId,
    model: u32,
    model_desc: *const c_void,
) -> i32 {
    entry!("pliant_body_set_model", {
        let model = self::model(model, model_desc, "model_desc")?;
        let model = model.ok_or_else(|| {
            Error::argument("model is 0, expected PLIANT_MODEL_…: a running body has a model")
        })?;
        with(body, |world| world.apply(Edit::SetModel { body, model }))?;
        Ok(())
    })
}

/// A model's number, the name of its struct, and the function that writes its defaults.
type Kind = (u32, &'static str, &'static str);

fn kind<T: ModelDesc + Description>() -> Kind {
    (T::MODEL, T::LAYOUT.name, T::INIT)
}

/// Fails if the struct says that it is of another model than the body, whatever its size.
///
/// # Safety
/// `words` points to as many readable bytes as its first four say.
unsafe fn refuse_other(kinds: &[Kind], number: u32, words: *const u32, name: &str) -> Result<()> {
    // SAFETY: the caller promised a struct, and every one starts with its size.
    let size = unsafe { words.read_unaligned() };
    let Some((_, own, init)) = kinds.iter().find(|kind| kind.0 == number) else {
        return Ok(());
    };
    if size < 8 {
        return Ok(()); // the check of sizes refuses it
    }
    // SAFETY: the struct has two words or more.
    let said = unsafe { words.add(1).read_unaligned() };
    if said == 0 || said == number {
        return Ok(());
    }
    let model = |number| model_name(number).unwrap_or_default();
    let why = match kinds.iter().find(|kind| kind.0 == said) {
        Some((_, other, _)) => format!(
            "{name} is a {other} (its model is {}), but the body's model is {}: call {init}",
            model(said),
            model(number)
        ),
        None => format!(
            "{name}->model is {said}, expected {} ({number}) in a {own}, or 0: call {init}",
            model(number)
        ),
    };
    Err(Error::argument(why))
}

/// A model and its parameters; `None` for `PLIANT_MODEL_DEFAULT`, which has none.
///
/// # Safety
/// `pointer` is NULL or points to the struct of the model with this number, readable for as many bytes as its
/// `struct_size` says.
pub(super) unsafe fn model(
    number: u32,
    pointer: *const c_void,
    name: &str,
) -> Result<Option<Model>> {
    check_model(number)?;
    if pointer.is_null() {
        return Ok(Model::default_of(number));
    }
    macro_rules! read_as {
        ($($(#[$text:meta])* $name:ident = $number:ident => $desc:ident, needs $needs:ident, terms $terms:expr;)*) => {{
            let kinds = [$(kind::<$desc>()),*];
            // SAFETY: the caller promised a struct of as many bytes as its size says.
            unsafe { refuse_other(&kinds, number, pointer.cast(), name) }?;
            match number {
                // SAFETY: the caller promised the struct of this model.
                $($desc::MODEL => unsafe { read(pointer.cast::<$desc>(), name) }?.into(),)*
                _ => {
                    return Err(Error::argument(format!(
                        "{name} is given, but model is PLIANT_MODEL_DEFAULT (0): set model to the one whose struct it is"
                    )));
                }
            }
        }};
    }
    Ok(Some(for_each_model!(read_as)))
}
