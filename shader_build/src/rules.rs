//! The rules that need no parser: folders, purity and names.

use crate::source::Source;
use crate::{Declaration, Failure, Keyword, folders};

/// Checks one file.
pub fn check(file: &Source) -> Vec<Failure> {
    let is_snake = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    if !file.stem.chars().all(is_snake) {
        return vec![Failure::plain(
            &file.shown,
            "a file's name must be in snake_case".into(),
        )];
    }
    if !folders::is_known(file) {
        let message = format!("not in one of the folders {}", folders::names());
        return vec![Failure::plain(&file.shown, message)];
    }
    let homes = [file.stem.as_str(), file.inner_folder()];
    let faults = file.declarations.iter().filter_map(|declaration| {
        let message = misplaced(file, declaration).or_else(|| misnomer(&homes, declaration))?;
        Some(file.fault(&declaration.name, &message))
    });
    faults.collect()
}

/// A library is pure, so that any of its functions can be called from a test kernel of three lines.
fn misplaced(file: &Source, declaration: &Declaration) -> Option<String> {
    let is_variable = matches!(declaration.keyword, Keyword::Var | Keyword::Buffer);
    if is_variable && folders::is_pure(file) {
        return Some("is a module-scope variable, but a library is pure".to_owned());
    }
    let is_lost = declaration.is_entry && !folders::may_have_entries(file);
    is_lost.then(|| format!("is an entry point, which `{}` may not have", file.folder))
}

/// A name says its home, in the case of its kind. Buffers are called by what they hold, alike in all kernels.
fn misnomer(homes: &[&str; 2], declaration: &Declaration) -> Option<String> {
    let prefix = |home: &str| match declaration.keyword {
        Keyword::Buffer | Keyword::Directive => String::new(),
        Keyword::Struct | Keyword::Alias => camel_case(home),
        Keyword::Const | Keyword::Override => home.to_ascii_uppercase(),
        Keyword::Fn | Keyword::Var => home.to_owned(),
    };
    // The prefix must end where a word ends: `distances` is not of `distance`, nor `Bodyguard` of `body`.
    let is_camel = matches!(declaration.keyword, Keyword::Struct | Keyword::Alias);
    let ends_word = |rest: &str| match rest.chars().next() {
        Some(next) if is_camel => !next.is_ascii_lowercase(),
        Some(next) => next == '_',
        None => true,
    };
    let [file, folder] = homes.map(prefix);
    let rest = |prefix: &String| declaration.name.strip_prefix(prefix.as_str());
    let fits = |prefix: &String| prefix.is_empty() || rest(prefix).is_some_and(ends_word);
    let is_named = fits(&file) || fits(&folder);
    (!is_named).then(|| format!("must start with its file or folder: `{file}` or `{folder}`"))
}

/// `body_state` becomes `BodyState`.
pub fn camel_case(home: &str) -> String {
    let words = home.split('_').filter_map(|word| word.split_at_checked(1));
    words
        .map(|(first, rest)| first.to_ascii_uppercase() + rest)
        .collect()
}
