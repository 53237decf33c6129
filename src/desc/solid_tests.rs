//! Tests of the parameters of solids.

use super::*;

#[test]
fn zeros_mean_choose_for_me_except_where_zero_has_a_meaning() {
    let zeros = PliantNeoHookeanDesc {
        struct_size: 0,
        model: 0,
        young_modulus: 0.0,
        poisson_ratio: 0.0,
        density: 0.0,
        damping: 0.0,
        reserved: 0,
    };
    let once = zeros.checked().unwrap();
    assert_eq!((once.young_modulus, once.density), (1e6, 1000.0));
    assert_eq!(once.poisson_ratio, 0.0);
    assert_eq!(once.checked().unwrap(), once);
}

type Change<T> = fn(&mut T);

/// Asserts that each change is refused with the name of its field.
fn refuses<T: Default>(check: fn(&T) -> Result<T>, cases: &[(&str, Change<T>)]) {
    for (name, change) in cases {
        let mut desc = T::default();
        change(&mut desc);
        let message = check(&desc).err().unwrap().message;
        let start = format!("model_desc.{name} is ");
        assert!(message.starts_with(&start), "{message}");
    }
}

#[test]
fn each_number_out_of_range_is_named() {
    refuses(
        PliantNeoHookeanDesc::checked,
        &[
            ("young_modulus", |d| d.young_modulus = f32::NAN),
            ("poisson_ratio", |d| d.poisson_ratio = 0.5),
            ("density", |d| d.density = -1.0),
            ("damping", |d| d.damping = -1.0),
            ("reserved", |d| d.reserved = 1),
        ],
    );
    refuses(
        PliantMassSpringDesc::checked,
        &[
            ("young_modulus", |d| d.young_modulus = 2e12),
            ("density", |d| d.density = f32::NAN),
            ("damping", |d| d.damping = 2e4),
            ("volume_stiffness", |d| d.volume_stiffness = 101.0),
            ("reserved", |d| d.reserved = 1),
        ],
    );
}
