//! Compiles the samples in C and C++ and runs them, the C one also with a real mesh.

use crate::compile::{self, C, CPP};
use crate::native::with_library;
use crate::shell::{self, Failure, Result, read, root};
use std::path::PathBuf;
use std::process::Command;

const C_SAMPLE: &str = "samples/c/hello_drop.c";
const C_COOK: &str = "samples/c/cook_surface.c";
/// What that one writes, where it runs.
const COOKED: &str = "cook_surface_lod0.pliant";
const CPP_SAMPLE: &str = "samples/cpp/hello_drop.cpp";
/// A tet mesh of the test data and a render mesh that is not its surface.
const MESH: &str = "tets/liver.msh";
const SKIN: &str = "surfaces/skin/liver-smoothUV.obj";
/// Bodies that the C sample writes: one falls, one hangs, one is moved.
const BODIES: usize = 3;
/// How far that render mesh sticks out of the tets (`farthest_outside` 0.01055 of a diagonal of 1.4303 m), and so may reach into
/// the floor [m], the body being 1 m large.
const REACH: f32 = 0.0151;

/// Every sample, by itself; the C one with a real tet mesh and its render mesh where there is test data.
pub fn run() -> Result {
    let folder = root().join("target/xtask");
    let cpp = compile::program(&CPP, &root().join(CPP_SAMPLE), "")?;
    shell::run(with_library(Command::new(cpp)).current_dir(&folder))?;
    let cook = compile::program(&C, &root().join(C_COOK), "")?;
    shell::run(with_library(Command::new(cook)).current_dir(&folder))?;
    let c = compile::program(&C, &root().join(C_SAMPLE), "")?;
    shell::run(with_library(Command::new(&c)).current_dir(&folder))?;
    shell::run(
        with_library(Command::new(&c))
            .arg(COOKED)
            .current_dir(&folder),
    )?;
    let Some(data) = std::env::var_os("PLIANT_TEST_DATA").map(PathBuf::from) else {
        println!("    SKIPPED: set PLIANT_TEST_DATA for {C_SAMPLE} to drop {MESH} with {SKIN}");
        return Ok(());
    };
    let (skin, out) = (data.join(SKIN), folder.join("liver.obj"));
    let mut command = with_library(Command::new(&c));
    shell::run(command.arg(data.join(MESH)).arg(&skin).arg(&out))?;
    judge(&read(&skin)?, &read(&out)?)
        .map_err(|fault| Failure::new(format!("{}: {fault}", out.display())))
}

/// A real tet mesh and a render mesh that is not its surface, where there is test data.
pub fn real_pair() -> Option<[PathBuf; 2]> {
    let data = std::env::var_os("PLIANT_TEST_DATA").map(std::path::absolute)?;
    let data = data.ok()?;
    let pair = [data.join(MESH), data.join(SKIN)];
    pair.iter().all(|file| file.is_file()).then_some(pair)
}

/// Whether what was written is the render mesh of each body, finite and above the floor, and the first body came down.
fn judge(skin: &str, written: &str) -> std::result::Result<(), String> {
    let (given, found) = (Obj::parse(skin)?, Obj::parse(written)?);
    let heights = &found.heights;
    let each = heights.len() / BODIES;
    // A reader may part a vertex at a seam of its texture, never join two.
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
    // It began half a metre and more above the floor.
    if fallen > REACH {
        return Err(format!(
            "the falling body's lowest vertex is at y = {fallen}: it does not lie on the floor"
        ));
    }
    Ok(())
}

/// What counts of an OBJ file.
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
