use super::*;
use crate::asset::hash::hash_bytes;
use pliant_geometry::lattice::box_surface;
use pliant_geometry::shapes::{both, cube, grid, inside_out, mesh, moved, tube};
use pliant_mesh::repair::{Kind, RepairOptions, repair};
use pliant_mesh::test_meshes::{bytes, data};
use std::collections::HashSet;

fn cooked(mesh: &SurfaceMesh) -> (Asset, ShellReport) {
    let (shell, report) = cook_shell(mesh, &CookOptions::default()).unwrap();
    assert_eq!(Asset::from_bytes(&shell.to_bytes()).unwrap(), shell);
    (shell, report)
}

fn sheet(shell: &Asset) -> &Sheet {
    shell.sheet.as_ref().unwrap()
}

/// A grid of n × m cells has (n + 1)(m + 1) vertices, 2 n m triangles of half a cell, and n (m + 1) + m (n + 1) + n m
/// edges, of which 2 (n + m) are open.
#[test]
fn a_grid_of_cloth_has_the_counts_lengths_and_areas_of_its_closed_form() {
    let (n, m, size) = (7u32, 4u32, 0.25f32);
    let (shell, report) = cooked(&grid([n, m], size));
    let edges = (n * (m + 1) + m * (n + 1) + n * m) as usize;
    assert_eq!(shell.rest_positions.len() as u32, (n + 1) * (m + 1));
    assert_eq!(shell.surface_triangles.len() as u32, 2 * n * m);
    assert_eq!(shell.edges.len(), edges);
    assert_eq!(report.boundary_edges as u32, 2 * (n + m));
    assert_eq!(sheet(&shell).hinges.len(), edges - report.boundary_edges);
    let euler = shell.rest_positions.len() + shell.surface_triangles.len() - edges;
    assert_eq!(euler, 1);
    // Sizes are powers of two: areas are exact, a diagonal is one rounding of √2 / 4.
    assert!(
        sheet(&shell)
            .triangle_areas
            .iter()
            .all(|a| *a == size * size / 2.0)
    );
    let diagonal = (2.0 * f64::from(size).powi(2)).sqrt() as f32;
    let diagonals = sheet(&shell)
        .edge_lengths
        .iter()
        .filter(|l| **l == diagonal)
        .count();
    let straight = sheet(&shell)
        .edge_lengths
        .iter()
        .filter(|l| **l == size)
        .count();
    assert_eq!((diagonals as u32, straight), (n * m, edges - diagonals));
    // A vertex has a third of 6, 3, 2 or 1 half cells.
    let inner = (shell.vertex_measures.iter())
        .filter(|a| (**a - size * size).abs() < 1e-8)
        .count();
    assert_eq!(inner as u32, (n - 1) * (m - 1));
    let total: f64 = shell.vertex_measures.iter().map(|a| f64::from(*a)).sum();
    // Each vertex is rounded once.
    assert!((total - f64::from(n * m) * f64::from(size * size)).abs() < 2.0 * 6e-8 * total);
    assert!(sheet(&shell).hinge_turns.iter().all(|t| *t == [1.0, 0.0]));
    assert_eq!(
        shell.centroid,
        [n as f32 * size / 2.0, m as f32 * size / 2.0, 0.0]
    );
}

/// Inside a grid each vertex is moved by six edges and by the hinges on six more, so no fewer than twelve colours do. Each
/// is a dispatch. First fit takes 24.
#[test]
fn a_grid_of_cloth_has_few_colours_of_edges() {
    let (shell, _) = cooked(&grid([63, 63], 0.03));
    let colours: Vec<u32> = sheet(&shell)
        .edge_colours
        .windows(2)
        .map(|w| w[1] - w[0])
        .collect();
    assert!((12..=18).contains(&colours.len()), "{colours:?}");
    assert!(colours[0] - colours[colours.len() - 1] <= 8, "{colours:?}");
}

/// A cube turns by 90° at its 12 edges and not at its 6 diagonals.
#[test]
fn hinges_of_a_cube_turn_by_right_angles_outward() {
    for (given, sign) in [(cube(), 1.0), (inside_out(cube()), -1.0)] {
        let (shell, _) = cooked(&given);
        let count = |turn: [f32; 2]| {
            sheet(&shell)
                .hinge_turns
                .iter()
                .filter(|t| **t == turn)
                .count()
        };
        assert_eq!((count([1.0, 0.0]), count([0.0, sign])), (6, 12));
    }
}

