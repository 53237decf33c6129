//! Contracts of every kind, then of single kinds.

use super::mass_spring::{self, Spring, VolumeTet};
use super::neo_hookean::{NeoHookean, NeoHookeanTet, lame, laplacian_weights};
use super::{Element, Material, Parameters, Rest};
use crate::math::tet::{TetShape, edges_of, tet_volume, tet_volume_gradients};
use glam::{DMat3, DQuat, DVec3};
use std::f64::consts::PI;

/// Central differences with step h = ε^(1/3) have a truncation error ~h² f''' and a rounding error ~ε f / h, both of
/// order ε^(2/3) = 3.7e-11. The factor covers third derivatives of polynomials of degree six on shapes of size 1.
const DIFFERENCE: f64 = 100.0 * 3.7e-11;
const STEP: f64 = 6e-6;

/// Deterministic numbers in -1 to 1 (a linear congruential generator with Knuth's constants).
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    fn vector(&mut self) -> DVec3 {
        DVec3::new(self.next(), self.next(), self.next())
    }
}

/// Two irregular tets of size about 1 with different stiffness factors.
const REST: [DVec3; 5] = [
    DVec3::new(0.1, 0.0, -0.1),
    DVec3::new(1.0, 0.1, 0.0),
    DVec3::new(0.2, 0.9, 0.1),
    DVec3::new(0.0, 0.2, 1.1),
    DVec3::new(1.0, 1.1, 0.9),
];
const TETS: [[u32; 4]; 2] = [[0, 1, 2, 3], [1, 4, 2, 3]];
const PARAMETERS: Parameters = Parameters {
    young_modulus: 2.0,
    poisson_ratio: 0.3,
    density: 1.5,
    spring_damping: 3.0,
    volume_stiffness: 0.7,
};

fn with_rest<R>(tet_stiffness: &[f64], use_rest: impl FnOnce(&Rest) -> R) -> R {
    let (edges, mut masses) = (edges_of(&TETS), [0.0; 5]);
    for tet in TETS {
        let volume = tet_volume(tet.map(|i| REST[i as usize]));
        assert!(volume > 0.0);
        tet.iter()
            .for_each(|i| masses[*i as usize] += PARAMETERS.density * volume / 4.0);
    }
    use_rest(&Rest {
        positions: &REST,
        tets: &TETS,
        tet_stiffness,
        edges: &edges,
        masses: &masses,
    })
}

/// Runs `check` on every element of every kind at rest-like, random and inverted positions.
fn for_every_element(check: impl Fn(Material, &dyn Element, &[DVec3])) {
    let mut numbers = Numbers(7);
    for method in Material::ALL {
        for element in with_rest(&[1.0, 2.5], |rest| method.elements(rest, &PARAMETERS)) {
            for size in [0.0, 0.1, 1.0, 1.0, 1.0] {
                let moved = |i: &u32| REST[*i as usize] + numbers.vector() * size;
                let x: Vec<DVec3> = element.vertices().iter().map(moved).collect();
                check(method, element.as_ref(), &x);
                let mirrored: Vec<DVec3> = x.iter().map(|p| DVec3::new(-p.x, p.y, p.z)).collect();
                check(method, element.as_ref(), &mirrored);
            }
        }
    }
}

fn largest(matrix: DMat3) -> f64 {
    matrix
        .to_cols_array()
        .iter()
        .fold(0.0, |largest, entry| entry.abs().max(largest))
}

#[test]
fn registry_numbers_are_permanent() {
    assert_eq!(Material::ALL.map(Material::number), [1, 2]);
}

#[test]
fn gradient_is_the_derivative_of_the_energy() {
    for_every_element(|method, element, x| {
        let gradient = element.gradient(x);
        for vertex in 0..x.len() {
            for axis in 0..3 {
                let at = |offset: f64| {
                    let mut x = x.to_vec();
                    x[vertex][axis] += offset;
                    element.energy(&x)
                };
                let difference = (at(STEP) - at(-STEP)) / (2.0 * STEP);
                let scale = 1.0 + element.energy(x).abs() + gradient[vertex].length();
                assert!(
                    (difference - gradient[vertex][axis]).abs() < DIFFERENCE * scale,
                    "{method:?} {x:?}"
                );
            }
        }
    });
}

#[test]
fn hessian_is_the_derivative_of_the_gradient() {
    for_every_element(|method, element, x| {
        let blocks = element.hessian(x, 1.0);
        for vertex in 0..x.len() {
            for axis in 0..3 {
                let at = |offset: f64| {
                    let mut x = x.to_vec();
                    x[vertex][axis] += offset;
                    element.gradient(&x)
                };
                let (after, before) = (at(STEP), at(-STEP));
                for other in 0..x.len() {
                    let difference = (after[other] - before[other]) / (2.0 * STEP);
                    let column = blocks[other][vertex].col(axis);
                    let scale = 1.0 + after[other].length() + largest(blocks[other][vertex]);
                    assert!(
                        (difference - column).length() < DIFFERENCE * scale,
                        "{method:?} {x:?}"
                    );
                }
            }
        }
    });
}

