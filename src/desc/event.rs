//! What a body or a collider tells of its contacts.

use super::{choices, in_range, known_bits, one_of};
use crate::error::Result;

/// Event: a pair begins to touch.
pub const PLIANT_EVENT_BEGIN: u32 = 1;
/// Event: a pair still touches.
pub const PLIANT_EVENT_STAY: u32 = 2;
/// Event: a pair no longer touches, or one side of the pair was removed.
pub const PLIANT_EVENT_END: u32 = 4;
/// Event flag: also report contact of the body with itself.
pub const PLIANT_EVENT_SELF: u32 = 8;

const EVENTS: &[(u32, &str)] = choices!(
    PLIANT_EVENT_BEGIN,
    PLIANT_EVENT_STAY,
    PLIANT_EVENT_END,
    PLIANT_EVENT_SELF
);

/// Self-contact: on for sheets whose layers are in their own mask, off for other bodies.
pub const PLIANT_SELF_CONTACT_DEFAULT: u32 = 0;
/// Self-contact: the body touches itself.
pub const PLIANT_SELF_CONTACT_ON: u32 = 1;
/// Self-contact: the body passes through itself.
pub const PLIANT_SELF_CONTACT_OFF: u32 = 2;

const SELF_CONTACTS: &[(u32, &str)] = choices!(
    PLIANT_SELF_CONTACT_DEFAULT,
    PLIANT_SELF_CONTACT_ON,
    PLIANT_SELF_CONTACT_OFF
);

/// Fails unless these are events, and a threshold of them.
pub fn check_events(events: u32, threshold: f32) -> Result<()> {
    known_bits("events", events, EVENTS)?;
    in_range("event_threshold", threshold, 0.0, f32::MAX)
}

/// Fails unless this is a choice of self-contact.
pub fn check_self_contact(choice: u32) -> Result<()> {
    one_of("self_contact", choice, SELF_CONTACTS)
}
