//! Render meshes of bodies in a world: at rest, carried, and bent.

use super::common::*;
use super::files;
use glam::{DMat3, DVec3, Quat, Vec3};
use pliant::asset::lattice::box_surface;
use pliant::asset::skin::bind_skin;
use pliant::asset::{Asset, CookOptions, SkinAsset, SurfaceMesh, cook::cook};
use pliant::desc::*;
use pliant::ids::PliantBodyId;
use pliant::math::PliantPose;
use pliant::world::{Edit, World};
use std::collections::BTreeMap;
use std::sync::Arc;

/// All attributes, out of order and with a gap before, between and after them.
fn gappy() -> PliantVertexLayout {
    PliantVertexLayout {
        stride: 76,
        position_offset: 44,
        normal_offset: 4,
        tangent_offset: 20,
        previous_position_offset: 60,
        ..PliantVertexLayout::default()
    }
}

/// Words of a vertex in that layout that belong to no attribute.
const GAPS: [usize; 5] = [0, 4, 10, 14, 18];

/// One finished frame of a skin.
pub struct Drawn {
    pub positions: Vec<Vec3>,
    normals: Vec<Vec3>,
    tangents: Vec<[f32; 4]>,
    pub previous: Vec<Vec3>,
    low: Vec3,
    high: Vec3,
}

pub fn drawn(world: &mut World, body: PliantBodyId) -> Drawn {
    let view = world
        .map_vertices(body, 0, PLIANT_MAP_WAIT)
        .expect("a skin");
    assert_eq!(view.stride, 76);
    assert_eq!(view.byte_count, 76 * u64::from(view.vertex_count));
    // SAFETY: the library says `data` holds `byte_count` bytes, aligned to 4, until they are unmapped.
    let words = unsafe {
        std::slice::from_raw_parts(view.data.cast::<u32>(), view.byte_count as usize / 4)
    };
    let rows: Vec<[u32; 19]> = words.as_chunks().0.to_vec();
    world.unmap(view.map).expect("unmap");
    let loose = |row: &[u32; 19]| GAPS.iter().any(|w| row[*w] != 0);
    assert!(
        !rows.iter().any(loose),
        "bytes between attributes are written"
    );
    let three = |at: usize| -> Vec<Vec3> {
        let of = |row: &[u32; 19]| Vec3::from_array([0, 1, 2].map(|k| f32::from_bits(row[at + k])));
        rows.iter().map(of).collect()
    };
    let tangent = |row: &[u32; 19]| [5, 6, 7, 8].map(|k| f32::from_bits(row[k]));
    Drawn {
        positions: three(11),
        normals: three(1),
        tangents: rows.iter().map(tangent).collect(),
        previous: three(15),
        low: view.low.into(),
        high: view.high.into(),
    }
}

/// A body with the surface bound to it, in a world of this gravity.
pub struct Scene {
    pub world: World,
    pub body: PliantBodyId,
    skin: Arc<SkinAsset>,
}

pub fn scene(asset: &Arc<Asset>, surface: &SurfaceMesh, gravity: f32, desc: BodyOptions) -> Scene {
    let skin = Arc::new(bind_skin(asset, surface).expect("a skin"));
    let mut world = world_with(|o| o.gravity = [0.0, -gravity, 0.0]);
    let body = add(&mut world, asset, desc);
    let edit = Edit::AddSkin {
        body,
        skin: skin.clone(),
        layout: gappy(),
    };
    world.apply(edit).expect("a skin");
    Scene { world, body, skin }
}

fn diagonal(points: &[[f32; 3]]) -> f32 {
    let points = points.iter().map(|p| Vec3::from_array(*p));
    let (low, high) = points.fold((Vec3::MAX, Vec3::MIN), |(low, high), p| {
        (low.min(p), high.max(p))
    });
    low.distance(high)
}

/// Checks every frame: unit normals and tangents at a right angle, finite numbers, true bounds, no cracks.
fn sound(what: &str, drawn: &Drawn, skin: &SkinAsset, surface: &SurfaceMesh) {
    let mut worst = [0.0_f32; 3];
    for (v, p) in drawn.positions.iter().enumerate() {
        let (n, t) = (drawn.normals[v], drawn.tangents[v]);
        let tangent = Vec3::new(t[0], t[1], t[2]);
        assert!(
            p.is_finite() && n.is_finite() && tangent.is_finite(),
            "{what}: vertex {v}"
        );
        assert!(
            p.cmpge(drawn.low).all() && p.cmple(drawn.high).all(),
            "{what}: vertex {v}"
        );
        assert_eq!(t[3].abs(), 1.0, "{what}: handedness of vertex {v}");
        worst[0] = worst[0].max((n.length() - 1.0).abs());
        worst[1] = worst[1].max((tangent.length() - 1.0).abs());
        worst[2] = worst[2].max(n.dot(tangent).abs());
    }
    println!("{what}: |n| |t| n·t off by {worst:?}");
    // Ten roundings of unit vectors; the frame's parts are stored in f32 too.
    assert!(worst.iter().all(|w| *w < 1e-5), "{what}: {worst:?}");
    let mut twins: BTreeMap<([u32; 3], [u32; 3], u32), usize> = BTreeMap::new();
    let mut seams = 0;
    for (v, p) in surface.positions.iter().enumerate() {
        let wanted = surface.normals.get(v).copied().unwrap_or_default();
        let bits = |p: [f32; 3]| p.map(f32::to_bits);
        let key = (bits(*p), bits(wanted), skin.normal_group[v]);
        let first = *twins.entry(key).or_insert(v);
        if first != v {
            seams += 1;
            assert_eq!(
                drawn.positions[v], drawn.positions[first],
                "{what}: {v} {first}"
            );
            assert_eq!(
                drawn.normals[v], drawn.normals[first],
                "{what}: {v} {first}"
            );
        }
    }
    println!("{what}: {seams} vertices on seams");
}

