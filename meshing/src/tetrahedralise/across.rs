//! Links between nodes of neighbouring cells.

use pliant_geometry::sets::Sets;

/// Links kept before they are first merged.
const FEW: usize = 1 << 14;

/// Counts the links between sets of nodes. Links between the same two sets are merged, so few are stored.
#[derive(Clone)]
pub struct Across {
    links: Vec<([u32; 2], u32)>,
    /// The number of links at which they are merged next.
    most: usize,
}

impl Across {
    pub fn new() -> Self {
        Self {
            links: Vec::new(),
            most: FEW,
        }
    }

    pub fn add(&mut self, nodes: [u32; 2], sets: &mut Sets) {
        if self.links.len() >= self.most {
            self.compact(sets);
            self.most = FEW.max(2 * self.links.len());
        }
        self.links.push((nodes, 1));
    }

    /// The linked sets, lower first, and the number of links between them.
    pub fn all(&mut self, sets: &mut Sets) -> &[([u32; 2], u32)] {
        self.compact(sets);
        &self.links
    }

    fn compact(&mut self, sets: &mut Sets) {
        for (pair, _) in &mut self.links {
            *pair = pair.map(|node| sets.find(node));
        }
        add_up(&mut self.links);
    }
}

/// Sorts each pair and all pairs, and merges equal ones, adding their links.
pub fn add_up(links: &mut Vec<([u32; 2], u32)>) {
    links.iter_mut().for_each(|(pair, _)| pair.sort_unstable());
    links.sort_unstable();
    links.dedup_by(|next, kept| {
        let is_same = next.0 == kept.0;
        kept.1 += if is_same { next.1 } else { 0 };
        is_same
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn links_between_sets_are_counted_whenever_the_sets_were_joined() {
        let mut sets = Sets::new(1000);
        let mut across = Across::new();
        let mut added = Vec::new();
        for n in 0..5 * FEW as u32 {
            let pair = [n * 7 % 1000, n * 13 % 991];
            across.add(pair, &mut sets);
            added.push(pair);
            if n % 100 == 0 {
                sets.join(n / 100 % 1000, n * 3 % 1000);
            }
        }
        let mut expected: BTreeMap<[u32; 2], u32> = BTreeMap::new();
        for pair in added {
            let [a, b] = pair.map(|node| sets.find(node));
            *expected.entry([a.min(b), a.max(b)]).or_default() += 1;
        }
        let expected: Vec<_> = expected.into_iter().collect();
        assert_eq!(across.all(&mut sets), expected);
        assert!(across.links.len() < FEW);
    }
}
