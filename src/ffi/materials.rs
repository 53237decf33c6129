//! Defaults of the models' parameters. Written by `cargo xtask bindings`; do not edit.

use super::pointer::init;
use crate::desc::*;

/// Writes the defaults of `PLIANT_MODEL_NEO_HOOKEAN`.
///
/// `desc` must not be NULL; `struct_size` is `sizeof(PliantNeoHookeanDesc)`. Thread: any. Errors: INVALID_ARGUMENT.
/// Cost: none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_neo_hookean_desc_init(
    desc: *mut PliantNeoHookeanDesc,
    struct_size: u32,
) -> i32 {
    entry!("pliant_neo_hookean_desc_init", init(desc, struct_size))
}

/// Writes the defaults of `PLIANT_MODEL_MASS_SPRING`.
///
/// `desc` must not be NULL; `struct_size` is `sizeof(PliantMassSpringDesc)`. Thread: any. Errors: INVALID_ARGUMENT.
/// Cost: none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_mass_spring_desc_init(
    desc: *mut PliantMassSpringDesc,
    struct_size: u32,
) -> i32 {
    entry!("pliant_mass_spring_desc_init", init(desc, struct_size))
}

/// Writes the defaults of `PLIANT_MODEL_SHAPE_MATCHING`.
///
/// `desc` must not be NULL; `struct_size` is `sizeof(PliantShapeMatchingDesc)`. Thread: any. Errors: INVALID_ARGUMENT.
/// Cost: none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_shape_matching_desc_init(
    desc: *mut PliantShapeMatchingDesc,
    struct_size: u32,
) -> i32 {
    entry!("pliant_shape_matching_desc_init", init(desc, struct_size))
}

/// Writes the defaults of `PLIANT_MODEL_CLOTH`.
///
/// `desc` must not be NULL; `struct_size` is `sizeof(PliantClothDesc)`. Thread: any. Errors: INVALID_ARGUMENT.
/// Cost: none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_cloth_desc_init(
    desc: *mut PliantClothDesc,
    struct_size: u32,
) -> i32 {
    entry!("pliant_cloth_desc_init", init(desc, struct_size))
}

/// Writes the defaults of `PLIANT_MODEL_RIGID`.
///
/// `desc` must not be NULL; `struct_size` is `sizeof(PliantRigidDesc)`. Thread: any. Errors: INVALID_ARGUMENT.
/// Cost: none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_rigid_desc_init(
    desc: *mut PliantRigidDesc,
    struct_size: u32,
) -> i32 {
    entry!("pliant_rigid_desc_init", init(desc, struct_size))
}

/// Writes the defaults of `PLIANT_MODEL_BALLOON`.
///
/// `desc` must not be NULL; `struct_size` is `sizeof(PliantBalloonDesc)`. Thread: any. Errors: INVALID_ARGUMENT.
/// Cost: none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_balloon_desc_init(
    desc: *mut PliantBalloonDesc,
    struct_size: u32,
) -> i32 {
    entry!("pliant_balloon_desc_init", init(desc, struct_size))
}
