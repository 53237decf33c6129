//! A scene that is late is passed over, and the others are shown.

use crate::film::{self, Crew, Film, Subject};
use crate::settings::Settings;
use crate::{paper, publish};
use clap::Parser;

#[derive(Parser)]
struct Given {
    #[command(flatten)]
    settings: Settings,
}

/// One small picture of a scene, with these settings beside.
fn filmed(name: &str, given: &[&str]) -> Film {
    let given = [&["demo", "--frames=1", "--every=1"], given].concat();
    let Given { settings } = Given::parse_from(given);
    let renderer = || viewer::Renderer::new(48, 27).expect("a renderer");
    let (moving, still) = (renderer(), renderer());
    let scene = Subject::Scene(scenes::by_name(name).expect("a scene"));
    film::take(&scene, &settings, &mut Crew { moving, still }).expect("no error")
}

#[test]
fn a_late_scene_is_said_and_the_overview_shows_the_others() {
    let [late, shown] = [
        ("cantilevers", "--patience=0"),
        ("skinned_cage", "--patience=600"),
    ]
    .map(|(name, patience)| filmed(name, &[patience]));
    assert!(!late.is_there() && shown.is_there());
    let said = late.summary();
    assert!(said.starts_with("cantilevers: LATE: "), "{said}");
    assert!(
        said.ends_with(" took more than 0 s; it is left out"),
        "{said}"
    );

    let folder = tempfile::tempdir().expect("a folder");
    let films = [late, shown];
    publish(&films, folder.path()).expect("what is there");
    let overview = std::fs::metadata(folder.path().join("overview.png")).expect("a picture");
    assert!(overview.len() > 0);
    let table = paper::table(&films);
    assert!(table.contains("| skinned_cage | "), "{table}");
    assert!(!table.contains("| cantilevers | "), "{table}");
    assert!(table.contains("\nLATE: cantilevers: "), "{table}");

    let none = publish(&films[..1], folder.path()).expect_err("no picture");
    assert!(none.to_string().contains("--patience"), "{none}");
}
