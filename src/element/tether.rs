//! Tethers of a sheet to its held vertices: C = |x − a| − (1 + s) d ≤ 0 for the length d of the shortest path over the
//! sheet at rest (Kim, Chentanez and Müller-Fischer 2012, "Long range attachments"). Paths follow edges and cross
//! hinges, so d is never below the geodesic distance: the rest shape is allowed.

use super::group_kind::{Elements, GroupKind, Items, SheetRest};
#[cfg(test)]
use super::row::Row;
use glam::{DVec3, Vec3};
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// The kind.
pub const KIND: GroupKind = GroupKind {
    number: 2,
    items: Items::Vertices,
    opens: false,
    loop_passes: 32 * (1 + 16 / 2), // all rounds over the most rows, see xpbd_limit
    elements: |_| Elements::default(),
    colours: |_| Vec::new(),
};

/// The tethers of each vertex as rows of the arena, two a row: held vertex, and length times `stretch`. A vertex has one to
/// the nearest vertex of each of the `most` nearest sets of held vertices; spare entries name the vertex itself.
pub fn rows(sheet: &SheetRest, held: &[Vec<u32>], most: usize, stretch: f64) -> Vec<[u32; 4]> {
    let rest: Vec<DVec3> = sheet
        .positions
        .iter()
        .map(|p| Vec3::from_array(*p).as_dvec3())
        .collect();
    let edges = sheet.edges.iter().zip(sheet.lengths);
    let mut links: Vec<Link> = edges
        .map(|(ends, length)| Link {
            ends: *ends,
            length: f64::from(*length),
        })
        .collect();
    links.extend(sheet.hinges.iter().filter_map(|h| across(&rest, *h)));
    let found = tethers(rest.len(), &links, held, most);
    let half = |own: &[Tether], vertex: u32, k: usize| match own.get(k) {
        Some(t) => [t.anchor, ((t.length * stretch) as f32).to_bits()],
        None => [vertex, f32::MAX.sqrt().to_bits()],
    };
    let vertices = (0_u32..).zip(&found);
    vertices
        .flat_map(|(vertex, own)| {
            (0..most.div_ceil(2)).map(move |k| {
                let [a, b] = [2 * k, 2 * k + 1].map(|k| half(own, vertex, k));
                [a[0], a[1], b[0], b[1]]
            })
        })
        .collect()
}

/// The limit on a vertex's distance from a held one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tether {
    /// The held vertex.
    pub anchor: u32,
    /// Length of the shortest path over the sheet at rest, in the unit of the links.
    pub length: f64,
}

/// Two vertices and the length of the straight path between them over the sheet at rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Link {
    /// The ends of the path.
    pub ends: [u32; 2],
    /// Its length.
    pub length: f64,
}

/// The row of the tether from x to its anchor, one-sided: zero while x is within `length`. Kernels move x to where the row
/// is zero.
#[cfg(test)]
pub fn row([x, anchor]: [DVec3; 2], length: f64) -> Row {
    let apart = x - anchor;
    let value = apart.length() - length;
    if value <= 0.0 {
        return Row::default();
    }
    let along = apart.normalize_or_zero();
    Row {
        value,
        gradients: [along, -along, DVec3::ZERO, DVec3::ZERO],
    }
}

/// The straight path from c to d across the hinge of the triangles (a, b, c) and (b, a, d), unfolded to a plane, if the path
/// crosses the edge between a and b.
pub fn across(rest: &[DVec3], [a, b, c, d]: [u32; 4]) -> Option<Link> {
    let place = |v: u32| rest[v as usize] - rest[a as usize];
    let length = place(b).length();
    let flat = |v: u32| {
        let along = place(v).dot(place(b)) / length;
        (
            along,
            (place(v).length_squared() - along * along).max(0.0).sqrt(),
        )
    };
    let ((c_along, c_height), (d_along, d_height)) = (flat(c), flat(d));
    let height = c_height + d_height;
    let crossing = c_along + (d_along - c_along) * c_height / height;
    (crossing > 0.0 && crossing < length).then(|| Link {
        ends: [c, d],
        length: (d_along - c_along).hypot(height),
    })
}

