//! `unsafe` stands only at the borders to C and the GPU, and each block says who keeps its promise.

use crate::assert_none;
use crate::source::{files, tokens};

const PLACES: [&str; 3] = ["src/ffi/", "src/gpu/interop/", "bindings/godot/src/native/"];
/// How far above an `unsafe` block its `SAFETY:` comment may end [lines].
const REACH: usize = 4;

fn faults(path: &str, text: &str) -> Vec<String> {
    let tokens = tokens(text);
    let lines: Vec<&str> = text.lines().collect();
    let mut faults = Vec::new();
    for (at, token) in tokens
        .iter()
        .enumerate()
        .filter(|(_, token)| token.text == "unsafe")
    {
        let next = tokens.get(at + 1).map_or("", |next| next.text.as_str());
        // `#[unsafe(no_mangle)]` exports a name to C. It may stand in the same places, but promises nothing.
        if !PLACES.iter().any(|place| path.starts_with(place)) {
            faults.push(format!(
                "{path}:{}: `unsafe` outside {}",
                token.line,
                PLACES.join(" and ")
            ));
        } else if next == "{" || next == "impl" {
            let above = &lines[token.line.saturating_sub(1 + REACH)..token.line];
            if !above.iter().any(|line| line.contains("SAFETY:")) {
                faults.push(format!(
                    "{path}:{}: no `SAFETY:` line says who keeps the promise",
                    token.line
                ));
            }
        }
    }
    faults
}

#[test]
fn unsafe_is_rare_and_explained() {
    let sources = files(
        &[
            "bindings",
            "geometry",
            "meshing",
            "src",
            "shader_build",
            "xtask",
            "samples",
        ],
        "rs",
    );
    let faults = sources
        .iter()
        .flat_map(|file| faults(&file.path, &file.text));
    assert_none(&faults.collect::<Vec<_>>());
}

#[test]
fn planted_unsafe_is_seen() {
    assert_eq!(
        faults("src/world/a.rs", "fn f() { unsafe { g() } }").len(),
        1
    );
    assert_eq!(
        faults("src/world/a.rs", "unsafe impl Send for A {}").len(),
        1
    );
    assert_eq!(faults("src/ffi/a.rs", "fn f() { unsafe { g() } }").len(), 1);
    assert_eq!(faults("src/ffi/a.rs", "unsafe impl Send for A {}").len(), 1);
    let far = format!(
        "// SAFETY: g asks nothing.\n{}fn f() {{ unsafe {{ g() }} }}",
        "\n".repeat(REACH)
    );
    assert_eq!(faults("src/ffi/a.rs", &far).len(), 1);
    // Good: explained, a function's own type, an attribute, a comment.
    assert!(
        faults(
            "src/ffi/a.rs",
            "// SAFETY: g asks nothing.\nfn f() { unsafe { g() } }"
        )
        .is_empty()
    );
    assert!(
        faults(
            "src/ffi/a.rs",
            "#[unsafe(no_mangle)]\npub unsafe extern \"C\" fn f() {}"
        )
        .is_empty()
    );
    assert!(faults("src/world/a.rs", "// unsafe { g() }\nfn f() {}").is_empty());
}
