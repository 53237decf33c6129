//! Worlds and bodies for tests.

use glam::{DVec3, Vec3};
use pliant::asset::lattice::{Split, beam_lattice};
use pliant::asset::{Asset, CookOptions, TetMesh, cook::cook};
use pliant::desc::*;
use pliant::ids::PliantBodyId;
use pliant::world::{Applied, Edit, World};
use std::cell::RefCell;
use std::io::Write;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A step [s].
pub const HZ: f32 = 1.0 / 60.0;
/// Gravity [m/s²].
pub const G: f64 = 9.81;
/// Every model of tets, the soft ones first. A new model is a line here; tests that hold for all of them take it from here.
pub const TET_MODELS: [u32; 4] = [
    PLIANT_MODEL_NEO_HOOKEAN,
    PLIANT_MODEL_MASS_SPRING,
    PLIANT_MODEL_SHAPE_MATCHING,
    PLIANT_MODEL_RIGID,
];
/// The same without the rigid one, which no contact deforms.
pub const SOFT_MODELS: [u32; 3] = [TET_MODELS[0], TET_MODELS[1], TET_MODELS[2]];
/// Each model of tets with a modulus, on each executor.
pub const KINDS: [(u32, u32); 4] = [
    (PLIANT_MODEL_NEO_HOOKEAN, PLIANT_EXECUTOR_RESIDENT),
    (PLIANT_MODEL_NEO_HOOKEAN, PLIANT_EXECUTOR_WIDE),
    (PLIANT_MODEL_MASS_SPRING, PLIANT_EXECUTOR_RESIDENT),
    (PLIANT_MODEL_MASS_SPRING, PLIANT_EXECUTOR_WIDE),
];

/// Mass, position and velocity of each particle of a body that nothing fixes.
pub fn masses_and_motion(x: &[[f32; 4]], v: &[[f32; 4]]) -> Vec<(f64, DVec3, DVec3)> {
    let point = |row: &[f32; 4]| Vec3::from_slice(&row[..3]).as_dvec3();
    let rows = x.iter().zip(v);
    rows.map(|(x, v)| (1.0 / f64::from(x[3]), point(x), point(v)))
        .collect()
}

/// A world with the default gravity: 9.81 m/s² towards -y.
pub fn world() -> World {
    world_with(|_| {})
}

pub fn world_with(change: impl FnOnce(&mut WorldOptions)) -> World {
    let mut options = WorldOptions::default();
    change(&mut options);
    World::new(options).expect("a world")
}

pub fn cooked(mesh: &TetMesh) -> Arc<Asset> {
    Arc::new(
        cook(mesh, &CookOptions::default())
            .expect("a cooked mesh")
            .0,
    )
}

/// A box of n³ cells and the given edge, cooked.
pub fn cube(n: usize, edge: f32) -> Arc<Asset> {
    cooked(&beam_lattice([n; 3], [edge; 3], Split::Five))
}

/// A body description with particles read back. Its layers meet those of colliders, but not its own: such bodies do not
/// touch each other.
pub fn body_desc() -> BodyOptions {
    BodyOptions {
        readback_particles: 1,
        layers: 2,
        mask: 1,
        ..BodyOptions::default()
    }
}

pub fn add(world: &mut World, asset: &Arc<Asset>, desc: BodyOptions) -> PliantBodyId {
    match world.apply(Edit::AddBody {
        asset: asset.clone(),
        desc,
    }) {
        Ok(Applied::Body(body)) => {
            name_executor(body, desc.executor);
            body
        }
        other => panic!("adding a body gave {other:?}"),
    }
}

thread_local! {
    /// The bodies that this thread added with a named executor, each with its name.
    static NAMED: RefCell<Vec<(PliantBodyId, u32)>> = const { RefCell::new(Vec::new()) };
}

/// Makes `particles` assert that the body runs in this executor. `PLIANT_EXECUTOR_DEFAULT` may run in any.
pub fn name_executor(body: PliantBodyId, executor: u32) {
    if executor != PLIANT_EXECUTOR_DEFAULT {
        NAMED.with_borrow_mut(|named| named.push((body, executor)));
    }
}

/// Lets `particles` read a body wherever it runs: its test asserts the executor itself.
pub fn any_executor(body: PliantBodyId) {
    NAMED.with_borrow_mut(|named| named.retain(|(id, _)| *id != body));
}

/// The executor that was named for a body, and the one that it runs in, known after a step. `None` if none was named.
fn executors(world: &mut World, body: PliantBodyId) -> Option<[u32; 2]> {
    let named = NAMED.with_borrow(|named| named.iter().find(|(id, _)| *id == body).copied());
    named.map(|(_, named)| [named, world.body_info(body).expect("info").executor])
}

