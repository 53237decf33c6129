//! Kept rows: what a solver keeps of a body from step to step, beside the channels.

/// What a kept entry has words of.
#[allow(dead_code)] // no solver keeps anything of vertices, clusters or elements yet
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Per {
    Body,
    Vertices,
    Clusters,
    Elements,
}

/// Words that a solver keeps, as finite floats. They are zero where a body is placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kept {
    /// Its name in snapshots.
    pub name: &'static str,
    pub per: Per,
    /// Words of each item, which follow those of the item before.
    pub words: u32,
}

/// How many items a body has of each kind.
#[derive(Clone, Copy, Debug, Default)]
pub struct Extent {
    pub vertices: u32,
    pub clusters: u32,
    pub elements: u32,
}

/// The rows of one entry: the first, counted from the body's first kept row, and their number.
pub type KeptPlace = (u32, u32);

impl Kept {
    /// Rows of 16 bytes; the greatest number if that is too small.
    fn rows(&self, extent: &Extent) -> u32 {
        let items = match self.per {
            Per::Body => 1,
            Per::Vertices => extent.vertices,
            Per::Clusters => extent.clusters,
            Per::Elements => extent.elements,
        };
        let words = u64::from(items) * u64::from(self.words);
        u32::try_from(words.div_ceil(4)).unwrap_or(u32::MAX)
    }
}

/// Where the entries of a body are, one after the other.
pub fn kept_places(kept: &[Kept], extent: &Extent) -> Vec<KeptPlace> {
    let mut next = 0_u32;
    let place = |entry: &Kept| {
        let (first, rows) = (next, entry.rows(extent));
        next = next.saturating_add(rows);
        (first, rows)
    };
    kept.iter().map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_follow_each_other_in_whole_rows() {
        let entry = |per, words| Kept {
            name: "entry",
            per,
            words,
        };
        let kept = [
            entry(Per::Body, 1),
            entry(Per::Vertices, 3),
            entry(Per::Clusters, 9),
            entry(Per::Elements, 4),
            entry(Per::Elements, 0),
            entry(Per::Body, 5),
        ];
        let extent = Extent {
            vertices: 7,
            clusters: 4,
            elements: 10,
        };
        let expected = [(0, 1), (1, 6), (7, 9), (16, 10), (26, 0), (26, 2)];
        assert_eq!(kept_places(&kept, &extent), expected);
        let none = [(0, 1), (1, 0), (1, 0), (1, 0), (1, 0), (1, 2)];
        assert_eq!(kept_places(&kept, &Extent::default()), none);
    }

    #[test]
    fn too_many_rows_do_not_wrap() {
        let kept = [Kept {
            name: "entry",
            per: Per::Vertices,
            words: u32::MAX,
        }; 2];
        let extent = Extent {
            vertices: 1 << 20,
            ..Extent::default()
        };
        let places = kept_places(&kept, &extent);
        assert_eq!(places, [(0, u32::MAX), (u32::MAX, u32::MAX)]);
    }
}
