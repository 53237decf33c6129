//! Contracts of the oracle: closed forms, conservation laws, tables.

mod dynamics;
mod statics;

use glam::DVec3;

/// Deterministic numbers in -1 to 1 (a linear congruential generator with Knuth's constants).
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    fn vector(&mut self) -> DVec3 {
        DVec3::new(self.next(), self.next(), self.next())
    }
}
