//! Runs one scene, measures its steps, and takes pictures on the way.

use crate::draw;
use crate::patience::{Patience, rest};
use crate::settings::{Settings, stem};
use anyhow::{Result, anyhow};
use indicatif::{ProgressBar, ProgressStyle};
use pliant::desc::{PLIANT_MODEL_MASS_SPRING, PLIANT_MODEL_SHAPE_MATCHING, WorldOptions};
use pliant::error::counted;
use scenes::{Scene, Stage, UserMesh, View};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Instant;
use viewer::{Animation, Bounds, Image, Renderer, montage};

/// Pictures on a contact sheet.
const KEY_PICTURES: u32 = 6;
/// A body this deep below the floor is a fault, as a share of its size [1].
const DEPTH_SHARE: f64 = 1e-3;

/// The camera follows bodies whose middle is farther than this from its target, along x or z [m].
const LEASH_M: f32 = 0.25;

/// What is filmed.
pub enum Subject {
    /// A scene.
    Scene(&'static Scene),
    /// The user's file, and the mesh in it.
    User(PathBuf, Box<UserMesh>),
}

impl Subject {
    /// The start of the names of its files.
    pub fn name(&self) -> String {
        match self {
            Subject::Scene(scene) => scene.name.to_owned(),
            Subject::User(file, _) => stem(file),
        }
    }

    fn title(&self) -> String {
        match self {
            Subject::Scene(scene) => scene.title.to_owned(),
            Subject::User(..) => self.name(),
        }
    }

    fn step_s(&self) -> f32 {
        match self {
            Subject::Scene(scene) => scene.step_s,
            Subject::User(..) => UserMesh::STEP_S,
        }
    }

    /// Steps to film. Says so where a software adapter makes fewer of them.
    fn step_count(&self, stage: &Stage) -> u32 {
        match self {
            Subject::Scene(scene) if stage.is_software() => {
                let (shown, all) = (scene.software_step_count, scene.step_count);
                if shown < all {
                    println!(
                        "{}: the first {shown} of {all} steps, because a software adapter takes long for each",
                        scene.name
                    );
                }
                shown
            }
            Subject::Scene(scene) => scene.step_count,
            Subject::User(..) => UserMesh::STEP_COUNT,
        }
    }

    /// The step of the picture for the overview.
    fn poster_step(&self) -> u32 {
        match self {
            Subject::Scene(scene) => scene.poster_step,
            Subject::User(..) => UserMesh::STEP_COUNT / 2,
        }
    }

    fn view(&self) -> View {
        match self {
            Subject::Scene(scene) => scene.view,
            Subject::User(_, mesh) => mesh.view(),
        }
    }

