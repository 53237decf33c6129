//! Axis-aligned boxes.

/// An axis-aligned box [caller's length unit].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The least corner.
    pub min: [f32; 3],
    /// The greatest corner.
    pub max: [f32; 3],
}

impl Bounds {
    /// The box that holds nothing; the neutral element of [`Bounds::union`].
    pub const EMPTY: Bounds = Bounds {
        min: [f32::INFINITY; 3],
        max: [f32::NEG_INFINITY; 3],
    };

    /// The box of some points. Points that are not finite are skipped.
    pub fn of(positions: &[[f32; 3]]) -> Bounds {
        let mut bounds = Bounds::EMPTY;
        for &point in positions {
            bounds.add(point);
        }
        bounds
    }

    /// Grows the box to hold `point`, unless the point is not finite.
    pub fn add(&mut self, point: [f32; 3]) {
        if point.iter().all(|c| c.is_finite()) {
            *self = self.union(Bounds {
                min: point,
                max: point,
            });
        }
    }

    /// The smallest box that holds both.
    pub fn union(mut self, other: Bounds) -> Bounds {
        for axis in 0..3 {
            self.min[axis] = self.min[axis].min(other.min[axis]);
            self.max[axis] = self.max[axis].max(other.max[axis]);
        }
        self
    }

    /// Whether the box holds nothing.
    pub fn is_empty(&self) -> bool {
        (0..3).any(|axis| self.min[axis] > self.max[axis])
    }

    /// The middle; the origin for an empty box.
    pub fn centre(&self) -> [f32; 3] {
        if self.is_empty() {
            return [0.0; 3];
        }
        [0, 1, 2].map(|axis| 0.5 * (self.min[axis] + self.max[axis]))
    }

    /// Half the diagonal; 0 for an empty box.
    pub fn radius(&self) -> f32 {
        if self.is_empty() {
            return 0.0;
        }
        let squared: f32 = (0..3)
            .map(|axis| (self.max[axis] - self.min[axis]).powi(2))
            .sum();
        0.5 * squared.sqrt()
    }

    /// The eight corners.
    pub fn corners(&self) -> [[f32; 3]; 8] {
        std::array::from_fn(|i| {
            [0, 1, 2].map(|axis| {
                if i >> axis & 1 == 0 {
                    self.min[axis]
                } else {
                    self.max[axis]
                }
            })
        })
    }
}
