//! Compiles and runs the samples in C and C++; the drop also with a real mesh.

use crate::build::Build;
use crate::compile::{self, C, CPP, with_library};
use crate::shell::{self, Failure, Result, read, root};
use std::path::{Path, PathBuf};
use std::process::Command;

const C_SAMPLE: &str = "samples/c/hello_drop.c";
const C_FIRST: &str = "samples/c/first_drop.c";
const C_COOK: &str = "samples/c/cook_surface.c";
/// Those that need no file.
const C_ALONE: [&str; 7] = [
    C_FIRST,
    "samples/c/models.c",
    "samples/c/cloth.c",
    "samples/c/terrain.c",
    "samples/c/events.c",
    "samples/c/loading_bar.c",
    C_COOK,
];
/// What it writes into the current folder.
const COOKED: &str = "cook_surface_lod0.pliant";
const CPP_SAMPLE: &str = "samples/cpp/hello_drop.cpp";
/// A render mesh a hundred body sizes away, and the warning about it.
const FAR: &str = "v 400 0 0\nv 401 0 0\nv 400 1 0\nf 1 2 3\n";
const FAR_SAID: &str = "warning: the render mesh does not fit the tets";
/// A tet mesh of the test data and a render mesh that is not its surface.
const MESH: &str = "tets/liver.msh";
const SKIN: &str = "surfaces/skin/liver-smoothUV.obj";
/// Bodies that the samples in C and C# write: one falls, one hangs, one is moved.
const BODIES: usize = 3;
/// How deep the render mesh may be in the floor [m], for a body 1 m large: it sticks out of the tets by 0.01055
/// (`farthest_outside`) of a diagonal of 1.4303 m.
const REACH: f32 = 0.0151;

/// Runs every sample in C and C++, and the drop in C with a real tet mesh and its render mesh where there is test data.
pub fn run(build: Build) -> Result {
    let folder = root().join("target/xtask");
    let cpp = compile::program(build, &CPP, &root().join(CPP_SAMPLE), "")?;
    shell::run(with_library(build, Command::new(&cpp)).current_dir(&folder))?;
    for sample in C_ALONE {
        let program = compile::program(build, &C, &root().join(sample), "")?;
        shell::run(with_library(build, Command::new(program)).current_dir(&folder))?;
    }
    let c = compile::program(build, &C, &root().join(C_SAMPLE), "")?;
    shell::run(with_library(build, Command::new(&c)).current_dir(&folder))?;
    warn_of_far_skin(&|| with_library(build, Command::new(&c)))?;
    warn_of_far_skin(&|| with_library(build, Command::new(&cpp)))?;
    drop_liver(
        with_library(build, Command::new(&c)),
        &folder.join("liver.obj"),
    )
}

/// Runs a sample with what `C_COOK` wrote and a render mesh that does not fit, which it must warn about.
fn warn_of_far_skin(sample: &dyn Fn() -> Command) -> Result {
    let folder = root().join("target/xtask");
    let skin = folder.join("far.obj");
    std::fs::write(&skin, FAR).map_err(|c| Failure::new(format!("{}: {c}", skin.display())))?;
    let alone = shell::output(sample().arg(COOKED).current_dir(&folder))?;
    let far = shell::output(sample().arg(COOKED).arg(&skin).current_dir(&folder))?;
    match (alone.contains("warning: "), far.contains(FAR_SAID)) {
        (false, true) => Ok(()),
        _ => Err(Failure::new(format!(
            "a warning where none is due, or none of a render mesh far away: {alone}\n{far}"
        ))),
    }
}

/// Runs a sample with a real tet mesh and its render mesh, where there is test data, and checks its output.
pub fn drop_liver(mut sample: Command, out: &Path) -> Result {
    let Some(data) = std::env::var_os("PLIANT_TEST_DATA").map(PathBuf::from) else {
        println!("    SKIPPED: set PLIANT_TEST_DATA for the sample to drop {MESH} with {SKIN}");
        return Ok(());
    };
    let skin = data.join(SKIN);
    shell::run(sample.arg(data.join(MESH)).arg(&skin).arg(out))?;
    judge(&read(&skin)?, &read(out)?)
        .map_err(|fault| Failure::new(format!("{}: {fault}", out.display())))
}

