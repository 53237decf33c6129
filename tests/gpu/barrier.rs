//! Colliders for tests, and the depth of vertices in them by f64 formulas.

use super::common::*;
use glam::{DVec3, Quat, Vec3};
use pliant::asset::Asset;
use pliant::collider::Shape;
use pliant::desc::*;
use pliant::ids::{PliantBodyId, PliantColliderId};
use pliant::math::PliantPose;
use pliant::world::{Applied, Edit, World};

/// A collider of a test, as the world was told.
#[derive(Clone, Copy)]
pub struct Barrier {
    pub id: PliantColliderId,
    pub desc: PliantColliderDesc,
}

/// One of each shape with its top at the origin of `pose` and about `size` large: the half-space, a ball of radius
/// `size`, a capsule that lies along x, a plate.
pub fn shapes(size: f32) -> [PliantColliderDesc; 4] {
    let lying = PliantPose {
        rotation: Quat::from_rotation_z(std::f32::consts::FRAC_PI_2).to_array(),
        ..PliantPose::at([0.0, -size, 0.0])
    };
    let of = |shape, size, pose| PliantColliderDesc {
        shape,
        size,
        pose,
        ..PliantColliderDesc::default()
    };
    [
        of(PLIANT_SHAPE_PLANE, [0.0; 3], PliantPose::default()),
        of(
            PLIANT_SHAPE_SPHERE,
            [size, 0.0, 0.0],
            PliantPose::at([0.0, -size, 0.0]),
        ),
        of(PLIANT_SHAPE_CAPSULE, [size, size, 0.0], lying),
        of(
            PLIANT_SHAPE_CUBOID,
            [2.0 * size, 0.5 * size, size],
            PliantPose::at([0.0, -0.5 * size, 0.0]),
        ),
    ]
}

pub fn add_barrier(world: &mut World, desc: PliantColliderDesc) -> Barrier {
    match world.apply(Edit::AddCollider { desc }) {
        Ok(Applied::Collider(id)) => Barrier { id, desc },
        other => panic!("adding a collider gave {other:?}"),
    }
}

impl Barrier {
    /// Sends the collider to a pose, which it reaches with the next step.
    pub fn send(&mut self, world: &mut World, pose: PliantPose) {
        let edit = Edit::MoveCollider {
            collider: self.id,
            pose,
            teleport: false,
        };
        world.apply(edit).expect("a moved collider");
        self.desc.pose = pose;
    }

    /// Signed distance of a world point, in f64 from the f32 pose.
    pub fn distance(&self, p: [f32; 4]) -> f64 {
        let local = self.local(Vec3::new(p[0], p[1], p[2]).as_dvec3());
        let shape = Shape::from_number(self.desc.shape).expect("a shape");
        shape
            .distance(Vec3::from_array(self.desc.size).as_dvec3(), local)
            .distance
    }

    /// A world point in the collider's frame.
    fn local(&self, p: DVec3) -> DVec3 {
        let pose = &self.desc.pose;
        let q = Quat::from_array(pose.rotation)
            .as_dquat()
            .normalize()
            .conjugate();
        q * (p - DVec3::from(pose.position))
    }

    /// How deep the deepest of these points is [length unit], at least 0; NaN counts as infinitely deep.
    pub fn depth(&self, points: &[[f32; 4]]) -> f64 {
        let deep = |p: &[f32; 4]| match self.distance(*p) {
            d if d.is_nan() => f64::INFINITY,
            d => -d,
        };
        points.iter().map(deep).fold(0.0, f64::max)
    }
}

impl Barrier {
    /// The least signed distance of a triangle's points, in f64. Far from the collider it is only a lower bound.
    pub fn face_distance(&self, corners: [DVec3; 3]) -> f64 {
        let [a, b, c] = corners.map(|p| self.local(p));
        let shape = Shape::from_number(self.desc.shape).expect("a shape");
        let size = Vec3::from_array(self.desc.size).as_dvec3();
        let middle = (a + b + c) / 3.0;
        let radius = [a, b, c].map(|p| p.distance(middle));
        let far = shape.distance(size, middle).distance - radius.into_iter().fold(0.0, f64::max);
        if far > 0.1 {
            return far;
        }
        shape.triangle_distance(size, [a, b, c])
    }

