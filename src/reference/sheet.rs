//! Sheets of the oracle: the energies of cloth in f64.

use super::body::Body;
use crate::asset::{Asset, Sheet};
use crate::element::{Blocks, Constraint, Element, OF_EDGE, OF_HINGE, factors, quarter_turn};
use glam::{DMat3, DVec3, Vec3};

/// Stiffness of a sheet.
#[derive(Clone, Copy, Debug)]
pub struct SheetStiffness {
    /// Stretch stiffness [N/m].
    pub stretch: f64,
    /// Bending stiffness [N·m].
    pub bending: f64,
}

/// The energy ½ k C² of a constraint.
struct RowEnergy {
    kind: Constraint,
    vertices: [u32; 4],
    stiffness: f64,
    rest: f64,
    /// Of the differences that give its second derivative [m].
    step: f64,
}

impl RowEnergy {
    fn row(&self, x: &[DVec3]) -> crate::element::Row {
        let at = |k: usize| x.get(k).copied().unwrap_or_default();
        self.kind.row([at(0), at(1), at(2), at(3)], self.rest)
    }
}

impl Element for RowEnergy {
    fn vertices(&self) -> &[u32] {
        &self.vertices[..self.kind.vertices()]
    }

    fn energy(&self, x: &[DVec3]) -> f64 {
        0.5 * self.stiffness * self.row(x).value.powi(2)
    }

    fn gradient(&self, x: &[DVec3]) -> [DVec3; 4] {
        let row = self.row(x);
        row.gradients.map(|g| self.stiffness * row.value * g)
    }

    /// The second derivative of C comes from central differences of its gradients: good to 1e-8, which only costs Newton
    /// a step.
    fn hessian(&self, x: &[DVec3], geometric: f64) -> Blocks {
        let row = self.row(x);
        let mut blocks = [[DMat3::ZERO; 4]; 4];
        let count = self.kind.vertices();
        for (line, a) in blocks.iter_mut().zip(row.gradients).take(count) {
            for (block, b) in line.iter_mut().zip(row.gradients).take(count) {
                *block = self.stiffness * DMat3::from_cols(a * b.x, a * b.y, a * b.z);
            }
        }
        if geometric == 0.0 {
            return blocks;
        }
        let mut moved: Vec<DVec3> = x.to_vec();
        for j in 0..count {
            for axis in 0..3 {
                let start = moved[j][axis];
                moved[j][axis] = start + self.step;
                let ahead = self.row(&moved).gradients;
                moved[j][axis] = start - self.step;
                let behind = self.row(&moved).gradients;
                moved[j][axis] = start;
                for i in 0..count {
                    let change = (ahead[i] - behind[i]) / (2.0 * self.step);
                    *blocks[i][j].col_mut(axis) += geometric * self.stiffness * row.value * change;
                }
            }
        }
        blocks
    }
}

/// A free body without gravity of the asset's sheet, with an area density [kg/m²]; without elements if it has no sheet.
/// Vertices are in the asset's order.
pub fn sheet_body(asset: &Asset, stiffness: SheetStiffness, area_density: f64) -> Body {
    let point = |p: &[f32; 3]| Vec3::from_array(*p).as_dvec3();
    let rest: Vec<DVec3> = asset.rest_positions.iter().map(point).collect();
    let areas = asset.vertex_measures.iter();
    let sheet = asset.sheet.as_ref();
    Body {
        tets: Vec::new(),
        masses: areas.map(|a| area_density * f64::from(*a)).collect(),
        fixed: vec![false; rest.len()],
        gravity: DVec3::ZERO,
        elements: sheet.map_or_else(Vec::new, |s| elements(asset, s, stiffness, &rest)),
        rest,
    }
}

fn elements(
    asset: &Asset,
    sheet: &Sheet,
    stiffness: SheetStiffness,
    rest: &[DVec3],
) -> Vec<Box<dyn Element>> {
    let distance = |a: u32, b: u32| rest[a as usize].distance(rest[b as usize]);
    let mut hinges = sheet.hinges.iter().zip(&sheet.hinge_turns).peekable();
    let mut all: Vec<Box<dyn Element>> = Vec::new();
    for &[a, b] in &asset.edges {
        let holds = |t: &&[u32; 3]| t.contains(&a) && t.contains(&b);
        let around: Vec<([f64; 3], f64)> = asset
            .surface_triangles
            .iter()
            .filter(holds)
            .map(|&[i, j, k]| {
                let corners = [i, j, k].map(|v| rest[v as usize]);
                let [p, q, r] = corners;
                let area = (q - p).cross(r - p).length() / 2.0;
                ([distance(i, j), distance(j, k), distance(k, i)], area)
            })
            .collect();
        let own = factors(distance(a, b), &around);
        let of = |kind, vertices, stiffness, rest| RowEnergy {
            kind,
            vertices,
            stiffness,
            rest,
            step: 1e-5 * distance(a, b),
        };
        let stretch = stiffness.stretch * own.stretch;
        all.push(Box::new(of(OF_EDGE, [a, b, 0, 0], stretch, distance(a, b))));
        if let Some((h, turn)) = hinges.next_if(|(h, _)| h[..2] == [a, b]) {
            let quarter = quarter_turn(turn[0].into(), turn[1].into());
            let bending = stiffness.bending * own.bending;
            all.push(Box::new(of(OF_HINGE, *h, bending, quarter)));
        }
    }
    all
}
