//! Elements by group, as tables of the arena. `shaders/memory/element_group.wgsl` reads them.

use super::GROUP_KINDS;
use super::group_kind::{Elements, GroupKind, Items, SheetRest};

/// A row of the arena.
type Row = [u32; 4];

/// The kinds of a set.
pub fn kinds_of(set: u32) -> impl Iterator<Item = &'static GroupKind> {
    let all = GROUP_KINDS.iter().copied();
    all.filter(move |kind| kind.bit() & set != 0)
}

/// A step of an iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Items of the step.
    pub items: Items,
    /// Number of the kind.
    pub kind: u32,
    /// Index of its group.
    group: u32,
    /// First item.
    pub first: u32,
    /// Items.
    pub count: u32,
}

/// The steps of an iteration over the groups of a set of kinds: elements, then sums, then vertices.
pub fn steps(set: u32, sheet: &SheetRest) -> Vec<Step> {
    let groups = (0..).zip(kinds_of(set));
    let steps = groups.flat_map(|(group, kind)| {
        let step = |items: Items, first: u32, end: u32| Step {
            items,
            kind: kind.number,
            group,
            first,
            count: end - first,
        };
        let vertices = |items| step(items, 0, sheet.positions.len() as u32);
        match kind.items {
            Items::Elements => {
                let colours = (kind.colours)(sheet);
                let colours = colours.windows(2);
                colours.map(|c| step(kind.items, c[0], c[1])).collect()
            }
            Items::Sum => vec![vertices(Items::Sum), vertices(Items::Vertices)],
            Items::Vertices => vec![vertices(Items::Vertices)],
        }
    });
    let mut steps: Vec<Step> = steps.collect();
    steps.sort_by_key(|step| step.items);
    steps
}

/// The tables of a body's groups.
#[derive(Clone, Debug, Default)]
pub struct GroupTable {
    /// All rows.
    pub rows: Vec<Row>,
    /// Groups.
    pub groups: u32,
    /// First rows of the groups, of the steps, and of the entries around vertices.
    pub places: [u32; 3],
    /// Steps of an iteration, and how many of them go backwards in odd iterations.
    pub steps: [u32; 2],
    /// The group whose steps sum, from 1; 0 without one.
    pub sum: u32,
    /// State rows of the multipliers of all elements, and of sums.
    pub multiplier_rows: u32,
}

/// Packs the groups of a set of kinds. The multipliers begin at row `first_own` of the body's own state rows.
pub fn pack(set: u32, sheet: &SheetRest, first_own: u32) -> GroupTable {
    let groups: Vec<(&GroupKind, Elements)> = kinds_of(set)
        .map(|kind| (kind, (kind.elements)(sheet)))
        .collect();
    let steps = steps(set, sheet);
    let mut table = GroupTable {
        groups: groups.len() as u32,
        ..GroupTable::default()
    };
    let mut first = (groups.len() + steps.len()) as u32;
    for (number, (kind, elements)) in (1..).zip(&groups) {
        let count = elements.corners.len() as u32;
        let own = first_own + table.multiplier_rows;
        table.rows.push([kind.number, count, first, own]);
        first += 2 * count;
        table.multiplier_rows += kind.own_rows(count, sheet.positions.len() as u32);
        if kind.items == Items::Sum {
            table.sum = number;
        }
    }
    let step_row = table.rows.len() as u32;
    let step_rows = steps
        .iter()
        .map(|s| [s.items as u32, s.group, s.first, s.count]);
    table.rows.extend(step_rows);
    for (_, elements) in &groups {
        let both = elements.corners.iter().zip(&elements.rest);
        let rows = both.flat_map(|(corners, rest)| [*corners, rest.map(f32::to_bits)]);
        table.rows.extend(rows);
    }
    table.places = [0, step_row, table.rows.len() as u32];
    let turning = steps.iter().filter(|s| s.items == Items::Elements).count();
    table.steps = [steps.len() as u32, turning as u32];
    table.rows.extend(around(&groups, sheet.positions.len()));
    table
}

/// (row of its first entry, counted from here; entries) of each vertex. Then the entries of each vertex, four a row:
/// element, group and corner of each element with this vertex as a corner.
fn around(groups: &[(&GroupKind, Elements)], vertices: usize) -> Vec<Row> {
    let mut entries: Vec<Vec<u32>> = vec![Vec::new(); vertices];
    for (group, (_, elements)) in (0_u32..).zip(groups) {
        for (element, corners) in (0_u32..).zip(&elements.corners) {
            let own = corners.iter().enumerate();
            let own = own.filter(|(corner, vertex)| *corner == 0 || **vertex != corners[0]);
            for (corner, vertex) in own {
                entries[*vertex as usize].push(element << 8 | group << 3 | corner as u32);
            }
        }
    }
    let mut rows: Vec<Row> = Vec::new();
    let mut next = vertices as u32;
    for own in &entries {
        rows.push([next, own.len() as u32, 0, 0]);
        next += own.len().div_ceil(4) as u32;
    }
    rows.extend(entries.iter().flat_map(|own| own.chunks(4)).map(|four| {
        let mut row = [0; 4];
        row[..four.len()].copy_from_slice(four);
        row
    }));
    rows
}

#[cfg(test)]
#[path = "group_tests.rs"]
mod tests;
