//! What contact has to handle in a scene.

use super::collider::Collider;
use super::{Body, Scene};
use crate::executor::{ContactFeatures, SurfaceContact};
use std::collections::BTreeMap;

impl Scene {
    /// What contact has to handle.
    pub fn features(&self) -> ContactFeatures {
        let all = self.collider_slots().values().map(Collider::features);
        let touches = match (self.touches(), self.has_surfaces()) {
            (false, _) => SurfaceContact::None,
            (true, false) => SurfaceContact::Bodies,
            (true, true) => SurfaceContact::Surfaces,
        };
        let none = ContactFeatures {
            touches,
            rebounds: touches.any() && self.rebounds(),
            ..ContactFeatures::default()
        };
        all.fold(none, |sum, one| ContactFeatures {
            colliders: sum.colliders + one.colliders,
            bounded: sum.bounded + one.bounded,
            grids: sum.grids + one.grids,
            ..sum
        })
    }

    /// Whether some collider is triangles.
    fn has_surfaces(&self) -> bool {
        self.collider_slots()
            .values()
            .any(|c| !c.kinematic_surfaces.is_empty())
    }

    /// Whether bodies may touch each other or themselves.
    fn touches(&self) -> bool {
        let has_surface = |body: &&Body| !body.asset.surface_triangles.is_empty();
        let mut kinds: BTreeMap<(u32, u32), usize> = BTreeMap::new();
        for body in self.body_slots().values().filter(has_surface) {
            if body.touches_itself() {
                return true;
            }
            let desc = &body.data.desc;
            *kinds.entry((desc.layers, desc.mask)).or_default() += 1;
        }
        let meets = |a: &(u32, u32), b: &(u32, u32)| a.0 & b.1 != 0 && b.0 & a.1 != 0;
        let surfaces = self
            .collider_slots()
            .values()
            .filter(|c| !c.kinematic_surfaces.is_empty());
        let mut surfaces = surfaces.map(|c| (c.desc.layers, c.desc.mask));
        if surfaces.any(|surface| kinds.keys().any(|kind| meets(&surface, kind))) {
            return true;
        }
        let mut all = kinds.iter();
        all.any(|(a, count)| {
            let others = kinds.keys().any(|b| a != b && meets(a, b));
            others || (*count > 1 && meets(a, a))
        })
    }

    /// Whether something with a surface has a restitution.
    fn rebounds(&self) -> bool {
        let bodies = self
            .body_slots()
            .values()
            .filter(|b| !b.asset.surface_triangles.is_empty());
        let colliders = self
            .collider_slots()
            .values()
            .filter(|c| !c.kinematic_surfaces.is_empty());
        let mut all = bodies.map(|b| b.data.desc.restitution);
        all.any(|e| e > 0.0) || colliders.map(|c| c.desc.restitution).any(|e| e > 0.0)
    }

    /// Whether any collider has a restitution.
    pub fn has_bouncy_colliders(&self) -> bool {
        self.collider_slots()
            .values()
            .any(|c| c.desc.restitution > 0.0)
    }
}
