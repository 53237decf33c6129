//! Extended position-based dynamics of groups of elements as dispatches (Macklin, Müller, Chentanez 2016; in small steps,
//! Macklin et al. 2019).
//!
//! Sheets have coloured edges, not vertices: docs/decisions/0029-cloth.md.

use super::constants::{Body, Constants, Units};
use super::interface::{Executors, Solver};
use super::pack::{Packed, Packing, Tables, pack_faces};
use crate::asset::Asset;
use crate::desc::{Model, PliantBalloonDesc, PliantClothDesc};
use crate::element::{AIR_DENSITY, Filling, OF_HINGE, Terms, groups, limit_rows, volume};
use crate::executor::Row;
use crate::executor::steps::{MOTION_ROWS, sheet_rest};
use crate::gpu::kernel::{RESIDENT_XPBD, WIDE_XPBD};
use crate::state::{Kept, Per};
use glam::{DVec3, Vec3};

pub const SOLVER: Solver = Solver {
    terms: Terms::Groups,
    substeps: SUBSTEPS,
    iterations: Some(ITERATIONS),
    pack: |from| Ok(pack(from)),
    constants,
    rows,
    kept,
    stages: ["cloth, resident", "cloth, wide"],
    executors: Executors::Driven {
        resident: Some(&RESIDENT_XPBD),
        wide: &WIDE_XPBD,
    },
};

/// The longest substep by default [s]: a step of 1/60 s has 20 with four epochs. One sweep leaves a hanging sheet too long
/// by a part that grows with the square of the substep. The same substep at all rates gives the same shape.
const LONGEST_SUBSTEP: f64 = 1e-3;
/// Substeps of an epoch by default, if no longer than LONGEST_SUBSTEP.
const SUBSTEPS: u32 = 1;
/// Iterations of a substep by default: more substeps gain more (Macklin et al. 2019).
const ITERATIONS: u32 = 1;

/// The pressure inside a closed sheet at the start of a substep, and the goal of its volume.
fn kept(tables: &Tables) -> Vec<Kept> {
    let sum = Kept {
        name: "pressure",
        per: Per::Body,
        words: 4,
    };
    match tables.sum {
        0 => Vec::new(),
        _ => vec![sum],
    }
}

/// The groups, then the faces.
fn pack(from: &Packing) -> Packed {
    let table = groups::pack(from.kinds, &sheet_rest(from.asset), MOTION_ROWS);
    let mut rows = table.rows;
    let faces = rows.len() as u32;
    rows.extend(pack_faces(from.asset));
    let [groups, steps, around] = table.places;
    let tables = Tables {
        sweeps: [groups, steps, around, 0],
        groups: table.groups,
        steps: table.steps,
        sum: table.sum,
        multiplier_rows: table.multiplier_rows,
        faces,
        elements: from.asset.edges.len() as u32,
        ..Tables::default()
    };
    Packed { rows, tables }
}

/// Named by shaders/memory/element_group.wgsl and shaders/solver/xpbd.wgsl.
fn constants(body: &Body, units: &Units) -> Constants {
    let [groups, steps, around, _] = body.tables.sweeps;
    let [count, turning] = body.tables.steps;
    let sheet = body.desc.model.sheet();
    let air = sheet.map_or([0.0; 2], |cloth| air(&cloth, units));
    Constants {
        table: [
            [groups, steps, around, count],
            [turning, body.tables.groups, body.tables.sum, 0],
            [0; 4],
        ],
        constants: [[air[0], air[1], 0.0, 0.0], [0.0; 4], [0.0; 4]],
    }
}

/// The constants of each group, in the order of the kinds' numbers, as the kind's shader defines them. Then the limits.
fn rows(body: &Body, units: &Units) -> Vec<Row> {
    let Some(cloth) = body.desc.model.sheet() else {
        return Vec::new();
    };
    let stiffness = [cloth.stretch_stiffness, bending(&cloth, units)];
    let sheet = [stiffness[0], stiffness[1], body.desc.scale, 0.0];
    let mut rows = vec![sheet.map(f32::to_bits)];
    let mut limits = Vec::new();
    if cloth.max_stretch > 0.0 {
        let most = cloth.tether_count as usize;
        let stretch = f64::from(body.desc.scale) * (1.0 + f64::from(cloth.max_stretch));
        rows.push([most.div_ceil(2) as f32, 0.0, 0.0, 0.0].map(f32::to_bits));
        limits = limit_rows(&sheet_rest(body.asset), body.held, most, stretch);
    }
    if let Model::Balloon(balloon) = &body.desc.model {
        let rest = rest_volume(body.asset) * f64::from(body.desc.scale).powi(3);
        let filling = filling(balloon, rest, units);
        rows.push(filling.constants().map(f32::to_bits));
    }
    rows.extend(limits);
    rows
}

