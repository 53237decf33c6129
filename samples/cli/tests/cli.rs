//! Runs the built program as a user would.

#[cfg(target_os = "linux")]
#[path = "cli/interrupts.rs"]
mod interrupts;
#[path = "cli/levels.rs"]
mod levels;
#[path = "cli/regions.rs"]
mod regions;
#[path = "cli/reports.rs"]
mod reports;
mod tool;
#[path = "cli/wrong.rs"]
mod wrong;

use pliant::asset::Asset;
use pliant::asset::read::{AnyMesh, read_mesh};
use tool::{CUBE, Folder, SHEET, close, number};

/// Volume and smallest and largest dihedral angle [degree] of tets. The angle at an edge is that between the directions
/// from it to the other two vertices.
fn measured(positions: &[[f32; 3]], tets: &[[u32; 4]]) -> (f64, [f64; 2]) {
    let (mut volume, mut least, mut largest) = (0.0, 180.0f64, 0.0f64);
    for tet in tets {
        let p = tet.map(|v| glam::Vec3::from(positions[v as usize]).as_dvec3());
        volume += (p[1] - p[0]).dot((p[2] - p[0]).cross(p[3] - p[0])) / 6.0;
        for (i, j, k, l) in [
            (0, 1, 2, 3),
            (0, 2, 1, 3),
            (0, 3, 1, 2),
            (1, 2, 0, 3),
            (1, 3, 0, 2),
            (2, 3, 0, 1),
        ] {
            let along = (p[j] - p[i]).normalize();
            let beside = |q: usize| (p[q] - p[i]).reject_from_normalized(along);
            let angle = beside(k).angle_between(beside(l)).to_degrees();
            (least, largest) = (least.min(angle), largest.max(angle));
        }
    }
    (volume, [least, largest])
}

#[test]
fn figures_of_a_cube_are_its_closed_forms() {
    let folder = Folder::new();
    folder.write("cube.obj", CUBE);
    let told = folder.run(&["info", "cube.obj", "--json", "--density", "7800"]);
    let file = &told.json()["files"][0];
    for (name, expected) in [
        ("vertices", 8.0),
        ("triangles", 12.0),
        ("boundary_edges", 0.0),
        ("parts", 1.0),
        ("area", 24.0),
        ("volume", 8.0),
        ("mass", 62400.0),
    ] {
        println!("{name}");
        close(number(&file[name]), expected, 1e-14);
    }
    assert_eq!(file["watertight"], true);
    assert_eq!(file["cooks_to"], "body");
    assert_eq!(file["low"], serde_json::json!([-1.0, -1.0, -1.0]));
    // The text says the same.
    let said = folder.run(&["info", "cube.obj"]).ok();
    for line in [
        "triangles           12\n",
        "volume              8\n",
        "watertight          yes\n",
    ] {
        assert!(said.contains(line), "{said}");
    }
    // A cube without its lid is open.
    folder.write("box.obj", &CUBE.replace("f 5 6 8 7\n", ""));
    let told = folder.run(&["info", "box.obj", "--json"]).json();
    assert_eq!(told["files"][0]["watertight"], false);
    assert_eq!(number(&told["files"][0]["boundary_edges"]), 4.0);
}

#[test]
fn cook_reports_what_the_file_holds() {
    let folder = Folder::new();
    folder.write("cube.obj", CUBE);
    for mode in ["--cage", "--conforming"] {
        let told = folder.run(&["cook", "cube.obj", "-o", "c.pliant", mode, "1500", "--json"]);
        let told = told.json();
        let bytes = folder.read("c.pliant");
        let body = Asset::from_bytes(&bytes).expect("a body");
        let (volume, angles) = measured(&body.rest_positions, &body.tets);
        assert_eq!(number(&told["bytes"]), bytes.len() as f64);
        assert_eq!(number(&told["vertices"]), body.rest_positions.len() as f64);
        assert_eq!(number(&told["tets"]), body.tets.len() as f64);
        assert_eq!(told["hash"], format!("{:016x}", body.content_hash));
        close(number(&told["volume"]), volume, 1e-12);
        for (i, angle) in angles.into_iter().enumerate() {
            close(number(&told["dihedral_degrees"][i]), angle, 1e-9);
        }
        // The lattice of a cube has few cells, so the number of tets is only within a third.
        assert!(
            (1000..2000).contains(&body.tets.len()),
            "{}",
            body.tets.len()
        );
        let info = folder.run(&["info", "c.pliant", "--json"]).json();
        let info = &info["files"][0];
        assert_eq!(info["kind"], "body");
        assert_eq!(info["hash"], told["hash"]);
        close(number(&info["mass"]), 1000.0 * volume, 1e-6);
        // Converting keeps the mesh.
        folder.run(&["convert", "c.pliant", "c.msh"]).ok();
        let Ok(AnyMesh::Tets(mesh)) = read_mesh(&folder.path("c.msh")) else {
            panic!("no tets")
        };
        let back = measured(&mesh.positions, &mesh.tets);
        close(back.0, volume, 1e-12);
        close(back.1[0], angles[0], 1e-12);
    }
}

