//! The entry point that Godot looks up in the library.

use godot::prelude::*;

struct PliantExtension;

// SAFETY: the macro writes the entry point; nothing here is called from another thread than Godot's main thread.
#[gdextension(entry_symbol = pliant_godot_init)]
unsafe impl ExtensionLibrary for PliantExtension {
    fn on_stage_init(stage: InitStage) {
        if stage == InitStage::Scene {
            super::start_log();
            crate::asset::register_formats();
            crate::doctor::learn(vec![
                crate::body::look,
                crate::cloth::look,
                crate::pin::look,
            ]);
        }
    }

    fn on_stage_deinit(stage: InitStage) {
        if stage == InitStage::Scene {
            crate::asset::unregister_formats();
            super::stop_log();
            super::shutdown();
        }
    }
}
