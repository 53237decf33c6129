//! The library's report in the output of `--json`.

use super::tool::{CUBE, Folder, SHEET, close, number};
use serde_json::Value;

/// The fields of the report in the C header, without `struct_size`.
fn fields() -> Vec<&'static str> {
    let header = include_str!("../../../../include/pliant.h");
    let begun = header.split("typedef struct PliantSurfaceReport {").nth(1);
    let fields = begun.and_then(|rest| rest.split('}').next());
    let lines = fields.expect("the struct").lines();
    let declared = lines.filter_map(|line| line.trim().strip_suffix(';'));
    let mut names: Vec<_> = declared.filter_map(|line| line.split(' ').nth(1)).collect();
    assert_eq!(names.remove(0), "struct_size");
    names
}

/// Cubes that do not touch, so each is a body. Negative indices of an OBJ file count back from the newest vertex.
fn cubes(count: i32) -> String {
    let (vertices, _) = CUBE.split_at(CUBE.find('f').expect("faces"));
    let faces = "f -8 -6 -5 -7\nf -4 -3 -1 -2\nf -8 -7 -3 -4\nf -6 -2 -1 -5\nf -8 -4 -2 -6\nf -7 -5 -1 -3\n";
    let named = vertices.replace("v -1", "v low").replace("v 1", "v high");
    let at = |x: i32| {
        named
            .replace("low", &(x - 1).to_string())
            .replace("high", &(x + 1).to_string())
    };
    (0..count).map(|i| at(10 * i) + faces).collect()
}

/// The diagonal of the bounds of a file.
fn diagonal(folder: &Folder, file: &str) -> f64 {
    let info = folder.run(&["info", file, "--json"]).json();
    let side =
        |i: usize| number(&info["files"][0]["high"][i]) - number(&info["files"][0]["low"][i]);
    (0..3).map(|i| side(i).powi(2)).sum::<f64>().sqrt()
}

#[test]
fn all_fields_of_the_report_are_written() {
    let folder = Folder::new();
    folder.write("two.obj", &cubes(2));
    for (mode, count, near) in [("--cage", "3000", 0.0), ("--conforming", "40000", 2.0)] {
        let cook = ["cook", "two.obj", "-o", "c.pliant", mode, count, "--json"];
        let told = folder.run(&cook).json();
        let report = told["report"].as_object().expect("a report");
        assert_eq!(report.len(), fields().len());
        for name in fields() {
            number(&report[name]);
        }
        assert_eq!(number(&report["body_count"]), 2.0);
        assert_eq!(number(&report["piece_count"]), 2.0);
        assert_eq!(number(&report["near_body_count"]), near);
        let bodies = told["bodies"].as_array().expect("bodies");
        assert_eq!(bodies.len(), 2);
        assert_eq!(bodies[1]["method"], mode[2..]);
        assert_eq!(bodies[1]["is_near"], near > 0.0);
        let all = |name: &str| {
            bodies
                .iter()
                .map(|body: &Value| number(&body[name]))
                .collect::<Vec<_>>()
        };
        let sum = |name: &str| all(name).iter().sum::<f64>();
        assert_eq!(sum("tet_count"), number(&told["tets"]));
        assert_eq!(sum("pieces"), 2.0);
        assert_eq!(sum("moved"), 0.0);
        close(sum("surface_volume"), 16.0, 1e-12);
        close(sum("volume"), number(&told["volume"]), 1e-6);
        // `missed` of a body is a length, `farthest_surface` a fraction of the diagonal of the tets in f32.
        let most = all("missed").into_iter().fold(0.0, f64::max);
        close(
            number(&told["report"]["farthest_surface"]),
            most / diagonal(&folder, "c.pliant"),
            1e-6,
        );
        assert_eq!(number(&told["cage"]["closed"]), 0.0);
    }
}

/// Each body has at least one cell of five tets, here 20 % more than the 2,000 wanted.
#[test]
fn only_a_number_that_was_asked_for_is_explained() {
    let folder = Folder::new();
    folder.write("many.obj", &cubes(480));
    let said = |more: &[&str]| {
        let cook = ["cook", "many.obj", "-o", "c.pliant", "--json"];
        let told = folder.run(&[&cook[..], more].concat()).json();
        assert_eq!(number(&told["tets"]), 2400.0);
        told["sentences"].to_string()
    };
    let named = said(&["--cage", "2000"]);
    let why = "There are 2,400 tets where 2,000 were asked for: each cage consists of whole cells, at least one of five tets";
    assert!(named.contains(why), "{named}");
    for unnamed in [&[][..], &["--cage"], &["--cell-size", "3"]] {
        let said = said(unnamed);
        assert!(!said.contains("were asked for"), "{said}");
    }
}

/// All names in the JSON, but for those of the report, which the header explains.
#[test]
fn the_help_names_all_that_is_written() {
    let folder = Folder::new();
    let help = folder.run(&["cook", "--help"]).ok();
    folder.write("cube.obj", CUBE);
    folder.write("sheet.off", SHEET);
    let cooked = |input: &str, more: &[&str]| {
        let cook = ["cook", input, "-o", "c.pliant", "--json"];
        folder.run(&[&cook[..], more].concat()).json()
    };
    let body = cooked("cube.obj", &[]);
    folder.run(&["convert", "c.pliant", "c.msh"]).ok();
    let levels = cooked("cube.obj", &["--levels", "1"]);
    let tets = cooked("c.msh", &[]);
    let shell = cooked("sheet.off", &[]);
    let parts = [&body["bodies"][0], &body["cage"], &levels["levels"][0]];
    for object in [&body, &tets, &shell, &levels].into_iter().chain(parts) {
        for name in object.as_object().expect("an object").keys() {
            assert!(
                help.contains(&format!("`{name}`")) || help.contains(&format!("\n  {name} ")),
                "{name}"
            );
        }
    }
}
