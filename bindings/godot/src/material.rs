//! What bodies are made of: resources with values in SI units, and presets. Written by `cargo xtask bindings`; do not edit.

use crate::native::Model;
use godot::prelude::*;
use pliant::desc::{
    PliantBalloonDesc, PliantClothDesc, PliantMassSpringDesc, PliantNeoHookeanDesc,
    PliantRigidDesc, PliantShapeMatchingDesc,
};

/// How a solid resists deformation.
#[derive(GodotConvert, Var, Export, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[godot(via = i64)]
pub enum SoftModel {
    #[default]
    NeoHookean,
    MassSpring,
    ShapeMatching,
    Rigid,
}

/// A known material.
#[derive(GodotConvert, Var, Export, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[godot(via = i64)]
pub enum SoftPreset {
    #[default]
    Custom,
    Jelly,
    Rubber,
    Flesh,
    Foam,
    Tyre,
    Balloon,
    Wood,
}

impl SoftPreset {
    fn model(self) -> SoftModel {
        match self {
            Self::Wood => SoftModel::Rigid,
            _ => SoftModel::NeoHookean,
        }
    }

    /// young_modulus, poisson_ratio, density, damping, friction, bounce.
    fn numbers(self) -> Option<[f32; 6]> {
        Some(match self {
            Self::Custom => return None,
            Self::Jelly => [5e4, 0.45, 1000.0, 1.0, 0.5, 0.0],
            Self::Rubber => [1e6, 0.48, 1100.0, 2.0, 0.9, 0.5],
            Self::Flesh => [1e5, 0.45, 1050.0, 8.0, 0.6, 0.0],
            Self::Foam => [4e4, 0.1, 60.0, 10.0, 0.7, 0.0],
            Self::Tyre => [5e6, 0.45, 1150.0, 5.0, 1.0, 0.2],
            Self::Balloon => [2e4, 0.4, 20.0, 1.0, 0.6, 0.6],
            Self::Wood => [1e10, 0.3, 600.0, 0.0, 0.6, 0.1],
        })
    }
}

/// What a [SoftBody] is made of.
#[derive(GodotClass)]
#[class(tool, init, base=Resource)]
pub struct SoftMaterial {
    /// A known material. Choosing one fills in all values below; changing one of them makes it custom.
    #[export]
    #[var(set = set_preset)]
    preset: SoftPreset,
    /// How it resists deformation. Neo-Hookean bodies follow Young's modulus best. Rigid
    /// ones do not deform: crates that rest on soft bodies, however heavy these are.
    #[export]
    #[var(set = set_model)]
    model: SoftModel,
    /// Young's modulus [Pa]: larger is stiffer. Range 1 to 1e12. Without effect on shape matching and rigid bodies.
    #[export(range = (1.0, 1e8, 1.0, or_greater, exp, suffix = "Pa"))]
    #[var(set = set_young_modulus)]
    #[init(val = 5e4)]
    young_modulus: f32,
    /// Poisson's ratio: 0 squeezes without bulging, 0.49 nearly keeps its volume. Only for neo-Hookean bodies.
    #[export(range = (0.0, 0.495, 5e-3))]
    #[var(set = set_poisson_ratio)]
    #[init(val = 0.45)]
    poisson_ratio: f32,
    /// Density [kg/m³]. Range 1e-3 to 1e6.
    #[export(range = (1.0, 2e4, 1.0, or_greater, or_less, exp, suffix = "kg/m³"))]
    #[var(set = set_density)]
    #[init(val = 1000.0)]
    density: f32,
    /// Decay rate of deformation [1/s]. Falling and turning as a whole are not damped. Range 0 to 1e4.
    #[export(range = (0.0, 100.0, 0.1, or_greater, suffix = "1/s"))]
    #[var(set = set_damping)]
    #[init(val = 1.0)]
    damping: f32,
    /// Friction coefficient, 0 to 10. A contact uses the geometric mean of both sides. Read when the body is added.
    #[export(range = (0.0, 2.0, 0.01, or_greater))]
    #[var(set = set_friction)]
    #[init(val = 0.5)]
    friction: f32,
    /// Restitution: the least share of the speed that a hit returns, 0 to 1. A contact uses the larger value of both
    /// sides. Read when the body is added.
    #[export(range = (0.0, 1.0, 0.01))]
    #[var(set = set_bounce)]
    bounce: f32,
    version: u32,
    base: Base<Resource>,
}

