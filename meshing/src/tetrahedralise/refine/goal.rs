//! What a body's mesh should reach.

use crate::tetrahedralise::input::Input;
use crate::tetrahedralise::options::Options;
use crate::tetrahedralise::report::NEAR;

/// An unresolved body may have this many times the tets.
const MORE: usize = 2;
/// The least share of a body, however small its area [equal share].
const LEAST: f64 = 0.125;

pub struct Goal {
    /// Whether a resolved body is refined further. Not with a given spacing.
    pub until_near: bool,
    pub distance: f64,
    /// The most tets, and the most for a body that these do not resolve.
    pub most: [f64; 2],
}

impl Goal {
    /// Bodies share the tets by area: of all, or of what earlier bodies left, if that is more. `made` is what these
    /// used.
    pub fn new(input: &Input, number: usize, made: usize, options: &Options) -> Self {
        let area = |from: usize| {
            input.bodies[from..]
                .iter()
                .map(|body| body.area)
                .sum::<f64>()
        };
        let [of_all, of_rest] = [0, number].map(|from| input.bodies[number].area / area(from));
        let share = |tets: usize| {
            let left = tets.saturating_sub(made) as f64;
            let least = LEAST * tets as f64 / input.bodies.len() as f64;
            (tets as f64 * of_all).max(left * of_rest).max(least)
        };
        let until_near = options.spacing == 0.0;
        let most = match until_near {
            true => options.most_elements.max(options.elements),
            false => options.elements,
        };
        Self {
            until_near,
            distance: NEAR * input.diagonal,
            most: [share(most), share(MORE * most)],
        }
    }
}
