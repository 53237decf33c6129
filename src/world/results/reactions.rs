//! What bodies give colliders: noted with each step, read when the caller asks.

use super::Results;
use super::impulses::{read, shared_out};
use super::keys::{REACTIONS, report};
use crate::error::{Error, Result, Status};
use crate::share::REACTION_ROWS;
use crate::view::{PliantColliderImpulse, PliantImpulseView};
use crate::world::queue::Queue;
use crate::world::scene::Scene;
use crate::world::store::report::corner_of;
use glam::DVec3;

impl Results {
    /// Notes what a step that was just queued needs for its impulses. Its colliders are at their goals.
    pub fn note_impulses(&mut self, scene: &Scene, step: u64) {
        let Some(impulses) = &mut self.impulses else {
            return;
        };
        impulses.known.add(step, |known| {
            known.bodies.extend(&self.stepped);
            known
                .colliders
                .extend(scene.colliders().map(|(id, collider)| {
                    let place = DVec3::from(collider.goal.position);
                    (id, collider.desc.user_data, place)
                }));
            scene.part_owners(&mut known.parts);
            known.surfaces.extend(scene.surface_owners());
        });
    }

    /// Fails if impulses are not measured.
    pub fn check_impulses(&self) -> Result<()> {
        let why = "impulses are not measured: create the world with PLIANT_WORLD_IMPULSES";
        let found = self.impulses.as_ref().map(drop);
        found.ok_or_else(|| Error::new(Status::InvalidState, why))
    }

    /// Impulses that bodies gave colliders in the newest finished step.
    pub fn impulses(&mut self, queue: &mut Queue) -> Result<PliantImpulseView> {
        self.check_impulses()?;
        let frame = self.find_impulses(queue)?;
        let found = self.impulses.as_ref().map_or(&[][..], |all| &all.found);
        Ok(PliantImpulseView {
            struct_size: size_of::<PliantImpulseView>() as u32,
            count: found.len() as u32,
            frame,
            impulses: found.as_ptr(),
            stride: size_of::<PliantColliderImpulse>() as u32,
            reserved: 0,
        })
    }

    fn find_impulses(&mut self, queue: &mut Queue) -> Result<u64> {
        let absent = || Error::new(Status::NotReady, "no finished step was measured yet");
        let impulses = self.impulses.as_mut().ok_or_else(absent)?;
        let frame = queue.newest()?;
        let number = frame.number();
        let known = impulses.known.of(number);
        let known = known.ok_or_else(absent)?;
        let rows: Vec<[f32; 4]> = match frame.piece(REACTIONS) {
            Some(bytes) => bytemuck::pod_collect_to_vec(bytes),
            None => Vec::new(),
        };
        let mut sums = vec![(DVec3::ZERO, DVec3::ZERO, false); known.colliders.len()];
        let mut all = Vec::new();
        let each = rows.chunks_exact(REACTION_ROWS as usize);
        for (at, (slot, rows)) in known.bodies.iter().zip(each).enumerate() {
            let Some(words) = report(&frame, *slot) else {
                continue;
            };
            let (given, is_whole) = read(rows, corner_of(words), |n| known.collider(n), at);
            for touch in given.touches.iter().filter(|_| !is_whole) {
                sums[touch.collider].2 = true;
            }
            all.push(given);
        }
        for share in shared_out(&all) {
            let (_, _, origin) = known.colliders[share.collider];
            let sum = &mut sums[share.collider];
            sum.0 += share.impulse;
            sum.1 += share.twist + (share.place - origin).cross(share.impulse);
        }
        // Of length units to metres.
        let unit = f64::from(self.options.length_unit_m);
        let colliders = known.colliders.iter().zip(sums);
        impulses.found.clear();
        impulses.found.extend(
            colliders.map(|((id, user_data, _), (impulse, twist, dropped))| {
                PliantColliderImpulse {
                    collider: *id,
                    user_data: *user_data,
                    impulse: (impulse * unit).as_vec3().to_array(),
                    angular_impulse: (twist * unit * unit).as_vec3().to_array(),
                    dropped: u32::from(dropped),
                    reserved: 0,
                }
            }),
        );
        Ok(number)
    }
}
