//! A world with what moves in it and what is worth drawing.

use glam::Vec3;
use pliant::asset::cook::cook;
use pliant::asset::shape;
use pliant::asset::shell::cook_shell;
use pliant::asset::skin::bind_skin;
use pliant::asset::{Asset, CookOptions, SkinAsset, SurfaceMesh, TetMesh};
use pliant::desc::{
    BodyOptions, PLIANT_SHAPE_CAPSULE, PLIANT_SHAPE_CUBOID, PLIANT_SHAPE_PLANE,
    PLIANT_SHAPE_SPHERE, PliantColliderDesc, PliantVertexLayout, WorldOptions,
};
use pliant::error::{Error, Result, Status};
use pliant::ids::{PliantBodyId, PliantColliderId, PliantFrameId};
use pliant::math::PliantPose;
use pliant::world::{Applied, Edit, Selection, World};
use std::sync::Arc;

/// What a body looks like.
#[derive(Clone, Debug)]
pub enum Surface {
    /// The boundary of its tets.
    Boundary,
    /// A render mesh that the simulator carries along: the skin's number on its body.
    Skin {
        /// What [`World::copy_vertices`] takes; the layout is the default one, position and normal.
        number: u32,
        /// The bound mesh; its triangles index the skinned vertices.
        asset: Arc<SkinAsset>,
    },
}

/// A body and how to show it.
#[derive(Clone, Debug)]
pub struct Actor {
    /// The body.
    pub body: PliantBodyId,
    /// What it was cooked from; its tets and boundary index the particles.
    pub asset: Arc<Asset>,
    /// What moves it, `PLIANT_MODEL_…`.
    pub model: u32,
    /// What it looks like.
    pub surface: Surface,
    /// Its colour: an index into the palette of the renderer.
    pub colour: usize,
    /// Whether its tets are to be shown as lines.
    pub shows_cage: bool,
}

/// Another thing to show: a collider, or a thing without any effect.
#[derive(Clone, Debug)]
pub struct Prop {
    /// A collider shape, `PLIANT_SHAPE_…`.
    pub shape: u32,
    /// Its size, as a collider's [m].
    pub size: [f32; 3],
    /// Its triangles, if it is a mesh.
    pub mesh: Option<Arc<SurfaceMesh>>,
    /// World from shape.
    pub pose: PliantPose,
    collider: Option<PliantColliderId>,
    frame: Option<PliantFrameId>,
}

type Path = Box<dyn Fn(f64) -> PliantPose>;

type Wind = Box<dyn Fn(f64) -> [f32; 3]>;

enum Mover {
    Collider(PliantColliderId),
    Frame(PliantFrameId),
}

/// A scene that has been built.
pub struct Stage {
    /// The world.
    pub world: World,
    /// Its bodies, in the order in which they were added.
    pub actors: Vec<Actor>,
    /// Colliders and other things to show, without the floor.
    pub props: Vec<Prop>,
    /// Labels, each with the place of its middle [m].
    pub labels: Vec<(String, [f32; 3])>,
    /// The height of the floor [m], if there is one.
    pub floor: Option<f32>,
    time_s: f64,
    movers: Vec<(Mover, Path)>,
    wind: Option<Wind>,
}

impl Stage {
    /// A stage with an empty world.
    ///
    /// # Errors
    /// What making a world gives, such as `NoDevice`.
    pub fn new(options: WorldOptions) -> Result<Self> {
        Ok(Self {
            world: World::new(options)?,
            actors: Vec::new(),
            props: Vec::new(),
            labels: Vec::new(),
            floor: None,
            time_s: 0.0,
            movers: Vec::new(),
            wind: None,
        })
    }

    /// Adds a body that looks like the boundary of its tets, and returns its place among the actors.
    /// To be drawn like that, or with its cage, it needs `readback_particles`.
    pub fn add_body(&mut self, asset: &Arc<Asset>, desc: BodyOptions) -> Result<usize> {
        let Applied::Body(body) = self.world.apply(Edit::AddBody {
            asset: asset.clone(),
            desc,
        })?
        else {
            return Err(unexpected("a body"));
        };
        self.actors.push(Actor {
            body,
            asset: asset.clone(),
            model: desc.model.number(),
            surface: Surface::Boundary,
            colour: self.actors.len(),
            shows_cage: false,
        });
        Ok(self.actors.len() - 1)
    }

