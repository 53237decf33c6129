//! Orders in which neighbours in space are near each other in memory.

/// Finite `points` sorted along a Morton curve with 21 bits per axis, ties by index.
pub fn morton_order(points: &[[f32; 3]]) -> Vec<u32> {
    let mut low = [f64::INFINITY; 3];
    let mut high = [f64::NEG_INFINITY; 3];
    for p in points {
        for axis in 0..3 {
            low[axis] = low[axis].min(f64::from(p[axis]));
            high[axis] = high[axis].max(f64::from(p[axis]));
        }
    }
    // One scale for all axes keeps the cells cubes.
    let extent = (0..3)
        .map(|a| high[a] - low[a])
        .fold(f64::MIN_POSITIVE, f64::max);
    let scale = f64::from((1u32 << 21) - 1) / extent;
    let cell = |p: &[f32; 3], axis: usize| ((f64::from(p[axis]) - low[axis]) * scale) as u64;
    let code = |p| spread(cell(p, 0)) | spread(cell(p, 1)) << 1 | spread(cell(p, 2)) << 2;
    let mut keyed: Vec<(u64, u32)> = points
        .iter()
        .enumerate()
        .map(|(i, p)| (code(p), i as u32))
        .collect();
    keyed.sort_unstable();
    keyed.into_iter().map(|(_, i)| i).collect()
}

/// Puts two zero bits between the low 21 bits (Morton 1966).
fn spread(bits: u64) -> u64 {
    let mut b = bits & 0x1f_ffff;
    b = (b | b << 32) & 0x001f_0000_0000_ffff;
    b = (b | b << 16) & 0x001f_0000_ff00_00ff;
    b = (b | b << 8) & 0x100f_00f0_0f00_f00f;
    b = (b | b << 4) & 0x10c3_0c30_c30c_30c3;
    (b | b << 2) & 0x1249_2492_4924_9249
}

/// The inverse of a permutation.
pub fn inverse(order: &[u32]) -> Vec<u32> {
    let mut inverse = vec![0; order.len()];
    for (new, &old) in order.iter().enumerate() {
        inverse[old as usize] = new as u32;
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn morton_order_visits_the_cells_of_a_cube_in_bit_order() {
        // Cell (x, y, z) has code x + 2y + 4z.
        let points: Vec<[f32; 3]> = (0..8)
            .rev()
            .map(|c| [(c & 1) as f32, (c >> 1 & 1) as f32, (c >> 2) as f32])
            .collect();
        assert_eq!(morton_order(&points), vec![7, 6, 5, 4, 3, 2, 1, 0]);
    }

    #[test]
    fn spread_agrees_with_moving_bit_by_bit() {
        for value in [0u64, 1, 0x155_5555 & 0x1f_ffff, 0x1f_ffff, 0x12_3456] {
            let slow = (0..21).fold(0, |sum, bit| sum | (value >> bit & 1) << (3 * bit));
            assert_eq!(spread(value), slow);
        }
    }

    #[test]
    fn one_point_is_fine() {
        assert_eq!(morton_order(&[[5.0; 3]]), vec![0]);
    }
}
