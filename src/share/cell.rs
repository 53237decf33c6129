//! Where things are in a large world: the corner of an integer cell, and an f32 vector from there.

use glam::DVec3;

/// Edge of a cell [unit]: a power of two, so that multiples of it are exact.
pub const CELL_SIZE: f32 = 0.015_625;
/// Cells lie within this of the world's origin, so that differences are integers.
pub const CELL_FARTHEST: i32 = 1_073_741_823;

/// The corner of a cell [unit].
pub fn corner(cell: [i32; 3]) -> DVec3 {
    DVec3::from(cell.map(f64::from)) * f64::from(CELL_SIZE)
}

/// The cell whose corner is nearest to a point [unit]; for a point beyond all cells, the last one on the way.
pub fn cell_of(point: DVec3) -> [i32; 3] {
    let most = f64::from(CELL_FARTHEST);
    let number = |x: f64| (x / f64::from(CELL_SIZE)).round().clamp(-most, most) as i32;
    point.to_array().map(number)
}

/// A point as its cell and the vector from the corner of that.
pub fn placed(point: DVec3) -> ([i32; 3], [f32; 3]) {
    let cell = cell_of(point);
    (cell, (point - corner(cell)).as_vec3().to_array())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_keeps_its_place_to_a_nanometre_at_100_km() {
        let size = f64::from(CELL_SIZE);
        for point in [[1e5, -1e5, 0.007], [0.0; 3], [-3.3, 12_345.678, 99_999.999]] {
            let point = DVec3::from(point);
            let (cell, rest) = placed(point);
            let rest = DVec3::from(rest.map(f64::from));
            assert!(rest.abs().max_element() <= 0.5 * size);
            // Half a unit in the last place of 1/128.
            assert!((corner(cell) + rest - point).length() < 1e-9);
        }
        let (cell, rest) = placed(DVec3::new(1e30, 0.0, -1e9));
        assert_eq!(cell, [CELL_FARTHEST, 0, -CELL_FARTHEST]);
        assert!((f64::from(rest[0]) / 1e30 - 1.0).abs() < 1e-7 && rest[2] < -9.8e8);
    }
}
