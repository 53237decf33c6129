use super::*;
use crate::gpu::kernel::{EDIT, SKIN, WIDE_SPRING, WIDE_VBD};

/// Whatever words chose the adapter, it has one device for each set of limits.
#[test]
fn an_adapter_has_one_device_whatever_it_was_chosen_by() {
    let info = adapters().remove(0).info;
    let named = |name: &str, portable| Selection {
        name: name.to_lowercase(),
        portable,
        ..Selection::default()
    };
    let first = acquire(&named("", false)).unwrap();
    let by_name = acquire(&named(&info.name, false)).unwrap();
    let portable = acquire(&named(&info.name, true)).unwrap();
    assert!(Arc::ptr_eq(&first, &by_name));
    assert!(!Arc::ptr_eq(&first, &portable));
}

/// A buffer has fewer than 2^32 bytes, and what is bound of it whole words.
#[test]
fn buffers_stay_within_32_bits() {
    let limits = within_32_bits(wgpu::Limits {
        max_buffer_size: 1 << 40,
        max_storage_buffer_binding_size: 1 << 40,
        ..wgpu::Limits::default()
    });
    let sizes = [
        limits.max_buffer_size,
        limits.max_storage_buffer_binding_size,
    ];
    assert_eq!(sizes, [(1 << 32) - 1, (1 << 32) - 4]);
    let few = wgpu::Limits::default();
    assert_eq!(within_32_bits(few.clone()), few);
}

/// What a file does not declare makes no second pipeline of it; what it declares does.
#[test]
fn a_pipeline_is_one_for_all_constants_that_its_file_lacks() {
    let context = acquire(&Selection::default()).unwrap();
    let kernel = |constants: &[_]| context.kernel(&SKIN, "skin_clear", constants).unwrap();
    assert!(Arc::ptr_eq(&kernel(&[]), &kernel(&[("SLOTS", 64)])));
    let bounce = |on| {
        let constants = [("SLOTS", 64), ("BOUNCE_WANTED", on)];
        context.kernel(&EDIT, "edit_impulse", &constants).unwrap()
    };
    assert!(EDIT.overrides.contains(&"BOUNCE_WANTED"));
    assert!(Arc::ptr_eq(&bounce(1), &bounce(1)));
    assert!(!Arc::ptr_eq(&bounce(0), &bounce(1)));
}

/// A layout needs no pipeline, and all kernels of the simulation have the same.
#[test]
fn kernels_with_the_same_bindings_share_a_layout() {
    let wanted = Selection {
        name: adapters().remove(0).info.name[..1].to_lowercase(),
        ..Selection::default()
    };
    own(wanted.clone());
    let context = acquire(&wanted).unwrap();
    let [vbd, spring, skin] = [&WIDE_VBD, &WIDE_SPRING, &SKIN].map(|s| context.layout(s));
    assert!(Arc::ptr_eq(&vbd, &spring) && !Arc::ptr_eq(&vbd, &skin));
    assert!(context.kernels.lock().is_empty());
}
