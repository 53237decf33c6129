//! Chains of lattice vertices that count as inside wherever the surface is. They run between pieces of a mesh and hold
//! together a body with an unresolved neck, or parts that only touch. A chain is as thin as tets can be, a third of the
//! spacing around its vertices, and ends inside the pieces.

use super::bcc::{LONG, Site, Sites};
use super::bits::Grid;
use super::stencil::threshold;
use super::torn::INTO;
use glam::{DVec3, IVec3};
use pliant_geometry::solid::Tree;

/// The largest distance of a point from the nearest lattice vertex: √5/4 [spacing].
const NEAREST: f64 = 0.559_017;
/// Tolerance for identifying vertices [spacing].
const SAME: f64 = 1e-3;
/// The most bisections until the vertices nearest to a segment's ends are neighbours.
const HALVINGS: usize = 40;

pub struct Joints {
    vertices: Tree,
    spacing: f64,
    reach: f64,
}

impl Joints {
    /// Chains along some segments, in addition to earlier ones.
    pub fn along(ways: &[[DVec3; 2]], grid: &Grid, before: Option<&Self>) -> Self {
        let mut chain = Vec::new();
        for [a, b] in ways {
            chain.push(nearest_site(grid, *a));
            add_chain(grid, [*a, *b], HALVINGS, &mut chain);
        }
        chain.sort_unstable();
        chain.dedup();
        let own = chain.into_iter().map(|site| [position(grid, site); 3]);
        let earlier = before.map_or(&[][..], |joints| &joints.vertices.triangles);
        let vertices: Vec<_> = earlier.iter().copied().chain(own).collect();
        Self {
            vertices: Tree::new(&vertices),
            spacing: grid.spacing.x,
            reach: before.map_or(0.0, |joints| joints.reach) + threshold(LONG) + INTO + NEAREST,
        }
    }

    /// The largest distance of a chain's boundary from its segment [length unit].
    pub fn thickness(&self) -> f64 {
        (NEAREST + threshold(LONG)) * self.spacing
    }

    /// How far the vertices can be outside the solid's box [length unit]. A segment ends where a piece of the mesh
    /// does, which is past the box by at most a cut's distance from its vertex, plus `INTO`; vertices are within
    /// `NEAREST` of it. Pieces held by earlier chains end as far past those.
    pub fn reach(&self) -> f64 {
        self.reach * self.spacing
    }

    pub fn insert(&self, sites: &mut Sites) {
        for [vertex, ..] in &self.vertices.triangles {
            let mut own = None;
            sites.for_each_near(*vertex, SAME * self.spacing, |site| own = Some(site));
            own.into_iter().for_each(|site| sites.insert(site));
        }
    }

    pub fn has(&self, p: DVec3) -> bool {
        self.vertices.is_near(p, SAME * self.spacing)
    }

    /// The least cut on an edge from a chain's vertex to one outside. A nearer one would move the vertex.
    pub fn least_way_out(&self, a: DVec3, b: DVec3) -> f64 {
        let is_long = a.distance(b) > 0.95 * self.spacing;
        threshold(if is_long { 0 } else { LONG })
    }
}

/// The vertices nearest to the points of a segment, without the first.
fn add_chain(grid: &Grid, [a, b]: [DVec3; 2], halvings: usize, chain: &mut Vec<Site>) {
    let [from, to] = [a, b].map(|p| nearest_site(grid, p));
    let way = IVec3::from_array(to) - IVec3::from_array(from);
    // Two along an axis, or one along each.
    if halvings == 0 || way.length_squared() <= 4 {
        chain.push(to);
        return;
    }
    let middle = a.midpoint(b);
    add_chain(grid, [a, middle], halvings - 1, chain);
    add_chain(grid, [middle, b], halvings - 1, chain);
}

fn nearest_site(grid: &Grid, p: DVec3) -> Site {
    let local = (p - grid.origin) / (0.5 * grid.spacing);
    let even = 2.0 * (0.5 * local).round();
    let odd = 2.0 * (0.5 * (local - 1.0)).round() + 1.0;
    let is_even = even.distance_squared(local) <= odd.distance_squared(local);
    let nearest = if is_even { even } else { odd };
    nearest.as_ivec3().to_array()
}

fn position(grid: &Grid, site: Site) -> DVec3 {
    grid.origin + IVec3::from_array(site).as_dvec3() * (0.5 * grid.spacing)
}

#[cfg(test)]
mod tests {
    use super::super::bcc::{WAYS, step, way};
    use super::super::report::Method;
    use super::super::tests::options;
    use super::super::{Options, Progress, conforming};
    use super::*;
    use glam::Vec3;
    use pliant_geometry::SurfaceMesh;
    use pliant_geometry::lattice::box_surface;
    use pliant_geometry::shapes::{moved, sphere, together};

    fn grid() -> Grid {
        let (low, high) = (DVec3::splat(-2.0), DVec3::splat(3.0));
        Grid::covering(low, high, DVec3::splat(0.013), 0.4).unwrap()
    }

    #[test]
    fn a_vertex_is_the_nearest_if_no_neighbour_is_nearer() {
        let grid = grid();
        for n in 0..1000 {
            let p = (f64::from(n) * DVec3::new(0.317, 0.731, 0.513)).fract();
            let site = nearest_site(&grid, p);
            let squared = |site: Site| position(&grid, site).distance_squared(p);
            // A vertex's Voronoi cell has a face towards each neighbour.
            let neighbours = WAYS.iter().map(|way| squared(step(site, *way)));
            assert!(neighbours.fold(f64::INFINITY, f64::min) >= squared(site));
            assert!(squared(site).sqrt() <= NEAREST * grid.spacing.x);
        }
    }