/// Asserts that a body runs in the executor that was named. Where a software adapter had to run a resident body wide, the test
/// goes on and shows what it shows of wide bodies; this says so once.
#[track_caller]
fn assert_executor(world: &mut World, body: PliantBodyId) {
    let Some([named, found]) = executors(world, body) else {
        return;
    };
    if found != named {
        let test = std::thread::current().name().unwrap_or("a test").to_owned();
        let is_excused = runs_wide_instead(world, body, &format!("{test}: a resident body"));
        assert!(is_excused, "{body:?} runs in {found}, expected {named}");
        any_executor(body);
    }
}

/// Whether a resident body runs wide because it would exceed a software adapter's limit of loop passes. Says SKIPPED if
/// so, because the test shows nothing about resident bodies then. Call it after the first step.
pub fn runs_wide_instead(world: &mut World, body: PliantBodyId, what: &str) -> bool {
    let named = [PLIANT_EXECUTOR_RESIDENT, PLIANT_EXECUTOR_WIDE];
    let moved = is_software(world) && executors(world, body) == Some(named);
    if moved {
        skip(&format!("{what}: runs wide on this adapter"));
    }
    moved
}

/// How many cases of a sweep run. What is asserted of a case never changes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Amount {
    /// On a software adapter: a selection. With the long tests it has every value of every parameter.
    Brief,
    /// On a GPU: all cases.
    Long,
    /// On a GPU with the long tests: all cases, and counts that only a GPU finishes in minutes.
    Full,
}

/// The amount for this machine.
pub fn amount() -> Amount {
    static AMOUNT: OnceLock<Amount> = OnceLock::new();
    *AMOUNT.get_or_init(|| match (is_software(&world()), is_long()) {
        (true, _) => Amount::Brief,
        (false, false) => Amount::Long,
        (false, true) => Amount::Full,
    })
}

/// Whether tests that only a GPU runs in reasonable time are wanted whole.
pub fn is_whole() -> bool {
    static WHOLE: OnceLock<bool> = OnceLock::new();
    *WHOLE.get_or_init(|| is_long() && !is_software(&world()))
}

/// Whether the long tests were asked for, and time is left for them.
pub fn is_long() -> bool {
    let is_asked = std::env::var_os("PLIANT_LONG_TESTS").is_some_and(|v| v == "1");
    let until = std::env::var("PLIANT_LONG_TESTS_UNTIL").ok();
    let until =
        until.and_then(|seconds| Some(UNIX_EPOCH + Duration::from_secs(seconds.parse().ok()?)));
    let is_late = is_asked && until.is_some_and(|until| SystemTime::now() > until);
    if is_late {
        skip("long sweeps, for which no time is left");
    }
    is_asked && !is_late
}

/// `short` on a software adapter without the long tests, otherwise `whole`.
pub fn short_or<T>(short: T, whole: T) -> T {
    match amount() == Amount::Brief && !is_long() {
        true => short,
        false => whole,
    }
}

/// Selects the cases of a sweep: all on a GPU, every `n`th in the long tests of a software adapter, and about half of these
/// without them. `n` must share no factor with the lengths of the inner loops, so that the selection runs through their
/// values.
pub struct Sweep {
    n: usize,
    next: usize,
}

impl Sweep {
    pub fn every(n: usize) -> Self {
        let n = match amount() {
            Amount::Brief => short_or(twice(n), n),
            _ => 1,
        };
        Sweep { n, next: 0 }
    }

    /// Whether the next case runs.
    pub fn takes(&mut self) -> bool {
        self.next += 1;
        (self.next - 1).is_multiple_of(self.n)
    }
}

/// The least number of at least twice this that shares no factor with loops of two to six values.
fn twice(n: usize) -> usize {
    let shares = |n: &usize| [2, 3, 5].iter().any(|factor| n.is_multiple_of(*factor));
    (2 * n..).find(|n| !shares(n)).unwrap_or(n)
}

/// All kinds, or in brief one of two pairs. Each pair has both models and both executors.
pub fn kinds(pair: usize) -> Vec<(u32, u32)> {
    let pairs = [[KINDS[0], KINDS[3]], [KINDS[1], KINDS[2]]];
    match amount() {
        Amount::Brief => pairs[pair].to_vec(),
        _ => KINDS.to_vec(),
    }
}

pub fn is_software(world: &World) -> bool {
    world.adapter_info().device_type == 4
}

/// Says that a test, or a part of it, cannot run on this machine. Written directly to the output, because the test
/// runner hides what passing tests print. `cargo xtask test` counts these lines.
pub fn skip(why: &str) {
    writeln!(std::io::stdout(), "SKIPPED: {why}").expect("a writable output");
}

pub fn add_floor(world: &mut World, height: f32) {
    let desc = PliantColliderDesc {
        shape: PLIANT_SHAPE_PLANE,
        pose: pliant::math::PliantPose::at([0.0, height, 0.0]),
        ..PliantColliderDesc::default()
    };
    world.apply(Edit::AddCollider { desc }).expect("a floor");
}

