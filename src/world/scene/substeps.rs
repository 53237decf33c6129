//! How many substeps each body takes.

use super::{Body, Scene};
use crate::desc::{self, Model};
use crate::error::{Error, Result};
use crate::ids::{PliantBodyId, shown};

impl Scene {
    /// Explicit solvers take as many substeps as stability needs, and at least those given. They go down only when half
    /// would do, so that a varying `dt` does not rebuild the plan each step. Returns whether a body takes others than before.
    pub fn choose_substeps(&mut self, dt: f32, epochs: u32) -> bool {
        let mut changed = false;
        for (id, body) in self.bodies_mut() {
            let wanted = wanted_substeps(body, dt, epochs);
            let most = body.data.desc.model.most_substeps();
            if (wanted > most) != body.is_too_stiff {
                body.is_too_stiff = wanted > most;
                changed = true;
                warn_of_stiffness(id, body, wanted, dt);
            }
            let chosen = body.solver.terms.is_explicit() || body.data.desc.substeps == 0;
            let chosen = chosen && body.stable_step.is_finite();
            let keeps = chosen && body.substeps < 2 * wanted.min(most);
            if !body.is_too_stiff && (body.substeps < wanted || (body.substeps > wanted && !keeps))
            {
                body.substeps = wanted;
                changed = true;
            }
        }
        changed
    }
}

#[cfg(test)]
thread_local! {
    /// Number of bodies this thread chose substeps for.
    pub static CHOSEN: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Fails if a step of this many epochs would have more substeps than the model takes.
pub fn check_schedule(model: &Model, epochs: u32, substeps: u32, iterations: u32) -> Result<()> {
    desc::check_schedule(model, substeps, iterations)?;
    let most = model.most_substeps();
    if substeps.saturating_mul(epochs) > most {
        return Err(Error::argument(format!(
            "substeps is {substeps} in each of {epochs} epochs, expected at most {most} in a step"
        )));
    }
    Ok(())
}

/// Says why a body stays where it is, or that it goes on.
fn warn_of_stiffness(id: PliantBodyId, body: &Body, wanted: u32, dt: f32) {
    let (name, user_data) = (shown(id), body.data.desc.user_data);
    let most = body.data.desc.model.most_substeps();
    if body.is_too_stiff {
        log::warn!(
            "{name} (user_data {user_data}) stays where it is: it needs {wanted} substeps to be stable in a step of {dt} s, expected at most {most}; lower young_modulus or dt, or use a coarser mesh"
        );
    } else {
        log::info!("{name} (user_data {user_data}) goes on");
    }
}

/// Substeps of a step with this many epochs: equally many in each.
fn wanted_substeps(body: &Body, dt: f32, epochs: u32) -> u32 {
    #[cfg(test)]
    CHOSEN.set(CHOSEN.get() + 1);
    // Saturates for a body without a limit, or one that no step is short enough for.
    let needed = (f64::from(dt) / f64::from(epochs) / body.stable_step).ceil() as u32;
    let each = match (body.data.desc.substeps, body.solver.terms.is_explicit()) {
        // Too few would tear it apart, so those given are the least.
        (given, true) => needed.max(given).max(1),
        // Cloth keeps its bending stiffness in short substeps only. Too long ones leave it too soft, so it goes on.
        (0, false) => {
            let most = body.data.desc.model.most_substeps() / epochs;
            needed.min(most).max(body.solver.substeps)
        }
        (given, false) => given,
    };
    each.saturating_mul(epochs)
}
