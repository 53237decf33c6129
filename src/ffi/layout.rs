//! How the layout of a struct is described: for the layout hash, and for reading structs of other versions.

/// A field of a struct.
pub(super) struct Field {
    /// Its name.
    pub(super) name: &'static str,
    /// Bytes from the start of the struct.
    pub(super) offset: usize,
    /// Bytes.
    pub(super) size: usize,
}

/// A struct of the ABI.
pub(super) struct StructLayout {
    /// Its name.
    pub(super) name: &'static str,
    /// Bytes.
    pub(super) size: usize,
    /// Bytes in the first version that had it; no caller's struct is smaller.
    pub(super) first_size: usize,
    /// Its fields in order.
    pub(super) fields: &'static [Field],
}

/// A struct of the ABI made of numbers and pointers only.
///
/// # Safety
/// Any bytes make a valid value, and the struct is `repr(C)`.
pub(super) unsafe trait Plain: Copy {
    /// Where its fields lie.
    const LAYOUT: &'static StructLayout;
}

/// A struct that callers fill in; its first field is `struct_size: u32`.
pub(super) trait Description: Plain + Default {
    /// The C function that writes its defaults.
    const INIT: &'static str;
}
