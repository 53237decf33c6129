//! Compares the shape shaders, on the GPU, with the formulas of this folder.

mod faces;
mod grids;

use super::Shape;
use crate::desc::{
    PLIANT_SHAPE_CAPSULE, PLIANT_SHAPE_CUBOID, PLIANT_SHAPE_PLANE, PLIANT_SHAPE_SPHERE,
};
use crate::gpu::context::{self, Context};
use crate::gpu::kernel::{EntryPoint, KernelSource};
use crate::gpu::probe::{STORAGE, answers};
use glam::{DVec3, Vec3};

/// Input: shape and size; start (w unused); end. Output: distance at the start, support along the normalised end,
/// separating plane of the way.
const KERNEL: &str = concat!(
    include_str!("../../shaders/lib/math.wgsl"),
    include_str!("../../shaders/lib/triangle.wgsl"),
    include_str!("../../shaders/collider/plane.wgsl"),
    include_str!("../../shaders/collider/sphere.wgsl"),
    include_str!("../../shaders/collider/capsule.wgsl"),
    include_str!("../../shaders/collider/cuboid.wgsl"),
    include_str!("../../shaders/collider/sdf.wgsl"),
    include_str!("../../shaders/collider/collider.wgsl"),
    "
    @group(0) @binding(0) var<storage, read> sample: array<vec4<f32>>;
    @group(0) @binding(1) var<storage, read_write> answer: array<vec4<f32>>;

    @compute @workgroup_size(64)
    fn shapes(@builtin(global_invocation_id) id: vec3<u32>) {
        let i = 3u * id.x;
        if i + 2u >= arrayLength(&sample) { return; }
        let shape = u32(sample[i].w);
        let size = sample[i].xyz;
        let start = sample[i + 1u].xyz;
        let end = sample[i + 2u].xyz;
        let near = collider_distance(shape, size, start);
        answer[i] = near;
        answer[i + 1u] = vec4<f32>(collider_support(shape, size, normalize(end)), 0.0, 0.0, 0.0);
        answer[i + 2u] = collider_separating_plane(shape, size, start, end, collider_plane(near, start), near.w);
    }
    "
);

static SOURCE: KernelSource = KernelSource {
    label: "shapes",
    declarations: &[KERNEL],
    parts: &[0],
    bindings: &STORAGE,
    entry_points: &[EntryPoint::named("shapes")],
    overrides: &[],
};

fn on_gpu(context: &Context, samples: &[Sample]) -> Vec<[[f32; 4]; 3]> {
    let rows: Vec<[f32; 4]> = samples.iter().flat_map(Sample::rows).collect();
    answers(context, &SOURCE, samples.len(), &rows)
        .chunks_exact(3)
        .map(|rows| [rows[0], rows[1], rows[2]])
        .collect()
}

struct Sample {
    shape: Shape,
    size: Vec3,
    start: Vec3,
    end: Vec3,
}

impl Sample {
    fn rows(&self) -> [[f32; 4]; 3] {
        [
            self.size.extend(self.shape.number() as f32).to_array(),
            self.start.extend(0.0).to_array(),
            self.end.extend(0.0).to_array(),
        ]
    }

    /// f32 rounding of this sample's coordinates: a few operations on numbers of this size.
    fn rounding(&self) -> f64 {
        let magnitude = self.size.max(self.start.abs()).max(self.end.abs());
        1e-6 * f64::from(magnitude.max_element().max(1.0))
    }
}

/// A thousand deterministic samples per shape: sizes 0.05 to 2, points within 3 of the origin. Every fourth start is
/// just off the surface, and every fourth way is long.
fn samples(shape: Shape) -> Vec<Sample> {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64 ^ u64::from(shape.number());
    let mut next = move || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f32 / (1 << 23) as f32 - 1.0
    };
    let mut vector = move || Vec3::new(next(), next(), next());
    (0..1000)
        .map(|i| {
            let size = vector().abs() * 1.95 + 0.05;
            let mut start = vector() * 3.0;
            if i % 4 == 1 {
                let near = shape.distance(size.as_dvec3(), start.as_dvec3());
                start -= (near.normal * (near.distance - 1e-3)).as_vec3();
            }
            let mut end = vector() * 3.0;
            if i % 4 == 2 {
                end *= 1000.0;
            }
            Sample {
                shape,
                size,
                start,
                end,
            }
        })
        .collect()
}

/// Whether the normal is unique: near an axis or between nearly equal faces of a box, rounding may choose another.
fn settled(sample: &Sample) -> bool {
    let (size, p) = (sample.size.as_dvec3(), sample.start.as_dvec3());
    let here = sample.shape.distance(size, p);
    (0..6).all(|k| {
        let mut step = DVec3::ZERO;
        step[k / 2] = if k % 2 == 0 { 1e-4 } else { -1e-4 };
        let there = sample.shape.distance(size, p + step);
        here.normal.dot(there.normal) > 0.9
    })
}

