//! Reads the declarations of `pliant.h`. The header is generated, so its grammar is small; anything else is an error.

use crate::shell::{Failure, Result};

/// What a header declares, without values and layouts.
#[derive(Debug, Default, PartialEq)]
pub struct Declarations {
    /// Constants by name.
    pub constants: Vec<String>,
    /// Each function as it is declared, in one line.
    pub functions: Vec<String>,
    /// Structs with their fields.
    pub structs: Vec<Struct>,
}

/// A struct with the fields in their order.
#[derive(Debug, PartialEq)]
pub struct Struct {
    pub name: String,
    /// Each field's name, and its declaration in one line.
    pub fields: Vec<(String, String)>,
}

/// Macros of the header that are no constants.
const NOT_CONSTANTS: [&str; 2] = ["PLIANT_H", "PLIANT_API"];

/// Reads a header's text.
pub fn parse(text: &str) -> Result<Declarations> {
    let mut found = Declarations::default();
    let mut code = String::new();
    for line in without_comments(text).lines() {
        match line.trim_start().strip_prefix('#') {
            None => code += &format!("{line}\n"),
            Some(directive) => found.constants.extend(constant(directive)),
        }
    }
    // Both lines stand in `#ifdef __cplusplus`.
    let code = code.replace("extern \"C\" {", "");
    let mut rest = code.trim_end().trim_end_matches('}').trim();
    while !rest.is_empty() {
        let end = end_of_declaration(rest)?;
        let declaration = in_one_line(&rest[..end]);
        rest = rest[end + 1..].trim_start();
        if let Some(function) = declaration.strip_prefix("PLIANT_API ") {
            found.functions.push(function.to_owned());
        } else if let Some(body) = declaration.strip_prefix("typedef struct ") {
            found.structs.push(parse_struct(body)?);
        } else {
            return Err(unknown(&declaration));
        }
    }
    if found.functions.is_empty() || found.structs.is_empty() || found.constants.is_empty() {
        return Err(Failure::new(
            "the header declares no function, no struct or no constant",
        ));
    }
    Ok(found)
}

/// The name that a function's declaration gives it.
pub fn function_name(declaration: &str) -> &str {
    let before = declaration.split('(').next().unwrap_or(declaration);
    before.rsplit([' ', '*']).next().unwrap_or(before)
}

/// The function without the names of its parameters, which callers do not see.
pub fn function_type(declaration: &str) -> String {
    let mut words: Vec<String> = Vec::new();
    for token in tokens(declaration) {
        let is_end = token == "," || token == ")";
        let is_name = |word: &String| word.chars().all(|c| c.is_alphanumeric() || c == '_');
        // A name follows a type or a star; a lone word is a type.
        if is_end && words.len() > 1 && words.last().is_some_and(is_name) {
            let before = &words[words.len() - 2];
            if before != "(" && before != "," && before != "struct" && before != "const" {
                words.pop();
            }
        }
        words.push(token);
    }
    words.join(" ")
}

fn tokens(text: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut in_word = false;
    for c in text.chars() {
        let is_word = c.is_alphanumeric() || c == '_';
        match (is_word && in_word, tokens.last_mut()) {
            (true, Some(last)) => last.push(c),
            _ if c.is_whitespace() => {}
            _ => tokens.push(c.to_string()),
        }
        in_word = is_word;
    }
    tokens
}

fn unknown(declaration: &str) -> Failure {
    Failure::new(format!(
        "xtask/src/abi/header.rs does not know this kind of declaration: `{declaration}`; teach it, or the gate is blind to it"
    ))
}

fn without_comments(text: &str) -> String {
    let mut code = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("/*") {
        code += before;
        code.push(' ');
        rest = after.split_once("*/").map_or("", |(_, after)| after);
    }
    code += rest;
    let lines = code.lines();
    lines.fold(String::new(), |all, line| {
        all + line.split("//").next().unwrap_or("") + "\n"
    })
}

/// The constant that a preprocessor line defines.
fn constant(directive: &str) -> Option<String> {
    let mut words = directive.split_whitespace();
    let name = words
        .next()
        .filter(|word| *word == "define")
        .and(words.next())?;
    let is_constant = name.starts_with("PLIANT_") && !NOT_CONSTANTS.contains(&name);
    is_constant.then(|| name.to_owned())
}

/// Where the first semicolon outside of braces is.
fn end_of_declaration(code: &str) -> Result<usize> {
    let mut depth = 0;
    for (at, c) in code.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ';' if depth == 0 => return Ok(at),
            _ => {}
        }
    }
    Err(unknown(&in_one_line(code)))
}

