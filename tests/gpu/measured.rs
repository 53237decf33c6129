//! Runs of a stage, measured in f64 from what is read back.

use super::common::HZ;
use super::exact::Verdict;
use super::stage::{Stage, Sums};
use glam::DVec3;

/// Edge of most cubes [m], the scale of angular momenta.
pub const EDGE: f64 = 0.4;

/// What a run showed.
#[derive(Clone, Debug)]
pub struct Measured {
    pub first: Sums,
    pub last: Sums,
    /// Σ m |v| at the start, the scale of momenta.
    pub scale: f64,
    /// The largest energy.
    pub most_energy: f64,
    /// The largest kinetic energy of the last half second over the largest of all, its peak.
    pub end_over_peak: f64,
    /// When it fell for good below 1e-6 of the peak [s].
    pub rest: Option<f64>,
    /// The worst of all frames.
    pub worst: Verdict,
    /// The last body's centre each frame.
    pub trail: Vec<DVec3>,
}

impl Measured {
    /// The change of momentum over its scale.
    pub fn momentum_error(&self) -> f64 {
        (self.last.momentum - self.first.momentum).length() / self.scale
    }

    /// The change of angular momentum over the scale times a cube's edge.
    pub fn angular_error(&self) -> f64 {
        (self.last.angular - self.first.angular).length() / (self.scale * EDGE)
    }

    /// How far the last body moves along x in the half second from this time on [m].
    pub fn slide(&self, from: f64) -> f64 {
        let at = |t: f64| self.trail[((t * 60.0) as usize).min(self.trail.len() - 1)].x;
        at(from + 0.5) - at(from)
    }
}

/// The worse of two judgements, number by number.
pub fn worse(a: Verdict, b: Verdict) -> Verdict {
    Verdict {
        crossing: a.crossing.max(b.crossing),
        self_crossing: a.self_crossing.max(b.self_crossing),
        touching: a.touching.max(b.touching),
        gap: a.gap.min(b.gap),
        inverted: a.inverted.max(b.inverted),
    }
}

/// Runs this many frames of 1/60 s.
pub fn measure(stage: &mut Stage, frames: usize) -> Measured {
    measure_until(stage, frames, |_| false)
}

/// The same; it ends early once `is_done` says so of the kinetic energies so far.
pub fn measure_until(
    stage: &mut Stage,
    frames: usize,
    is_done: impl Fn(&[f64]) -> bool,
) -> Measured {
    let first = stage.sums();
    let speeds = |stage: &Stage| -> f64 {
        let body = |a: &super::stage::Actor| -> f64 {
            let rows = a.state.velocities.iter().zip(&a.reference.masses);
            rows.map(|(v, m)| m * v.length()).sum()
        };
        stage.actors.iter().map(body).sum()
    };
    let scale = speeds(stage).max(1e-30);
    let (mut kinetic, mut trail) = (Vec::new(), Vec::new());
    let (mut most_energy, mut worst) = (first.energy, stage.judge());
    let mut last = first;
    for _ in 0..frames {
        stage.step(HZ);
        last = stage.sums();
        most_energy = most_energy.max(last.energy);
        worst = worse(worst, stage.judge());
        kinetic.push(last.kinetic);
        trail.push(stage.mean(stage.actors.len() - 1, |s| &s.positions));
        if is_done(&kinetic) {
            break;
        }
    }
    let frames = kinetic.len();
    let most = |k: &[f64]| k.iter().copied().fold(0.0, f64::max);
    let (peak, rest) = (most(&kinetic), rests_from(&kinetic));
    Measured {
        first,
        last,
        scale,
        most_energy,
        end_over_peak: most(&kinetic[frames.saturating_sub(30)..]) / peak,
        rest: (rest < frames).then(|| rest as f64 / 60.0),
        worst,
        trail,
    }
}

/// The frame from which on the kinetic energy is below a millionth of its peak.
pub fn rests_from(kinetic: &[f64]) -> usize {
    let peak = kinetic.iter().copied().fold(0.0, f64::max);
    let moves = kinetic.iter().rposition(|k| *k >= 1e-6 * peak);
    moves.map_or(0, |k| k + 1)
}

/// A row of the table, and the line above it.
pub const HEAD: &str = "| scene | frames | crossing | gap [mm] | inverted | E max / start | P | L | KE end / peak | rest [s] | velocities in x |\n|---|---|---|---|---|---|---|---|---|---|---|";

pub fn row(name: &str, stage: &Stage, m: &Measured) -> String {
    let velocities: Vec<String> = (0..stage.actors.len())
        .map(|k| format!("{:.3}", stage.mean(k, |s| &s.velocities).x))
        .collect();
    let rest = m.rest.map_or("never".into(), |t| format!("{t:.2}"));
    // Where nothing moves at the start, momentum has no scale.
    let part = |x: f64| match m.scale > 1e-20 {
        true => format!("{x:.1e}"),
        false => "–".into(),
    };
    format!(
        "| {name} | {} | {} | {:.3} | {} | {:.3} | {} | {} | {:.1e} | {rest} | {} |",
        m.trail.len(),
        m.worst.crossing,
        1e3 * m.worst.gap,
        m.worst.inverted,
        m.most_energy / m.first.energy,
        part(m.momentum_error()),
        part(m.angular_error()),
        m.end_over_peak,
        velocities.join(" "),
    )
}