#[test]
fn hessian_without_its_geometric_part_is_never_indefinite() {
    let numbers = std::cell::RefCell::new(Numbers(3));
    for_every_element(|method, element, x| {
        let blocks = element.hessian(x, 0.0);
        for _ in 0..20 {
            let d = [(); 4].map(|()| numbers.borrow_mut().vector());
            let curvature: f64 = (0..16)
                .map(|k| d[k / 4].dot(blocks[k / 4][k % 4] * d[k % 4]))
                .sum();
            assert!(curvature >= -1e-12, "{method:?} {curvature}"); // rounding of sums of numbers of size 1 to 100
        }
    });
}

#[test]
fn every_kind_is_free_of_force_at_rest_and_of_net_force_and_torque_anywhere() {
    for_every_element(|method, element, x| {
        let g = element.gradient(x);
        let scale = 1.0 + g.iter().map(|g| g.length()).fold(0.0, f64::max);
        let torque: DVec3 = x.iter().zip(&g).map(|(x, g)| x.cross(*g)).sum();
        assert!(
            g.iter().sum::<DVec3>().length() < 1e-14 * scale,
            "{method:?}"
        ); // a few roundings each
        assert!(torque.length() < 1e-14 * scale, "{method:?}");
        let rest: Vec<DVec3> = element
            .vertices()
            .iter()
            .map(|i| REST[*i as usize])
            .collect();
        assert!(
            element.gradient(&rest).iter().all(|g| g.length() < 1e-14),
            "{method:?}"
        );
        assert!(element.energy(&rest).abs() < 1e-14, "{method:?}");
        let turned: Vec<DVec3> = rest
            .iter()
            .map(|p| DQuat::from_rotation_y(1.0) * *p + DVec3::ONE)
            .collect();
        assert!(
            element.gradient(&turned).iter().all(|g| g.length() < 1e-13),
            "{method:?}"
        );
    });
}

#[test]
fn stiffness_factors_multiply_the_energy_of_every_kind() {
    let mut numbers = Numbers(5);
    let x = REST.map(|p| p + numbers.vector() * 0.3);
    for method in Material::ALL {
        let energy = |factors: &[f64]| -> f64 {
            let elements = with_rest(factors, |rest| method.elements(rest, &PARAMETERS));
            let gathered = |e: &dyn Element| {
                e.vertices()
                    .iter()
                    .map(|i| x[*i as usize])
                    .collect::<Vec<_>>()
            };
            elements
                .iter()
                .map(|e| e.energy(&gathered(e.as_ref())))
                .sum()
        };
        let (plain, first, second) = (energy(&[]), energy(&[3.0, 1.0]), energy(&[1.0, 3.0]));
        // Linear in each factor: raising one at a time adds twice that tet's share, both together twice the whole.
        assert!(
            (first - plain + second - plain - 2.0 * plain).abs() < 1e-13 * plain,
            "{method:?}"
        );
        assert!(first > 1.05 * plain && second > 1.05 * plain, "{method:?}");
    }
}

#[test]
fn neo_hookean_has_the_small_strain_modulus_and_ratio_it_is_given() {
    for nu in [0.0, 0.3, 0.45, 0.49] {
        let material = NeoHookean::new(3.0, nu);
        // Uniaxial tension: finds the width without lateral stress by bisection.
        let pull = |strain: f64| {
            let f = |width: f64| DMat3::from_diagonal(DVec3::new(1.0 + strain, width, width));
            let (mut low, mut high) = (0.9, 1.1);
            for _ in 0..60 {
                let middle = 0.5 * (low + high);
                *(if material.stress(f(middle)).y_axis.y > 0.0 {
                    &mut high
                } else {
                    &mut low
                }) = middle;
            }
            (material.stress(f(low)).x_axis.x, low)
        };
        let strain = 1e-4;
        let ((up, narrow), (down, wide)) = (pull(strain), pull(-strain));
        // The error of central differences is of order strain² = 1e-8, times coefficients that grow as 1/(1 − 2ν).
        assert!(
            ((up - down) / (2.0 * strain) - 3.0).abs() < 1e-6,
            "E at ν = {nu}"
        );
        assert!(
            ((wide - narrow) / (2.0 * strain) - nu).abs() < 1e-6,
            "ν = {nu}"
        );
        let shear = DMat3::from_cols(DVec3::X, DVec3::new(strain, 1.0, 0.0), DVec3::Z);
        assert!((material.stress(shear).y_axis.x / strain - 3.0 / (2.0 + 2.0 * nu)).abs() < 1e-10);
        assert!((material.alpha - (2.0 - 2.0 * nu)).abs() < 1e-12);
        let (mu, lambda) = lame(3.0, nu);
        assert!((mu * (3.0 * lambda + 2.0 * mu) / (lambda + mu) - 3.0).abs() < 1e-12);
    }
}

