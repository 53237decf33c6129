//! How clusters of particles deform.

use super::choices;

/// Deformation of a cluster: the cluster only rotates and translates.
pub const PLIANT_DEFORMATION_RIGID: u32 = 1;
/// Deformation of a cluster: the cluster also stretches and shears, and keeps its volume.
pub const PLIANT_DEFORMATION_LINEAR: u32 = 2;
/// Deformation of a cluster: the cluster also bends and twists.
pub const PLIANT_DEFORMATION_QUADRATIC: u32 = 3;

/// Each with its name in C.
pub(super) const DEFORMATIONS: &[(u32, &str)] = choices!(
    PLIANT_DEFORMATION_RIGID,
    PLIANT_DEFORMATION_LINEAR,
    PLIANT_DEFORMATION_QUADRATIC
);

#[cfg(test)]
mod tests {
    use crate::desc::PliantShapeMatchingDesc;

    #[test]
    fn each_number_out_of_range_is_named() {
        let good = PliantShapeMatchingDesc::default();
        let cases = [
            (
                "deformation",
                PliantShapeMatchingDesc {
                    deformation: 4,
                    ..good
                },
            ),
            ("alpha", PliantShapeMatchingDesc { alpha: 1.5, ..good }),
            (
                "beta",
                PliantShapeMatchingDesc {
                    beta: f32::NAN,
                    ..good
                },
            ),
            (
                "density",
                PliantShapeMatchingDesc {
                    density: 1e-4,
                    ..good
                },
            ),
            (
                "damping",
                PliantShapeMatchingDesc {
                    damping: -1.0,
                    ..good
                },
            ),
        ];
        for (name, desc) in cases {
            let message = desc.checked().unwrap_err().message;
            assert!(
                message.starts_with(&format!("model_desc.{name}")),
                "{message}"
            );
        }
        let zero = PliantShapeMatchingDesc {
            deformation: 0,
            alpha: 0.0,
            density: 0.0,
            ..good
        };
        let once = zero.checked().unwrap();
        assert_eq!(
            (once.deformation, once.alpha, once.density),
            (2, 0.5, 1000.0)
        );
    }
}