/// The normals from the drawn positions, in f64: area-weighted around each group, turned by the frame.
fn expected_normals(drawn: &Drawn, skin: &SkinAsset, cage: &[[f32; 4]]) -> Vec<(DVec3, f64)> {
    let at = |v: u32| drawn.positions[v as usize].as_dvec3();
    let cage = |i: u32| {
        let [x, y, z, _] = cage[i as usize];
        Vec3::new(x, y, z).as_dvec3()
    };
    (0..drawn.positions.len())
        .map(|v| {
            let group = skin.normal_group[v] as usize;
            let around = skin.group_starts[group] as usize..skin.group_starts[group + 1] as usize;
            let (mut sum, mut area) = (DVec3::ZERO, 0.0);
            for t in &skin.group_triangles[around] {
                let [a, b, c] = skin.triangles[*t as usize].map(at);
                sum += (b - a).cross(c - a);
                area += (b - a).length() * (c - a).length();
            }
            let axis: DVec3 = (0..4)
                .map(|k| cage(skin.cage_vertices[v][k]) * f64::from(skin.tangent_weights[v][k]))
                .sum();
            let n = sum.normalize_or_zero();
            let across = axis - n * n.dot(axis);
            let t = across.normalize_or_zero();
            let wanted = Vec3::from_array(skin.normal_in_frame[v]).as_dvec3();
            let normal = DMat3::from_cols(t, n.cross(t), n) * wanted;
            // How well determined the directions are: where areas and axes nearly cancel, they carry the rounding of
            // their terms.
            let frame = across.length() / axis.length().max(1e-300);
            (normal, (sum.length() / area).min(frame))
        })
        .collect()
}

/// Tets and render mesh.
const PAIRS: [(&str, &str); 6] = [
    ("tets/liver.msh", "surfaces/skin/liver-smoothUV.obj"),
    ("tets/raptorTetra_8418.vtu", "surfaces/skin/raptor_8kp.obj"),
    ("tets/banana.vtk", "surfaces/skin/banana.obj"),
    ("tets/spot-14k.ele", "surfaces/clean/spot_triangulated.obj"),
    ("tets/blub-225k.msh", "surfaces/clean/blub_triangulated.obj"),
    ("tets/Armadilo_15K.1.ele", "surfaces/clean/Armadilo_15K.ply"),
];

#[test]
fn real_pairs_are_drawn_in_their_rest_pose() {
    let Some(folder) = files::data() else { return };
    let mut sweep = Sweep::every(5);
    for (tets, surface) in PAIRS {
        if !sweep.takes() {
            continue;
        }
        let mesh = files::tets(&folder.join(tets)).expect("tets");
        let drawn_mesh = files::surface(&folder.join(surface));
        let drop_unreferenced = true;
        let (asset, _) = cook(&mesh, &CookOptions { drop_unreferenced }).expect("cooked");
        let asset = Arc::new(asset);
        let mut scene = scene(&asset, &drawn_mesh, 0.0, body_desc());
        run(&mut scene.world, 1, HZ);
        let seen = drawn(&mut scene.world, scene.body);
        let size = diagonal(&drawn_mesh.positions);
        let off = seen
            .positions
            .iter()
            .zip(&drawn_mesh.positions)
            .map(|(p, q)| p.distance(Vec3::from_array(*q)) / size)
            .fold(0.0, f32::max);
        println!("{surface}: off by {off:.1e} of the diagonal");
        assert!(off <= 1e-5, "{surface}: {off}");
        sound(surface, &seen, &scene.skin, &drawn_mesh);
        assert_eq!(
            seen.positions, seen.previous,
            "{surface}: motion where there was none"
        );
    }
}