    /// How deep the body's faces are at most [length unit], at least 0.
    pub fn faces_depth(&self, asset: &Asset, x: &[[f32; 4]]) -> f64 {
        let place = |v: u32| Vec3::from_slice(&x[v as usize][..3]).as_dvec3();
        let faces = asset.surface_triangles.iter();
        faces
            .map(|face| -self.face_distance(face.map(place)))
            .fold(0.0, f64::max)
    }

    /// The greatest depth on straight paths from `x` to `y`, for a collider at rest. The distance changes no faster
    /// than the fastest corner moves, so a step by the remaining distance skips nothing.
    pub fn ways_depth(&self, asset: &Asset, x: &[[f32; 4]], y: &[[f32; 4]]) -> f64 {
        let place = |x: &[[f32; 4]], v: u32| Vec3::from_slice(&x[v as usize][..3]).as_dvec3();
        let mut worst = 0.0_f64;
        for face in &asset.surface_triangles {
            let (from, to) = (face.map(|v| place(x, v)), face.map(|v| place(y, v)));
            let ways = [0, 1, 2].map(|i| from[i].distance(to[i]));
            let way = ways.into_iter().fold(1e-9, f64::max);
            let mut t = 0.0;
            while t < 1.0 {
                let now = [0, 1, 2].map(|i| from[i].lerp(to[i], t));
                let distance = self.face_distance(now);
                worst = worst.max(-distance);
                t += (distance / way).max(1e-3);
            }
        }
        worst
    }
}

/// The worst that was seen in a run of steps.
#[derive(Clone, Copy, Debug, Default)]
pub struct Watch {
    /// Numbers that were not finite.
    pub broken: usize,
    /// Deepest vertex at the end of any step, in body sizes.
    pub depth: f64,
    /// Deepest vertex at the end of the last step, in body sizes.
    pub last_depth: f64,
    /// Fastest vertex at the end [length unit/s].
    pub speed: f64,
    /// `PLIANT_BODY_…` at the end.
    pub state: u32,
}

/// Steps the world and looks at the body after every step.
pub fn watch(
    world: &mut World,
    body: PliantBodyId,
    barriers: &[Barrier],
    size: f32,
    steps: usize,
    dt: f32,
) -> Watch {
    let mut seen = Watch::default();
    for _ in 0..steps {
        world.step(dt).expect("a step");
        let (x, v) = particles(world, body);
        let numbers = x.iter().chain(&v).flatten();
        seen.broken += numbers.filter(|c| !c.is_finite()).count();
        let deepest = barriers.iter().map(|b| b.depth(&x)).fold(0.0, f64::max);
        seen.last_depth = deepest / f64::from(size);
        seen.depth = seen.depth.max(seen.last_depth);
        seen.speed = v
            .iter()
            .map(|v| f64::from(Vec3::new(v[0], v[1], v[2]).length()))
            .fold(0.0, f64::max);
    }
    seen.state = world.body_info(body).expect("info").state;
    seen
}

/// Volume of the body's tets by the f64 determinant, and how many have turned inside out.
pub fn volume(asset: &Asset, x: &[[f32; 4]]) -> (f64, usize) {
    let at = |i: u32| {
        let [x, y, z, _] = x[i as usize];
        Vec3::new(x, y, z).as_dvec3()
    };
    let six = |t: &[u32; 4]| {
        let [a, b, c, d] = t.map(at);
        (b - a).cross(c - a).dot(d - a)
    };
    let volumes: Vec<f64> = asset.tets.iter().map(|t| six(t) / 6.0).collect();
    (
        volumes.iter().sum(),
        volumes.iter().filter(|v| **v <= 0.0).count(),
    )
}

/// Centre of mass and its velocity [length unit, length unit/s], weighted by the asset's volumes.
pub fn centre(asset: &Asset, x: &[[f32; 4]], v: &[[f32; 4]]) -> (DVec3, DVec3) {
    let mean = |rows: &[[f32; 4]]| {
        let weighted = rows.iter().zip(&asset.vertex_measures);
        let sum: DVec3 = weighted
            .map(|(r, w)| Vec3::new(r[0], r[1], r[2]).as_dvec3() * f64::from(*w))
            .sum();
        sum / asset
            .vertex_measures
            .iter()
            .map(|w| f64::from(*w))
            .sum::<f64>()
    };
    (mean(x), mean(v))
}
