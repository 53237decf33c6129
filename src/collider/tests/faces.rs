//! Compares the shaders for triangles and shapes with the distances of this folder.

use super::{EntryPoint, KernelSource, STORAGE, Shape, answers, context};
use glam::{DVec3, Vec3};

/// Input of seven rows: size and shape; corners at the start (w of the first: skin); corners at the end. Output:
/// separating direction at the start, separating plane of the way.
const KERNEL: &str = concat!(
    include_str!("../../../shaders/lib/math.wgsl"),
    include_str!("../../../shaders/lib/triangle.wgsl"),
    include_str!("../../../shaders/collider/plane.wgsl"),
    include_str!("../../../shaders/collider/sphere.wgsl"),
    include_str!("../../../shaders/collider/capsule.wgsl"),
    include_str!("../../../shaders/collider/cuboid.wgsl"),
    include_str!("../../../shaders/collider/sdf.wgsl"),
    include_str!("../../../shaders/collider/collider.wgsl"),
    "
    @group(0) @binding(0) var<storage, read> sample: array<vec4<f32>>;
    @group(0) @binding(1) var<storage, read_write> answer: array<vec4<f32>>;

    @compute @workgroup_size(64)
    fn faces(@builtin(global_invocation_id) id: vec3<u32>) {
        let i = 7u * id.x;
        if i + 6u >= arrayLength(&sample) { return; }
        let shape = u32(sample[i].w);
        let size = sample[i].xyz;
        let starts = mat3x3<f32>(sample[i + 1u].xyz, sample[i + 2u].xyz, sample[i + 3u].xyz);
        let ends = mat3x3<f32>(sample[i + 4u].xyz, sample[i + 5u].xyz, sample[i + 6u].xyz);
        answer[i] = collider_face(shape, size, starts[0], starts[1], starts[2], 0.0);
        answer[i + 1u] = collider_face_plane(shape, size, starts, ends - starts, sample[i + 1u].w);
    }
    "
);

static SOURCE: KernelSource = KernelSource {
    label: "faces",
    declarations: &[KERNEL],
    parts: &[0],
    bindings: &STORAGE,
    entry_points: &[EntryPoint::named("faces")],
    overrides: &[],
};

const BOUNDED: [Shape; 3] = [Shape::Sphere, Shape::Capsule, Shape::Cuboid];

struct Sample {
    size: Vec3,
    skin: f32,
    starts: [Vec3; 3],
    ends: [Vec3; 3],
}

impl Sample {
    /// f32 rounding of this sample's distances: a few operations on numbers of this size.
    fn rounding(&self) -> f64 {
        let corners = self.starts.iter().chain(&self.ends);
        let most = corners.fold(self.size, |m, p| m.max(p.abs()));
        1e-6 * f64::from(most.max_element().max(1.0))
    }

    fn start_distance(&self, shape: Shape) -> f64 {
        shape.triangle_distance(self.size.as_dvec3(), self.starts.map(|p| p.as_dvec3()))
    }

    /// Smallest distance of the start corners from the shape's supporting plane with this normal.
    fn start_gap(&self, shape: Shape, n: DVec3) -> f64 {
        let corners = self.starts.map(|p| n.dot(p.as_dvec3()));
        corners.into_iter().fold(f64::MAX, f64::min) - shape.support(self.size.as_dvec3(), n)
    }
}

/// A thousand deterministic samples per shape: shapes of 0.05 to 2, triangles of 0.1 to 3 about points within 2. A
/// quarter each are needle-thin, have a long way, or have an edge along an axis of the shape.
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
            let (at, large) = (vector() * 2.0, 0.1 + 1.4 * vector().x.abs());
            let mut starts = [at, at, at].map(|p| p + large * vector());
            let mut way = vector() - at;
            match i % 4 {
                1 => starts[2] = starts[0].lerp(starts[1], 0.4) + 1e-4 * vector(),
                2 => way *= 1000.0,
                3 => starts[1] = starts[0] + Vec3::Y * large,
                _ => {}
            }
            let ends = starts.map(|p| p + way + 0.2 * vector());
            Sample {
                size,
                skin: 1e-3 * size.min_element(),
                starts,
                ends,
            }
        })
        .collect()
}

