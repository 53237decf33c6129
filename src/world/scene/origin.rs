//! The origin of render vertices, now and in steps whose results may be read.

/// The point that render vertices are relative to [length unit].
#[derive(Clone, Debug, Default)]
pub struct Origin {
    pub now: [f64; 3],
    /// Where it was in the last step.
    pub before: [f64; 3],
    /// Where it was in older steps whose results may be read: the last of each, in order.
    past: Vec<(u64, [f64; 3])>,
}

/// More steps than are ever in flight.
const REMEMBERED: u64 = 64;

impl Origin {
    /// One that was there in all steps so far.
    pub fn at_rest(origin: [f64; 3]) -> Self {
        Self {
            now: origin,
            before: origin,
            past: Vec::new(),
        }
    }

    /// Moves it, from this step on.
    pub fn move_to(&mut self, origin: [f64; 3], step: u64) {
        if self.past.last().is_none_or(|(last, _)| *last + 1 < step) {
            self.past.push((step - 1, self.now));
        }
        self.past.retain(|(last, _)| *last + REMEMBERED > step);
        self.now = origin;
    }

    /// Where it was in a step.
    pub fn at(&self, step: u64) -> [f64; 3] {
        let then = self.past.iter().find(|(last, _)| step <= *last);
        then.map_or(self.now, |(_, origin)| *origin)
    }

    /// After a step.
    pub fn arrive(&mut self) {
        self.before = self.now;
    }
}
