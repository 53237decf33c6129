//! The simulation on a GPU (or the platform's software adapter) against closed forms and the f64 reference.

mod gpu;