/// The volume inside an asset's triangles [length unit³].
pub fn rest_volume(asset: &Asset) -> f64 {
    let point = |p: &[f32; 3]| Vec3::from_array(*p).as_dvec3();
    let centre = Vec3::from_array(asset.centroid).as_dvec3();
    let places = asset.rest_positions.iter();
    let places: Vec<DVec3> = places.map(|p| point(p) - centre).collect();
    volume(&places, &asset.surface_triangles)
}

/// The filling of a balloon with this volume at rest [length unit³].
fn filling(balloon: &PliantBalloonDesc, rest: f64, units: &Units) -> Filling {
    let pressure = |pascal: f32| f64::from(pascal) * f64::from(units.length_unit_m);
    let goal = rest * f64::from(balloon.volume_factor);
    if balloon.gas_pressure > 0.0 {
        return Filling::Gas {
            rest,
            pressure: pressure(balloon.gas_pressure),
            outside: pressure(balloon.outside_pressure),
        };
    }
    if balloon.bulk_modulus > 0.0 {
        let stiffness = pressure(balloon.bulk_modulus) / rest;
        return Filling::Compliant { goal, stiffness };
    }
    Filling::Hard { goal }
}

/// Bending stiffness [kg·unit²/s²].
fn bending(cloth: &PliantClothDesc, units: &Units) -> f32 {
    cloth.bending_stiffness / units.length_unit_m.powi(2)
}

/// Drag and lift: half the density of air times the coefficients [kg/unit³].
fn air(cloth: &PliantClothDesc, units: &Units) -> [f32; 2] {
    let air = (AIR_DENSITY / 2.0) as f32 * units.length_unit_m.powi(3);
    [air * cloth.drag, air * cloth.lift]
}

/// The longest substep [s] by default, at a scale of the asset, in which the sheet keeps its bending stiffness
/// [kg·unit²/s²]: k h² Σ w |∇C|² ≤ 1 for each hinge, see `compliant_term_bearable`.
pub fn longest_step(
    asset: &Asset,
    (cloth, units): (&PliantClothDesc, &Units),
    scale: f32,
    inverse_masses: &[f32],
) -> f64 {
    let bending = bending(cloth, units);
    let sheet = asset.sheet.iter();
    let hinges = sheet.flat_map(|s| s.hinges.iter());
    let rate = hinges.map(|hinge| {
        let place = |v: u32| Vec3::from_array(asset.rest_positions[v as usize]).as_dvec3();
        let x = hinge.map(|v| place(v) * f64::from(scale));
        let row = OF_HINGE.row(x, 0.0);
        let weight =
            |(v, g): (&u32, &DVec3)| f64::from(inverse_masses[*v as usize]) * g.length_squared();
        let weight: f64 = hinge.iter().zip(&row.gradients).map(weight).sum();
        let [a, b, c, d] = x;
        let (edge, heights) = (b - a, [c - a, d - a]);
        let area: f64 = heights.iter().map(|h| edge.cross(*h).length() / 2.0).sum();
        weight * edge.length_squared() / area
    });
    let bearable = 1.0 / (f64::from(bending) * rate.fold(0.0, f64::max)).sqrt();
    bearable.min(LONGEST_SUBSTEP)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asset::shell::cook_shell;
    use crate::desc::{BodyOptions, PliantBodyDesc};

    /// `element_group_limit` reads limits after the constants of all groups.
    #[test]
    fn limits_stand_behind_the_constants_of_all_groups() {
        let mesh = pliant_geometry::shapes::sphere(1, 0.25);
        let asset = cook_shell(&mesh, &Default::default()).expect("a shell").0;
        let held = [vec![0], vec![5, 6]];
        let limited = PliantClothDesc {
            max_stretch: 0.1,
            tether_count: 3,
            ..PliantClothDesc::default()
        };
        let models = [
            Model::from(PliantClothDesc::default()),
            Model::from(limited),
            Model::from(PliantBalloonDesc::default()),
        ];
        for model in models {
            let limits = match model.sheet().expect("a sheet").max_stretch > 0.0 {
                true => limit_rows(&sheet_rest(&asset), &held, 3, 1.0 + f64::from(0.1_f32)),
                false => Vec::new(),
            };
            let body = Body {
                desc: &BodyOptions::new(&PliantBodyDesc::default(), model),
                asset: &asset,
                held: &held,
                tables: Tables::default(),
                coarse: Default::default(),
                size: 1.0,
            };
            let rows = rows(&body, &Units { length_unit_m: 1.0 });
            let groups = groups::kinds_of(body.desc.model.kinds()).count();
            assert_eq!(rows[groups..], limits, "{:?}", body.desc.model);
        }
    }
}