/// A hinge lists the third vertex of the triangle from a to b first.
#[test]
fn hinges_name_the_vertex_of_the_triangle_that_runs_along_them_first() {
    for given in [cube(), grid([3, 2], 1.0), tube(8, 3, 0.4)] {
        let (shell, _) = cooked(&given);
        let turned: HashSet<[u32; 3]> = shell
            .surface_triangles
            .iter()
            .map(|t| rotated(*t))
            .collect();
        assert!(!sheet(&shell).hinges.is_empty());
        for &[a, b, c, d] in &sheet(&shell).hinges {
            assert!(
                a < b
                    && turned.contains(&rotated([a, b, c]))
                    && turned.contains(&rotated([b, a, d]))
            );
        }
    }
}

/// A tube of n sides turns by 2 π / n at each line, a whole turn around each ring.
#[test]
fn hinges_of_a_tube_sum_to_a_turn() {
    let (around, along) = (24, 5);
    let (shell, report) = cooked(&tube(around, along, 0.3));
    assert_eq!(report.boundary_edges as u32, 2 * around);
    let angle = |[c, s]: &[f32; 2]| f64::from(*s).atan2(f64::from(*c));
    let sum: f64 = sheet(&shell).hinge_turns.iter().map(angle).sum();
    let expected = std::f64::consts::TAU * f64::from(along);
    // Positions are rounded to 6e-8 over cells of 0.26.
    assert!((sum - expected).abs() < 1e-5 * expected, "{sum}");
}

#[test]
fn a_shell_far_from_the_origin_has_the_same_areas() {
    let (near, _) = cooked(&box_surface([3, 2, 1], [0.75, 0.5, 0.25]));
    let (far, _) = cooked(&moved(
        box_surface([3, 2, 1], [0.75, 0.5, 0.25]),
        [4096.0; 3],
        1.0,
    ));
    assert_eq!(sheet(&near).triangle_areas, sheet(&far).triangle_areas);
    assert_eq!(near.centroid.map(|c| c + 4096.0), far.centroid);
}

#[test]
fn maps_lead_back_and_unreferenced_vertices_are_named_or_dropped() {
    let mut given = grid([3, 3], 1.0);
    given.positions.insert(0, [9.0; 3]);
    given
        .triangles
        .as_flattened_mut()
        .iter_mut()
        .for_each(|v| *v += 1);
    let error = cook_shell(&given, &CookOptions::default()).unwrap_err();
    assert_eq!(error.status, Status::MeshUnreferenced);
    let (shell, report) = cook_shell(
        &given,
        &CookOptions {
            drop_unreferenced: true,
        },
    )
    .unwrap();
    assert_eq!(
        (report.dropped_vertices, shell.internal_from_user[0]),
        (1, EMPTY)
    );
    for (internal, &user) in shell.user_from_internal.iter().enumerate() {
        assert_eq!(
            shell.rest_positions[internal],
            given.positions[user as usize]
        );
    }
    let mut back: Vec<[u32; 3]> = shell
        .surface_triangles
        .iter()
        .map(|t| rotated(t.map(|v| shell.user_from_internal[v as usize])))
        .collect();
    let mut expected: Vec<[u32; 3]> = given.triangles.iter().map(|t| rotated(*t)).collect();
    back.sort_unstable();
    expected.sort_unstable();
    assert_eq!(back, expected);
}

fn rotated([a, b, c]: [u32; 3]) -> [u32; 3] {
    [[a, b, c], [b, c, a], [c, a, b]].into_iter().min().unwrap()
}

#[test]
fn what_is_no_shell_is_named() {
    let status = |mesh: &SurfaceMesh| {
        cook_shell(mesh, &CookOptions::default())
            .unwrap_err()
            .status
    };
    assert_eq!(status(&mesh(vec![], vec![])), Status::MeshEmpty);
    let mut given = grid([2, 2], 1.0);
    given.triangles[1].swap(0, 1);
    assert_eq!(status(&given), Status::MeshInverted);
    let cubes = both(cube(), cube());
    let welded = mesh(
        cube().positions,
        cubes.triangles.iter().map(|t| t.map(|v| v % 8)).collect(),
    );
    assert_eq!(status(&welded), Status::MeshUnsupported);
    let flat = mesh(
        vec![[0.0; 3], [1.0, 0.0, 0.0], [3.0, 0.0, 0.0]],
        vec![[0, 1, 2]],
    );
    assert_eq!(status(&flat), Status::MeshZeroVolume);
    assert_eq!(
        status(&mesh(vec![[0.0; 3]; 2], vec![[0, 1, 2]])),
        Status::MeshIndex
    );
    let nan = mesh(vec![[f32::NAN; 3]; 3], vec![[0, 1, 2]]);
    assert_eq!(status(&nan), Status::MeshNotFinite);
}