#[godot_api]
impl SoftMaterial {
    /// A material with the values of a preset.
    #[func]
    fn make(preset: SoftPreset) -> Gd<Self> {
        let mut made = Self::new_gd();
        made.bind_mut().set_preset(preset);
        made
    }

    #[func]
    fn set_preset(&mut self, preset: SoftPreset) {
        self.preset = preset;
        if let Some(numbers) = preset.numbers() {
            self.model = preset.model();
            [
                self.young_modulus,
                self.poisson_ratio,
                self.density,
                self.damping,
                self.friction,
                self.bounce,
            ] = numbers;
        }
        self.note_change();
    }

    #[func]
    fn set_model(&mut self, value: SoftModel) {
        self.put(|this| &mut this.model, value);
    }

    #[func]
    fn set_young_modulus(&mut self, value: f32) {
        self.put(|this| &mut this.young_modulus, value);
    }

    #[func]
    fn set_poisson_ratio(&mut self, value: f32) {
        self.put(|this| &mut this.poisson_ratio, value);
    }

    #[func]
    fn set_density(&mut self, value: f32) {
        self.put(|this| &mut this.density, value);
    }

    #[func]
    fn set_damping(&mut self, value: f32) {
        self.put(|this| &mut this.damping, value);
    }

    #[func]
    fn set_friction(&mut self, value: f32) {
        self.put(|this| &mut this.friction, value);
    }

    #[func]
    fn set_bounce(&mut self, value: f32) {
        self.put(|this| &mut this.bounce, value);
    }
}

impl SoftMaterial {
    /// Sets a value. A new one leaves the preset, and is told to the editor and to bodies.
    fn put<T: PartialEq>(&mut self, at: impl Fn(&mut Self) -> &mut T, value: T) {
        if *at(self) != value {
            *at(self) = value;
            self.preset = Default::default();
            self.note_change();
        }
    }

    fn note_change(&mut self) {
        self.version = self.version.wrapping_add(1);
        self.base_mut().emit_changed();
    }

    /// As the library wants it.
    pub fn model_of(&self) -> Model {
        match self.model {
            SoftModel::NeoHookean => Model::NeoHookean(PliantNeoHookeanDesc {
                young_modulus: self.young_modulus,
                poisson_ratio: self.poisson_ratio,
                density: self.density,
                damping: self.damping,
                ..Default::default()
            }),
            SoftModel::MassSpring => Model::MassSpring(PliantMassSpringDesc {
                young_modulus: self.young_modulus,
                density: self.density,
                damping: self.damping,
                ..Default::default()
            }),
            SoftModel::ShapeMatching => Model::ShapeMatching(PliantShapeMatchingDesc {
                density: self.density,
                damping: self.damping,
                ..Default::default()
            }),
            SoftModel::Rigid => Model::Rigid(PliantRigidDesc {
                density: self.density,
                ..Default::default()
            }),
        }
    }

    /// Friction and bounce.
    pub fn surface(&self) -> (f32, f32) {
        (self.friction, self.bounce)
    }

    /// A number that changes with any value.
    pub fn version(&self) -> u32 {
        self.version
    }
}

/// A known cloth.
#[derive(GodotConvert, Var, Export, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[godot(via = i64)]
pub enum ClothPreset {
    #[default]
    Custom,
    Cotton,
    Silk,
    Denim,
    Leather,
    RubberSheet,
    LatexBalloon,
}

impl ClothPreset {
    /// stretch_stiffness, bending_stiffness, area_density, thickness, damping, drag, lift, max_stretch, friction,
    /// volume_factor, bulk_modulus, gas_pressure.
    fn numbers(self) -> Option<[f32; 12]> {
        Some(match self {
            Self::Custom => return None,
            Self::Cotton => [
                5000.0, 1e-5, 0.15, 1e-3, 1.0, 1.0, 0.5, 0.0, 0.5, 0.0, 0.0, 0.0,
            ],
            Self::Silk => [
                2000.0, 3e-6, 0.06, 1e-3, 1.0, 1.0, 0.5, 0.0, 0.3, 0.0, 0.0, 0.0,
            ],
            Self::Denim => [1e4, 1e-4, 0.4, 1e-3, 1.0, 1.0, 0.5, 0.0, 0.5, 0.0, 0.0, 0.0],
            Self::Leather => [2e4, 1e-3, 0.9, 1e-3, 1.0, 1.0, 0.5, 0.0, 0.5, 0.0, 0.0, 0.0],
            Self::RubberSheet => [
                3000.0, 1e-4, 1.1, 1e-3, 2.0, 1.0, 0.5, 0.0, 0.9, 0.0, 0.0, 0.0,
            ],
            Self::LatexBalloon => [
                300.0, 1e-5, 0.3, 1e-3, 2.0, 0.5, 0.0, 0.0, 0.6, 1.0, 0.0, 0.0,
            ],
        })
    }
}

