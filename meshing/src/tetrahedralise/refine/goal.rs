//! What a body's mesh is refined to.

use crate::tetrahedralise::input::Input;
use crate::tetrahedralise::options::Options;
use crate::tetrahedralise::report::NEAR;

/// A body that is not resolved with the tets that are allowed may have this many times as many.
const MORE: usize = 2;
/// However small its area is, a body may have this fraction of the tets that it had if all had as many.
const LEAST: f64 = 0.125;

/// What a body is refined to.
pub struct Goal {
    /// Whether a resolved body is made finer at all: who names a spacing gets it.
    pub until_near: bool,
    /// Distance between boundary and surface [length unit].
    pub distance: f64,
    /// Most tets, and most of a body that is not resolved with so many.
    pub most: [f64; 2],
}

impl Goal {
    /// A body's share of the tets is that of its area, of all or, where those before it left more, of what is left. They `made` some.
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
