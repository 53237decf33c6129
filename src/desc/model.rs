//! What moves a body: its model. A model is chosen by number and has a struct of its own parameters. `models` lists them.

use super::*;
use crate::element::{Material, OF_LIMITS, OF_SHEET, OF_VOLUME, Parameters, Terms};
use crate::error::{Error, Result, choice};
use bytemuck::Pod;
use serde::{Deserialize, Serialize};

/// The most substeps of a model that has no material: more gains nothing.
const MOST_SUBSTEPS: u32 = 64;

/// What a model needs of an asset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// Tetrahedra.
    Tets,
    /// Triangles with hinges.
    Sheet,
    /// Clusters of particles.
    Clusters,
}

/// The parameters of one model. Its struct begins with `struct_size` and `model`.
pub trait ModelDesc: Pod + Default + Into<Model> {
    /// `PLIANT_MODEL_…`.
    const MODEL: u32;
}

/// The parameters, or the model's defaults if none is given: all behind `struct_size` and `model` are zero.
fn or_defaults<T: ModelDesc>(desc: &T) -> Result<T> {
    let words: &[u32] = bytemuck::cast_slice(bytemuck::bytes_of(desc));
    check_own_model(words[1], T::MODEL)?;
    Ok(if words[2..].iter().all(|word| *word == 0) {
        T::default()
    } else {
        *desc
    })
}

