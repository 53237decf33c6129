//! Temporary.
use super::test_worlds::cube;
use super::*;
use crate::desc::BodyOptions;
use crate::gpu::readback;
use crate::math::PliantPose;
use glam::Vec3;

#[test]
fn touch_debug() {
    let mut world = World::new(WorldOptions { gravity: [0.0; 3], ..WorldOptions::default() }).unwrap();
    let asset = cube(2);
    for k in 0..2 {
        let desc = BodyOptions {
            pose: PliantPose::at(Vec3::new(k as f32 * 0.52, 0.013 * k as f32, 0.017 * k as f32)),
            linear_velocity: [if k == 0 { 2.0 } else { 0.0 }, 0.0, 0.0],
            ..BodyOptions::default()
        };
        world.apply(Edit::AddBody { asset: asset.clone(), desc }).unwrap();
    }
    for _ in 0..3 {
        world.step(1.0 / 60.0).unwrap();
        let t = world.touch;
        println!("{t:?}");
        let piece = readback::Piece { key: (0, 0), source: world.state.touch.buffer.clone(), offset: 0, length: world.state.touch.buffer.size() };
        let bytes = readback::download(&world.context, &[piece]).unwrap().remove(0);
        let rows: &[[u32; 4]] = bytemuck::cast_slice(&bytes);
        let f = |r: u32| rows[r as usize].map(f32::from_bits);
        let piece = readback::Piece { key: (0, 0), source: world.state.report.buffer.clone(), offset: 0, length: world.state.report.buffer.size() };
        let bytes = readback::download(&world.context, &[piece]).unwrap().remove(0);
        let words: &[u32] = bytemuck::cast_slice(&bytes);
        println!("report {:?} {:?}", &words[..56], &words[56..112]);
        for b in 0..2 {
            let r = t.body_row + 24 * b;
            println!("body {b}: way {:?} state {:?} drift {:?} centre {:?}", f(r), rows[r as usize + 1], f(r + 15), f(r + 16));
            println!("sums {:?} before {:?} change {:?}", f(r + 4), f(r + 8), f(r + 12));
            println!("near {:?} {:?}", f(t.near_row + 2 * b), rows[(t.near_row + 2 * b + 1) as usize]);
        }
        for v in 0..10 {
            let r = t.vertex_row + 6 * v;
            println!("v {v}: ref {:?} {:?} frame {:?} list {:?} own {:?} now {:?}", f(r), f(r + 1), f(r + 2), rows[r as usize + 3], f(r + 4), f(r + 5));
            println!("  point {:?}", rows[(t.point_row + v) as usize]);
        }
    }
}
