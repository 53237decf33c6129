//! The pressure inside a closed sheet: one constraint on the volume of the whole body, C = V − V_goal (Bender, Müller and
//! Macklin 2015, "Position-based simulation methods in computer graphics"), with compliance (Macklin, Müller and
//! Chentanez 2016, "XPBD"), or a gas whose pressure times V is constant.

use super::group_kind::{Elements, GroupKind, Items};
use glam::DVec3;
use std::collections::HashMap;

/// The kind.
pub const KIND: GroupKind = GroupKind {
    number: 3,
    items: Items::Sum,
    opens: true,
    loop_passes: 24, // the faces around a vertex twice, and a part of workgroup_sums
    elements: |_| Elements::default(),
    colours: |_| Vec::new(),
};

/// The law of a volume. Units: pressures [kg/(unit·s²)], volumes [unit³].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Filling {
    /// The volume is the goal, without compliance.
    Hard {
        /// The goal.
        goal: f64,
    },
    /// The pressure is the stiffness [kg/(unit⁴·s²)] times the volume missing to the goal.
    Compliant {
        /// The volume without pressure.
        goal: f64,
        /// Pressure a unit of volume.
        stiffness: f64,
    },
    /// The pressure times the volume is constant, at one temperature.
    Gas {
        /// Volume at rest.
        rest: f64,
        /// Pressure at rest less that outside.
        pressure: f64,
        /// Pressure outside.
        outside: f64,
    },
}

/// Below this part of its volume at rest the pressure of a gas is linear.
const LEAST: f64 = 0.1;

impl Filling {
    /// The kernels' constants, see shaders/element/pressure.wgsl.
    pub fn constants(self) -> [f32; 4] {
        let row = match self {
            Self::Hard { goal } => [goal, 0.0, 0.0, 0.0],
            Self::Compliant { goal, stiffness } => [goal, stiffness, 0.0, 0.0],
            Self::Gas {
                rest,
                pressure,
                outside,
            } => [rest, 0.0, pressure + outside, outside],
        };
        row.map(|v| v as f32)
    }

    /// Pressure less that outside at a volume, and its fall per unit of volume; none if hard.
    pub fn pressure(self, volume: f64) -> Option<(f64, f64)> {
        match self {
            Self::Hard { .. } => None,
            Self::Compliant { goal, stiffness } => Some((stiffness * (goal - volume), stiffness)),
            Self::Gas {
                rest,
                pressure,
                outside,
            } => {
                let known = volume.max(LEAST * rest);
                let whole = (pressure + outside) * rest / known;
                let slope = whole / known;
                Some((whole - outside + slope * (known - volume), slope))
            }
        }
    }

    /// The change of the multiplier, pressure times `square`, for a volume and Σ w |∇V|².
    pub fn step(self, [volume, weight]: [f64; 2], square: f64, multiplier: f64) -> f64 {
        match (self, self.pressure(volume)) {
            (Self::Hard { goal }, _) => (goal - volume) / weight,
            (_, Some((wanted, slope))) => {
                (wanted * square - multiplier) / (1.0 + slope * square * weight)
            }
            (_, None) => 0.0,
        }
    }
}

/// Six times the volume inside, of closed triangles whose normals point outward; any origin gives the same.
fn six_volumes(x: &[DVec3], triangles: &[[u32; 3]]) -> f64 {
    let part = |t: &[u32; 3]| {
        let [a, b, c] = t.map(|v| x[v as usize]);
        a.dot(b.cross(c))
    };
    triangles.iter().map(part).sum()
}

/// The volume inside.
pub fn volume(x: &[DVec3], triangles: &[[u32; 3]]) -> f64 {
    six_volumes(x, triangles) / 6.0
}

/// The derivative of the volume by each vertex: a third of the area vectors around it.
pub fn gradients(x: &[DVec3], triangles: &[[u32; 3]]) -> Vec<DVec3> {
    let mut all = vec![DVec3::ZERO; x.len()];
    for t in triangles {
        let [a, b, c] = t.map(|v| x[v as usize]);
        for (v, part) in t.iter().zip([b.cross(c), c.cross(a), a.cross(b)]) {
            all[*v as usize] += part / 6.0;
        }
    }
    all
}

/// The number of edges that are not between two triangles facing the same side: the surface is open or torn there.
pub fn open_edges(triangles: &[[u32; 3]]) -> usize {
    let ends = |t: &[u32; 3]| [[t[0], t[1]], [t[1], t[2]], [t[2], t[0]]];
    let mut uses: HashMap<[u32; 2], u32> = HashMap::new();
    for edge in triangles.iter().flat_map(ends) {
        *uses.entry(edge).or_default() += 1;
    }
    let once = |[a, b]: [u32; 2]| uses.get(&[a, b]) == Some(&1) && uses.get(&[b, a]) == Some(&1);
    triangles
        .iter()
        .flat_map(ends)
        .filter(|edge| !once(*edge))
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn octahedron() -> (Vec<DVec3>, Vec<[u32; 3]>) {
        let axes = [DVec3::X, DVec3::Y, DVec3::Z];
        let x = axes.iter().flat_map(|a| [*a, -*a]).collect();
        let mut triangles = Vec::new();
        for signs in 0..8_u32 {
            let [a, b, c] = [signs & 1, 2 + (signs >> 1 & 1), 4 + (signs >> 2)];
            let is_odd = signs.count_ones() % 2 == 1;
            triangles.push(if is_odd { [b, a, c] } else { [a, b, c] });
        }
        (x, triangles)
    }

    #[test]
    fn an_octahedron_has_its_volume_wherever_it_is() {
        let (x, triangles) = octahedron();
        assert!((volume(&x, &triangles) - 4.0 / 3.0).abs() < 1e-14);
        let far: Vec<DVec3> = x.iter().map(|p| *p + DVec3::splat(100.0)).collect();
        assert!((volume(&far, &triangles) - 4.0 / 3.0).abs() < 1e-9);
    }

    /// The volume is linear in each coordinate of a vertex, so a central difference has only rounding errors.
    #[test]
    fn gradients_are_the_derivatives_of_the_volume() {
        let (mut x, triangles) = octahedron();
        x[0] += DVec3::new(0.3, -0.2, 0.1);
        let found = gradients(&x, &triangles);
        for v in 0..x.len() {
            for axis in 0..3 {
                let start = x[v][axis];
                let [more, less] = [1e-4, -1e-4].map(|step| {
                    x[v][axis] = start + step;
                    volume(&x, &triangles)
                });
                x[v][axis] = start;
                assert!(((more - less) / 2e-4 - found[v][axis]).abs() < 1e-8);
            }
        }
        let sum: DVec3 = found.iter().sum();
        assert!(
            sum.length() < 1e-14,
            "pressure would push the body as a whole"
        );
    }

    #[test]
    fn open_and_torn_surfaces_are_seen() {
        let (_, mut triangles) = octahedron();
        assert_eq!(open_edges(&triangles), 0);
        let last = triangles.pop().expect("a triangle");
        assert_eq!(open_edges(&triangles), 3, "a hole");
        triangles.push([last[1], last[0], last[2]]);
        assert!(open_edges(&triangles) > 0, "a face that looks inward");
    }
}
