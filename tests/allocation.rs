//! A step of a world without edits allocates nothing: the world keeps the memory that a step needs.
//!
//! The counting allocator records the stack of every allocation of a step. The innermost frame outside the standard
//! library owns it. What wgpu allocates for its own encoders is wgpu's.

use pliant::asset::cook::cook;
use pliant::asset::lattice::{Split, beam_lattice};
use pliant::asset::skin::bind_skin;
use pliant::asset::{Asset, SkinAsset};
use pliant::desc::*;
use pliant::ids::{PliantBodyId, PliantColliderId, PliantFrameId};
use pliant::math::PliantPose;
use pliant::world::{Applied, Edit, Selection, World};
use std::alloc::{GlobalAlloc, Layout, System};
use std::backtrace::Backtrace;
use std::cell::{Cell, RefCell};
use std::sync::Arc;

struct Counting;

thread_local! {
    static WATCHED: Cell<bool> = const { Cell::new(false) };
    static STACKS: RefCell<Vec<Backtrace>> = const { RefCell::new(Vec::new()) };
    /// Bytes that this thread holds, and the most that it held.
    static LIVE: Cell<i64> = const { Cell::new(0) };
    static PEAK: Cell<i64> = const { Cell::new(0) };
    /// An allocation of this many bytes only checks whether they are available.
    static ASKED: Cell<u64> = const { Cell::new(0) };
}

impl Counting {
    fn count(bytes: i64) {
        if bytes.unsigned_abs() == ASKED.get() {
            return;
        }
        LIVE.set(LIVE.get() + bytes);
        PEAK.set(PEAK.get().max(LIVE.get()));
    }

    fn note() {
        // A panic prints its stack under the lock that recording one needs.
        if !std::thread::panicking() && WATCHED.replace(false) {
            STACKS.with_borrow_mut(|stacks| stacks.push(Backtrace::force_capture()));
            WATCHED.set(true);
        }
    }
}

// SAFETY: every call goes to the system's allocator unchanged; noting an allocation allocates with watching off.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        Self::note();
        Self::count(layout.size() as i64);
        // SAFETY: the caller's promise is passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        Self::count(-(layout.size() as i64));
        // SAFETY: the caller's promise is passed on.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        Self::note();
        // Both blocks exist while one is copied.
        Self::count(size as i64);
        Self::count(-(layout.size() as i64));
        // SAFETY: the caller's promise is passed on.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The crate that made an allocation, and the function.
fn owner(stack: &Backtrace) -> (String, String) {
    const BELOW: [&str; 9] = [
        "alloc",
        "core",
        "std",
        "hashbrown",
        "allocation",
        "__rust",
        "__rustc",
        "backtrace",
        "pollster",
    ];
    let text = stack.to_string();
    let names = text.lines().filter_map(|line| {
        let (number, name) = line.trim().split_once(": ")?;
        number.parse::<u32>().ok().map(|_| name)
    });
    let of = |name: &str| {
        let word = name.trim_start_matches(['<', '&', '*', '[']);
        let end = word.find(|c: char| !c.is_alphanumeric() && c != '_');
        word[..end.unwrap_or(word.len())].to_owned()
    };
    let mut outside = names.map(|name| (of(name), name.to_owned()));
    let found = outside.find(|(name, _)| !BELOW.contains(&name.as_str()));
    found.unwrap_or_default()
}

/// In debug builds wgpu records stacks too, if asked, and a stack must not be recorded while another is.
fn quiet() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    // SAFETY: it runs once, before the first use of wgpu, and no other thread of this program reads the environment.
    ONCE.call_once(|| unsafe { std::env::set_var("RUST_LIB_BACKTRACE", "0") });
}

/// What `work` allocates in the library, and how many allocations there are in all.
fn allocations(work: impl FnOnce()) -> (Vec<String>, usize) {
    quiet();
    WATCHED.set(true);
    work();
    WATCHED.set(false);
    let stacks = STACKS.take();
    let owners = stacks.iter().map(owner);
    let ours = owners.filter(|(name, _)| name == "pliant");
    (ours.map(|(_, function)| function).collect(), stacks.len())
}

/// A skinned body.
fn add(world: &mut World, cells: usize, desc: BodyOptions) -> PliantBodyId {
    let mesh = beam_lattice([cells; 3], [0.5; 3], Split::Five);
    let (asset, _) = cook(&mesh, &Default::default()).expect("cooked");
    let asset = Arc::new(asset);
    let skin = Arc::new(bind_skin(&asset, &asset.surface()).expect("a skin"));
    let body = match world.apply(Edit::AddBody { asset, desc }) {
        Ok(Applied::Body(body)) => body,
        other => panic!("{other:?}"),
    };
    let layout = PliantVertexLayout::default();
    let dressed = world.apply(Edit::AddSkin { body, skin, layout });
    assert_eq!(dressed.expect("dressed"), Applied::Skin(0));
    body
}

