//! Queries of colliders that are convex solids, on the host: they are few.

use super::World;
use super::collider::Collider;
use crate::collider::Shape;
use crate::collider::search::Placed;
use crate::desc::{PliantPointQuery, PliantRay, PliantShapeQuery};
use crate::ids::PliantColliderId;
use crate::math::PliantPose;
use crate::view::{PliantHit, PliantOverlap};
use glam::{DQuat, DVec3};

impl World {
    /// Colliders in these layers, as solids.
    fn solids(&self, mask: u32) -> impl Iterator<Item = (PliantColliderId, &Collider, Placed)> {
        let all = self.scene.colliders.iter::<PliantColliderId>();
        let seen = all
            .filter(move |(_, collider)| !collider.is_sensor() && collider.desc.layers & mask != 0);
        seen.flat_map(|(id, collider)| {
            let parts = collider.parts.iter().filter_map(|part| {
                let [pose, _] = collider.poses(part);
                placed(part.shape, part.size, &pose)
            });
            parts.map(move |solid| (id, collider, solid))
        })
    }

    pub(super) fn collider_on_ray(&self, ray: &PliantRay) -> PliantHit {
        let origin = DVec3::from(ray.origin);
        let way = DVec3::from(ray.direction.map(f64::from));
        let mut best = PliantHit::default();
        let mut length = f64::from(ray.length);
        for (id, collider, solid) in self.solids(ray.mask) {
            if let Some((t, normal)) = solid.ray(origin, way, length)
                && (best.collider.bits == 0 || t < length)
            {
                length = t;
                best = collider_hit(id, collider, origin + t * way, t, normal);
            }
        }
        best
    }

    pub(super) fn collider_at_point(&self, query: &PliantPointQuery) -> PliantHit {
        let point = DVec3::from(query.point);
        let mut best = PliantHit::default();
        let mut radius = f64::from(query.radius);
        for (id, collider, solid) in self.solids(query.mask) {
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
    pub(super) fn colliders_in_shape(
        &self,
        query: &PliantShapeQuery,
        number: u32,
    ) -> Vec<PliantOverlap> {
        let Some(own) = placed(query.shape, query.size, &query.pose) else {
            return Vec::new();
        };
        let met = self
            .solids(query.mask)
            .filter(|(.., solid)| solid.overlaps(&own));
        let overlap = |(id, collider, _): (PliantColliderId, &Collider, Placed)| PliantOverlap {
            query: number,
            collider: id,
            user_data: collider.desc.user_data,
            ..PliantOverlap::default()
        };
        met.map(overlap).collect()
    }
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
