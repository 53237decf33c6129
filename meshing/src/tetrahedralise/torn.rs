//! Where a mesh came apart although its surface is connected: in unresolved necks, or where components touch.

use super::field::{Work, part as part_of};
use super::input::InputBody;
use super::manifold::boundary_of;
use super::missed::{Fault, Place};
use super::part::{Part, pieces};
use glam::DVec3;
use pliant_geometry::error::Result;
use pliant_geometry::parallel;
use pliant_geometry::sets::Sets;
use pliant_geometry::solid::Tree;

/// The most steps along an edge. At most one tear is found in each.
const STEPS: f64 = 64.0;
/// How far joining segments continue into a piece [spacing].
pub const INTO: f64 = 0.5;

/// The pieces of a mesh, as the triangles of their boundaries.
struct Pieces {
    all: Tree,
    piece_of: Vec<u32>,
    each: Vec<Tree>,
}

impl Pieces {
    fn of(part: &Part, work: &Work) -> Result<Option<Self>> {
        work.progress.report(0.0)?;
        let (piece_of, count) = pieces(part);
        if count < 2 {
            return Ok(None);
        }
        let to_find = part_of(work, 0.0, 0.3);
        let triangles = boundary_of(&part.tets, part.positions.len(), &to_find)?;
        let mut of_piece = vec![Vec::new(); count];
        let mut all = Vec::with_capacity(triangles.len());
        for t in &triangles {
            let corners = t.map(|v| part.positions[v as usize]);
            of_piece[piece_of[t[0] as usize] as usize].push(corners);
            all.push(corners);
        }
        Ok(Some(Self {
            all: Tree::with_progress(&all, &work.progress.part(0.3, 1.0))?,
            piece_of: triangles.iter().map(|t| piece_of[t[0] as usize]).collect(),
            each: of_piece.iter().map(|piece| Tree::new(piece)).collect(),
        }))
    }

    fn nearest(&self, p: DVec3) -> Option<u32> {
        let nearest = self.all.nearest(p, f64::INFINITY);
        nearest.map(|(.., t)| self.piece_of[t as usize])
    }

    /// Points of the surface's edges, to half a spacing, where the nearest piece changes.
    fn tears(&self, body: &InputBody, spacing: f64, work: &Work) -> Result<Vec<Tear>> {
        let edges = edges(body);
        let found = parallel::map(edges.len(), 64, work.threads, &work.progress, |e| {
            let [a, b] = edges[e];
            self.torn_between(a, b, 0.5 * spacing)
        })?;
        Ok(found.into_iter().flatten().collect())
    }

    fn torn_between(&self, a: DVec3, b: DVec3, step: f64) -> Vec<Tear> {
        let steps = (a.distance(b) / step).ceil().clamp(1.0, STEPS) as usize;
        let points = (0..=steps).map(|n| a.lerp(b, n as f64 / steps as f64));
        let points: Vec<_> = points.map(|p| (p, self.nearest(p))).collect();
        let torn = points.windows(2).filter(|pair| pair[0].1 != pair[1].1);
        let tears = torn.filter_map(|pair| {
            let [(mut from, own), (mut to, mut other)] = [pair[0], pair[1]];
            // On a long edge the points are farther apart.
            while from.distance(to) > step {
                let middle = 0.5 * (from + to);
                match self.nearest(middle) {
                    piece if piece == own => from = middle,
                    piece => (to, other) = (middle, piece),
                }
            }
            Some(Tear {
                at: 0.5 * (from + to),
                pieces: [own?, other?],
            })
        });
        tears.collect()
    }
}

/// Each edge of the surface once, in ascending order of vertices if a triangle has it so.
fn edges(body: &InputBody) -> Vec<[DVec3; 2]> {
    let mut edges = Vec::with_capacity(3 * body.triangles.len());
    for (t, [u, v, w]) in body.triangles.iter().enumerate() {
        for (corner, [u, v]) in [[u, v], [v, w], [w, u]].into_iter().enumerate() {
            edges.push(([u.min(v), u.max(v)], u > v, t, corner));
        }
    }
    edges.sort_unstable();
    edges.dedup_by_key(|(edge, ..)| *edge);
    edges.sort_unstable_by_key(|(.., t, corner)| (*t, *corner));
    let ends = |(.., t, corner): (_, _, usize, usize)| {
        let corners = body.corners[t];
        [corners[corner], corners[(corner + 1) % 3]]
    };
    edges.into_iter().map(ends).collect()
}

struct Tear {
    at: DVec3,
    pieces: [u32; 2],
}

