//! Pages of `docs/` that are also elsewhere.

use crate::shell::{Result, read, root};

/// The page that Unity's package holds a copy of, because a package manager does not follow links.
const PAGE: &str = "docs/unity.md";
const PAGES: &str = "](https://github.com/pliant/pliant/blob/main/docs/";
/// The copy.
pub const UNITY: &str = "bindings/unity/Documentation~/index.md";

/// The copy's text.
pub fn unity() -> Result<String> {
    Ok(with_absolute_links(&read(&root().join(PAGE))?))
}

/// A page whose links lead to the other pages also where those do not lie beside it.
fn with_absolute_links(page: &str) -> String {
    let mut parts = page.split("](");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let is_outside = part.starts_with("http") || part.starts_with('#');
        text += if is_outside { "](" } else { PAGES };
        text += part;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_of_the_copied_page_lead_to_the_repository() {
        let page = with_absolute_links("[a](limits.md) [b](#b) [c](https://c)");
        let here = "https://github.com/pliant/pliant/blob/main/docs/limits.md";
        assert_eq!(page, format!("[a]({here}) [b](#b) [c](https://c)"));
    }
}
