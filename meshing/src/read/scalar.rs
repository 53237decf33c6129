//! Types of numbers in binary files, and what the formats call them.

/// How a number is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scalar {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    I64,
    U64,
    F32,
    F64,
}

impl Scalar {
    /// The type by its name in PLY, legacy VTK or VTK XML; the same name means the same in all three.
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "char" | "int8" | "Int8" | "vtktypeint8" => Self::I8,
            "uchar" | "uint8" | "UInt8" | "unsigned_char" | "vtktypeuint8" => Self::U8,
            "short" | "int16" | "Int16" | "vtktypeint16" => Self::I16,
            "ushort" | "uint16" | "UInt16" | "unsigned_short" | "vtktypeuint16" => Self::U16,
            // Legacy VTK stores its index type in 32 bits.
            "int" | "int32" | "Int32" | "vtktypeint32" | "vtkIdType" => Self::I32,
            "uint" | "uint32" | "UInt32" | "unsigned_int" | "vtktypeuint32" => Self::U32,
            "long" | "int64" | "Int64" | "vtktypeint64" => Self::I64,
            "ulong" | "uint64" | "UInt64" | "unsigned_long" | "vtktypeuint64" => Self::U64,
            "float" | "float32" | "Float32" => Self::F32,
            "double" | "float64" | "Float64" => Self::F64,
            _ => return None,
        })
    }

    /// Size of a number [byte].
    pub fn size(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::I32 | Self::U32 | Self::F32 => 4,
            Self::I64 | Self::U64 | Self::F64 => 8,
        }
    }
}
