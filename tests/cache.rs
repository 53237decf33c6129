//! Kernels kept in a folder, from one process to the next. A process names its folder once, so the test runs itself.

use pliant::asset::cook::cook;
use pliant::asset::lattice::{Split, beam_lattice};
use pliant::desc::{BodyOptions, WorldOptions};
use pliant::error::Status;
use pliant::ffi::log::{PLIANT_LOG_INFO, PliantLogMessage, pliant_log_set};
use pliant::world::{Edit, PrepareOptions, World, open_cache, shutdown};
use std::ffi::c_void;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::{env, fs, ptr, slice};

const FOLDER: &str = "PLIANT_TEST_CACHE";

unsafe extern "C" fn print(message: *const PliantLogMessage, _: *mut c_void) {
    // SAFETY: the library gives a message with a text of this size.
    let text = unsafe {
        let message = &*message;
        slice::from_raw_parts(message.text.cast::<u8>(), message.text_size as usize)
    };
    println!("log: {}", String::from_utf8_lossy(text));
}

/// What a process does that is started with a folder. By itself it does nothing.
#[test]
fn a_process() {
    let Ok(folder) = env::var(FOLDER) else {
        return;
    };
    // SAFETY: the function may be called at any time.
    unsafe { pliant_log_set(Some(print), ptr::null_mut(), PLIANT_LOG_INFO) };
    let status = |folder: &str| open_cache(folder).unwrap_err().status;
    assert_eq!(status(""), Status::InvalidArgument);
    assert_eq!(status(&format!("{folder}/a_file/in_it")), Status::Io);
    open_cache(&folder).unwrap();
    assert_eq!(status(&folder), Status::InvalidState);
    let mut world = World::new(WorldOptions::default()).unwrap();
    let mesh = beam_lattice([1; 3], [0.5; 3], Split::Five);
    let (asset, desc) = (
        Arc::new(cook(&mesh, &Default::default()).unwrap().0),
        BodyOptions::default(),
    );
    world.apply(Edit::AddBody { asset, desc }).unwrap();
    let done = world
        .prepare_kernels(&PrepareOptions::default(), u64::MAX)
        .unwrap();
    assert!(done.0);
    world.step(1.0 / 60.0).unwrap();
    println!("hash: {:x}", world.state_hash().unwrap());
    drop(world);
    shutdown();
}

/// Runs such a process and returns what it has printed: its hash, and what it says of damage.
fn run(folder: &Path) -> (String, bool) {
    let mut command = Command::new(env::current_exe().unwrap());
    command.args(["--exact", "a_process", "--nocapture"]);
    let output = command.env(FOLDER, folder).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}\n{errors}");
    let hash = text
        .lines()
        .find(|line| line.starts_with("hash: "))
        .unwrap();
    (hash.to_owned(), text.contains("are damaged"))
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let all = fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path());
    all.filter(|path| path.extension().is_some_and(|e| e == "cache"))
        .collect()
}

#[test]
fn a_second_process_reads_what_the_first_has_kept() {
    let folder = env::temp_dir().join(format!("pliant_cache_{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("a_file"), b"").unwrap();
    let first = run(&folder);
    let kept = files(&folder);
    if let [file] = kept.as_slice() {
        let bytes = fs::read(file).unwrap();
        assert_eq!(run(&folder), first);
        assert_eq!(files(&folder), kept);
        for damaged in [&bytes[..bytes.len() / 2], b"nothing"] {
            fs::write(file, damaged).unwrap();
            assert_eq!(run(&folder), (first.0.clone(), true));
            assert!(
                !fs::read(file).unwrap().starts_with(b"nothing"),
                "it stayed"
            );
        }
        assert_eq!(run(&folder), first, "it was mended");
    }
    assert!(!first.1, "there was nothing to be damaged");
    fs::remove_dir_all(&folder).unwrap();
}
