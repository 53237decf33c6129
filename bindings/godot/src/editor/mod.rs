//! What the add-on adds to the editor. Nothing is simulated there.

mod cooking;
mod gizmo;
mod plugin;
