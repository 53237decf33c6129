//! The version of every package: that of the workspace.

use crate::shell::{Failure, Result, read, root};

/// The version of every package.
pub struct Version {
    pub text: String,
}

impl Version {
    pub fn of_workspace() -> Result<Self> {
        let manifest = read(&root().join("Cargo.toml"))?;
        let table: toml::Table = manifest
            .parse()
            .map_err(|cause| Failure::new(format!("Cargo.toml: {cause}")))?;
        let version = table["workspace"]["package"]["version"].as_str();
        let text =
            version.ok_or_else(|| Failure::new("Cargo.toml: no workspace.package.version"))?;
        Ok(Version {
            text: text.to_owned(),
        })
    }

    pub fn major(&self) -> &str {
        self.text.split('.').next().unwrap_or("0")
    }

    pub fn minor(&self) -> &str {
        self.text.split('.').nth(1).unwrap_or("0")
    }

    /// Fails where a JSON file of the repository names another version.
    pub fn must_be_in(&self, path: &str, field: &str) -> Result {
        let fault = |cause: String| Failure::new(format!("{path}: {cause}"));
        let json: serde_json::Value = serde_json::from_str(&read(&root().join(path))?)
            .map_err(|cause| fault(cause.to_string()))?;
        match json[field].as_str() == Some(&self.text) {
            true => Ok(()),
            false => Err(fault(format!(
                "{field} is {}, expected {:?}, as Cargo.toml says",
                json[field], self.text
            ))),
        }
    }
}
