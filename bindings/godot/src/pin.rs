//! The node SoftPin.

use crate::convert::{self, Placed};
use crate::native::{Attachment, Frame, World};
use crate::nearest::nearest;
use crate::report;
use crate::runtime::{Runtime, Shared};
use glam::Vec3;
use godot::classes::{Engine, INode3D};
use godot::prelude::*;
use std::cell::RefCell;

/// A pin stands still up to this [m].
const STILL: f32 = 1e-6;

thread_local! {
    static PINS: RefCell<Vec<InstanceId>> = const { RefCell::new(Vec::new()) };
}

/// What a pin holds.
struct Held {
    frame: Frame,
    attachment: Attachment,
    body: Shared,
    stood: Transform3D,
    /// Body from pin when it took hold.
    relative: Transform3D,
}

/// Holds points of a [SoftBody] or [Cloth] at its own place.
///
/// Below a moving node it carries them along. Below its own body it holds them in the world.
#[derive(GodotClass)]
#[class(tool, init, base=Node3D)]
pub struct SoftPin {
    /// The SoftBody or Cloth. Empty: the parent.
    #[export]
    #[var(set = set_body)]
    body: NodePath,
    /// Holds all vertices of the mesh within this distance [m]. 0: only the nearest point of its surface.
    #[export(range = (0.0, 10.0, 0.001, or_greater, suffix = "m"))]
    #[var(set = set_radius)]
    radius: f32,
    /// Stiffness of the hold on each vertex [N/m]. 0: rigid.
    #[export(range = (0.0, 1e6, 1.0, or_greater, exp, suffix = "N/m"))]
    #[var(set = set_stiffness)]
    stiffness: f32,
    /// Whether it holds.
    #[export]
    #[var(set = set_enabled)]
    #[init(val = true)]
    enabled: bool,
    held: Option<Held>,
    has_failed: bool,
    base: Base<Node3D>,
}

#[godot_api]
impl INode3D for SoftPin {
    fn enter_tree(&mut self) {
        if !Engine::singleton().is_editor_hint() {
            PINS.with_borrow_mut(|pins| pins.push(self.base().instance_id()));
        }
    }

    fn exit_tree(&mut self) {
        let id = self.base().instance_id();
        PINS.with_borrow_mut(|pins| pins.retain(|known| *known != id));
        self.let_go();
    }

    fn get_configuration_warnings(&self) -> PackedStringArray {
        let troubles = self.troubles();
        troubles
            .iter()
            .map(|trouble| GString::from(trouble.as_str()))
            .collect()
    }
}

#[godot_api]
impl SoftPin {
    /// Lets go.
    #[func]
    fn release(&mut self) {
        self.set_enabled(false);
    }

    /// Whether it holds anything now.
    #[func]
    fn is_holding(&self) -> bool {
        self.held.is_some()
    }

    #[func]
    fn set_body(&mut self, body: NodePath) {
        self.body = body;
        self.hold_anew();
    }

    #[func]
    fn set_radius(&mut self, radius: f32) {
        self.radius = radius.max(0.0);
        self.hold_anew();
    }

    #[func]
    fn set_stiffness(&mut self, stiffness: f32) {
        self.stiffness = stiffness.max(0.0);
        self.hold_anew();
    }

    #[func]
    fn set_enabled(&mut self, enabled: bool) {
        if self.enabled != enabled {
            self.enabled = enabled;
            self.hold_anew();
        }
    }
}

impl SoftPin {
    /// The next tick takes hold, if it is to.
    fn hold_anew(&mut self) {
        self.let_go();
        self.has_failed = false;
        self.base_mut().update_gizmos();
        self.base_mut().update_configuration_warnings();
    }

    fn let_go(&mut self) {
        if let Some(held) = self.held.take()
            && !held.body.borrow().is_lost()
        {
            held.attachment.release();
            held.frame.remove();
        }
    }

    /// The node that it holds.
    pub fn target(&self) -> Option<Gd<Node>> {
        let found = match self.body.is_empty() {
            true => self.base().get_parent(),
            false => self.base().get_node_or_null(&self.body),
        };
        found.filter(|node| node.is_class("SoftBody") || node.is_class("Cloth"))
    }

    /// What is wrong with it, with the cure.
    pub fn troubles(&self) -> Vec<String> {
        match self.target() {
            Some(_) => Vec::new(),
            None => vec![
                "It holds nothing: place it below a SoftBody or Cloth, or set `body` to one."
                    .into(),
            ],
        }
    }

    /// The reach that the editor draws [m].
    pub fn reach(&self) -> f32 {
        self.radius
    }

