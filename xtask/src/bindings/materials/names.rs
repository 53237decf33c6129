//! Names and numbers as each language writes them.

/// `NeoHookean` becomes `neo_hookean`.
pub fn snake(camel: &str) -> String {
    let mut name = String::new();
    for c in camel.chars() {
        if c.is_ascii_uppercase() && !name.is_empty() {
            name.push('_');
        }
        name.push(c.to_ascii_lowercase());
    }
    name
}

/// `NeoHookean` becomes `NEO_HOOKEAN`.
pub fn screaming(camel: &str) -> String {
    snake(camel).to_ascii_uppercase()
}

/// `young_modulus` becomes `YoungModulus`.
pub fn pascal(snake: &str) -> String {
    let upper = |word: &str| word[..1].to_ascii_uppercase() + &word[1..];
    snake.split('_').map(upper).collect()
}

/// `young_modulus` becomes `youngModulus`.
pub fn camel(snake: &str) -> String {
    let name = pascal(snake);
    name[..1].to_ascii_lowercase() + &name[1..]
}

/// As people write it: `1000`, `0.495`, `1e12`.
pub fn number(value: f64) -> String {
    let size = value.abs();
    match value == 0.0 || (1e-2..1e4).contains(&size) {
        true => value.to_string(),
        false => format!("{value:e}"),
    }
}

/// A number of Rust: `1000.0`, `1e12`.
pub fn rust_number(value: f64) -> String {
    let text = number(value);
    match text.contains(['.', 'e']) {
        true => text,
        false => text + ".0",
    }
}

/// A number of C#: `1000`, `0.495f`, `1e12f`.
pub fn csharp_number(value: f64) -> String {
    let text = number(value);
    match text.contains(['.', 'e']) {
        true => text + "f",
        false => text,
    }
}

/// A number of C++: `1000.0f`, `5.0e4f`.
pub fn cpp_number(value: f64) -> String {
    let text = rust_number(value);
    match text.split_once('e') {
        Some((digits, power)) if !digits.contains('.') => format!("{digits}.0e{power}f"),
        _ => text + "f",
    }
}

/// A number in a page: `1,000`, `0.495`, `10⁻³`, `5·10⁴`.
pub fn page_number(value: f64) -> String {
    const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let text = number(value);
    let Some((digits, power)) = text.split_once('e') else {
        return match value >= 1000.0 {
            true => format!("{},{}", &text[..text.len() - 3], &text[text.len() - 3..]),
            false => text,
        };
    };
    let raise = |c: char| match c.to_digit(10) {
        Some(digit) => RAISED[digit as usize],
        None => '⁻',
    };
    let power: String = power.chars().map(raise).collect();
    match digits {
        "1" => format!("10{power}"),
        _ => format!("{digits}·10{power}"),
    }
}

/// Lines of at most `width` letters, each after `prefix`, from paragraphs with blank lines between them. Line breaks in a
/// paragraph stay; only its last line is filled.
pub fn comment(text: &str, prefix: &str, width: usize) -> String {
    let mut lines: Vec<String> = Vec::new();
    for (index, paragraph) in text.trim().split("\n\n").enumerate() {
        if index > 0 {
            lines.push(prefix.trim_end().to_owned());
        }
        let (broken, rest) = paragraph.rsplit_once('\n').unwrap_or(("", paragraph));
        lines.extend(broken.lines().map(|line| format!("{prefix}{line}")));
        let mut line = String::new();
        for word in rest.split_whitespace() {
            let length = prefix.chars().count() + line.chars().count() + 1;
            if !line.is_empty() && length + word.chars().count() > width {
                lines.push(format!("{prefix}{line}"));
                line.clear();
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line += word;
        }
        lines.push(format!("{prefix}{line}"));
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_are_those_of_each_language() {
        assert_eq!(screaming("NeoHookean"), "NEO_HOOKEAN");
        assert_eq!(
            (pascal("a_bc"), camel("a_bc")),
            ("ABc".into(), "aBc".into())
        );
        assert_eq!(
            [0.0, 0.495, 1e3, 1e12, 1e-3].map(number),
            ["0", "0.495", "1000", "1e12", "1e-3"]
        );
        assert_eq!([0.0, 0.5, 1e12].map(rust_number), ["0.0", "0.5", "1e12"]);
        assert_eq!(
            [1e3, 0.495, 1e-3, 5e12].map(page_number),
            ["1,000", "0.495", "10⁻³", "5·10¹²"]
        );
        assert_eq!([2.0, 0.5, 5e4].map(csharp_number), ["2", "0.5f", "5e4f"]);
        assert_eq!(
            [2.0, 0.5, 5e4, 1.5e6].map(cpp_number),
            ["2.0f", "0.5f", "5.0e4f", "1.5e6f"]
        );
    }

    #[test]
    fn comments_are_filled() {
        assert_eq!(
            comment("a bc d\n\ne", "/// ", 8),
            "/// a bc\n/// d\n///\n/// e\n"
        );
        assert_eq!(
            comment("a b c\nd e", "/// ", 6),
            "/// a b c\n/// d\n/// e\n"
        );
    }
}
