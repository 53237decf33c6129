//! What stays the same of a world as long as it lives, and the error that ends it.

use crate::desc::WorldOptions;
use crate::error::{Error, Result};
use crate::gpu::context::Context;
use std::sync::Arc;

/// A world's number, device and options.
pub struct Identity {
    number: u32,
    context: Arc<Context>,
    options: Arc<WorldOptions>,
    /// The GPU error that broke this world.
    fault: Option<Error>,
}

impl Identity {
    pub fn new(number: u32, context: Arc<Context>, options: WorldOptions) -> Self {
        Self {
            number,
            context,
            options: Arc::new(options),
            fault: None,
        }
    }

    /// The number in the world's handles, unique in the process.
    pub fn number(&self) -> u32 {
        self.number
    }

    pub fn context(&self) -> &Arc<Context> {
        &self.context
    }

    pub fn options(&self) -> &Arc<WorldOptions> {
        &self.options
    }

    /// Fails once the device is lost or this world is broken.
    pub fn check(&self) -> Result<()> {
        self.context.check()?;
        self.fault.clone().map_or(Ok(()), Err)
    }

    /// Ends the world: every call fails from now on.
    pub fn break_with(&mut self, fault: &Error) {
        self.fault = Some(fault.clone());
    }
}
