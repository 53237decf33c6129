//! Watches calls: reports panics and hangs, and measures memory and processor time.

use super::count::peak;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Limit of processor time for a case. Most take milliseconds; the slowest that ends in an error took 6 s (tests are
/// built with little optimisation), and twice that on a shared core.
pub const SLOWEST: Duration = Duration::from_secs(12);
/// More processor time than this is a hang.
pub const HANGS: Duration = Duration::from_secs(60);
/// Limit with a given spacing. The lattice can have just too many vertices, which shows only when it is cut: 11.5 s for
/// 2.5 million (case 30122286942002036).
pub const SLOWEST_IF_SPACED: Duration = Duration::from_secs(24);
/// Limit at the default fineness: a dozen attempts with 460,000 tets each (`room.rs`), 40 µs a tet (`cooks.rs`). The
/// slowest took 94 s, a tangle of 1,443 triangles (case 30123562933170079).
pub const SLOWEST_AT_DEFAULT: Duration = Duration::from_secs(220);
/// A hang at the default fineness.
pub const HANGS_AT_DEFAULT: Duration = Duration::from_secs(1100);
/// A hang with a given spacing: the largest body may take 683 s (`cooks.rs`).
pub const HANGS_IF_SPACED: Duration = Duration::from_secs(720);
/// A thread that neither runs nor waits for a processor for this long hangs too: it is deadlocked.
const SLEEPS: Duration = Duration::from_secs(60);
/// Interval between two checks of the running calls.
const LOOKS: Duration = Duration::from_secs(5);

/// A running call.
#[derive(Clone)]
struct Call {
    start: Instant,
    /// Folder in `/proc` of its thread, and the processor time of that thread at the start.
    thread: PathBuf,
    before: Duration,
    /// More processor time than this is a hang.
    most: Duration,
    place: String,
    /// The last `schedstat` of the thread that differed from the one before, and when it was read.
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

    /// How long the thread has neither run nor waited for a processor. Without `schedstat`, the time since the start.
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

/// The running calls. A thread cannot be stopped, so the watching thread ends the program if one hangs.
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

/// The result of `call`, its peak memory [byte] and its processor time.
///
/// # Panics
/// If the call panics. A call that does not return, or works longer than `hangs`, ends the program. `place` names the case
/// in messages.
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

/// Processor time of this thread on Linux, elsewhere the time since `start`. A case that waits for a processor on a
/// loaded machine is not slow.
pub fn worked(start: Instant) -> Duration {
    worked_by(Path::new("/proc/thread-self"), start)
}

fn worked_by(thread: &Path, start: Instant) -> Duration {
    let said = std::fs::read_to_string(thread.join("schedstat")).ok();
    let nanoseconds = said.and_then(|said| said.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

/// Whether a call that does `work` until the flag is set counts as a hang within ten limits.
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
    // On a loaded machine a waiting thread can look asleep, so this limit is longer.
    assert!(!is_seen(5 * limit, |is_over| {
        while !is_over.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(10));
        }
    }));
}
