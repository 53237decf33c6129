//! What the host must know of a step to read it, from when it is queued until nobody asks for it any more.

use std::collections::VecDeque;

/// More steps than are ever in flight.
const REMEMBERED: usize = 64;

/// What is noted of a step.
pub trait Note: Default {
    /// Forgets the step that it was of, so that another can use its memory.
    fn clear(&mut self);
}

/// Notes of the newest steps, each with the step's number.
#[derive(Default)]
pub struct StepNotes<T>(VecDeque<(u64, T)>);

impl<T: Note> StepNotes<T> {
    /// Notes a step that was just queued.
    pub fn add(&mut self, step: u64, fill: impl FnOnce(&mut T)) {
        let (_, mut note) = match self.0.len() < REMEMBERED {
            true => Default::default(),
            false => self.0.pop_front().unwrap_or_default(),
        };
        note.clear();
        fill(&mut note);
        self.0.push_back((step, note));
    }

    /// The note of a step.
    pub fn of(&self, step: u64) -> Option<&T> {
        let found = self.0.iter().find(|(number, _)| *number == step);
        found.map(|(_, note)| note)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default)]
    struct Numbers(Vec<u64>);

    impl Note for Numbers {
        fn clear(&mut self) {
            self.0.clear();
        }
    }

    #[test]
    fn the_newest_steps_are_known_and_memory_is_used_again() {
        let mut notes = StepNotes::<Numbers>::default();
        let steps = 3 * REMEMBERED as u64;
        for step in 0..steps {
            notes.add(step, |note| note.0.push(10 * step));
        }
        for step in 0..steps {
            let expected = (step + REMEMBERED as u64 >= steps).then(|| vec![10 * step]);
            assert_eq!(notes.of(step).map(|note| note.0.clone()), expected);
        }
        assert_eq!(notes.0.len(), REMEMBERED);
    }
}
