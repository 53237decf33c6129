//! The bits of fourteen scenes, kept in a file. `PLIANT_BLESS=1` writes those of this machine there. `PLIANT_GOLDEN` names
//! the scenes to run, with commas between; all run without it.
//!
//! The library gives the same bits in every run on one machine. Another driver or processor rounds otherwise, so the file
//! has a section for each. A change that alters no algorithm and no order of sums alters no hash.

use super::common::*;
use super::golden_scenes::{Golden, SCENES};
use super::scene::DT;
use pliant::asset::hash::hash_bytes;
use pliant::desc::*;
use pliant::world::World;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Instant;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/hashes.txt");
/// The steps after which the world is hashed.
const HASHED: [usize; 3] = [1, 20, 60];
/// What a software adapter runs without the long tests: a scene a solver, and one in which bodies of all touch.
const BRIEF: [&str; 6] = [
    "vbd_resident",
    "springs",
    "shape_matching",
    "cloth",
    "rigid",
    "touching",
];
/// Where a scene that restores is saved, and after which step it goes back there.
const SAVED: usize = 25;
const LEFT: usize = 30;

/// What the bits hang on: adapter, driver, and the instructions that a software adapter compiles for.
fn machine(world: &World) -> String {
    let info = world.adapter_info();
    let text = |bytes: &[u8]| {
        let end = bytes.iter().position(|byte| *byte == 0);
        String::from_utf8_lossy(&bytes[..end.unwrap_or(bytes.len())]).into_owned()
    };
    let (name, driver) = (text(&info.name), text(&info.driver));
    match is_software(world) {
        true => format!("{name}; {driver}; {}", instructions()),
        false => format!("{name}; {driver}"),
    }
}

#[cfg(target_arch = "x86_64")]
fn instructions() -> String {
    let found = [
        ("avx", std::is_x86_feature_detected!("avx")),
        ("avx2", std::is_x86_feature_detected!("avx2")),
        ("fma", std::is_x86_feature_detected!("fma")),
        ("f16c", std::is_x86_feature_detected!("f16c")),
        ("avx512f", std::is_x86_feature_detected!("avx512f")),
    ];
    let names = found.into_iter().filter(|(_, is_there)| *is_there);
    let names: Vec<&str> = names.map(|(name, _)| name).collect();
    format!("x86_64 {}", names.join(" "))
}

#[cfg(not(target_arch = "x86_64"))]
fn instructions() -> String {
    std::env::consts::ARCH.to_owned()
}

/// The bytes of what is told of the newest step: vertices of skins, events, impulses.
fn told(golden: &mut Golden) -> Vec<u8> {
    let mut bytes = Vec::new();
    let world = &mut golden.scene.world;
    for body in &golden.skinned {
        let view = world.map_vertices(*body, 0, PLIANT_MAP_WAIT);
        let view = view.expect("a skin");
        // SAFETY: the library says `data` holds `byte_count` bytes until they are unmapped.
        bytes.extend(unsafe { std::slice::from_raw_parts(view.data, view.byte_count as usize) });
        world.unmap(view.map).expect("unmap");
    }
    if !golden.tells {
        return bytes;
    }
    let mut word = |word: u32| bytes.extend(word.to_le_bytes());
    let view = world.impulses(PLIANT_MAP_WAIT).expect("impulses");
    // SAFETY: the library says that it points to this many until the next call.
    let impulses = unsafe { std::slice::from_raw_parts(view.impulses, view.count as usize) };
    for told in impulses {
        let numbers = told.impulse.into_iter().chain(told.angular_impulse);
        numbers.for_each(|number| word(number.to_bits()));
        word(told.dropped);
    }
    let view = world.events(PLIANT_MAP_WAIT).expect("events");
    word(view.count);
    word(view.dropped_count);
    // SAFETY: the library says that it points to this many until the next call.
    let events = unsafe { std::slice::from_raw_parts(view.events, view.count as usize) };
    for told in events {
        word(told.kind);
        word(told.flags);
        for place in told.point {
            word(place.to_bits() as u32);
            word((place.to_bits() >> 32) as u32);
        }
        let numbers = told.normal.into_iter().chain(told.impulse);
        numbers.for_each(|number| word(number.to_bits()));
    }
    bytes
}

