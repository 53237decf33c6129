//! Normals and tangents as Godot's vertex buffers hold them: octahedral, two numbers of 16 bits each.

use glam::{Vec2, Vec3};

/// A tangent's second number keeps this far from the middle, where its sign would be lost.
const BIAS: f32 = 1.0 / 32_767.0;

/// A unit vector as a place on the unfolded octahedron, both numbers from 0 to 1: Godot's `Vector3.octahedron_encode`.
fn unfold(direction: Vec3) -> Vec2 {
    let sum = direction.abs().element_sum();
    if sum <= 0.0 {
        return Vec2::splat(0.5);
    }
    let on = direction / sum;
    let sign = |value: f32| if value < 0.0 { -1.0 } else { 1.0 };
    let flat = match on.z >= 0.0 {
        true => on.truncate(),
        // The lower half folds outwards over the four edges.
        false => Vec2::new(
            (1.0 - on.y.abs()) * sign(on.x),
            (1.0 - on.x.abs()) * sign(on.y),
        ),
    };
    flat * 0.5 + 0.5
}

fn words(place: Vec2) -> [u8; 4] {
    // Godot cuts off, it does not round.
    let word = |value: f32| ((value * 65_535.0).clamp(0.0, 65_535.0) as u16).to_le_bytes();
    let ([a, b], [c, d]) = (word(place.x), word(place.y));
    [a, b, c, d]
}

/// The four bytes of a normal.
pub fn normal(direction: [f32; 3]) -> [u8; 4] {
    words(unfold(Vec3::from(direction)))
}

/// The four bytes of a tangent and its handedness: the second number lies in the upper half for a positive one.
pub fn tangent([x, y, z, sign]: [f32; 4]) -> [u8; 4] {
    let mut place = unfold(Vec3::new(x, y, z));
    place.y = place.y.max(BIAS) * 0.5 + 0.5;
    if sign < 0.0 {
        place.y = 1.0 - place.y;
    }
    words(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What Godot's shaders do with the two numbers: unfold, fold the corners back, normalise.
    fn decoded(place: Vec2) -> Vec3 {
        let flat = place * 2.0 - 1.0;
        let z = 1.0 - flat.x.abs() - flat.y.abs();
        let back = (-z).max(0.0);
        let x = flat.x - back * flat.x.signum();
        let y = flat.y - back * flat.y.signum();
        Vec3::new(x, y, z).normalize()
    }

    fn read(bytes: [u8; 4]) -> Vec2 {
        let word = |at: usize| f32::from(u16::from_le_bytes([bytes[at], bytes[at + 1]]));
        Vec2::new(word(0), word(2)) / 65_535.0
    }

    /// Directions on a spiral around the sphere, with the axes, where folds meet.
    fn directions() -> Vec<Vec3> {
        let spiral = (0..2000).map(|n| {
            let y = (n as f32 + 0.5) / 1000.0 - 1.0;
            let turn = n as f32 * 2.399_963;
            let radius = (1.0 - y * y).sqrt();
            Vec3::new(radius * turn.cos(), y, radius * turn.sin())
        });
        let axes = [Vec3::X, Vec3::Y, Vec3::Z].into_iter();
        spiral.chain(axes.flat_map(|axis| [axis, -axis])).collect()
    }

    #[test]
    fn shaders_read_the_normal_back() {
        for direction in directions() {
            let found = decoded(read(normal(direction.to_array())));
            // Cutting off moves x and y on the octahedron by 2/65535 at most, so z by 4/65535. Back on the sphere that
            // grows by √3 at most.
            let most = 24f32.sqrt() * 3f32.sqrt() / 65_535.0;
            assert!((found - direction).length() < most, "{direction} {found}");
        }
    }

    #[test]
    fn shaders_read_the_tangent_and_its_sign_back() {
        for direction in directions() {
            for sign in [1.0, -1.0] {
                let [x, y, z] = direction.to_array();
                let mut place = read(tangent([x, y, z, sign]));
                let upper = place.y * 2.0 - 1.0;
                assert_eq!(upper.signum(), sign, "{direction}");
                place.y = upper.abs();
                // As above, but y has half the steps: 2, 4 and 6.
                let most = 56f32.sqrt() * 3f32.sqrt() / 65_535.0;
                assert!((decoded(place) - direction).length() < most, "{direction}");
            }
        }
    }

    #[test]
    fn known_places() {
        assert_eq!(unfold(Vec3::Z), Vec2::splat(0.5));
        assert_eq!(
            unfold(-Vec3::Z),
            Vec2::ONE,
            "all four corners are the lower pole"
        );
        assert_eq!(unfold(Vec3::X), Vec2::new(1.0, 0.5));
        assert_eq!(unfold(-Vec3::Y), Vec2::new(0.5, 0.0));
    }
}
