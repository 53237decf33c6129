//! Readers of mesh files on damaged files.

use super::count::peak;
use super::mutate::{Random, cases_of_this_run, minutes, mutate};
use super::pace::is_within;
use super::samples::{Mesh, Sample, samples};
use super::watch::{HANGS, SLOWEST, watched};
use pliant::error::Result;

/// Peak memory that a reader may take for each byte of the file [byte]. The worst text has one digit and a space for
/// each number of eight bytes, in a vector that doubles; JSON has `{},` for a node.
const EACH_BYTE: usize = 256;
/// Peak memory that a reader may take for any file [byte]: tables and messages.
const ANY_FILE: usize = 1 << 16;

/// Reads one damaged file and checks the result.
fn check(sample: &Sample, bytes: &[u8], case: &str) {
    let place = format!("{}, {case}", sample.name);
    let (result, held, took) = watched(&place, HANGS, || (sample.parse)(bytes));
    assert!(is_within(took, SLOWEST), "{place}: {took:?}");
    let most = sample.more_memory + ANY_FILE + EACH_BYTE * bytes.len();
    assert!(
        held <= most,
        "{place}: {held} bytes held for a file of {}",
        bytes.len()
    );
    assert_whole(result, &place);
}

fn assert_whole(result: Result<Mesh>, place: &str) {
    match result {
        Ok(Mesh::Tets(mesh)) => {
            let count = mesh.positions.len();
            assert!(!mesh.tets.is_empty(), "{place}: no tets");
            assert!(
                mesh.tets
                    .as_flattened()
                    .iter()
                    .all(|i| (*i as usize) < count),
                "{place}: an index"
            );
            assert!(
                [0, mesh.tets.len()].contains(&mesh.tet_stiffness.len()),
                "{place}: stiffness"
            );
        }
        Ok(Mesh::Surface(mesh)) => {
            let count = mesh.positions.len();
            assert!(!mesh.triangles.is_empty(), "{place}: no triangles");
            assert!(
                mesh.triangles
                    .as_flattened()
                    .iter()
                    .all(|i| (*i as usize) < count),
                "{place}: an index"
            );
            for length in [mesh.normals.len(), mesh.uvs.len(), mesh.tangents.len()] {
                assert!([0, count].contains(&length), "{place}: an attribute");
            }
        }
        Err(error) => {
            let names_file = error.message.starts_with("sample");
            assert!(names_file && error.message.len() < 600, "{place}: {error}");
        }
    }
}

#[test]
fn samples_are_read_whole() {
    for sample in samples() {
        let mesh = (sample.parse)(&sample.bytes);
        assert!(mesh.is_ok(), "{}: {:?}", sample.name, mesh.err());
        check(&sample, &sample.bytes, "as it is");
    }
}

#[test]
fn files_cut_anywhere_are_read_or_refused() {
    for sample in samples() {
        for length in 0..sample.bytes.len() {
            check(
                &sample,
                &sample.bytes[..length],
                &format!("cut to {length}"),
            );
        }
    }
}

#[test]
fn damaged_files_are_read_or_refused() {
    let samples = samples();
    for sample in &samples {
        for case in 0..1000 {
            damage(sample, &samples, case);
        }
    }
}

