//! The bodies of a surface. Triangles that share vertices form a component. A component that crosses another one, is a
//! cavity of it, or lies inside it belongs to the same body. Bodies are meshed one by one, so gaps between them stay
//! open.

use super::progress::{Meter, Progress};
use crate::error::Result;
use crate::sets::Sets;
use crate::solid::{INSIDE, Solid, Tree};
use glam::DVec3;

/// An open patch's area vectors sum to more than this fraction of its area [1]: 1 for a flat piece, 0.5 for a
/// hemisphere, 0 for a closed surface. All patches together make one body.
const OPEN: f64 = 0.2;
/// A surface with more components than this is one body.
const MAX_COMPONENTS: usize = 4096;

/// Open components that enclose a volume together, except for cracks and holes.
pub struct Together {
    /// One vertex of each component.
    pub vertices: Vec<u32>,
}

/// Triangles that enclose one solid.
pub struct Body {
    /// Vertex indices, outward.
    pub triangles: Vec<[u32; 3]>,
    /// The components in it, numbered by their first triangles.
    pub components: Vec<u32>,
    /// Where the triangles of each component start.
    pub starts: Vec<u32>,
    /// The first of its triangles in the surface.
    pub first_triangle: u32,
}

struct Component {
    triangles: Vec<u32>,
    low: DVec3,
    high: DVec3,
    volume: f64,
    is_open: bool,
}

/// Box comparisons that count as one item of work.
const BOXES: usize = 128;
/// Items of work for a triangle whose edges are traced, and for a winding number.
const ITEMS: usize = 4;

/// Cuts a surface into bodies, ordered by their first triangles. Indices must be in range.
///
/// # Errors
/// `Cancelled`.
pub fn bodies(
    positions: &[DVec3],
    triangles: &[[u32; 3]],
    together: &[Together],
    progress: &Progress,
) -> Result<Vec<Body>> {
    progress.report(0.0)?;
    let found = Components::new(positions, triangles, together);
    progress.report(0.1)?;
    let count = found.all.len();
    let mut groups = Sets::new(count);
    let mut turned = vec![false; count];
    if count > MAX_COMPONENTS {
        for c in 1..count as u32 {
            groups.join(0, c);
        }
    } else {
        join_patches(&found.all, &mut groups);
        found.join(&mut groups, &mut turned, &progress.part(0.1, 1.0))?;
    }
    Ok(collect(&found.all, triangles, &mut groups, &turned))
}

/// The body of each triangle of an unrepaired surface. Open components, and all beyond 4,096, are bodies of their own.
pub fn bodies_as_drawn(positions: &[DVec3], triangles: &[[u32; 3]]) -> Vec<u32> {
    let found = Components::new(positions, triangles, &[]);
    let count = found.all.len();
    let mut groups = Sets::new(count);
    if count <= MAX_COMPONENTS {
        let joined = found.join(&mut groups, &mut vec![false; count], &Progress::NONE);
        debug_assert_eq!(joined, Ok(()), "nobody cancels");
    }
    let of = found.component_of.iter().map(|c| groups.find(*c));
    of.collect()
}

struct Components {
    /// The component of each triangle.
    component_of: Vec<u32>,
    all: Vec<Component>,
    corners: Vec<[DVec3; 3]>,
}

impl Components {
    fn new(positions: &[DVec3], triangles: &[[u32; 3]], together: &[Together]) -> Self {
        let (component_of, count) = components(positions.len(), triangles, together);
        let mut members = vec![Vec::new(); count];
        for (t, &c) in component_of.iter().enumerate() {
            members[c as usize].push(t as u32);
        }
        let corner = |v: u32| positions[v as usize];
        let corners: Vec<_> = triangles.iter().map(|t| t.map(corner)).collect();
        let members = members.into_iter();
        Self {
            all: members.map(|t| Component::new(t, &corners)).collect(),
            component_of,
            corners,
        }
    }

    /// Joins components that cross, and those inside others.
    fn join(&self, groups: &mut Sets, turned: &mut [bool], progress: &Progress) -> Result<()> {
        if let [] | [_] = &self.all[..] {
            (turned.iter_mut().zip(&self.all)).for_each(|(turned, c)| *turned = c.volume < 0.0);
            return Ok(());
        }
        let crossing = progress.part(0.0, 2.0 / 3.0);
        join_crossing(
            &self.all,
            &self.component_of,
            &self.corners,
            groups,
            &crossing,
        )?;
        let nested = progress.part(2.0 / 3.0, 1.0);
        join_nested(&self.all, &self.corners, groups, turned, &nested)
    }
}

