//! Tables that are shared, released and stored again; what is in the arena is read back.

use super::*;
use crate::error::{Error, Status};
use crate::gpu::context;
use crate::gpu::readback::{self, Piece};

struct Arena {
    context: Arc<Context>,
    state: State,
    cache: TableCache<u64>,
}

/// The rows of a table, which its key decides.
fn rows(key: &[u64]) -> Vec<[u32; 4]> {
    let count = 3 + key[0] as u32 % 5;
    (0..count).map(|k| [key[0] as u32, k, 7, 11]).collect()
}

fn key(number: u64) -> Key {
    [number, 2 * number].into()
}

impl Arena {
    fn new(spare: usize) -> Self {
        let context = context::acquire(&Default::default()).unwrap();
        let state = State::new(&context).unwrap();
        let cache = TableCache::new(spare);
        Self {
            context,
            state,
            cache,
        }
    }

    /// Returns whether the table had to be made.
    fn share(&mut self, number: u64) -> bool {
        let mut is_new = false;
        let make = || {
            is_new = true;
            Ok((rows(&key(number)), 10 * number))
        };
        let (context, state) = (&self.context, &mut self.state);
        let table = self.cache.share(context, state, &key(number), make);
        assert_eq!(table.unwrap().note, 10 * number);
        is_new
    }

    fn release(&mut self, number: u64, now: u64) {
        self.cache.release(&mut self.state, &key(number), now);
    }

    /// Checks that the GPU has these tables, and no others.
    fn check(&self, numbers: &[u64]) {
        assert_eq!(self.cache.len(), numbers.len());
        for number in numbers {
            let table = self.cache.get(&key(*number)).unwrap();
            let piece = Piece {
                key: (0, 0),
                source: self.state.arena.buffer.clone(),
                offset: 16 * u64::from(table.first),
                length: 16 * u64::from(table.rows),
            };
            let bytes = readback::download(&self.context, &[piece]).unwrap();
            let found: Vec<[u32; 4]> = bytemuck::pod_collect_to_vec(&bytes[0]);
            assert_eq!(found, rows(&key(*number)), "table {number}");
        }
    }

    fn end(&self) -> u32 {
        self.state.arena_ranges.end()
    }
}

#[test]
fn a_table_is_made_once_and_goes_with_its_last_user() {
    let mut arena = Arena::new(0);
    assert!(arena.share(1) && !arena.share(1) && arena.share(2));
    arena.release(1, 0);
    arena.check(&[1, 2]);
    arena.release(1, 0);
    arena.check(&[2]);
    // A release of what is not there is none.
    arena.release(1, 0);
    arena.release(2, 0);
    arena.check(&[]);
    assert_eq!(arena.end(), 0, "the arena is empty again");
    assert!(arena.share(1));
}

#[test]
fn tables_that_were_used_last_are_spared() {
    let mut arena = Arena::new(2);
    for number in [5, 4, 3, 2, 1] {
        arena.share(number);
    }
    for (now, number) in (0..).zip([4, 1, 5, 3]) {
        arena.release(number, now);
    }
    arena.check(&[2, 3, 5]);
    assert!(!arena.share(5), "a spare table is there");
    arena.release(2, 9);
    arena.check(&[2, 3, 5]);
    let dead = |note: &u64| *note == 30 || *note == 50;
    arena.cache.forget(&mut arena.state, dead);
    arena.check(&[2, 5]); // 5 has a user
}

/// The arena begins with 4096 rows.
#[test]
fn tables_outlive_the_growth_of_the_arena() {
    let mut arena = Arena::new(0);
    let numbers: Vec<u64> = (1..1500).collect();
    for number in &numbers {
        arena.share(*number);
    }
    assert!(arena.state.arena.generation > 0 && arena.end() > 4096);
    let some: Vec<u64> = numbers.iter().copied().filter(|n| n % 97 == 0).collect();
    for number in numbers.iter().filter(|n| *n % 97 != 0) {
        arena.release(*number, 0);
    }
    arena.check(&some);
}

/// Where a table is depends on the order of users; what it holds does not.
#[test]
fn tables_do_not_depend_on_the_order_of_their_users() {
    let orders = [[1, 2, 3, 4, 5, 6], [6, 2, 5, 3, 1, 4], [4, 3, 6, 5, 2, 1]];
    for order in orders {
        let mut arena = Arena::new(1);
        for (now, number) in (0..).zip(order) {
            arena.share(number);
            arena.share(order[0]);
            arena.release(order[now as usize / 2], now);
        }
        let left: Vec<u64> = (1..=6)
            .filter(|n| arena.cache.get(&key(*n)).is_some_and(|t| t.users > 0))
            .collect();
        let mut expected = order[3..].to_vec();
        expected.push(order[0]);
        expected.sort_unstable();
        assert_eq!(left, expected);
        for number in left.iter().chain(&order[1..3]) {
            arena.share(*number);
        }
        arena.check(&[1, 2, 3, 4, 5, 6]);
    }
}

/// The plan asks for what it has as often as it likes.
#[test]
fn a_single_user_holds_what_it_wants() {
    let mut arena = Arena::new(0);
    for wanted in [&[1, 2, 3][..], &[2, 3], &[3, 4], &[]] {
        let keys = wanted.iter().map(|number| key(*number)).collect();
        arena.cache.keep(&mut arena.state, &keys);
        for key in &keys {
            let (context, state) = (&arena.context, &mut arena.state);
            let make = || Ok((rows(key), 0));
            arena.cache.hold(context, state, key, make).unwrap();
        }
        arena.check(wanted);
    }
    assert_eq!(arena.end(), 0);
}

#[test]
fn a_table_that_cannot_be_made_leaves_no_trace() {
    let mut arena = Arena::new(0);
    let refused = || Err(Error::new(Status::Capacity, "too large"));
    let (context, state) = (&arena.context, &mut arena.state);
    let made = arena.cache.share(context, state, &key(1), refused);
    assert!(made.is_err());
    arena.check(&[]);
    crate::gpu::buffer::REFUSED.set(1);
    let (context, state) = (&arena.context, &mut arena.state);
    let make = || Ok((rows(&key(1)), 10));
    assert!(arena.cache.share(context, state, &key(1), make).is_err());
    arena.check(&[]);
    assert_eq!(arena.end(), 0);
    assert!(arena.share(1));
    arena.check(&[1]);
}
