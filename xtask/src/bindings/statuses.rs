//! Statuses: the enum `Status` as constants, because the C ABI has no enums.

use crate::shell::{Failure, Result};

/// A variant of the enum `Status` as a constant: the C ABI has no enums.
#[derive(Debug, PartialEq)]
pub struct StatusConstant {
    /// `PLIANT_OK`, positive `PLIANT_…`, negative `PLIANT_ERROR_…`.
    name: String,
    number: i32,
    documentation: Vec<String>,
}

impl StatusConstant {
    /// As Rust.
    pub fn rust(&self) -> String {
        let lines: String = self
            .documentation
            .iter()
            .map(|line| format!("///{line}\n"))
            .collect();
        format!("{lines}pub const {}: i32 = {};\n", self.name, self.number)
    }

    /// As C#.
    pub fn csharp(&self) -> String {
        let documentation = self.documentation.join(" ");
        format!(
            "        /// <summary>{documentation} </summary>\n        public const int {} = {};\n",
            self.name, self.number
        )
    }
}

/// Reads the variants of `Status` in their order.
pub fn statuses(error_rs: &str) -> Result<Vec<StatusConstant>> {
    let fault = |message: String| Failure::new(format!("geometry/src/error.rs: {message}"));
    let file = syn::parse_file(error_rs).map_err(|cause| fault(cause.to_string()))?;
    let found = file.items.into_iter().find_map(|item| match item {
        syn::Item::Enum(item) if item.ident == "Status" => Some(item),
        _ => None,
    });
    let variants = found
        .ok_or_else(|| fault("no enum `Status`".to_owned()))?
        .variants;
    let constant = |variant: &syn::Variant| {
        let name = variant.ident.to_string();
        let number = variant
            .discriminant
            .as_ref()
            .and_then(|(_, value)| integer(value));
        let number = number.ok_or_else(|| fault(format!("`{name}` must have a number")))?;
        let prefix = if number < 0 { "PLIANT_ERROR" } else { "PLIANT" };
        let name = format!("{prefix}_{}", screaming(&name));
        let documentation = variant.attrs.iter().filter_map(documentation).collect();
        Ok(StatusConstant {
            name,
            number,
            documentation,
        })
    };
    variants.iter().map(constant).collect()
}

fn integer(expression: &syn::Expr) -> Option<i32> {
    match expression {
        syn::Expr::Lit(syn::ExprLit {
            lit: syn::Lit::Int(value),
            ..
        }) => value.base10_parse().ok(),
        syn::Expr::Unary(syn::ExprUnary {
            op: syn::UnOp::Neg(_),
            expr,
            ..
        }) => integer(expr).map(|value| -value),
        _ => None,
    }
}

/// `OutOfMemory` becomes `OUT_OF_MEMORY`.
fn screaming(camel: &str) -> String {
    let mut name = String::new();
    for c in camel.chars() {
        if c.is_ascii_uppercase() && !name.is_empty() {
            name.push('_');
        }
        name.push(c.to_ascii_uppercase());
    }
    name
}

/// The line of documentation that an attribute is.
pub fn documentation(attribute: &syn::Attribute) -> Option<String> {
    let value = &attribute
        .meta
        .require_name_value()
        .ok()
        .filter(|m| m.path.is_ident("doc"))?
        .value;
    match value {
        syn::Expr::Lit(syn::ExprLit {
            lit: syn::Lit::Str(text),
            ..
        }) => Some(text.value()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statuses_become_constants_with_their_documentation() {
        let text = "pub enum Status {\n/// Fine.\nOk = 0,\n/// Later.\nNotReady = 1,\n\
                    /// Full.\nOutOfMemory = -5 }";
        let constants = statuses(text).expect("an enum with numbers");
        let rust: String = constants.iter().map(StatusConstant::rust).collect();
        let wanted = "/// Fine.\npub const PLIANT_OK: i32 = 0;\n/// Later.\npub const PLIANT_NOT_READY: i32 = 1;\n\
                      /// Full.\npub const PLIANT_ERROR_OUT_OF_MEMORY: i32 = -5;\n";
        assert_eq!(rust, wanted);
        assert!(
            constants[2]
                .csharp()
                .contains("public const int PLIANT_ERROR_OUT_OF_MEMORY = -5;")
        );
        assert!(
            statuses("pub enum Status { Ok }").is_err(),
            "a number is permanent"
        );
    }
}
