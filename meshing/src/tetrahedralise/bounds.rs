//! Proves the bounds on dihedral angles and widths of stuffing's tets, for every way to cut a lattice tet and all
//! positions of the cuts.
//!
//! A corner is a lattice vertex, a cut between the thresholds, or a vertex moved along an edge by less than a
//! threshold: a point of a segment. So there are finitely many sorts of tets, with one parameter in [0, 1] for each
//! corner. Let e be an edge, n and m the normals of its two faces (each e × the vector to the third corner), V the
//! volume. Then |n × m| = 6 V |e|, so tan θ = 6 V |e| / n·m, and θ is within the bounds if V > 0 and 36 V² |e|² −
//! tan²(bound) (n·m)² ≥ 0. This polynomial has degree 4 in the corners of e and 2 in the others. Its least Bernstein
//! coefficient is a lower bound. Where that is negative, the parameter box is halved.
//!
//! Rounding (10⁻¹³ of the terms) is far below the margin of the bounds (5·10⁻³).

use super::bcc::{Site, WAYS, step, tets_at, way};
use super::stencil::{Corner, WIDTH, cut, threshold};
use crate::test_meshes::is_long;
use glam::DVec3;
use pliant_geometry::parallel;
use pliant_geometry::progress::Progress;
use std::collections::BTreeSet;

/// Least and largest dihedral angle [degree].
const BOUNDS: [f64; 2] = [10.5, 163.8];

/// A corner of a tet: a point on the segment between two neighbouring sites, or a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Fixed(Site),
    Cut(Site, Site),
    Moved(Site, Site),
}

type Sort = [Place; 4];

impl Place {
    fn map(self, f: impl Fn(Site) -> Site) -> Self {
        match self {
            Place::Fixed(p) => Place::Fixed(f(p)),
            Place::Cut(p, q) => {
                let (p, q) = (f(p), f(q));
                Place::Cut(p.min(q), p.max(q))
            }
            Place::Moved(p, q) => Place::Moved(f(p), f(q)),
        }
    }

    fn base(self) -> Site {
        match self {
            Place::Fixed(p) | Place::Cut(p, _) | Place::Moved(p, _) => p,
        }
    }

    fn segment(self) -> [DVec3; 2] {
        let at = |p: Site| DVec3::from_array(p.map(f64::from));
        match self {
            Place::Fixed(p) => [at(p); 2],
            Place::Cut(p, q) => {
                let end = threshold(way(p, q).unwrap());
                [at(p).lerp(at(q), end), at(q).lerp(at(p), end)]
            }
            Place::Moved(p, q) => [at(p), at(p).lerp(at(q), threshold(way(p, q).unwrap()))],
        }
    }
}

/// A representative of all sorts that are equal up to a symmetry of the lattice.
fn canonical(sort: Sort) -> Sort {
    let orders = [
        [0, 1, 2],
        [0, 2, 1],
        [1, 0, 2],
        [1, 2, 0],
        [2, 0, 1],
        [2, 1, 0],
    ];
    let images = orders.into_iter().flat_map(|order| {
        (0..8).map(move |flips| {
            let turned = |p: Site| [0, 1, 2].map(|i| p[order[i]] * (1 - 2 * (flips >> i & 1)));
            let turned = sort.map(|place| place.map(turned));
            let low = [0, 1, 2].map(|axis| {
                turned
                    .map(|place| place.base()[axis])
                    .into_iter()
                    .min()
                    .unwrap()
            });
            let mut moved =
                turned.map(|place| place.map(|p| [p[0] - low[0], p[1] - low[1], p[2] - low[2]]));
            moved.sort_unstable();
            moved
        })
    });
    images.min().unwrap()
}

fn sorts() -> BTreeSet<Sort> {
    let mut sorts = BTreeSet::new();
    for others in tets_at([0; 3]) {
        let sites = [[0; 3], others[0], others[1], others[2]];
        for signs in 0..81 {
            let sign = [1, 3, 9, 27].map(|power| (signs / power % 3) as i8 - 1);
            let corners = [0, 1, 2, 3].map(|i| Corner {
                site: sites[i],
                sign: sign[i],
                vertex: i as u32,
            });
            let number = |p: &Corner, q: &Corner| 4 + 4 * p.vertex + q.vertex;
            cut(corners, &number, &mut |tet| {
                moves(&sites, &sign, &tet, &mut sorts);
            });
        }
    }
    sorts
}