    /// Adds a body that looks like a render mesh.
    pub fn add_skinned(&mut self, model: &Model, desc: BodyOptions) -> Result<usize> {
        let place = self.add_body(&model.asset, desc)?;
        let body = self.actors[place].body;
        let (skin, layout) = (model.skin.clone(), PliantVertexLayout::default());
        let Applied::Skin(number) = self.world.apply(Edit::AddSkin { body, skin, layout })? else {
            return Err(unexpected("a skin"));
        };
        self.actors[place].surface = Surface::Skin {
            number,
            asset: model.skin.clone(),
        };
        Ok(place)
    }

    /// Adds the floor: everything below this height [m] is solid.
    pub fn add_floor(&mut self, height: f32, friction: f32) -> Result<()> {
        let pose = PliantPose::at([0.0, height, 0.0]);
        let desc = PliantColliderDesc {
            shape: PLIANT_SHAPE_PLANE,
            pose,
            friction,
            ..Default::default()
        };
        self.floor = Some(height);
        self.world.apply(Edit::AddCollider { desc }).map(drop)
    }

    /// Adds a collider that is shown, and returns its place among the props.
    pub fn add_collider(&mut self, desc: PliantColliderDesc) -> Result<usize> {
        let Applied::Collider(collider) = self.world.apply(Edit::AddCollider { desc })? else {
            return Err(unexpected("a collider"));
        };
        let (shape, size, pose) = (desc.shape, desc.size, desc.pose);
        self.props.push(Prop {
            shape,
            size,
            mesh: None,
            pose,
            collider: Some(collider),
            frame: None,
        });
        Ok(self.props.len() - 1)
    }

    /// Adds a mesh as a collider that is shown, and returns its place among the props.
    pub fn add_mesh(
        &mut self,
        mesh: &SurfaceMesh,
        pose: PliantPose,
        friction: f32,
    ) -> Result<usize> {
        let shape = Arc::new(shape::mesh(mesh)?);
        let desc = PliantColliderDesc {
            shape: shape.kind(),
            pose,
            friction,
            ..Default::default()
        };
        let Applied::Collider(collider) = self.world.apply(Edit::AddShape { desc, shape })? else {
            return Err(unexpected("a collider"));
        };
        self.props.push(Prop {
            shape: desc.shape,
            size: desc.size,
            mesh: Some(Arc::new(mesh.clone())),
            pose,
            collider: Some(collider),
            frame: None,
        });
        Ok(self.props.len() - 1)
    }

    /// Adds a box that is shown and touches nothing, such as the clamp of a beam.
    pub fn add_block(
        &mut self,
        half_extents: [f32; 3],
        pose: PliantPose,
        frame: Option<PliantFrameId>,
    ) {
        self.props.push(Prop {
            shape: PLIANT_SHAPE_CUBOID,
            size: half_extents,
            mesh: None,
            pose,
            collider: None,
            frame,
        });
    }

    /// Adds a frame that follows a path: its pose as a function of time [s].
    pub fn add_frame(
        &mut self,
        path: impl Fn(f64) -> PliantPose + 'static,
    ) -> Result<PliantFrameId> {
        let Applied::Frame(frame) = self.world.apply(Edit::AddFrame {
            pose: path(0.0),
            user_data: 0,
        })?
        else {
            return Err(unexpected("a frame"));
        };
        self.movers.push((Mover::Frame(frame), Box::new(path)));
        Ok(frame)
    }

    /// Lets a collider follow a path from now on; it should begin where the collider is.
    pub fn move_along(&mut self, prop: usize, path: impl Fn(f64) -> PliantPose + 'static) {
        if let Some(collider) = self.props.get(prop).and_then(|prop| prop.collider) {
            self.movers
                .push((Mover::Collider(collider), Box::new(path)));
        }
    }

    /// Lets wind blow from now on: its velocity [m/s] as a function of time [s].
    pub fn blow(&mut self, wind: impl Fn(f64) -> [f32; 3] + 'static) {
        self.wind = Some(Box::new(wind));
    }

    /// Holds all vertices of a body that lie in a part of its rest pose (asset coordinates), by the
    /// world or by a frame; returns how many there are.
    pub fn hold(
        &mut self,
        actor: usize,
        frame: Option<PliantFrameId>,
        inside: impl Fn(Vec3) -> bool,
    ) -> Result<usize> {
        let Actor { body, asset, .. } = &self.actors[actor];
        let rest = asset.rest_positions.iter().zip(&asset.user_from_internal);
        let vertices: Vec<u32> = rest
            .filter(|(p, _)| inside(Vec3::from_array(**p)))
            .map(|(_, &user)| user)
            .collect();
        let count = vertices.len();
        let selection = Selection::Vertices(vertices);
        let body = *body;
        self.world.apply(Edit::Attach {
            body,
            selection,
            frame,
            target: None,
            stiffness: 0.0,
            user_data: 0,
        })?;
        Ok(count)
    }

