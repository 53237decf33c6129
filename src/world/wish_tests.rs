//! The adapter selection that a world's options make.

use super::*;
use crate::desc::{PLIANT_POWER_DEFAULT, PLIANT_POWER_HIGH};
use crate::error::Status;

#[test]
fn a_power_a_name_and_a_bus_reach_the_choice() {
    for (power_preference, power) in [
        (PLIANT_POWER_DEFAULT, Power::High),
        (PLIANT_POWER_LOW, Power::Low),
        (PLIANT_POWER_HIGH, Power::High),
        (PLIANT_POWER_SOFTWARE, Power::Software),
    ] {
        let options = WorldOptions {
            power_preference,
            adapter_name: Some("Big Card".to_owned()),
            adapter_pci_bus_id: Some("0000:01:00.0".to_owned()),
            flags: PLIANT_WORLD_PORTABLE_LIMITS,
            ..WorldOptions::default()
        };
        let wanted = AdapterSelection {
            power,
            name: "big card".to_owned(),
            pci_bus_id: "0000:01:00.0".to_owned(),
            portable: true,
            permutes: false,
        };
        assert_eq!(adapter(&options), wanted);
    }
}

#[test]
fn a_bus_that_nothing_is_at_is_an_error_that_names_it() {
    let options = WorldOptions {
        adapter_pci_bus_id: Some("no bus".to_owned()),
        ..WorldOptions::default()
    };
    let refused = World::new(options).err().unwrap();
    assert_eq!(refused.status, Status::NoDevice);
    let named = "no adapter at PCI bus \"no bus\" (adapter_pci_bus_id); this machine has";
    assert!(refused.message.starts_with(named), "{}", refused.message);
}
