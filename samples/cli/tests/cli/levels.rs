//! Levels of detail of one surface.

use crate::tool::{CUBE, Folder, SHEET, number};

#[test]
fn levels_are_files_of_their_own() {
    let folder = Folder::new();
    folder.write("cube.obj", CUBE);
    let cook = ["cook", "cube.obj", "-o", "c.pliant", "--json"];
    let cooked = |more: &[&str]| folder.run(&[&cook[..], more].concat());
    for (levels, mode, counts) in [
        (
            ["--cage", "4000", "--levels", "3"],
            "cage",
            &["4000", "500", "62"][..],
        ),
        (
            ["--mode", "conforming", "--levels", "900,300"],
            "conforming",
            &["900", "300"],
        ),
    ] {
        let told = cooked(&levels).json();
        let told = told["levels"].as_array().expect("levels");
        assert_eq!(told.len(), counts.len());
        for (level, (told, count)) in told.iter().zip(counts).enumerate() {
            let name = format!("c_lod{level}.pliant");
            assert_eq!(told["output"], name);
            // It is what a call of its own writes.
            let own = format!("--{mode}");
            cooked(&[&own, count]).ok();
            assert_eq!(folder.read(&name), folder.read("c.pliant"));
            assert_eq!(number(&told["bytes"]), folder.read(&name).len() as f64);
            std::fs::remove_file(folder.path(&name)).expect("removed");
        }
        std::fs::remove_file(folder.path("c.pliant")).expect("removed");
    }
    assert_eq!(folder.names(), ["cube.obj"]);
}

#[test]
fn what_is_said_of_levels_is_said_of_each_and_of_the_surface_once() {
    let folder = Folder::new();
    folder.write("cube.obj", CUBE);
    folder.write("sheet.off", SHEET);
    // A person is told of each, and of the surface once.
    let said = folder
        .run(&["cook", "cube.obj", "-o", "c.pliant", "--levels", "2"])
        .ok();
    assert!(
        said.contains("\nlevel 0\n") && said.contains("\nlevel 1\n"),
        "{said}"
    );
    assert_eq!(said.matches("encloses a volume").count(), 1, "{said}");
    let told = folder.run(&["cook", "sheet.off", "-o", "s.pliant", "--levels", "3"]);
    assert!(
        told.stderr.contains("a shell has one level"),
        "{}",
        told.stderr
    );
    let names = [
        "c_lod0.pliant",
        "c_lod1.pliant",
        "cube.obj",
        "s_lod0.pliant",
        "sheet.off",
    ];
    assert_eq!(folder.names(), names);
    // A file that is read is not written over, whichever level it would be.
    let error = folder.run(&["cook", "c_lod1.pliant", "-o", "c.pliant", "--levels", "2"]);
    assert!(error.error(2).contains("is the file that is read"));
    folder.run(&["convert", "c_lod1.pliant", "c.msh"]).ok();
    let error = folder.run(&["cook", "c.msh", "-o", "d.pliant", "--levels", "2"]);
    assert!(
        error
            .error(1)
            .contains("levels of detail are made of surfaces")
    );
}
