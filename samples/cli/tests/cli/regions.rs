//! `--stiff-inside` and `--density-inside`.

use super::measured;
use super::tool::{CUBE, Folder, SHEET, close, number};
use pliant::asset::TetMesh;
use pliant::asset::read::{AnyMesh, read_mesh};

/// The tets and factors of a body.
fn tets(folder: &Folder, file: &str) -> TetMesh {
    folder.run(&["convert", file, "c.vtu"]).ok_with_warnings();
    match read_mesh(&folder.path("c.vtu")) {
        Ok(AnyMesh::Tets(mesh)) => mesh,
        _ => panic!("no tets"),
    }
}

#[test]
fn regions_make_tets_stiffer_and_heavier() {
    let folder = Folder::new();
    folder.write("cube.obj", CUBE);
    // Half as large about the corner (1, 1, 1).
    let half = CUBE.replace("-1", "0");
    folder.write("corner.obj", &half);
    let cook = [
        "cook",
        "cube.obj",
        "-o",
        "c.pliant",
        "--conforming",
        "4000",
        "--json",
    ];
    let regions = [
        "--stiff-inside",
        "corner.obj=20",
        "--density-inside",
        "corner.obj=3",
    ];
    folder.run(&[&cook[..], &regions].concat()).json();
    let mesh = tets(&folder, "c.pliant");
    let mut weighted = 0.0;
    let mut counts = [0, 0];
    for (tet, factor) in mesh.tets.iter().zip(&mesh.tet_stiffness) {
        let centroid = tet
            .iter()
            .map(|v| glam::Vec3::from(mesh.positions[*v as usize]));
        let centroid = centroid.sum::<glam::Vec3>() / 4.0;
        let is_inside = centroid.min_element() > 0.0 && centroid.max_element() < 1.0;
        assert_eq!(*factor, if is_inside { 20.0 } else { 1.0 }, "{centroid}");
        counts[usize::from(is_inside)] += 1;
        let share = if is_inside { 3.0 } else { 1.0 };
        weighted += share * measured(&mesh.positions, &[*tet]).0;
    }
    assert!(counts.iter().all(|n| *n > 100), "{counts:?}");
    let info = folder.run(&["info", "c.pliant", "--json"]).json();
    close(number(&info["files"][0]["mass"]), 1000.0 * weighted, 1e-6);
    let said = folder.run(&["convert", "c.pliant", "c.obj"]).ok();
    assert!(said.contains("factors were left out"), "{said}");
    let error = folder.run(&["convert", "c.pliant", "c.msh"]).error(1);
    assert!(
        error.starts_with("error: c.msh: ") && error.contains("write a .vtu file"),
        "{error}"
    );
}

/// A folder with a cube, as a surface and as tets, and files of regions.
fn with_regions() -> Folder {
    let folder = Folder::new();
    let corner = CUBE.replace("-1", "0");
    folder.write("cube.obj", CUBE);
    folder.write("sheet.off", SHEET);
    folder.write("corner.obj", &corner);
    folder.write("box.obj", &corner.replace("f 5 6 8 7\n", ""));
    let far = CUBE.replace("v -1", "v 9").replace("v 1", "v 11");
    folder.write("far.obj", &far);
    folder.run(&["cook", "cube.obj", "-o", "c.pliant"]).ok();
    folder.run(&["convert", "c.pliant", "cube.msh"]).ok();
    folder
}

/// A region that is open, or that no tet lies in, causes a warning, for surfaces and for tets.
#[test]
fn a_region_that_is_open_or_empty_causes_a_warning() {
    let folder = with_regions();
    for (input, option) in [
        ("cube.obj", "--stiff-inside"),
        ("cube.msh", "--density-inside"),
    ] {
        let cook = |region: &str| {
            let cook = ["cook", input, "-o", "d.pliant", "--json", option, region];
            folder.run(&cook)
        };
        let said = cook("sheet.off=2").error(1);
        let wanted = "sheet.off: the surface encloses no volume (4 open edges)";
        assert!(said.contains(wanted), "{said}");
        assert!(!folder.path("d.pliant").exists());
        for (region, wanted) in [
            ("box.obj=2", "box.obj is not closed (4 open edges)"),
            ("far.obj=2", "no tet lies inside far.obj"),
        ] {
            let told = cook(region);
            assert!(told.stderr.contains(wanted), "{}", told.stderr);
            let value = told.value();
            let warnings = value["warnings"].as_array().expect("warnings");
            assert_eq!(warnings.len(), 1, "{warnings:?}");
            assert!(warnings[0].as_str().is_some_and(|w| w.contains(wanted)));
            std::fs::remove_file(folder.path("d.pliant")).expect("cooked");
        }
        let value = cook("corner.obj=2").json();
        assert_eq!(value["warnings"], serde_json::json!([]));
        std::fs::remove_file(folder.path("d.pliant")).expect("cooked");
    }
}

