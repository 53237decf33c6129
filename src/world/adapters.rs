//! Adapters as the caller sees them.

use crate::gpu::context;
use crate::view::PliantAdapterInfo;

/// Every adapter this machine has, best first.
pub fn list_adapters() -> Vec<PliantAdapterInfo> {
    let view = |found: &context::Found| PliantAdapterInfo {
        max_workgroup_storage_bytes: found.workgroup_bytes,
        supports_timestamps: u32::from(found.timestamps),
        ..adapter_view(&found.info)
    };
    context::adapters().iter().map(view).collect()
}

/// A zero-terminated string for the caller, cut at a character boundary.
pub fn text<const N: usize>(from: &str) -> [u8; N] {
    let mut bytes = [0; N];
    let mut end = from.len().min(N - 1);
    while !from.is_char_boundary(end) {
        end -= 1;
    }
    bytes[..end].copy_from_slice(&from.as_bytes()[..end]);
    bytes
}

/// An adapter's properties for the caller.
pub fn adapter_view(info: &context::AdapterInfo) -> PliantAdapterInfo {
    PliantAdapterInfo {
        struct_size: size_of::<PliantAdapterInfo>() as u32,
        device_type: context::device_type_number(info),
        vendor: info.vendor,
        device: info.device,
        name: text(&info.name),
        driver: text(&format!("{} {}", info.driver, info.driver_info)),
        pci_bus_id: text(&info.device_pci_bus_id),
        backend: text(&info.backend.to_string()),
        max_workgroup_storage_bytes: 0,
        supports_timestamps: 0,
    }
}
