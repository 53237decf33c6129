//! Planes of contact on the GPU against f64 (shaders/lib/separating_plane.wgsl).

use crate::gpu::context;
use crate::gpu::kernel::{EntryPoint, KernelSource};
use crate::gpu::probe::{STORAGE, answers};
use glam::DVec3;

/// Input: two planes, and the reach. Output: 1 if the first follows from the second.
const KERNEL: &str = concat!(
    include_str!("../../shaders/lib/separating_plane.wgsl"),
    "
    @group(0) @binding(0) var<storage, read> sample: array<vec4<f32>>;
    @group(0) @binding(1) var<storage, read_write> answer: array<vec4<f32>>;

    @compute @workgroup_size(64)
    fn follows(@builtin(global_invocation_id) id: vec3<u32>) {
        let i = 3u * id.x;
        if i + 2u >= arrayLength(&sample) { return; }
        let other = sample[i + 1u];
        let follows = separating_plane_follows(sample[i], other, sample[i + 2u].x) >= other.w;
        answer[i] = vec4<f32>(select(0.0, 1.0, follows));
    }
    "
);

static SOURCE: KernelSource = KernelSource {
    label: "follows",
    declarations: &[KERNEL],
    parts: &[0],
    bindings: &STORAGE,
    entry_points: &[EntryPoint::named("follows")],
    overrides: &[],
};

struct Sample {
    plane: [f32; 4],
    other: [f32; 4],
    reach: f32,
}

impl Sample {
    /// The depth behind the plane of the deepest displacement that is within the reach and not behind the other plane.
    fn deepest(&self) -> f64 {
        let [n, m] = [self.plane, self.other]
            .map(|p| DVec3::new(p[0].into(), p[1].into(), p[2].into()).normalize());
        let [s, w, reach] = [self.plane[3], self.other[3], self.reach].map(f64::from);
        w * n.dot(m) + n.cross(m).length() * (reach * reach - w * w).sqrt() - s
    }
}

/// Planes at angles from 1e-6 on. The first is a little nearer or a little farther than the limit at which it follows.
fn samples() -> Vec<Sample> {
    let mut state = 7_u64;
    let mut next = move || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f64 / f64::from(1 << 24)
    };
    let mut found = Vec::new();
    for k in 0..60_000 {
        let mut vector = || DVec3::new(next() - 0.5, next() - 0.5, next() - 0.5).normalize();
        let n = vector();
        let (sine, cosine) = 10.0_f64.powf(-f64::from(k % 7)).sin_cos();
        let m = n * cosine + n.any_orthonormal_vector().cross(n).normalize() * sine;
        let reach = [0.01, 1.0, 20.0][k as usize % 3];
        let w = 0.5 * reach * 10.0_f64.powf(-4.0 * next());
        let s = w * cosine + sine * (reach * reach - w * w).sqrt() * (0.2 + 1.6 * next());
        let row = |n: DVec3, s: f64| n.extend(s).as_vec4().to_array();
        found.push(Sample {
            plane: row(n, s),
            other: row(m, w),
            reach: reach as f32,
        });
    }
    found
}

/// A plane that is left out binds nothing. Each number of the test is off by a few roundings of the reach, and planes leave
/// 48 of them (`separating_plane_margin`, twice). No redundant plane is kept.
#[test]
fn planes_that_follow_from_others_bind_nothing() {
    let context = context::acquire(&Default::default()).unwrap();
    let samples = samples();
    let rows: Vec<[f32; 4]> = samples
        .iter()
        .flat_map(|s| [s.plane, s.other, [s.reach; 4]])
        .collect();
    let (mut left_out, mut kept) = (0, 0);
    for (sample, answer) in samples
        .iter()
        .zip(answers(&context, &SOURCE, samples.len(), &rows).chunks(3))
    {
        let (deepest, reach) = (sample.deepest(), f64::from(sample.reach));
        let rounding = 8.0 * f64::from(f32::EPSILON) * reach;
        if answer[0][0] > 0.0 {
            left_out += 1;
            assert!(
                deepest <= rounding,
                "{deepest:e} of {reach} behind {:?}",
                sample.plane
            );
        } else {
            kept += 1;
            assert!(
                deepest >= -rounding,
                "{deepest:e} of {reach} for {:?}",
                sample.plane
            );
        }
    }
    assert!(left_out > 10_000 && kept > 10_000, "{left_out}, {kept}");
}