/// Vertices that no triangle uses are dropped, and the others are reordered. Errors name them as given.
#[test]
fn errors_name_vertices_as_given() {
    let mut given = grid([5, 4], 1.0);
    given.positions.splice(0..0, [[9.0; 3]; 7]);
    let indices = given.triangles.as_flattened_mut();
    indices.iter_mut().for_each(|v| *v += 7);
    let drops = CookOptions {
        drop_unreferenced: true,
    };
    let message = |mesh: &SurfaceMesh| cook_shell(mesh, &drops).unwrap_err().message;
    let mut turned = given.clone();
    turned.triangles[14].swap(0, 1);
    let named = format!("{:?}", turned.triangles[14]);
    assert!(message(&turned).contains(&named), "{}", message(&turned));
    // A third triangle at an edge inside.
    let mut branched = given.clone();
    let [a, b, _] = branched.triangles[14];
    branched.triangles.push([a, b, 7 + 29]);
    let message = message(&branched);
    let sharing = branched
        .triangles
        .iter()
        .filter(|t| t.contains(&a) && t.contains(&b));
    assert!(
        sharing.clone().count() == 3
            && sharing.clone().any(|t| message.contains(&format!("{t:?}"))),
        "{message}"
    );
}

/// f32 holds 10⁻³⁸ to 10³⁸; cells of 10²⁰ and 10⁻²⁰ have areas of 10⁴⁰ and 10⁻⁴⁰.
#[test]
fn shells_whose_areas_do_not_fit_are_named() {
    for (size, status) in [
        (1e20, Status::MeshNotFinite),
        (1e-20, Status::MeshZeroVolume),
    ] {
        let error = cook_shell(&grid([2, 2], size), &CookOptions::default()).unwrap_err();
        assert_eq!(error.status, status, "{error}");
    }
    cooked(&grid([2, 2], 1e18));
    cooked(&grid([2, 2], 1e-18));
}

/// The bytes with a fitting header, as a forger would make them.
fn forged(mut bytes: Vec<u8>) -> Vec<u8> {
    let payload = bytes.split_off(32);
    bytes[16..24].copy_from_slice(&(payload.len() as u64).to_le_bytes());
    bytes[24..32].copy_from_slice(&hash_bytes(&payload).to_le_bytes());
    bytes.extend(payload);
    bytes
}

#[test]
fn damaged_and_forged_files_are_refused_or_safe() {
    let shell = cooked(&grid([3, 2], 1.0)).0;
    let bytes = shell.to_bytes();
    assert_eq!(bytes[24..32], shell.content_hash.to_le_bytes());
    for length in 0..bytes.len() {
        assert!(Asset::from_bytes(&bytes[..length]).is_err(), "{length}");
        assert!(length < 32 || Asset::from_bytes(&forged(bytes[..length].to_vec())).is_err());
    }
    for bit in 0..bytes.len() * 8 {
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        let expected = if (64..96).contains(&bit) {
            Status::Version
        } else {
            Status::Format
        };
        assert_eq!(
            Asset::from_bytes(&flipped).unwrap_err().status,
            expected,
            "bit {bit}"
        );
    }
    for at in (32..bytes.len()).step_by(4) {
        for value in [0, 1, 0x7fff_ffff, 0x7fc0_0000, EMPTY, 0x8000_0000, 1 << 24] {
            let mut changed = bytes.clone();
            changed[at..at + 4].copy_from_slice(&u32::to_le_bytes(value));
            match Asset::from_bytes(&forged(changed)) {
                Ok(read) => {
                    assert_eq!(read.surface_triangles, shell.surface_triangles);
                    assert_eq!(sheet(&read).hinges, sheet(&shell).hinges);
                    assert!(
                        read.rest_positions
                            .as_flattened()
                            .iter()
                            .all(|c| c.is_finite())
                    );
                }
                Err(error) => {
                    assert!(matches!(error.status, Status::Format | Status::Version));
                }
            }
        }
    }
}

/// What repair calls a shell can be cooked, also on real surfaces.
#[test]
fn every_shell_that_repair_makes_is_cooked() {
    let Some(root) = data() else { return };
    let mut cooked = 0;
    for entry in std::fs::read_dir(root.join("surfaces/nasty")).unwrap() {
        let path = entry.unwrap().path();
        let file = path.display().to_string();
        let file = std::path::PathBuf::from(file.trim_end_matches(".xz"));
        let extension = pliant_geometry::file::extension(&file);
        let Some(parse) = pliant_mesh::read::surface_parser(&extension) else {
            continue;
        };
        let Ok(mesh) = parse(&bytes(&file), "", None) else {
            continue;
        };
        let (found, _) = repair(&mesh, &RepairOptions::default()).unwrap();
        for p in (0..found.parts.len()).filter(|p| found.parts[*p].kind == Kind::Shell) {
            let made = cook_shell(&found.part(p), &CookOptions::default());
            assert!(made.is_ok(), "{file:?} part {p}: {:?}", made.err());
            cooked += 1;
        }
    }
    assert!(cooked > 0, "no shell among the surfaces");
}
