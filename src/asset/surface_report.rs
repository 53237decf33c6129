//! What was done to a surface that became a body or a shell, in numbers and in sentences.

use super::cook::CookReport;
use super::fit::Fit;
use super::repair::RepairReport;
use super::shell::ShellReport;
use super::tetrahedralise::{BodyReport, Method, NEAR_VOLUME, Report};
use crate::error::counted;
use crate::error::number;

/// What was done, for the caller to judge.
#[derive(Clone, Debug)]
pub struct SurfaceReport {
    /// To the surface.
    pub repair: RepairReport,
    /// By the tetrahedraliser, if there are tets.
    pub tets: Option<Report>,
    /// Shell parts that a body of tets does not have: the render mesh's triangles there follow the nearest tets.
    pub shells_left_out: usize,
    /// Triangles of a shell that are left out because rounding can hide their height: cutting sheets apart can leave such ones.
    pub flat_left_out: usize,
    /// By the cook of tets.
    pub cook: Option<CookReport>,
    /// By the cook of shells.
    pub shell: Option<ShellReport>,
    /// How near surface and tets are, if there are tets and they were cooked.
    pub fit: Option<Fit>,
    /// Stiffness and density factors were given, but a shell has none.
    pub factors_unused: bool,
}

impl SurfaceReport {
    /// What was done, one plain sentence each.
    pub fn sentences(&self) -> Vec<String> {
        let mut all = self.repair.sentences();
        all.extend(self.sentences_of_level());
        all
    }

    /// The same without what was done to the surface, which is the same for all levels of detail.
    pub fn sentences_of_level(&self) -> Vec<String> {
        let mut all = Vec::new();
        if let Some(made) = &self.tets {
            all.extend(of_tets(made));
        }
        if let Some(fit) = &self.fit {
            all.push(fit.sentence());
        }
        if let Some(shell) = &self.shell {
            let open = shell.boundary_edges;
            all.push(format!(
                "It is a shell with {open} open edges, which no method simulates yet."
            ));
        }
        if self.factors_unused {
            all.push("Stiffness and density factors were given; a shell keeps none.".into());
        }
        if self.shells_left_out > 0 {
            let text = "sheet[|s] without volume follow[s|] the tets near [it|them].";
            all.push(counted(self.shells_left_out, text));
        }
        if self.flat_left_out > 0 {
            let text = "triangle[|s] without height [was|were] left out.";
            all.push(counted(self.flat_left_out, text));
        }
        all
    }
}

/// What the tetrahedraliser did.
fn of_tets(made: &Report) -> Vec<String> {
    let mut all = Vec::new();
    let count = |pick: fn(&BodyReport) -> bool| made.bodies.iter().filter(|b| pick(b)).count();
    let (bodies, cages) = (made.bodies.len(), count(|b| b.method == Method::Cage));
    let tets: usize = made.bodies.iter().map(|b| b.tet_count).sum();
    all.push(format!(
        "{} {}, {}; {} dihedral angles are {:.1} to {:.1} degrees.",
        counted(tets, "tet[ fills|s fill]"),
        counted(bodies, "bod[y|ies]"),
        match (cages, bodies) {
            (1, 1) => "as a cage of cells".into(),
            (c, b) if c == b => "as cages of cells".into(),
            (0, _) => "following the surface".into(),
            _ => counted(cages, "of them as [a cage|cages] of cells"),
        },
        if tets == 1 { "its" } else { "their" },
        made.dihedral[0],
        made.dihedral[1]
    ));
    let coarser = count(|b| b.is_far);
    if coarser > 0 {
        let text = "bod[y has|ies have] larger tets than wanted, since positions of 32 bits hold no smaller ones so far from the origin: move the surface there.";
        all.push(counted(coarser, text));
    }
    let unresolved = count(|b| b.is_unresolved);
    if unresolved > 0 {
        let text = "bod[y has|ies have] walls or necks thinner than the tets: more elements would follow them.";
        all.push(counted(unresolved, text));
    }
    let torn = count(|b| b.pieces > 1);
    if torn > 0 {
        let text = "bod[y|ies] came out in several pieces that nothing holds together, where parts only touch or are thinner than the tets.";
        all.push(counted(torn, text));
    }
    let moved: Vec<_> = made.bodies.iter().filter(|b| b.moved > 0.0).collect();
    if !moved.is_empty() {
        let most = moved.iter().map(|b| b.moved).fold(0.0, f64::max);
        let text = format!(
            "bod[y was|ies were] made up to {} length units thicker or thinner in places that the tets would miss otherwise.",
            number(most as f32)
        );
        all.push(counted(moved.len(), &text));
    }
    let far: Vec<_> = made.bodies.iter().filter(|b| is_far(b)).collect();
    if !far.is_empty() {
        let worst = far.iter().map(|b| b.farthest.max(b.missed));
        let text = format!(
            "bod[y is|ies are] up to {} length units from [its|their] surface, or [its|their] volume is off by more than {:.0} %: \
             more elements would come nearer.",
            number(worst.fold(0.0, f64::max) as f32),
            100.0 * NEAR_VOLUME
        );
        all.push(counted(far.len(), &text));
    }
    all
}

fn is_far(body: &BodyReport) -> bool {
    body.method == Method::Conforming && !body.is_near
}
