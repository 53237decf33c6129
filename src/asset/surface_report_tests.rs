use super::*;
use pliant_geometry::progress::Progress;
use pliant_mesh::tetrahedralise::{CageCounts, Options, cage};

/// A report without bodies.
fn report(closed: usize) -> Report {
    Report {
        spacing: 1.0,
        diagonal: 1.0,
        bodies: Vec::new(),
        flat: Vec::new(),
        dihedral: [45.0, 90.0],
        cage: CageCounts {
            closed,
            ..CageCounts::default()
        },
        put_back: 0,
    }
}

#[test]
fn a_cage_much_heavier_than_its_surface_is_said() {
    // A cube on its edge fills half of its bounding box and cuts all eight cells.
    let mut cube = pliant_geometry::lattice::box_surface([1; 3], [1.0; 3]);
    for [x, y, _] in &mut cube.positions {
        (*x, *y) = ((*x - *y) * 0.5f32.sqrt(), (*x + *y) * 0.5f32.sqrt());
    }
    let said = |elements: usize| {
        let options = Options {
            elements,
            ..Options::CAGE
        };
        let (mesh, made) = cage(&cube, &options, &Progress::NONE).unwrap();
        let all = of_tets(&made).join(" ");
        let volume: f64 = made.bodies.iter().map(|b| b.volume).sum();
        assert!(!mesh.tets.is_empty());
        let sentence = format!("The tets enclose {volume:.1} times the volume");
        (volume > HEAVY, all.contains(&sentence))
    };
    assert_eq!(said(40), (true, true));
    assert_eq!(said(200_000), (false, false));
}

fn cage_of(times: f64, surface_volume: f64) -> BodyReport {
    BodyReport {
        method: Method::Cage,
        surface_volume,
        volume: times * surface_volume,
        ..body([0.0, 1.0])
    }
}

#[test]
fn cages_that_are_too_heavy_or_thicker_than_their_bodies_are_said_one_by_one() {
    let said = |bodies: Vec<BodyReport>| {
        let mut made = report(0);
        made.bodies = bodies;
        of_weight(&made)
    };
    assert_eq!(said(vec![cage_of(1.19, 1.0)]), [""; 0]);
    let heavy = said(vec![cage_of(1.26, 1.0)]);
    assert!(heavy.len() == 1 && heavy[0].starts_with("The tets enclose 1.3 times"));
    let plate = said(vec![cage_of(25.0, 0.001)]);
    assert!(plate[0].starts_with("The tets enclose 25.0 times"));
    assert!(plate[1].starts_with("1 body is thinner than the cells of its cage:"));
    // A plate beside a box 10,000 times as large, which the total does not show.
    let both = said(vec![cage_of(1.0, 10.0), cage_of(25.0, 0.001)]);
    assert!(both[0].starts_with("1 body is a cage of up to 25.0 times the volume of its surface"));
    assert!(both.len() == 2 && both[1].starts_with("1 body is thinner"));
}

#[test]
fn a_number_of_tets_that_is_not_met_has_a_reason() {
    let with = |tet_count: usize, body: BodyReport| BodyReport { tet_count, ..body };
    let plain = || body([0.0, 1.0]);
    let finer = BodyReport {
        took_more: true,
        ..plain()
    };
    let far = BodyReport {
        is_far: true,
        ..plain()
    };
    let box_ = || cage_of(1.0, 1.0);
    for (bodies, wanted, why) in [
        (vec![with(114, plain())], 100, None),
        (vec![with(86, plain())], 100, None),
        (vec![with(218, finer)], 100, Some("may take twice as many")),
        (vec![with(84, far)], 100, Some("cannot hold smaller tets")),
        (vec![with(116, box_())], 100, Some("parts of a body apart")),
        (vec![with(60, box_()); 2], 100, Some("one of five tets")),
        (vec![with(84, box_())], 100, Some("cannot be smaller than")),
        (vec![with(70, plain()); 2], 100, Some("a mesh this coarse")),
    ] {
        let said = of_number(&made_of(&bodies), wanted);
        let is_right = |said: &String| {
            let tets: usize = bodies.iter().map(|b| b.tet_count).sum();
            let begins = format!("There are {tets} tets where {wanted} were asked for: ");
            said.starts_with(&begins) && said.contains(why.unwrap_or("nothing"))
        };
        assert_eq!(said.is_some(), why.is_some(), "{said:?}");
        assert!(said.as_ref().is_none_or(is_right), "{said:?} {why:?}");
    }
}

