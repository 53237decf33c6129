//! Messages and exit statuses of errors.

use super::tool::{CUBE, Folder, number};

fn write_precious(folder: &Folder) {
    for name in ["old.pliant", "old.ply", "old.png"] {
        folder.write(name, "precious");
    }
}

#[test]
fn an_error_names_its_cause_and_overwrites_nothing() {
    let folder = Folder::new();
    folder.write("cube.obj", CUBE);
    folder.write("bad.off", "OFF\n3 1 0\n0 0 0\n1 zero 0\n0 1 0\n3 0 1 2\n");
    folder.write("bad.pliant", "PLIANTBD and then nothing that was saved");
    write_precious(&folder);
    for (arguments, wanted) in [
        (
            &["cook", "bad.off", "-o", "old.pliant"][..],
            "bad.off, line 4",
        ),
        (
            &["cook", "none.obj", "-o", "old.pliant"],
            "none.obj cannot be read",
        ),
        (&["cook", "old.png", "-o", "a.pliant"], ".glb, .off, .ply"),
        (&["info", "none.xyz"], "none.xyz cannot be read"),
        (
            &["cook", "bad.pliant", "-o", "old.pliant"],
            "bad.pliant: the cooked body has version",
        ),
        (
            &["cook", "cube.obj", "-o", "no/old.pliant"],
            "the folder no does not exist",
        ),
        (
            &[
                "cook",
                "cube.obj",
                "-o",
                "old.pliant",
                "--stiff-inside",
                "none.stl=2",
            ],
            "none.stl",
        ),
        (
            &["convert", "cube.obj", "old.msh"],
            "fill it with `pliant cook`",
        ),
        (
            &["view", "cube.obj", "-o", "no/a.png"],
            "the folder no does not exist",
        ),
        (&["info", "bad.off", "cube.obj"], "bad.off, line 4"),
    ] {
        let told = folder.run(arguments);
        let first = told.stderr.lines().next().unwrap_or_default();
        assert!(
            first.starts_with("error: ") && first.contains(wanted),
            "{arguments:?}: {first}"
        );
        assert_eq!(told.code, Some(1), "{arguments:?}");
    }
    assert_eq!(folder.read("old.pliant"), b"precious");
    assert_eq!(folder.read("old.ply"), b"precious");
    assert_eq!(folder.read("cube.obj"), CUBE.as_bytes());
    assert_eq!(folder.names().len(), 6, "{:?}", folder.names());
}

#[test]
fn one_bad_file_does_not_stop_the_others() {
    let folder = Folder::new();
    folder.write("cube.obj", CUBE);
    folder.write("bad.off", "OFF\n3 1 0\n0 0 0\n1 zero 0\n0 1 0\n3 0 1 2\n");
    let told = folder.run(&["info", "bad.off", "cube.obj", "--json"]);
    assert_eq!(told.code, Some(1));
    let value = told.value();
    assert_eq!(value["files"][0]["error"]["status"], "PLIANT_ERROR_FORMAT");
    assert_eq!(number(&value["files"][1]["area"]), 24.0);
    let told = folder.run(&["cook", "bad.off", "-o", "a.pliant", "--json"]);
    assert_eq!(told.value()["error"]["status"], "PLIANT_ERROR_FORMAT");
    let error = folder.run(&["info", "."]).error(1);
    assert!(error.contains("is a folder"), "{error}");
}

