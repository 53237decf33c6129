use super::super::bcc::step;
use super::super::manifold::boundary_of;
use super::*;
use crate::tetrahedralise::quality::Quality;
use pliant_geometry::progress::Progress;
use pliant_geometry::shapes::sphere;
use pliant_geometry::solid::Solid;

pub fn uncut(inside: &Sites) -> Stuffing {
    let deep = inside.deep();
    Stuffing::uncut(inside, &deep, Octree::new(deep.deep_cells()))
}

fn numbers(seed: u64) -> impl FnMut() -> f64 {
    let mut state = seed;
    move || {
        // SplitMix64 (Steele, Lea and Flood 2014).
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) as f64 / 2f64.powi(64)
    }
}

/// Random signs and cuts without any surface: the bounds hold for all cuts.
pub fn random(seed: u64) -> Stuffing {
    let mut next = numbers(seed);
    let grid = Grid {
        origin: DVec3::ZERO,
        spacing: DVec3::ONE,
        counts: [20, 20, 20],
    };
    let share = 0.2 + 0.6 * next();
    let inside = Sites::new(grid, |_| next() < share);
    random_cuts(uncut(&inside), seed + 1000)
}

/// Half of the cuts lie on thresholds or at ends, where angles are worst.
pub fn random_cuts(mut made: Stuffing, seed: u64) -> Stuffing {
    let mut next = numbers(seed);
    let warps = next();
    let mut at = |_, _, way: usize| {
        let low = threshold(way);
        let within = [low, 1.0 - low, low + (1.0 - 2.0 * low) * next()][(3.0 * next()) as usize];
        let ends = [0.0, low * 0.9999, 1.0, 1.0 - low * 0.9999][(4.0 * next()) as usize];
        if next() < 0.2 * warps { ends } else { within }
    };
    let found = (0..made.sites.len()).map(|v| made.cuts_of(v, &mut at));
    let found = found.collect();
    made.take(found);
    made
}

#[test]
fn dihedral_angles_are_bounded_however_the_cuts_lie() {
    let mut all = Quality::default();
    for seed in 0..10 {
        let stuffing = random(seed);
        let held = vec![false; stuffing.sites.len()];
        let (part, _) = stuffing.fill(&stuffing.warp(&held));
        all = all.and(&Quality::of(&part));
    }
    assert!(
        all.least_dihedral > 10.5 && all.largest_dihedral < 163.8,
        "{all:?}"
    );
}

/// Assumptions of the proof in `bounds.rs`.
#[test]
fn vertices_move_less_than_the_threshold_towards_the_other_sign_and_cuts_lie_between() {
    for seed in 0..4 {
        let stuffing = random(seed);
        let held: Vec<bool> = (0..stuffing.sites.len()).map(|v| v % 3 == 0).collect();
        let warped = stuffing.warp(&held);
        let mut moved = 0;
        for (v, site) in stuffing.sites.iter().enumerate() {
            let by = warped.position(v, stuffing.position(v)) - stuffing.position(v);
            let is_on_edge = |(number, way): (usize, &[i32; 3])| {
                let edge = 0.5 * DVec3::from_array(way.map(f64::from));
                let other = stuffing.grown.rank(step(*site, *way));
                let is_other_sign =
                    other.is_some_and(|o| stuffing.is_inside[o as usize] != stuffing.is_inside[v]);
                let share = by.dot(edge) / edge.length_squared();
                is_other_sign && (by - share * edge).length() < 1e-12 && share < threshold(number)
            };
            match warped.sign[v] {
                0 => assert!(!held[v] && WAYS.iter().enumerate().any(is_on_edge)),
                _ => assert!(by == DVec3::ZERO),
            }
            moved += usize::from(warped.sign[v] == 0);
        }
        assert!(moved > 100, "{moved}");
        for cut in &stuffing.cuts {
            let [p, q] = [0.0, 1.0].map(|at| stuffing.at_cut(cut, at));
            let share = stuffing.cut_position(cut).distance(p) / q.distance(p);
            let low = threshold(cut.way as usize) - 1e-12;
            assert!(share > low && share < 1.0 - low, "{share}");
        }
    }
}