fn collect(
    components: &[Component],
    triangles: &[[u32; 3]],
    groups: &mut Sets,
    turned: &[bool],
) -> Vec<Body> {
    let (group_of, count) = groups.number();
    let mut bodies: Vec<Body> = (0..count)
        .map(|_| Body {
            triangles: Vec::new(),
            components: Vec::new(),
            starts: Vec::new(),
            first_triangle: u32::MAX,
        })
        .collect();
    for (c, component) in components.iter().enumerate() {
        let body = &mut bodies[group_of[c] as usize];
        body.components.push(c as u32);
        body.starts.push(body.triangles.len() as u32);
        body.first_triangle = body.first_triangle.min(component.triangles[0]);
        body.triangles.extend(component.triangles.iter().map(|t| {
            let [a, b, c3] = triangles[*t as usize];
            if turned[c] { [a, c3, b] } else { [a, b, c3] }
        }));
    }
    bodies.sort_by_key(|body| body.first_triangle);
    bodies
}

/// The component of each triangle, and how many there are.
fn components(
    vertex_count: usize,
    triangles: &[[u32; 3]],
    together: &[Together],
) -> (Vec<u32>, usize) {
    let mut sets = Sets::new(vertex_count);
    for pair in together.iter().flat_map(|own| own.vertices.windows(2)) {
        sets.join(pair[0], pair[1]);
    }
    for [a, b, c] in triangles {
        sets.join(*a, *b);
        sets.join(*a, *c);
    }
    let mut number_of = vec![u32::MAX; vertex_count];
    let mut count = 0;
    let of = triangles.iter().map(|t| {
        let number = &mut number_of[sets.find(t[0]) as usize];
        if *number == u32::MAX {
            *number = count;
            count += 1;
        }
        *number
    });
    (of.collect(), count as usize)
}

impl Component {
    fn new(triangles: Vec<u32>, corners: &[[DVec3; 3]]) -> Self {
        let all = || triangles.iter().map(|t| corners[*t as usize]);
        let low = all().flatten().fold(DVec3::INFINITY, DVec3::min);
        let high = all().flatten().fold(DVec3::NEG_INFINITY, DVec3::max);
        let middle = 0.5 * (low + high);
        let (mut vector, mut area, mut volume) = (DVec3::ZERO, 0.0, 0.0);
        for [a, b, c] in all() {
            let twice = (b - a).cross(c - a);
            vector += twice;
            area += twice.length();
            volume += twice.dot(a - middle) / 6.0;
        }
        Self {
            low,
            high,
            volume,
            is_open: vector.length() > OPEN * area,
            triangles,
        }
    }

    fn overlaps(&self, other: &Self) -> bool {
        self.low.cmple(other.high).all() && other.low.cmple(self.high).all()
    }

    fn solid(&self, corners: &[[DVec3; 3]]) -> Solid {
        let own: Vec<_> = self
            .triangles
            .iter()
            .map(|t| corners[*t as usize])
            .collect();
        Solid::new(&own)
    }
}

fn join_patches(components: &[Component], groups: &mut Sets) {
    let mut open = (0..components.len()).filter(|c| components[*c].is_open);
    if let Some(first) = open.next() {
        for c in open {
            groups.join(first as u32, c as u32);
        }
    }
}

/// Joins two components if an edge of one crosses a triangle of the other.
fn join_crossing(
    components: &[Component],
    component_of: &[u32],
    corners: &[[DVec3; 3]],
    groups: &mut Sets,
    progress: &Progress,
) -> Result<()> {
    let is_alone = |c: usize| {
        let others = components.iter().enumerate();
        !others
            .into_iter()
            .any(|(other, component)| other != c && component.overlaps(&components[c]))
    };
    let all = Tree::with_progress(corners, &progress.part(0.0, 0.3))?;
    let mut found = Vec::new();
    let each = components.len().div_ceil(BOXES);
    let work = each * components.len() + ITEMS * corners.len();
    let mut meter = Meter::new(&progress.part(0.3, 1.0), work);
    for (c, component) in components.iter().enumerate() {
        meter.add(each)?;
        if is_alone(c) {
            continue;
        }
        for &[p, q, r] in component.triangles.iter().map(|t| &corners[*t as usize]) {
            meter.add(ITEMS)?;
            for (a, b) in [(p, q), (q, r), (r, p)] {
                all.crossings(a, b, &mut found);
                meter.add(found.len() / ITEMS)?;
                for crossing in &found {
                    groups.join(c as u32, component_of[crossing.triangle as usize]);
                }
            }
        }
    }
    Ok(())
}

