//! Tables of parameters in `docs/c_api.md`.

use super::names::page_number;
use super::schema::{Field, Model, Schema, Value};
use crate::bindings::between::between;
use crate::shell::{Result, read, root};

const PAGE: &str = "docs/c_api.md";

/// Path and text of the page.
pub fn files(schema: &Schema) -> Result<Vec<(String, String)>> {
    let mut text = read(&root().join(PAGE))?;
    for model in &schema.models {
        let rows: Vec<String> = model.fields.iter().filter_map(row).collect();
        if !rows.is_empty() {
            text = between(&text, &first(model), "\n", &table(&rows))?;
        }
    }
    Ok(vec![(PAGE.to_owned(), text)])
}

/// How the line before a model's table begins.
fn first(model: &Model) -> String {
    format!("<!-- {}, up to the blank line", model.desc())
}

fn table(rows: &[String]) -> String {
    format!(
        "| parameter | unit | range | default | more of it |\n|---|---|---|---|---|\n{}",
        rows.concat()
    )
}

/// A field's row, if it says what more of it does.
fn row(field: &Field) -> Option<String> {
    let (name, unit, more) = (&field.name, field.unit.as_ref()?, field.more.as_ref()?);
    let (range, default) = match &field.shown {
        Some(shown) => (shown.range.clone(), shown.default.clone()),
        None => (range(field), default(field)),
    };
    Some(format!(
        "| `{name}` | {unit} | {range} | {default} | {more} |\n"
    ))
}

fn range(field: &Field) -> String {
    let range = field.range.map(|range| range.map(page_number));
    range.map_or_else(String::new, |[low, high]| match field.above {
        true => format!("above {low}, to {high}"),
        false => format!("{low} to {high}"),
    })
}

fn default(field: &Field) -> String {
    match &field.default {
        Value::Number(value) => page_number(*value),
        Value::Expression(text) => text.clone(),
    }
}
