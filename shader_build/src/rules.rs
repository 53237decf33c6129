//! The rules that need no parser: folders, purity and names.

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
    let is_library = file.is_in(&LIBRARIES);
    if !is_library && !file.is_in(&KERNELS) {
        let message = format!("not in one of the folders {LIBRARIES:?} and {KERNELS:?}");
        return vec![Failure::plain(&file.shown, message)];
    }
    let faults = file.declarations.iter().filter_map(|declaration| {
        let impurity = impurity(declaration).filter(|_| is_library);
        let message = impurity.or_else(|| misnomer(file.home(), declaration))?;
        Some(file.fault(&declaration.name, &message))
    });
    faults.collect()
}

/// A library is pure, so that any of its functions can be called from a test kernel of three lines.
fn impurity(declaration: &Declaration) -> Option<String> {
    match declaration.keyword {
        Keyword::Var | Keyword::Buffer => {
            Some("is a module-scope variable, but a library is pure".to_owned())
        }
        _ if declaration.is_entry => Some("is an entry point, but a library is pure".to_owned()),
        _ => None,
    }
}

/// A name says its home, in the case of its kind. Buffers are called by what they hold, alike in all kernels.
fn misnomer(home: &str, declaration: &Declaration) -> Option<String> {
    let prefix = match declaration.keyword {
        Keyword::Buffer => return None,
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
    let fits = declaration
        .name
        .strip_prefix(&prefix)
        .is_some_and(ends_word);
    (!fits).then(|| format!("must start with the name of its home: `{prefix}`"))
}

/// `body_state` becomes `BodyState`.
fn camel_case(home: &str) -> String {
    let words = home.split('_').filter_map(|word| word.split_at_checked(1));
    words
        .map(|(first, rest)| first.to_ascii_uppercase() + rest)
        .collect()
}
