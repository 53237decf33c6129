//! Finds the top-level declarations of a WGSL text without parsing their insides.

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
    /// Line of the closing brace of a function or structure; otherwise the line of the name.
    pub end_line: usize,
    /// True for a function with `@compute`.
    pub is_entry: bool,
}

/// The top-level declarations of `text`, in order. Comments are ignored.
pub fn declarations(text: &str) -> Vec<Declaration> {
    let clean = without_comments(text);
    let mut found: Vec<Declaration> = Vec::new();
    let (mut keyword, mut is_entry) = (None, false);
    let (mut at, mut depth, mut line, mut line_start) = (0, 0usize, 1, 0);
    while at < clean.len() {
        let byte = clean[at];
        if !byte.is_ascii_alphanumeric() && byte != b'_' {
            match byte {
                b'\n' => (line, line_start) = (line + 1, at + 1),
                b'{' | b'(' => depth += 1,
                b'}' | b')' => depth = depth.saturating_sub(1),
                // `var<storage, read>`: the name follows the brackets.
                b'<' if keyword == Some(Keyword::Var) => {
                    let is_memory = [&b"<workgroup"[..], b"<private"]
                        .iter()
                        .any(|space| clean[at..].starts_with(space));
                    keyword = Some(if is_memory {
                        Keyword::Var
                    } else {
                        Keyword::Buffer
                    });
                    at += clean[at..].iter().position(|&b| b == b'>').unwrap_or(0);
                }
                _ => {}
            }
            if let (b'}', 0, Some(last)) = (byte, depth, found.last_mut()) {
                last.end_line = line;
            }
            at += 1;
            continue;
        }
        let is_word = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_';
        let length = clean[at..].iter().take_while(|b| is_word(b)).count();
        let word = std::str::from_utf8(&clean[at..at + length]).unwrap_or("");
        if depth == 0 {
            if let Some(keyword) = keyword.take() {
                let column = at - line_start + 1;
                let name = word.to_owned();
                found.push(Declaration {
                    keyword,
                    name,
                    line,
                    column,
                    end_line: line,
                    is_entry,
                });
                is_entry = false;
            } else {
                is_entry |= word == "compute" && at > 0 && clean[at - 1] == b'@';
                keyword = keyword_of(word);
            }
        }
        at += length;
    }
    found
}

fn keyword_of(word: &str) -> Option<Keyword> {
    Some(match word {
        "fn" => Keyword::Fn,
        "struct" => Keyword::Struct,
        "alias" => Keyword::Alias,
        "const" => Keyword::Const,
        "override" => Keyword::Override,
        "var" => Keyword::Var,
        _ => return None,
    })
}

/// The bytes of `text` with comments blanked out; offsets and line ends stay. WGSL block comments nest.
fn without_comments(text: &str) -> Vec<u8> {
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
    bytes
}
