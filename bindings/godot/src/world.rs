//! The node SoftWorld: one simulated world for each World3D that has soft bodies.

use crate::convert;
use crate::native;
use crate::report;
use crate::runtime::{Recipe, Runtime, Shared};
use crate::simulation::{Settings, Simulation};
use godot::classes::{Engine, INode, World3D};
use godot::prelude::*;
use pliant::desc::{PLIANT_QUERY_COLLIDERS, PliantRay};
use std::cell::RefCell;
use std::rc::Rc;

/// After the game's scripts, which move what bodies touch.
const LATE: i32 = 1 << 20;

thread_local! {
    /// All SoftWorlds that are alive, the newest last.
    static WORLDS: RefCell<Vec<InstanceId>> = const { RefCell::new(Vec::new()) };
}

/// Simulates all soft bodies of a 3D world on the GPU.
///
/// It is made by itself when the first [SoftBody] or [Cloth] comes. Place one in a scene to set its properties.
#[derive(GodotClass)]
#[class(tool, init, base=Node)]
pub struct SoftWorld {
    /// Equal parts of a physics tick, 1 to 64. More gives less numerical damping and costs time in proportion. 0: 4.
    /// Taken over when the first body comes.
    #[export(range = (0.0, 64.0, 1.0))]
    epochs: i32,
    /// Iterations of each part, 1 to 256. More gets closer to the true stiffness. 0: 5. Taken over when the first body
    /// comes.
    #[export(range = (0.0, 256.0, 1.0))]
    iterations: i32,
    /// Whether to run on the CPU, by a software driver: for machines without a GPU, and for tests.
    #[export]
    software_adapter: bool,
    /// Part of the name of the GPU to use. Empty: the fastest.
    #[export]
    adapter: GString,
    /// Layers of physics bodies that soft bodies can touch.
    #[export(flags_3d_physics)]
    #[init(val = u32::MAX)]
    collision_mask: u32,
    /// Whether soft bodies push RigidBody3Ds.
    #[export]
    #[init(val = true)]
    push_rigid_bodies: bool,
    /// Velocity of the air [m/s]. It blows at cloth.
    #[export(range = (-100.0, 100.0, 0.1, or_greater, or_less, suffix = "m/s"))]
    wind: Vector3,
    simulation: Option<Simulation>,
    /// The World3D that it simulates.
    space: Option<Gd<World3D>>,
    is_automatic: bool,
    has_failed: bool,
    base: Base<Node>,
}

#[godot_api]
impl INode for SoftWorld {
    fn enter_tree(&mut self) {
        if Engine::singleton().is_editor_hint() {
            return;
        }
        let id = self.base().instance_id();
        WORLDS.with_borrow_mut(|worlds| {
            worlds.retain(|known| *known != id);
            worlds.push(id);
        });
        if !self.is_automatic {
            let viewport = self.base().get_viewport();
            self.space = viewport.and_then(|viewport| viewport.find_world_3d());
        }
        self.base_mut().set_physics_process_priority(LATE);
        self.base_mut().set_process_priority(LATE);
    }

    fn exit_tree(&mut self) {
        let id = self.base().instance_id();
        WORLDS.with_borrow_mut(|worlds| worlds.retain(|known| *known != id));
        if let Some(simulation) = self.simulation.take() {
            simulation.end();
        }
    }

    fn physics_process(&mut self, dt: f64) {
        native::drain_log(report::warn);
        let settings = self.settings();
        let Some(tree) = self.base().get_tree_or_null() else {
            return;
        };
        let Some(simulation) = &mut self.simulation else {
            return;
        };
        let done = simulation.tick(tree, &settings, dt as f32);
        let news = std::mem::take(&mut simulation.news);
        {
            // Handlers may call this node.
            let _calls = self.base_mut();
            news.iter().for_each(|news| news.emit());
        }
        if let Some(simulation) = &mut self.simulation {
            simulation.keep(news);
        }
        if let Err(why) = done {
            self.hear_failure(&why);
        }
    }

    fn process(&mut self, _dt: f64) {
        let Some(simulation) = &mut self.simulation else {
            return;
        };
        let moves = simulation.draw();
        {
            // Setting a transform notifies scripts, which may call this node.
            let _calls = self.base_mut();
            for (node, there) in &moves {
                if node.is_instance_valid() {
                    node.clone().set_global_transform(*there);
                }
            }
        }
        if let Some(simulation) = &mut self.simulation {
            simulation.keep_moves(moves);
        }
    }
}