#[test]
fn a_warning_names_its_level_and_a_covered_region_is_not_empty() {
    let folder = with_regions();
    let cook = |more: &[&str]| {
        let cook = ["cook", "cube.obj", "-o", "d.pliant", "--quiet"];
        folder.run(&[&cook[..], more].concat())
    };
    let told = cook(&["--levels", "2", "--stiff-inside", "far.obj=2"]);
    for level in [0, 1] {
        let wanted = format!("warning: level {level}: no tet lies inside far.obj");
        assert!(told.stderr.contains(&wanted), "{}", told.stderr);
    }
    cook(&[
        "--stiff-inside",
        "corner.obj=2",
        "--stiff-inside",
        "cube.obj=3",
    ])
    .ok();
}

/// The last file on the command line wins, with both of its factors, for tets and for a surface.
#[test]
fn where_files_overlap_the_order_of_the_command_line_decides() {
    let folder = Folder::new();
    folder.write("cube.obj", CUBE);
    folder.write("corner.obj", &CUBE.replace("-1", "0"));
    // Five times as large: all of the cage lies inside.
    let (vertices, faces) = CUBE.split_at(CUBE.find('f').expect("faces"));
    folder.write("all.obj", &(vertices.replace('1', "5") + faces));
    let cook = |input: &str, regions: &[&str]| {
        let cook = ["cook", input, "-o", "c.pliant", "--json"];
        folder.run(&[&cook[..], regions].concat()).json()
    };
    cook("cube.obj", &["--cell-size", "0.5"]);
    folder.run(&["convert", "c.pliant", "cube.msh"]).ok();
    let mass = || number(&folder.run(&["info", "c.pliant", "--json"]).json()["files"][0]["mass"]);
    let plain = mass();
    let stiff = ["--stiff-inside", "corner.obj=20"];
    let dense = ["--density-inside", "all.obj=3"];
    for (input, own) in [("cube.obj", &["--cell-size", "0.5"][..]), ("cube.msh", &[])] {
        // The density of all is given last: no tet is stiffer.
        let told = cook(input, &[own, &stiff, &dense].concat());
        let said = told["sentences"].to_string();
        assert!(said.contains("the factors of a file given later"), "{said}");
        assert!(
            tets(&folder, "c.pliant").tet_stiffness.is_empty(),
            "{input}"
        );
        close(mass(), 3.0 * plain, 1e-6);
        // The corner is given last, under another path: its tets are stiffer and not heavier.
        let again = ["--stiff-inside", "./corner.obj=7"];
        cook(input, &[own, &stiff, &dense, &again].concat());
        let mesh = tets(&folder, "c.pliant");
        let inside = mesh.tet_stiffness.iter().map(|f| *f == 7.0);
        let volumes = mesh.tets.iter().map(|t| measured(&mesh.positions, &[*t]).0);
        let weighted = inside
            .zip(volumes)
            .map(|(own, v)| if own { v } else { 3.0 * v });
        assert!(mesh.tet_stiffness.iter().all(|f| [1.0, 7.0].contains(f)));
        close(mass(), 1000.0 * weighted.sum::<f64>(), 1e-6);
        // A file with two factors is one region.
        let both = ["--density-inside", "corner.obj=3"];
        let told = cook(input, &[own, &stiff, &both].concat());
        let said = told["sentences"].to_string();
        assert!(
            said.contains("corner.obj: 20 times as stiff and 3 times as dense."),
            "{said}"
        );
    }
}
