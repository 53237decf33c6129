//! The steps of an iteration of a body, and the state rows for them.

use super::scheduled::Scheduled;
use crate::asset::Asset;
use crate::element::group_kind::SheetRest;
use crate::element::groups::{self, Step};

/// State rows of a body's motion, which come before the multipliers.
pub const MOTION_ROWS: u32 = 5;

/// State rows of a body: a motion, and the multipliers of its elements.
pub fn own_rows(body: &Scheduled) -> u32 {
    MOTION_ROWS + body.multiplier_rows
}

/// The sheet from which elements are made; empty without a sheet.
pub fn sheet_rest(asset: &Asset) -> SheetRest<'_> {
    let Some(sheet) = &asset.sheet else {
        return SheetRest::default();
    };
    SheetRest {
        positions: &asset.rest_positions,
        triangles: &asset.surface_triangles,
        areas: &sheet.triangle_areas,
        edges: &asset.edges,
        lengths: &sheet.edge_lengths,
        hinges: &sheet.hinges,
        turns: &sheet.hinge_turns,
        by_colour: &sheet.edges_by_colour,
        colours: &sheet.edge_colours,
    }
}

/// The steps of an iteration of a body.
pub fn steps(body: &Scheduled) -> Vec<Step> {
    groups::steps(body.kinds, &sheet_rest(body.asset))
}
