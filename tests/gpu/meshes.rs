//! Real tet meshes dropped on a floor for five seconds: all of them on a GPU in the long tests, smaller ones otherwise.

use super::barrier::*;
use super::common::*;
use super::files;
use super::rigid::Rigid;
use glam::{DVec3, Vec3};
use pliant::asset::{Asset, CookOptions, cook::cook};
use pliant::desc::*;
use pliant::error::Status;
use pliant::math::PliantPose;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

/// How deep a body of 1 m may lie in the floor [m].
pub const DEPTH: f64 = 1e-3;

/// Most tets of a mesh that a software adapter drops: more take it minutes.
const MOST_TETS: usize = 2_000;

/// Small meshes of each format the library reads.
const FEW: [&str; 12] = [
    "tet.msh",
    "cube.msh",
    "tet-pyramid.msh",
    "tet-perp-edges.msh",
    "erleben-spike.msh",
    "erleben-wedge.msh",
    "bar-186.msh",
    "torus.msh",
    "liver.msh",
    "box_cavity_coarse.msh",
    "cube_41_binary_vol_gmshApp.msh",
    "ANSYS1e-3Corner_coarse.msh",
];

/// Files of a folder that the library reads as tets, without `.xz`, in the order of their names.
fn tet_files(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder of meshes");
    let mut names: Vec<String> = entries
        .map(|e| {
            e.expect("an entry")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .map(|name| name.trim_end_matches(".xz").to_owned())
        .filter(|name| files::holds_tets(Path::new(name)))
        .collect();
    names.sort();
    names
}

/// What was measured of one mesh.
#[derive(Debug)]
struct Row {
    inverted: usize,
    depth: f64,
    broken: usize,
    energy: f64,
    restless: f64,
    step_ms: f64,
}

/// Kinetic energy [J], and the part that is not rolling, relative to the energy of a fall through `DEPTH` of 1 m.
pub fn kinetic(x: &[[f32; 4]], v: &[[f32; 4]]) -> (f64, f64) {
    let particles = masses_and_motion(x, v);
    let rigid = Rigid::of(&particles);
    let energy_over = |base: &dyn Fn(DVec3) -> DVec3| -> f64 {
        let of = |(m, x, v): &(f64, DVec3, DVec3)| 0.5 * m * (v - base(*x)).length_squared();
        particles.iter().map(of).sum()
    };
    // Nothing stops a rolling body, so its rigid motion counts by the speed of its lowest point, which does not move in
    // rolling.
    let lowest = particles.iter().min_by(|a, b| a.1.y.total_cmp(&b.1.y));
    let slip = lowest.map_or(0.0, |(_, x, _)| rigid.velocity_at(*x).length_squared());
    let restless = energy_over(&|x| rigid.velocity_at(x)) + 0.5 * rigid.mass * slip;
    (
        energy_over(&|_| DVec3::ZERO),
        restless / (rigid.mass * G * DEPTH),
    )
}

/// Drops the mesh from 20 mm, scaled to 1 m, with a stiffness that suits its height.
fn drop_on_floor(asset: &Arc<Asset>, steps: usize) -> Row {
    let points = asset.rest_positions.iter().map(|p| Vec3::from_array(*p));
    let (low, high) = points.fold((Vec3::MAX, Vec3::MIN), |(low, high), p| {
        (low.min(p), high.max(p))
    });
    let scale = 1.0 / low.distance(high);
    let mut world = world();
    let floor = add_barrier(&mut world, PliantColliderDesc::default());
    let mut desc = BodyOptions {
        scale,
        pose: PliantPose::at([0.0, 0.02 - low.y * scale, 0.0]),
        ..body_desc()
    };
    desc.set_young(100.0 * desc.density() * 9.81 * (high.y - low.y) * scale);
    desc.set_damping(5.0);
    let body = add(&mut world, asset, desc);
    let start = Instant::now();
    let mut row = Row {
        inverted: 0,
        depth: 0.0,
        broken: 0,
        energy: 0.0,
        restless: 0.0,
        step_ms: 0.0,
    };
    for _ in 0..steps {
        let seen = watch(&mut world, body, &[floor], 1.0, 1, HZ);
        row.depth = row.depth.max(seen.depth);
        row.broken += seen.broken;
    }
    row.step_ms = 1e3 * start.elapsed().as_secs_f64() / steps as f64;
    let (x, v) = particles(&mut world, body);
    row.inverted = volume(asset, &x).1;
    (row.energy, row.restless) = kinetic(&x, &v);
    row
}

#[test]
fn real_meshes_drop_and_rest() {
    let Some(folder) = files::data() else { return };
    let tets = folder.join("tets");
    let mut sweep = Sweep::every(4);
    let few = FEW.iter().filter(|_| sweep.takes());
    let mut names: Vec<String> = match amount() {
        Amount::Brief => few.map(|name| name.to_string()).collect(),
        _ => tet_files(&tets),
    };
    let arches = tet_files(&tets.join("arch"));
    let mut sweep = Sweep::every(13);
    let arches = arches.iter().filter(|_| sweep.takes());
    names.extend(arches.map(|name| format!("arch/{name}")));
    let mut faults = Vec::new();
    println!(
        "file vertices tets | ms/step inverted depth [size] not finite energy [J], restless [fall by the depth]"
    );
    for name in names {
        let mesh = files::tets(&tets.join(&name)).expect("a tet mesh");
        let drop_unreferenced = true;
        let asset = match cook(&mesh, &CookOptions { drop_unreferenced }) {
            Ok((asset, _)) => Arc::new(asset),
            Err(error) => {
                // The one file with inverted elements.
                assert_eq!(
                    (name.as_str(), error.status),
                    ("P1.msh", Status::MeshInverted)
                );
                println!("{name}: {error}");
                continue;
            }
        };
        if amount() != Amount::Full && asset.tets.len() > MOST_TETS {
            skip(&format!(
                "{name} has more tets than a software adapter drops"
            ));
            continue;
        }
        let row = drop_on_floor(&asset, 300);
        println!(
            "{name} {} {} | {:.2} {} {:.1e} {} {:.1e} {:.1e}",
            asset.rest_positions.len(),
            asset.tets.len(),
            row.step_ms,
            row.inverted,
            row.depth,
            row.broken,
            row.energy,
            row.restless
        );
        // In the end the energy is less than that of a fall through the allowed depth.
        let rests = row.restless < 1.0;
        if row.broken > 0 || row.inverted > 0 || row.depth > DEPTH || !rests {
            faults.push(format!("{name}: {row:?}"));
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

/// Files without a sound tet mesh, and the error for each.
#[test]
fn broken_files_give_the_named_error() {
    const CUBE: &str = "malformed_cube";
    let Some(folder) = files::data() else { return };
    let expected = [
        // 3 numbers too many
        (
            "Armadillo_Tetra_4406_for_test_broken.vtu".to_owned(),
            Status::Format,
        ),
        ("P2.msh".to_owned(), Status::MeshUnsupported), // 10-node tetrahedra
        ("cube-hex.msh".to_owned(), Status::MeshUnsupported), // hexahedra
        (
            "cube_22_ascii_surf_gmshApp.msh".to_owned(),
            Status::MeshEmpty,
        ), // triangles only
        (
            "cube_41_binary_surf_gmshApp.msh".to_owned(),
            Status::MeshEmpty,
        ),
        (
            "liver_for_test_broken.vtk".to_owned(), // polygons
            Status::MeshUnsupported,
        ),
        (
            format!("{CUBE}_22_ascii_missing_element.msh"),
            Status::Format,
        ),
        (format!("{CUBE}_22_ascii_missing_node.msh"), Status::Format),
        (
            format!("{CUBE}_22_ascii_missing_num_nodes.msh"),
            Status::Format,
        ),
        (
            format!("{CUBE}_41_ascii_mismatch_between_max_nodes_and_nodes_in_block.msh"),
            Status::Format,
        ),
        (
            format!("{CUBE}_41_ascii_missing_element.msh"),
            Status::Format,
        ),
        (
            format!("{CUBE}_41_ascii_missing_node_header.msh"),
            Status::Format,
        ),
    ];
    let found = tet_files(&folder.join("malformed"))
        .into_iter()
        .map(|name| {
            let path = folder.join("malformed").join(&name);
            let error = files::tets(&path)
                .and_then(|mesh| cook(&mesh, &CookOptions::default()))
                .expect_err(&name);
            println!("{name}: {:?} {error}", error.status);
            (name, error.status)
        });
    assert_eq!(found.collect::<Vec<_>>(), expected);
}
