//! What several readers share: names of the formats, and small conversions.

use pliant_geometry::error::{Error, Status};

/// Extensions of files that tets are read from, for a sentence.
pub const TETS_FILES: &str = ".msh, .node, .ele, .mesh, .vtk, .vtu, .t or .tet";
/// Extensions of files that surfaces are read from, for a sentence.
pub const SURFACE_FILES: &str = ".obj, .gltf, .glb, .off, .ply, .stl or .x";

/// The error of a file whose extension stands for no known format.
pub fn unknown_extension(name: &str, found: &str, expected: &str) -> Error {
    let what = match found {
        "" => "no extension".into(),
        found => format!("the extension .{found}"),
    };
    let message = format!("{name}: the file has {what}, expected {expected}");
    Error::new(Status::Format, message)
}

/// The start of another crate's message, which may quote half the file.
pub fn short(error: impl std::fmt::Display) -> String {
    error.to_string().chars().take(200).collect()
}

/// A normal scaled to unit length; zero stays zero. A normal that has unit length up to rounding keeps all its bits, so
/// that a file we wrote reads back unchanged.
pub fn unit(normal: [f32; 3]) -> [f32; 3] {
    let vector = glam::Vec3::from_array(normal);
    match (vector.length_squared() - 1.0).abs() < 1e-6 {
        true => normal,
        false => vector.normalize_or_zero().to_array(),
    }
}

/// The bytes of a text file without UTF-8's byte order mark, which many editors put in front.
pub fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}