/// The tethers of each vertex, nearest first: one to the nearest vertex of each of the `most` nearest sets of held vertices.
/// Held vertices have none.
///
/// A search from all sets at once reaches each vertex at most `most` times (Dijkstra 1959): a set that is among the
/// nearest of a vertex is among the nearest of every vertex on the path to it.
pub fn tethers(
    vertices: usize,
    links: &[Link],
    held: &[Vec<u32>],
    most: usize,
) -> Vec<Vec<Tether>> {
    let neighbours = neighbours(vertices, links);
    let mut found: Vec<Vec<(u32, Tether)>> = vec![Vec::new(); vertices];
    let mut ahead = BinaryHeap::new();
    for (set, anchors) in (0..).zip(held) {
        ahead.extend(anchors.iter().map(|&anchor| Reached {
            length: 0.0,
            vertex: anchor,
            set,
            anchor,
        }));
    }
    while let Some(Reached {
        length,
        vertex,
        set,
        anchor,
    }) = ahead.pop()
    {
        let own = &mut found[vertex as usize];
        if own.len() == most || own.iter().any(|(known, _)| *known == set) {
            continue;
        }
        own.push((set, Tether { anchor, length }));
        ahead.extend(
            neighbours[vertex as usize]
                .iter()
                .map(|&(vertex, step)| Reached {
                    length: length + step,
                    vertex,
                    set,
                    anchor,
                }),
        );
    }
    for &anchor in held.iter().flatten() {
        found[anchor as usize].clear();
    }
    let bare = |own: Vec<(u32, Tether)>| own.into_iter().map(|(_, tether)| tether).collect();
    found.into_iter().map(bare).collect()
}

fn neighbours(vertices: usize, links: &[Link]) -> Vec<Vec<(u32, f64)>> {
    let mut neighbours = vec![Vec::new(); vertices];
    for &Link {
        ends: [a, b],
        length,
    } in links
    {
        neighbours[a as usize].push((b, length));
        neighbours[b as usize].push((a, length));
    }
    neighbours
}

/// A vertex reached by a path from a set of held vertices. The shortest path compares as the greatest, for the heap; ties
/// are broken by vertex, set and anchor, so that the order is the same on all machines.
struct Reached {
    length: f64,
    vertex: u32,
    set: u32,
    anchor: u32,
}

impl Ord for Reached {
    fn cmp(&self, other: &Self) -> Ordering {
        let ties = |r: &Self| (r.vertex, r.set, r.anchor);
        let shorter = other.length.total_cmp(&self.length);
        shorter.then_with(|| ties(other).cmp(&ties(self)))
    }
}

impl PartialOrd for Reached {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Reached {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Reached {}

#[cfg(test)]
mod tests {
    use super::*;

    /// A flat grid with `side` cells of size 1 a side, its links, and the vertex at a cell's corner.
    fn grid(side: u32) -> (Vec<DVec3>, Vec<Link>, impl Fn(u32, u32) -> u32) {
        let at = move |x: u32, y: u32| y * (side + 1) + x;
        let places = (0..(side + 1) * (side + 1)).map(|v| [v % (side + 1), v / (side + 1)]);
        let rest: Vec<DVec3> = places
            .map(|[x, y]| DVec3::new(x.into(), y.into(), 0.0))
            .collect();
        let (mut ends, mut hinges) = (Vec::new(), Vec::new());
        for y in 0..=side {
            for x in 0..=side {
                let [right, up] = [x < side, y < side];
                if right {
                    ends.push([at(x, y), at(x + 1, y)]);
                }
                if up {
                    ends.push([at(x, y), at(x, y + 1)]);
                }
                if right && up {
                    ends.push([at(x, y), at(x + 1, y + 1)]);
                    hinges.push([at(x, y), at(x + 1, y + 1), at(x, y + 1), at(x + 1, y)]);
                }
            }
        }
        let edge = |ends: [u32; 2]| Link {
            ends,
            length: rest[ends[0] as usize].distance(rest[ends[1] as usize]),
        };
        let mut links: Vec<Link> = ends.into_iter().map(edge).collect();
        links.extend(hinges.into_iter().filter_map(|hinge| across(&rest, hinge)));
        (rest, links, at)
    }