/// What a [Cloth] is made of.
#[derive(GodotClass)]
#[class(tool, init, base=Resource)]
pub struct ClothMaterial {
    /// A known cloth. Choosing one fills in all values below; changing one of them makes it custom.
    #[export]
    #[var(set = set_preset)]
    preset: ClothPreset,
    /// Force on a strip of 1 m width per unit of strain [N/m]. Range 1e-3 to 1e9.
    #[export(range = (1.0, 1e6, 1.0, or_greater, or_less, exp, suffix = "N/m"))]
    #[var(set = set_stretch_stiffness)]
    #[init(val = 5000.0)]
    stretch_stiffness: f32,
    /// Moment on an edge of 1 m per unit of curvature [N·m]. Range 0 to 1e6.
    #[export(range = (0.0, 0.01, 1e-6, or_greater, suffix = "N·m"))]
    #[var(set = set_bending_stiffness)]
    #[init(val = 1e-5)]
    bending_stiffness: f32,
    /// Mass of an area [kg/m²]. Range 1e-6 to 1e5.
    #[export(range = (0.01, 10.0, 0.01, or_greater, or_less, suffix = "kg/m²"))]
    #[var(set = set_area_density)]
    #[init(val = 0.15)]
    area_density: f32,
    /// Distance that it keeps from what it touches [m].
    #[export(range = (1e-4, 0.1, 1e-4, or_greater, suffix = "m"))]
    #[var(set = set_thickness)]
    #[init(val = 1e-3)]
    thickness: f32,
    /// Decay rate of deformation [1/s]. Range 0 to 1e4.
    #[export(range = (0.0, 100.0, 0.1, or_greater, suffix = "1/s"))]
    #[var(set = set_damping)]
    #[init(val = 1.0)]
    damping: f32,
    /// Drag coefficient in the wind of the [SoftWorld]. Range 0 to 100.
    #[export(range = (0.0, 5.0, 0.01, or_greater))]
    #[var(set = set_drag)]
    #[init(val = 1.0)]
    drag: f32,
    /// Lift coefficient in the wind. Range 0 to 100.
    #[export(range = (0.0, 5.0, 0.01, or_greater))]
    #[var(set = set_lift)]
    #[init(val = 0.5)]
    lift: f32,
    /// Largest stretch from what holds the cloth, as a part of the shortest path to it over the cloth at rest. A hard
    /// limit; 0 is none. Range 0 to 10.
    #[export(range = (0.0, 0.2, 1e-3, or_greater))]
    #[var(set = set_max_stretch)]
    max_stretch: f32,
    /// Friction coefficient, 0 to 10. A contact uses the geometric mean of both sides. Read when the cloth is added.
    #[export(range = (0.0, 2.0, 0.01, or_greater))]
    #[var(set = set_friction)]
    #[init(val = 0.5)]
    friction: f32,
    /// Above 0 the mesh is a balloon, filled to so many times its volume at rest: above 1 it is firm, below 1 slack.
    /// The mesh must be closed. Change it while the game runs to blow it up. 0: open cloth, or a gas. Range 1e-3 to
    /// 1e3.
    #[export_group(name = "Inside")]
    #[export(range = (0.0, 4.0, 0.01, or_greater))]
    #[var(set = set_volume_factor)]
    volume_factor: f32,
    /// How hard a balloon is to squeeze [Pa]: its pressure for a change of volume by that at rest. 0 keeps the volume
    /// exactly. Must be 0 with a gas. Range 0 to 1e12.
    #[export(range = (0.0, 1e5, 1.0, or_greater, suffix = "Pa"))]
    #[var(set = set_bulk_modulus)]
    bulk_modulus: f32,
    /// Above 0 the balloon holds a gas with this pressure over the atmosphere's at the volume at rest [Pa], and the gas
    /// finds its volume. Leave volume_factor at 0 or 1 then. Range 0 to 1e9.
    #[export(range = (0.0, 1e4, 1.0, or_greater, suffix = "Pa"))]
    #[var(set = set_gas_pressure)]
    gas_pressure: f32,
    version: u32,
    base: Base<Resource>,
}

