//! The shader of the volume against the formulas here.

use super::pressure::{Filling, gradients, volume};
use crate::gpu::context;
use crate::gpu::kernel::{EntryPoint, KernelSource};
use crate::gpu::probe::{STORAGE, answers};
use glam::{DVec3, Vec3};
use pliant_geometry::shapes::sphere;

/// Input: a triangle (w: volume, Σ w |∇V|², multiplier); constants. Output: the triangle's slope and the change of the
/// multiplier; the part of a vertex at a with that slope and an inverse mass of 3.
const KERNEL: &str = concat!(
    include_str!("../../shaders/element/pressure.wgsl"),
    "
    @group(0) @binding(0) var<storage, read> sample: array<vec4<f32>>;
    @group(0) @binding(1) var<storage, read_write> answer: array<vec4<f32>>;

    @compute @workgroup_size(64)
    fn parts(@builtin(global_invocation_id) id: vec3<u32>) {
        let i = 4u * id.x;
        if i + 3u >= arrayLength(&sample) { return; }
        let a = sample[i];
        let b = sample[i + 1u];
        let c = sample[i + 2u];
        let slope = pressure_slope(a.xyz, b.xyz, c.xyz);
        let change = pressure_step(sample[i + 3u], vec4<f32>(a.w, b.w, 0.0, 0.0), 1e-4, c.w);
        answer[i] = vec4<f32>(slope, change);
        answer[i + 1u] = pressure_part(a.xyz, slope, 3.0);
    }
    "
);

static SOURCE: KernelSource = KernelSource {
    label: "parts",
    declarations: &[KERNEL],
    parts: &[0],
    bindings: &STORAGE,
    entry_points: &[EntryPoint::named("parts")],
    overrides: &[],
};

/// Numbers in -1 to 1.
fn number(seed: usize) -> f64 {
    (seed as f64 * 12.9898).sin() * 43758.5453 % 1.0
}

const FILLINGS: [Filling; 4] = [
    Filling::Hard { goal: 2.0 },
    Filling::Compliant {
        goal: 2.0,
        stiffness: 3e4,
    },
    Filling::Gas {
        rest: 1.0,
        pressure: 2e3,
        outside: 1e5,
    },
    Filling::Gas {
        rest: 1.0,
        pressure: 2e3,
        outside: 0.0,
    },
];

/// A ball whose vertices are moved at random. f32 has 6e-8; a slope takes ten operations, the volume a sum of 128 of its parts.
#[test]
fn sums_and_steps_agree_with_the_formulas() {
    let mesh = sphere(2, 1.0);
    let points = mesh.positions.iter().enumerate();
    let x: Vec<DVec3> = points
        .map(|(k, p)| {
            let moved = [0, 1, 2].map(|axis| f64::from(p[axis]) + 0.2 * number(3 * k + axis));
            DVec3::from(moved).as_vec3().as_dvec3()
        })
        .collect();
    let case = |k: usize| {
        let [volume, multiplier] = [1.0 + 0.98 * number(7 * k), 10.0 * number(7 * k + 1)];
        (
            FILLINGS[k % 4],
            [volume, 0.3 + 0.2 * number(7 * k + 2)],
            multiplier,
        )
    };
    let rows = mesh.triangles.iter().enumerate().flat_map(|(k, t)| {
        let (filling, [volume, weight], multiplier) = case(k);
        let own = [volume, weight, multiplier].map(|v| v as f32);
        let [a, b, c] = [0, 1, 2].map(|n| x[t[n] as usize].as_vec3().extend(own[n]).to_array());
        [a, b, c, filling.constants()]
    });
    let rows: Vec<[f32; 4]> = rows.collect();
    let context = context::acquire(&Default::default()).unwrap();
    let found = answers(&context, &SOURCE, mesh.triangles.len(), &rows);
    let mut slopes = vec![DVec3::ZERO; x.len()];
    for (k, (t, own)) in mesh.triangles.iter().zip(found.chunks(4)).enumerate() {
        let slope = Vec3::from_slice(&own[0][..3]).as_dvec3();
        t.iter().for_each(|v| slopes[*v as usize] += slope);
        let (filling, sums, multiplier) = case(k);
        let sums = sums.map(|v| f64::from(v as f32));
        let expected = filling.step(sums, 1e-4, f64::from(multiplier as f32));
        let error = (f64::from(own[0][3]) - expected).abs();
        assert!(
            error < 1e-5 * (1.0 + expected.abs()),
            "{filling:?}: {error}"
        );
        let part = [
            x[t[0] as usize].dot(slope) / 3.0,
            3.0 * slope.length_squared(),
        ];
        let errors = [0, 1].map(|n| (f64::from(own[1][n]) - part[n]).abs());
        assert!(errors.iter().all(|e| *e < 1e-6), "{errors:?}");
    }
    let expected = gradients(&x, &mesh.triangles);
    let apart = slopes.iter().zip(&expected).map(|(a, b)| a.distance(*b));
    assert!(apart.fold(0.0, f64::max) < 1e-6);
    let whole: f64 = x.iter().zip(&slopes).map(|(x, g)| x.dot(*g) / 3.0).sum();
    assert!((whole - volume(&x, &mesh.triangles)).abs() < 1e-5);
}

/// A step from zero and a step from the last multiplier find the same multiplier: the step is linear in it.
#[test]
fn a_step_does_not_depend_on_where_it_begins() {
    for filling in FILLINGS {
        let [square, weight, start] = [1e-6, 0.01, 1.0];
        let once = filling.step([start, weight], square, 0.0);
        let again = once + filling.step([start + weight * once, weight], square, once);
        if let Some((wanted, slope)) = filling.pressure(start + weight * again) {
            let error = wanted * square - again;
            assert!(
                error.abs() < 1e-3 * (slope * square).max(wanted.abs() * square),
                "{filling:?}: {error}"
            );
        } else {
            assert!((start + weight * again - 2.0).abs() < 1e-12);
        }
    }
}
