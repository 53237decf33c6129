use super::*;
use crate::asset::CookOptions;
use crate::asset::cook::cook;
use crate::asset::format::{framed, unframed};
use crate::asset::lattice::{Split, beam_lattice};

fn beam() -> Asset {
    let mesh = beam_lattice([12, 4, 4], [3.0, 1.0, 1.0], Split::Five);
    cook(&mesh, &CookOptions::default()).expect("a lattice").0
}

fn of(asset: &Asset) -> Particles<'_> {
    Particles {
        positions: &asset.rest_positions,
        measures: &asset.vertex_measures,
    }
}

#[test]
fn every_particle_has_a_cluster_and_neighbouring_clusters_overlap() {
    let asset = beam();
    let count = asset.rest_positions.len();
    let by_edges = default_clusters(&asset);
    let by_distance = cook_clusters(&of(&asset), Ring::Nearest, &ClusterOptions::default());
    for clusters in [by_edges, by_distance] {
        clusters.validate(count).expect("valid clusters");
        assert_eq!(clusters.shapes.len(), count / 30);
        // 325 particles in ten groups: some are in more than one cluster, and each group took in a ring.
        assert!(
            clusters.members.len() > count * 3 / 2,
            "{}",
            clusters.members.len()
        );
        let places = clusters.places(count);
        let owners = clusters.owners();
        // Along edges of the mesh one comes from any cluster to any other through shared particles.
        let mut reached = vec![false; clusters.shapes.len()];
        reached[0] = true;
        for _ in 0..reached.len() {
            for v in 0..count {
                let around = places.row(v).iter().map(|p| owners[*p as usize] as usize);
                if around.clone().any(|c| reached[c]) {
                    around.for_each(|c| reached[c] = true);
                }
            }
        }
        assert!(reached.iter().all(|r| *r));
    }
}

#[test]
fn weights_and_coordinates_are_those_of_a_centred_normalised_shape() {
    let clusters = default_clusters(&beam());
    for c in 0..clusters.shapes.len() {
        let members = &clusters.coordinates[clusters.span(c)];
        let mean = |of: &dyn Fn(&[f32; 4]) -> f64| -> f64 {
            members.iter().map(|m| f64::from(m[3]) * of(m)).sum()
        };
        // Rounding to f32, 6e-8, of numbers up to about 3.
        assert!((mean(&|_| 1.0) - 1.0).abs() < 1e-6);
        for i in 0..3 {
            assert!(mean(&|m| f64::from(m[i])).abs() < 1e-6);
            for j in 0..3 {
                let wanted = f64::from(u8::from(i == j));
                assert!((mean(&|m| f64::from(m[i]) * f64::from(m[j])) - wanted).abs() < 1e-5);
            }
        }
        assert_eq!(clusters.shapes[c].rank, 3);
    }
}

#[test]
fn a_section_comes_back_from_its_bytes_and_damage_is_named() {
    let asset = beam();
    let count = asset.rest_positions.len();
    let clusters = default_clusters(&asset);
    let framed_bytes = |clusters: &Clusters| {
        let mut payload = Vec::new();
        clusters.put(&mut payload);
        let hash = crate::asset::hash::hash_bytes(&payload);
        framed(*b"PLIANTXX", hash, |bytes| bytes.extend(&payload))
    };
    let read = |bytes: &[u8]| {
        let (mut source, _) = unframed(bytes, *b"PLIANTXX", "test").expect("a frame");
        Clusters::read(&mut source)
    };
    assert_eq!(read(&framed_bytes(&clusters)).expect("a section"), clusters);

    type Damage = fn(&mut Clusters);
    let damages: [Damage; 7] = [
        |c| c.starts[1] = c.starts[2],
        |c| c.starts[0] = 1,
        |c| c.members[3] = u32::MAX,
        |c| c.members.swap(0, 1),
        |c| c.coordinates[5][3] = f32::NAN,
        |c| c.shapes[0].inverse[8][8] = f32::INFINITY,
        |c| c.shapes[0].rank = 4,
    ];
    for (k, damage) in damages.into_iter().enumerate() {
        let mut bad = clusters.clone();
        damage(&mut bad);
        bad.validate(count).expect_err(&format!("damage {k}"));
    }
    clusters
        .validate(count + 1)
        .expect_err("a particle without cluster");
}

#[test]
fn clusters_given_by_hand_are_taken_as_they_are_or_refused() {
    let asset = beam();
    let all: Vec<u32> = (0..asset.rest_positions.len() as u32).collect();
    let (left, right) = (all[..200].to_vec(), all[150..].to_vec());
    let by_hand =
        |lists: &[Vec<u32>]| clusters_by_hand(&of(&asset), &asset.internal_from_user, lists);
    let made = by_hand(&[left.clone(), right.clone()]).expect("two clusters");
    assert_eq!(made.starts, [0, 200, 375]);
    made.validate(325).expect("valid clusters");
    let message = |lists: &[Vec<u32>]| by_hand(lists).expect_err("a fault").message;
    assert!(message(std::slice::from_ref(&left)).contains("no cluster has vertex 200"));
    assert!(message(&[all, vec![]]).contains("clusters[1] is empty"));
    assert!(message(&[left, right, vec![400]]).contains("clusters[2] has vertex 400"));
}

#[test]
fn lists_from_arrays_are_cut_or_refused() {
    assert_eq!(
        lists_of(&[0, 2, 3], &[7, 8, 9]).expect("two lists"),
        [vec![7, 8], vec![9]]
    );
    for starts in [
        &[][..],
        &[0],
        &[1, 3],
        &[0, 2],
        &[0, 3, 3],
        &[0, 9, 3],
        &[0, u32::MAX, 3],
    ] {
        lists_of(starts, &[7, 8, 9]).expect_err("wrong starts");
    }
}

/// The default clusters of a lattice have the same bits on all machines.
#[test]
fn clusters_are_the_same_everywhere() {
    let mut hash = crate::asset::hash::WordHash::new();
    default_clusters(&beam()).put(&mut hash);
    assert_eq!(hash.finish(), 16_967_946_117_912_830_945);
}
