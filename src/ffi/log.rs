//! Messages for people: the `log` facade, which the core and wgpu write to, forwarded to the caller's function.

use super::error;
use crate::desc::{choices, one_of};
use crate::error::{Error, Result, Status};
use crate::world::is_recorder;
use log::{Level, LevelFilter, Log, Metadata, Record};
use parking_lot::{Mutex, RwLock};
use std::cell::{Cell, RefCell};
use std::ffi::{c_char, c_void};
use std::mem::ManuallyDrop;
use std::sync::Once;

/// Log level: no messages.
pub const PLIANT_LOG_OFF: u32 = 0;
/// Log level: defects of the library and losses of the GPU.
pub const PLIANT_LOG_ERROR: u32 = 1;
/// Log level: also suspicious input and states.
pub const PLIANT_LOG_WARN: u32 = 2;
/// Log level: also rare events, such as the creation of a world.
pub const PLIANT_LOG_INFO: u32 = 3;
/// Log level: also each call that failed.
pub const PLIANT_LOG_DEBUG: u32 = 4;
/// Log level: also all messages of wgpu and other dependencies.
pub const PLIANT_LOG_TRACE: u32 = 5;

const LEVELS: &[(u32, &str)] = choices!(
    PLIANT_LOG_OFF,
    PLIANT_LOG_ERROR,
    PLIANT_LOG_WARN,
    PLIANT_LOG_INFO,
    PLIANT_LOG_DEBUG,
    PLIANT_LOG_TRACE
);

/// A message, valid during the callback.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PliantLogMessage {
    /// Size of this struct in bytes as the library knows it.
    pub struct_size: u32,
    /// `PLIANT_LOG_…`.
    pub level: u32,
    /// The handle given to the call in progress; 0 if there is no handle.
    pub object: u64,
    /// `user_data` of the message's world; 0 if there is no world.
    pub user_data: u64,
    /// UTF-8, zero-terminated.
    pub text: *const c_char,
    /// Bytes of the text, without the zero.
    pub text_size: u64,
}

#[derive(Clone, Copy)]
struct Sink {
    callback: unsafe extern "C" fn(message: *const PliantLogMessage, user_data: *mut c_void),
    /// The caller's pointer, as a number so that threads can share the sink.
    user_data: usize,
    level: u32,
}

static SINK: RwLock<Option<Sink>> = RwLock::new(None);
static BRIDGE: Bridge = Bridge;
static INSTALL: Once = Once::new();

/// How many messages may wait for the end of a call. Beyond them debug and trace messages are dropped; a message
/// reports that.
pub(super) const KEPT: usize = 256;

/// Messages of the threads that record ahead. Such a thread may hold locks of the libraries underneath, and calls wait
/// for it, so its messages are handed out at the end of the next call.
static OTHERS_SAID: Mutex<Said> = Mutex::new(Said::NOTHING);

/// A message before it is handed out.
pub(super) struct Message {
    pub(super) level: Level,
    pub(super) text: String,
    pub(super) about: (u64, u64),
}

/// Messages that wait.
pub(super) struct Said {
    messages: Vec<Message>,
    is_cut: bool,
}

impl Said {
    pub(super) const NOTHING: Self = Self {
        messages: Vec::new(),
        is_cut: false,
    };

    pub(super) fn keep(&mut self, message: Message) {
        // Important messages are always kept; they are few.
        if self.messages.len() < KEPT || message.level <= Level::Info {
            self.messages.push(message);
        } else if !std::mem::replace(&mut self.is_cut, true) {
            self.messages.push(Message {
                level: Level::Warn,
                text: format!("more than {KEPT} messages waited; finer ones are lost"),
                ..message
            });
        }
    }

    pub(super) fn take(&mut self) -> Vec<Message> {
        std::mem::replace(self, Self::NOTHING).messages
    }
}

// None of these has a destructor: it would keep the library from being unloaded, or run afterwards.
thread_local! {
    /// Handle and world's `user_data` of the call in progress.
    static OBJECT: Cell<(u64, u64)> = const { Cell::new((0, 0)) };
    /// Calls in progress: one, and one more for each callback.
    static CALLS: Cell<u32> = const { Cell::new(0) };
    /// Their messages. Empty between calls.
    static SAID: ManuallyDrop<RefCell<Said>> =
        const { ManuallyDrop::new(RefCell::new(Said::NOTHING)) };
    /// Whether this thread is inside the callback.
    static INSIDE: Cell<bool> = const { Cell::new(false) };
}

/// Starts a call: until `finish`, messages of this thread are about its object. Returns the object of the call around
/// it, which a call from inside the callback has.
pub(super) fn start() -> (u64, u64) {
    CALLS.set(CALLS.get() + 1);
    OBJECT.replace((0, 0))
}

/// Names the object of the call in progress and its world's `user_data`.
pub(super) fn about(object: u64, user_data: u64) {
    OBJECT.set((object, user_data));
}

/// Ends a call; `outer` is what `start` returned. Messages are handed out now, when the call holds no lock, so that the
/// callback may call the library.
pub(super) fn finish(outer: (u64, u64)) {
    OBJECT.set(outer);
    CALLS.set(CALLS.get() - 1);
    if CALLS.get() == 0 {
        hand_out_said();
    }
}

