//! Gradients against finite differences, forms that hold for every kind, and the shaders against the formulas here.

use super::{Constraint, Row, factors, hinge, quarter_turn, wind};
use crate::gpu::context::{self, Context};
use crate::gpu::kernel::{EntryPoint, KernelSource};
use crate::gpu::probe::{STORAGE, answers};
use glam::{DQuat, DVec3, Vec3};
use std::f64::consts::{FRAC_PI_2, PI, TAU};

/// Deterministic numbers in -1 to 1.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    fn vector(&mut self) -> DVec3 {
        DVec3::new(self.next(), self.next(), self.next())
    }
}

/// A hinge on the edge (0, 0, 0) to (1, 0, 0), turned by an angle, with corners at heights 1 and 0.8.
fn hinge(angle: f64) -> [DVec3; 4] {
    let down = DQuat::from_rotation_x(angle);
    let d = down * DVec3::new(0.7, -0.8, 0.0);
    [DVec3::ZERO, DVec3::X, DVec3::new(0.4, 1.0, 0.0), d]
}

fn value(kind: Constraint, x: [DVec3; 4], rest: f64) -> f64 {
    kind.row(x, rest).value
}

/// Central differences with a step s have an error s² C'''/6 + ε/s: 1e-9 for s = 1e-5 where third derivatives are below
/// 10, as they are for edges and heights of 0.5 and more.
#[test]
fn gradients_are_the_derivatives_of_the_value() {
    const STEP: f64 = 1e-5;
    let mut numbers = Numbers(7);
    for kind in Constraint::ALL {
        for case in 0..200 {
            let angle = PI * 0.95 * numbers.next();
            let mut x = hinge(angle).map(|p| p + 0.1 * numbers.vector());
            let rest = [0.9, 0.5 * numbers.next()][usize::from(kind == Constraint::Hinge)];
            let row = kind.row(x, rest);
            for v in 0..4 {
                for axis in 0..3 {
                    let start = x[v][axis];
                    let [ahead, behind] = [STEP, -STEP].map(|step| {
                        x[v][axis] = start + step;
                        value(kind, x, rest)
                    });
                    x[v][axis] = start;
                    let jumps = (ahead - behind).abs() > 1.0; // from +180° to -180°
                    let found = (ahead - behind) / (2.0 * STEP);
                    let error = (found - row.gradients[v][axis]).abs();
                    assert!(jumps || error < 1e-7, "{kind:?} {case} {v} {axis}: {error}");
                }
            }
        }
    }
}

/// Values do not change under rigid motion: gradients sum to zero, as do their moments.
#[test]
fn rows_push_and_turn_nothing_as_a_whole() {
    let mut numbers = Numbers(11);
    for kind in Constraint::ALL {
        for _ in 0..100 {
            let x = hinge(3.0 * numbers.next()).map(|p| p + 0.2 * numbers.vector());
            let row = kind.row(x, 0.3);
            let sum: DVec3 = row.gradients.iter().sum();
            let moment: DVec3 = x.iter().zip(row.gradients).map(|(x, g)| x.cross(g)).sum();
            assert!(sum.length() < 1e-12 && moment.length() < 1e-12);
        }
    }
}

#[test]
fn a_hinge_measures_its_turn_from_flat_to_folded() {
    for k in -17..=17 {
        let angle = f64::from(k) / 18.0 * PI;
        let (sine, cosine) = angle.sin_cos();
        let quarter = quarter_turn(cosine, sine);
        assert!((quarter - (angle / 4.0).tan()).abs() < 1e-12);
        let found = value(Constraint::Hinge, hinge(angle), 0.0);
        // The corner d turns away from the normals' side by a positive angle here.
        assert!((found.abs() - 4.0 * (angle / 4.0).tan().abs()).abs() < 1e-12);
        assert!(
            value(
                Constraint::Hinge,
                hinge(angle),
                found.signum() * quarter.abs()
            )
            .abs()
                < 1e-12
        );
    }
    assert!(
        value(Constraint::Hinge, hinge(0.1), 0.0) * value(Constraint::Hinge, hinge(3.0), 0.0) > 0.0
    );
}

#[test]
fn what_has_no_direction_or_angle_has_no_row() {
    let p = DVec3::new(1.0, 2.0, 3.0);
    let row = Constraint::Stretch.row([p; 4], 0.5);
    assert_eq!((row.value, row.gradients), (-0.5, [DVec3::ZERO; 4]));
    let mut flat = hinge(0.4);
    flat[2] = DVec3::new(0.3, 0.0, 0.0);
    assert_eq!(Constraint::Hinge.row(flat, 0.1), Row::default());
    assert_eq!(hinge::row([p; 4], 0.0), Row::default());
}

