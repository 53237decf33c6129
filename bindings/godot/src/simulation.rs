//! What a SoftWorld does in a physics tick and in a frame.

use crate::colliders::Colliders;
use crate::convert;
use crate::native::{Touch, World};
use crate::pin;
use crate::push::Push;
use crate::report;
use crate::runtime::Shared;
use godot::builtin::{GString, Transform3D, Variant, Vector3};
use godot::classes::physics_server_3d::AreaParameter;
use godot::classes::{Node, Node3D, Object, PhysicsServer3D, SceneTree, World3D};
use godot::meta::ToGodot;
use godot::obj::{Gd, InstanceId, Singleton};
use pliant::desc::{PLIANT_EVENT_BEGIN, PLIANT_EVENT_END, PLIANT_POWER_SOFTWARE, PliantWorldDesc};
use std::rc::Rc;

/// The properties of a SoftWorld.
#[derive(Clone, PartialEq)]
pub struct Settings {
    pub epochs: u32,
    pub iterations: u32,
    pub software_adapter: bool,
    pub adapter: String,
    pub collision_mask: u32,
    pub push_rigid_bodies: bool,
    pub wind: [f32; 3],
}

/// A signal to be emitted, after the tick's work.
pub struct News {
    node: InstanceId,
    signal: &'static str,
    arguments: Vec<Variant>,
}

impl News {
    /// Emits it, if the node is still there.
    pub fn emit(&self) {
        if let Ok(mut node) = Gd::<Object>::try_from_instance_id(self.node) {
            node.emit_signal(self.signal, &self.arguments);
        }
    }
}

/// Where nodes go in a frame.
pub type Moves = Vec<(Gd<Node3D>, Transform3D)>;

/// A running world.
pub struct Simulation {
    pub world: World,
    pub news: Vec<News>,
    bodies: Vec<Shared>,
    colliders: Colliders,
    push: Push,
    space: Gd<World3D>,
    moves: Moves,
    frame: u64,
    gravity: [f32; 3],
    wind: [f32; 3],
    is_lost: bool,
}

impl Simulation {
    /// Opens the GPU.
    pub fn new(settings: &Settings, space: Gd<World3D>) -> Result<Self, String> {
        let mut desc = PliantWorldDesc {
            epochs: settings.epochs,
            iterations: settings.iterations,
            ..Default::default()
        };
        if settings.software_adapter {
            desc.power_preference = PLIANT_POWER_SOFTWARE;
        }
        Ok(Self {
            world: World::new(desc, &settings.adapter)?,
            news: Vec::new(),
            bodies: Vec::new(),
            colliders: Colliders::new(settings.collision_mask),
            push: Push::default(),
            space,
            moves: Vec::new(),
            frame: 0,
            gravity: [f32::NAN; 3],
            wind: [0.0; 3],
            is_lost: false,
        })
    }

    /// The newest step.
    pub fn frame(&self) -> u64 {
        self.frame
    }

    /// Takes in a body.
    pub fn add(&mut self, body: &Shared) {
        self.bodies.push(Rc::clone(body));
    }

    /// Lets go of a body.
    pub fn remove(&mut self, body: &Shared) {
        self.bodies.retain(|known| !Rc::ptr_eq(known, body));
    }

    /// A physics tick of `dt` [s]. A world without bodies does not step.
    pub fn tick(
        &mut self,
        tree: Gd<SceneTree>,
        settings: &Settings,
        dt: f32,
    ) -> Result<(), String> {
        self.colliders.listen(tree);
        if self.is_lost || self.bodies.is_empty() {
            return Ok(());
        }
        self.colliders.refresh(&self.space);
        if settings.push_rigid_bodies {
            self.push.push(&self.world, &self.colliders, self.frame)?;
        }
        self.hear_touches()?;
        self.colliders.mask = settings.collision_mask;
        self.colliders.sync(&self.world, dt);
        for body in &self.bodies {
            let mut body = body.borrow_mut();
            body.follow_node(self.frame);
            body.follow_material();
        }
        pin::sync(&self.world, &self.bodies);
        self.bodies
            .iter()
            .for_each(|body| body.borrow_mut().end_jump());
        self.follow_settings(settings)?;
        self.frame = self.world.step(dt)?;
        self.hear_stops();
        Ok(())
    }

