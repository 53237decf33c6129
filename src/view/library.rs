//! What the library says about itself.

/// A description of the library.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PliantAbiInfo {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// `PLIANT_ABI_VERSION` of the library.
    pub abi_version: u32,
    /// Major version of the library.
    pub major: u32,
    /// Minor version.
    pub minor: u32,
    /// Patch version.
    pub patch: u32,
    /// `PLIANT_BUILD_…` bits.
    pub build_flags: u32,
    /// FNV-1a over the name and size of every struct and the name and offset of every field. Structs are sorted by
    /// name. Numbers are 32 bits, lowest byte first. The top bit of the hash is cleared. Compare the hash with
    /// `PLIANT_LAYOUT_HASH`.
    pub layout_hash: u64,
}
