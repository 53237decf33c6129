//! Finds the top-level declarations of a WGSL text without parsing their insides.

use std::collections::BTreeSet;

/// What kind of name a declaration introduces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keyword {
    /// A function; an entry point when it carries `@compute`.
    Fn,
    /// A structure.
    Struct,
    /// A type alias.
    Alias,
    /// A module-scope constant.
    Const,
    /// A pipeline-overridable constant.
    Override,
    /// A buffer or the immediates: what a kernel is bound to.
    Buffer,
    /// Another module-scope variable: workgroup or private memory.
    Var,
    /// `enable`, `requires` or `diagnostic`, which precede all declarations and have no name.
    Directive,
}

/// One top-level declaration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declaration {
    /// What it declares.
    pub keyword: Keyword,
    /// The name it introduces.
    pub name: String,
    /// Line of the name, from 1.
    pub line: usize,
    /// Column of the name in bytes, from 1.
    pub column: usize,
    /// Its last line.
    pub end_line: usize,
    /// True for a function with `@compute`.
    pub is_entry: bool,
    /// Its text without comments, indentation and empty lines.
    pub code: String,
    /// The words in it that may be names of other declarations.
    pub mentions: BTreeSet<String>,
}

/// The top-level declarations of `text`, in order. A `const_assert` is none: it matters only where it is checked.
pub fn declarations(text: &str) -> Vec<Declaration> {
    let clean = without_comments(text);
    let mut found = Vec::new();
    let mut at = 0;
    let mut line = 1;
    while at < clean.len() {
        let next = clean[at..].find(|c: char| !c.is_whitespace());
        let start = next.map_or(clean.len(), |skipped| at + skipped);
        line += lines_in(&clean[at..start]);
        let end = end_of_item(&clean, start);
        found.extend(declaration(&clean, start..end, line));
        line += lines_in(&clean[start..end]);
        at = end;
    }
    found
}

fn lines_in(text: &str) -> usize {
    text.bytes().filter(|byte| *byte == b'\n').count()
}

/// Where what starts here ends: behind a semicolon, or a brace that closes it.
fn end_of_item(clean: &str, start: usize) -> usize {
    let mut depth = 0usize;
    for (at, byte) in clean.bytes().enumerate().skip(start) {
        match byte {
            b'{' | b'(' => depth += 1,
            b'}' | b')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 && matches!(byte, b'}' | b';') {
            return at + 1;
        }
    }
    clean.len()
}

/// The declaration in a range of the text, whose first line is given.
fn declaration(clean: &str, range: std::ops::Range<usize>, line: usize) -> Option<Declaration> {
    let item = &clean[range.clone()];
    let mut is_entry = false;
    let mut keyword = None;
    let name = words(item).find(|(at, word)| {
        let (before, after) = (&item[..*at], &item[at + word.len()..]);
        if before.ends_with('@') {
            is_entry |= *word == "compute";
            return false;
        }
        match keyword {
            None if !is_open(before, '(', ')') => {
                keyword = keyword_of(word, after).map(|found| (found, *at));
                keyword.is_some_and(|(found, _)| found == Keyword::Directive)
            }
            None => false,
            // `var<storage, read>`: the name follows the brackets.
            Some((_, start)) => !is_open(&before[start..], '<', '>'),
        }
    });
    let (at, name) = name?;
    let (keyword, _) = keyword?;
    let before = &item[..at];
    let line_start = clean[..range.start + at]
        .rfind('\n')
        .map_or(0, |end| end + 1);
    let lines = item.lines().map(str::trim);
    let code: Vec<_> = lines.filter(|line| !line.is_empty()).collect();
    let is_name = |(at, word): &(usize, &str)| *word != name && !item[..*at].ends_with('.');
    Some(Declaration {
        keyword,
        name: if keyword == Keyword::Directive {
            String::new()
        } else {
            name.to_owned()
        },
        line: line + lines_in(before),
        column: range.start + at - line_start + 1,
        end_line: line + lines_in(item),
        is_entry,
        mentions: words(item)
            .filter(is_name)
            .map(|(_, word)| word.to_owned())
            .collect(),
        code: code.join("\n"),
    })
}

/// Whether a bracket is open at the end of a text.
fn is_open(text: &str, open: char, close: char) -> bool {
    text.matches(open).count() > text.matches(close).count()
}

/// The words of a text that are no numbers, each with where it is.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let runs = text
        .split(move |c: char| !is_word(c))
        .filter(|word| !word.is_empty());
    let placed = runs.map(|word| (word.as_ptr().addr() - text.as_ptr().addr(), word));
    placed.filter(|(_, word)| !word.starts_with(|c: char| c.is_ascii_digit()))
}

/// The keyword that a word is; `rest` follows it.
fn keyword_of(word: &str, rest: &str) -> Option<Keyword> {
    let is_memory = ["<workgroup", "<private"]
        .iter()
        .any(|space| rest.starts_with(space));
    Some(match word {
        "fn" => Keyword::Fn,
        "struct" => Keyword::Struct,
        "alias" => Keyword::Alias,
        "const" => Keyword::Const,
        "override" => Keyword::Override,
        "var" if is_memory => Keyword::Var,
        "var" => Keyword::Buffer,
        "enable" | "requires" | "diagnostic" => Keyword::Directive,
        _ => return None,
    })
}

/// The text with comments blanked out; offsets and line ends stay. WGSL block comments nest.
fn without_comments(text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let (mut nesting, mut in_line) = (0u32, false);
    for (at, byte) in bytes
        .iter_mut()
        .enumerate()
        .filter(|(_, byte)| **byte != b'\n')
    {
        let (behind, ahead) = text.as_bytes().split_at(at);
        in_line = !behind.ends_with(b"\n") && in_line || nesting == 0 && ahead.starts_with(b"//");
        nesting += u32::from(!in_line && ahead.starts_with(b"/*"));
        nesting -= u32::from(nesting > 0 && behind.ends_with(b"*/"));
        if nesting > 0 || in_line {
            *byte = b' ';
        }
    }
    // Only bytes of whole comments are blank, so what is left is whole characters.
    String::from_utf8_lossy(&bytes).into_owned()
}
