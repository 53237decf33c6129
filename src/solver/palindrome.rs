//! The order of a substep's sweeps; mirrors `shaders/lib/palindrome.wgsl`, which gives the reasons.

/// Passes over the steps of a substep: half of them forwards, half backwards.
pub fn passes(sweeps: u32) -> u32 {
    2 * sweeps.div_ceil(2).max(1)
}

/// The visits in which coarse corrections with `stages` stages begin: in the second sweep, and in the last but one. Of four
/// sweeps one correction replaces both middle ones.
pub fn corrections(sweeps: u32, steps: u32, stages: u32) -> Vec<u32> {
    let all = visits(sweeps, steps).len() as u32;
    match sweeps {
        ..=4 => vec![steps],
        _ => vec![steps, all - steps - stages],
    }
}

/// The steps (colours) of a substep, in order.
pub fn visits(sweeps: u32, steps: u32) -> Vec<u32> {
    let mut forward: Vec<u32> = (1..passes(sweeps) / 2).flat_map(|_| 0..steps).collect();
    let is_half = sweeps > 1 && !sweeps.is_multiple_of(2);
    forward.extend(0..if is_half { steps.div_ceil(2) } else { steps });
    // The order repeats no plain step where it turns. From five sweeps on the innermost sweeps are relaxed, see the shader's
    // `palindrome_relaxation`.
    let turn = usize::from(sweeps < 5);
    let back: Vec<u32> = forward.iter().rev().skip(turn).copied().collect();
    forward.extend(back);
    forward
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All stages of a correction are in visits of the sweep that it replaces, the second from an end.
    #[test]
    fn corrections_take_visits_that_rest() {
        for sweeps in 4..=20 {
            for steps in 4..=9 {
                let all = visits(sweeps, steps).len() as u32;
                let starts = corrections(sweeps, steps, 4);
                let stages: Vec<u32> = starts.iter().flat_map(|s| *s..*s + 4).collect();
                let rests = |visit: &u32| *visit.min(&(all - 1 - visit)) / steps == 1;
                assert!(stages.iter().all(rests), "{sweeps} {steps}: {stages:?}");
                assert!(stages.windows(2).all(|w| w[0] < w[1]), "{stages:?}");
                assert_eq!(starts.len(), if sweeps == 4 { 1 } else { 2 });
            }
        }
    }

    /// The order is the same backwards for any number of sweeps, visits each colour at least that often less one, and costs
    /// at most half a sweep and a step more; one sweep counts as two.
    #[test]
    fn sweeps_read_the_same_backwards() {
        for sweeps in 1..=20 {
            for steps in 1..=9 {
                let visits = visits(sweeps, steps);
                assert!(visits.iter().eq(visits.iter().rev()));
                for step in 0..steps {
                    let times = visits.iter().filter(|v| **v == step).count() as u32;
                    assert!(
                        times + 1 >= sweeps && times >= 1,
                        "{sweeps} {steps}: {times}"
                    );
                }
                let wanted = sweeps.max(2) * steps;
                let count = visits.len() as u32;
                assert!(
                    count + 1 >= wanted - steps % 2 && count <= wanted + 1,
                    "{sweeps} {steps}: {count}"
                );
            }
        }
        assert_eq!(visits(1, 3), [0, 1, 2, 1, 0]);
        assert_eq!(visits(3, 4), [0, 1, 2, 3, 0, 1, 0, 3, 2, 1, 0]);
        assert_eq!(visits(5, 2), [0, 1, 0, 1, 0, 0, 1, 0, 1, 0]);
    }
}
