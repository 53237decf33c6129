//! A tree of boxes over all triangles of a state.

use super::Facet;
use glam::DVec3;

/// Triangles in a leaf.
const LEAF: usize = 4;

struct Node {
    low: DVec3,
    high: DVec3,
    /// The piece that all of it belongs to, if it is one.
    piece: Option<u32>,
    /// The two halves, or the range of triangles.
    below: Result<[usize; 2], std::ops::Range<usize>>,
}

pub struct Tree {
    facets: Vec<Facet>,
    nodes: Vec<Node>,
}

impl Tree {
    pub fn new(facets: Vec<Facet>) -> Self {
        let (count, nodes) = (facets.len(), Vec::new());
        let mut tree = Tree { facets, nodes };
        if count > 0 {
            tree.build(0..count);
        }
        tree
    }

    /// Adds the node of a range of triangles and returns its number.
    fn build(&mut self, range: std::ops::Range<usize>) -> usize {
        let facets = &mut self.facets[range.clone()];
        let corners = || facets.iter().flat_map(|f| f.corners);
        let low = corners().fold(DVec3::INFINITY, DVec3::min);
        let high = corners().fold(DVec3::NEG_INFINITY, DVec3::max);
        let first = facets[0].piece;
        let piece = facets.iter().all(|f| f.piece == first).then_some(first);
        let size = high - low;
        let axis = (0..3)
            .max_by(|i, j| size[*i].total_cmp(&size[*j]))
            .unwrap_or(0);
        let node = self.nodes.len();
        let middle = range.len() / 2;
        if range.len() > LEAF {
            let key = |f: &Facet| f.corners.iter().map(|c| c[axis]).sum::<f64>();
            facets.select_nth_unstable_by(middle, |a, b| key(a).total_cmp(&key(b)));
        }
        let below = Err(range.clone());
        let new = Node {
            low,
            high,
            piece,
            below,
        };
        self.nodes.push(new);
        if range.len() > LEAF {
            let middle = range.start + middle;
            let halves = [
                self.build(range.start..middle),
                self.build(middle..range.end),
            ];
            self.nodes[node].below = Ok(halves);
        }
        node
    }

    /// Visits each pair of triangles whose boxes are at most as far apart as `bound` says of their pieces. Nodes of one
    /// piece name it; a bound below 0 skips the pair of nodes.
    pub fn pairs_within(
        &self,
        bound: &mut dyn FnMut(Option<u32>, Option<u32>) -> f64,
        visit: &mut dyn FnMut(&Facet, &Facet),
    ) {
        let mut stack = Vec::new();
        if !self.nodes.is_empty() {
            stack.push([0, 0]);
        }
        while let Some([a, b]) = stack.pop() {
            let (one, other) = (&self.nodes[a], &self.nodes[b]);
            let limit = bound(one.piece, other.piece);
            if limit < 0.0 || apart(one, other) > limit {
                continue;
            }
            match (&one.below, &other.below) {
                (Ok([low, high]), _) if a == b => {
                    stack.extend([[*low, *high], [*high, *high], [*low, *low]]);
                }
                (Err(range), _) if a == b => {
                    for i in range.clone() {
                        for j in i + 1..range.end {
                            self.visit_pair(i, j, limit, visit);
                        }
                    }
                }
                (Err(range), Err(others)) => {
                    for i in range.clone() {
                        for j in others.clone() {
                            self.visit_pair(i, j, limit, visit);
                        }
                    }
                }
                (Ok(halves), below) if below.is_err() || extent(one) >= extent(other) => {
                    stack.extend(halves.map(|half| [half, b]));
                }
                (_, Ok(halves)) => stack.extend(halves.map(|half| [a, half])),
                (Ok(_), Err(_)) => unreachable!("an inner node against a leaf opens"),
            }
        }
    }

    fn visit_pair(&self, i: usize, j: usize, limit: f64, visit: &mut dyn FnMut(&Facet, &Facet)) {
        let (a, b) = (&self.facets[i], &self.facets[j]);
        let least = |f: &Facet| f.corners.into_iter().fold(DVec3::INFINITY, DVec3::min);
        let most = |f: &Facet| f.corners.into_iter().fold(DVec3::NEG_INFINITY, DVec3::max);
        let between = (least(a) - most(b)).max(least(b) - most(a));
        if between.max(DVec3::ZERO).length() <= limit {
            visit(a, b);
        }
    }
}

fn extent(node: &Node) -> f64 {
    (node.high - node.low).max_element()
}

/// How far apart two boxes are; 0 exactly where they meet.
fn apart(a: &Node, b: &Node) -> f64 {
    let between = (a.low - b.high).max(b.low - a.high);
    between.max(DVec3::ZERO).length()
}