#[test]
fn numbers_are_those_of_the_c_abi() {
    let numbers = Shape::ALL.map(Shape::number);
    let abi = [
        PLIANT_SHAPE_PLANE,
        PLIANT_SHAPE_SPHERE,
        PLIANT_SHAPE_CAPSULE,
        PLIANT_SHAPE_CUBOID,
    ];
    assert_eq!(numbers, abi);
    assert_eq!(Shape::from_number(0), None);
    assert_eq!(Shape::from_number(5), None);
}

/// The formulas agree: the normal is the distance's gradient; support and bounding radius match the distances.
#[test]
fn distance_support_and_bounds_agree() {
    for shape in Shape::ALL {
        for sample in samples(shape).iter().filter(|s| settled(s)) {
            let (size, p) = (sample.size.as_dvec3(), sample.start.as_dvec3());
            let near = shape.distance(size, p);
            let foot = p - near.normal * near.distance;
            assert!((near.normal.length() - 1.0).abs() < 1e-12);
            assert!(
                shape.distance(size, foot).distance.abs() < 1e-12,
                "{shape:?} {p} {near:?}"
            );
            // The foot of an outside point is where the supporting plane with that normal touches.
            if near.distance > 0.0 {
                let touch = near.normal.dot(foot) - shape.support(size, near.normal);
                assert!(touch.abs() < 1e-12, "{shape:?} {p}: {touch}");
            }
            if let Some(radius) = shape.bounding_radius(size) {
                assert!(shape.support(size, near.normal) <= radius + 1e-12);
                assert!(near.distance >= p.length() - radius - 1e-12);
            }
        }
    }
}

#[test]
fn shaders_agree_with_the_host_on_a_thousand_samples_a_shape() {
    let context = context::acquire(&Default::default()).unwrap();
    for shape in Shape::ALL {
        let samples = samples(shape);
        let mut worst = [0.0_f64; 3];
        let answers = on_gpu(&context, &samples);
        for (sample, [near, support, _]) in samples.iter().zip(answers) {
            let size = sample.size.as_dvec3();
            let expected = shape.distance(size, sample.start.as_dvec3());
            let off = (f64::from(near[3]) - expected.distance).abs() / sample.rounding();
            worst[0] = worst[0].max(off);
            if settled(sample) {
                let normal = DVec3::new(near[0].into(), near[1].into(), near[2].into());
                // A direction's error is the foot's error over the distance to it (or to a round shape's centre).
                let arm = expected.distance.abs().max(1e-3);
                let off = normal.distance(expected.normal) * arm / sample.rounding();
                worst[1] = worst[1].max(off);
            }
            let direction = sample.end.as_dvec3().normalize();
            let off = f64::from(support[0]) - shape.support(size, direction);
            worst[2] = worst[2].max(off.abs() / sample.rounding());
        }
        println!("{shape:?}: distance, normal, support off by {worst:.3?} of the bound");
        assert!(worst.iter().all(|w| *w <= 1.0), "{shape:?}: {worst:?}");
    }
}

/// The plane of a way that starts outside has the start on its outer side and the whole shape on the inner side, so no
/// way along it enters the shape. It does not stop a way whose end stays outside.
#[test]
fn a_separating_plane_separates() {
    let context = context::acquire(&Default::default()).unwrap();
    for shape in Shape::ALL {
        let samples: Vec<Sample> = samples(shape)
            .into_iter()
            .filter(|s| {
                shape
                    .distance(s.size.as_dvec3(), s.start.as_dvec3())
                    .distance
                    > 0.0
            })
            .collect();
        assert!(samples.len() > 200);
        let (mut start_off, mut shape_off, mut stopped) = (0.0_f64, 0.0_f64, 0);
        for (sample, [_, _, plane]) in samples.iter().zip(on_gpu(&context, &samples)) {
            let normal = DVec3::new(plane[0].into(), plane[1].into(), plane[2].into());
            let offset = f64::from(plane[3]);
            assert!((normal.length() - 1.0).abs() < 1e-5, "{shape:?} {plane:?}");
            let rounding = sample.rounding();
            let start = normal.dot(sample.start.as_dvec3()) - offset;
            start_off = start_off.max(-start / rounding);
            let reach = match shape.bounding_radius(sample.size.as_dvec3()) {
                Some(_) => shape.support(sample.size.as_dvec3(), normal),
                None => (1.0 - normal.y) * 1e9, // a half-space has one supporting direction
            };
            shape_off = shape_off.max((reach - offset).abs() / rounding);
            stopped += u32::from(normal.dot(sample.end.as_dvec3()) < offset);
        }
        println!(
            "{shape:?}: start off {start_off:.3}, shape off {shape_off:.3} of the bound, {stopped} of {} ways stopped",
            samples.len()
        );
        assert!(stopped > 10, "{shape:?}: nothing was stopped");
        assert!(start_off <= 1.0 && shape_off <= 1.0, "{shape:?}");
    }
}