/// A real tet mesh and a render mesh that is not its surface, where there is test data.
pub fn real_pair() -> Option<[PathBuf; 2]> {
    let data = std::env::var_os("PLIANT_TEST_DATA").map(std::path::absolute)?;
    let data = data.ok()?;
    let pair = [data.join(MESH), data.join(SKIN)];
    pair.iter().all(|file| file.is_file()).then_some(pair)
}

/// Checks that the output is the render mesh of each body, finite and above the floor, and that the first body fell.
fn judge(skin: &str, written: &str) -> std::result::Result<(), String> {
    let (given, found) = (Obj::parse(skin)?, Obj::parse(written)?);
    let heights = &found.heights;
    let each = heights.len() / BODIES;
    // A reader may split a vertex at a texture seam; it never joins two.
    if heights.len() % BODIES != 0 || each < given.heights.len() {
        let expected = given.heights.len();
        return Err(format!(
            "{} vertices, expected {BODIES} times {expected} or a few more",
            heights.len()
        ));
    }
    if found.triangles != BODIES * given.triangles {
        return Err(format!(
            "{} triangles, expected {BODIES} times {}",
            found.triangles, given.triangles
        ));
    }
    let lowest = |heights: &[f32]| heights.iter().copied().fold(f32::INFINITY, f32::min);
    let [fallen, all] = [lowest(&heights[..each]), lowest(heights)];
    if !heights.iter().all(|y| y.is_finite()) || all < -REACH {
        return Err(format!("the lowest vertex is at y = {all}, the floor at 0"));
    }
    // It started at least half a metre above the floor.
    if fallen > REACH {
        return Err(format!(
            "the falling body's lowest vertex is at y = {fallen}: it does not lie on the floor"
        ));
    }
    Ok(())
}

/// The parts of an OBJ file that are checked.
struct Obj {
    heights: Vec<f32>,
    triangles: usize,
}

impl Obj {
    fn parse(text: &str) -> std::result::Result<Self, String> {
        let (mut heights, mut triangles) = (Vec::new(), 0);
        for line in text.lines() {
            let mut words = line.split_whitespace();
            match words.next() {
                Some("v") => {
                    let y = words.nth(1).and_then(|word| word.parse().ok());
                    heights.push(y.ok_or_else(|| format!("no height in `{line}`"))?);
                }
                Some("f") => triangles += words.count().saturating_sub(2),
                _ => {}
            }
        }
        Ok(Self { heights, triangles })
    }
}

#[cfg(test)]
mod tests {
    use super::judge;

    const SKIN: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";

    /// A sample's output: three bodies whose lowest vertices are this high.
    fn written(lowest: [f32; 3]) -> String {
        let body =
            |low: &f32| format!("v 0 {low} 0\nvn 0 1 0\nv 1 1 0\nv 0 2 0\nf 1//1 2//2 3//3\n");
        lowest.iter().map(body).collect()
    }

    #[test]
    fn a_sample_that_lost_something_or_fell_through_is_seen() {
        judge(SKIN, &written([0.001, 0.5, 0.5])).expect("as it should be");
        for heights in [[-0.02, 0.5, 0.5], [0.5; 3], [0.0, 0.5, f32::NAN]] {
            judge(SKIN, &written(heights)).expect_err("below, above, nowhere");
        }
        let whole = written([0.0; 3]);
        for lost in ["v 1 1 0\n", "f 1//1 2//2 3//3\n"] {
            judge(SKIN, &whole.replacen(lost, "", 1)).expect_err("something is gone");
            judge(SKIN, &whole.replace(lost, "")).expect_err("something is gone");
        }
        judge(SKIN, "").expect_err("nothing");
    }
}
