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
            // A run without --levels writes the same.
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
fn each_level_is_reported_and_the_surface_once() {
    let folder = Folder::new();
    folder.write("cube.obj", CUBE);
    folder.write("sheet.off", SHEET);
    let said = folder
        .run(&["cook", "cube.obj", "-o", "c.pliant", "--levels", "2"])
        .ok();
    assert!(
        said.contains("\nlevel 0\n") && said.contains("\nlevel 1\n"),
        "{said}"
    );
    assert_eq!(said.matches("encloses a volume").count(), 1, "{said}");
    let error = folder.run(&["cook", "sheet.off", "-o", "s.pliant", "--levels", "3"]);
    let wanted = "sheet.off: --levels does not apply: the surface encloses no volume";
    assert!(error.error(2).contains(wanted));
    let names = ["c_lod0.pliant", "c_lod1.pliant", "cube.obj", "sheet.off"];
    assert_eq!(folder.names(), names);
    // No level overwrites the input.
    let error = folder.run(&["cook", "c_lod1.pliant", "-o", "c.pliant", "--levels", "2"]);
    assert!(error.error(2).contains("is the input file"));
    folder.run(&["convert", "c_lod1.pliant", "c.msh"]).ok();
    let error = folder.run(&["cook", "c.msh", "-o", "d.pliant", "--levels", "2"]);
    let wanted = "c.msh: --levels does not apply: this file is a tet mesh";
    assert!(error.error(2).contains(wanted));
}

#[test]
fn the_default_that_levels_count_from_is_named() {
    let folder = Folder::new();
    folder.write("cube.obj", CUBE);
    for (options, is_named) in [
        ("--levels 2 --conforming", true),
        ("--levels 2 --conforming 900", false),
        ("--levels 2 --conforming --cell-size 0.4", false),
        ("--levels 2", false),
    ] {
        let line = format!("cook cube.obj -o c.pliant {options}");
        let said = folder.run(&line.split(' ').collect::<Vec<_>>()).ok();
        let sentence = "Levels count from 50,000 tets, the default of a conforming mesh";
        assert_eq!(said.contains(sentence), is_named, "{said}");
    }
}
