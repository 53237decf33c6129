use super::super::tests::random;
use super::*;
use crate::test_meshes::is_long;

/// The vertices put back if the whole boundary is checked in each round.
fn held_by_all(stuffing: &Stuffing) -> (Vec<bool>, usize) {
    let mut held = stuffing.between.clone();
    for round in 0.. {
        let warped = stuffing.warp(&held);
        let pinched = stuffing.pinched(&warped, None, &Work::ALONE);
        if !stuffing.hold(&mut held, pinched.unwrap(), round) {
            return (held, round);
        }
    }
    unreachable!("all are held in the end");
}

#[test]
fn looking_where_signs_have_changed_finds_what_looking_everywhere_does() {
    let mut most = 0;
    for seed in 0..if is_long() { 12 } else { 3 } {
        let stuffing = random(seed);
        let (expected, rounds) = held_by_all(&stuffing);
        let (held, warped) = stuffing.put_back(&Work::ALONE).unwrap();
        assert!(held == expected, "seed {seed}");
        assert!(warped.sign == stuffing.warp(&held).sign, "seed {seed}");
        most = most.max(rounds);
    }
    assert!(most > ROUNDS[0], "{most} rounds");
}