/// The hashes of a scene as text: of the world after some steps, and of all that was told after these, if it runs to its end.
fn hashes(name: &str, mut golden: Golden, steps: usize) -> String {
    let (mut text, mut bytes, mut saved) = (String::new(), Vec::new(), None);
    let mut step = 0;
    while step < steps {
        (golden.scene.before)(&mut golden.scene, step);
        golden.scene.world.step(DT).expect("a step");
        if step == 0 {
            // A software adapter may compile for minutes.
            golden.scene.world.wait(u64::MAX).expect("a step's end");
        }
        step += 1;
        if HASHED.contains(&step) {
            let hash = golden.scene.world.state_hash().expect("a hash");
            write!(text, "  {step}: {hash:016x}").expect("a text");
            bytes.extend(told(&mut golden));
        }
        if golden.restores && step == SAVED && saved.is_none() {
            saved = Some(golden.scene.world.save().expect("saved"));
        }
        if let Some(bytes) = saved.as_ref().filter(|_| step == LEFT) {
            golden.scene.world.restore(bytes).expect("restored");
            (step, golden.restores) = (SAVED, false);
            saved = None;
        }
    }
    for body in golden.scene.bodies {
        let info = golden.scene.world.body_info(body).expect("info");
        assert_eq!(info.state, PLIANT_BODY_ACTIVE, "{name}: a body stopped");
    }
    match bytes.is_empty() || steps < HASHED[HASHED.len() - 1] {
        true => text,
        false => format!("{text}  told: {:016x}", hash_bytes(&bytes)),
    }
}

type Sections = BTreeMap<String, BTreeMap<String, String>>;

/// The file's sections by machine; each has a line a scene.
fn read(text: &str) -> Sections {
    let (mut sections, mut machine) = (Sections::new(), String::new());
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        if let Some(named) = line.strip_prefix('[').and_then(|l| l.strip_suffix(']')) {
            machine = named.to_owned();
        } else if let Some((name, hashes)) = line.split_once(' ') {
            let lines = sections.entry(machine.clone()).or_default();
            lines.insert(name.to_owned(), hashes.trim().to_owned());
        }
    }
    sections
}

fn write(sections: &Sections) -> String {
    let mut text = "# Hashes of the scenes of tests/gpu/golden_scenes.rs after some steps, by adapter, driver and processor.\n\
        # `PLIANT_BLESS=1 cargo test --test world golden_hashes` writes the section of the machine that it runs on.\n"
        .to_owned();
    for (machine, lines) in sections {
        writeln!(text, "\n[{machine}]").expect("a text");
        for (name, hashes) in lines {
            writeln!(text, "{name:<15} {hashes}").expect("a text");
        }
    }
    text
}

/// Each scene gives the bits that it gave when the file was written. It prints a line a scene; `-` is what the file says,
/// `+` what came. Unless scenes are named, a software adapter makes a third of the steps, and without the long tests runs a few.
#[test]
fn golden_hashes() {
    let mut sections = read(&std::fs::read_to_string(FILE).unwrap_or_default());
    let machine = machine(&world());
    let blesses = std::env::var_os("PLIANT_BLESS").is_some();
    let kept = sections.get(&machine).cloned();
    if kept.is_none() && !blesses {
        skip(&format!(
            "no golden hashes for [{machine}]: run PLIANT_BLESS=1 cargo test --test world golden_hashes on a commit that \
             is known to be right, then compare"
        ));
        return;
    }
    let (kept, mut found) = (kept.unwrap_or_default(), BTreeMap::new());
    println!("[{machine}]");
    let wanted = std::env::var("PLIANT_GOLDEN").unwrap_or_default();
    // Each scene takes a software adapter ten seconds, most of them for compiling.
    let few = short_or(!blesses && is_software(&world()), false);
    let is_wanted = |name: &str| match wanted.is_empty() {
        true => !few || BRIEF.contains(&name),
        false => wanted.split(',').any(|w| w == name),
    };
    let is_whole = blesses || !wanted.is_empty() || !is_software(&world());
    let steps = HASHED[if is_whole { 2 } else { 1 }];
    for (name, build) in SCENES.into_iter().filter(|(name, _)| is_wanted(name)) {
        let start = Instant::now();
        let line = hashes(name, build(), steps).trim().to_owned();
        println!("  {name:<15} {line}  ({:.1?})", start.elapsed());
        found.insert(name.to_owned(), line);
    }
    assert!(!found.is_empty(), "PLIANT_GOLDEN={wanted} names no scene");
    if blesses {
        sections.entry(machine).or_default().extend(found);
        std::fs::write(FILE, write(&sections)).expect("written");
        return;
    }
    let differs = |(name, line): &(&String, &String)| {
        let golden = kept.get(*name).map_or("", String::as_str);
        !golden.starts_with(line.as_str()) || (steps == HASHED[2] && golden != line.as_str())
    };
    let changed: Vec<_> = found.iter().filter(differs).collect();
    for (name, line) in &changed {
        let golden = kept.get(*name).map_or("nothing", String::as_str);
        println!("- {name:<15} {golden}\n+ {name:<15} {line}");
    }
    let names: Vec<_> = changed.iter().map(|(name, _)| name).collect();
    assert!(names.is_empty(), "other bits in {names:?}");
}