/// Points of edges where the nearest piece changes, if the mesh has more pieces than the body has components; and
/// points where components meet with several pieces within a spacing.
pub fn torn_places(part: &Part, body: &InputBody, spacing: f64, work: &Work) -> Result<Vec<Place>> {
    let Some(pieces) = Pieces::of(part, &part_of(work, 0.0, 0.2))? else {
        return Ok(Vec::new());
    };
    let mut places = parted_places(&pieces.each, body, spacing, &part_of(work, 0.2, 0.6))?;
    if pieces.each.len() > body.components.len() {
        let tears = pieces.tears(body, spacing, &part_of(work, 0.6, 1.0))?;
        let fault = Fault::Lacking;
        places.extend(tears.iter().map(|tear| Place { at: tear.at, fault }));
    }
    Ok(places)
}

/// The shortest segments between pieces by way of the surface, as few as connect them, reaching half a spacing inside.
pub fn joining_ways(
    part: &Part,
    body: &InputBody,
    spacing: f64,
    work: &Work,
) -> Result<Vec<[DVec3; 2]>> {
    let Some(pieces) = Pieces::of(part, &part_of(work, 0.0, 0.2))? else {
        return Ok(Vec::new());
    };
    let tears = pieces.tears(body, spacing, &part_of(work, 0.2, 0.6))?;
    let rest = work.progress.part(0.6, 1.0);
    let mut ways = parallel::map(tears.len(), 64, work.threads, &rest, |t| {
        let tear = &tears[t];
        let end = |piece: u32| {
            let nearest = pieces.each[piece as usize].nearest(tear.at, f64::INFINITY);
            nearest.map_or(tear.at, |(foot, ..)| foot)
        };
        let ends = tear.pieces.map(end);
        (
            ends[0].distance(tear.at) + ends[1].distance(tear.at),
            t,
            ends,
        )
    })?;
    ways.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let mut joined = Sets::new(pieces.each.len());
    ways.retain(|(_, t, _)| {
        let [a, b] = tears[*t].pieces;
        joined.join(a, b)
    });
    let ways = ways.into_iter().flat_map(|(_, t, ends)| {
        let at = tears[t].at;
        ends.map(|end| [at, end + (end - at).normalize_or_zero() * INTO * spacing])
    });
    Ok(ways.collect())
}

/// Where an edge of one component crosses a triangle of another and several pieces of the mesh are within a spacing.
fn parted_places(
    pieces: &[Tree],
    body: &InputBody,
    spacing: f64,
    work: &Work,
) -> Result<Vec<Place>> {
    if body.components.len() < 2 {
        return Ok(Vec::new());
    }
    let is_parted = |p: DVec3| {
        let near = pieces.iter().filter(|tree| tree.is_near(p, spacing));
        near.take(2).count() == 2
    };
    let found = parallel::map(body.corners.len(), 64, work.threads, &work.progress, |t| {
        let [a, b, c] = body.corners[t];
        let own = body.component_of(t as u32);
        let (mut crossings, mut parted) = (Vec::new(), Vec::new());
        for (a, b) in [(a, b), (b, c), (c, a)] {
            body.solid.tree.crossings(a, b, &mut crossings);
            let others = crossings
                .iter()
                .filter(|crossing| body.component_of(crossing.triangle) != own);
            let met = others.map(|crossing| a.lerp(b, crossing.at));
            parted.extend(met.filter(|p| is_parted(*p)));
        }
        parted
    })?;
    let place = |at| Place {
        at,
        fault: Fault::Parted,
    };
    Ok(found.into_iter().flatten().map(place).collect())
}

#[cfg(test)]
mod tests {
    use super::super::input::Input;
    use super::super::report::Method;
    use super::super::tests::options;
    use super::super::{Options, Progress, conforming};
    use super::*;
    use glam::{Quat, Vec3};
    use pliant_geometry::SurfaceMesh;
    use pliant_geometry::lattice::{Split, beam_lattice, box_surface};
    use pliant_geometry::shapes::{sphere, together};