#[test]
fn a_cage_of_given_cells_is_made_of_them() {
    let folder = Folder::new();
    folder.write("cube.obj", CUBE);
    let cook = ["cook", "cube.obj", "-o", "c.pliant", "--cell-size", "0.75"];
    let told = folder.run(&[&cook[..], &["--json"]].concat()).json();
    let body = Asset::from_bytes(&folder.read("c.pliant")).expect("a body");
    // The cube lies inside the cells, so their corners are farthest from it.
    let points = || body.rest_positions.iter().map(|p| glam::Vec3::from(*p));
    let beyond = points().map(|p| (p.abs() - 1.0).max(glam::Vec3::ZERO).length());
    let low = points().fold(glam::Vec3::INFINITY, glam::Vec3::min);
    let high = points().fold(glam::Vec3::NEG_INFINITY, glam::Vec3::max);
    let expected = beyond.fold(0.0, f32::max) / (high - low).length();
    let found = number(&told["report"]["farthest_boundary"]);
    // Positions are f32.
    assert!(
        (found - f64::from(expected)).abs() < 1e-7,
        "{found} {expected}"
    );
    assert_eq!(number(&told["report"]["farthest_outside"]), 0.0);
    let said = told["sentences"].to_string();
    assert!(said.contains("% from the surface to the tets"), "{said}");
    // Cells of at most 0.75 are three an edge, with a ten-thousandth of 0.75 to spare on either side. A cell has five
    // tets: a third of its volume is in the middle one, a sixth in each corner.
    assert_eq!(body.tets.len(), 5 * 27);
    let cell = ((2.0 + 2e-4 * 0.75) / 3.0f32).powi(3);
    for volume in &body.tet_volumes {
        let share = volume / cell;
        let is_fifth = [1.0 / 3.0, 1.0 / 6.0]
            .iter()
            .any(|s| (share - s).abs() < 1e-5);
        assert!(is_fifth, "{share}");
    }
}

/// Three cells an edge, as above, in any unit.
#[test]
fn a_unit_converts_all_lengths_to_metres() {
    let folder = Folder::new();
    folder.write("cube.obj", CUBE);
    // A box around the middle cell, which ends at 1/3. The centroids of tets in the next cells begin at 1/2.
    let core = CUBE.lines().map(|line| match line.starts_with('v') {
        true => line.replace('1', "0.4") + "\n",
        false => line.to_owned() + "\n",
    });
    folder.write("core.obj", &core.collect::<String>());
    let line =
        "cook cube.obj -o c.pliant --unit cm --cell-size 0.75 --stiff-inside core.obj=2 --json";
    let told = folder.run(&line.split(' ').collect::<Vec<_>>()).json();
    assert_eq!(number(&told["tets"]), 135.0);
    // Cells have a ten-thousandth to spare on either side.
    close(number(&told["volume"]), 8e-6, 3e-4);
    let said = told["sentences"].to_string();
    assert!(said.contains("\"5 tets lie inside core.obj"), "{said}");
    // Sizes that games do not have cause a hint, but not with --unit or in cooked files.
    let info = |name: &str| folder.run(&["info", name]).ok();
    assert!(!info("cube.obj").contains("Taken as metres"));
    folder.write("large.off", &SHEET.replace("2 0 3", "2 0 300"));
    let doubted = info("large.off");
    assert!(
        doubted.contains("Taken as metres, it is 300 m long. "),
        "{doubted}"
    );
    folder.write("heavy.obj", &CUBE.replace("v -1", "v -50"));
    let doubted = info("heavy.obj");
    let wanted = "Taken as metres, it is 51 m long and weighs 204,000 kg. ";
    assert!(doubted.contains(wanted), "{doubted}");
    let told = folder.run(&["cook", "heavy.obj", "-o", "h.pliant"]).ok();
    assert!(told.contains("Taken as metres, it is 51 m long"), "{told}");
    assert!(!info("h.pliant").contains("Taken as metres"));
    let cook = ["cook", "heavy.obj", "-o", "h.pliant", "--unit", "m"];
    let told = folder.run(&cook).ok();
    assert!(!told.contains("Taken as metres"), "{told}");
}

