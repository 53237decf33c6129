//! What callers are told in messages, and what they may do in the callback.

use super::asset::{pliant_asset_create, pliant_asset_release};
use super::error::pliant_last_error;
use super::log::{
    KEPT, Message, PLIANT_LOG_DEBUG, PLIANT_LOG_INFO, PLIANT_LOG_OFF, PLIANT_LOG_TRACE,
    PLIANT_LOG_WARN, PliantLogMessage, Said, pliant_log_set,
};
use super::skin::{pliant_skin_asset_create, pliant_skin_asset_release};
use super::version::pliant_debug_resource_count;
use super::world::{pliant_world_create, pliant_world_destroy, pliant_world_step};
use crate::desc::{PliantAssetDesc, PliantSkinAssetDesc, PliantWorldDesc};
use crate::ids::{PliantAssetId, PliantSkinAssetId, PliantWorldId};
use crate::world::become_recorder;
use std::cell::Cell;
use std::ffi::{CStr, c_void};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, ThreadId, current, sleep, spawn};
use std::time::{Duration, Instant};

/// The callback is the process's: one test at a time.
static ALONE: Mutex<()> = Mutex::new(());

fn alone() -> MutexGuard<'static, ()> {
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What the callback was told on the thread of the test: level, object, text.
#[derive(Default)]
struct Heard {
    thread: Option<ThreadId>,
    messages: Mutex<Vec<(u32, u64, String)>>,
    /// Threads that told what was said aside.
    aside: Mutex<Vec<ThreadId>>,
}

/// What other threads say below.
const ASIDE: &str = "said aside";

/// Has a thread of the library's own say it, and waits for it.
fn speak_aside() -> ThreadId {
    let own = spawn(|| {
        become_recorder();
        log::warn!("{ASIDE}");
        current().id()
    });
    own.join().unwrap()
}

unsafe extern "C" fn hear(message: *const PliantLogMessage, heard: *mut c_void) {
    // SAFETY: the library promises the message, the test what it passed.
    let (message, heard) = unsafe { (&*message, &*heard.cast::<Heard>()) };
    // SAFETY: as above.
    let text = unsafe { CStr::from_ptr(message.text) };
    let text = text.to_str().unwrap().to_owned();
    let thread = current().id();
    if text == ASIDE {
        heard.aside.lock().unwrap().push(thread);
    }
    if Some(thread) != heard.thread {
        return; // another test's
    }
    assert_eq!(text.len() as u64, message.text_size);
    let mut count = 0;
    // SAFETY: the arguments are good or, on purpose, NULL.
    unsafe {
        // Takes the lock that is held while a world opens its device.
        assert_eq!(pliant_debug_resource_count(&mut count), 0);
        assert_ne!(pliant_debug_resource_count(std::ptr::null_mut()), 0);
    }
    let mut messages = heard.messages.lock().unwrap();
    messages.push((message.level, message.object, text));
}

/// The driver speaks while the library holds its locks, most of it on the finest level; the callback takes them again.
/// A call that fails is told after it, and what the callback fails in does not replace its sentence. A thread of the
/// library's own, which may hold the driver's locks, does not call it.
#[test]
fn a_callback_may_call_the_library() {
    let _alone = alone();
    let heard = Heard {
        thread: Some(current().id()),
        ..Heard::default()
    };
    let address = std::ptr::from_ref(&heard).cast_mut().cast();
    let mut name = [0; 3]; // words that chose no world's adapter before
    name[..2].copy_from_slice(&crate::world::list_adapters()[0].name[1..3]);
    let desc = PliantWorldDesc {
        adapter_name: name.as_ptr().cast(),
        ..PliantWorldDesc::default()
    };
    let mut world = PliantWorldId::default();
    let mut sentence = [0_u8; 1025];
    // SAFETY: all pointers are good, and the sink is taken out before `heard` ends.
    unsafe {
        assert_eq!(pliant_log_set(Some(hear), address, PLIANT_LOG_TRACE), 0);
        assert_eq!(pliant_world_create(&desc, &mut world), 0);
        let own = speak_aside();
        assert!(!heard.aside.lock().unwrap().contains(&own));
        // The next call of any thread, also of another test's, tells it.
        let since = Instant::now();
        loop {
            assert_ne!(pliant_world_step(world, -1.0, std::ptr::null_mut()), 0);
            if heard.aside.lock().unwrap().len() == 1 {
                break;
            }
            assert!(since.elapsed() < Duration::from_secs(60), "nobody told it");
            sleep(Duration::from_millis(1));
        }
        // A program may give its own threads any name.
        let program = Builder::new().name("pliant record".into());
        let program = program.spawn(|| log::warn!("{ASIDE}")).unwrap();
        let speaker = program.thread().id();
        program.join().unwrap();
        assert_eq!(heard.aside.lock().unwrap().last(), Some(&speaker));
        pliant_last_error(sentence.as_mut_ptr().cast(), 1025);
        assert_eq!(pliant_world_destroy(world), 0);
        assert_eq!(
            pliant_log_set(None, std::ptr::null_mut(), PLIANT_LOG_OFF),
            0
        );
    }
    let sentence = CStr::from_bytes_until_nul(&sentence).unwrap();
    let sentence = sentence.to_str().unwrap();
    assert!(
        sentence.starts_with("pliant_world_step: dt is -1"),
        "{sentence}"
    );
    let messages = heard.messages.into_inner().unwrap();
    let about = |level: u32, text: &str| {
        let found = |m: &&(u32, u64, String)| m.0 == level && m.2.starts_with(text);
        messages.iter().find(found).map(|m| m.1)
    };
    assert_eq!(about(PLIANT_LOG_INFO, "world made on"), Some(world.bits));
    assert_eq!(about(PLIANT_LOG_DEBUG, sentence), Some(world.bits));
    let inside = messages.iter().filter(|m| m.0 == PLIANT_LOG_TRACE).count();
    assert!(inside > 0, "the driver said nothing: {messages:?}");
}

