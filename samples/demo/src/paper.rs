//! What is written about films: contact sheets and the table.

use crate::film::Film;
use viewer::{Image, montage};

/// Pictures on a contact sheet.
pub const KEY_PICTURES: usize = 6;

/// The key pictures of one film, each with its time.
pub fn contact_sheet(film: &Film) -> Image {
    let pictures = film.key_pictures(KEY_PICTURES);
    let captions: Vec<String> = pictures
        .iter()
        .map(|(_, time_s)| format!("{time_s:.2} s"))
        .collect();
    let cells: Vec<_> = pictures
        .iter()
        .zip(&captions)
        .map(|((image, _), text)| (*image, text.as_str()))
        .collect();
    montage(&cells, 3)
}

/// One picture of each film, from the time when most is to be seen: a little before the middle.
pub fn overview(films: &[Film]) -> Image {
    let captions: Vec<String> = films
        .iter()
        .map(|film| {
            format!(
                "{}: {} tets, {:.1} ms a frame",
                film.title, film.tet_count, film.step_ms
            )
        })
        .collect();
    let pictures: Vec<_> = films
        .iter()
        .filter_map(|film| film.key_pictures(5).get(1).map(|(image, _)| *image))
        .collect();
    let cells: Vec<_> = pictures
        .into_iter()
        .zip(captions.iter().map(String::as_str))
        .collect();
    montage(&cells, 2)
}

/// A table in Markdown, one row a film, and what was wrong below it.
pub fn table(films: &[Film]) -> String {
    let mut text = String::from(
        "| scene | bodies | tets | ms a frame | adapter |\n|---|---:|---:|---:|---|\n",
    );
    for film in films {
        let Film {
            name,
            body_count,
            tet_count,
            step_ms,
            adapter,
            ..
        } = film;
        text += &format!("| {name} | {body_count} | {tet_count} | {step_ms:.2} | {adapter} |\n");
    }
    text += "\nms a frame: median wall time of a step of 1/60 s, queued and waited for, without pictures.\n";
    for film in films {
        for fault in &film.faults {
            text += &format!("\nFAULT in {}: {fault}", film.name);
        }
    }
    text
}