    /// Also along planes, edges and corners of cells, where several vertices are equally near.
    #[test]
    fn a_chain_goes_from_neighbour_to_neighbour_beside_its_way() {
        let grid = grid();
        let mut ways: Vec<_> = (0..200)
            .map(|n| {
                let p = |k: f64| ((f64::from(n) + k) * DVec3::new(0.317, 0.731, 0.513)).fract();
                [p(0.0), p(0.5) + 0.7]
            })
            .collect();
        let at = |site| position(&grid, site);
        ways.push([at([8, 8, 8]), at([8, 8, 14])]);
        ways.push([at([9, 9, 8]), at([9, 9, 15])]);
        ways.push([at([8, 9, 8]), at([14, 15, 14])]);
        ways.push([at([8, 8, 8]); 2]);
        for [a, b] in ways {
            let mut chain = vec![nearest_site(&grid, a)];
            add_chain(&grid, [a, b], HALVINGS, &mut chain);
            chain.dedup();
            assert_eq!(chain.last(), Some(&nearest_site(&grid, b)));
            for pair in chain.windows(2) {
                assert!(way(pair[0], pair[1]).is_some(), "{pair:?} of {a} to {b}");
            }
            for site in chain {
                let p = position(&grid, site);
                let squared = (b - a).length_squared().max(f64::MIN_POSITIVE);
                let along = (p - a).dot(b - a) / squared;
                let nearest = a.lerp(b, along.clamp(0.0, 1.0));
                let most = (NEAREST + 1e-6) * grid.spacing.x;
                assert!(nearest.distance(p) <= most, "{site:?} of {a} to {b}");
            }
        }
    }

    /// Segments that reach as far out of a box as possible, also after earlier chains.
    #[test]
    fn the_grid_holds_chains_and_the_vertices_around_them() {
        let (low, high, spacing) = (DVec3::ZERO, DVec3::splat(1.0), 0.4);
        // The short edges may be cut farthest from a vertex.
        let past = (threshold(LONG) * 0.75f64.sqrt() + INTO) * spacing;
        for n in 0..1000 {
            let offset = (f64::from(n) * DVec3::new(0.317, 0.731, 0.513)).fract();
            let mut before: Option<(Joints, f64)> = None;
            for _ in 0..2 {
                let bare = Grid::covering(low, high, offset, spacing).unwrap();
                let ends = before
                    .as_ref()
                    .map_or(past, |(_, farthest)| farthest + past);
                let ways = [[0.5 * (low + high), low - ends], [low, high + ends]];
                let joints = Joints::along(&ways, &bare, before.as_ref().map(|(joints, _)| joints));
                let reach = joints.reach();
                let grid = Grid::covering(low - reach, high + reach, offset, spacing).unwrap();
                let mut sites = Sites::new(grid, |_| false);
                joints.insert(&mut sites);
                let vertices = joints.vertices.triangles.iter().map(|[p, ..]| *p);
                let mut own: Vec<_> = vertices.clone().map(|p| nearest_site(&grid, p)).collect();
                own.sort_unstable();
                own.dedup();
                assert_eq!(sites.count(), own.len());
                let mut around = sites.none();
                sites.for_each(|site| {
                    for beside in WAYS.iter().map(|way| step(site, *way)) {
                        around.insert(beside);
                        assert!(around.has(beside), "{site:?} is at the end of the grid");
                    }
                });
                let out = vertices.map(|p| (low - p).max(p - high).max_element());
                let farthest = out.fold(0.0, f64::max);
                before = Some((joints, farthest));
            }
        }
    }

    /// Two balls, 0.4 apart, on a thread 0.04 thick, beside a ball so large that all this is within the tolerance.
    /// Nothing is missed, and two pieces of three components are allowed.
    fn on_a_thread() -> SurfaceMesh {
        let thread = moved(
            box_surface([1; 3], [2.0, 0.04, 0.04]),
            [-1.0, -0.02, -0.02],
            1.0,
        );
        let mut small = together(&[
            moved(sphere(4, 0.5), [-0.7, 0.0, 0.0], 1.0),
            moved(sphere(4, 0.5), [0.7, 0.0, 0.0], 1.0),
            thread,
        ]);
        let turn = glam::Quat::from_axis_angle(Vec3::new(1.0, 2.0, 3.0).normalize(), 1.0);
        let turned = |p: &mut [f32; 3]| *p = (turn * Vec3::from(*p)).to_array();
        small.positions.iter_mut().for_each(turned);
        together(&[moved(sphere(5, 10.0), [0.0, 0.0, 14.0], 1.0), small])
    }

    #[test]
    fn what_hangs_on_a_thread_is_one_piece() {
        for most_elements in [8_000, 16_000, 30_000] {
            let options = Options {
                most_elements,
                ..options(4_000)
            };
            let made = conforming(&on_a_thread(), &options, &Progress::NONE).unwrap();
            let bodies = &made.1.bodies;
            assert_eq!(bodies.len(), 2);
            for body in bodies {
                let found = (body.method, body.pieces, body.is_near);
                assert_eq!(found, (Method::Conforming, 1, true), "{body:?}");
            }
            // A lattice that resolves the thread would not need chains.
            assert!(bodies[1].spacing > 0.1, "{bodies:?}");
        }
    }
}