thread_local! {
    /// How deep in the callback below this thread is, how deep it was, and how often it was called.
    static DEPTH: Cell<[u32; 3]> = const { Cell::new([0; 3]) };
}

unsafe extern "C" fn enter(_: *const PliantLogMessage, _: *mut c_void) {
    let [depth, deepest, times] = DEPTH.get();
    DEPTH.set([depth + 1, deepest.max(depth + 1), times + 1]);
    if times == 0 {
        speak_aside();
        // SAFETY: NULL is refused.
        assert_ne!(
            unsafe { pliant_debug_resource_count(std::ptr::null_mut()) },
            0
        );
    }
    let [depth, deepest, times] = DEPTH.get();
    DEPTH.set([depth - 1, deepest, times]);
}

/// What a thread of the library's own says while the callback runs, a call from inside it does not hand out.
#[test]
fn a_callback_is_not_entered_twice() {
    let _alone = alone();
    // SAFETY: the function needs no data; NULL is refused.
    unsafe {
        let set = |callback, level| pliant_log_set(callback, std::ptr::null_mut(), level);
        assert_eq!(set(Some(enter), PLIANT_LOG_DEBUG), 0);
        assert_ne!(pliant_debug_resource_count(std::ptr::null_mut()), 0);
        assert_eq!(set(None, PLIANT_LOG_OFF), 0);
    }
    let [depth, deepest, times] = DEPTH.get();
    assert!(
        depth == 0 && deepest == 1 && times > 0,
        "{depth}, {deepest}, {times}"
    );
}

/// Binds the faces of a tet, made so many times as large, to it, and gives the warnings.
fn warned_of(larger: f32) -> Vec<String> {
    let heard = Heard {
        thread: Some(current().id()),
        ..Heard::default()
    };
    let address = std::ptr::from_ref(&heard).cast_mut().cast();
    let corners = [
        [0.0, 0.0, 0.0],
        [1.0, 0.0, 0.0],
        [0.0, 1.0, 0.0],
        [0.0, 0.0, 1.0_f32],
    ];
    let skin_corners = corners.map(|p| p.map(|x| larger * x));
    let (tet, faces) = ([0, 1, 2, 3_u32], [0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2_u32]);
    let body = PliantAssetDesc {
        vertex_count: 4,
        positions: corners[0].as_ptr(),
        tet_count: 1,
        tets: tet.as_ptr(),
        ..PliantAssetDesc::default()
    };
    let mesh = PliantSkinAssetDesc {
        vertex_count: 4,
        positions: skin_corners[0].as_ptr(),
        index_count: 12,
        indices: faces.as_ptr(),
        ..PliantSkinAssetDesc::default()
    };
    let (mut asset, mut skin) = (PliantAssetId::default(), PliantSkinAssetId::default());
    // SAFETY: the arrays are as long as said, and the sink is taken out before `heard` ends.
    unsafe {
        assert_eq!(pliant_log_set(Some(hear), address, PLIANT_LOG_WARN), 0);
        assert_eq!(pliant_asset_create(&body, &mut asset), 0);
        assert_eq!(pliant_skin_asset_create(asset, &mesh, &mut skin), 0);
        let off = pliant_log_set(None, std::ptr::null_mut(), PLIANT_LOG_OFF);
        assert_eq!(off, 0);
    }
    assert_eq!(pliant_skin_asset_release(skin), 0);
    assert_eq!(pliant_asset_release(asset), 0);
    let messages = heard.messages.into_inner().unwrap().into_iter();
    messages
        .filter(|m| m.0 == PLIANT_LOG_WARN)
        .map(|m| m.2)
        .collect()
}

#[test]
fn a_render_mesh_that_does_not_fit_is_warned_of() {
    let _alone = alone();
    assert_eq!(warned_of(1.0), [""; 0]);
    for larger in [100.0, 0.01] {
        let warnings = warned_of(larger);
        assert_eq!(warnings.len(), 1, "{larger}");
        let start = "the render mesh does not fit the tets: ";
        assert!(warnings[0].starts_with(start), "{}", warnings[0]);
    }
}

/// Beyond so many only what is fine is lost, and the first that is says so.
#[test]
fn what_is_important_is_kept() {
    let mut said = Said::NOTHING;
    let mut keep = |level| {
        said.keep(Message {
            level,
            text: String::new(),
            about: (7, 8),
        });
    };
    for level in [log::Level::Debug, log::Level::Warn] {
        (0..2 * KEPT).for_each(|_| keep(level));
    }
    let messages = said.take();
    assert_eq!(messages.len(), KEPT + 1 + 2 * KEPT);
    assert!(messages[KEPT].text.contains("finer ones are lost"));
    assert!(messages.iter().all(|message| message.about == (7, 8)));
    assert!(said.take().is_empty());
}
