//! Which kernels a world needs and may come to need.

use super::Planner;
use super::compiled::BodyClass;
use super::scheduled::typical_bodies;
use crate::error::Result;
use crate::executor::{Scheduled, StepRequests};
use crate::gpu::compile::{Haste, default_threads};
use crate::gpu::kernel::{EDIT, Kernel};
use crate::schedule::{Outlook, foresee};
use crate::skin::Skins;
use crate::world::scene::Scene;
use crate::world::store::Store;
use std::sync::Arc;

impl Planner {
    /// Lets the background compile what the world may come to need: what other plans for its bodies have.
    pub fn compile_ahead(
        &mut self,
        scene: &Scene,
        (store, skins): (&Store, &Skins),
        requests: StepRequests,
    ) -> Result<()> {
        let outlook = Outlook::new(scene.features(), requests);
        let others = [true, skins.count() > 0];
        let bodies = typical_bodies(scene, store, (false, self.options.iterations));
        let known = |class: &BodyClass| self.compiled.foreseen.contains(&(outlook, *class));
        if bodies.iter().all(|(class, _)| known(class)) && others == self.compiled.others {
            return Ok(());
        }
        let scheduled: Vec<Scheduled> = bodies.iter().map(|(_, body)| *body).collect();
        let mut kernels = foresee(&self.context, &outlook, &scheduled)?;
        kernels.extend(self.kernels_beside(others[1]));
        let classes: Vec<_> = bodies.iter().map(|(class, _)| (outlook, *class)).collect();
        self.compiled.foreseen.extend(classes);
        self.compiled.others = others;
        // Half of them, since steps need the processor too.
        let threads = default_threads().div_ceil(2);
        let compiler = &self.context.compiler;
        compiler.later(self.number, kernels, Haste::Foreseen, threads);
        Ok(())
    }

    /// Kernels that no plan for bodies has.
    pub fn kernels_beside(&self, skins: bool) -> Vec<Arc<Kernel>> {
        let edits = ["edit_vertices", "edit_impulse"];
        let edits = edits.map(|entry| self.context.kernel(&EDIT, entry, &[]));
        let skins = skins.then(|| Skins::kernels(&self.context));
        edits
            .into_iter()
            .chain(skins.into_iter().flatten())
            .collect()
    }
}