/// For random signs, and for a lattice full of inside vertices, whose boundary is the grid's end.
#[test]
fn the_boundary_is_what_one_tet_only_has() {
    let grid = Grid {
        origin: DVec3::ZERO,
        spacing: DVec3::ONE,
        counts: [12; 3],
    };
    let mut inside = Sites::new(grid, |_| true);
    let all = (0..24 * 24 * 24).map(|n| [n % 24, n / 24 % 24, n / 576]);
    let is_site = |site: &Site| site.iter().all(|c| c & 1 == site[0] & 1);
    all.filter(is_site).for_each(|site| inside.set(site, true));
    let mut full = uncut(&inside);
    full.take(vec![Vec::new(); full.sites.len()]);
    for stuffing in (0..4).map(random).chain([full]) {
        let warped = stuffing.warp(&vec![false; stuffing.sites.len()]);
        let (all, all_from) = stuffing.fill(&warped);
        let (found, from) = stuffing.boundary(&warped, None, &Work::ALONE).unwrap();
        let sites = |triangles: Vec<[u32; 3]>, from: &[u32]| {
            let sorted = |t: [u32; 3]| {
                let mut t = t.map(|v| from[v as usize]);
                t.sort_unstable();
                t
            };
            let mut sites: Vec<_> = triangles.into_iter().map(sorted).collect();
            sites.sort_unstable();
            sites
        };
        let expected = boundary_of(&all.tets, all.positions.len(), &Work::ALONE).unwrap();
        assert!(expected.len() > 1000, "{}", expected.len());
        assert!(sites(found, &from) == sites(expected, &all_from));
    }
}

/// Coarser cells change nothing at the surface, leave no gap, and have angles of halved and quartered tets.
#[test]
fn the_inside_is_coarser_and_the_boundary_that_of_the_finest_lattice() {
    let surface = sphere(4, 1.0);
    let at = |v: u32| glam::Vec3::from(surface.positions[v as usize]).as_dvec3();
    let corners: Vec<_> = surface.triangles.iter().map(|t| t.map(at)).collect();
    let solid = Solid::of_mesh(&corners, &surface.triangles, &Progress::NONE).unwrap();
    let shift = DVec3::new(0.003, 0.005, 0.007);
    let grid = Grid::covering(DVec3::NEG_ONE, DVec3::ONE, shift, 0.07).unwrap();
    let work = Work {
        threads: 2,
        progress: Progress::NONE,
    };
    let mut stuffing = Stuffing::new(&Dilated::new(&solid), grid, &work).unwrap();
    let (graded, _) = stuffing.mesh(&work).unwrap();
    let mut inside = Quality::default();
    let mut longest = 0;
    stuffing.octree.for_each_tet(|tet| {
        longest = longest.max((0..3).map(|i| (tet[0][i] - tet[1][i]).abs()).max().unwrap());
        let mut tets = vec![[0, 1, 2, 3]];
        let positions = tet.map(|p| DVec3::from_array(p.map(f64::from))).to_vec();
        if volume6([0, 1, 2, 3].map(|i| positions[i])).0 < 0.0 {
            tets[0].swap(2, 3);
        }
        inside = inside.and(&Quality::of(&Part { positions, tets }));
    });
    assert!(longest >= 8, "cells of two levels, found {longest}");
    assert!(inside.least_dihedral > 45.0 - 1e-9 && inside.largest_dihedral < 120.0 + 1e-9);
    stuffing.octree = Octree::of_cells([1; 3], std::iter::empty());
    let (fine, _) = stuffing.mesh(&work).unwrap();
    assert!(
        graded.tets.len() * 3 < fine.tets.len() * 2,
        "{} {}",
        graded.tets.len(),
        fine.tets.len()
    );
    let faces = |part: &Part| {
        let place = |v: u32| part.positions[v as usize].to_array().map(f64::to_bits);
        let triangles = boundary_of(&part.tets, part.positions.len(), &Work::ALONE).unwrap();
        let sorted = triangles.into_iter().map(|t| {
            let mut places = t.map(place);
            places.sort_unstable();
            places
        });
        sorted.collect::<std::collections::BTreeSet<_>>()
    };
    assert!(faces(&graded) == faces(&fine));
    let [graded, fine] = [&graded, &fine].map(|part| Quality::of(part).volume);
    // Sums of about 10⁵ volumes, each rounded by 10⁻¹⁶ of the sum.
    assert!((graded / fine - 1.0).abs() < 1e-11, "{graded} {fine}");
}

/// A block of cells that can be joined once or three times gives the same tets anywhere in the lattice.
#[test]
fn octants_begin_where_most_are_whole() {
    let tets = |size: [i32; 3], at: [i32; 3]| {
        let cells = (0..size[0] * size[1] * size[2]).map(|n| {
            let place = [n % size[0], n / size[0] % size[1], n / (size[0] * size[1])];
            step(place, at)
        });
        let octree = Octree::of_cells([40; 3], cells);
        let mut tets = std::collections::BTreeSet::new();
        octree.for_each_tet(|tet| {
            tets.insert(tet.map(|site| step(site, at.map(|c| -2 * c))));
        });
        tets
    };
    for size in [[8, 4, 12], [28; 3]] {
        let here = tets(size, [2, 2, 2]);
        assert!(here.len() > 100);
        for at in [[3, 2, 2], [2, 3, 2], [2, 2, 3], [5, 7, 3], [4, 6, 2]] {
            assert_eq!(tets(size, at), here, "{at:?}");
        }
    }
}
