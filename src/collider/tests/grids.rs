//! Distances on a grid: the shader against the formula.

use super::{EntryPoint, KernelSource, STORAGE, answers, context};
use crate::collider::Grid;
use glam::{DVec3, Vec3};

/// Input: the grid's rows, then points. Output: distances.
const KERNEL: &str = concat!(
    include_str!("../../../shaders/collider/sdf.wgsl"),
    "
    @group(0) @binding(0) var<storage, read> sample: array<vec4<f32>>;
    @group(0) @binding(1) var<storage, read_write> answer: array<vec4<f32>>;

    @compute @workgroup_size(64)
    fn grids(@builtin(global_invocation_id) id: vec3<u32>) {
        if id.x >= arrayLength(&answer) { return; }
        let rows = u32(sample[1].w);
        let place = sdf_cell(sample[0], vec3<u32>(sample[1].xyz), sample[rows + id.x].xyz);
        answer[id.x] = sdf_distance(place, sample[place.below], sample[place.above]);
    }
    "
);

static SOURCE: KernelSource = KernelSource {
    label: "grids",
    declarations: &[KERNEL],
    parts: &[0],
    bindings: &STORAGE,
    entry_points: &[EntryPoint::named("grids")],
    overrides: &[],
};

/// Rounding: a blend of eight values near 1, and a place in the grid, each exact to some 1e-6.
#[test]
fn shaders_blend_a_grid_as_the_formula_does() {
    let (counts, spacing) = ([5, 4, 6], 0.3);
    let mut state = 3_u64;
    let mut next = move || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f32 / (1 << 23) as f32 - 1.0
    };
    let grid = Grid {
        low: [-0.4, 0.2, -0.9],
        spacing,
        counts,
        values: (0..120).map(|_| 0.3 * next()).collect(),
    };
    let mut rows: Vec<[f32; 4]> = grid
        .rows()
        .iter()
        .map(|row| row.map(f32::from_bits))
        .collect();
    let [x, y, z] = counts.map(|c| c as f32);
    rows[1] = [x, y, z, rows.len() as f32];
    let points: Vec<Vec3> = (0..2000)
        .map(|_| Vec3::new(next(), next(), next()) * 1.5)
        .collect();
    rows.extend(points.iter().map(|p| p.extend(0.0).to_array()));
    let context = context::acquire(&Default::default()).unwrap();
    let found = answers(&context, &SOURCE, points.len(), &rows);
    let (mut inside, mut worst) = (0, [0.0_f64; 2]);
    for (p, near) in points.iter().zip(found) {
        let expected = grid.distance(p.as_dvec3());
        let normal = DVec3::new(near[0].into(), near[1].into(), near[2].into());
        worst[0] = worst[0].max((f64::from(near[3]) - expected.distance).abs());
        worst[1] = worst[1].max(normal.distance(expected.normal));
        let high = grid.high();
        inside += u32::from(p.cmpge(Vec3::from(grid.low)).all() && p.cmple(high).all());
    }
    println!("{inside} inside, off by {worst:?}");
    assert!(inside > 50, "{inside}");
    // A normal turns as slopes over 0.1 round.
    assert!(worst[0] < 1e-5 && worst[1] < 1e-4, "{worst:?}");
}
