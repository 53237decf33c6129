//! What was done to a surface, in numbers and in sentences.

use super::cook::CookReport;
use super::fit::Fit;
use super::shell::ShellReport;
use crate::view::{PLIANT_ASSET_BODY, PLIANT_ASSET_SHELL, PliantSurfaceReport};
use pliant_geometry::error::{counted, grouped, measured};
use pliant_mesh::repair::RepairReport;
use pliant_mesh::tetrahedralise::{BodyReport, Method, NEAR, NEAR_VOLUME, Report};

/// What was done to a surface.
#[derive(Clone, Debug)]
pub struct SurfaceReport {
    /// Repair of the surface.
    pub repair: RepairReport,
    /// The tetrahedraliser's report, if there are tets.
    pub tets: Option<Report>,
    /// Sheets that were not filled. The render mesh follows the nearest tets there.
    pub shells_left_out: usize,
    /// Triangles of a shell too thin for f32, which cutting sheets apart can leave.
    pub flat_left_out: usize,
    /// Cooking of tets.
    pub cook: Option<CookReport>,
    /// Cooking of a shell.
    pub shell: Option<ShellReport>,
    /// The mode asked for a shell.
    pub shell_asked: bool,
    /// Distances between surface and tets, if tets were cooked.
    pub fit: Option<Fit>,
    /// Stiffness and density factors were given, but a shell has none.
    pub factors_unused: bool,
    /// The number of tets asked for, if one was.
    pub wanted_tets: Option<usize>,
    /// The mode asked for a conforming mesh.
    pub conforming_asked: bool,
}

impl SurfaceReport {
    /// One sentence for each thing done.
    pub fn sentences(&self) -> Vec<String> {
        let mut all = self.repair.sentences();
        all.extend(self.sentences_of_level());
        all
    }

    /// The sentences without repair, which all levels of detail share.
    pub fn sentences_of_level(&self) -> Vec<String> {
        let mut all = Vec::new();
        if let Some(made) = &self.tets {
            all.extend(of_tets(made));
            all.extend(of_bodies(made));
            all.extend(of_cages(made).filter(|_| self.conforming_asked));
            all.extend(self.wanted_tets.and_then(|wanted| of_number(made, wanted)));
        }
        if let Some(fit) = &self.fit {
            all.push(fit.sentence());
        }
        if let Some(shell) = &self.shell {
            let open = counted(shell.boundary_edges, "open edge[|s]");
            all.push(match self.shell_asked {
                true => format!(
                    "The result is a shell with {open}, as asked for. It is simulated as cloth; for a solid, ask for a cage or a conforming mesh."
                ),
                false => format!(
                    "The result is a shell with {open}. It is simulated as cloth; a solid needs a surface that is closed except for cracks and small holes."
                ),
            });
        }
        if self.factors_unused {
            all.push("Stiffness and density factors were ignored: a shell has none.".into());
        }
        if self.shells_left_out > 0 {
            let text = "sheet[|s] without volume [is|are] not filled; [it follows|they follow] the nearest tets.";
            all.push(counted(self.shells_left_out, text));
        }
        if self.flat_left_out > 0 {
            let text = "triangle[|s] too thin for 32-bit floats [was|were] left out.";
            all.push(counted(self.flat_left_out, text));
        }
        all
    }
}