    /// Gravity of the engine's space, and the wind.
    fn follow_settings(&mut self, settings: &Settings) -> Result<(), String> {
        let (server, space) = (PhysicsServer3D::singleton(), self.space.get_space());
        let strength = server.area_get_param(space, AreaParameter::GRAVITY);
        let way = server.area_get_param(space, AreaParameter::GRAVITY_VECTOR);
        if let (Ok(strength), Ok(way)) = (strength.try_to::<f64>(), way.try_to::<Vector3>()) {
            let gravity = convert::array(way * strength as f32);
            if gravity != self.gravity {
                self.world.set_gravity(gravity)?;
                self.gravity = gravity;
            }
        }
        if settings.wind != self.wind {
            self.world.set_wind(settings.wind)?;
            self.wind = settings.wind;
        }
        Ok(())
    }

    fn hear_touches(&mut self) -> Result<(), String> {
        let news = &mut self.news;
        self.world.events(|touch| {
            let sides = [
                (touch.user_data, touch.other_user_data, 1.0, true),
                (
                    touch.other_user_data,
                    touch.user_data,
                    -1.0,
                    touch.collider.bits == 0,
                ),
            ];
            for (node, other, sign, is_soft) in sides {
                if is_soft {
                    news.extend(touch_news(touch, node, other, sign));
                }
            }
        })
    }

    fn hear_stops(&mut self) {
        let stopped = self
            .world
            .stats()
            .map_or(0, |stats| stats.stopped_body_count);
        // Those that are too stiff are not counted, but told once by the log; look now and then.
        if stopped == 0 && !self.frame.is_multiple_of(60) {
            return;
        }
        for body in &self.bodies {
            let mut body = body.borrow_mut();
            if let Some(message) = body.news_of_stop() {
                report::error(&message);
                self.news.push(News {
                    node: body.node().instance_id(),
                    signal: "stopped",
                    arguments: vec![GString::from(&message).to_variant()],
                });
            }
        }
    }

    /// Draws what is finished. Gives where nodes go.
    pub fn draw(&mut self) -> Moves {
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        for body in &self.bodies {
            let mut body = body.borrow_mut();
            // A move since the last tick must not be overwritten.
            body.follow_node(self.frame);
            if let Some(there) = body.draw() {
                moves.push((body.node().clone().upcast(), there));
            }
        }
        moves
    }

    /// Takes the list back, to use its memory again.
    pub fn keep_moves(&mut self, moves: Moves) {
        self.moves = moves;
    }

    /// Takes the list of signals back.
    pub fn keep(&mut self, mut news: Vec<News>) {
        if self.news.is_empty() {
            news.clear();
            self.news = news;
        }
    }

    /// The GPU is lost: bodies stay as they are.
    pub fn lose(&mut self) {
        self.is_lost = true;
        for body in &self.bodies {
            body.borrow_mut().lose();
        }
    }

    /// Ends the world.
    pub fn end(mut self) {
        self.lose();
        self.colliders.end();
    }
}

/// The signal of a pair for one of its sides, if that side asked for it.
fn touch_news(touch: &Touch, node: u64, other: u64, sign: f32) -> Option<News> {
    let id = |bits: u64| (bits != 0).then(|| InstanceId::from_i64(bits as i64));
    let node = id(node)?;
    let found = Gd::<Node>::try_from_instance_id(node).ok()?;
    if !found
        .get("report_contacts")
        .try_to::<bool>()
        .unwrap_or(false)
    {
        return None;
    }
    let other = id(other).and_then(|id| Gd::<Node>::try_from_instance_id(id).ok());
    let other = other.map_or(Variant::nil(), |other| other.to_variant());
    let (signal, arguments) = match touch.kind {
        PLIANT_EVENT_BEGIN => {
            let impulse = convert::vector(touch.impulse).length();
            let normal = convert::vector(touch.normal) * sign;
            let place = convert::point(touch.point);
            let numbers = [
                place.to_variant(),
                normal.to_variant(),
                impulse.to_variant(),
            ];
            ("touch_began", [other].into_iter().chain(numbers).collect())
        }
        PLIANT_EVENT_END => ("touch_ended", vec![other]),
        _ => return None,
    };
    Some(News {
        node,
        signal,
        arguments,
    })
}
