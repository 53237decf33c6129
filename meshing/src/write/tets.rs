//! Tet meshes: Gmsh 4.1 and VTK XML.

use super::common::{check_elements, check_length};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use pliant_geometry::TetMesh;
use pliant_geometry::error::{Error, Result, Status};
use std::fmt::Write;

/// The bytes of a Gmsh 4.1 binary file: one block of nodes and one of tets, in a volume of tag 1.
///
/// # Errors
/// `MeshEmpty`, `MeshIndex`; `MeshUnsupported` for stiffness or density factors, which the format lacks.
pub fn msh_bytes(mesh: &TetMesh) -> Result<Vec<u8>> {
    check_elements(&mesh.tets, mesh.positions.len())?;
    if !mesh.tet_stiffness.is_empty() || !mesh.tet_density.is_empty() {
        let message = "a .msh file carries no stiffness or density factors; write a .vtu file";
        return Err(Error::new(Status::MeshUnsupported, message));
    }
    let (vertices, tets) = (mesh.positions.len() as u64, mesh.tets.len() as u64);
    let ints = |values: &[i32]| {
        values
            .iter()
            .flat_map(|v| v.to_le_bytes())
            .collect::<Vec<_>>()
    };
    let sizes = |values: &[u64]| {
        values
            .iter()
            .flat_map(|v| v.to_le_bytes())
            .collect::<Vec<_>>()
    };
    let mut file = b"$MeshFormat\n4.1 1 8\n".to_vec();
    file.extend(ints(&[1]));
    file.extend(b"\n$EndMeshFormat\n$Nodes\n");
    // Blocks, nodes, lowest and highest tag; then dimension and tag of the entity, not parametric, nodes.
    file.extend(sizes(&[1, vertices, 1, vertices]));
    file.extend(ints(&[3, 1, 0]));
    file.extend(sizes(&[vertices]));
    (1..=vertices).for_each(|tag| file.extend(tag.to_le_bytes()));
    for coordinate in mesh.positions.as_flattened() {
        file.extend(f64::from(*coordinate).to_le_bytes());
    }
    file.extend(b"\n$EndNodes\n$Elements\n");
    file.extend(sizes(&[1, tets, 1, tets]));
    // Dimension and tag of the entity, 4 for 4-node tetrahedra.
    file.extend(ints(&[3, 1, 4]));
    file.extend(sizes(&[tets]));
    for (tag, tet) in (1u64..).zip(&mesh.tets) {
        file.extend(tag.to_le_bytes());
        tet.iter()
            .for_each(|vertex| file.extend((u64::from(*vertex) + 1).to_le_bytes()));
    }
    file.extend(b"\n$EndElements\n");
    Ok(file)
}

/// The bytes of an XML file with arrays in base64.
///
/// # Errors
/// `MeshEmpty`, `MeshIndex`; `InvalidArgument` if there is not one factor for each tet.
pub fn vtu_bytes(mesh: &TetMesh) -> Result<Vec<u8>> {
    check_elements(&mesh.tets, mesh.positions.len())?;
    let factors = [
        ("tet_stiffness", &mesh.tet_stiffness),
        ("tet_density", &mesh.tet_density),
    ];
    for (name, factors) in factors {
        check_length(name, factors.len(), mesh.tets.len())?;
    }
    let (vertices, tets) = (mesh.positions.len(), mesh.tets.len());
    let mut file = format!(
        "<?xml version=\"1.0\"?>\n\
         <VTKFile type=\"UnstructuredGrid\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\">\n\
         <UnstructuredGrid>\n<Piece NumberOfPoints=\"{vertices}\" NumberOfCells=\"{tets}\">\n"
    );
    file += "<CellData>\n";
    for (name, factors) in factors.iter().filter(|(_, f)| !f.is_empty()) {
        let bytes = factors.iter().map(|s| s.to_le_bytes());
        array(&mut file, "Float32", name, 1, bytes);
    }
    file += "</CellData>\n";
    file += "<Points>\n";
    let coordinates = mesh.positions.as_flattened().iter();
    array(
        &mut file,
        "Float32",
        "Points",
        3,
        coordinates.map(|c| c.to_le_bytes()),
    );
    file += "</Points>\n<Cells>\n";
    let corners = mesh.tets.as_flattened().iter();
    array(
        &mut file,
        "Int64",
        "connectivity",
        1,
        corners.map(|v| u64::from(*v).to_le_bytes()),
    );
    array(
        &mut file,
        "Int64",
        "offsets",
        1,
        (0..tets).map(|i| (4 * (i as u64 + 1)).to_le_bytes()),
    );
    array(&mut file, "UInt8", "types", 1, (0..tets).map(|_| [10]));
    file += "</Cells>\n</Piece>\n</UnstructuredGrid>\n</VTKFile>\n";
    Ok(file.into_bytes())
}

/// A data array in base64, after its length in bytes.
fn array<const N: usize>(
    file: &mut String,
    kind: &str,
    name: &str,
    components: usize,
    numbers: impl ExactSizeIterator<Item = [u8; N]>,
) {
    let mut bytes = ((numbers.len() * N) as u64).to_le_bytes().to_vec();
    numbers.for_each(|number| bytes.extend(number));
    // Writing to a string cannot fail.
    let _ = writeln!(
        file,
        "<DataArray type=\"{kind}\" Name=\"{name}\" NumberOfComponents=\"{components}\" format=\"binary\">{}</DataArray>",
        BASE64_STANDARD.encode(bytes)
    );
}