/// Arguments after `pliant`, separated by spaces, and a part of the message.
const WRONG: &[(&str, &str)] = &[
    ("bake", "unrecognized subcommand"),
    ("cook cube.obj", "--output"),
    ("cook cube.obj -o a.ply", "a.ply: a cooked file must end in"),
    ("convert cube.obj a.vtk", ".msh or .vtu for tets"),
    ("convert cube.obj ./cube.obj", "is the input file"),
    ("view cube.obj -o a.ply", "expected .png"),
    ("view cube.obj --size 10", "--size"),
    ("info cube.obj --density -1", "a density above 0"),
    (
        "cook cube.obj -o a.pliant --cage 0",
        "number of tets from 1",
    ),
    (
        "cook cube.obj -o a.pliant --cage -5",
        "number of tets from 1",
    ),
    (
        "cook -o a.pliant --conforming cube.obj",
        "number of tets from 1",
    ),
    (
        "cook cube.obj -o a.pliant --mode shell --cage 10",
        "--mode shell contradicts --cage",
    ),
    (
        "cook cube.obj -o a.pliant --mode cage --conforming",
        "--mode cage contradicts --conforming",
    ),
    (
        "cook cube.obj -o a.pliant --cell-size -1",
        "a length above 0",
    ),
    (
        "cook cube.obj -o a.pliant --cage 500 --cell-size 0.1",
        "--cage 500 and --cell-size 0.1 both set how fine the mesh is: leave out --cell-size, or the number after --cage",
    ),
    (
        "cook cube.obj -o a.pliant --cell-size 2.5 --conforming 9000",
        "--conforming 9000 and --cell-size 2.5 both set",
    ),
    ("cook cube.obj -o a.pliant --levels 2000", "from 1 to 8"),
    ("cook cube.obj -o a.pliant --levels -2", "from 1 to 8"),
    (
        "cook cube.obj -o a.pliant --levels 90,9 --cage 90",
        "--levels already gives the tets",
    ),
    (
        "cook cube.obj -o a.pliant --stiff-inside cube.obj=0",
        "a factor from 0.001",
    ),
    (
        "cook cube.obj -o a.pliant --stiff-inside cube.obj",
        "expected FILE=FACTOR",
    ),
    ("cook cube.obj -o a.pliant --threads 65", "0..=64"),
    (
        "cook cube.obj -o a.pliant --cage 99999999",
        "from 1 to 16,777,216",
    ),
    (
        "cook --cage cube.obj -o a.pliant",
        "if it is the mesh file, put it before this option",
    ),
    (
        "cook cube.obj -o a.pliant --levels 4 --cage 100",
        "4 levels starting at 100 tets",
    ),
    (
        "cook cube.obj -o a.pliant --levels 99999999,80",
        "each at most 16,777,216",
    ),
    ("cook cube.obj -o a.pliant --unit km", "m, cm, mm, in or ft"),
    (
        "cook cube.obj -o a.pliant --mode shell --cell-size 0.1",
        "--cell-size does not apply: --mode shell makes one shell",
    ),
    (
        "cook cube.obj -o a.pliant --mode shell --levels 2",
        "--levels does not apply: --mode shell",
    ),
    (
        "cook cube.obj -o a.pliant --mode shell --stiff-inside cube.obj=2 --density-inside cube.obj=2",
        "--stiff-inside and --density-inside do not apply: --mode shell",
    ),
    (
        "info cube.obj --area-density 0.2",
        "--area-density applies only to cooked shells",
    ),
    ("view cube.obj --size 999999x9", "999999 x 9"),
    ("cook cube.obj -o a.pliant --threads -1", "0..=64"),
];

#[test]
fn wrong_command_lines_end_with_two() {
    let folder = Folder::new();
    folder.write("cube.obj", CUBE);
    for (line, wanted) in WRONG {
        let arguments: Vec<_> = line.split(' ').collect();
        let told = folder.run(&arguments);
        assert_eq!(told.code, Some(2), "{line}: {}", told.stderr);
        assert!(told.stderr.contains(wanted), "{line}: {}", told.stderr);
        assert_eq!(told.stdout, "");
        // JSON goes to standard output.
        let told = folder.run(&[&arguments[..], &["--json"]].concat());
        assert_eq!(told.code, Some(2), "{line}");
        let error = &told.value()["error"];
        assert_eq!(error["status"], "PLIANT_ERROR_INVALID_ARGUMENT");
        let message = error["message"].as_str().unwrap_or_default();
        assert!(message.contains(wanted), "{line}: {message}");
    }
    folder.run(&[]).error(2);
    assert_eq!(folder.names(), ["cube.obj"]);
    assert!(folder.run(&["--help"]).ok().contains("Exit status"));
}

/// Both options imply their mode, with a number of tets or without.
#[test]
fn a_mode_needs_no_number() {
    let folder = Folder::new();
    folder.write("cube.obj", CUBE);
    let cooked = |more: &[&str]| {
        let cook = ["cook", "cube.obj", "-o", "c.pliant"];
        folder.run(&[&cook[..], more].concat()).ok();
        folder.read("c.pliant")
    };
    let cage = cooked(&[]);
    assert!(cooked(&["--cage"]) == cage);
    assert!(cooked(&["--cage", "2000"]) == cage);
    assert!(cooked(&["--cage", "300"]) != cage);
    let cells = cooked(&["--cell-size", "0.5"]);
    assert!(cells != cage);
    assert!(cooked(&["--cage", "--cell-size", "0.5"]) == cells);
    assert!(cooked(&["--conforming", "--cell-size", "0.5"]) != cells);
}

#[test]
fn a_closed_pipe_is_no_error() {
    let folder = Folder::new();
    folder.write("cube.obj", CUBE);
    for more in [&[][..], &["--json"]] {
        let mut info = folder.command(&[&["info", "cube.obj"], more].concat());
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let told = info.stdout(writer).output().expect("the program");
        assert_eq!(String::from_utf8_lossy(&told.stderr), "");
        assert_eq!(told.status.code(), Some(0));
    }
}

/// A quarter of a unit is what f32 holds at 5,000,000, far above 1e-4 of the sheet's diagonal: the reader moves it.
#[test]
fn warnings_of_the_library_are_printed() {
    let folder = Folder::new();
    let far = "v 5000000 0 0\nv 5000001 0 0\nv 5000000 1 0\nf 1 2 3\n";
    folder.write("far.obj", far);
    folder.write("near.obj", &far.replace("500000", ""));
    let warned = |file| folder.run(&["info", file]).stderr.contains("warning: ");
    assert_eq!([warned("far.obj"), warned("near.obj")], [true, false]);
}