/// Both methods in both executors, each with a skin, on a floor; a moving frame that holds vertices and a moving ball that
/// meets vertices and faces.
fn scene() -> (
    World,
    PliantFrameId,
    PliantColliderId,
    Vec<(PliantBodyId, u32)>,
) {
    let mut world = World::new(WorldOptions::default()).expect("a world");
    let frame = match world.apply(Edit::AddFrame {
        pose: PliantPose::default(),
        user_data: 0,
    }) {
        Ok(Applied::Frame(frame)) => frame,
        other => panic!("{other:?}"),
    };
    let mut bodies = Vec::new();
    for executor in [PLIANT_EXECUTOR_RESIDENT, PLIANT_EXECUTOR_WIDE] {
        for model in [PLIANT_MODEL_NEO_HOOKEAN, PLIANT_MODEL_MASS_SPRING] {
            let mut desc = BodyOptions {
                executor,
                readback_particles: 1,
                model: Model::default_of(model).expect("a model"),
                ..BodyOptions::default()
            };
            match &mut desc.model {
                Model::NeoHookean(solid) => solid.young_modulus = 1e4,
                Model::MassSpring(spring) => spring.young_modulus = 1e4,
                other => panic!("{other:?}"),
            }
            let body = add(&mut world, 3, desc);
            bodies.push((body, executor));
            let hold = Edit::Attach {
                body,
                selection: Selection::Vertices(vec![0, 1]),
                frame: Some(frame),
                target: None,
                stiffness: 0.0,
                user_data: 0,
            };
            world.apply(hold).expect("held");
        }
    }
    let floor = PliantColliderDesc {
        shape: PLIANT_SHAPE_PLANE,
        ..PliantColliderDesc::default()
    };
    world
        .apply(Edit::AddCollider { desc: floor })
        .expect("a floor");
    let ball = PliantColliderDesc {
        shape: PLIANT_SHAPE_SPHERE,
        size: [0.2, 0.0, 0.0],
        ..PliantColliderDesc::default()
    };
    match world.apply(Edit::AddCollider { desc: ball }) {
        Ok(Applied::Collider(ball)) => (world, frame, ball, bodies),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_step_allocates_nothing_of_its_own() {
    quiet();
    let (mut world, frame, collider, bodies) = scene();
    let step = |world: &mut World, i: usize| {
        let pose = PliantPose::at([0.01 * i as f32, 0.0, 0.0]);
        world
            .apply(Edit::MoveFrame {
                frame,
                pose,
                teleport: false,
            })
            .expect("moved");
        // The ball moves along under what the frame holds.
        let edit = Edit::MoveCollider {
            collider,
            pose: PliantPose::at([0.01 * i as f32, -0.1, 0.25]),
            teleport: false,
        };
        world.apply(edit).expect("moved");
        world.step(1.0 / 60.0).expect("a step");
    };
    for i in 0..12 {
        step(&mut world, i);
        world.wait(10_000_000_000).expect("waited");
    }
    for (body, executor) in bodies {
        assert_eq!(world.body_info(body).expect("info").executor, executor);
    }
    let mut times = Vec::new();
    for i in 12..20 {
        let (ours, all) = allocations(|| step(&mut world, i));
        world.wait(10_000_000_000).expect("waited");
        println!("{all} allocations, {} of them ours", ours.len());
        assert!(all > 0, "the allocator sees none at all");
        assert!(ours.is_empty(), "a step allocates in {ours:#?}");
    }
    for i in 20..40 {
        step(&mut world, i);
        times.push(world.stats().step_cpu_ns / 1000);
        world.wait(10_000_000_000).expect("waited");
    }
    times.sort_unstable();
    let dispatches = world.stats().dispatch_count;
    println!(
        "{dispatches} dispatches, median {} us of CPU time",
        times[10]
    );
}

#[test]
fn an_allocation_of_the_library_is_seen() {
    let mesh = beam_lattice([1; 3], [0.5; 3], Split::Five);
    let (ours, all) = allocations(|| {
        let _ = cook(&mesh, &Default::default()).expect("cooked");
    });
    assert!(
        !ours.is_empty() && ours.len() <= all,
        "{all} allocations, none ours"
    );
}

/// Does work that first asks for this many bytes: they suffice, and are not far too many.
fn within<T>(asked: u64, work: impl FnOnce() -> T) -> T {
    let before = LIVE.get();
    PEAK.set(before);
    ASKED.set(asked);
    let value = work();
    ASKED.set(0);
    let taken = (PEAK.get() - before) as u64;
    let most = 4 * taken + (1 << 16);
    assert!((taken..=most).contains(&asked), "{asked} {taken}");
    value
}

/// The memory asked for in advance suffices.
#[test]
fn cooking_binding_and_reading_take_no_more_memory_than_they_ask_for() {
    for cells in [[1; 3], [30; 3], [400, 4, 4], [40, 40, 1]] {
        for split in [Split::Five, Split::Six] {
            let mesh = beam_lattice(cells, [0.5; 3], split);
            let asked = pliant::asset::cook::memory(&mesh);
            let cooked = within(asked, || cook(&mesh, &Default::default()));
            let (asset, _) = cooked.expect("cooked");
            let bytes = asset.to_bytes();
            let asked = pliant::asset::format::memory(&bytes);
            within(asked, || Asset::from_bytes(&bytes)).expect("read");
            let surface = asset.surface();
            let asked = pliant::asset::skin::memory(&asset, &surface);
            let skin = within(asked, || bind_skin(&asset, &surface)).expect("bound");
            let bytes = skin.to_bytes();
            let asked = pliant::asset::format::memory(&bytes);
            within(asked, || SkinAsset::from_bytes(&bytes)).expect("read");
        }
    }
}
