//! Lines that are generated inside a file by hand.

use crate::shell::{Failure, Result};

/// A text with other lines between the line that starts with `first` and the next one that starts with `last`.
pub fn between(text: &str, first: &str, last: &str, lines: &str) -> Result<String> {
    let fault = |what: &str| Failure::new(format!("no line starts with `{what}`"));
    let at = |text: &str, what: &str| {
        let line = format!("\n{what}");
        text.find(&line).map(|at| at + 1).ok_or_else(|| fault(what))
    };
    let start = at(text, first)?;
    let start = start + text[start..].find('\n').ok_or_else(|| fault(last))?;
    let end = start + at(&text[start..], last)?;
    Ok(format!("{}\n{lines}{}", &text[..start], &text[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_between_two_others_are_replaced() {
        let text = "a\nb: x\nold\nold\nc\nd\n";
        let replaced = between(text, "b", "c", "new\n").expect("both lines");
        assert_eq!(replaced, "a\nb: x\nnew\nc\nd\n");
        assert_eq!(
            between(&replaced, "b", "c", "new\n").expect("again"),
            replaced
        );
        assert!(between(text, "c", "b", "").is_err());
    }
}
