//! `World` is made of parts. Their fields are private, they never name `World`, and what needs several of them stands in few
//! places.

use crate::assert_none;
use crate::source::{File, Token, files, tokens};

/// Where `World` may have methods.
const HOMES: [&str; 3] = ["src/world/mod.rs", "src/world/step.rs", "src/world/edits/"];
/// The most parts.
const PARTS: usize = 8;

/// A field of a struct: its name, its type's last name, and whether it is private.
#[derive(Debug, PartialEq)]
struct Field {
    name: String,
    kind: String,
    is_private: bool,
}

fn is_home(path: &str) -> bool {
    HOMES.iter().any(|home| path.starts_with(home))
}

fn is_test(path: &str) -> bool {
    path.ends_with("_tests.rs") || path.contains("/test_")
}

fn text(tokens: &[Token], at: usize) -> &str {
    tokens.get(at).map_or("", |token| token.text.as_str())
}

/// The fields of the struct of this name, if a text defines it with braces.
fn fields(text_of_file: &str, name: &str) -> Option<Vec<Field>> {
    let tokens = tokens(text_of_file);
    let words = |at: usize| text(&tokens, at);
    let defines = |at: &usize| words(*at) == "struct" && words(at + 1) == name;
    let start = (0..tokens.len()).find(|at| defines(at) && words(at + 2) == "{")?;
    let (mut depth, mut at, mut fields) = (1, start + 3, Vec::new());
    let mut is_private = true;
    while depth > 0 && at < tokens.len() {
        match words(at) {
            "{" | "(" | "[" | "<" => depth += 1,
            "}" | ")" | "]" => depth -= 1,
            ">" if words(at - 1) != "-" => depth -= 1,
            "pub" if depth == 1 => is_private = false,
            ":" if depth == 1 && words(at + 1) != ":" && words(at - 1) != ":" => {
                let end = (at + 1..tokens.len()).find(|end| matches!(words(*end), "," | "<" | "}"));
                fields.push(Field {
                    name: words(at - 1).to_owned(),
                    kind: words(end.unwrap_or(at) - 1).to_owned(),
                    is_private: std::mem::replace(&mut is_private, true),
                });
            }
            _ => {}
        }
        at += 1;
    }
    Some(fields)
}

/// Fields that others can reach, of `World` and of its parts.
fn open_fields(sources: &[(&str, &str)]) -> Vec<String> {
    let find = |name: &str| {
        let mut found = sources.iter();
        found.find_map(|(path, text)| Some((*path, fields(text, name)?)))
    };
    let Some((_, world)) = find("World") else {
        return vec!["no struct World".to_owned()];
    };
    let mut faults = Vec::new();
    if world.len() > PARTS {
        let count = world.len();
        faults.push(format!("World has {count} fields; it has {PARTS} parts"));
    }
    let names = world.iter().map(|field| field.kind.as_str());
    for name in names.chain(["World"]) {
        let Some((path, fields)) = find(name) else {
            faults.push(format!("{name}: a part of World is a struct of its own"));
            continue;
        };
        let open = fields.iter().filter(|field| !field.is_private);
        faults.extend(open.map(|field| format!("{path}: {name}.{} is not private", field.name)));
    }
    faults
}

/// Where a text names `World` that may not, and gives it methods. `share::World` is a record.
fn named(path: &str, text_of_file: &str) -> Vec<String> {
    if is_home(path) || is_test(path) {
        return Vec::new();
    }
    let tokens = tokens(text_of_file);
    let words = |at: usize| text(&tokens, at);
    let is_part = path.starts_with("src/world/");
    let mut faults = Vec::new();
    for at in (0..tokens.len()).filter(|at| words(*at) == "World" && !tokens[*at].is_test) {
        let line = tokens[at].line;
        let before = at.checked_sub(1).map_or("", words);
        let is_record = at > 2 && words(at - 3) == "share";
        if ["impl", "for"].contains(&before) {
            faults.push(format!(
                "{path}:{line}: World has methods in mod, step and edits only"
            ));
        } else if is_part && !is_record {
            faults.push(format!("{path}:{line}: a part of World names it"));
        }
    }
    faults
}

fn pairs(sources: &[File]) -> Vec<(&str, &str)> {
    sources
        .iter()
        .map(|file| (file.path.as_str(), file.text.as_str()))
        .collect()
}

#[test]
fn the_parts_of_a_world_keep_their_fields() {
    let sources = files(&["src/world", "src/skin"], "rs");
    let sources: Vec<File> = sources.into_iter().filter(|f| !is_test(&f.path)).collect();
    assert_none(&open_fields(&pairs(&sources)));
}

#[test]
fn the_parts_of_a_world_do_not_know_it() {
    let sources = files(&["src"], "rs");
    let faults = sources
        .iter()
        .flat_map(|file| named(&file.path, &file.text));
    assert_none(&faults.collect::<Vec<_>>());
}

#[test]
fn planted_fields_are_seen() {
    let world = (
        "src/world/mod.rs",
        "pub struct World { scene: Scene, store: a::Store<u8> }",
    );
    let scene = (
        "src/world/scene/mod.rs",
        "pub struct Scene { a: Vec<(u8, fn() -> u8)>, b: u8 }",
    );
    let store = (
        "src/world/store/mod.rs",
        "pub struct Store { a: [u8; 2], c: u8 }",
    );
    assert_eq!(open_fields(&[world, scene, store]), [""; 0]);
    let open = (
        "src/world/store/mod.rs",
        "struct Store { a: [u8; 2], pub(super) c: u8 }",
    );
    let faults = open_fields(&[world, scene, open]);
    assert_eq!(faults, ["src/world/store/mod.rs: Store.c is not private"]);
    assert_eq!(open_fields(&[world, scene]).len(), 1, "no such part");
    let open = ("src/world/mod.rs", "struct World { pub scene: Scene }");
    assert_eq!(open_fields(&[open, scene]).len(), 1);
    let many: Vec<String> = (0..9).map(|n| format!("f{n}: Scene")).collect();
    let many = format!("struct World {{ {} }}", many.join(", "));
    assert_eq!(open_fields(&[("src/world/mod.rs", &many), scene]).len(), 1);
}

#[test]
fn planted_names_are_seen() {
    let text = "use super::World; fn f(w: &World) {}\nimpl World {}";
    assert_eq!(named("src/world/queue/mod.rs", text).len(), 3);
    assert_eq!(
        named("src/world/snapshot.rs", "impl Drop for World {}").len(),
        1
    );
    assert_eq!(
        named("src/ffi/body.rs", text).len(),
        1,
        "others may name it"
    );
    for home in [
        "src/world/mod.rs",
        "src/world/step.rs",
        "src/world/edits/skins.rs",
    ] {
        assert_eq!(named(home, text), [""; 0]);
    }
    let free =
        "//! A World.\nfn f(r: &share::World) {}\n#[cfg(test)]\nmod tests { use super::World; }";
    assert_eq!(named("src/world/store/frames.rs", free), [""; 0]);
    assert_eq!(named("src/world/queue/loss_tests.rs", text), [""; 0]);
}
