//! Finds the project's files and splits Rust into tokens, so that comments and strings cannot mislead a rule.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::path::{Path, PathBuf};

/// A file, by its path from the repository's root.
pub struct File {
    pub path: String,
    pub text: String,
}

/// One token of Rust.
#[derive(Debug)]
pub struct Token {
    pub text: String,
    /// From 1.
    pub line: usize,
    /// Whether it belongs to an item under `#[cfg(test)]`.
    pub is_test: bool,
}

pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Every file below `folders` with this extension, in the order of their paths.
pub fn files(folders: &[&str], extension: &str) -> Vec<File> {
    let mut paths = Vec::new();
    for folder in folders {
        walk(&root().join(folder), &mut paths);
    }
    paths.retain(|path| path.extension().is_some_and(|found| found == extension));
    paths.sort();
    let read = |path: &PathBuf| {
        let text = std::fs::read_to_string(path).expect("a readable file");
        let path = path.strip_prefix(root()).expect("a path below the root");
        File {
            path: path.to_string_lossy().replace('\\', "/"),
            text,
        }
    };
    paths.iter().map(read).collect()
}

fn walk(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let name = entry.file_name();
        if path.is_dir()
            && name != "target"
            && name != "out"
            && !name.to_string_lossy().starts_with('.')
        {
            walk(&path, into);
        } else if path.is_file() {
            into.push(path);
        }
    }
}

/// The tokens of a Rust text, with those inside brackets. Items under `#[cfg(test)]` are marked.
pub fn tokens(text: &str) -> Vec<Token> {
    let stream: TokenStream = text.parse().expect("Rust that compiles");
    let mut tokens = Vec::new();
    flatten(stream, false, &mut tokens);
    tokens
}

fn flatten(stream: TokenStream, is_test: bool, into: &mut Vec<Token>) {
    let mut under_test = is_test;
    let mut after_hash = false;
    for tree in stream {
        let mut ends_item = false;
        match &tree {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::None => ("", ""),
                };
                let is_cfg = after_hash && open == "[";
                under_test |= is_cfg && group.stream().to_string().replace(' ', "") == "cfg(test)";
                ends_item = open == "{";
                let mut push = |text: &str, line| {
                    into.push(Token {
                        text: text.to_owned(),
                        line,
                        is_test: under_test,
                    })
                };
                push(open, group.span_open().start().line);
                flatten(group.stream(), under_test, into);
                let mut push = |text: &str, line| {
                    into.push(Token {
                        text: text.to_owned(),
                        line,
                        is_test: under_test,
                    })
                };
                push(close, group.span_close().start().line);
            }
            other => {
                let (text, line) = (other.to_string(), other.span().start().line);
                ends_item |= text == ";";
                into.push(Token {
                    text,
                    line,
                    is_test: under_test,
                });
            }
        }
        after_hash = matches!(&tree, TokenTree::Punct(punct) if punct.as_char() == '#');
        if ends_item {
            under_test = is_test;
        }
    }
}

#[test]
fn comments_and_strings_are_no_tokens_and_test_items_are_marked() {
    let found = tokens(
        "// crate::a\nfn f() { \"crate::b\"; }\n#[cfg(test)]\nmod tests { fn g() {} }\nfn h() {}",
    );
    let named = |name: &str| found.iter().find(|token| token.text == name);
    assert!(named("crate").is_none());
    assert!(named("g").is_some_and(|token| token.is_test && token.line == 4));
    assert!(named("f").is_some_and(|token| !token.is_test));
    assert!(named("h").is_some_and(|token| !token.is_test));
}