#[test]
fn one_is_no_plural() {
    let mut bridging = body([0.0, 1.0]);
    bridging.bridged = 1;
    let made = made_of(&[bridging]);
    assert!(
        of_gaps(&made)
            .unwrap()
            .starts_with("1 body has 1 place where")
    );
    let of_one = |tet_count, wanted| {
        let box_ = BodyReport {
            tet_count,
            ..cage_of(1.0, 1.0)
        };
        of_number(&made_of(&[box_]), wanted).unwrap()
    };
    assert!(of_one(5, 1).starts_with("There are 5 tets where 1 was asked for: each"));
    assert!(of_one(1, 2400).starts_with("There is 1 tet where 2,400 were asked for: cages"));
}

#[test]
fn several_bodies_are_said_to_be_several() {
    assert_eq!(of_bodies(&made_of(&[cage_of(1.0, 1.0)])), None);
    let said = of_bodies(&made_of(&[cage_of(1.0, 1.0), body([0.0, 1.0])])).unwrap();
    assert_eq!(said, "2 bodies are not connected: each moves by itself.");
}

fn made_of(bodies: &[BodyReport]) -> Report {
    let mut made = report(0);
    made.bodies = bodies.to_vec();
    made
}

#[test]
fn a_cage_is_explained_where_the_surface_was_to_be_followed() {
    let far = BodyReport {
        is_far: true,
        ..cage_of(1.0, 1.0)
    };
    let bodies = [body([0.0, 1.0]), far, cage_of(1.0, 1.0)];
    let said = of_cages(&made_of(&bodies)).unwrap();
    assert!(said.starts_with("1 body became a cage instead"), "{said}");
    assert_eq!(of_cages(&made_of(&bodies[..2])), None);
}

/// A conforming body on a surface of diagonal 2 and volume 1.
fn body([missed, volume]: [f64; 2]) -> BodyReport {
    BodyReport {
        components: vec![0],
        first_triangle: 0,
        first_tet: 0,
        tet_count: 5,
        surface_volume: 1.0,
        volume,
        farthest: 0.5 * missed,
        missed,
        is_near: missed <= NEAR * 2.0 && (volume - 1.0).abs() <= NEAR_VOLUME,
        is_far: false,
        moved: 0.0,
        method: Method::Conforming,
        spacing: 0.1,
        pieces: 1,
        is_unresolved: false,
        bridged: 0,
        has_holes: false,
        took_more: false,
    }
}

fn off_by(bodies: &[[f64; 2]]) -> Vec<String> {
    let mut made = report(0);
    made.bodies = bodies.iter().map(|b| body(*b)).collect();
    made.diagonal = 2.0;
    of_tets(&made).split_off(1)
}

#[test]
fn it_is_said_whether_distance_or_volume_is_off_and_by_how_much() {
    assert_eq!(off_by(&[[0.019, 1.019], [0.0, 0.981]]), [""; 0]);
    let far =
        "1 body is up to 0.03 length units from its surface, 1.5 % of its diagonal (1 % is wanted)";
    let light =
        "1 body has up to 3.0 % less volume than its surface encloses (at most 2 % is wanted)";
    for (bodies, expected) in [
        (&[[0.03, 1.0], [0.0, 1.0]][..], &[far][..]),
        (&[[0.01, 0.97]], &[light]),
        (&[[0.03, 1.01], [0.0, 0.97]], &[far, light]),
    ] {
        let said = off_by(bodies);
        let begins = std::iter::zip(&said, expected).all(|(s, e)| s.starts_with(e));
        assert!(said.len() == expected.len() && begins, "{said:?}");
    }
    let both = off_by(&[[0.04, 1.03], [0.03, 1.1]]);
    assert!(both[0].starts_with("2 bodies are up to 0.04 length units from their surface, 2.0 %"));
    assert!(both[1].starts_with("2 bodies have up to 10.0 % more volume"));
}

#[test]
fn bodies_that_fall_apart_are_said_with_their_pieces() {
    let said = |pieces: &[usize]| {
        let mut made = report(0);
        let of = |pieces: &usize| BodyReport {
            pieces: *pieces,
            ..body([0.0, 1.0])
        };
        made.bodies = pieces.iter().map(of).collect();
        of_pieces(&made)
    };
    assert_eq!(said(&[1, 1]), None);
    let begins = |pieces: &[usize], text: &str| said(pieces).unwrap().starts_with(text);
    assert!(begins(&[1, 3], "1 body came out in 3 unconnected pieces"));
    assert!(begins(
        &[2, 3, 1],
        "2 bodies came out in 5 unconnected pieces"
    ));
}

#[test]
fn closed_slits_are_said() {
    assert_eq!(of_tets(&report(0)).len(), 1);
    let of = |closed: usize| of_tets(&report(closed)).swap_remove(1);
    assert!(of(1).starts_with("1 slit between cells was closed where it met another"));
    assert!(of(2).starts_with("2 slits between cells were closed where they met another"));
}
