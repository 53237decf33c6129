//! What bodies give colliders: noted with each step, read when the caller asks.

use super::World;
use super::impulses::{Impulses, read, shared_out};
use super::query::{REACTIONS, corner_of, report};
use crate::error::{Error, Result, Status};
use crate::ids::PliantColliderId;
use crate::share::REACTION_ROWS;
use crate::view::{PliantColliderImpulse, PliantImpulseView};
use glam::DVec3;

impl World {
    /// Notes what a step that was just queued needs for its impulses. Its colliders are at their goals.
    pub(super) fn note_impulses(&mut self) {
        let Some(mut impulses) = self.impulses.take() else {
            return;
        };
        impulses.note(|known| {
            known.frame = self.frame;
            known.bodies.extend(&self.stepped);
            let all = self.scene.colliders.iter::<PliantColliderId>();
            known.colliders.extend(all.map(|(id, collider)| {
                let place = DVec3::from(collider.goal.position);
                (id, collider.desc.user_data, place)
            }));
            self.part_owners(&mut known.parts);
            let places = self.scene.colliders.values().zip(0..);
            let surfaces =
                places.flat_map(|(c, at)| c.carriers.iter().map(move |found| (found.index, at)));
            known.surfaces.extend(surfaces);
        });
        self.impulses = Some(impulses);
    }

    /// Impulses that bodies gave colliders in a finished step, as `mode` says.
    pub fn impulses(&mut self, mode: u32) -> Result<PliantImpulseView> {
        let Some(mut impulses) = self.impulses.take() else {
            let why = "impulses are not measured: create the world with PLIANT_WORLD_IMPULSES";
            return Err(Error::new(Status::InvalidState, why));
        };
        let found = self
            .settle(mode)
            .and_then(|()| self.find_impulses(&mut impulses));
        let view = found.map(|frame| PliantImpulseView {
            struct_size: size_of::<PliantImpulseView>() as u32,
            count: impulses.found.len() as u32,
            frame,
            impulses: impulses.found.as_ptr(),
            stride: size_of::<PliantColliderImpulse>() as u32,
            reserved: 0,
        });
        self.impulses = Some(impulses);
        view
    }

    fn find_impulses(&mut self, impulses: &mut Impulses) -> Result<u64> {
        let frame = self.ring.newest()?;
        let number = frame.number();
        let known = impulses.known.iter().find(|known| known.frame == number);
        let absent = || Error::new(Status::NotReady, "no finished step was measured yet");
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