#[test]
fn a_sheet_becomes_a_shell() {
    let folder = Folder::new();
    folder.write("sheet.off", SHEET);
    let told = folder
        .run(&["cook", "sheet.off", "-o", "s.pliant", "--json"])
        .json();
    assert_eq!(told["kind"], "shell");
    assert_eq!(number(&told["boundary_edges"]), 4.0);
    assert_eq!(told["sentences"].to_string().matches("shell").count(), 1);
    let shell = Asset::from_bytes(&folder.read("s.pliant")).expect("a shell");
    let area: f32 = shell.sheet.expect("a sheet").triangle_areas.iter().sum();
    assert_eq!(area, 6.0, "a sheet of 2 by 3");
    let info = folder.run(&["info", "s.pliant", "--json"]).json();
    assert_eq!(number(&info["files"][0]["area"]), 6.0);
    assert_eq!(number(&info["files"][0]["boundary_edges"]), 4.0);
    // 1,000 kg/m³ on 6 m².
    assert_eq!(number(&info["files"][0]["mass_by_thickness"]), 6000.0);
    assert!(info["files"][0]["mass"].is_null());
    let info = ["info", "s.pliant", "--area-density", "0.25"];
    let told = folder.run(&[&info[..], &["--json"]].concat()).json();
    assert_eq!(number(&told["files"][0]["mass"]), 1.5);
    let told = folder.run(&info).ok();
    assert!(told.contains("1.5 kg at 0.25 kg/m²"), "{told}");
    let error = folder
        .run(&["info", "s.pliant", "--area-density", "0"])
        .error(2);
    assert!(error.contains("expected a density above 0"), "{error}");
    folder.run(&["convert", "s.pliant", "s.ply"]).ok();
    let Ok(AnyMesh::Surface(surface)) = read_mesh(&folder.path("s.ply")) else {
        panic!("no surface")
    };
    assert_eq!((surface.positions.len(), surface.triangles.len()), (4, 2));
    let error = folder.run(&["convert", "s.pliant", "s.vtu"]).error(1);
    let wanted = "a shell has no tets: convert it to .obj or .ply";
    assert!(error.contains(wanted), "{error}");
    // A shell has no inside.
    folder.write("cube.obj", CUBE);
    let error = folder
        .run(&[
            "cook",
            "sheet.off",
            "-o",
            "t.pliant",
            "--stiff-inside",
            "cube.obj=2",
        ])
        .error(2);
    assert!(error.contains("--stiff-inside does not apply"), "{error}");
    assert!(!folder.path("t.pliant").exists());
    // In a list of files, the option is for the shells.
    let told = folder.run(&["info", "cube.obj", "s.pliant", "--area-density", "0.25"]);
    let told = told.ok();
    assert!(told.contains("1.5 kg at 0.25 kg/m²"), "{told}");
    let wanted = "--area-density does not apply here";
    assert_eq!(told.matches(wanted).count(), 1, "{told}");
}

#[test]
fn tets_are_cooked_as_they_are() {
    let folder = Folder::new();
    // Two tets that share a face, and a vertex of none.
    folder.write(
        "a.node",
        "6 3 0 0\n0 0 0 0\n1 1 0 0\n2 0 1 0\n3 0 0 1\n4 1 1 1\n5 9 9 9\n",
    );
    folder.write("a.ele", "2 4 0\n0 0 1 2 3\n1 1 2 3 4\n");
    let cook = ["cook", "a.ele", "-o", "a.pliant"];
    let error = folder.run(&[&cook[..], &["--cage", "7"]].concat());
    let wanted = "a.ele: --cage does not apply: this file is a tet mesh";
    assert!(error.error(2).contains(wanted));
    assert!(!folder.path("a.pliant").exists());
    let said = folder.run(&cook).ok();
    assert!(
        said.contains("1 vertex was dropped, since no tet uses it."),
        "{said}"
    );
    folder.run(&["convert", "a.node", "a.obj"]).ok();
    let Ok(AnyMesh::Surface(boundary)) = read_mesh(&folder.path("a.obj")) else {
        panic!("no surface")
    };
    assert_eq!((boundary.positions.len(), boundary.triangles.len()), (5, 6));
}

