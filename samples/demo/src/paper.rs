//! The overview and the table of all films.

use crate::film::Film;
use viewer::{Image, montage};

/// One picture of each film that has any.
pub fn overview(films: &[Film]) -> Image {
    let posters = films.iter().filter_map(Film::shown);
    let cells: Vec<_> = posters.map(|image| (image, "")).collect();
    montage(&cells, 2)
}

/// A Markdown table with one row a film that has pictures, then what was late and what was wrong.
pub fn table(films: &[Film]) -> String {
    let mut text = String::from(
        "| scene | bodies | tets | substeps x iterations | ms a frame | adapter |\n|---|---:|---:|---|---:|---|\n",
    );
    for film in films.iter().filter(|film| film.is_there()) {
        let Film {
            name,
            body_count,
            tet_count,
            schedule,
            step_ms,
            adapter,
            ..
        } = film;
        text += &format!(
            "| {name} | {body_count} | {tet_count} | {schedule} | {step_ms:.2} | {adapter} |\n"
        );
    }
    text += "\nms a frame: median wall time of a step of 1/60 s, queued and waited for, without pictures. Mass-spring \
             bodies, whose substeps follow from their stiffness, take one pass a substep: n x 1.\n";
    for film in films {
        if let Some(late) = &film.late {
            text += &format!("\nLATE: {}: {late}", film.name);
        }
        for fault in &film.faults {
            text += &format!("\nFAULT in {}: {fault}", film.name);
        }
    }
    text
}