impl SurfaceReport {
    /// The numbers for the C ABI. `level`: the level of detail.
    pub fn numbers(&self, level: u32) -> PliantSurfaceReport {
        let repair = &self.repair;
        let of_surface = PliantSurfaceReport {
            kind: match self.shell {
                Some(_) => PLIANT_ASSET_SHELL,
                None => PLIANT_ASSET_BODY,
            },
            level,
            given_vertex_count: small(repair.given[0]),
            given_triangle_count: small(repair.given[1]),
            unreferenced_vertex_count: small(repair.unreferenced.count),
            welded_exactly_count: small(repair.welded_exactly),
            welded_nearly_count: small(repair.welded_nearly),
            weld_radius: repair.weld_radius as f32,
            degenerate_triangle_count: small(repair.degenerate.count),
            duplicate_triangle_count: small(repair.duplicate.count),
            two_sided_triangle_count: small(repair.two_sided.count),
            flat_triangle_count: small(repair.flat.count),
            cut_edge_count: small(repair.cut_edges.count),
            one_sided_edge_count: small(repair.one_sided.count),
            split_vertex_count: small(repair.split_vertices),
            separated_side_count: small(repair.separated),
            flipped_triangle_count: small(repair.flipped.count),
            inside_out_part_count: small(repair.inside_out.count),
            hole_count: small(repair.loops),
            closed_hole_count: small(repair.closed_loops.count),
            cap_triangle_count: small(repair.cap_triangles),
            largest_opening: repair.largest_opening as f32,
            solid_part_count: small(repair.solids.count + repair.assembled.count),
            cavity_count: small(repair.cavities.count),
            shell_part_count: small(repair.shells.count),
            left_out_part_count: small(self.shells_left_out),
            ..Default::default()
        };
        self.with_tets(of_surface)
    }

    fn with_tets(&self, of_surface: PliantSurfaceReport) -> PliantSurfaceReport {
        let (Some(made), Some(fit)) = (&self.tets, &self.fit) else {
            return of_surface;
        };
        let bodies = || made.bodies.iter();
        let sum = |of: fn(&BodyReport) -> f64| bodies().map(of).sum::<f64>();
        PliantSurfaceReport {
            body_count: small(made.bodies.len()),
            cage_body_count: small(bodies().filter(|b| b.method == Method::Cage).count()),
            unresolved_body_count: small(
                bodies()
                    .filter(|b| b.is_unresolved || b.bridged > 0)
                    .count(),
            ),
            flat_body_count: small(made.flat.len()),
            tet_count: small(bodies().map(|b| b.tet_count).sum()),
            cell_size: made.spacing as f32,
            least_dihedral: made.dihedral[0] as f32,
            largest_dihedral: made.dihedral[1] as f32,
            surface_volume: sum(|b| b.surface_volume) as f32,
            volume: sum(|b| b.volume) as f32,
            farthest_outside: fit.farthest_outside as f32,
            farthest_boundary: fit.farthest_boundary as f32,
            near_body_count: small(bodies().filter(|b| b.is_near).count()),
            piece_count: small(bodies().map(|b| b.pieces).sum()),
            farthest_surface: fit.farthest_surface as f32,
            ..of_surface
        }
    }
}

fn small(count: usize) -> u32 {
    count.try_into().unwrap_or(u32::MAX)
}

/// A ratio of tet volume to surface volume above this is worth a sentence.
const HEAVY: f64 = 1.2;
/// Above this ratio, nearly all cells of a cage are cut by the surface.
const THIN: f64 = 3.0;

/// How much more volume than their surface the tets enclose, in all and for each cage.
fn of_weight(made: &Report) -> Vec<String> {
    let volume = |of: fn(&BodyReport) -> f64| made.bodies.iter().map(of).sum::<f64>();
    let all = volume(|b| b.volume) / volume(|b| b.surface_volume);
    let cages = made.bodies.iter().filter(|b| b.method == Method::Cage);
    let times: Vec<_> = cages.map(|b| b.volume / b.surface_volume).collect();
    let count = |least: f64| times.iter().filter(|times| **times > least).count();
    let most = times.iter().copied().fold(0.0, f64::max);
    let (heavy, thin) = (count(HEAVY), count(THIN));
    let mut said = Vec::new();
    if all > HEAVY {
        said.push(format!(
            "The tets enclose {all:.1} times the volume of the surface, so the body is too heavy by that factor: divide the density by it, or ask for more tets."
        ));
    }
    if heavy > 0 && made.bodies.len() > 1 {
        let text = format!(
            "bod[y is a cage|ies are cages] of up to {most:.1} times the volume of [its|their] surface, and too heavy by that factor: lower [its density|their densities], or ask for more tets."
        );
        said.push(counted(heavy, &text));
    }
    if thin > 0 {
        let text = "bod[y is|ies are] thinner than the cells of [its|their] cage[|s]: ask for more tets or smaller cells.";
        said.push(counted(thin, text));
    }
    said
}