#[godot_api]
impl ClothMaterial {
    /// A cloth with the values of a preset.
    #[func]
    fn make(preset: ClothPreset) -> Gd<Self> {
        let mut made = Self::new_gd();
        made.bind_mut().set_preset(preset);
        made
    }

    #[func]
    fn set_preset(&mut self, preset: ClothPreset) {
        self.preset = preset;
        if let Some(numbers) = preset.numbers() {
            [
                self.stretch_stiffness,
                self.bending_stiffness,
                self.area_density,
                self.thickness,
                self.damping,
                self.drag,
                self.lift,
                self.max_stretch,
                self.friction,
                self.volume_factor,
                self.bulk_modulus,
                self.gas_pressure,
            ] = numbers;
        }
        self.note_change();
    }

    #[func]
    fn set_stretch_stiffness(&mut self, value: f32) {
        self.put(|this| &mut this.stretch_stiffness, value);
    }

    #[func]
    fn set_bending_stiffness(&mut self, value: f32) {
        self.put(|this| &mut this.bending_stiffness, value);
    }

    #[func]
    fn set_area_density(&mut self, value: f32) {
        self.put(|this| &mut this.area_density, value);
    }

    #[func]
    fn set_thickness(&mut self, value: f32) {
        self.put(|this| &mut this.thickness, value);
    }

    #[func]
    fn set_damping(&mut self, value: f32) {
        self.put(|this| &mut this.damping, value);
    }

    #[func]
    fn set_drag(&mut self, value: f32) {
        self.put(|this| &mut this.drag, value);
    }

    #[func]
    fn set_lift(&mut self, value: f32) {
        self.put(|this| &mut this.lift, value);
    }

    #[func]
    fn set_max_stretch(&mut self, value: f32) {
        self.put(|this| &mut this.max_stretch, value);
    }

    #[func]
    fn set_friction(&mut self, value: f32) {
        self.put(|this| &mut this.friction, value);
    }

    #[func]
    fn set_volume_factor(&mut self, value: f32) {
        self.put(|this| &mut this.volume_factor, value);
    }

    #[func]
    fn set_bulk_modulus(&mut self, value: f32) {
        self.put(|this| &mut this.bulk_modulus, value);
    }

    #[func]
    fn set_gas_pressure(&mut self, value: f32) {
        self.put(|this| &mut this.gas_pressure, value);
    }
}

impl ClothMaterial {
    /// Sets a value. A new one leaves the preset, and is told to the editor and to bodies.
    fn put<T: PartialEq>(&mut self, at: impl Fn(&mut Self) -> &mut T, value: T) {
        if *at(self) != value {
            *at(self) = value;
            self.preset = Default::default();
            self.note_change();
        }
    }

    fn note_change(&mut self) {
        self.version = self.version.wrapping_add(1);
        self.base_mut().emit_changed();
    }

    /// As the library wants it.
    pub fn model_of(&self) -> Model {
        if self.volume_factor > 0.0 || self.gas_pressure > 0.0 {
            return Model::Balloon(PliantBalloonDesc {
                stretch_stiffness: self.stretch_stiffness,
                bending_stiffness: self.bending_stiffness,
                area_density: self.area_density,
                thickness: self.thickness,
                damping: self.damping,
                drag: self.drag,
                lift: self.lift,
                volume_factor: self.volume_factor,
                bulk_modulus: self.bulk_modulus,
                gas_pressure: self.gas_pressure,
                ..Default::default()
            });
        }
        Model::Cloth(PliantClothDesc {
            stretch_stiffness: self.stretch_stiffness,
            bending_stiffness: self.bending_stiffness,
            area_density: self.area_density,
            thickness: self.thickness,
            damping: self.damping,
            drag: self.drag,
            lift: self.lift,
            max_stretch: self.max_stretch,
            ..Default::default()
        })
    }

    /// Friction and bounce.
    pub fn surface(&self) -> (f32, f32) {
        (self.friction, 0.0)
    }

    /// A number that changes with any value.
    pub fn version(&self) -> u32 {
        self.version
    }
}
