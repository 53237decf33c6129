//! What a call may not do: panic, hang, or hold more memory than it may.

use super::count::peak;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A case takes a few milliseconds, the dearest one that ends in an error six seconds of processor time (tests are built with little
/// optimisation); where threads share a core's units and caches it takes up to twice as long.
pub const SLOWEST: Duration = Duration::from_secs(12);
/// A hang takes for ever: this much processor time.
pub const HANGS: Duration = Duration::from_secs(60);
/// Where a spacing is named, which can ask for a lattice of just too many vertices, seen when they are cut: 11.5 s measured of a mesh that would
/// have 2.5 million (case 30122286942002036).
pub const SLOWEST_IF_SPACED: Duration = Duration::from_secs(24);
/// At the default fineness, where a body may be tried with 460,000 tets (`room.rs`) a dozen times, each tet in 40 µs (`cooks.rs`): 94 s measured, of a tangle
/// of 1,443 triangles (case 30123562933170079).
pub const SLOWEST_AT_DEFAULT: Duration = Duration::from_secs(220);
/// And this is a hang there.
pub const HANGS_AT_DEFAULT: Duration = Duration::from_secs(1100);
/// And this much where a spacing is named: a body of the most tets may take 683 s (`cooks.rs`).
pub const HANGS_IF_SPACED: Duration = Duration::from_secs(720);
/// Or this long neither a processor nor a wait for one, as threads that wait for each other do.
const SLEEPS: Duration = Duration::from_secs(60);
/// Between two looks at the calls that run.
const LOOKS: Duration = Duration::from_secs(5);

/// A call that runs.
#[derive(Clone)]
struct Call {
    start: Instant,
    /// Where the system says how long its thread has worked, and how long that was at the start.
    thread: PathBuf,
    before: Duration,
    /// More is a hang.
    most: Duration,
    place: String,
    /// What the system said of the thread when it last said something new, and when that was.
    said: (String, Instant),
}

impl Call {
    fn new(place: &str, most: Duration) -> Self {
        let start = Instant::now();
        let thread = std::fs::read_link("/proc/thread-self").unwrap_or_default();
        let thread = Path::new("/proc").join(thread);
        Self {
            start,
            before: worked_by(&thread, start),
            thread,
            most,
            place: place.to_owned(),
            said: (String::new(), start),
        }
    }

    fn worked(&self) -> Duration {
        worked_by(&self.thread, self.start).saturating_sub(self.before)
    }

    fn is(&self, other: &Self) -> bool {
        (self.start, &self.thread, &self.place) == (other.start, &other.thread, &other.place)
    }

    /// How long the thread has neither worked nor waited for its turn. The system counts both once the thread has its turn;
    /// where it counts nothing, since the start.
    fn slept(&mut self) -> Duration {
        let now = std::fs::read_to_string(self.thread.join("schedstat")).unwrap_or_default();
        if now != self.said.0 {
            self.said = (now, Instant::now());
        }
        self.said.1.elapsed()
    }

    fn hangs(&mut self, sleeps: Duration) -> bool {
        self.worked() > self.most || self.slept() > sleeps
    }
}

/// The calls that run, for the thread that ends the program if one hangs: a thread cannot be stopped, so nothing less would tell.
static RUNNING: Mutex<Vec<Call>> = Mutex::new(Vec::new());

fn watch_all() {
    loop {
        std::thread::sleep(LOOKS);
        let mut running = RUNNING.lock().expect("no case panics while it holds this");
        if let Some(call) = running
            .iter_mut()
            .find_map(|call| call.hangs(SLEEPS).then_some(call))
        {
            eprintln!("{}: hangs since {:?}", call.place, call.start.elapsed());
            std::process::exit(1);
        }
    }
}

/// What `call` returns, how many bytes it held at most, and how long it worked.
///
/// # Panics
/// If the call panics; a call that does not return, or works longer than `hangs`, ends the program. `place` says which case it was.
pub fn watched<T>(
    place: &str,
    hangs: Duration,
    call: impl FnOnce() -> T + std::panic::UnwindSafe,
) -> (T, usize, Duration) {
    static WATCH: std::sync::Once = std::sync::Once::new();
    WATCH.call_once(|| drop(std::thread::spawn(watch_all)));
    let call_now = Call::new(place, hangs);
    let running = || RUNNING.lock().expect("no case panics while it holds this");
    running().push(call_now.clone());
    let (result, held) = peak(|| std::panic::catch_unwind(call));
    let took = call_now.worked();
    running().retain(|other| !other.is(&call_now));
    let Ok(result) = result else {
        panic!("{place}: panicked, see above");
    };
    (result, held, took)
}

/// How long this thread has had a processor, where the system says it (Linux), or since `start`: a case that waits for its turn on a
/// loaded machine is not slow.
pub fn worked(start: Instant) -> Duration {
    worked_by(Path::new("/proc/thread-self"), start)
}

fn worked_by(thread: &Path, start: Instant) -> Duration {
    let said = std::fs::read_to_string(thread.join("schedstat")).ok();
    let nanoseconds = said.and_then(|said| said.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

/// Whether a call that does this until the flag is set is seen to hang within ten limits.
fn is_seen(limit: Duration, work: fn(&AtomicBool)) -> bool {
    let (is_over, call) = (AtomicBool::new(false), Mutex::new(None));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            *call.lock().expect("no panic") = Some(Call::new("planted", limit));
            work(&is_over);
        });
        let start = Instant::now();
        let mut hangs = false;
        while !hangs && start.elapsed() < 10 * limit {
            std::thread::sleep(limit / 10);
            let mut call = call.lock().expect("no panic");
            hangs = call.as_mut().is_some_and(|call| call.hangs(limit));
        }
        is_over.store(true, Ordering::Relaxed);
        hangs
    })
}

#[test]
fn a_call_that_works_or_sleeps_for_ever_hangs_and_one_that_waits_now_and_then_does_not() {
    if !Path::new("/proc/thread-self/schedstat").exists() {
        let _ = writeln!(
            std::io::stdout(),
            "SKIPPED: the system does not tell how long a thread works"
        );
        return;
    }
    let limit = Duration::from_millis(200);
    assert!(is_seen(limit, |is_over| {
        while !is_over.load(Ordering::Relaxed) {
            std::hint::spin_loop();
        }
    }));
    assert!(is_seen(limit, |is_over| {
        while !is_over.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_secs(1));
        }
    }));
    // A thread that does not get its turn on a loaded machine looks as if it slept: longer, for what is not to be seen.
    assert!(!is_seen(5 * limit, |is_over| {
        while !is_over.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(10));
        }
    }));
}
