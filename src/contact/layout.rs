//! The layout of the buffer `contacts`.

use crate::error::{Error, Result, Status};
use crate::gpu::context::Context;
use crate::share::{
    CONTACTS_BODY_ROWS, CONTACTS_CANDIDATE_ROWS, CONTACTS_EVENT_ROWS, CONTACTS_FORCE_ROWS,
    CONTACTS_IMPACT_ROWS, CONTACTS_PAIR_ROWS, CONTACTS_PATCH_ROWS, CONTACTS_PLANE_ROWS,
    CONTACTS_SET_WORDS, CONTACTS_VERTEX_ROWS, Contacts, REPORT_WORDS,
};

/// Candidates of a step that there is room for, for each point of a surface; and the least.
const EACH: u32 = 16;
const LEAST: u32 = 131_072;
/// Bodies near each body that there is room for, on average.
const NEIGHBOURS: u64 = 64;

/// Capacities for everything in a world that may touch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    pub slots: u32,
    pub vertices: u32,
    pub patches: u32,
    pub edges: u32,
    /// Points of all surfaces.
    pub points: u32,
    /// Events that there is room for.
    pub events: u32,
    /// Whether two bodies may bounce.
    pub rebounds: bool,
}

/// Lays out the buffer `contacts`. Fails if the adapter cannot bind it. Returns the sections
/// and the rows. Sets of bodies are behind the reports of all slots.
pub fn lay_out(context: &Context, extent: Extent) -> Result<(Contacts, u32)> {
    // Powers of two, so that few changes of the scene move the sections.
    let [slots, vertices, patches, edges] =
        [extent.slots, extent.vertices, extent.patches, extent.edges]
            .map(|count| u64::from(count.max(16).next_power_of_two()));
    let sums = patches / 4 + 4;
    let near = slots * slots.min(NEIGHBOURS);
    // Sums at the start for each slot, and two halves of impacts for each entry.
    let rebounds = 4 * slots + 2 * near * u64::from(CONTACTS_IMPACT_ROWS);
    let fixed = slots * u64::from(CONTACTS_BODY_ROWS)
        + vertices * u64::from(CONTACTS_VERTEX_ROWS + 1)
        + patches * u64::from(CONTACTS_PATCH_ROWS)
        + edges
        + near * u64::from(CONTACTS_PAIR_ROWS)
        + sums
        + 1
        + u64::from(extent.events * CONTACTS_EVENT_ROWS)
        + if extent.rebounds { rebounds } else { 0 };
    let room = room(context, fixed, extent.points)?;
    let mut next = 0_u64;
    let mut place = |count: u64, rows: u32| {
        let first = next;
        next += count * u64::from(rows);
        first as u32
    };
    let given = match extent.events > 0 || extent.rebounds {
        true => room,
        false => 0,
    };
    let mut contacts = Contacts {
        body_row: place(slots, CONTACTS_BODY_ROWS),
        vertex_row: place(vertices, CONTACTS_VERTEX_ROWS),
        patch_row: place(patches, CONTACTS_PATCH_ROWS),
        point_row: place(vertices, 1),
        edge_row: place(edges, 1),
        sum_row: place(sums, 1),
        candidate_row: place(2 * room, CONTACTS_CANDIDATE_ROWS),
        force_row: place(2 * room, CONTACTS_FORCE_ROWS),
        plane_row: place(room, CONTACTS_PLANE_ROWS),
        role_row: place(room, 1),
        kept_row: place(4 * room, 1),
        link_row: place(room, 1),
        pair_row: place(near, CONTACTS_PAIR_ROWS),
        nearby_room: near as u32,
        given_row: place(given, 1),
        event_row: place(1, 1 + extent.events * CONTACTS_EVENT_ROWS),
        event_room: extent.events,
        room: room as u32,
        set_word: REPORT_WORDS * slots as u32,
        found_word: (REPORT_WORDS + CONTACTS_SET_WORDS) * slots as u32,
        ..Contacts::default()
    };
    // Found pairs are read until candidates are written, so they share the rows of the candidates' lists.
    (contacts.found_row, contacts.found_room) = (contacts.role_row, 3 * room as u32);
    if extent.rebounds {
        contacts.start_row = place(slots, 4);
        contacts.impact_row = place(2 * near, CONTACTS_IMPACT_ROWS);
    }
    Ok((contacts, next as u32))
}

/// Candidates of a step that there is room for beside this many rows.
fn room(context: &Context, fixed: u64, points: u32) -> Result<u64> {
    // Rows a candidate: pair and contact, double-buffered; planes; list entries, 4 words a row; kept planes; links; impulse.
    let each =
        2 * (CONTACTS_CANDIDATE_ROWS + CONTACTS_FORCE_ROWS) + CONTACTS_PLANE_ROWS + 1 + 4 + 1 + 1;
    let limits = &context.limits;
    let most = limits.max_storage_buffer_binding_size / 16;
    let most = most.min(limits.max_buffer_size / 16);
    let most = most.min(u64::from(u32::MAX / 4)); // words are counted in 32 bits
    let left = most.saturating_sub(fixed) / u64::from(each);
    let wanted = u64::from(EACH * points.max(LEAST / EACH).next_power_of_two());
    let room = left.min(wanted);
    if room < u64::from(LEAST) {
        let message = "bodies that touch each other need more memory than this adapter binds: use fewer or smaller bodies";
        return Err(Error::new(Status::Capacity, message));
    }
    Ok(room)
}
