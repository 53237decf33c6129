//! The ABI's own rules. What the functions do is tested from C in `tests/c_api`.

use super::api::PliantApi;
use super::error::{pliant_last_error, pliant_status_name};
use super::layout::{Description, Field, Plain, StructLayout, layout_hash};
use super::map::pliant_unmap;
use super::structs::LAYOUTS;
use super::table::pliant_get_api;
use super::version::{PLIANT_ABI_VERSION, PLIANT_LAYOUT_HASH};
use super::world::{pliant_world_create, pliant_world_destroy, pliant_world_step};
use super::{guard, pointer, registry};
use crate::desc::{BodyOptions, PLIANT_MAP_WAIT, PliantWorldDesc, WorldOptions};
use crate::error::{Error, Status};
use crate::ids::{PliantBodyId, PliantWorldId};
use crate::world::{Applied, Edit};
use std::ffi::CStr;
use std::fs;
use std::path::Path;
use std::sync::Arc;

fn last_error() -> String {
    let mut buffer = [0_i8; 1025];
    // SAFETY: the buffer is as long as said.
    let text = unsafe {
        assert_eq!(
            pliant_last_error(buffer.as_mut_ptr().cast(), buffer.len() as u64),
            0
        );
        CStr::from_ptr(buffer.as_ptr().cast())
    };
    text.to_str().unwrap().to_owned()
}

/// Every Rust file of the crate that declares something of the ABI.
fn sources() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let folder = |name: &str| {
        fs::read_dir(root.join(name))
            .unwrap()
            .map(|f| f.unwrap().path())
    };
    let files = folder("ffi")
        .chain(folder("desc"))
        .chain(folder("view"))
        .chain(["view.rs", "ids.rs", "math.rs"].map(|f| root.join(f)));
    files
        .map(|file| fs::read_to_string(file).unwrap())
        .collect()
}

/// The words that follow `start` in all sources, up to the first sign that is not part of a name.
fn names_after(start: &str) -> Vec<String> {
    let mut names = Vec::new();
    for source in sources() {
        for piece in source.split(start).skip(1) {
            let end = piece
                .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
                .unwrap();
            names.push(piece[..end].to_owned());
        }
    }
    names.sort();
    names
}

#[test]
fn every_status_has_its_name_in_c() {
    let declared = include_str!("../../geometry/src/error.rs")
        .lines()
        .filter(|line| {
            let number = line
                .trim()
                .split(" = ")
                .nth(1)
                .and_then(|rest| rest.strip_suffix(','));
            number.is_some_and(|number| number.parse::<i32>().is_ok())
        });
    assert_eq!(declared.count(), Status::ALL.len());
    for status in Status::ALL {
        let name = status.name();
        let mut expected = String::from(if (status as i32) < 0 {
            "PLIANT_ERROR"
        } else {
            "PLIANT"
        });
        for c in format!("{status:?}").chars() {
            if c.is_uppercase() {
                expected.push('_');
            }
            expected.push(c.to_ascii_uppercase());
        }
        assert_eq!(name.to_str().unwrap(), expected);
        // SAFETY: the function returns a text that lives as long as the library.
        assert_eq!(
            unsafe { CStr::from_ptr(pliant_status_name(status as i32)) },
            name
        );
    }
}

#[test]
fn the_table_of_functions_has_every_export_and_every_entry_knows_its_name() {
    let exports: Vec<String> = names_after(concat!("extern \"C\" fn ", "pliant_"));
    let mut fields = names_after(concat!("See `", "pliant_"));
    fields.push("get_api".to_owned());
    fields.sort();
    assert_eq!(exports, fields);
    for name in &exports {
        assert_eq!(
            names_after("    pub ")
                .iter()
                .filter(|field| *field == name)
                .count(),
            usize::from(name != "get_api")
        );
    }
    let mut entries = names_after(concat!("entry!(\"", "pliant_"));
    entries.extend(names_after(concat!("entry!(\n        \"", "pliant_")));
    entries.extend(["last_error", "status_name"].map(str::to_owned));
    entries.sort();
    assert_eq!(exports, entries);
}

