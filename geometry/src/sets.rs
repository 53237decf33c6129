//! Disjoint sets (union-find). The smallest member represents its set, so the order of unions does not matter.

/// Sets of the numbers below a count.
#[derive(Default)]
pub struct Sets {
    parent: Vec<u32>,
}

impl Sets {
    /// `count` sets of one number.
    pub fn new(count: usize) -> Self {
        Self {
            parent: (0..count as u32).collect(),
        }
    }

    /// Starts over with `count` sets of one number.
    pub fn reset(&mut self, count: usize) {
        self.parent.clear();
        self.parent.extend(0..count as u32);
    }

    /// The smallest member of the set of `i`.
    pub fn find(&mut self, mut i: u32) -> u32 {
        while self.parent[i as usize] != i {
            let above = self.parent[self.parent[i as usize] as usize];
            self.parent[i as usize] = above;
            i = above;
        }
        i
    }

    /// Merges the sets of `i` and `j`; false if they were one already.
    pub fn join(&mut self, i: u32, j: u32) -> bool {
        let (i, j) = (self.find(i), self.find(j));
        self.parent[i.max(j) as usize] = i.min(j);
        i != j
    }

    /// Numbers the sets from 0 by their smallest members. Returns each member's set and the number of sets.
    pub fn number(&mut self) -> (Vec<u32>, usize) {
        let mut count = 0;
        let mut numbers = vec![0; self.parent.len()];
        for i in 0..self.parent.len() {
            let root = self.find(i as u32) as usize;
            if root == i {
                numbers[i] = count;
                count += 1;
            } else {
                numbers[i] = numbers[root];
            }
        }
        (numbers, count as usize)
    }
}