#[test]
fn neo_hookean_vertex_block_is_the_exact_diagonal_block() {
    let mut numbers = Numbers(11);
    let material = NeoHookean::new(2.0, 0.4);
    let rest = [REST[0], REST[1], REST[2], REST[3]];
    let tet = NeoHookeanTet {
        vertices: [0, 1, 2, 3],
        shape: TetShape::new(rest),
        material,
    };
    for _ in 0..20 {
        let x = rest.map(|p| p + numbers.vector());
        for corner in 0..4 {
            let block = tet.vertex_block(x, corner);
            assert!(largest(block - tet.hessian(&x, 1.0)[corner][corner]) < 1e-13 * largest(block));
            // Sylvester's criterion: positive definite.
            assert!(block.x_axis.x > 0.0 && block.determinant() > 0.0);
            assert!(block.x_axis.x * block.y_axis.y > block.x_axis.y.powi(2));
        }
    }
}

#[test]
fn neo_hookean_laplacian_is_the_shear_part_of_the_force_and_of_the_block() {
    let mut numbers = Numbers(13);
    let x = REST.map(|p| p + numbers.vector());
    with_rest(&[1.0, 2.5], |rest| {
        let mu = lame(PARAMETERS.young_modulus, PARAMETERS.poisson_ratio).0;
        let mut expected = [DVec3::ZERO; 5];
        let mut blocks = [0.0; 5];
        for (number, tet) in TETS.iter().enumerate() {
            let shape = TetShape::new(rest.corners(number));
            let f = shape.deformation_gradient(tet.map(|i| x[i as usize]));
            let mu = mu * rest.stiffness_factor(number);
            for (i, gradient) in tet.iter().zip(shape.gradients) {
                expected[*i as usize] -= f * gradient * (mu * shape.volume);
                blocks[*i as usize] += mu * shape.volume * gradient.length_squared();
            }
        }
        let mut force = [DVec3::ZERO; 5];
        let mut diagonal = [0.0; 5];
        for (edge, weight) in rest.edges.iter().zip(laplacian_weights(rest)) {
            let [a, b] = edge.map(|i| i as usize);
            force[a] += (x[b] - x[a]) * (mu * weight);
            force[b] += (x[a] - x[b]) * (mu * weight);
            diagonal[a] += mu * weight;
            diagonal[b] += mu * weight;
        }
        for i in 0..5 {
            assert!((force[i] - expected[i]).length() < 1e-13); // sums of ten terms of size 1
            assert!((diagonal[i] - blocks[i]).abs() < 1e-13);
        }
    });
}

/// The 60 rotations of the icosahedron. Averages over them are exact for polynomials of degree 5 in a direction.
fn icosahedral_group() -> Vec<DMat3> {
    let golden = 0.5 * (1.0 + 5.0_f64.sqrt());
    let generators = [
        DMat3::from_axis_angle(DVec3::new(0.0, 1.0, golden).normalize(), 2.0 * PI / 5.0),
        DMat3::from_axis_angle(DVec3::ONE.normalize(), 2.0 * PI / 3.0),
    ];
    let mut group = vec![DMat3::IDENTITY];
    let mut next = 0;
    while next < group.len() {
        for generator in generators {
            let product = generator * group[next];
            if group.iter().all(|known| largest(*known - product) > 1e-6) {
                group.push(product);
            }
        }
        next += 1;
    }
    group
}