/// The table of the first header, with bytes behind it that are not the library's to write.
#[test]
fn a_table_of_an_older_header_is_filled_as_far_as_it_goes() {
    let (first, whole) = (PliantApi::LAYOUT.first_size, size_of::<PliantApi>());
    assert!(first < whole, "it has grown");
    let mut words = [u64::MAX; 200];
    let mut get = |size: usize| {
        words.fill(u64::MAX);
        words[0] = size as u64;
        // SAFETY: a table is made of words, and there are more than its size says.
        let status = unsafe { pliant_get_api(PLIANT_ABI_VERSION, words.as_mut_ptr().cast()) };
        (status, words)
    };
    let (status, newest) = get(whole);
    assert_eq!((status, newest[0]), (0, whole as u64));
    assert!(
        newest[1..whole / 8]
            .iter()
            .skip(1)
            .all(|f| *f != 0 && *f != u64::MAX)
    );
    for size in (first..whole).step_by(8) {
        let (status, older) = get(size);
        assert_eq!((status, older[0]), (0, size as u64));
        assert_eq!(older[1..size / 8], newest[1..size / 8]);
        assert!(older[size / 8..].iter().all(|word| *word == u64::MAX));
    }
    for size in [first - 8, first - 1, first + 4, whole - 1] {
        assert_eq!(get(size).0, Status::InvalidArgument as i32, "{size}");
    }
}

#[test]
fn the_layout_hash_covers_every_struct_and_is_the_one_in_the_header() {
    let mut declared = names_after(concat!("pub struct ", "Pliant"));
    declared.retain(|name| name != "Api");
    let listed: Vec<_> = LAYOUTS
        .iter()
        .map(|l| l.name.strip_prefix("Pliant").unwrap())
        .collect();
    assert_eq!(declared, listed, "all of them, by name");
    assert_eq!(
        PLIANT_LAYOUT_HASH,
        layout_hash(LAYOUTS),
        "a struct has changed: run `cargo xtask bindings`"
    );
}

#[test]
fn a_panic_becomes_a_status_and_a_sentence() {
    let status = guard::run("pliant_test", || panic!("on {}", "purpose"));
    assert_eq!(status, Status::Internal as i32);
    assert_eq!(
        last_error(),
        "pliant_test: a defect of the library was caught: on purpose"
    );
}

#[test]
fn a_long_sentence_is_cut_at_a_character() {
    let long = "ü".repeat(2000);
    guard::run("f", || Err(Error::argument(long.clone())));
    // Three bytes "f: ", then as many two-byte characters as fit in 1024.
    assert_eq!(last_error(), format!("f: {}", "ü".repeat(510)));
}

fn world() -> PliantWorldId {
    registry::create(WorldOptions::default()).unwrap()
}

fn small() -> Arc<crate::asset::Asset> {
    use crate::asset::lattice::{Split, beam_lattice};
    let mesh = beam_lattice([1; 3], [1.0; 3], Split::Five);
    Arc::new(
        crate::asset::cook::cook(&mesh, &Default::default())
            .unwrap()
            .0,
    )
}