/// Adds a tet of the stencils with its surface vertices moved in all ways that can have led to it.
fn moves(sites: &[Site; 4], sign: &[i8; 4], tet: &[u32; 4], sorts: &mut BTreeSet<Sort>) {
    let moved: Vec<usize> = (0..4)
        .filter(|i| tet[*i] < 4 && sign[tet[*i] as usize] == 0)
        .collect();
    let choices = (WAYS.len() * 2).pow(moved.len() as u32);
    for choice in 0..choices {
        let mut rest = choice;
        let mut was = *sign;
        let mut to = [None; 4];
        for i in &moved {
            let v = tet[*i] as usize;
            was[v] = if rest % 2 == 0 { 1 } else { -1 };
            to[v] = Some(step(sites[v], WAYS[rest / 2 % WAYS.len()]));
            rest /= 2 * WAYS.len();
        }
        // A vertex moves towards one of the other sign. A cut disappears once an end has moved to it.
        let can_be = (0..4).all(|v| {
            to[v].is_none_or(
                |target| match sites.iter().position(|site| *site == target) {
                    Some(w) => was[w] != was[v] && to[w] != Some(sites[v]),
                    None => true,
                },
            )
        });
        if !can_be {
            continue;
        }
        sorts.insert(canonical(tet.map(|id| match id {
            0..4 => match to[id as usize] {
                Some(target) => Place::Moved(sites[id as usize], target),
                None => Place::Fixed(sites[id as usize]),
            },
            _ => {
                let (p, q) = (sites[id as usize / 4 - 1], sites[id as usize % 4]);
                Place::Cut(p.min(q), p.max(q))
            }
        })));
    }
}

/// Bernstein coefficients of degree 2 or 4 from values at equidistant points.
const TWO: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [-0.5, 2.0, -0.5], [0.0, 0.0, 1.0]];
const FOUR: [[f64; 5]; 5] = [
    [1.0, 0.0, 0.0, 0.0, 0.0],
    [-13.0 / 12.0, 4.0, -3.0, 4.0 / 3.0, -0.25],
    [
        13.0 / 18.0,
        -32.0 / 9.0,
        20.0 / 3.0,
        -32.0 / 9.0,
        13.0 / 18.0,
    ],
    [-0.25, 4.0 / 3.0, -3.0, 4.0, -13.0 / 12.0],
    [0.0, 0.0, 0.0, 0.0, 1.0],
];

/// The least and largest coefficient of a polynomial, from its values on a grid of `counts` points.
fn range(mut values: Vec<f64>, counts: [usize; 4]) -> [f64; 2] {
    let mut stride = 1;
    for count in counts {
        if count > 1 {
            let old = values.clone();
            for (at, value) in values.iter_mut().enumerate() {
                let row = at / stride % count;
                let first = at - row * stride;
                let entry = |i: usize| {
                    if count == 3 {
                        TWO[row][i]
                    } else {
                        FOUR[row][i]
                    }
                };
                *value = (0..count).map(|i| entry(i) * old[first + i * stride]).sum();
            }
        }
        stride *= count;
    }
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    [least, values.into_iter().fold(f64::NEG_INFINITY, f64::max)]
}

/// Volume, n·m, and the polynomial of each bound, on a grid over the box.
fn values(segments: &[[DVec3; 2]; 4], of_box: [[f64; 4]; 2], counts: [usize; 4]) -> [Vec<f64>; 4] {
    let mut all = [const { Vec::new() }; 4];
    let tangent = [BOUNDS[0], 180.0 - BOUNDS[1]].map(|angle| angle.to_radians().tan().powi(2));
    for number in 0..counts.iter().product() {
        let [a, b, c, d] = corners_at(segments, of_box, counts, number);
        let (e, c, d) = (b - a, c - a, d - a);
        let (volume, dot) = (e.dot(c.cross(d)), e.cross(c).dot(e.cross(d)));
        let first = e.length_squared() * volume * volume;
        all[0].push(volume);
        all[1].push(dot);
        all[2].push(first - tangent[0] * dot * dot);
        all[3].push(first - tangent[1] * dot * dot);
    }
    all
}

/// The corners of a tet, each a point of its segment, and the grid's counts: 1 for a segment that is a point.
fn corners_at(
    segments: &[[DVec3; 2]; 4],
    [low, size]: [[f64; 4]; 2],
    counts: [usize; 4],
    number: usize,
) -> [DVec3; 4] {
    let mut rest = number;
    [0, 1, 2, 3].map(|i| {
        let at = rest % counts[i];
        rest /= counts[i];
        let share = at as f64 / (counts[i] - 1).max(1) as f64;
        segments[i][0].lerp(segments[i][1], low[i] + share * size[i])
    })
}

fn counts(segments: &[[DVec3; 2]; 4], of_degree: [usize; 4]) -> [usize; 4] {
    [0, 1, 2, 3].map(|i| match segments[i][0] == segments[i][1] {
        true => 1,
        false => of_degree[i],
    })
}

