use super::*;
use crate::gpu::kernel::{EDIT, SKIN, WIDE, WIDE_SPRING};

/// An adapter has one device per set of limits, however it was selected.
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

/// A buffer has fewer than 2³² bytes, and bindings are whole words.
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

/// Constants a file does not declare make no second pipeline; declared ones do.
#[test]
fn a_pipeline_is_one_for_all_constants_that_its_file_lacks() {
    let context = acquire(&Selection::default()).unwrap();
    let kernel = |constants: &[_]| context.kernel(&SKIN, "skin_clear", constants);
    assert!(Arc::ptr_eq(
        &kernel(&[]),
        &kernel(&[("PARTIAL_SUM_SLOTS", 64)])
    ));
    let sums = |rows| {
        let constants = [("PARTIAL_SUM_SLOTS", 64), ("WORKGROUP_ROWS", rows)];
        context.kernel(&EDIT, "edit_impulse", &constants)
    };
    assert!(EDIT.overrides.contains(&"WORKGROUP_ROWS"));
    assert!(Arc::ptr_eq(&sums(288), &sums(288)));
    assert!(!Arc::ptr_eq(&sums(288), &sums(320)));
}

/// All simulation kernels share one layout, and it needs no pipeline.
#[test]
fn kernels_with_the_same_bindings_share_a_layout() {
    let wanted = Selection {
        name: adapters().remove(0).info.name[..1].to_lowercase(),
        ..Selection::default()
    };
    own(wanted.clone());
    let context = acquire(&wanted).unwrap();
    let [vbd, spring, skin] =
        [WIDE.texts[0], WIDE_SPRING.texts[5], &SKIN].map(|s| context.layout(s));
    assert!(Arc::ptr_eq(&vbd, &spring) && !Arc::ptr_eq(&vbd, &skin));
    context.kernel(&SKIN, "skin_clear", &[]);
    assert_eq!(compiled(&context), 0, "a kernel compiles nothing by itself");
}

/// Pipelines that a device has compiled.
fn compiled(context: &Context) -> usize {
    let compiled = &context.compiler.compiled;
    compiled.load(std::sync::atomic::Ordering::Relaxed)
}

/// Two threads that ask for one kernel at once compile it once.
#[test]
fn a_kernel_that_two_threads_ask_for_is_compiled_once() {
    let wanted = Selection {
        name: adapters().remove(0).info.name[..2].to_lowercase(),
        ..Selection::default()
    };
    own(wanted.clone());
    let context = acquire(&wanted).unwrap();
    let ready = std::sync::Barrier::new(2);
    let ask = || {
        ready.wait();
        context.pipeline(&SKIN, "skin_clear").unwrap()
    };
    let [first, second] = std::thread::scope(|scope| {
        [scope.spawn(ask), scope.spawn(ask)].map(|thread| thread.join().unwrap())
    });
    assert_eq!(first, second);
    assert_eq!(compiled(&context), 1);
}

fn machine() -> Vec<AdapterInfo> {
    use wgpu::DeviceType::*;
    let made = |(name, bus, kind): (&str, &str, _)| {
        let mut info = AdapterInfo::new(kind, wgpu::Backend::Vulkan);
        (info.name, info.device_pci_bus_id) = (name.to_owned(), bus.to_owned());
        info
    };
    let all = [
        ("Llvm Soft", "", Cpu),
        ("Odd One", "", Other),
        ("Cloud Card", "0000:00:05.0", VirtualGpu),
        ("Small Chip", "0000:00:02.0", IntegratedGpu),
        ("Big Card", "0000:01:00.0", DiscreteGpu),
        ("Big Card", "0000:02:00.0", DiscreteGpu),
    ];
    all.into_iter().map(made).collect()
}

/// Index of the chosen adapter in a list.
fn chosen(machine: &[AdapterInfo], wanted: &Selection) -> Option<usize> {
    let numbers = (0..machine.len()).collect();
    best(numbers, |i: &usize| machine[*i].clone(), wanted)
}

/// Each power takes its preferred kinds in order as adapters go missing; only software excludes other kinds.
#[test]
fn a_power_says_in_which_order_adapters_are_taken() {
    for (power, order) in [
        (Power::High, "big small cloud odd llvm"),
        (Power::Low, "small big cloud odd llvm"),
        (Power::Software, "llvm"),
    ] {
        let wanted = Selection {
            power,
            ..Selection::default()
        };
        let (mut machine, mut taken) = (machine(), Vec::new());
        machine.remove(5);
        while let Some(i) = chosen(&machine, &wanted) {
            let name = machine.remove(i).name.to_lowercase();
            taken.push(name.split(' ').next().unwrap().to_owned());
        }
        assert_eq!(taken.join(" "), order, "{power:?}");
    }
}

/// Part of a name, in any case, and a bus id must both fit; the first of equals is taken.
#[test]
fn a_name_and_a_bus_say_which_of_two_cards_is_taken() {
    let machine = machine();
    for (name, bus, expected) in [
        ("", "", Some(4)),
        ("card", "", Some(4)),
        ("cloud", "", Some(2)),
        ("", "0000:02:00.0", Some(5)),
        ("big", "0000:02:00.0", Some(5)),
        ("small", "0000:02:00.0", None),
        ("", "0000:02", None), // no piece of a bus
        ("huge", "", None),
    ] {
        let wanted = Selection {
            name: name.to_owned(),
            pci_bus_id: bus.to_owned(),
            ..Selection::default()
        };
        assert_eq!(chosen(&machine, &wanted), expected, "{name} {bus}");
    }
}