/// A body whose particles can be mapped.
fn add_cube(world: PliantWorldId, asset: &Arc<crate::asset::Asset>) -> PliantBodyId {
    let desc = BodyOptions {
        readback_particles: 1,
        ..Default::default()
    };
    let asset = asset.clone();
    let edit = Edit::AddBody { asset, desc };
    match registry::with(world, |world| world.apply(edit)).unwrap() {
        Applied::Body(body) => body,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_world_in_which_a_panic_was_caught_is_lost_until_it_is_destroyed() {
    let (bad, good) = (world(), world());
    let status = guard::run("pliant_test", || {
        registry::with(bad, |_| panic!("on purpose"))
    });
    assert_eq!(status, Status::Internal as i32);
    // SAFETY: the null pointer is allowed.
    unsafe {
        assert_eq!(
            pliant_world_step(bad, 0.01, std::ptr::null_mut()),
            Status::Internal as i32
        );
        assert!(
            last_error().contains("lost since an earlier call"),
            "{}",
            last_error()
        );
        assert_eq!(pliant_world_step(good, 0.01, std::ptr::null_mut()), 0);
    }
    assert_eq!(pliant_world_destroy(bad), 0);
    assert_eq!(pliant_world_destroy(bad), Status::InvalidHandle as i32);
    assert_eq!(pliant_world_destroy(good), 0);
}

#[test]
fn a_second_caller_is_told_that_the_world_is_busy() {
    let (held, other) = (world(), world());
    // SAFETY: the null pointer is allowed.
    let step = |world| unsafe { pliant_world_step(world, 0.01, std::ptr::null_mut()) };
    let inside = |_: &mut crate::world::World| {
        let elsewhere =
            std::thread::scope(|s| s.spawn(|| (step(held), step(other))).join().unwrap());
        assert_eq!(
            elsewhere,
            (Status::Busy as i32, 0),
            "worlds do not wait for each other"
        );
        assert_eq!(
            step(held),
            Status::Busy as i32,
            "nor does a thread for itself"
        );
        Ok(())
    };
    registry::with(held, inside).unwrap();
    assert_eq!(step(held), 0);
    assert_eq!(
        (pliant_world_destroy(held), pliant_world_destroy(other)),
        (0, 0)
    );
}

#[test]
fn a_world_that_is_destroyed_ends_when_the_thread_inside_leaves_it() {
    let world = world();
    let mut alive = None;
    let inside = |inner: &mut crate::world::World| {
        alive = Some(Arc::downgrade(&inner.maps()));
        let elsewhere = || (pliant_world_destroy(world), pliant_world_destroy(world));
        let elsewhere = std::thread::scope(|s| s.spawn(elsewhere).join().unwrap());
        assert_eq!(elsewhere, (0, Status::InvalidHandle as i32));
        // Whoever is inside is not disturbed, and nobody else gets in.
        assert_eq!(inner.step(0.01)?, 1);
        let other = registry::with(world, |_| Ok(()));
        assert_eq!(other.unwrap_err().status, Status::InvalidHandle);
        Ok(())
    };
    // And what it was given there goes with the world.
    let gone = registry::with(world, inside).unwrap_err();
    assert_eq!(gone.status, Status::InvalidHandle, "{gone}");
    assert!(alive.unwrap().upgrade().is_none(), "nothing keeps it");
}

/// Four steps are mapped, so no further one has room for its results: a view that was dropped for good would take that
/// room.
#[test]
fn a_mapped_result_is_given_back_while_another_thread_is_inside_the_world() {
    let world = world();
    let body = add_cube(world, &small());
    let inside = |inner: &mut crate::world::World| {
        let mut maps = Vec::new();
        for _ in 0..4 {
            inner.step(0.01)?;
            maps.push(inner.map_particles(body, PLIANT_MAP_WAIT)?.map);
        }
        inner.step(0.01)?;
        let full = inner.map_particles(body, PLIANT_MAP_WAIT);
        assert_eq!(full.unwrap_err().status, Status::InvalidState);
        let give_back = || maps.iter().map(|map| pliant_unmap(*map)).collect();
        let twice: [Vec<i32>; 2] =
            std::thread::scope(|s| [(); 2].map(|()| s.spawn(give_back).join().unwrap()));
        assert_eq!(twice, [vec![0; 4], vec![Status::InvalidHandle as i32; 4]]);
        assert_eq!(inner.map_particles(body, PLIANT_MAP_WAIT)?.frame, 5);
        Ok(())
    };
    registry::with(world, inside).unwrap();
    assert_eq!(pliant_world_destroy(world), 0);
}

#[test]
fn a_lost_world_takes_its_results_back() {
    let world = world();
    let body = add_cube(world, &small());
    let mut map = crate::ids::PliantMapId::default();
    registry::with(world, |inner| {
        inner.step(0.01)?;
        map = inner.map_particles(body, PLIANT_MAP_WAIT)?.map;
        Ok(())
    })
    .unwrap();
    let status = guard::run("pliant_test", || {
        registry::with(world, |_| panic!("on purpose"))
    });
    assert_eq!(status, Status::Internal as i32);
    assert_eq!(pliant_unmap(map), 0);
    assert_eq!(pliant_world_destroy(world), 0);
}

/// A description that had two fields in its first version and got another one since.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
struct Grown {
    struct_size: u32,
    first: [f32; 2],
    later: u32,
}

// SAFETY: numbers only.
unsafe impl Plain for Grown {
    const LAYOUT: &'static StructLayout = &StructLayout {
        name: "Grown",
        size: 16,
        first_size: 12,
        fields: &[
            field("struct_size", 0, 4),
            field("first", 4, 8),
            field("later", 12, 4),
        ],
    };
}

const fn field(name: &'static str, offset: usize, size: usize) -> Field {
    Field { name, offset, size }
}

impl Default for Grown {
    fn default() -> Self {
        Grown {
            struct_size: 16,
            first: [1.0, 2.0],
            later: 3,
        }
    }
}

impl Description for Grown {
    const INIT: &'static str = "grown_init";
}

/// Reads what a caller has who knows this many bytes, all fields 9 and `tail` behind them.
fn read(size: u32, tail: u32) -> crate::error::Result<Grown> {
    let caller = [size, 9.0_f32.to_bits(), 9.0_f32.to_bits(), 9, 0, tail];
    // SAFETY: the sizes that are accepted are at most that of `caller`.
    unsafe { pointer::read(caller.as_ptr().cast::<Grown>(), "desc") }
}

#[test]
fn a_struct_of_an_earlier_version_gets_defaults_for_what_it_lacks() {
    let old = read(12, 0).unwrap();
    assert_eq!((old.first, old.later, old.struct_size), ([9.0; 2], 3, 16));
    assert_eq!(read(16, 0).unwrap().later, 9);
}

#[test]
fn a_longer_struct_is_read_if_its_tail_is_zero() {
    assert_eq!(read(24, 0).unwrap().later, 9);
    let error = read(24, 1).unwrap_err();
    assert_eq!(error.status, Status::Version);
    assert!(error.message.contains("byte 20"), "{}", error.message);
}

#[test]
fn a_size_that_no_version_had_is_refused() {
    for size in [1, 3, 4, 8, 11] {
        let expected = format!("desc->struct_size is {size}, expected sizeof(Grown), which is 16");
        assert_eq!(read(size, 0).unwrap_err().message, expected);
    }
    let error = read(14, 0).unwrap_err();
    assert!(
        error.message.ends_with("which ends inside Grown.later"),
        "{}",
        error.message
    );
    // Twice as many bytes and 64 more are the most that a later version may have.
    assert!(read(97, 0).is_err() && read(1 << 17, 0).is_err());
    let error = read(0, 0).unwrap_err().message;
    assert_eq!(
        error,
        "desc->struct_size is 0: call grown_init(desc, sizeof(Grown)) first"
    );
    for layout in LAYOUTS {
        assert!(layout.first_size <= layout.size, "{}", layout.name);
    }
}

#[test]
fn init_writes_no_more_than_the_caller_has() {
    let mut bytes = [0xAA_u8; 64];
    let pointer = bytes.as_mut_ptr().cast::<Grown>();
    // SAFETY: the buffer is longer than any size passed here.
    unsafe {
        assert!(pointer::init(pointer, 8).is_err());
        pointer::init(pointer, 12).unwrap();
        assert!(bytes[12..].iter().all(|&b| b == 0xAA));
        assert_eq!(bytes[0], 12);
        pointer::init(bytes.as_mut_ptr().cast::<Grown>(), 40).unwrap();
    }
    let later = &bytes[16..40];
    assert!(later.iter().all(|&b| b == 0), "a later version's fields");
    assert!(bytes[40..].iter().all(|&b| b == 0xAA));
}

#[test]
fn arrays_that_cannot_be_are_refused_and_strides_are_kept() {
    let data = [1.0_f32, 2.0, 9.0, 3.0, 4.0, 9.0, 5.0, f32::NAN];
    let read = |count, stride| {
        // SAFETY: what is read lies inside `data`; the others fail before anything is read.
        unsafe { pointer::floats::<2>(data.as_ptr(), count, stride, "data", Status::MeshNotFinite) }
    };
    assert_eq!(read(2, 12).unwrap(), [[1.0, 2.0], [3.0, 4.0]]);
    assert_eq!(read(0, 12).unwrap(), [[0.0; 2]; 0]);
    let error = read(3, 12).unwrap_err();
    assert_eq!(
        (error.status, error.message.as_str()),
        (
            Status::MeshNotFinite,
            "entry 2 of data is (5, NaN), expected finite numbers"
        )
    );
    assert_eq!(read(2, 7).unwrap_err().status, Status::InvalidArgument);
    assert_eq!(
        read(u32::MAX, u32::MAX).unwrap_err().status,
        Status::InvalidArgument
    );
}

#[test]
fn the_next_world_has_another_handle() {
    let created = |options: &PliantWorldDesc| {
        let mut world = Default::default();
        // SAFETY: both are good.
        (unsafe { pliant_world_create(options, &mut world) }, world)
    };
    let (status, first) = created(&PliantWorldDesc::default());
    assert_eq!(status, 0, "{}", last_error());
    assert_eq!(pliant_world_destroy(first), 0);
    let (_, second) = created(&PliantWorldDesc::default());
    assert_ne!(first, second);
    assert_eq!(pliant_world_destroy(first), Status::InvalidHandle as i32);
    assert_eq!(pliant_world_destroy(second), 0);
}

/// The number of a world is in its handles and never comes back, so none of 300 worlds in a row answers to the handle
/// of a body in an earlier one: there were once 255 numbers.
#[test]
fn a_handle_into_a_destroyed_world_stays_stale_whatever_worlds_follow() {
    let asset = small();
    let add = |world| add_cube(world, &asset);
    let first = world();
    let stale = add(first);
    assert_eq!(pliant_world_destroy(first), 0);
    for _ in 0..300 {
        let next = world();
        assert_ne!(add(next), stale);
        let error = registry::with(stale, |world| world.body_info(stale)).unwrap_err();
        assert_eq!(error.status, Status::InvalidHandle);
        assert_eq!(pliant_world_destroy(next), 0);
    }
}
