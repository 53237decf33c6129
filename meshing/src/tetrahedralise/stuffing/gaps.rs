//! Gaps narrower than the lattice's edges. An edge between inside vertices that passes through air bridges a gap if its
//! ends are not connected nearby. The end nearer to the gap is taken out if the wall is thick enough. An outside vertex
//! with cuts towards both sides of a gap is not moved, or it would be a corner of both sides' tets.

use super::super::bcc::{Site, Sites, WAYS, step, way};
use super::super::dilate::Dilated;
use super::super::field::{Work, part};
use super::super::fragments::Fragments;
use glam::DVec3;
use pliant_geometry::error::Result;
use pliant_geometry::parallel;
use pliant_geometry::solid::Look;
use std::collections::HashSet;

/// Vertices are connected nearby if twice this many inside edges link them, as at the bottom of a gap.
const STEPS: usize = 2;
const CHUNK: usize = 64;
/// A neighbour is behind a vertex if the cosine to the direction from the gap is at least this.
const BEHIND: f64 = 0.5;

struct Bridge {
    ends: [Site; 2],
    /// From each end to the air [length unit].
    walls: [f64; 2],
}

pub struct Gaps {
    /// Edges between inside vertices that pass through air, lower end first.
    air: HashSet<[Site; 2]>,
    at_air: Sites,
    /// Those that bridge a gap, thinnest walls first.
    bridges: Vec<Bridge>,
    /// Vertices inside only the moved boundary, connected to several sides of a gap.
    knobs: Vec<Site>,
    /// Vertices inside the original solid.
    plain: Sites,
}

impl Gaps {
    /// Finds edges and vertices that bridge gaps. `plain` are the vertices inside the original solid.
    pub fn find(inside: &Sites, plain: Sites, solid: &Dilated, work: &Work) -> Result<Self> {
        let mut bridges = edges_through_air(inside, solid, &part(work, 0.0, 0.7))?;
        let wall = |bridge: &Bridge| bridge.walls[0].min(bridge.walls[1]);
        bridges.sort_unstable_by(|a, b| wall(a).total_cmp(&wall(b)).then(a.ends.cmp(&b.ends)));
        let mut gaps = Self {
            air: bridges.iter().map(|bridge| bridge.ends).collect(),
            at_air: inside.none(),
            bridges: Vec::new(),
            knobs: Vec::new(),
            plain,
        };
        let ends = bridges.iter().flat_map(|bridge| bridge.ends);
        ends.for_each(|end| gaps.at_air.insert(end));
        let rest = work.progress.part(0.7, 1.0);
        let are_apart = parallel::map(bridges.len(), CHUNK, work.threads, &rest, |n| {
            let [a, b] = bridges[n].ends;
            !gaps.hang_together(inside, a, b)
        })?;
        let bridges = bridges.into_iter().zip(are_apart);
        gaps.bridges = bridges
            .filter_map(|(bridge, is)| is.then_some(bridge))
            .collect();
        gaps.knobs = gaps.knobs(inside, solid);
        Ok(gaps)
    }

    fn knobs(&self, inside: &Sites, solid: &Dilated) -> Vec<Site> {
        let mut knobs = Vec::new();
        inside.for_each(|site| {
            if self.plain.has(site) || solid.holds_together(inside.position(site)) {
                return;
            }
            // Two of them, one on each side, bridge a gap as well.
            let beside = WAYS.iter().map(|way| step(site, *way));
            let beside = beside.filter(|other| inside.has(*other) && !self.plain.has(*other));
            let all = std::iter::once(site).chain(beside);
            let mut sides = all.flat_map(|site| WAYS.map(|way| step(site, way)));
            let mut is_side = |other: &Site| inside.has(*other) && self.plain.has(*other);
            let Some(first) = sides.find(&mut is_side) else {
                return;
            };
            let mut others = sides.filter(is_side);
            if others.any(|other| !self.hang_together(inside, first, other)) {
                knobs.push(site);
            }
        });
        knobs
    }

    pub fn count(&self) -> usize {
        self.bridges.len() + self.knobs.len()
    }

    /// Takes out vertices until no edge bridges a gap. Returns how many remain because their walls are too thin.
    pub fn open(&self, inside: &mut Sites, solid: &Dilated) -> usize {
        let mut left = 0;
        self.knobs.iter().for_each(|knob| inside.set(*knob, false));
        for bridge in &self.bridges {
            let [a, b] = bridge.ends;
            let is_open = !inside.has(a) || !inside.has(b) || self.hang_together(inside, a, b);
            let ends = match bridge.walls[0] <= bridge.walls[1] {
                true => [[a, b], [b, a]],
                false => [[b, a], [a, b]],
            };
            let mut goes = |[end, other]: [Site; 2]| {
                !solid.is_joint(inside.position(end)) && self.takes_out(inside, end, other)
            };
            left += usize::from(!is_open && !ends.into_iter().any(&mut goes));
        }
        left
    }

