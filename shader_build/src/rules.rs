//! The house rules that need no parser: folders, purity and prefixes.

use crate::assemble::{KERNELS, LIBRARIES, Source};
use crate::{Declaration, Failure, Keyword};

/// Checks one file.
pub fn check(file: &Source) -> Result<(), Vec<Failure>> {
    let mut failures = Vec::new();
    let is_library = LIBRARIES.contains(&file.family.as_str());
    if !is_library && !KERNELS.contains(&file.family.as_str()) {
        let known = [&LIBRARIES[..], &KERNELS[..]].concat().join(", ");
        failures.push(Failure::plain(
            &file.shown,
            &format!("not in a known folder ({known})"),
        ));
    }
    let is_snake = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    if !file.stem.starts_with(|c: char| c.is_ascii_lowercase()) || !file.stem.chars().all(is_snake)
    {
        failures.push(Failure::plain(
            &file.shown,
            "a file's name must be in snake_case",
        ));
    }
    if is_library {
        let faults = file.declarations.iter().filter_map(|declaration| {
            let message = impurity(declaration).or_else(|| misnomer(&file.stem, declaration))?;
            Some(file.fault(declaration, message))
        });
        failures.extend(faults);
    }
    if failures.is_empty() {
        Ok(())
    } else {
        Err(failures)
    }
}

/// A library is pure, so that any of its functions can be called from a test kernel of three lines.
fn impurity(declaration: &Declaration) -> Option<String> {
    let name = &declaration.name;
    if declaration.keyword == Keyword::Var {
        return Some(format!(
            "a library is pure: no module-scope variable such as `{name}`"
        ));
    }
    declaration
        .is_entry
        .then(|| format!("a library is pure: no entry point such as `{name}`"))
}

/// A name says its home: it starts with its file's stem, in the case of its kind.
fn misnomer(stem: &str, declaration: &Declaration) -> Option<String> {
    let name = declaration.name.as_str();
    let (prefix, fits) = match declaration.keyword {
        Keyword::Struct | Keyword::Alias => {
            let prefix = camel_case(stem);
            let rest = name.strip_prefix(&prefix);
            let fits = rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_lowercase()));
            (prefix, fits)
        }
        Keyword::Const | Keyword::Override => {
            let prefix = stem.to_ascii_uppercase();
            let fits = has_word(name, &prefix);
            (prefix, fits)
        }
        Keyword::Fn | Keyword::Var => (stem.to_owned(), has_word(name, stem)),
    };
    (!fits).then(|| format!("`{name}` must start with its file's name: `{prefix}`"))
}

fn has_word(name: &str, prefix: &str) -> bool {
    name.strip_prefix(prefix)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
}

/// `body_state` becomes `BodyState`.
fn camel_case(stem: &str) -> String {
    let words = stem.split('_').map(|word| match word.split_at_checked(1) {
        Some((first, rest)) => first.to_ascii_uppercase() + rest,
        None => String::new(),
    });
    words.collect()
}