/// A number of tets off by more than this gets a reason.
const OFF: f64 = 0.15;

fn of_number(made: &Report, wanted: usize) -> Option<String> {
    let count = |pick: fn(&BodyReport) -> bool| made.bodies.iter().filter(|b| pick(b)).count();
    let tets: usize = made.bodies.iter().map(|b| b.tet_count).sum();
    let times = tets as f64 / wanted as f64;
    let cages = count(|b| b.method == Method::Cage);
    let why = if (times - 1.0).abs() <= OFF {
        return None;
    } else if times > 1.0 && count(|b| b.took_more) > 0 {
        "thin walls, necks and limbs may take twice as many, so that they are resolved; ask for half as many to stay below"
    } else if times < 1.0 && count(|b| b.is_far) > 0 {
        "32-bit positions this far from the origin cannot hold smaller tets"
    } else if times > 1.0 && cages > 0 {
        "each cage consists of whole cells, at least one of five tets, and needs more to keep thin or close parts of a body apart"
    } else if cages > 0 {
        "cages consist of whole cells, which cannot be smaller than the largest lattice allows"
    } else {
        "a mesh this coarse cannot match a number closely"
    };
    let wanted = match wanted {
        1 => "1 was".into(),
        many => format!("{} were", grouped(many)),
    };
    let are = if tets == 1 { "is" } else { "are" };
    Some(format!(
        "There {are} {} where {wanted} asked for: {why}.",
        counted(tets, "tet[|s]")
    ))
}

fn of_tets(made: &Report) -> Vec<String> {
    let count = |pick: fn(&BodyReport) -> bool| made.bodies.iter().filter(|b| pick(b)).count();
    let (bodies, cages) = (made.bodies.len(), count(|b| b.method == Method::Cage));
    let tets: usize = made.bodies.iter().map(|b| b.tet_count).sum();
    let mut all = vec![format!(
        "{} {}, {}; {} dihedral angles are {:.1} to {:.1} degrees.",
        counted(tets, "tet[ fills|s fill]"),
        counted(bodies, "bod[y|ies]"),
        match (cages, bodies) {
            (1, 1) => "as a cage".into(),
            (c, b) if c == b => "as cages".into(),
            (0, _) => "following the surface".into(),
            (1, _) => "one of them as a cage".into(),
            _ => format!("{} of them as cages", grouped(cages)),
        },
        if tets == 1 { "its" } else { "their" },
        made.dihedral[0],
        made.dihedral[1]
    )];
    all.extend(of_weight(made));
    if made.cage.closed > 0 {
        let text = "slit[|s] between cells [was|were] closed where [it|they] met another slit or a dent, so both sides move together there.";
        all.push(counted(made.cage.closed, text));
    }
    let coarser = count(|b| b.is_far);
    if coarser > 0 {
        let text = "bod[y has|ies have] larger tets than wanted, or became [a cage|cages], because 32-bit positions this far from the origin cannot hold smaller tets: move the surface to the origin.";
        all.push(counted(coarser, text));
    }
    let unresolved = count(|b| b.is_unresolved);
    if unresolved > 0 {
        let text = "bod[y has|ies have] walls or necks thinner than the tets: ask for more tets to resolve them.";
        all.push(counted(unresolved, text));
    }
    all.extend(of_gaps(made));
    all.extend(of_pieces(made));
    let moved: Vec<_> = made.bodies.iter().filter(|b| b.moved > 0.0).collect();
    if !moved.is_empty() {
        let most = moved.iter().map(|b| b.moved).fold(0.0, f64::max);
        let text = format!(
            "bod[y was|ies were] made up to {} length units thicker or thinner where the tets would otherwise miss the surface.",
            measured(most)
        );
        all.push(counted(moved.len(), &text));
    }
    all.extend(of_distance(made));
    all.extend(of_volume(made));
    all
}

