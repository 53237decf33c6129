//! Peak memory of whole cooks.

use super::count::peak;
use glam::{Quat, Vec3};
use pliant::asset::SurfaceMesh;
use pliant::asset::cook::cook;
use pliant::asset::from_surface::{Filled, Mode, SurfaceOptions, fill_surface};
use pliant::asset::lattice::box_surface;
use pliant::asset::progress::Progress;
use pliant::asset::skin::bind_skin;
use pliant::asset::{Asset, CookOptions};

/// Bound for any cook, and what each tet adds [byte].
const ANY_COOK: usize = 64 << 20;
const EACH_TET: usize = 200;
/// Bound for surfaces of few triangles [byte]. It covers vectors that double their capacity.
const ANY_SIMPLE: usize = 4 << 20;

fn moved(mut mesh: SurfaceMesh, to: impl Fn(Vec3) -> Vec3) -> SurfaceMesh {
    let moved = |p: &mut [f32; 3]| *p = to(Vec3::from_array(*p)).to_array();
    mesh.positions.iter_mut().for_each(moved);
    mesh
}

/// A ball of 12 n² triangles.
fn ball(n: usize) -> SurfaceMesh {
    let unit = box_surface([n; 3], [1.0; 3]);
    moved(unit, |p| (p - 0.5).normalize())
}

/// A thin plate turned against the axes, so most of its bounding box is empty.
fn plate() -> SurfaceMesh {
    let turn = Quat::from_axis_angle(Vec3::new(1.0, 2.0, 3.0).normalize(), 0.7);
    let unit = box_surface([1; 3], [1.0; 3]);
    moved(unit, |p| turn * (p * Vec3::new(1.0, 1.0, 0.002)))
}

/// Fills, cooks and binds; returns the number of tets and the peak memory [byte].
fn held(mesh: &SurfaceMesh, mode: Mode, elements: usize) -> (usize, usize) {
    let options = SurfaceOptions {
        mode,
        elements,
        threads: 1, // the memory of one thread is counted
        ..Default::default()
    };
    let cook_all = || {
        let (filled, _) = fill_surface(mesh, &options, &Progress::NONE).expect("a body");
        let Filled::Tets(tets) = filled else {
            panic!("a shell of what encloses a volume")
        };
        let asset: Asset = cook(&tets, &CookOptions::default()).expect("an asset").0;
        bind_skin(&asset, mesh).expect("a bound mesh");
        asset.tets.len()
    };
    peak(cook_all)
}

#[test]
fn cooking_takes_64_mb_and_200_bytes_a_tet() {
    let of_20k = ball(41);
    assert!((20_000..20_500).contains(&of_20k.triangles.len()));
    for (mesh, mode, elements, any) in [
        (&of_20k, Mode::Cage, 2_000, ANY_COOK),
        (&of_20k, Mode::Conforming, 50_000, ANY_COOK),
        (&ball(6), Mode::Cage, 200_000, ANY_SIMPLE),
        (&plate(), Mode::Cage, 60_000, ANY_SIMPLE),
    ] {
        let (tets, held) = held(mesh, mode, elements);
        println!("{mode:?}, {tets} tets: {held} bytes, {} a tet", held / tets);
        assert!(
            held <= any + EACH_TET * tets,
            "{mode:?}, {tets} tets: {held}"
        );
    }
}
