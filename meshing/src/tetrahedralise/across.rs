//! Links between nodes of neighbouring cells.

use pliant_geometry::sets::Sets;

/// So many links are kept as they come.
const FEW: usize = 1 << 14;

/// How many links there are between any two sets of nodes. Nodes of one set count as one, so of many links a few are kept.
#[derive(Clone)]
pub struct Across {
    links: Vec<([u32; 2], u32)>,
    /// At so many the links between the same sets are made one.
    most: usize,
}

impl Across {
    /// No links.
    pub fn new() -> Self {
        Self {
            links: Vec::new(),
            most: FEW,
        }
    }

    /// Adds a link.
    pub fn add(&mut self, nodes: [u32; 2], sets: &mut Sets) {
        if self.links.len() >= self.most {
            self.compact(sets);
            self.most = FEW.max(2 * self.links.len());
        }
        self.links.push((nodes, 1));
    }

    /// The sets that are linked, lower first, and by how many links.
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

/// Puts the lower of each pair first, sorts the pairs and makes those that are the same one, with the sum of their links.
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