/// Makes the enum of all models.
macro_rules! registry {
    ($($(#[$text:meta])* $name:ident = $number:ident => $desc:ident, needs $needs:ident, terms $terms:expr;)*) => {
        /// A model with its parameters. `From` makes it of the parameters alone.
        #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
        pub enum Model {
            $($(#[$text])* $name($desc),)*
        }

        impl Model {
            /// Every model with its default parameters, in order of their numbers.
            pub fn all() -> Vec<Self> {
                vec![$(Self::$name($desc::default())),*]
            }

            /// `PLIANT_MODEL_…`.
            pub fn number(&self) -> u32 {
                match self {
                    $(Self::$name(_) => $number,)*
                }
            }

            /// What it needs of an asset.
            pub fn needs(&self) -> Section {
                match self {
                    $(Self::$name(_) => Section::$needs,)*
                }
            }

            /// What its kinds of elements offer a solver; it decides the solver.
            pub fn terms(&self) -> Terms {
                match self {
                    $(Self::$name(_) => $terms,)*
                }
            }

            /// Validates and fills in defaults; parameters that are all zeros are the defaults. Fails with
            /// `InvalidArgument` for a value out of range.
            pub fn checked(&self) -> Result<Self> {
                match self {
                    $(Self::$name(desc) => or_defaults(desc)?.checked().map(Self::$name),)*
                }
            }
        }

        $(
            impl ModelDesc for $desc {
                const MODEL: u32 = $number;
            }

            impl From<$desc> for Model {
                fn from(desc: $desc) -> Self {
                    Self::$name(desc)
                }
            }
        )*
    };
}

for_each_model!(registry);

impl Default for Model {
    /// The neo-Hookean solid with default parameters.
    fn default() -> Self {
        PliantNeoHookeanDesc::default().into()
    }
}

impl Model {
    /// The model with this number and default parameters; `None` for an unknown number and for 0.
    pub fn default_of(number: u32) -> Option<Self> {
        let all = Self::all();
        all.into_iter().find(|model| model.number() == number)
    }

    /// The material of a model of tets, with its parameters in length units: 1 Pa is 1 kg/(m·s²).
    pub fn material(&self, length_unit_m: f32) -> Option<(Material, Parameters)> {
        let unit = f64::from(length_unit_m);
        let of = |young_modulus: f32| Parameters {
            young_modulus: f64::from(young_modulus) * unit,
            density: f64::from(self.density()) * unit.powi(3),
            ..Parameters::default()
        };
        match self {
            Self::NeoHookean(desc) => {
                let poisson_ratio = f64::from(desc.poisson_ratio);
                let parameters = Parameters {
                    poisson_ratio,
                    ..of(desc.young_modulus)
                };
                Some((Material::NeoHookean, parameters))
            }
            Self::MassSpring(desc) => {
                let volume_stiffness = f64::from(desc.volume_stiffness);
                let parameters = Parameters {
                    volume_stiffness,
                    ..of(desc.young_modulus)
                };
                Some((Material::MassSpring, parameters))
            }
            Self::ShapeMatching(_) | Self::Cloth(_) | Self::Balloon(_) | Self::Rigid(_) => None,
        }
    }

    /// The kinds of its groups of elements, as bits; none for solvers with tables of their own.
    pub fn kinds(&self) -> u32 {
        match self {
            Self::Cloth(desc) if desc.max_stretch > 0.0 => OF_SHEET | OF_LIMITS,
            Self::Cloth(_) => OF_SHEET,
            Self::Balloon(_) => OF_SHEET | OF_VOLUME,
            _ => 0,
        }
    }

    /// The sheet that it is, if it is one: of a balloon its skin.
    pub fn sheet(&self) -> Option<PliantClothDesc> {
        match self {
            Self::Cloth(desc) => Some(*desc),
            Self::Balloon(desc) => Some(desc.skin()),
            _ => None,
        }
    }

    /// Mass density [kg/m³]; of a sheet [kg/m²].
    pub fn density(&self) -> f32 {
        match self {
            Self::NeoHookean(desc) => desc.density,
            Self::MassSpring(desc) => desc.density,
            Self::ShapeMatching(desc) => desc.density,
            Self::Cloth(desc) => desc.area_density,
            Self::Balloon(desc) => desc.area_density,
            Self::Rigid(desc) => desc.density,
        }
    }

    /// Mass [kg] of a unit of the asset's volume, or of a sheet's area, at this scale of the asset [1].
    pub fn mass_per_measure(&self, length_unit_m: f32, scale: f32) -> f64 {
        let dimensions = match self.needs() {
            Section::Sheet => 2,
            Section::Tets | Section::Clusters => 3,
        };
        let metres = f64::from(length_unit_m) * f64::from(scale);
        f64::from(self.density()) * metres.powi(dimensions)
    }

    /// Decay rate of deforming motion [1/s].
    pub fn damping(&self) -> f32 {
        match self {
            Self::NeoHookean(desc) => desc.damping,
            Self::MassSpring(desc) => desc.damping,
            Self::ShapeMatching(desc) => desc.damping,
            Self::Cloth(desc) => desc.damping,
            Self::Balloon(desc) => desc.damping,
            Self::Rigid(_) => 0.0,
        }
    }

    /// The most substeps per step.
    pub fn most_substeps(&self) -> u32 {
        let material = self.material(1.0);
        material.map_or(MOST_SUBSTEPS, |(material, _)| material.kind().most_substeps)
    }

    /// Its name in C, with its number, for messages.
    pub fn shown(&self) -> String {
        choice(self.number(), MODELS)
    }
}

/// Fails unless the number is a `PLIANT_MODEL_…` value.
pub fn check_model(number: u32) -> Result<()> {
    one_of("model", number, MODELS)
}

/// Fails if a struct of parameters says that it is another model's; 0 says nothing.
fn check_own_model(said: u32, own: u32) -> Result<()> {
    match said {
        0 => Ok(()),
        said if said == own => Ok(()),
        said => Err(Error::argument(format!(
            "model_desc.model is {}, expected {} or 0",
            choice(said, MODELS),
            choice(own, MODELS)
        ))),
    }
}

/// The name of a model's number in C, if there is such a model.
pub fn model_name(number: u32) -> Option<&'static str> {
    let found = MODELS.iter().find(|(known, _)| *known == number);
    found.map(|(_, name)| *name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Status;
    use bytemuck::Zeroable;

    #[test]
    fn every_model_has_its_number_and_valid_defaults() {
        let numbers: Vec<u32> = Model::all().iter().map(Model::number).collect();
        assert_eq!(numbers, [1, 2, 3, 4, 5, 6]);
        for model in Model::all() {
            assert_eq!(Model::default_of(model.number()), Some(model));
            assert_eq!(model.checked().unwrap(), model);
            assert!(check_model(model.number()).is_ok());
        }
        assert_eq!(Model::default_of(PLIANT_MODEL_DEFAULT), None);
        assert_eq!(check_model(7).unwrap_err().status, Status::InvalidArgument);
    }

    /// As of a struct that C has zeroed, with its `struct_size`.
    fn zeros<T: ModelDesc>() -> Model {
        let mut desc = T::zeroed();
        let size = size_of::<T>() as u32;
        bytemuck::bytes_of_mut(&mut desc)[..4].copy_from_slice(&size.to_ne_bytes());
        desc.into()
    }

    #[test]
    fn parameters_that_are_all_zeros_are_the_defaults() {
        let all = [
            zeros::<PliantNeoHookeanDesc>(),
            zeros::<PliantMassSpringDesc>(),
            zeros::<PliantShapeMatchingDesc>(),
            zeros::<PliantClothDesc>(),
            zeros::<PliantRigidDesc>(),
            zeros::<PliantBalloonDesc>(),
        ];
        assert_eq!(all.map(|model| model.checked().unwrap()), *Model::all());
        // Beside a value that is given, a zero means what its field says.
        let mut desc = PliantClothDesc::zeroed();
        desc.stretch_stiffness = 5e3;
        let Model::Cloth(checked) = Model::from(desc).checked().unwrap() else {
            panic!("another model");
        };
        assert_eq!((checked.drag, checked.area_density), (0.0, 0.2));
    }

    #[test]
    fn a_struct_that_says_it_is_another_models_is_refused() {
        for parameters in [0.0, 1e4] {
            let mut desc = PliantMassSpringDesc::zeroed();
            desc.young_modulus = parameters;
            for said in [0, PLIANT_MODEL_MASS_SPRING] {
                desc.model = said;
                assert_eq!(Model::from(desc).checked().unwrap().number(), 2);
            }
            desc.model = PLIANT_MODEL_CLOTH;
            assert_eq!(
                Model::from(desc).checked().unwrap_err().message,
                "model_desc.model is PLIANT_MODEL_CLOTH (4), expected PLIANT_MODEL_MASS_SPRING (2) or 0"
            );
        }
    }

    #[test]
    fn masses_and_moduli_are_in_length_units() {
        let solid = Model::from(PliantNeoHookeanDesc::default());
        let (_, parameters) = solid.material(0.01).unwrap();
        assert!((parameters.density / 1e-3 - 1.0).abs() < 1e-6, "1 g/cm³");
        assert!((parameters.young_modulus / 1e4 - 1.0).abs() < 1e-6);
        // 8 times the volume, 4 times the area.
        let mass = |model: &Model| model.mass_per_measure(1.0, 2.0) / f64::from(model.density());
        assert_eq!(mass(&solid), 8.0);
        assert_eq!(mass(&PliantClothDesc::default().into()), 4.0);
    }
}
