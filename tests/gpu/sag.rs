//! The clamped beam under its own weight against the f64 reference.

use super::common::*;
use pliant::asset::lattice::{Split, beam_lattice};
use pliant::desc::*;
use pliant::world::{Edit, World};
use std::time::Instant;

/// Pins every vertex with x = 0 by its inverse mass.
pub fn clamp(world: &mut World, body: pliant::ids::PliantBodyId, mesh: &pliant::asset::TetMesh) {
    let vertices: Vec<u32> = (0..mesh.positions.len() as u32)
        .filter(|i| mesh.positions[*i as usize][0] == 0.0)
        .collect();
    let inverse_masses = vec![0.0; vertices.len()];
    world
        .apply(Edit::SetInverseMasses {
            body,
            vertices,
            inverse_masses,
        })
        .expect("clamped");
}

#[test]
fn probe() {
    let mesh = beam_lattice([16, 4, 4], [1.0, 0.25, 0.25], Split::Five);
    let asset = cooked(&mesh);
    println!(
        "{} vertices {} tets {} colours {} slices",
        asset.rest_positions.len(),
        asset.tets.len(),
        asset.colour_slices.len() - 1,
        asset.slices.len()
    );
    for executor in [PLIANT_EXECUTOR_WIDE] {
        for young in [1e8] {
            for (hz, substeps, iterations) in [
                (60.0, 20, 1),
                (60.0, 10, 2),
                (120.0, 10, 2),
                (120.0, 10, 3),
                (60.0, 4, 5),
                (30.0, 4, 5),
                (60.0, 2, 10),
                (60.0, 1, 20),
            ] {
                let mut world = world();
                let mut desc = PliantBodyDesc {
                    executor,
                    substeps,
                    iterations,
                    ..body_desc()
                };
                desc.material.young_modulus = young;
                desc.material.damping = 5.0;
                let body = add(&mut world, &asset, desc);
                clamp(&mut world, body, &mesh);
                let started = Instant::now();
                let mut line = String::new();
                for _ in 0..8 {
                    run(&mut world, (hz * 0.5) as usize, 1.0 / hz);
                    let (x, _) = particles(&mut world, body);
                    let tip: Vec<f32> = (0..x.len())
                        .filter(|i| asset.rest_positions[*i][0] == 1.0)
                        .map(|i| x[i][1] - asset.rest_positions[i][1])
                        .collect();
                    line += &format!("{:.5} ", tip.iter().sum::<f32>() / tip.len() as f32);
                }
                let (_, v) = particles(&mut world, body);
                let rms = (v.iter().map(|v| v[1] * v[1]).sum::<f32>() / v.len() as f32).sqrt();
                let mean = v.iter().map(|v| v[1]).sum::<f32>() / v.len() as f32;
                let fall = v.iter().map(|v| v[3]).sum::<f32>() / v.len() as f32;
                println!(
                    "rms {rms:e} mean {mean:e} fall {fall} ex {executor} E {young:e} {hz} Hz {substeps}x{iterations}: {line} {:?}",
                    started.elapsed()
                );
            }
        }
    }
}