/// A box with one texture seam and split normals at its edges, on a lattice of 4 cells a side.
fn seamed_box() -> (Arc<Asset>, SurfaceMesh) {
    let whole = box_surface([6, 6, 6], [1.0; 3]);
    let mut split = SurfaceMesh::default();
    // Every face of the box gets its own vertices and normal, and its two halves their own texture coordinates.
    let mut known: BTreeMap<(u32, [i8; 3], bool), u32> = BTreeMap::new();
    for triangle in &whole.triangles {
        let [a, b, c] = triangle.map(|v| Vec3::from_array(whole.positions[v as usize]));
        let n = (b - a).cross(c - a).normalize();
        let half = ((a + b + c) / 3.0).dot(Vec3::new(0.31, 0.52, 0.17)) > 0.5;
        let corner = triangle.map(|v| {
            let key = (v, n.to_array().map(|c| c.round() as i8), half);
            *known.entry(key).or_insert_with(|| {
                split.positions.push(whole.positions[v as usize]);
                split.normals.push(n.round().to_array());
                split.uvs.push([f32::from(u8::from(half)), 0.0]);
                split.positions.len() as u32 - 1
            })
        });
        split.triangles.push(corner);
    }
    (cube(4, 1.0), split)
}

#[test]
fn a_turned_body_is_drawn_turned() {
    let (asset, surface) = seamed_box();
    let rotation = Quat::from_euler(glam::EulerRot::XYZ, 0.7, -1.1, 2.0);
    let mut desc = body_desc();
    desc.pose = PliantPose {
        rotation: rotation.to_array(),
        ..PliantPose::at([1.0, 2.0, 3.0])
    };
    let mut scene = scene(&asset, &surface, 0.0, desc);
    run(&mut scene.world, 1, HZ);
    let seen = drawn(&mut scene.world, scene.body);
    sound("turned", &seen, &scene.skin, &surface);
    for (v, n) in surface.normals.iter().enumerate() {
        let normal = rotation * Vec3::from_array(*n);
        let p = rotation * Vec3::from_array(surface.positions[v]) + Vec3::new(1.0, 2.0, 3.0);
        // Coordinates up to 4 in f32: 2.4e-7 each; a normal is made of edges of 1/6.
        assert!(seen.positions[v].distance(p) < 5e-6, "{v}");
        assert!(
            seen.normals[v].distance(normal) < 2e-5,
            "{v}: {} {normal}",
            seen.normals[v]
        );
    }
}

#[test]
fn a_bent_body_has_the_normals_of_its_shape() {
    let (asset, surface) = seamed_box();
    let mut desc = body_desc();
    desc.set_young(2e4);
    desc.pose = PliantPose {
        rotation: Quat::from_rotation_z(0.4).to_array(),
        ..PliantPose::at([0.0, 0.1, 0.0])
    };
    let mut scene = scene(&asset, &surface, 9.81, desc);
    add_floor(&mut scene.world, 0.0);
    run(&mut scene.world, 30, HZ);
    let seen = drawn(&mut scene.world, scene.body);
    sound("bent", &seen, &scene.skin, &surface);
    let (cage, _) = particles(&mut scene.world, scene.body);
    let (mut worst, mut moved) = (0.0_f64, 0.0_f64);
    for (v, (normal, settled)) in expected_normals(&seen, &scene.skin, &cage)
        .iter()
        .enumerate()
    {
        let off = seen.normals[v].as_dvec3().distance(*normal);
        worst = worst.max(off * settled);
        let flat = Quat::from_rotation_z(0.4) * Vec3::from_array(surface.normals[v]);
        moved = moved.max(flat.as_dvec3().distance(*normal));
    }
    println!("bent: normals off by {worst:.1e}, turned by up to {moved:.2}");
    assert!(moved > 0.1, "nothing is bent");
    // Edges of 1/6 between coordinates of about 1: 1e-6 of an edge, a few of them.
    assert!(worst < 1e-5, "{worst}");
}

#[test]
fn previous_positions_are_those_of_the_last_step() {
    let (asset, surface) = seamed_box();
    let mut desc = body_desc();
    desc.linear_velocity = [1.0, 2.0, 0.5];
    desc.angular_velocity = [0.0, 3.0, 1.0];
    let mut scene = scene(&asset, &surface, 9.81, desc);
    let Scene { world, body, .. } = &mut scene;
    let mut last: Option<Vec<Vec3>> = None;
    for step in 1..=12 {
        let jumps = step == 6;
        if jumps {
            let edit = Edit::TeleportBody {
                body: *body,
                pose: PliantPose::at([5.0, 5.0, 5.0]),
                linear_velocity: [0.0; 3],
                angular_velocity: [1.0, 0.0, 0.0],
                pins: PLIANT_TELEPORT_PINS_FOLLOW,
            };
            world.apply(edit).expect("a teleport");
        }
        run(world, 1, HZ);
        let seen = drawn(world, *body);
        match &last {
            Some(last) if !jumps => {
                assert_eq!(&seen.previous, last, "step {step}");
                assert_ne!(seen.previous, seen.positions, "step {step}");
            }
            _ => assert_eq!(seen.previous, seen.positions, "step {step}"),
        }
        last = Some(seen.positions);
    }
}