    fn build(&self) -> Result<Stage> {
        let (built, what) = match self {
            Subject::Scene(scene) => (scene.build(WorldOptions::default()), scene.name.to_owned()),
            Subject::User(file, mesh) => (
                mesh.build(WorldOptions::default()),
                file.display().to_string(),
            ),
        };
        built.map_err(|error| anyhow!("{what} cannot be simulated: {}", error.message))
    }
}

/// The renderers. Animated pictures are smaller than still ones.
pub struct Crew {
    /// Draws the animation.
    pub moving: Renderer,
    /// Draws key pictures.
    pub still: Renderer,
}

/// A film and what was measured meanwhile.
pub struct Film {
    /// The scene's name; the names of its files start with it.
    pub name: String,
    /// The scene's title.
    pub title: String,
    /// Number of bodies.
    pub body_count: usize,
    /// Number of tets in all bodies.
    pub tet_count: usize,
    /// The different values of substeps x iterations of its bodies.
    pub schedule: String,
    /// Median time of a step, from queueing to its end, without pictures [ms].
    pub step_ms: f64,
    /// The adapter that the simulation ran on.
    pub adapter: String,
    /// What was wrong with the simulation.
    pub faults: Vec<String>,
    /// What took so long that the film ends there, if anything did.
    pub late: Option<String>,
    /// Pictures of the contact sheet, each with its time [s].
    pub stills: Vec<(Image, f64)>,
    poster: Option<Image>,
    pictures: Animation,
}

/// Runs a scene and takes a picture every few steps, until its end or until something is late.
pub fn take(subject: &Subject, settings: &Settings, crew: &mut Crew) -> Result<Film> {
    let mut stage = subject.build()?;
    let picture_count = settings
        .frames
        .unwrap_or_else(|| subject.step_count(&stage) / settings.every)
        .max(1);
    let mut film = Film::new(subject, &stage, settings);
    let name = film.name.clone();
    let bar = progress(&name, picture_count);
    let patience = Patience::new(&stage.world, settings.patience, &name, &bar);
    let (mut view, mut times_ms) = (subject.view(), Vec::new());
    film.late = patience.prepare(&mut stage.world)?;
    for place in 0..picture_count {
        for _ in 0..settings.every {
            if film.late.is_none() {
                film.late = timed_step(&mut stage, subject, &patience, &mut times_ms)?;
            }
        }
        if film.late.is_some() {
            rest(&mut stage.world, &name, &bar)?;
            break;
        }
        note_faults(&mut stage, &mut film.faults)?;
        if let Subject::User(..) = subject {
            follow(&mut stage, &mut view)?;
        }
        let mut draw =
            |renderer: &mut Renderer| draw::picture(&mut stage, view, &film.title, renderer);
        film.pictures.push(draw(&mut crew.moving)?)?;
        if evenly_spaced(KEY_PICTURES, picture_count).any(|still| still == place) {
            let time_s = f64::from(place + 1) * picture_time_s(subject, settings);
            film.stills.push((draw(&mut crew.still)?, time_s));
        }
        if place == (subject.poster_step() / settings.every).clamp(1, picture_count) - 1 {
            film.poster = Some(draw(&mut crew.still)?);
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    film.step_ms = median(times_ms);
    if film.is_there() {
        film.schedule = schedule(&mut stage)?;
    }
    Ok(film)
}

/// From one picture to the next.
fn picture_time_s(subject: &Subject, settings: &Settings) -> f64 {
    f64::from(subject.step_s()) * f64::from(settings.every)
}

/// Moves the camera along the floor if the bodies have rolled far from its target.
fn follow(stage: &mut Stage, view: &mut View) -> Result<()> {
    let mut bounds = Bounds::EMPTY;
    for actor in &stage.actors {
        let info = stage.world.body_info(actor.body)?;
        bounds.add(info.low.map(|x| x as f32));
        bounds.add(info.high.map(|x| x as f32));
    }
    if !bounds.is_empty() {
        keep_near(view, bounds.centre());
    }
    Ok(())
}

fn keep_near(view: &mut View, middle: [f32; 3]) {
    for axis in [0, 2] {
        let offset = middle[axis] - view.target[axis];
        let beyond = offset - offset.clamp(-LEASH_M, LEASH_M);
        view.target[axis] += beyond;
        view.eye[axis] += beyond;
    }
}

/// Substeps x iterations of the bodies, fewest first. Mass-spring and shape matching take one pass a substep.
fn schedule(stage: &mut Stage) -> Result<String> {
    let mut found = BTreeSet::new();
    for actor in &stage.actors {
        let info = stage.world.body_info(actor.body)?;
        let iterations = match actor.model {
            PLIANT_MODEL_MASS_SPRING | PLIANT_MODEL_SHAPE_MATCHING => 1,
            _ => info.iterations,
        };
        found.insert((info.substeps, iterations));
    }
    let texts = found.iter().map(|(s, i)| format!("{s} x {i}"));
    Ok(texts.collect::<Vec<_>>().join(", "))
}

/// `count` evenly spaced numbers below `length`, the last one included; all if there are fewer.
fn evenly_spaced(count: u32, length: u32) -> impl Iterator<Item = u32> + Clone {
    let count = count.min(length);
    (0..count).map(move |i| (i + 1) * length / count - 1)
}

/// Makes a step, waits for it, and keeps how long that took [ms]. Returns what was late, if anything.
fn timed_step(
    stage: &mut Stage,
    subject: &Subject,
    patience: &Patience,
    times_ms: &mut Vec<f64>,
) -> Result<Option<String>> {
    let begun = Instant::now();
    stage.step(subject.step_s())?;
    let late = patience.finish(&mut stage.world)?;
    times_ms.push(begun.elapsed().as_secs_f64() * 1e3);
    Ok(late)
}

/// A progress bar. It is only shown on a terminal.
fn progress(name: &str, length: u32) -> ProgressBar {
    let bar = ProgressBar::new(u64::from(length)).with_message(name.to_owned());
    match ProgressStyle::with_template("{msg:14} {wide_bar} {pos}/{len} pictures {eta}") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// Notes each body when it is first stopped or below the floor.
fn note_faults(stage: &mut Stage, faults: &mut Vec<String>) -> Result<()> {
    for (number, actor) in stage.actors.iter().enumerate() {
        let info = stage.world.body_info(actor.body)?;
        let size = (0..3)
            .map(|axis| info.high[axis] - info.low[axis])
            .fold(0.0, f64::max);
        let depth = stage
            .floor
            .map_or(0.0, |floor| f64::from(floor) - info.low[1]);
        let what = match (info.state, depth > DEPTH_SHARE * size) {
            (pliant::desc::PLIANT_BODY_ACTIVE, false) => continue,
            (pliant::desc::PLIANT_BODY_ACTIVE, true) => format!("body {number} is below the floor"),
            _ => format!("body {number} was stopped, its state was not finite"),
        };
        if !faults.iter().any(|fault| fault.starts_with(&what)) {
            let deep = if depth > 0.0 {
                format!(" by {:.2} mm", depth * 1e3)
            } else {
                String::new()
            };
            faults.push(format!("{what}{deep} at {:.2} s", stage.time_s()));
        }
    }
    Ok(())
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}

/// The text before the zero.
fn text(bytes: &[u8]) -> String {
    let end = bytes.iter().position(|b| *b == 0).unwrap_or(bytes.len());
    String::from_utf8_lossy(&bytes[..end]).into_owned()
}

impl Film {
    /// A film without pictures.
    fn new(subject: &Subject, stage: &Stage, settings: &Settings) -> Self {
        let picture_time_ms = picture_time_s(subject, settings) * 1e3;
        Film {
            name: subject.name(),
            title: subject.title(),
            body_count: stage.actors.len(),
            tet_count: stage.tet_count(),
            schedule: String::new(),
            step_ms: 0.0,
            adapter: text(&stage.world.adapter_info().name),
            faults: Vec::new(),
            late: None,
            stills: Vec::new(),
            poster: None,
            pictures: Animation::new(picture_time_ms.round().min(60e3) as u16),
        }
    }

    /// Whether there is anything to show.
    pub fn is_there(&self) -> bool {
        !self.stills.is_empty()
    }

    /// The picture for the overview: the last one of a film that ends before.
    pub fn shown(&self) -> Option<&Image> {
        let last = self.stills.last().map(|(image, _)| image);
        self.poster.as_ref().or(last)
    }

    /// Writes key pictures, the contact sheet and the animation.
    pub fn write(&self, settings: &Settings, out: &Path) -> Result<()> {
        let file = |end: &str| out.join(format!("{}{end}", self.name));
        for (number, (picture, _)) in self.stills.iter().enumerate() {
            picture.write_png(file(&format!("_{number}.png")))?;
        }
        self.contact_sheet().write_png(file("_sheet.png"))?;
        if settings.gif || !settings.apng {
            self.pictures.write_gif(file(".gif"))?;
        }
        if settings.apng {
            self.pictures.write_apng(file("_animated.png"))?;
        }
        Ok(())
    }

    /// The key pictures, each with its time.
    fn contact_sheet(&self) -> Image {
        let captions = self
            .stills
            .iter()
            .map(|(_, time_s)| format!("{time_s:.2} s"));
        let captions: Vec<String> = captions.collect();
        let pictures = self.stills.iter().map(|(image, _)| image);
        let cells: Vec<_> = pictures.zip(captions.iter().map(String::as_str)).collect();
        montage(&cells, 3)
    }

    /// One line, and another for each fault.
    pub fn summary(&self) -> String {
        let late = self.late.as_ref().map(|late| match self.is_there() {
            true => format!("LATE: {late}; its pictures end there"),
            false => format!("LATE: {late}; it is left out"),
        });
        if let (Some(late), false) = (&late, self.is_there()) {
            return format!("{}: {late}", self.name);
        }
        let mut line = format!(
            "{}: {}, {}, {:.2} ms a frame on {}",
            self.name,
            counted(self.body_count, "bod[y|ies]"),
            counted(self.tet_count, "tet[|s]"),
            self.step_ms,
            self.adapter
        );
        for fault in &self.faults {
            line += &format!("\n  FAULT: {fault}");
        }
        if let Some(late) = late {
            line += &format!("\n  {late}");
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_camera_follows_only_what_has_rolled_away_and_no_further_than_it_must() {
        let still = View {
            eye: [1.0, 2.0, 3.0],
            target: [0.5, 0.25, 0.0],
            fov_y_rad: 0.5,
        };
        let mut view = still;
        keep_near(&mut view, [0.5 + LEASH_M, 9.0, -LEASH_M]);
        assert_eq!(view, still);
        keep_near(&mut view, [0.5 - 3.0 * LEASH_M, 9.0, 2.0 * LEASH_M]);
        let moved = |[x, y, z]: [f32; 3]| [x - 2.0 * LEASH_M, y, z + LEASH_M];
        assert_eq!(view.target, moved(still.target));
        assert_eq!(view.eye, moved(still.eye));
    }
}