/// The text with single spaces, and none after a bracket or before a comma.
fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn parse_struct(body: &str) -> Result<Struct> {
    let parts = body.split_once('{').zip(body.rsplit_once('}'));
    let ((name, _), (_, alias)) = parts.ok_or_else(|| unknown(body))?;
    let (name, alias) = (name.trim(), alias.trim());
    let inner = &body[body.find('{').unwrap_or(0) + 1..body.rfind('}').unwrap_or(body.len())];
    if name != alias || inner.contains(['{', '}']) {
        return Err(unknown(body));
    }
    let fields = inner.split(';').map(str::trim).filter(|f| !f.is_empty());
    let fields = fields.map(|field| Ok((field_name(field)?, field.to_owned())));
    Ok(Struct {
        name: name.to_owned(),
        fields: fields.collect::<Result<_>>()?,
    })
}

/// The name of `uint32_t a`, `float b[3]`, `struct T *c` and `int32_t (*d)(float)`.
pub fn field_name(field: &str) -> Result<String> {
    let name = match field.split_once("(*") {
        Some((_, rest)) => rest.split(')').next().unwrap_or(""),
        None => field
            .split('[')
            .next()
            .unwrap_or("")
            .rsplit([' ', '*'])
            .next()
            .unwrap_or(""),
    };
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    let is_one = !field.contains(',') || field.contains("(*");
    match is_name && is_one && !field.contains(':') {
        true => Ok(name.to_owned()),
        false => Err(unknown(field)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "/* A { comment; */\n#ifndef PLIANT_H\n#define PLIANT_H\n#define PLIANT_API\n\
        #define PLIANT_OK 0\n#define PLIANT_MANY (1 << 26)\n\
        typedef struct PliantId {\n  /** Bits; of it. */\n  uint64_t bits;\n} PliantId;\n\
        typedef struct PliantDesc {\n  uint32_t struct_size;\n  float at[3];\n  const struct PliantId *ids;\n\
        int32_t (*call)(float done,\n                  void *user_data);\n} PliantDesc;\n\
        #ifdef __cplusplus\nextern \"C\" {\n#endif // __cplusplus\n\
        PLIANT_API\nint32_t pliant_make(const struct PliantDesc *desc,\n                    struct PliantId *out_id);\n\
        PLIANT_API int32_t pliant_end(void);\n\
        #ifdef __cplusplus\n}  // extern \"C\"\n#endif\n#endif\n";

    #[test]
    fn a_header_is_read() {
        let found = parse(TEXT).expect("the header");
        assert_eq!(found.constants, ["PLIANT_OK", "PLIANT_MANY"]);
        assert_eq!(
            found.functions,
            [
                "int32_t pliant_make(const struct PliantDesc *desc, struct PliantId *out_id)",
                "int32_t pliant_end(void)"
            ]
        );
        assert_eq!(function_name(&found.functions[0]), "pliant_make");
        let names = |s: &Struct| s.fields.iter().map(|f| f.0.clone()).collect::<Vec<_>>();
        assert_eq!(names(&found.structs[0]), ["bits"]);
        assert_eq!(
            names(&found.structs[1]),
            ["struct_size", "at", "ids", "call"]
        );
    }

    #[test]
    fn what_is_not_known_is_an_error() {
        for odd in [
            "typedef uint32_t PliantFlags;",
            "typedef union PliantU { uint32_t a; } PliantU;",
            "typedef struct PliantS { uint32_t a, b; } PliantS;",
            "typedef struct PliantS { uint32_t a : 3; } PliantS;",
            "int32_t pliant_not_exported(void);",
        ] {
            let text = TEXT.replace("PLIANT_API int32_t pliant_end(void);", odd);
            assert!(parse(&text).is_err(), "{odd}");
        }
    }

    #[test]
    fn names_of_parameters_are_no_part_of_a_functions_type() {
        let named = "int32_t pliant_a(const struct PliantDesc *desc, float dt, void (*tell)(float done, void *user))";
        let other = "int32_t pliant_a(const struct PliantDesc *d, float time, void (*tell)(float share, void *data))";
        let bare =
            "int32_t pliant_a(const struct PliantDesc *, float, void (*tell)(float, void *))";
        assert_eq!(function_type(named), function_type(other));
        assert_eq!(function_type(named), function_type(bare));
        assert_ne!(
            function_type(named),
            function_type(&named.replace("float dt", "double dt"))
        );
        assert_ne!(
            function_type(named),
            function_type(&named.replace("const ", ""))
        );
    }
}