/// How many bodies became cages in a conforming mesh. Bodies far from the origin have their own sentence.
fn of_cages(made: &Report) -> Option<String> {
    let is_cage = |b: &&BodyReport| b.method == Method::Cage && !b.is_far;
    let count = made.bodies.iter().filter(is_cage).count();
    let text = "bod[y became a cage|ies became cages] instead of following the surface: with so few tets, [it|they] would fall into pieces or lose a limb or a third of the volume. Ask for more tets.";
    (count > 0).then(|| counted(count, text))
}

/// How many conforming bodies have tets across a gap. A cage with merged pieces counts as unresolved instead.
fn of_gaps(made: &Report) -> Option<String> {
    let bridged = made
        .bodies
        .iter()
        .filter(|b| b.method == Method::Conforming);
    let bridged: Vec<_> = bridged.map(|b| b.bridged).filter(|n| *n > 0).collect();
    let text = format!(
        "bod[y has|ies have] {} where tets span a gap narrower than they are: ask for more tets, or for a cage, which keeps gaps open.",
        counted(bridged.iter().sum(), "place[|s]")
    );
    (!bridged.is_empty()).then(|| counted(bridged.len(), &text))
}

fn of_bodies(made: &Report) -> Option<String> {
    let text = "bodies are not connected: each moves by itself.";
    (made.bodies.len() > 1).then(|| counted(made.bodies.len(), text))
}

fn of_pieces(made: &Report) -> Option<String> {
    let is_torn = |b: &&BodyReport| b.pieces > 1;
    let torn: Vec<_> = made.bodies.iter().filter(is_torn).collect();
    let advice = match torn.iter().any(|b| b.method == Method::Conforming) {
        true => ", or for a cage, which is mostly one piece",
        false => "",
    };
    let text = format!(
        "bod[y|ies] came out in {} unconnected pieces and will fall apart. Ask for more tets{advice}.",
        grouped(torn.iter().map(|b| b.pieces).sum())
    );
    (!torn.is_empty()).then(|| counted(torn.len(), &text))
}

/// Conforming bodies too far from their surface.
fn off(made: &Report) -> impl Iterator<Item = &BodyReport> {
    let is_off = |b: &&BodyReport| b.method == Method::Conforming && !b.is_near;
    made.bodies.iter().filter(is_off)
}

fn of_distance(made: &Report) -> Option<String> {
    let farthest = |b: &BodyReport| if b.has_holes { 0.0 } else { b.farthest };
    let distances = off(made).map(|b| farthest(b).max(b.missed));
    let far: Vec<_> = distances.filter(|d| *d > NEAR * made.diagonal).collect();
    let worst = far.iter().copied().fold(0.0, f64::max);
    let text = format!(
        "bod[y is|ies are] up to {} length units from [its|their] surface, {:.1} % of its diagonal ({:.0} % is wanted): ask for more tets.",
        measured(worst),
        100.0 * worst / made.diagonal,
        100.0 * NEAR
    );
    (!far.is_empty()).then(|| counted(far.len(), &text))
}

fn of_volume(made: &Report) -> Option<String> {
    let errors = off(made).map(|b| b.volume / b.surface_volume - 1.0);
    let wrong: Vec<_> = errors.filter(|e| e.abs() > NEAR_VOLUME).collect();
    let worst = wrong
        .iter()
        .copied()
        .max_by(|a, b| a.abs().total_cmp(&b.abs()))?;
    let text = format!(
        "bod[y has|ies have] up to {:.1} % {} volume than [its|their] surface encloses (at most {:.0} % is wanted): ask for more tets, or adjust the density.",
        100.0 * worst.abs(),
        if worst < 0.0 { "less" } else { "more" },
        100.0 * NEAR_VOLUME
    );
    Some(counted(wrong.len(), &text))
}

#[cfg(test)]
#[path = "surface_report_tests.rs"]
mod tests;
