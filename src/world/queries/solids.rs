//! Queries of colliders that are convex solids, on the host: they are few.

use crate::collider::Shape;
use crate::collider::search::Placed;
use crate::desc::{PliantPointQuery, PliantRay, PliantShapeQuery};
use crate::ids::PliantColliderId;
use crate::math::PliantPose;
use crate::view::{PliantHit, PliantOverlap};
use crate::world::scene::{Collider, Scene};
use glam::{DQuat, DVec3};

/// Colliders in these layers, as solids.
fn solids(scene: &Scene, mask: u32) -> impl Iterator<Item = (PliantColliderId, &Collider, Placed)> {
    let all = scene.colliders();
    let seen =
        all.filter(move |(_, collider)| !collider.is_sensor() && collider.desc.layers & mask != 0);
    seen.flat_map(|(id, collider)| {
        let parts = collider.parts.iter().filter_map(|part| {
            let [pose, _] = collider.poses(part);
            placed(part.shape, part.size, &pose)
        });
        parts.map(move |solid| (id, collider, solid))
    })
}

/// The first collider on a ray.
pub fn collider_on_ray(scene: &Scene, ray: &PliantRay) -> PliantHit {
    let origin = DVec3::from(ray.origin);
    let way = DVec3::from(ray.direction.map(f64::from));
    let mut best = PliantHit::default();
    let mut length = f64::from(ray.length);
    for (id, collider, solid) in solids(scene, ray.mask) {
        if let Some((t, normal)) = solid.ray(origin, way, length)
            && (best.collider.bits == 0 || t < length)
        {
            length = t;
            best = collider_hit(id, collider, origin + t * way, t, normal);
        }
    }
    best
}

/// The collider nearest to a point.
pub fn collider_at_point(scene: &Scene, query: &PliantPointQuery) -> PliantHit {
    let point = DVec3::from(query.point);
    let mut best = PliantHit::default();
    let mut radius = f64::from(query.radius);
    for (id, collider, solid) in solids(scene, query.mask) {
        let near = solid.distance(point);
        let far = near.distance.abs();
        if far < radius || (best.collider.bits == 0 && far <= radius) {
            radius = far;
            let place = point - near.distance * near.normal;
            best = collider_hit(id, collider, place, far, near.normal);
        }
    }
    best
}

/// Colliders that a shape overlaps, for the question of this number.
pub fn colliders_in_shape(
    scene: &Scene,
    query: &PliantShapeQuery,
    number: u32,
) -> Vec<PliantOverlap> {
    let Some(own) = placed(query.shape, query.size, &query.pose) else {
        return Vec::new();
    };
    let met = solids(scene, query.mask).filter(|(.., solid)| solid.overlaps(&own));
    let overlap = |(id, collider, _): (PliantColliderId, &Collider, Placed)| PliantOverlap {
        query: number,
        collider: id,
        user_data: collider.desc.user_data,
        ..PliantOverlap::default()
    };
    met.map(overlap).collect()
}

fn placed(shape: u32, size: [f32; 3], pose: &PliantPose) -> Option<Placed> {
    let [x, y, z, w] = pose.rotation.map(f64::from);
    Some(Placed {
        shape: Shape::from_number(shape)?,
        size: DVec3::from(size.map(f64::from)),
        position: pose.position.into(),
        rotation: DQuat::from_xyzw(x, y, z, w).normalize(),
    })
}

fn collider_hit(
    id: PliantColliderId,
    collider: &Collider,
    point: DVec3,
    distance: f64,
    normal: DVec3,
) -> PliantHit {
    PliantHit {
        collider: id,
        user_data: collider.desc.user_data,
        point: point.to_array(),
        distance,
        normal: normal.as_vec3().to_array(),
        ..PliantHit::default()
    }
}