/// Hands out the messages so far. The calls in progress must hold no lock. Inside the callback, which is not entered
/// twice, all messages wait.
pub(super) fn hand_out_said() {
    if INSIDE.get() {
        return;
    }
    let others_said = OTHERS_SAID.lock().take();
    let said = SAID.with(|said| said.borrow_mut().take());
    others_said.into_iter().chain(said).for_each(hand_out);
}

/// Logs a failed call.
pub(super) fn failure(status: Status, text: &str) {
    let level = match status {
        Status::Internal | Status::Gpu | Status::DeviceLost => Level::Error,
        Status::NotReady => Level::Trace,
        _ => Level::Debug,
    };
    log::log!(level, "{text}");
}

/// Calls the caller's function with a message.
fn hand_out(message: Message) {
    // Locked during the callback, so that nobody is inside the old one when `pliant_log_set` returns.
    let sink = SINK.read();
    let heard = |sink: &&Sink| message.level as u32 <= sink.level;
    let Some(sink) = sink.as_ref().filter(heard) else {
        return;
    };
    let text = format!("{}\0", message.text.replace('\0', " "));
    let (object, user_data) = message.about;
    let message = PliantLogMessage {
        struct_size: size_of::<PliantLogMessage>() as u32,
        level: message.level as u32,
        object,
        user_data,
        text: text.as_ptr().cast(),
        text_size: text.len() as u64 - 1,
    };
    // A call that fails inside the callback must not replace the sentence that the caller asks for later.
    let last = error::last();
    INSIDE.set(true);
    // SAFETY: the caller of `pliant_log_set` promised a function that may be called from any thread and does not
    // unwind, and `message` with its text lives until it returns.
    unsafe { (sink.callback)(&message, sink.user_data as *mut c_void) };
    INSIDE.set(false);
    error::set_last(last);
}

struct Bridge;

impl Log for Bridge {
    fn enabled(&self, metadata: &Metadata) -> bool {
        // wgpu reports its bookkeeping at level Info; here only level Trace shows it.
        let ours = metadata.target().starts_with(env!("CARGO_CRATE_NAME"));
        ours || metadata.level() <= Level::Warn || log::max_level() == LevelFilter::Trace
    }

    fn log(&self, record: &Record) {
        // Inside the callback, another call of it would wait for itself.
        if !self.enabled(record.metadata()) || INSIDE.get() {
            return;
        }
        let message = Message {
            level: record.level(),
            text: record.args().to_string(),
            about: OBJECT.get(),
        };
        if is_recorder() {
            OTHERS_SAID.lock().keep(message);
        } else if CALLS.get() > 0 {
            SAID.with(|said| said.borrow_mut().keep(message));
        } else {
            hand_out(message); // from a thread of the driver, or of a Rust program
        }
    }

    fn flush(&self) {}
}

/// Sets the function that receives messages, for the whole process; NULL for none.
///
/// `callback`: called at the end of the call that a message is about, on the thread of the call. Messages of a cook
/// come before the next call of the cook's progress callback, or at the end of the cook. The same holds for messages of
/// calls that the progress callback makes. Messages of the library's own threads come at the end of the next call.
/// Messages of drivers come at any time on any thread. Each thread gets one message at a time. A call stores 256
/// messages. Further debug and trace messages are dropped, and a message reports the drop. `callback` must not throw.
/// `callback` may call the library, except this function; messages of such calls are dropped.
///
/// `user_data`: passed to `callback`; may be NULL. `user_data` and `callback` must stay valid until the next call of
/// `pliant_log_set` returns. This call waits for callbacks in progress. `level`: `PLIANT_LOG_…`; less important
/// messages are not made. Thread: any. Errors: INVALID_ARGUMENT, BUSY from inside the callback. Cost: none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_log_set(
    callback: Option<
        unsafe extern "C" fn(message: *const PliantLogMessage, user_data: *mut c_void),
    >,
    user_data: *mut c_void,
    level: u32,
) -> i32 {
    entry!("pliant_log_set", set(callback, user_data as usize, level))
}

fn set(
    callback: Option<unsafe extern "C" fn(*const PliantLogMessage, *mut c_void)>,
    user_data: usize,
    level: u32,
) -> Result<()> {
    if INSIDE.get() {
        return Err(Error::new(
            Status::Busy,
            "called from inside the log callback",
        ));
    }
    let filters = [
        LevelFilter::Off,
        LevelFilter::Error,
        LevelFilter::Warn,
        LevelFilter::Info,
        LevelFilter::Debug,
        LevelFilter::Trace,
    ];
    one_of("level", level, LEVELS)?;
    let filter = filters[level as usize];
    // A Rust program that links this crate may have a logger already; messages then go there.
    INSTALL.call_once(|| {
        let _already_set = log::set_logger(&BRIDGE);
    });
    hand_out_said(); // to the function that was set when they were made
    // Locked until the level is set, so that it belongs to the function that stays.
    let mut sink = SINK.write();
    *sink = callback.map(|callback| Sink {
        callback,
        user_data,
        level,
    });
    log::set_max_level(if callback.is_some() {
        filter
    } else {
        LevelFilter::Off
    });
    Ok(())
}