/// Large files that take the most memory for their length, with the samples that name their readers.
fn costly_files() -> Vec<(&'static str, String)> {
    let many = |head: &str, part: &str, tail: &str| [head, &part.repeat(200_000), tail].concat();
    let vtk = "# vtk DataFile Version 2.0\nt\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS";
    let vtu = "<VTKFile type=\"UnstructuredGrid\"><UnstructuredGrid><Piece NumberOfPoints=\"1\" NumberOfCells=\"1\"><Points>\
        <DataArray type=\"UInt8\" format=\"ascii\">";
    let targets = "{\"meshes\":[{\"primitives\":[{\"targets\":[{}";
    vec![
        ("glTF", many("{\"nodes\":[{}", ",{}", "]}")),
        ("glTF", many("{\"skins\":[{}],\"nodes\":[{}", ",{}", "]}")),
        (
            "glTF",
            many(
                "{\"nodes\":[{\"mesh\":0,\"skin\":0}],\"meshes\":[{}],\"skins\":[{\"joints\":[0",
                ",0",
                "]}]}",
            ),
        ),
        ("glTF", many(targets, ",{}", "]}]}]}")),
        ("OBJ", many("v 0 0 0\nf 1 1", " 1", "\n")),
        ("OBJ", many("v 0 0 0\n", "f 1 1 1\n", "")),
        ("OFF", many("OFF 1 200000\n0 0 0\n", "3 0 0 0\n", "")),
        (
            "PLY text",
            many(
                "ply\nformat ascii 1.0\nelement face 1\nproperty list int int vertex_indices\nend_header\n200000 ",
                "0 ",
                "",
            ),
        ),
        (
            "VTK 2.0",
            many(&format!("{vtk} 99999999 float\n"), "0 ", ""),
        ),
        (
            "vtu text",
            many(
                vtu,
                "0 ",
                "</DataArray></Points></Piece></UnstructuredGrid></VTKFile>",
            ),
        ),
        ("vtu text", many("", "<a>", "")),
        (
            "X",
            many("xof 0303txt 0032 Mesh { 1 0 0 0 200000 ", "1 0 ", "}"),
        ),
        (
            "Gmsh 1.0",
            many(
                "$NOD\n0\n$ENDNOD\n$ELM\n200000\n",
                "1 4 1 1 4 1 1 1 1\n",
                "$ENDELM\n",
            ),
        ),
    ]
}

#[test]
fn what_a_byte_may_cost_holds_for_large_files() {
    let samples = samples();
    for (name, file) in costly_files() {
        let sample = samples.iter().find(|sample| sample.name == name);
        let sample = sample.expect("a sample of this name");
        let (_, held) = peak(|| drop((sample.parse)(file.as_bytes())));
        println!(
            "{name}: {:.1} bytes a byte",
            held as f64 / file.len() as f64
        );
        // None of these places a mesh or is compressed, so only the length counts.
        assert!(
            held <= EACH_BYTE * file.len(),
            "{name}: {held} for {}",
            file.len()
        );
    }
}

/// Reads a sample with the damage of this case.
fn damage(sample: &Sample, samples: &[Sample], case: u64) {
    let mut random = Random::new(case);
    let other = &samples[random.below(samples.len())];
    let bytes = mutate(&sample.bytes, &other.bytes, &mut random);
    check(sample, &bytes, &format!("case {case}"));
}

/// Reads new cases of one format until its time is over.
fn damage_for_minutes(format: &str) {
    let samples = samples();
    let of_format = || samples.iter().filter(|sample| sample.format() == format);
    let mut files = 0;
    for case in cases_of_this_run(minutes()) {
        for sample in of_format() {
            damage(sample, &samples, case);
            files += 1;
        }
    }
    println!(
        "{format}: {files} damaged files of {} samples",
        of_format().count()
    );
}

/// Started by `cargo xtask fuzz`: one test for each format, so that they run in parallel.
macro_rules! for_minutes {
    ($($name:ident $format:literal)*) => {
        mod for_minutes {
            $(
                #[test]
                #[ignore = "takes PLIANT_FUZZ_MINUTES of processor time, 10 unless set"]
                fn $name() {
                    super::damage_for_minutes($format);
                }
            )*
        }

        #[test]
        fn every_format_has_its_minutes() {
            let all = [$($format),*];
            let formats: Vec<_> = samples().iter().map(Sample::format).collect();
            assert!(all.iter().all(|format| formats.contains(format)));
            assert!(formats.iter().all(|format| all.contains(format)));
        }
    };
}
for_minutes! {
    gmsh "Gmsh" tetgen "TetGen" medit "Medit" netgen "NETGEN" t "t" vtk "VTK" vtu "vtu"
    obj "OBJ" ply "PLY" stl "STL" off "OFF" directx "X" gltf "glTF"
}
