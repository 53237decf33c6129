//! Ctrl-C.

use super::tool::{CUBE, Folder, Told};
use std::io::Write;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

/// Waits until it is so, for a minute at most.
fn wait_for(is_so: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_so() && begun.elapsed().as_secs() < 60 {
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn interrupt(running: &Child) {
    let id = running.id().to_string();
    let sent = Command::new("kill").args(["-INT", &id]).status();
    assert!(sent.expect("kill").success());
}

/// Runs the program and interrupts it as soon as its handler is installed.
fn interrupted(folder: &Folder, arguments: &[&str]) -> Told {
    let running = folder.command(arguments).spawn().expect("the program");
    let status = format!("/proc/{}/status", running.id());
    // The second bit of the mask is SIGINT.
    wait_for(|| {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let mask = text.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        mask.is_some_and(|m| u64::from_str_radix(m.trim(), 16).is_ok_and(|m| m & 2 > 0))
    });
    interrupt(&running);
    let told = Told::of(running.wait_with_output().expect("its end"));
    assert_eq!(told.code, Some(130), "{}", told.stderr);
    assert_eq!(told.stderr, "error: stopped; nothing was written\n");
    assert_eq!(folder.names(), ["cube.obj"]);
    told
}

#[test]
fn an_interrupt_stops_the_work_and_leaves_nothing() {
    let folder = Folder::new();
    folder.write("cube.obj", CUBE);
    let cook = ["cook", "cube.obj", "-o", "c.pliant", "--conforming"];
    let told = interrupted(&folder, &[&cook[..], &["8000000"]].concat());
    assert_eq!(told.stdout, "");
    // A picture needs a device first, so it takes long enough.
    let view = ["view", "cube.obj", "-o", "c.png", "--size", "2000x2000"];
    let told = interrupted(&folder, &[&view[..], &["--json"]].concat());
    assert_eq!(told.value()["error"]["status"], "PLIANT_ERROR_CANCELLED");
}

/// Interrupts a program again and again, once it has written a file, until it ends.
fn interrupted_again(mut running: Child, folder: &Folder, file: &str) -> Told {
    wait_for(|| folder.path(file).is_file());
    let mut times = 0;
    while running.try_wait().expect("its state").is_none() {
        interrupt(&running);
        times += 1;
        if times > 150 {
            running.kill().expect("an end");
            panic!("it goes on");
        }
        std::thread::sleep(Duration::from_millis(200));
    }
    assert!(times > 1, "the first asks the work to stop");
    let told = Told::of(running.wait_with_output().expect("its end"));
    assert_eq!(told.code, Some(130), "{}", told.stderr);
    told
}

/// If nobody reads its output, the second interrupt ends the program, which reports how much is written: on standard
/// error only, if the JSON object was begun.
#[test]
fn a_second_interrupt_ends_what_is_stuck() {
    let folder = Folder::new();
    folder.write("cube.obj", CUBE);
    let made = Command::new("mkfifo")
        .arg(folder.path("c_lod1.pliant"))
        .status();
    assert!(made.expect("mkfifo").success());
    let cook = ["cook", "cube.obj", "-o", "c.pliant"];
    let mut stuck = folder.command(&[&cook[..], &["--levels", "3"]].concat());
    let stuck = stuck.spawn().expect("the program");
    // The last level is written before the one in the middle, which is a pipe.
    let told = interrupted_again(stuck, &folder, "c_lod2.pliant");
    assert_eq!(
        told.stderr,
        "error: stopped; part of the output was written\n"
    );
    assert!(folder.path("c_lod0.pliant").is_file());
    // As many bytes as a pipe holds.
    let (reader, mut writer) = std::io::pipe().expect("a pipe");
    writer.write_all(&[0; 1 << 16]).expect("room");
    let mut stuck = folder.command(&[&cook[..], &["--json"]].concat());
    let stuck = stuck.stdout(writer).spawn();
    let told = interrupted_again(stuck.expect("the program"), &folder, "c.pliant");
    assert_eq!(told.stderr, "error: stopped; all output was written\n");
    drop(reader);
}