/// Edges and areas of a grid with alternating diagonals, and of equilateral triangles: E = k_s and no anisotropy, by the
/// sums in `stretch::factor`; a bent grid has l²/A = 1.
#[test]
fn factors_of_regular_meshes_are_those_of_a_sheet() {
    let half = ([1.0, 1.0, 2f64.sqrt()], 0.5);
    let [leg, diagonal] = [1.0, 2f64.sqrt()].map(|length| factors(length, &[half, half]));
    assert!((leg.stretch - 0.75).abs() < 1e-15 && (diagonal.stretch - 0.75).abs() < 1e-15);
    // Young's modulus of a grid: legs a, diagonals b = k/2 along γ = 0, E = (a² + 2ab) / (a + b).
    let (a, b) = (leg.stretch, diagonal.stretch / 2.0);
    assert!(((a * a + 2.0 * a * b) / (a + b) - 1.0).abs() < 1e-15);
    assert!((leg.bending - 1.0).abs() < 1e-15 && (diagonal.bending - 2.0).abs() < 1e-15);
    let even = ([1.0; 3], 3f64.sqrt() / 4.0);
    let edge = factors(1.0, &[even, even]);
    assert!((edge.stretch - 3f64.sqrt() / 2.0).abs() < 1e-15);
    assert!((edge.bending - 2.0 / 3f64.sqrt()).abs() < 1e-15);
    let border = factors(1.0, &[even]);
    assert_eq!((border.stretch, border.bending), (edge.stretch / 2.0, 0.0));
}

/// The drag on a plate normal to the flow is ½ ρ c A u², and zero on a plate along it; lift is across the flow.
#[test]
fn air_pushes_a_plate_by_its_area_and_its_angle() {
    let plate = [DVec3::ZERO, DVec3::X * 2.0, DVec3::Y];
    let (drag, lift) = (0.6, 0.3);
    for side in [1.0, -1.0] {
        let force = wind::force(plate, DVec3::Z * (3.0 * side), drag, lift);
        assert!((force - DVec3::Z * (0.6 * 9.0 * side)).length() < 1e-12);
    }
    assert_eq!(wind::force(plate, DVec3::X * 3.0, drag, lift).length(), 0.0);
    let flow = DVec3::new(3.0, 0.0, 3.0);
    let force = wind::force(plate, flow, 0.0, lift);
    // A u² cos 45° sin 45°, up from the plate.
    assert!((force.length() - lift * 18.0 * 0.5).abs() < 1e-12);
    assert!(force.dot(flow).abs() < 1e-12 && force.z > 0.0);
    assert_eq!(wind::force(plate, DVec3::ZERO, drag, lift), DVec3::ZERO);
    assert_eq!(wind::force([DVec3::X; 3], flow, drag, lift), DVec3::ZERO);
}

/// Input: a with the kind in w, b with the rest value in w, c, d. Output: value; gradients by a, b, c, d in the next
/// rows. The force of air has a in the first row, the flow in the last.
const KERNEL: &str = concat!(
    include_str!("../../shaders/lib/compliant_term.wgsl"),
    include_str!("../../shaders/element/element_types.wgsl"),
    include_str!("../../shaders/element/sheet_edge.wgsl"),
    include_str!("../../shaders/element/wind.wgsl"),
    "
    @group(0) @binding(0) var<storage, read> sample: array<vec4<f32>>;
    @group(0) @binding(1) var<storage, read_write> answer: array<vec4<f32>>;

    @compute @workgroup_size(64)
    fn rows(@builtin(global_invocation_id) id: vec3<u32>) {
        let i = 4u * id.x;
        if i + 3u >= arrayLength(&sample) { return; }
        let a = sample[i].xyz;
        let b = sample[i + 1u].xyz;
        let c = sample[i + 2u].xyz;
        let d = sample[i + 3u].xyz;
        let rest = sample[i + 1u].w;
        if sample[i].w == 1.0 {
            let row = sheet_edge_stretch(a, b, rest);
            answer[i] = vec4<f32>(row.a, row.value);
            answer[i + 1u] = vec4<f32>(row.b, 0.0);
        } else if sample[i].w == 2.0 {
            let row = sheet_edge_hinge(a, b, c, d, rest);
            answer[i] = vec4<f32>(row.a, row.value);
            answer[i + 1u] = vec4<f32>(row.b, 0.0);
            answer[i + 2u] = vec4<f32>(row.c, 0.0);
            answer[i + 3u] = vec4<f32>(row.d, 0.0);
        } else {
            answer[i] = vec4<f32>(wind_force(a, b, c, d, 0.6, 0.3), 0.0);
        }
    }
    "
);

