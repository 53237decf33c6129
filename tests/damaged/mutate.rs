//! Damages files at random. The seed decides everything.

use super::watch::worked;
use std::time::{Instant, SystemTime};

/// SplitMix64 (Steele et al. 2014).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `end`; 0 if `end` is 0.
    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }

    /// True once in `n` calls on average.
    pub fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// −1 to 1.
    pub fn number(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1 << 23) as f32 - 1.0
    }
}

/// Whether the long tests run, which have more cases.
pub fn is_long() -> bool {
    std::env::var_os("PLIANT_LONG_TESTS").is_some_and(|v| v == "1")
}

/// Minutes that `cargo xtask fuzz` asks for.
pub fn minutes() -> f64 {
    let minutes = std::env::var("PLIANT_FUZZ_MINUTES").unwrap_or_default();
    minutes.parse().unwrap_or(10.0)
}

/// Case numbers until this thread has used so many minutes of processor time. Each run has other numbers, unless
/// PLIANT_FUZZ_FROM names the first; PLIANT_FUZZ_CASE selects a single one.
pub fn cases_of_this_run(minutes: f64) -> impl Iterator<Item = u64> {
    let start = Instant::now();
    let before = worked(start);
    let number = |name| std::env::var(name).ok()?.parse::<u64>().ok();
    let only = number("PLIANT_FUZZ_CASE");
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let new = now.map_or(0, |now| now.as_secs()) << 24;
    let first = only.or(number("PLIANT_FUZZ_FROM")).unwrap_or(new);
    let is_wanted = move |case: &u64| match only {
        Some(only) => *case == only,
        None => (worked(start) - before).as_secs_f64() < 60.0 * minutes,
    };
    (first..).take_while(is_wanted)
}

/// Numbers that break readers.
const WORDS: [&str; 16] = [
    "0",
    "-1",
    "1",
    "2",
    "-0.0",
    "nan",
    "inf",
    "1e39",
    "255",
    "65536",
    "2147483648",
    "4294967295",
    "9007199254740993",
    "9223372036854775807",
    "18446744073709551615",
    "99999999999999999999",
];

/// Damages `bytes` one to four times; some damage copies parts of `other`.
pub fn mutate(bytes: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..1 + random.below(4) {
        damage(&mut bytes, other, random);
    }
    bytes
}

fn damage(bytes: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    let at = random.below(bytes.len());
    let end = (at + random.below(40)).min(bytes.len());
    match random.below(10) {
        0 => bytes.truncate(at),
        1 | 2 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
        3 if at < bytes.len() => {
            bytes[at] = [0, 255, b'-', b'9', b' ', b'\n', b'<', b'{'][random.below(8)]
        }
        // Makes a binary number large or negative.
        4 => {
            let byte = [0, 255, 127, 128][random.below(4)];
            let width = [2, 4, 8][random.below(3)];
            bytes
                .iter_mut()
                .skip(at)
                .take(width)
                .for_each(|b| *b = byte);
        }
        5 | 6 => word(bytes, at, random),
        7 => drop(bytes.drain(at..end)),
        // Repeats a part.
        8 => {
            let part = bytes[at..end].repeat(1 + random.below(4));
            bytes.splice(at..at, part);
        }
        _ => {
            let from = random.below(other.len());
            let until = (from + random.below(40)).min(other.len());
            bytes.splice(at..end, other[from..until].iter().copied());
        }
    }
}

/// Replaces the next number after `at` in a text.
fn word(bytes: &mut Vec<u8>, at: usize, random: &mut Random) {
    let is_part = |b: &u8| b.is_ascii_digit() || b"+-.".contains(b);
    let Some(start) = bytes
        .iter()
        .skip(at)
        .position(is_part)
        .map(|found| at + found)
    else {
        return;
    };
    let length = bytes[start..].iter().take_while(|b| is_part(b)).count();
    let new = WORDS[random.below(WORDS.len())];
    bytes.splice(start..start + length, new.bytes());
}

#[test]
fn damage_is_the_same_again_and_mostly_does_something() {
    let text = b"v 1 2 3\nv 4 5 6\nf 1 2 3\n";
    let all: Vec<_> = (0..1000)
        .map(|seed| mutate(text, b"other", &mut Random::new(seed)))
        .collect();
    let again = (0..1000).map(|seed| mutate(text, b"other", &mut Random::new(seed)));
    assert!(all.iter().cloned().eq(again));
    assert!(all.iter().filter(|bytes| bytes[..] != text[..]).count() > 900);
    assert_eq!(mutate(b"", b"", &mut Random::new(1)).len(), 0);
}
