//! A cook on a thread of its own, so that the editor goes on.

use crate::asset::cook;
use crate::geometry::Geometry;
use crate::native::{Asset, Cook, Triangles};
use godot::obj::InstanceId;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread::JoinHandle;

/// What the two threads tell each other.
#[derive(Default)]
struct Talk {
    /// The share that is done, as bits of a float.
    done: AtomicU32,
    stop: AtomicBool,
}

/// A cook in progress.
pub struct Job {
    talk: Arc<Talk>,
    thread: JoinHandle<Result<Option<Asset>, String>>,
    /// The node whose mesh it is.
    pub node: InstanceId,
    /// The number of the mesh.
    pub hash: i64,
}

impl Job {
    /// Begins to cook the mesh of a node.
    pub fn start(node: InstanceId, geometry: &Geometry, how: Cook) -> Self {
        let (positions, indices) = (geometry.positions.clone(), geometry.indices.clone());
        let talk = Arc::<Talk>::default();
        let heard = Arc::clone(&talk);
        let thread = std::thread::spawn(move || {
            let triangles = Triangles {
                positions: &positions,
                normals: &[],
                tangents: &[],
                indices: &indices,
            };
            cook(&triangles, how, |done| {
                heard.done.store(done.to_bits(), Ordering::Relaxed);
                !heard.stop.load(Ordering::Relaxed)
            })
        });
        Self {
            talk,
            thread,
            node,
            hash: geometry.hash(),
        }
    }

    /// The share that is done, 0 to 1.
    pub fn done(&self) -> f32 {
        f32::from_bits(self.talk.done.load(Ordering::Relaxed))
    }

    /// Asks it to stop.
    pub fn cancel(&self) {
        self.talk.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the result is there.
    pub fn is_finished(&self) -> bool {
        self.thread.is_finished()
    }

    /// Waits for the result; `Ok(None)` if it was stopped.
    pub fn finish(self) -> Result<Option<Asset>, String> {
        self.thread
            .join()
            .unwrap_or_else(|_| Err("the cook panicked".into()))
    }
}
