//! Pliant's soft bodies as nodes of the Godot engine.
//!
//! `native` calls the C ABI, all else is safe Rust over the engine's own classes. docs/decisions/0045 says why.

mod asset;
mod body;
mod cloth;
mod colliders;
mod convert;
mod doctor;
mod editor;
mod fit;
mod geometry;
mod material;
mod mesh_writer;
mod methods;
mod native;
mod nearest;
mod obstacles;
mod octahedral;
mod pin;
mod push;
mod report;
mod runtime;
mod shapes;
mod simulation;
mod world;