/// Positions (w: inverse mass) and velocities by internal index, after waiting for the newest step.
#[track_caller]
pub fn particles(world: &mut World, body: PliantBodyId) -> (Vec<[f32; 4]>, Vec<[f32; 4]>) {
    let (origin, positions, velocities) = particles_at(world, body);
    let [x, y, z] = origin.map(|x| x as f32);
    let in_world = |p: [f32; 4]| [p[0] + x, p[1] + y, p[2] + z, p[3]];
    (positions.into_iter().map(in_world).collect(), velocities)
}

/// The origin of a body's positions, the positions from there, and the velocities.
pub fn particles_at(
    world: &mut World,
    body: PliantBodyId,
) -> ([f64; 3], Vec<[f32; 4]>, Vec<[f32; 4]>) {
    let view = world
        .map_particles(body, PLIANT_MAP_WAIT)
        .expect("particles");
    let count = view.vertex_count as usize;
    // SAFETY: the library says both arrays hold this many rows of four floats until they are unmapped.
    let read = |from: *const f32| unsafe {
        std::slice::from_raw_parts(from.cast::<[f32; 4]>(), count).to_vec()
    };
    let result = (view.origin, read(view.positions), read(view.velocities));
    world.unmap(view.map).expect("unmap");
    assert_executor(world, body);
    result
}

pub fn run(world: &mut World, steps: usize, dt: f32) {
    for _ in 0..steps {
        world.step(dt).expect("a step");
    }
}

/// A body of this executor, model and modulus [Pa].
pub fn desc_for(executor: u32, number: u32, young: f32) -> BodyOptions {
    BodyOptions {
        executor,
        model: model(number, young),
        ..body_desc()
    }
}

/// The model with this number and modulus [Pa].
pub fn model(number: u32, young: f32) -> Model {
    let mut desc = BodyOptions::default();
    desc.set_model(number);
    desc.set_young(young);
    desc.model
}

/// Parameters that several models have, by their names.
pub trait Tune {
    /// Changes the model. Modulus, density and damping stay.
    fn set_model(&mut self, number: u32);
    /// Young's modulus [Pa].
    fn young(&self) -> f32;
    fn set_young(&mut self, value: f32);
    /// Poisson's ratio [1] of a neo-Hookean body; mass-spring has none.
    fn poisson(&self) -> f32;
    fn set_poisson(&mut self, value: f32);
    /// Density [kg/m³].
    fn density(&self) -> f32;
    fn set_density(&mut self, value: f32);
    /// Damping [1/s].
    fn damping(&self) -> f32;
    fn set_damping(&mut self, value: f32);
}

impl Tune for BodyOptions {
    fn set_model(&mut self, number: u32) {
        let (young, density, damping) = (self.young(), self.density(), self.damping());
        self.model = Model::default_of(number).expect("a model");
        self.set_young(young);
        self.set_density(density);
        self.set_damping(damping);
    }

    fn young(&self) -> f32 {
        match self.model {
            Model::NeoHookean(desc) => desc.young_modulus,
            Model::MassSpring(desc) => desc.young_modulus,
            other => panic!("{other:?} has no modulus"),
        }
    }

    fn set_young(&mut self, value: f32) {
        match &mut self.model {
            Model::NeoHookean(desc) => desc.young_modulus = value,
            Model::MassSpring(desc) => desc.young_modulus = value,
            other => panic!("{other:?} has no modulus"),
        }
    }

    fn poisson(&self) -> f32 {
        match self.model {
            Model::NeoHookean(desc) => desc.poisson_ratio,
            other => panic!("{other:?} has no Poisson's ratio"),
        }
    }

    fn set_poisson(&mut self, value: f32) {
        if let Model::NeoHookean(desc) = &mut self.model {
            desc.poisson_ratio = value;
        }
    }

    fn density(&self) -> f32 {
        self.model.density()
    }

    fn set_density(&mut self, value: f32) {
        match &mut self.model {
            Model::NeoHookean(desc) => desc.density = value,
            Model::MassSpring(desc) => desc.density = value,
            Model::ShapeMatching(desc) => desc.density = value,
            Model::Cloth(desc) => desc.area_density = value,
            Model::Balloon(desc) => desc.area_density = value,
            Model::Rigid(desc) => desc.density = value,
        }
    }

    fn damping(&self) -> f32 {
        self.model.damping()
    }

    fn set_damping(&mut self, value: f32) {
        match &mut self.model {
            Model::NeoHookean(desc) => desc.damping = value,
            Model::MassSpring(desc) => desc.damping = value,
            Model::ShapeMatching(desc) => desc.damping = value,
            Model::Cloth(desc) => desc.damping = value,
            Model::Balloon(desc) => desc.damping = value,
            Model::Rigid(_) => {}
        }
    }
}