static SOURCE: KernelSource = KernelSource {
    label: "rows",
    declarations: &[KERNEL],
    parts: &[0],
    bindings: &STORAGE,
    entry_points: &[EntryPoint::named("rows")],
    overrides: &[],
};

fn on_gpu(context: &Context, cases: &[(f32, [DVec3; 4], f64)]) -> Vec<[[f32; 4]; 4]> {
    let rows: Vec<[f32; 4]> = cases
        .iter()
        .flat_map(|(kind, x, rest)| {
            let w = [*kind, *rest as f32, 0.0, 0.0];
            std::array::from_fn::<_, 4, _>(|k| x[k].as_vec3().extend(w[k]).to_array())
        })
        .collect();
    let found = answers(context, &SOURCE, cases.len(), &rows);
    let (chunks, _) = found.as_chunks::<4>();
    chunks.to_vec()
}

/// Positions as the GPU has them.
fn rounded(x: [DVec3; 4]) -> [DVec3; 4] {
    x.map(|p| p.as_vec3().as_dvec3())
}

/// f32 has 6e-8. A hinge takes about 30 operations on numbers of its size; its gradient is 1 over the height, which is
/// above 0.3 here, and near a fold, where the value has a slope of 2 a radian, one more factor of 2: 1e-5.
#[test]
fn shaders_agree_with_the_formulas() {
    let context = context::acquire(&Default::default()).unwrap();
    let mut numbers = Numbers(3);
    let mut cases = Vec::new();
    for k in 0..600 {
        let kind = (k % 3 + 1) as f32;
        let angle = if k % 5 == 0 {
            PI * 0.9999
        } else {
            PI * numbers.next()
        };
        let x = rounded(hinge(angle).map(|p| p + 0.1 * numbers.vector()));
        cases.push((kind, x, f64::from(0.6 * numbers.next() as f32)));
    }
    for (case, found) in cases.iter().zip(on_gpu(&context, &cases)) {
        let (kind, x, rest) = *case;
        let gradient = |v: usize| Vec3::from_slice(&found[v][..3]).as_dvec3();
        if kind == 3.0 {
            let expected = wind::force([x[0], x[1], x[2]], x[3], 0.6, 0.3);
            assert!((gradient(0) - expected).length() < 1e-5, "{x:?}");
            continue;
        }
        let which = Constraint::ALL[kind as usize - 1];
        let row = which.row(x, rest);
        let apart = f64::from(found[0][3]) - row.value;
        // Where the smaller angle changes sign, either sign is right.
        let is_opposite = (row.value.abs() - 4.0).abs() < 1e-3;
        assert!(
            apart.abs() < 1e-5 || is_opposite,
            "{which:?} {x:?}: {apart}"
        );
        for v in (0..4).filter(|_| !is_opposite) {
            assert!(
                (gradient(v) - row.gradients[v]).length() < 1e-5,
                "{which:?} {v} {x:?}"
            );
        }
    }
}

/// Flat, folded and collapsed hinges, and edges without length, give finite numbers, also at sizes from 1e-6 to 1e6.
#[test]
fn shaders_survive_degenerate_elements() {
    let context = context::acquire(&Default::default()).unwrap();
    let collapsed = |c: DVec3, d: DVec3| [DVec3::ZERO, DVec3::X, c, d];
    let mut shapes = vec![
        hinge(0.0),
        hinge(PI),
        hinge(-PI),
        hinge(FRAC_PI_2),
        hinge(TAU),
    ];
    shapes.push([DVec3::ONE; 4]);
    shapes.push(collapsed(DVec3::X * 0.5, DVec3::Y));
    shapes.push(collapsed(DVec3::X * 0.5, DVec3::X * 0.2));
    shapes.push(collapsed(DVec3::Y, DVec3::Y));
    shapes.push(collapsed(DVec3::new(0.5, 1e-5, 0.0), DVec3::Y));
    let mut cases = Vec::new();
    for size in [1e-6, 1e-3, 1.0, 1e3, 1e6] {
        for shape in &shapes {
            for kind in [1.0, 2.0, 3.0] {
                cases.push((kind, rounded(shape.map(|p| p * size)), 0.2));
            }
        }
    }
    for (case, found) in cases.iter().zip(on_gpu(&context, &cases)) {
        assert!(
            found.as_flattened().iter().all(|f| f.is_finite()),
            "{case:?}: {found:?}"
        );
    }
}