/// The direction and the plane of each sample.
fn on_gpu(shape: Shape, samples: &[Sample]) -> Vec<[(DVec3, f64); 2]> {
    let context = context::acquire(&Default::default()).unwrap();
    let mut rows = Vec::new();
    for sample in samples {
        rows.push(sample.size.extend(shape.number() as f32).to_array());
        let corners = sample.starts.iter().chain(&sample.ends);
        rows.extend(corners.map(|p| p.extend(sample.skin).to_array()));
    }
    let parts = |v: [f32; 4]| {
        let [x, y, z, w] = v.map(f64::from);
        (DVec3::new(x, y, z), w)
    };
    answers(&context, &SOURCE, samples.len(), &rows)
        .chunks_exact(7)
        .map(|rows| [parts(rows[0]), parts(rows[1])])
        .collect()
}

/// The direction separates. For round shapes its gap is the exact distance. For boxes it is at most the distance (their
/// separating axes are those of faces and edges, not of corners), and above zero whenever there is one.
#[test]
fn the_direction_of_a_face_separates_it_from_the_shape() {
    for shape in BOUNDED {
        let samples = samples(shape);
        let (mut worst, mut apart) = (0.0_f64, 0);
        for (sample, [(n, w), _]) in samples.iter().zip(on_gpu(shape, &samples)) {
            let rounding = sample.rounding();
            let distance = sample.start_distance(shape);
            assert!((n.length() - 1.0).abs() < 1e-5, "{shape:?} {n}");
            if distance > 10.0 * rounding {
                apart += 1;
                assert!(w > 0.0, "{shape:?}: {w} at a distance of {distance}");
                // A direction's error is its foot's error over the distance, seen from the far corner.
                let turn = 1.0 + 3.0 / distance.max(sample.size.min_element().into());
                worst = worst.max((sample.start_gap(shape, n) - w).abs() / (rounding * turn));
            }
            let over = match shape {
                Shape::Cuboid => (w - distance).max(0.0),
                _ => (w - distance).abs(),
            };
            worst = worst.max(over / rounding);
        }
        println!("{shape:?}: {apart} apart, off by {worst:.3} of rounding");
        assert!((200..900).contains(&apart), "{shape:?}: {apart} apart");
        assert!(worst <= 1.0, "{shape:?}: {worst}");
    }
}

/// Each face that starts outside, or less than the skin inside, gets a plane one skin inside the supporting plane, with
/// all three corners on its outer side. It stops ways into the shape.
#[test]
fn the_plane_of_a_face_separates_its_whole_way() {
    for shape in BOUNDED {
        let samples = samples(shape);
        let (mut worst, mut stopped, mut ways_in) = (0.0_f64, 0, 0);
        for (sample, [(_, w), (n, offset)]) in samples.iter().zip(on_gpu(shape, &samples)) {
            let rounding = sample.rounding();
            let skin = f64::from(sample.skin);
            if w < -skin {
                assert!(
                    w > -2.0 * skin - rounding || n == DVec3::ZERO,
                    "{shape:?} {w}"
                );
                continue;
            }
            assert!((n.length() - 1.0).abs() < 1e-5, "{shape:?} {n} at {w}");
            let support = shape.support(sample.size.as_dvec3(), n);
            worst = worst.max((offset - (support - skin)).abs() / rounding);
            worst = worst.max(-(sample.start_gap(shape, n) + skin) / rounding);
            let ends = sample.ends.map(|p| p.as_dvec3());
            let cut = ends.iter().any(|p| n.dot(*p) < offset);
            let goes_in = shape.triangle_distance(sample.size.as_dvec3(), ends) < -2.0 * skin;
            assert!(cut || !goes_in, "{shape:?}: a way into the shape is open");
            stopped += u32::from(cut);
            ways_in += u32::from(goes_in);
        }
        println!(
            "{shape:?}: off by {worst:.3} of rounding, {stopped} stopped, {ways_in} end inside"
        );
        assert!(
            worst <= 1.0 && ways_in > 50,
            "{shape:?}: {worst}, {ways_in}"
        );
    }
}