#[test]
fn the_advice_about_inverted_tets_works() {
    let folder = Folder::new();
    folder.write(
        "a.node",
        "5 3 0 0\n0 0 0 0\n1 1 0 0\n2 0 1 0\n3 0 0 1\n4 1 1 1\n",
    );
    folder.write("a.ele", "2 4 0\n0 0 1 2 3\n1 2 1 3 4\n");
    let error = folder.run(&["cook", "a.ele", "-o", "a.pliant"]).error(1);
    assert!(
        error.contains("inverted") && error.contains("`pliant convert`"),
        "{error}"
    );
    folder.run(&["convert", "a.ele", "a.ply"]).ok();
    let told = folder
        .run(&["cook", "a.ply", "-o", "a.pliant", "--json"])
        .json();
    assert_eq!(told["kind"], "body");
}

#[test]
fn quiet_is_quiet_and_pipes_get_no_colours() {
    let folder = Folder::new();
    folder.write("cube.obj", CUBE);
    let cook = ["cook", "cube.obj", "-o", "c.pliant"];
    let loud = folder.run(&cook);
    assert!(
        loud.stdout.contains("1 part encloses a volume"),
        "{}",
        loud.stdout
    );
    let quiet = folder.run(&[&cook[..], &["--quiet"]].concat());
    assert_eq!(
        (quiet.stdout.as_str(), quiet.stderr.as_str(), quiet.code),
        ("", "", Some(0))
    );
    // --quiet does not suppress the JSON object, wherever the options stand.
    let object = |arguments: &[&str]| {
        let mut told = folder.run(arguments).json();
        told.as_object_mut().expect("an object").remove("seconds");
        told
    };
    let spoken = object(&[&cook[..], &["--json"]].concat());
    for quiet in [
        [&["-q"], &cook[..], &["--json"]],
        [&["--json"], &cook, &["-q"]],
        [&[], &cook, &["-q", "--json"]],
    ] {
        assert_eq!(object(&quiet.concat()), spoken);
    }
    let info = ["-q", "--json", "info", "cube.obj"];
    assert_eq!(number(&object(&info)["files"][0]["volume"]), 8.0);
    let failed = folder.run(&["info", "none.obj"]);
    for text in [loud.stdout, loud.stderr, failed.stderr] {
        assert!(!text.contains('\u{1b}'), "{text:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_new_file_may_be_read_as_any_other_and_a_link_stays_one() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    folder.write("cube.obj", CUBE);
    folder.write("real.pliant", "old");
    std::os::unix::fs::symlink("real.pliant", folder.path("link.pliant")).expect("a link");
    folder.run(&["cook", "cube.obj", "-o", "link.pliant"]).ok();
    let linked = std::fs::symlink_metadata(folder.path("link.pliant")).expect("the link");
    assert!(linked.is_symlink());
    assert!(Asset::from_bytes(&folder.read("real.pliant")).is_ok());
    let mode = |name: &str| {
        let found = std::fs::metadata(folder.path(name)).expect("the file");
        found.permissions().mode()
    };
    assert_eq!(mode("real.pliant"), mode("cube.obj"));
}

#[test]
fn pictures_have_the_size_asked_for_and_a_cut_shows() {
    let folder = Folder::new();
    folder.write("cube.obj", CUBE);
    folder.write("sheet.off", SHEET);
    folder
        .run(&["cook", "cube.obj", "-o", "c.pliant", "--cage", "200"])
        .ok();
    for file in ["cube.obj", "c.pliant", "sheet.off"] {
        let view = ["view", file, "--size", "160x90", "-o"];
        folder.run(&[&view[..], &["whole.png"]].concat()).ok();
        folder
            .run(&[&view[..], &["cut.png", "--cut"]].concat())
            .ok();
        let (whole, cut) = (folder.read("whole.png"), folder.read("cut.png"));
        let side = |at: usize| u32::from_be_bytes([0, 1, 2, 3].map(|i| whole[at + i]));
        // With the margin of 8 pixels and a strip for the caption.
        assert_eq!(side(16), 160 + 16, "{file}");
        assert!((90 + 16..140).contains(&side(20)), "{file}");
        assert!(whole != cut, "{file}");
    }
    folder.run(&["view", "cube.obj", "--size", "32x32"]).ok();
    assert!(folder.path("cube_view.png").is_file());
}
