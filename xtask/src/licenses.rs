//! Checks the licences and sources of all dependencies, on every platform, against `deny.toml`.
//!
//! `deny.toml` is the configuration of cargo-deny, which is used where it is installed. Building it takes many minutes.
//! Without it the check below reads the same file and asks `cargo metadata` the same two questions.

use crate::shell::{self, Failure, Result, exists, read, root, words};
use serde_json::Value;

/// Checks licences and sources.
pub fn run() -> Result {
    if exists("cargo-deny") {
        return shell::run(&mut words("cargo deny check licenses sources"));
    }
    println!("    cargo-deny is not installed; reading deny.toml with a check of our own");
    let allowed = allowed(&read(&root().join("deny.toml"))?)?;
    let text = shell::output(&mut words("cargo metadata --format-version 1 --locked"))?;
    let metadata: Value = serde_json::from_str(&text)
        .map_err(|cause| Failure::new(format!("cargo metadata: {cause}")))?;
    let packages = metadata["packages"]
        .as_array()
        .map(Vec::as_slice)
        .unwrap_or_default();
    let faults: Vec<String> = packages
        .iter()
        .filter_map(|package| fault(package, &allowed))
        .collect();
    println!("    {} packages looked at", packages.len());
    match faults.is_empty() && !packages.is_empty() {
        true => Ok(()),
        false => Err(Failure::new(format!(
            "deny.toml forbids:\n  {}",
            faults.join("\n  ")
        ))),
    }
}

/// `licenses.allow` of `deny.toml`.
fn allowed(deny: &str) -> Result<Vec<String>> {
    let fault = |cause: String| Failure::new(format!("deny.toml: {cause}"));
    let table: toml::Table = deny.parse().map_err(|cause| fault(format!("{cause}")))?;
    let list = table
        .get("licenses")
        .and_then(|licenses| licenses.get("allow"));
    let list = list
        .and_then(toml::Value::as_array)
        .ok_or_else(|| fault("no licenses.allow".into()))?;
    Ok(list
        .iter()
        .filter_map(|name| Some(name.as_str()?.to_owned()))
        .collect())
}

/// What is wrong with a package, if anything. Allowed licences alone must satisfy its licence expression.
fn fault(package: &Value, allowed: &[String]) -> Option<String> {
    let text = |field: &str| package[field].as_str().unwrap_or("");
    let name = format!("{} {}", text("name"), text("version"));
    let source = text("source");
    if !source.is_empty() && source != "registry+https://github.com/rust-lang/crates.io-index" {
        return Some(format!("{name}: comes from {source}"));
    }
    let license = text("license");
    // Older crates write `MIT/Apache-2.0` for OR, which the lax mode understands.
    match spdx::Expression::parse_mode(license, spdx::ParseMode::LAX) {
        Ok(expression) => {
            let is_met = expression.evaluate(|one| allowed.contains(&one.to_string()));
            (!is_met).then(|| format!("{name}: licence {license}"))
        }
        Err(_) => Some(format!(
            "{name}: licence `{license}` is not an SPDX expression"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_licence_or_source_that_is_not_allowed_is_named() {
        let deny = "[licenses]\nallow = [\"MIT\", \"Apache-2.0 WITH LLVM-exception\"]";
        let allowed = allowed(deny).expect("a list");
        let judge = |license: &str, source: &str| {
            let package =
                json!({"name": "a", "version": "1.0.0", "license": license, "source": source});
            fault(&package, &allowed)
        };
        let registry = "registry+https://github.com/rust-lang/crates.io-index";
        for good in [
            "MIT",
            "GPL-3.0 OR MIT",
            "MIT/Apache-2.0",
            "Apache-2.0 WITH LLVM-exception",
        ] {
            assert_eq!(judge(good, registry), None);
        }
        for bad in [
            "GPL-3.0-only",
            "MIT AND GPL-3.0",
            "Apache-2.0",
            "",
            "who knows",
        ] {
            assert!(judge(bad, registry).is_some(), "{bad}");
        }
        assert!(judge("MIT", "git+https://example.org/a").is_some());
        assert!(judge("MIT", "").is_none(), "our own crates have no source");
    }
}
