//! Methods that SoftBody and Cloth have in common.

/// Writes them for a class with a field `runtime: Option<Shared>`.
macro_rules! body_methods {
    ($class:ident) => {
        #[godot_api(secondary)]
        impl $class {
            /// Changes the velocity as an impulse [N·s] at the centre of mass does.
            #[func]
            fn apply_central_impulse(&self, impulse: Vector3) {
                self.push_at(impulse, None);
            }

            /// Changes the motion as an impulse [N·s] at a point in the world [m] does to a rigid body of this mass.
            #[func]
            fn apply_impulse(&self, impulse: Vector3, point: Vector3) {
                self.push_at(impulse, Some(point));
            }

            /// Puts the shape at rest at a place, with no velocity. What holds it in the world goes along.
            #[func]
            fn teleport(&self, transform: Transform3D) {
                match &self.runtime {
                    Some(runtime) => $crate::world::SoftWorld::teleport(runtime, &transform),
                    None => self.to_gd().set_global_transform(transform),
                }
            }

            /// The centre of mass after the last finished tick [m].
            #[func]
            fn get_center_of_mass(&self) -> Vector3 {
                $crate::convert::point(self.motion().centre.to_array())
            }

            /// The angular velocity after the last finished tick [rad/s], as of a rigid body of this angular momentum.
            #[func]
            fn get_angular_velocity(&self) -> Vector3 {
                $crate::convert::point(self.motion().angular_velocity.to_array())
            }

            /// The mass [kg]; 0 while it is not simulated.
            #[func]
            fn get_mass(&self) -> f32 {
                self.runtime
                    .as_ref()
                    .map_or(0.0, |runtime| runtime.borrow().mass())
            }

            /// The box around its vertices in the world, after the last finished tick.
            #[func]
            fn get_aabb_world(&self) -> Aabb {
                self.runtime
                    .as_ref()
                    .map_or_else(Aabb::default, |runtime| runtime.borrow().bounds_world())
            }

            /// Its render vertices in the world, after the last finished tick, in the mesh's order.
            #[func]
            fn get_vertices_world(&self) -> PackedVector3Array {
                self.runtime
                    .as_ref()
                    .map_or_else(PackedVector3Array::new, |runtime| {
                        runtime.borrow().vertices_world()
                    })
            }

            /// Whether it was stopped, see the signal stopped.
            #[func]
            fn is_stopped(&self) -> bool {
                self.runtime
                    .as_ref()
                    .is_some_and(|runtime| runtime.borrow().is_stopped())
            }

            fn velocity(&self) -> Vector3 {
                match &self.runtime {
                    Some(_) => $crate::convert::point(self.motion().linear_velocity.to_array()),
                    None => self.linear_velocity,
                }
            }

            fn change_velocity(&mut self, velocity: Vector3) {
                let is_moving = self
                    .runtime
                    .as_ref()
                    .is_some_and($crate::world::SoftWorld::has_stepped);
                if is_moving {
                    let motion = self.motion();
                    let change =
                        velocity - $crate::convert::point(motion.linear_velocity.to_array());
                    self.push_at(change * motion.mass as f32, None);
                }
                self.linear_velocity = velocity;
                self.join_anew();
            }

            /// Some things are taken over with the body, so before its first step it is made anew.
            fn join_anew(&mut self) {
                let is_fresh = |runtime: &$crate::runtime::Shared| {
                    !$crate::world::SoftWorld::has_stepped(runtime)
                };
                if self.runtime.as_ref().is_some_and(is_fresh)
                    && let Some(runtime) = self.runtime.take()
                {
                    $crate::world::SoftWorld::leave(&runtime);
                    self.join();
                }
            }

            fn motion(&self) -> $crate::runtime::Motion {
                self.runtime
                    .as_ref()
                    .map_or_else(Default::default, |runtime| runtime.borrow().motion())
            }

            fn push_at(&self, impulse: Vector3, point: Option<Vector3>) {
                let pushed = match &self.runtime {
                    Some(runtime) => runtime.borrow().push(impulse, point),
                    None => Err("it is not simulated, so it cannot be pushed".into()),
                };
                if let Err(why) = pushed {
                    let name = self.base().get_name();
                    $crate::report::error(&format!("{name}: impulse: {why}"));
                }
            }
        }
    };
}

pub(crate) use body_methods;