#[godot_api]
impl SoftWorld {
    /// The GPU was lost or has no room, or there is none. Bodies stay where they are. The message says what to do.
    #[signal]
    fn failed(message: GString);

    /// The world of the node's World3D; it is made if there is none yet. Null outside the scene tree.
    #[func]
    fn current(node: Gd<Node>) -> Option<Gd<SoftWorld>> {
        let viewport = node.get_viewport()?;
        Some(Self::of(&node, &viewport.find_world_3d()?))
    }

    /// Counts and times: `bodies`, `colliders`, `vertices`, `tets`, `frame`, `finished_frame`, `step_cpu_us`,
    /// `step_gpu_us` (0: not measured), `gpu_bytes`, `dropped` (contacts that found no room), `stopped`, `adapter`.
    #[func]
    fn get_stats(&self) -> VarDictionary {
        let mut found = VarDictionary::new();
        let stats = self
            .simulation
            .as_ref()
            .map(|simulation| simulation.world.stats());
        let stats = report::or_default(stats.unwrap_or(Ok(Default::default())), || "stats".into());
        let mut put = |key: &str, value: u64| found.set(key, value as i64);
        put("bodies", stats.body_count.into());
        put("colliders", stats.collider_count.into());
        put("vertices", stats.vertex_count);
        put("tets", stats.tet_count);
        put("frame", stats.frame);
        put("finished_frame", stats.finished_frame);
        put("gpu_bytes", stats.gpu_bytes);
        put(
            "dropped",
            stats.dropped_pair_count + stats.dropped_plane_count + stats.dropped_event_count,
        );
        put("stopped", stats.stopped_body_count.into());
        found.set("step_cpu_us", stats.step_cpu_ns as f64 * 1e-3);
        found.set("step_gpu_us", stats.gpu_step_ns as f64 * 1e-3);
        found.set("adapter", &self.get_adapter_name());
        found
    }

    /// The name of the GPU that simulates, with its driver. Empty before the first body.
    #[func]
    fn get_adapter_name(&self) -> GString {
        let name = self
            .simulation
            .as_ref()
            .map(|simulation| simulation.world.adapter());
        let name = report::or_default(name.unwrap_or(Ok(String::new())), || "adapter".into());
        GString::from(&name)
    }

    /// The first soft body or collider on the way from one place to another [m]: `position`, `normal`, `distance`,
    /// `collider` (the node) and `collider_id`. Empty if there is none. Waits for the GPU.
    #[func]
    fn ray_cast(&self, from: Vector3, to: Vector3) -> VarDictionary {
        let mut found = VarDictionary::new();
        let way = to - from;
        let Some(simulation) = self.simulation.as_ref().filter(|_| way.length() > 0.0) else {
            return found;
        };
        let ray = PliantRay {
            origin: convert::array(from).map(f64::from),
            direction: convert::array(way),
            length: way.length(),
            flags: PLIANT_QUERY_COLLIDERS,
            ..Default::default()
        };
        if let Some(hit) = report::or_default(simulation.world.ray_cast(&ray), || "ray_cast".into())
        {
            found.set("position", convert::point(hit.point));
            found.set("normal", convert::vector(hit.normal));
            found.set("distance", hit.distance);
            found.set("collider_id", hit.user_data as i64);
            let id = (hit.user_data != 0).then(|| InstanceId::from_i64(hit.user_data as i64));
            let node = id.and_then(|id| Gd::<Node>::try_from_instance_id(id).ok());
            found.set(
                "collider",
                &node.map_or(Variant::nil(), |node| node.to_variant()),
            );
        }
        found
    }

    /// What is wrong on this machine and in the scene, with the cure: a line each.
    #[func]
    fn doctor(&self) -> PackedStringArray {
        let tree = self.base().get_tree_or_null();
        let root = tree
            .and_then(|tree| tree.get_root())
            .map(|root| root.upcast());
        let lines = crate::doctor::examine(root);
        lines
            .iter()
            .map(|line| GString::from(line.as_str()))
            .collect()
    }

    /// Waits until the GPU has finished the last physics tick. For tests: a game draws what is ready.
    #[func]
    fn wait(&self) {
        if let Some(simulation) = &self.simulation {
            report::or_default(simulation.world.wait(), || "wait".into());
        }
    }
}