    /// A path of unit steps and diagonals is longest, relative to the straight line, at 22.5°: 1/cos(22.5°) = 1.0824.
    #[test]
    fn lengths_are_those_of_paths_in_eight_directions() {
        let (rest, links, at) = grid(12);
        let found = tethers(rest.len(), &links, &[vec![at(3, 4)]], 4);
        for (v, own) in found.iter().enumerate() {
            let [x, y] = [rest[v].x - 3.0, rest[v].y - 4.0].map(f64::abs);
            let path = x.max(y) - x.min(y) + x.min(y) * 2f64.sqrt();
            match own[..] {
                [] => assert_eq!(v as u32, at(3, 4)),
                [only] => assert!((only.length - path).abs() < 1e-12 && only.anchor == at(3, 4)),
                _ => panic!("{own:?}"),
            }
            assert!(path <= 1.0824 * x.hypot(y) + 1e-9);
        }
    }

    #[test]
    fn each_vertex_has_the_nearest_sets_and_the_nearest_vertex_of_each() {
        let (rest, links, at) = grid(7);
        let held = [
            vec![at(0, 0), at(0, 1)],
            vec![at(7, 0)],
            vec![at(0, 7)],
            vec![at(7, 7), at(6, 7)],
            vec![at(3, 3)],
        ];
        let alone = held
            .each_ref()
            .map(|set| tethers(rest.len(), &links, std::slice::from_ref(set), 1));
        let is_held = |v: u32| held.iter().flatten().any(|h| *h == v);
        for (v, own) in tethers(rest.len(), &links, &held, 3).iter().enumerate() {
            if is_held(v as u32) {
                assert!(own.is_empty());
                continue;
            }
            let mut lengths: Vec<f64> = alone
                .iter()
                .flat_map(|of| &of[v])
                .map(|t| t.length)
                .collect();
            lengths.sort_by(f64::total_cmp);
            let found: Vec<f64> = own.iter().map(|t| t.length).collect();
            assert_eq!(found, lengths[..3], "vertex {v}");
        }
    }

    #[test]
    fn a_part_that_nothing_holds_has_no_tethers() {
        let links = [([0, 1], 1.0), ([2, 3], 1.0)].map(|(ends, length)| Link { ends, length });
        let found = tethers(4, &links, &[vec![0]], 4);
        let counts: Vec<usize> = found.iter().map(Vec::len).collect();
        assert_eq!(counts, [0, 1, 0, 0]);
    }

    #[test]
    fn a_folded_hinge_is_crossed_as_a_flat_one() {
        let flat = [
            DVec3::ZERO,
            DVec3::X,
            DVec3::new(0.5, 1.0, 0.0),
            DVec3::new(0.5, -1.0, 0.0),
        ];
        let folded = [flat[0], flat[1], flat[2], DVec3::new(0.5, 0.0, 1.0)];
        for rest in [flat, folded] {
            let link = across(&rest, [0, 1, 2, 3]).expect("a path");
            assert!((link.length - 2.0).abs() < 1e-12);
        }
        let beside = [flat[0], flat[1], DVec3::new(3.0, 1.0, 0.0), flat[3]];
        assert_eq!(across(&beside, [0, 1, 2, 3]), None);
    }

    #[test]
    fn a_slack_tether_asks_for_nothing() {
        let x = [DVec3::X * 0.9, DVec3::ZERO];
        assert_eq!(row(x, 1.0), Row::default());
        let taut = row([DVec3::X * 1.5, DVec3::ZERO], 1.0);
        assert_eq!((taut.value, taut.gradients[0]), (0.5, DVec3::X));
    }
}