    /// Takes hold, follows its node, or lets go.
    fn sync(&mut self, world: &World, bodies: &[Shared]) {
        if self
            .held
            .as_ref()
            .is_some_and(|held| held.body.borrow().is_lost())
        {
            self.held = None;
        }
        if self.held.is_some() {
            return self.follow();
        }
        if !self.enabled || self.has_failed {
            return;
        }
        let Some(target) = self.target().map(|node| node.instance_id()) else {
            return;
        };
        let body = bodies
            .iter()
            .find(|body| body.borrow().node().instance_id() == target);
        let Some(body) = body else {
            return;
        };
        match self.hold(world, body) {
            Ok(held) => self.held = Some(held),
            Err(why) => {
                self.has_failed = true;
                report::error(&format!("{}: {why}", self.base().get_name()));
            }
        }
    }

    fn hold(&mut self, world: &World, body: &Shared) -> Result<Held, String> {
        // Below its own body, which its node follows, it would be carried by what it holds.
        let node = body.borrow().node().clone();
        if node.is_ancestor_of(&self.to_gd()) {
            self.base_mut().set_as_top_level(true);
        }
        let there = self.base().get_global_transform();
        let pose = Placed::new(&there)
            .ok_or("its transform has a scale of 0")?
            .pose();
        let points = points(&body.borrow(), convert::vec3(there.origin), self.radius)?;
        let frame = Frame::add(world, &pose)?;
        let attached = body.borrow().body().attach(frame, &points, self.stiffness);
        let attachment = attached.inspect_err(|_| frame.remove())?;
        Ok(Held {
            frame,
            attachment,
            relative: body.borrow().put().affine_inverse() * there,
            body: body.clone(),
            stood: there,
        })
    }

    fn follow(&mut self) {
        let Some((jump, relative)) = self
            .held
            .as_ref()
            .map(|held| (held.body.borrow().jump(), held.relative))
        else {
            return;
        };
        let (mut there, mut jumps) = (self.base().get_global_transform(), false);
        if let Some(jump) = jump
            && self.is_below_its_body()
        {
            (there, jumps) = (jump * relative, true);
            self.base_mut().set_global_transform(there);
        }
        let Some(held) = &mut self.held else {
            return;
        };
        if convert::distance(&there, &held.stood) <= STILL {
            return;
        }
        held.stood = there;
        let Some(placed) = Placed::new(&there) else {
            return;
        };
        let moved = match jumps {
            true => held.frame.place(&placed.pose()),
            false => held.frame.move_to(&placed.pose()),
        };
        report::or_default(moved, || self.base().get_name().to_string());
    }

    fn is_below_its_body(&self) -> bool {
        let held = self.held.as_ref();
        held.is_some_and(|held| held.body.borrow().node().is_ancestor_of(&self.to_gd()))
    }
}

/// Places at rest [m, asset] of what is to be held.
fn points(body: &Runtime, at: Vec3, radius: f32) -> Result<Vec<[f32; 3]>, String> {
    let (now, mesh) = (body.places_now(), body.geometry());
    if radius <= 0.0 {
        let found = nearest(&now, &mesh.indices, at).ok_or("its body has no triangles")?;
        let at_rest = |corner: u32| Vec3::from(mesh.positions[corner as usize]);
        let place = found.corners.map(at_rest);
        let sum =
            place[0] * found.weights[0] + place[1] * found.weights[1] + place[2] * found.weights[2];
        return Ok(vec![sum.to_array()]);
    }
    let near = now.iter().zip(&mesh.positions);
    let near = near.filter(|(now, _)| now.distance(at) <= radius);
    let points: Vec<_> = near.map(|(_, rest)| *rest).collect();
    if points.is_empty() {
        let closest = now
            .iter()
            .map(|now| now.distance(at))
            .fold(f32::INFINITY, f32::min);
        return Err(format!(
            "no vertex of its body within {radius} m: the nearest is {closest:.3} m away. Move the pin, or make the \
             radius larger"
        ));
    }
    Ok(points)
}

/// Lets all pins of these bodies follow their nodes. Pins of other worlds find no body here.
pub fn sync(world: &World, bodies: &[Shared]) {
    let pins = PINS.with_borrow(Vec::clone);
    for id in pins {
        if let Ok(mut pin) = Gd::<SoftPin>::try_from_instance_id(id) {
            pin.bind_mut().sync(world, bodies);
        }
    }
}

/// What is wrong with a node, if it is a SoftPin.
pub fn look(node: &Gd<Node>) -> Vec<String> {
    let found = node.clone().try_cast::<SoftPin>();
    found.map_or(Vec::new(), |pin| pin.bind().troubles())
}
