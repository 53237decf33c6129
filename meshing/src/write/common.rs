//! Checks before a mesh is written.

use pliant_geometry::error::{Error, Result, Status};

/// Refuses a mesh without elements, and elements that name vertices which are not there.
///
/// # Errors
/// `MeshEmpty`, `MeshIndex`.
pub fn check_elements<const N: usize>(elements: &[[u32; N]], vertex_count: usize) -> Result<()> {
    if elements.is_empty() {
        let message = "a mesh without elements cannot be written";
        return Err(Error::new(Status::MeshEmpty, message));
    }
    let is_wrong = |element: &[u32; N]| element.iter().any(|i| *i as usize >= vertex_count);
    match elements.iter().position(is_wrong) {
        None => Ok(()),
        Some(i) => {
            let message = format!(
                "element {i} names {:?}, expected vertices below {vertex_count}",
                elements[i]
            );
            Err(Error::new(Status::MeshIndex, message))
        }
    }
}

/// Refuses an array that is neither empty nor `expected` long.
///
/// # Errors
/// `InvalidArgument`.
pub fn check_length(what: &str, length: usize, expected: usize) -> Result<()> {
    if length == 0 || length == expected {
        return Ok(());
    }
    Err(Error::argument(format!(
        "{what}: expected {expected} or none, found {length}"
    )))
}
