//! Groups points by k-means (Lloyd 1982, Least squares quantization in PCM, IEEE Trans. Inf. Theory 28(2)).

use super::near::Near;
use super::order::morton_order;
use glam::DVec3;

/// Rounds at most. Few points still change their group after ten.
const ROUNDS: usize = 16;

/// The group of each point, numbered from zero without gaps: at most `count` groups, at least one. The same on all
/// machines. Points are finite, weights positive.
pub fn k_means(points: &[DVec3], weights: &[f64], count: usize, seed: u64) -> Vec<u32> {
    let mut centres = first_centres(points, count.clamp(1, points.len().max(1)), seed);
    let mut groups = Vec::new();
    for _ in 0..ROUNDS {
        let near = Near::new(&centres);
        let found: Vec<u32> = points.iter().map(|p| near.nearest(*p)).collect();
        if found == groups {
            break;
        }
        groups = found;
        let mut sums = vec![(DVec3::ZERO, 0.0); centres.len()];
        for ((p, w), group) in points.iter().zip(weights).zip(&groups) {
            let (sum, weight) = &mut sums[*group as usize];
            *sum += *p * *w;
            *weight += w;
        }
        for (centre, (sum, weight)) in centres.iter_mut().zip(sums) {
            // A group without points keeps its centre.
            if weight > 0.0 {
                *centre = sum / weight;
            }
        }
    }
    without_gaps(&groups, centres.len())
}

/// One point of each of `count` equal parts of a curve through all points, chosen by the seed.
fn first_centres(points: &[DVec3], count: usize, seed: u64) -> Vec<DVec3> {
    let rounded: Vec<[f32; 3]> = points.iter().map(|p| p.as_vec3().to_array()).collect();
    let order = morton_order(&rounded);
    let start = |part: usize| (part as u64 * order.len() as u64 / count as u64) as usize;
    let choose = |part: usize| {
        let (first, end) = (start(part), start(part + 1));
        let at = first + (mixed(seed ^ part as u64) % (end - first).max(1) as u64) as usize;
        points[order[at] as usize]
    };
    (0..count).map(choose).collect()
}

/// A bijection that spreads bits (SplitMix64; Steele, Lea, Flood 2014).
fn mixed(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

fn without_gaps(groups: &[u32], count: usize) -> Vec<u32> {
    let mut used = vec![false; count];
    groups.iter().for_each(|g| used[*g as usize] = true);
    let mut next = 0;
    let numbers: Vec<u32> = used
        .iter()
        .map(|used| {
            next += u32::from(*used);
            next.saturating_sub(1)
        })
        .collect();
    groups.iter().map(|g| numbers[*g as usize]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn far_heaps_become_groups_of_their_own() {
        let at = |k: usize| {
            let heap = DVec3::new(10.0 * (k % 4) as f64, 7.0 * (k % 2) as f64, 0.0);
            heap + DVec3::new((k / 4 % 3) as f64, (k / 12 % 3) as f64, (k / 36) as f64) * 0.1
        };
        let points: Vec<DVec3> = (0..400).map(at).collect();
        for seed in 0..8 {
            let groups = k_means(&points, &vec![1.0; 400], 4, seed);
            for k in 4..400 {
                assert_eq!(groups[k], groups[k % 4], "seed {seed}, point {k}");
            }
        }
    }

    #[test]
    fn groups_are_numbered_without_gaps_even_if_points_coincide() {
        let points = vec![DVec3::ONE; 10];
        assert_eq!(k_means(&points, &[1.0; 10], 4, 1), vec![0; 10]);
        let points: Vec<DVec3> = (0..10).map(|k| DVec3::X * f64::from(k / 5)).collect();
        let groups = k_means(&points, &[1.0; 10], 7, 1);
        assert_eq!(groups.iter().max(), Some(&1));
        assert_ne!(groups[0], groups[9]);
    }

    #[test]
    fn the_seed_changes_groups_and_nothing_else_does() {
        let at = |k: u32| DVec3::new(f64::from(k % 6), f64::from(k / 6 % 6), f64::from(k / 36));
        let points: Vec<DVec3> = (0..216).map(at).collect();
        let groups = |seed| k_means(&points, &[1.0; 216], 8, seed);
        assert_eq!(groups(5), groups(5));
        assert!((1..6).any(|seed| groups(seed) != groups(0)));
    }
}
