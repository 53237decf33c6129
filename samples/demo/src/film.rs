//! Runs one scene, measures its steps, and takes pictures on the way.

use crate::Settings;
use crate::draw;
use crate::paper;
use anyhow::{Context, Result, bail};
use indicatif::{ProgressBar, ProgressStyle};
use pliant::desc::WorldOptions;
use scenes::{Scene, Stage, UserMesh, View};
use std::time::{Duration, Instant};
use viewer::{Animation, Image, Renderer};

/// How long one step may take before the run is given up.
const PATIENCE: Duration = Duration::from_secs(60);
/// How far below the floor counts as a fault: a thousandth of a body's size [1].
const DEPTH_SHARE: f32 = 1e-3;

/// What is filmed.
pub enum Subject {
    /// A scene of the collection.
    Scene(&'static Scene),
    /// The name and the mesh of the user's.
    User(String, Box<UserMesh>),
}

impl Subject {
    fn name(&self) -> &str {
        match self {
            Subject::Scene(scene) => scene.name,
            Subject::User(name, _) => name,
        }
    }

    fn title(&self) -> &str {
        match self {
            Subject::Scene(scene) => scene.title,
            Subject::User(name, _) => name,
        }
    }

    fn step_s(&self) -> f32 {
        match self {
            Subject::Scene(scene) => scene.step_s,
            Subject::User(..) => UserMesh::STEP_S,
        }
    }

    fn step_count(&self) -> u32 {
        match self {
            Subject::Scene(scene) => scene.step_count,
            Subject::User(..) => UserMesh::STEP_COUNT,
        }
    }

    fn view(&self) -> View {
        match self {
            Subject::Scene(scene) => scene.view,
            Subject::User(..) => UserMesh::VIEW,
        }
    }

    fn build(&self) -> pliant::error::Result<Stage> {
        match self {
            Subject::Scene(scene) => scene.build(WorldOptions::default()),
            Subject::User(_, mesh) => mesh.build(WorldOptions::default()),
        }
    }
}

/// A film and what was measured while it was taken.
pub struct Film {
    /// The scene's name, which files begin with.
    pub name: String,
    /// The scene's title.
    pub title: String,
    /// Bodies.
    pub body_count: usize,
    /// Tets of all bodies.
    pub tet_count: usize,
    /// Median time of a step, queued and waited for [ms]; pictures are not part of it.
    pub step_ms: f64,
    /// What the simulation ran on.
    pub adapter: String,
    /// What was wrong with the simulation, if anything.
    pub faults: Vec<String>,
    pictures: Animation,
    picture_time_s: f64,
}

/// Runs a scene and takes a picture every few steps.
pub fn take(subject: &Subject, settings: &Settings, renderer: &mut Renderer) -> Result<Film> {
    let name = subject.name();
    let mut stage = subject
        .build()
        .with_context(|| format!("{name} cannot be built"))?;
    let picture_count = settings
        .frames
        .unwrap_or(subject.step_count() / settings.every)
        .max(1);
    let picture_time_s = f64::from(subject.step_s()) * f64::from(settings.every);
    let mut pictures = Animation::new((picture_time_s * 1e3).round().min(60e3) as u16);
    let bar = progress(name, picture_count);
    let mut times_ms = Vec::new();
    let mut faults = Vec::new();
    for _ in 0..picture_count {
        for _ in 0..settings.every {
            let begun = Instant::now();
            stage.step(subject.step_s())?;
            if !stage.world.wait(PATIENCE.as_nanos() as u64)? {
                bail!("{name}: a step took more than {PATIENCE:?}");
            }
            times_ms.push(begun.elapsed().as_secs_f64() * 1e3);
        }
        note_faults(&mut stage, &mut faults)?;
        pictures.push(draw::picture(
            &mut stage,
            subject.view(),
            subject.title(),
            renderer,
        )?)?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(Film {
        name: name.to_owned(),
        title: subject.title().to_owned(),
        body_count: stage.actors.len(),
        tet_count: stage.tet_count(),
        step_ms: median(times_ms),
        adapter: text(&stage.world.adapter_info().name),
        faults,
        pictures,
        picture_time_s,
    })
}

/// A bar on a terminal, nothing elsewhere.
fn progress(name: &str, length: u32) -> ProgressBar {
    let bar = ProgressBar::new(u64::from(length)).with_message(name.to_owned());
    match ProgressStyle::with_template("{msg:14} {wide_bar} {pos}/{len} pictures {eta}") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// Notes each body that was stopped, or is below the floor, the first time it is.
fn note_faults(stage: &mut Stage, faults: &mut Vec<String>) -> Result<()> {
    for (number, actor) in stage.actors.iter().enumerate() {
        let info = stage.world.body_info(actor.body)?;
        let size = (0..3)
            .map(|axis| info.high[axis] - info.low[axis])
            .fold(0.0, f32::max);
        let depth = stage.floor.map_or(0.0, |floor| floor - info.low[1]);
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

/// The text in a field that ends with a zero.
fn text(bytes: &[u8]) -> String {
    let end = bytes.iter().position(|b| *b == 0).unwrap_or(bytes.len());
    String::from_utf8_lossy(&bytes[..end]).into_owned()
}

impl Film {
    /// Up to `count` pictures, evenly spaced, the last one among them, each with its time [s].
    pub fn key_pictures(&self, count: usize) -> Vec<(&Image, f64)> {
        let frames = self.pictures.frames();
        let count = count.min(frames.len());
        let place = |i: usize| ((i + 1) * frames.len() / count).max(1) - 1;
        (0..count)
            .map(|i| {
                (
                    &frames[place(i)],
                    (place(i) + 1) as f64 * self.picture_time_s,
                )
            })
            .collect()
    }

    /// Writes key pictures, the contact sheet and the animation.
    pub fn write(&self, settings: &Settings) -> Result<()> {
        let file = |end: &str| settings.out.join(format!("{}{end}", self.name));
        for (number, (picture, _)) in self
            .key_pictures(paper::KEY_PICTURES)
            .into_iter()
            .enumerate()
        {
            picture.write_png(file(&format!("_{number}.png")))?;
        }
        paper::contact_sheet(self).write_png(file("_sheet.png"))?;
        if settings.gif || !settings.apng {
            self.pictures.write_gif(file(".gif"))?;
        }
        if settings.apng {
            self.pictures.write_apng(file("_animated.png"))?;
        }
        Ok(())
    }

    /// One line, and one more for each fault.
    pub fn summary(&self) -> String {
        let mut line = format!(
            "{}: {} bodies, {} tets, {:.2} ms a frame on {}",
            self.name, self.body_count, self.tet_count, self.step_ms, self.adapter
        );
        for fault in &self.faults {
            line += &format!("\n  FAULT: {fault}");
        }
        line
    }
}