    /// Neighbours inside the original solid with no air in between.
    fn around<'a>(&'a self, inside: &'a Sites, site: Site) -> impl Iterator<Item = Site> + 'a {
        let all = WAYS.iter().map(move |way| step(site, *way));
        let is_inside = |other: Site| inside.has(other) && self.plain.has(other);
        all.filter(move |other| is_inside(*other) && !self.is_air(site, *other))
    }

    fn is_air(&self, a: Site, b: Site) -> bool {
        self.at_air.has(a) && self.at_air.has(b) && self.air.contains(&in_order(a, b))
    }

    fn hang_together(&self, inside: &Sites, a: Site, b: Site) -> bool {
        let near = self.reached(inside, a);
        self.reached(inside, b)
            .iter()
            .any(|site| near.binary_search(site).is_ok())
    }

    /// What `STEPS` steps reach, sorted.
    fn reached(&self, inside: &Sites, from: Site) -> Vec<Site> {
        let mut all = vec![from];
        let mut last = 0;
        for _ in 0..STEPS {
            let next: Vec<_> = all[last..]
                .iter()
                .flat_map(|s| self.around(inside, *s))
                .collect();
            last = all.len();
            all.extend(next);
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Takes a vertex out if there is one behind it, seen from the gap, and its neighbours stay connected.
    fn takes_out(&self, inside: &mut Sites, end: Site, other: Site) -> bool {
        let own: Vec<_> = self.around(inside, end).collect();
        let way = |to: Site| DVec3::from_array([0, 1, 2].map(|i| f64::from(to[i] - end[i])));
        let out = way(other).normalize();
        if !own
            .iter()
            .any(|behind| way(*behind).normalize().dot(out) <= -BEHIND)
        {
            return false;
        }
        inside.set(end, false);
        let are_one = own
            .windows(2)
            .all(|pair| self.hang_together(inside, pair[0], pair[1]));
        inside.set(end, !are_one);
        are_one
    }

    /// Which outside vertices have neighbours on both sides of a gap.
    pub fn between(&self, inside: &Sites, sites: &[Site], work: &Work) -> Result<Vec<bool>> {
        parallel::map(sites.len(), 4 * CHUNK, work.threads, &work.progress, |v| {
            !inside.has(sites[v]) && self.is_between(inside, sites[v])
        })
    }

    fn is_between(&self, inside: &Sites, site: Site) -> bool {
        let around = WAYS.iter().map(|way| step(site, *way));
        let mut left: Vec<_> = around.filter(|other| inside.has(*other)).collect();
        // Most are neighbours of each other.
        let Some(first) = left.pop() else {
            return false;
        };
        let mut side = vec![first];
        while let Some(from) = side.pop() {
            let is_beside =
                |other: &Site| way(from, *other).is_some() && !self.is_air(from, *other);
            let (beside, others) = left.into_iter().partition(is_beside);
            left = others;
            side.extend::<Vec<Site>>(beside);
        }
        left.iter()
            .any(|other| !self.hang_together(inside, first, *other))
    }
}

fn in_order(a: Site, b: Site) -> [Site; 2] {
    [a.min(b), a.max(b)]
}

fn edges_through_air(inside: &Sites, solid: &Dilated, work: &Work) -> Result<Vec<Bridge>> {
    let triangles = &solid.solid.tree.triangles;
    let progress = work.progress.part(0.0, 0.3);
    let Some(cells) = Fragments::touched(triangles, inside.grid(), &progress)? else {
        return Ok(Vec::new());
    };
    // An edge that the surface crosses in a cell has an end at its centre or a corner.
    let mut near = inside.none();
    cells.for_each(|cell| {
        let low = cell.map(|c| 2 * c);
        let corners = (0..8).map(|n| step(low, [n & 1, n >> 1 & 1, n >> 2].map(|c| 2 * c)));
        for site in corners
            .chain([step(low, [1; 3])])
            .filter(|site| inside.has(*site))
        {
            near.insert(site);
        }
    });
    let mut sites = Vec::with_capacity(near.count());
    near.for_each(|site| sites.push(site));
    let (rest, spacing) = (part(work, 0.3, 1.0), inside.spacing());
    let chunks = sites.len().div_ceil(CHUNK);
    let found = parallel::map(chunks, 1, rest.threads, &rest.progress, |chunk| {
        let (mut found, mut look) = (Vec::new(), Look::default());
        for site in sites.iter().skip(chunk * CHUNK).take(CHUNK) {
            let a = inside.position(*site);
            look.around(&solid.solid.tree, a, 1.001 * spacing);
            let others = WAYS.iter().map(|way| step(*site, *way));
            let is_own = |other: &Site| inside.has(*other) && (site < other || !near.has(*other));
            for other in others.filter(is_own) {
                let b = inside.position(other);
                if let Some([out, back]) = solid.air_between(a, b, spacing, &mut look) {
                    let walls = [out, 1.0 - back].map(|share| share * a.distance(b));
                    let ends = in_order(*site, other);
                    found.push(match ends[0] == *site {
                        true => Bridge { ends, walls },
                        false => Bridge {
                            ends,
                            walls: [walls[1], walls[0]],
                        },
                    });
                }
            }
        }
        found
    })?;
    Ok(found.into_iter().flatten().collect())
}