    /// A bar of length four, and tets for both of its ends, with none from 1.6 to 2.4. The tear is halfway.
    #[test]
    fn a_bar_is_torn_half_way_between_its_ends() {
        let bar = box_surface([1; 3], [4.0, 1.0, 1.0]);
        let input = Input::new(&bar, &Progress::NONE).unwrap();
        let end = beam_lattice([1; 3], [1.6, 1.0, 1.0], Split::Five);
        let mut part = Part::default();
        for from in [0.0, 2.4] {
            let first = part.positions.len() as u32;
            let moved = |p: &[f32; 3]| Vec3::from(*p).as_dvec3() + from * DVec3::X;
            part.positions.extend(end.positions.iter().map(moved));
            let tets = end.tets.iter().map(|tet| tet.map(|v| v + first));
            part.tets.extend(tets);
        }
        let torn = |part: &Part, spacing: f64| {
            torn_places(part, &input.bodies[0], spacing, &Work::ALONE).unwrap()
        };
        for spacing in [2.0, 0.3, 0.01] {
            let places = torn(&part, spacing);
            assert!(!places.is_empty());
            for place in places {
                assert!((place.at.x - 2.0).abs() <= 0.25 * spacing, "{}", place.at);
                assert_eq!(place.fault, Fault::Lacking);
            }
        }
        for spacing in [0.5, 0.02] {
            let ways = joining_ways(&part, &input.bodies[0], spacing, &Work::ALONE).unwrap();
            let into = ways.iter().map(|[_, end]| end.x);
            let into: Vec<_> = into.collect();
            let wanted = [1.6 - 0.5 * spacing, 2.4 + 0.5 * spacing];
            assert_eq!(into.len(), 2, "one tear is enough: {into:?}");
            let is_there = |x: &f64| into.iter().any(|end| (end - x).abs() < 1e-6);
            assert!(wanted.iter().all(is_there), "{into:?}");
            let mut from = ways.iter().map(|[from, _]| from.x);
            assert!(from.all(|x| (x - 2.0).abs() <= 0.25 * spacing), "{ways:?}");
        }
        part.tets.truncate(end.tets.len());
        part.positions.truncate(end.positions.len());
        assert!(torn(&part, 0.3).is_empty(), "one piece is not torn");
    }

    /// A box has 12 edges and 6 diagonals, also without one of its triangles.
    #[test]
    fn every_edge_of_an_open_surface_is_walked_once() {
        let whole = box_surface([1; 3], [1.0, 2.0, 3.0]);
        for missing in 0..whole.triangles.len() {
            let mut open = whole.clone();
            open.triangles.remove(missing);
            let input = Input::new(&open, &Progress::NONE).unwrap();
            let bits = |p: DVec3| p.to_array().map(f64::to_bits);
            let sorted = |[a, b]: [DVec3; 2]| [bits(a).min(bits(b)), bits(a).max(bits(b))];
            let mut walked: Vec<_> = edges(&input.bodies[0]).into_iter().map(sorted).collect();
            walked.sort_unstable();
            walked.dedup();
            assert_eq!((walked.len(), edges(&input.bodies[0]).len()), (18, 18));
        }
    }

    /// Two balls, askew, connected by a bar of this radius and length.
    fn dumbbell(width: f32, length: f32) -> SurfaceMesh {
        let mut ball = sphere(5, 1.0);
        let turn = Quat::from_axis_angle(Vec3::new(1.0, 2.0, 3.0).normalize(), 1.0);
        for p in &mut ball.positions {
            let [x, y, z] = *p;
            // The middle half is stretched to the bar.
            let (x, share) = match x.abs() < 0.5 {
                true => (length * x, width / y.hypot(z)),
                false => (x + x.signum() * 0.5 * (length - 1.0), 1.0),
            };
            *p = (turn * Vec3::new(x, share * y, share * z)).to_array();
        }
        ball
    }

    /// Without a thicker neck it would be in two pieces, and a cage.
    #[test]
    fn a_neck_that_no_vertex_of_the_lattice_is_in_holds_its_ends() {
        let options = Options {
            most_elements: 50_000,
            ..options(12_500)
        };
        let made = conforming(&dumbbell(0.02, 0.3), &options, &Progress::NONE).unwrap();
        let body = &made.1.bodies[0];
        assert_eq!(
            (body.method, body.pieces),
            (Method::Conforming, 1),
            "{body:?}"
        );
    }

    /// Two octahedra with tips that overlap by 0.01: no lattice vertex is in both.
    #[test]
    fn parts_that_touch_with_their_tips_are_one_piece() {
        let corners = [Vec3::X, Vec3::Y, Vec3::Z].map(|way| [way, -way]).concat();
        let octahedron = |x: f32, turn: f32| {
            let turn = Quat::from_rotation_x(turn);
            let at = |p: &Vec3| (turn * *p + x * Vec3::X).to_array();
            let sides = [[0, 2, 4], [2, 1, 4], [1, 3, 4], [3, 0, 4]];
            let below = sides.map(|[a, b, _]| [b, a, 5]);
            SurfaceMesh {
                positions: corners.iter().map(at).collect(),
                triangles: [sides, below].concat(),
                ..Default::default()
            }
        };
        let mesh = together(&[octahedron(-0.995, 0.0), octahedron(0.995, 0.4)]);
        let options = Options {
            most_elements: 80_000,
            ..options(40_000)
        };
        let made = conforming(&mesh, &options, &Progress::NONE).unwrap();
        let bodies = &made.1.bodies;
        assert_eq!((bodies.len(), bodies[0].pieces), (1, 1), "{bodies:?}");
        assert!(bodies[0].is_near, "{bodies:?}");
    }
}
