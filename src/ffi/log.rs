//! Messages for people: the `log` facade, which the core and wgpu write to, forwarded to the caller's function.

use crate::desc::{choices, one_of};
use crate::error::{Error, Result, Status};
use log::{Level, LevelFilter, Log, Metadata, Record};
use parking_lot::RwLock;
use std::cell::Cell;
use std::ffi::{c_char, c_void};
use std::sync::Once;

/// No messages.
pub const PLIANT_LOG_OFF: u32 = 0;
/// Defects of the library and losses of the GPU.
pub const PLIANT_LOG_ERROR: u32 = 1;
/// And what is suspicious.
pub const PLIANT_LOG_WARN: u32 = 2;
/// And what happens once in a while, such as a world that was made.
pub const PLIANT_LOG_INFO: u32 = 3;
/// And each call that failed.
pub const PLIANT_LOG_DEBUG: u32 = 4;
/// And everything that the libraries underneath say.
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
    /// The handle that the call in progress was made with; 0 if none.
    pub object: u64,
    /// `user_data` of its world; 0 if none.
    pub user_data: u64,
    /// UTF-8, zero-terminated.
    pub text: *const c_char,
    /// Bytes of the text, without the zero.
    pub text_size: u64,
}

#[derive(Clone, Copy)]
struct Sink {
    callback: unsafe extern "C" fn(message: *const PliantLogMessage, user_data: *mut c_void),
    /// An address, kept as a number so that the sink can be shared; only the callback gives it a meaning.
    user_data: usize,
    level: u32,
}

static SINK: RwLock<Option<Sink>> = RwLock::new(None);
static BRIDGE: Bridge = Bridge;
static INSTALL: Once = Once::new();

thread_local! {
    /// Handle and world's `user_data` of the call in progress.
    static OBJECT: Cell<(u64, u64)> = const { Cell::new((0, 0)) };
    /// Whether this thread is inside the callback.
    static INSIDE: Cell<bool> = const { Cell::new(false) };
}

/// Starts a call: until `finish`, messages of this thread are about the object it is made with. A call made from
/// inside the callback is inside another one, whose object comes back.
pub(super) fn start() -> (u64, u64) {
    OBJECT.replace((0, 0))
}

/// Names the object of the call in progress and its world's `user_data`.
pub(super) fn about(object: u64, user_data: u64) {
    OBJECT.set((object, user_data));
}

/// Ends a call; `outer` is what `start` gave.
pub(super) fn finish(outer: (u64, u64)) {
    OBJECT.set(outer);
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

struct Bridge;

impl Log for Bridge {
    fn enabled(&self, metadata: &Metadata) -> bool {
        // wgpu reports its own bookkeeping as information; here that is only for the finest level.
        let ours = metadata.target().starts_with(env!("CARGO_CRATE_NAME"));
        ours || metadata.level() <= Level::Warn || log::max_level() == LevelFilter::Trace
    }

    fn log(&self, record: &Record) {
        // A callback that calls into the library must not be called again from there: it would wait for itself.
        if !self.enabled(record.metadata()) || INSIDE.get() {
            return;
        }
        let text = format!("{}\0", record.args().to_string().replace('\0', " "));
        // Held during the callback, so that once `pliant_log_set` returns nobody is inside the old one.
        let sink = SINK.read();
        let Some(sink) = sink
            .as_ref()
            .filter(|sink| record.level() as u32 <= sink.level)
        else {
            return;
        };
        let (object, user_data) = OBJECT.get();
        let message = PliantLogMessage {
            struct_size: size_of::<PliantLogMessage>() as u32,
            level: record.level() as u32,
            object,
            user_data,
            text: text.as_ptr().cast(),
            text_size: text.len() as u64 - 1,
        };
        INSIDE.set(true);
        // SAFETY: the caller of `pliant_log_set` promised a function that may be called from any thread and does not
        // unwind, and `message` with its text lives until it returns.
        unsafe { (sink.callback)(&message, sink.user_data as *mut c_void) };
        INSIDE.set(false);
    }

    fn flush(&self) {}
}

/// Sets the function that gets messages, for the whole process; NULL for none.
///
/// `callback` is called from any thread, during calls of the library, one message at a time per thread; it must not
/// throw, may call the library (messages of such calls are dropped, and a function of the same world says BUSY), and
/// must not call this one. `user_data` may be NULL and is passed on; both must stay valid until the next call of this
/// function returns, which waits for callbacks in progress. `level`: `PLIANT_LOG_…`; less important messages are
/// dropped before they are made. Errors: INVALID_ARGUMENT, BUSY from inside the callback. Cost: none.
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
    // A Rust program that links this crate may have a logger of its own already; then messages stay there.
    INSTALL.call_once(|| {
        let _already_set = log::set_logger(&BRIDGE);
    });
    *SINK.write() = callback.map(|callback| Sink {
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
