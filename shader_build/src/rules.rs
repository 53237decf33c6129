//! The house rules that need no parser: folders, purity and prefixes.

use crate::assemble::{KERNELS, LIBRARIES, Source};
use crate::{Declaration, Failure, Keyword};

/// Checks one file.
pub fn check(file: &Source) -> Vec<Failure> {
    let is_snake = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    if !file.stem.chars().all(is_snake) {
        return vec![Failure::plain(
            &file.shown,
            "a file's name must be in snake_case".into(),
        )];
    }
    if file.is_in(&KERNELS) {
        return Vec::new();
    }
    if !file.is_in(&LIBRARIES) {
        let message = format!("not in one of the folders {LIBRARIES:?} and {KERNELS:?}");
        return vec![Failure::plain(&file.shown, message)];
    }
    let faults = file.declarations.iter().filter_map(|declaration| {
        let message = impurity(declaration).or_else(|| misnomer(&file.stem, declaration))?;
        Some(file.fault(&declaration.name, &message))
    });
    faults.collect()
}

/// A library is pure, so that any of its functions can be called from a test kernel of three lines.
fn impurity(declaration: &Declaration) -> Option<String> {
    match declaration.keyword {
        Keyword::Var => Some("is a module-scope variable, but a library is pure".to_owned()),
        _ if declaration.is_entry => Some("is an entry point, but a library is pure".to_owned()),
        _ => None,
    }
}

/// A name says its home: it starts with its file's stem, in the case of its kind.
fn misnomer(stem: &str, declaration: &Declaration) -> Option<String> {
    let prefix = match declaration.keyword {
        Keyword::Struct | Keyword::Alias => camel_case(stem),
        Keyword::Const | Keyword::Override => stem.to_ascii_uppercase(),
        Keyword::Fn | Keyword::Var => stem.to_owned(),
    };
    // The stem must end where a word ends: neither `distances` nor `Bodyguard` belong to their stems.
    let is_camel = matches!(declaration.keyword, Keyword::Struct | Keyword::Alias);
    let ends_word = |rest: &str| match rest.chars().next() {
        Some(next) if is_camel => !next.is_ascii_lowercase(),
        Some(next) => next == '_',
        None => true,
    };
    let fits = declaration
        .name
        .strip_prefix(&prefix)
        .is_some_and(ends_word);
    (!fits).then(|| format!("must start with the name of its file: `{prefix}`"))
}

/// `body_state` becomes `BodyState`.
fn camel_case(stem: &str) -> String {
    let words = stem.split('_').filter_map(|word| word.split_at_checked(1));
    words
        .map(|(first, rest)| first.to_ascii_uppercase() + rest)
        .collect()
}
