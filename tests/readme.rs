//! What the README promises of itself.

const README: &str = include_str!("../README.md");

/// The C program in the README is the sample, byte for byte.
#[test]
fn the_readme_quotes_the_c_sample() {
    let sample = include_str!("../samples/c/first_drop.c");
    assert!(
        README.contains(&format!("```c\n{sample}```")),
        "README.md and samples/c/first_drop.c differ: quote the sample again"
    );
}

/// What the page on C quotes is in the samples.
#[test]
fn the_page_on_c_quotes_the_samples() {
    let page = include_str!("../docs/c_api.md");
    let samples = [
        include_str!("../samples/c/models.c"),
        include_str!("../samples/c/loading_bar.c"),
    ];
    let quotes: Vec<&str> = page.split("```c\n").skip(1).collect();
    assert_eq!(quotes.len(), samples.len());
    for (quote, sample) in quotes.into_iter().zip(samples) {
        let quote = quote.split("```").next().unwrap_or_default();
        let indented = quote.replace('\n', "\n    ");
        assert!(
            sample.contains(quote) || sample.contains(indented.trim_end()),
            "not in the sample:\n{quote}"
        );
    }
}

/// A reader gets through it in one sitting.
#[test]
fn the_readme_is_short() {
    let lines = README.lines().count();
    assert!(lines < 150, "README.md has {lines} lines, at most 149");
}

/// Every file that the README links to is there.
#[test]
fn the_readme_links_to_files_that_exist() {
    let links = README.split("](").skip(1);
    let links = links.filter_map(|rest| rest.split_once(')'));
    for (link, _) in links.filter(|(link, _)| !link.starts_with("http")) {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(link);
        assert!(
            path.exists(),
            "README.md links to {link}, which is not there"
        );
    }
}