/// Goes from the largest component down. A component inside the solid built so far joins the body around it, and so
/// does a cavity, which faces inward. All others are bodies of their own and are turned outward.
fn join_nested(
    components: &[Component],
    corners: &[[DVec3; 3]],
    groups: &mut Sets,
    turned: &mut [bool],
    progress: &Progress,
) -> Result<()> {
    let mut order: Vec<usize> = (0..components.len()).collect();
    order.sort_by(|a, b| {
        components[*b]
            .volume
            .abs()
            .total_cmp(&components[*a].volume.abs())
            .then(a.cmp(b))
    });
    let mut solids: Vec<Option<Solid>> = (0..components.len()).map(|_| None).collect();
    let each = components.len().div_ceil(BOXES);
    let work = each * components.len() + ITEMS * corners.len();
    let mut meter = Meter::new(progress, work);
    for (place, &c) in order.iter().enumerate() {
        meter.add(each)?;
        let point = corners[components[c].triangles[0] as usize][0];
        let (mut winding, mut innermost) = (0.0, None);
        for &around in &order[..place] {
            let is_around = components[around].low.cmple(point).all()
                && point.cmple(components[around].high).all();
            if !is_around || groups.find(c as u32) == groups.find(around as u32) {
                continue;
            }
            meter.add(ITEMS)?;
            if solids[around].is_none() {
                meter.add(ITEMS * components[around].triangles.len())?;
            }
            let solid = solids[around].get_or_insert_with(|| components[around].solid(corners));
            let own = solid.winding(point);
            winding += if turned[around] { -own } else { own };
            if own.abs() >= INSIDE {
                innermost = Some(around);
            }
        }
        match innermost {
            Some(around) if winding.abs() >= INSIDE => {
                groups.join(c as u32, around as u32);
            }
            _ => turned[c] = components[c].volume < 0.0 && !components[c].is_open,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Status;
    use crate::lattice::box_surface;
    use crate::shapes::{moved, together};
    use std::cell::RefCell;

    /// A thousand chains of three boxes inside a large one. The callback that stops the work is the last one called.
    #[test]
    fn telling_thousands_of_parts_apart_is_told_and_can_be_stopped() {
        let link = box_surface([1; 3], [0.7, 0.2, 0.2]);
        let links = (0..3000).map(|n| {
            let [i, j, k] = [n % 3, n / 3 % 32, n / 96].map(|c| c as f32);
            moved(
                link.clone(),
                [0.6 * i, 0.5 * j, 0.5 * k + 0.1 * (i % 2.0)],
                1.0,
            )
        });
        let around = moved(box_surface([1; 3], [9.0, 20.0, 20.0]), [-1.0; 3], 1.0);
        let mut parts: Vec<_> = links.collect();
        parts.push(around);
        let surface = together(&parts);
        let positions = surface
            .positions
            .iter()
            .map(|p| glam::Vec3::from(*p).as_dvec3());
        let positions: Vec<DVec3> = positions.collect();
        let calls = |most: usize| {
            let told = RefCell::new(Vec::new());
            let tell = |done: f32| {
                told.borrow_mut().push(done);
                told.borrow().len() < most
            };
            let made = bodies(&positions, &surface.triangles, &[], &Progress::new(&tell));
            (told.into_inner(), made.map(|bodies| bodies.len()))
        };
        let (told, made) = calls(usize::MAX);
        assert_eq!(made, Ok(1));
        // One call for every 2^14 of about 10^6 items.
        assert!(told.len() > 30 && told.is_sorted(), "{told:?}");
        let gaps = told.windows(2).map(|pair| pair[1] - pair[0]);
        assert!(gaps.fold(0.0, f32::max) < 0.2, "{told:?}");
        for stop in (1..=told.len()).step_by(9) {
            let (some, made) = calls(stop);
            assert_eq!(
                (some.len(), made.map_err(|e| e.status)),
                (stop, Err(Status::Cancelled))
            );
        }
    }
}
