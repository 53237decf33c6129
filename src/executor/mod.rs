//! The executors, which share bodies out on the GPU for any solver: work lists, size classes of workgroups, and the
//! dispatches of solvers whose loops are in `shaders/executor/`.

pub mod contact_features;
pub mod joint;
pub mod loop_passes;
pub mod resident;
pub mod scheduled;
pub mod size_class;
pub mod step_requests;
pub mod steps;
pub mod wide;
pub mod wide_lists;
pub mod work_list;

pub use contact_features::{ColliderKinds, ContactFeatures, SurfaceContact};
pub use joint::Joint;
pub use scheduled::{CoarseSize, Scheduled, ScheduledSurface};
pub use step_requests::StepRequests;
pub use wide_lists::{WideLists, placed_faces};
pub use work_list::{Epochs, Row, SolverKernel, Work};
