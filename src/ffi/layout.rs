//! How the layout of a struct is described: for the layout hash, and for reading structs of other versions. The structs
//! are listed in `structs`.

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

/// Structs that have grown, with their size [byte] in the first version that had them.
const FIRST_SIZES: &[(&str, usize)] = &[
    // Two numbers and 75 functions.
    ("PliantApi", 608),
    ("PliantWorldStats", 120),
];

/// The size of a struct in the first version that had it: that of today unless it has grown.
pub(super) const fn first_size(name: &str, size: usize) -> usize {
    let mut at = 0;
    while at < FIRST_SIZES.len() {
        if fnv(0, FIRST_SIZES[at].0.as_bytes()) == fnv(0, name.as_bytes()) {
            return FIRST_SIZES[at].1;
        }
        at += 1;
    }
    size
}

/// The size of the field that `_get` returns.
pub(super) const fn size_of_field<S, F>(_get: fn(&S) -> &F) -> usize {
    size_of::<F>()
}

/// Makes layouts of the list of structs.
macro_rules! layouts {
    ($($name:ident { $($field:ident),* $(,)? })*) => {
        $(
            // SAFETY: every struct listed below is `repr(C)` and holds integers, floats, pointers and arrays and
            // structs of these.
            unsafe impl Plain for $name {
                const LAYOUT: &'static StructLayout = &StructLayout {
                    name: stringify!($name),
                    size: size_of::<$name>(),
                    first_size: first_size(stringify!($name), size_of::<$name>()),
                    fields: &[$(Field {
                        name: stringify!($field),
                        offset: std::mem::offset_of!($name, $field),
                        size: size_of_field(|s: &$name| &s.$field),
                    }),*],
                };
            }

            const _: fn($name) = |value| {
                // Does not compile when a field is missing from the list.
                let $name { $($field: _),* } = value;
            };
        )*

        /// Every struct, by name.
        pub(super) const LAYOUTS: &[&StructLayout] = &[$($name::LAYOUT),*];
    };
}

/// Makes descriptions of the structs that have defaults, each with its C function.
macro_rules! descriptions {
    ($($name:ident: $init:literal),* $(,)?) => {
        $(impl Description for $name {
            const INIT: &'static str = $init;
        })*
    };
}

/// FNV-1a, 64 bits (Fowler, Noll, Vo), over the name and size of every struct and the name and offset of every field.
/// Numbers are four bytes, lowest first. The top bit is cleared, so that the hash is a plain literal in C.
pub(super) const fn layout_hash(layouts: &[&StructLayout]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325;
    let mut s = 0;
    while s < layouts.len() {
        let layout = layouts[s];
        hash = fnv(hash, layout.name.as_bytes());
        hash = fnv(hash, &(layout.size as u32).to_le_bytes());
        let mut f = 0;
        while f < layout.fields.len() {
            hash = fnv(hash, layout.fields[f].name.as_bytes());
            hash = fnv(hash, &(layout.fields[f].offset as u32).to_le_bytes());
            f += 1;
        }
        s += 1;
    }
    hash & (u64::MAX >> 1)
}

const fn fnv(mut hash: u64, bytes: &[u8]) -> u64 {
    let mut i = 0;
    while i < bytes.len() {
        hash = (hash ^ bytes[i] as u64).wrapping_mul(0x0000_0100_0000_01b3);
        i += 1;
    }
    hash
}