impl SoftWorld {
    /// The world of a World3D, made if there is none.
    fn of(node: &Gd<Node>, space: &Gd<World3D>) -> Gd<Self> {
        let known = WORLDS.with_borrow(|worlds| {
            let alive = worlds.iter().rev();
            let alive = alive.filter_map(|id| Gd::<Self>::try_from_instance_id(*id).ok());
            let mut of_space: Vec<Gd<Self>> = alive
                .filter(|world| world.bind().space.as_ref() == Some(space))
                .collect();
            // One that a scene brings goes first.
            of_space.sort_by_key(|world| world.bind().is_automatic);
            of_space.into_iter().next()
        });
        if let Some(known) = known {
            return known;
        }
        let mut made = Self::new_alloc();
        {
            let mut made = made.bind_mut();
            made.space = Some(space.clone());
            made.is_automatic = true;
        }
        made.set_name("SoftWorld");
        WORLDS.with_borrow_mut(|worlds| worlds.push(made.instance_id()));
        // The root may be busy with the scene that the node is in.
        if let Some(mut root) = node.get_tree_or_null().and_then(|tree| tree.get_root()) {
            root.call_deferred("add_child", &[made.to_variant()]);
        }
        made
    }

    /// Adds a body to the world of its node.
    pub fn join(recipe: Recipe) -> Result<Shared, String> {
        let space = recipe.node.get_world_3d().ok_or("it is in no 3D world")?;
        let node = recipe.node.clone().upcast::<Node>();
        let mut world = Self::of(&node, &space);
        world.bind_mut().add(recipe, space)
    }

    fn add(&mut self, recipe: Recipe, space: Gd<World3D>) -> Result<Shared, String> {
        if self.has_failed {
            return Err("it stays as it is: its SoftWorld has failed".into());
        }
        if self.simulation.is_none() {
            match Simulation::new(&self.settings(), space) {
                Ok(simulation) => self.simulation = Some(simulation),
                Err(why) => {
                    self.fail(&why);
                    return Err(why);
                }
            }
        }
        let home = self.base().instance_id();
        let simulation = self.simulation.as_mut().ok_or("its world has ended")?;
        let runtime = Runtime::new(&simulation.world, recipe, home, simulation.frame())?;
        let shared = Rc::new(RefCell::new(runtime));
        simulation.add(&shared);
        Ok(shared)
    }

    /// Whether a step was made since the body came.
    pub fn has_stepped(shared: &Shared) -> bool {
        let (home, since) = (shared.borrow().home(), shared.borrow().since());
        let world = Gd::<Self>::try_from_instance_id(home).ok();
        let frame = world.and_then(|world| Some(world.bind().simulation.as_ref()?.frame()));
        frame.is_none_or(|frame| frame > since)
    }

    /// Takes a body out of its world.
    pub fn leave(shared: &Shared) {
        let home = shared.borrow().home();
        if let Ok(mut world) = Gd::<Self>::try_from_instance_id(home)
            && let Some(simulation) = &mut world.bind_mut().simulation
        {
            simulation.remove(shared);
        }
        shared.borrow_mut().leave();
    }

    /// Puts a body's rest shape at a transform.
    pub fn teleport(shared: &Shared, to: &Transform3D) {
        let home = Gd::<Self>::try_from_instance_id(shared.borrow().home());
        let frame = home
            .ok()
            .and_then(|world| Some(world.bind().simulation.as_ref()?.frame()));
        shared.borrow_mut().teleport(to, frame.unwrap_or(0));
    }

    fn settings(&self) -> Settings {
        Settings {
            epochs: self.epochs.clamp(0, 64) as u32,
            iterations: self.iterations.clamp(0, 256) as u32,
            software_adapter: self.software_adapter,
            adapter: self.adapter.to_string(),
            collision_mask: self.collision_mask,
            push_rigid_bodies: self.push_rigid_bodies,
            wind: convert::array(self.wind),
        }
    }

    /// A call that failed; it ends the simulation only if the GPU is lost.
    fn hear_failure(&mut self, why: &str) {
        let world = self.simulation.as_ref().map(|simulation| &simulation.world);
        match world.is_some_and(|world| world.stats().is_err()) {
            true => self.fail(why),
            false => {
                report::error(&format!("SoftWorld: {why}"));
            }
        }
    }

    /// Gives up, with one error and one signal.
    fn fail(&mut self, why: &str) {
        if self.has_failed {
            return;
        }
        self.has_failed = true;
        report::error(&format!("SoftWorld: {why}"));
        let message = GString::from(why).to_variant();
        self.base_mut()
            .call_deferred("emit_signal", &["failed".to_variant(), message]);
        if let Some(simulation) = &mut self.simulation {
            simulation.lose();
        }
    }
}