/// Whether the angle at the edge of the first two corners surely keeps the bounds in a box of parameters.
fn angle_holds(segments: &[[DVec3; 2]; 4], of_box: [[f64; 4]; 2]) -> bool {
    let counts = counts(segments, [5, 5, 3, 3]);
    let [volume, dot, acute, obtuse] = values(segments, of_box, counts).map(|v| range(v, counts));
    let is_acute_right = dot[1] < 0.0 || acute[0] >= 0.0;
    let is_obtuse_right = dot[0] > 0.0 || obtuse[0] >= 0.0;
    volume[0] * volume[1] > 0.0 && is_acute_right && is_obtuse_right
}

/// The same for the width. The distance of the planes along a face, or along two opposite edges, with normal n is 6 V /
/// |n|. The narrowest pair of planes around a tet is one of these.
fn width_holds(segments: &[[DVec3; 2]; 4], of_box: [[f64; 4]; 2]) -> bool {
    let counts = counts(segments, [3; 4]);
    let mut all = [const { Vec::new() }; 7];
    // Sites are half a long edge apart.
    let least = (2.0 * WIDTH) * (2.0 * WIDTH);
    for number in 0..counts.iter().product() {
        let [a, b, c, d] = corners_at(segments, of_box, counts, number);
        let volume = (b - a).dot((c - a).cross(d - a));
        let faces = [[a, b, c], [a, b, d], [a, c, d], [b, c, d]];
        let of_faces = faces.map(|[p, q, r]| (q - p).cross(r - p));
        let edges = [[a, b, c, d], [a, c, b, d], [a, d, b, c]];
        let of_edges = edges.map(|[p, q, r, s]| (q - p).cross(s - r));
        let normals = of_faces.into_iter().chain(of_edges);
        for (values, normal) in all.iter_mut().zip(normals) {
            values.push(volume * volume - least * normal.length_squared());
        }
    }
    all.into_iter()
        .all(|values| range(values, counts)[0] >= 0.0)
}

/// Whether a property holds in a box of parameters, or in both of its halves.
fn holds(
    test: &dyn Fn([[f64; 4]; 2]) -> bool,
    is_fixed: [bool; 4],
    [low, size]: [[f64; 4]; 2],
    depth: u32,
) -> bool {
    if test([low, size]) {
        return true;
    }
    let Some(longest) = (0..4)
        .filter(|i| !is_fixed[*i])
        .max_by(|i, j| size[*i].total_cmp(&size[*j]))
        .filter(|_| depth > 0)
    else {
        return false;
    };
    let mut half = size;
    half[longest] *= 0.5;
    let mut second = low;
    second[longest] += half[longest];
    let of_half = |low| holds(test, is_fixed, [low, half], depth - 1);
    of_half(low) && of_half(second)
}

/// The sorts of which something does not hold: of all, or of every sixteenth unless the tests are long.
fn wrong(
    test: impl Fn(&[[DVec3; 2]; 4], [[f64; 4]; 2]) -> bool + Sync,
    orders: &[[usize; 4]],
) -> Vec<Sort> {
    let every = if is_long() { 1 } else { 16 };
    let sorts: Vec<Sort> = sorts().into_iter().step_by(every).collect();
    assert!(sorts.len() > 1_000 / every);
    let is_right = |number: usize| {
        orders.iter().all(|order| {
            let segments = order.map(|i| sorts[number][i].segment());
            let is_fixed = segments.map(|[p, q]| p == q);
            holds(
                &|of_box| test(&segments, of_box),
                is_fixed,
                [[0.0; 4], [1.0; 4]],
                40,
            )
        })
    };
    let threads = parallel::thread_count(0);
    let right = parallel::map(sorts.len(), 8, threads, &Progress::NONE, is_right).unwrap();
    let wrong = (0..sorts.len()).filter(|i| !right[*i]);
    wrong.map(|i| sorts[i]).collect()
}

#[test]
fn no_cut_of_a_lattice_tet_leaves_the_bounds_of_the_angles() {
    let edges = [
        [0, 1, 2, 3],
        [0, 2, 1, 3],
        [0, 3, 1, 2],
        [1, 2, 0, 3],
        [1, 3, 0, 2],
        [2, 3, 0, 1],
    ];
    assert_eq!(wrong(angle_holds, &edges), Vec::<Sort>::new());
}

#[test]
fn no_cut_of_a_lattice_tet_is_narrower_than_what_spacings_count_with() {
    assert_eq!(wrong(width_holds, &[[0, 1, 2, 3]]), Vec::<Sort>::new());
}