    /// Moves everything that follows a path, turns the wind, and queues a step of this length [s].
    pub fn step(&mut self, step_s: f32) -> Result<u64> {
        self.time_s += f64::from(step_s);
        if let Some(wind) = &self.wind {
            let wind = wind(self.time_s);
            self.world.apply(Edit::SetWind { wind })?;
        }
        for (mover, path) in &self.movers {
            let pose = path(self.time_s);
            match *mover {
                Mover::Frame(frame) => self.world.apply(Edit::MoveFrame {
                    frame,
                    pose,
                    teleport: false,
                })?,
                Mover::Collider(collider) => self.world.apply(Edit::MoveCollider {
                    collider,
                    pose,
                    teleport: false,
                })?,
            };
            for prop in &mut self.props {
                let follows = match *mover {
                    Mover::Frame(frame) => prop.frame == Some(frame),
                    Mover::Collider(collider) => prop.collider == Some(collider),
                };
                if follows {
                    prop.pose = pose;
                }
            }
        }
        self.world.step(step_s)
    }

    /// How long the stage has been running [s].
    pub fn time_s(&self) -> f64 {
        self.time_s
    }

    /// Whether the world runs on a software adapter, such as Mesa's.
    pub fn is_software(&self) -> bool {
        self.world.adapter_info().device_type == 4
    }

    /// Tets of all bodies.
    pub fn tet_count(&self) -> usize {
        self.actors.iter().map(|actor| actor.asset.tets.len()).sum()
    }
}

fn unexpected(what: &str) -> Error {
    Error::new(Status::Internal, format!("adding did not give {what}"))
}

/// A cooked body and the render mesh bound to it.
#[derive(Clone, Debug)]
pub struct Model {
    /// The body.
    pub asset: Arc<Asset>,
    /// The bound render mesh.
    pub skin: Arc<SkinAsset>,
}

impl Model {
    /// Cooks a cage (vertices without tets are dropped) and binds a surface to it.
    pub fn new(cage: &TetMesh, surface: &SurfaceMesh) -> Result<Self> {
        Self::of(cooked(cage)?, surface)
    }

    /// Cooks a sheet and binds a surface to it, which may be finer.
    pub fn sheet(sheet: &SurfaceMesh, surface: &SurfaceMesh) -> Result<Self> {
        let (asset, _) = cook_shell(sheet, &CookOptions::default())?;
        Self::of(Arc::new(asset), surface)
    }

    /// Binds a surface to a body.
    pub fn of(asset: Arc<Asset>, surface: &SurfaceMesh) -> Result<Self> {
        let skin = Arc::new(bind_skin(&asset, surface)?);
        Ok(Self { asset, skin })
    }
}

/// Cooks a mesh; vertices without tets are dropped.
pub fn cooked(mesh: &TetMesh) -> Result<Arc<Asset>> {
    Ok(Arc::new(
        cook(
            mesh,
            &CookOptions {
                drop_unreferenced: true,
            },
        )?
        .0,
    ))
}

/// A sphere of this radius [m].
pub fn sphere(centre: [f32; 3], radius: f32) -> PliantColliderDesc {
    let (shape, pose, size) = (
        PLIANT_SHAPE_SPHERE,
        PliantPose::at(centre),
        [radius, 0.0, 0.0],
    );
    PliantColliderDesc {
        shape,
        pose,
        size,
        ..Default::default()
    }
}

/// A capsule along the y axis of its pose [m].
pub fn capsule(pose: PliantPose, radius: f32, half_height: f32) -> PliantColliderDesc {
    let (shape, size) = (PLIANT_SHAPE_CAPSULE, [radius, half_height, 0.0]);
    PliantColliderDesc {
        shape,
        pose,
        size,
        ..Default::default()
    }
}

/// A box with these half extents [m].
pub fn cuboid(centre: [f32; 3], half_extents: [f32; 3]) -> PliantColliderDesc {
    let (shape, pose, size) = (PLIANT_SHAPE_CUBOID, PliantPose::at(centre), half_extents);
    PliantColliderDesc {
        shape,
        pose,
        size,
        ..Default::default()
    }
}
