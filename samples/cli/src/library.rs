//! Warnings of the library, such as those of its readers, as the tool's own.

use crate::report::Voice;
use log::{Level, LevelFilter, Log, Metadata, Record};

impl Log for Voice {
    fn enabled(&self, metadata: &Metadata) -> bool {
        let target = metadata.target();
        metadata.level() <= Level::Warn && target.starts_with("pliant")
    }

    fn log(&self, record: &Record) {
        if self.enabled(record.metadata()) {
            self.warn(&record.args().to_string());
        }
    }

    fn flush(&self) {}
}

/// Prints the library's warnings from now on.
pub fn listen(voice: Voice) {
    // Another logger cannot be there: this is called once.
    if log::set_boxed_logger(Box::new(voice)).is_ok() {
        log::set_max_level(LevelFilter::Warn);
    }
}