#[test]
fn mass_spring_averaged_over_directions_is_the_documented_solid() {
    let group = icosahedral_group();
    assert_eq!(group.len(), 60);
    let mut numbers = Numbers(17);
    let [a, b, c] = [numbers.vector(), numbers.vector(), numbers.vector()];
    let strain = DMat3::from_cols(a, b, c) + DMat3::from_cols(a, b, c).transpose();
    let square: f64 = strain.to_cols_array().iter().map(|e| e * e).sum();
    let trace = strain.x_axis.x + strain.y_axis.y + strain.z_axis.z;
    with_rest(&[], |rest| {
        let volume: f64 = (0..2).map(|tet| tet_volume(rest.corners(tet))).sum();
        let elements = Material::MassSpring.elements(rest, &PARAMETERS);
        // The second derivative at rest is the energy of small strains.
        let energy = |turn: &DMat3| -> f64 {
            let moved = *turn * strain * turn.transpose();
            let element_energy = |e: &dyn Element| {
                let x: Vec<DVec3> = e.vertices().iter().map(|i| REST[*i as usize]).collect();
                let blocks = e.hessian(&x, 1.0);
                let n = x.len();
                let pair =
                    |k: usize| (moved * x[k / n]).dot(blocks[k / n][k % n] * (moved * x[k % n]));
                0.5 * (0..n * n).map(pair).sum::<f64>()
            };
            elements.iter().map(|e| element_energy(e.as_ref())).sum()
        };
        let mean = group.iter().map(energy).sum::<f64>() / 60.0;
        let (mu, lambda) = (
            0.4 * PARAMETERS.young_modulus,
            (0.4 + 0.7) * PARAMETERS.young_modulus,
        );
        let expected = volume * (mu * square + 0.5 * lambda * trace * trace);
        assert!(
            (mean - expected).abs() < 1e-12 * expected,
            "{mean} {expected}"
        ); // sums of 60 × 11 terms
    });
}

#[test]
fn mass_spring_volume_force_is_the_published_one_on_a_regular_tet() {
    let corners = [
        [1.0, 1.0, 1.0],
        [1.0, -1.0, -1.0],
        [-1.0, 1.0, -1.0],
        [-1.0, -1.0, 1.0],
    ];
    let rest = corners.map(DVec3::from_array);
    let rest_volume = tet_volume(rest).abs();
    let rest = if tet_volume(rest) > 0.0 {
        rest
    } else {
        [rest[1], rest[0], rest[2], rest[3]]
    };
    let tet = VolumeTet {
        vertices: [0, 1, 2, 3],
        stiffness: 0.4,
        rest_volume,
    };
    let area = 3.0_f64.sqrt() / 4.0 * 8.0; // edges of length √8
    let coefficient = mass_spring::published_volume_coefficient(&tet, area);
    let scale: f64 = 0.9;
    let x = rest.map(|p| p * scale);
    for (corner, gradient) in tet.gradient(&x).iter().enumerate() {
        // Here the unit normal of the opposite face is the corner's own direction.
        let normal = rest[corner].normalize();
        let expected = normal * (-coefficient * (tet_volume(x) - rest_volume) * scale * scale);
        assert!((-*gradient - expected).length() < 1e-13);
    }
}

#[test]
fn volume_gradients_are_a_third_of_the_face_areas_times_normals() {
    let x = [DVec3::ZERO, DVec3::X * 2.0, DVec3::Y * 3.0, DVec3::Z * 5.0];
    assert_eq!(tet_volume(x), 5.0);
    assert_eq!(tet_volume_gradients(x)[3], DVec3::Z);
    assert_eq!(tet_volume_gradients(x)[1], DVec3::X * 2.5);
}

#[test]
fn mass_spring_dampers_at_held_vertices_take_them_for_very_heavy() {
    let dampings = |held: f64, others: f64| {
        with_rest(&[], |rest| {
            let masses = [others, others, held, others, others];
            let rest = Rest {
                masses: &masses,
                ..*rest
            };
            mass_spring::springs(&rest, &PARAMETERS)
                .iter()
                .map(|s| s.damping)
                .collect::<Vec<_>>()
        })
    };
    for (held, heavy) in dampings(0.0, 2.0).iter().zip(dampings(1e15, 2.0)) {
        assert!(*held > 0.0 && (held / heavy - 1.0).abs() < 1e-14);
    }
    assert!(dampings(0.0, 0.0).iter().all(|damping| *damping == 0.0));
}

#[test]
fn mass_spring_dampers_stop_no_rigid_motion_and_nothing_faster_than_their_rate() {
    let mut numbers = Numbers(19);
    with_rest(&[], |rest| {
        let springs = mass_spring::springs(rest, &PARAMETERS);
        let power = |v: &[DVec3]| -> f64 {
            let one = |s: &Spring| {
                let [a, b] = s.vertices.map(|i| i as usize);
                let force = s.damping_force(&[REST[a], REST[b]], &[v[a], v[b]]);
                -(force[0].dot(v[a]) + force[1].dot(v[b]))
            };
            springs.iter().map(one).sum()
        };
        let rigid = REST.map(|p| DVec3::ONE + DVec3::new(0.3, -2.0, 1.0).cross(p));
        assert!(power(&rigid).abs() < 1e-13);
        for _ in 0..100 {
            let v = REST.map(|_| numbers.vector());
            let twice_kinetic: f64 = v
                .iter()
                .zip(rest.masses)
                .map(|(v, m)| m * v.length_squared())
                .sum();
            assert!(
                power(&v) > 0.0 && power(&v) <= 2.0 * PARAMETERS.spring_damping * twice_kinetic
            );
        }
    });
}
