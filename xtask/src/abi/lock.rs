//! `include/abi.lock`: the C ABI as lines of text, so that a change of it is a diff.

use super::header::{field_name, function_name};
use crate::shell::{Failure, Result};
use std::collections::BTreeMap;
use std::fmt::Write;

const HEAD: &str = "# The C ABI on 64-bit systems: constants with values, functions, structs with offset, size and declaration of
# each field [byte]. Written by `cargo xtask abi --bless` from include/pliant.h and a C compiler; do not edit.
";

/// The table of functions says its own size and is not in the hash.
pub const TABLE: &str = "PliantApi";

/// The C ABI.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Abi {
    /// Values by name.
    pub constants: BTreeMap<String, String>,
    /// Declarations by name.
    pub functions: BTreeMap<String, String>,
    /// Structs by name.
    pub structs: BTreeMap<String, Layout>,
}

/// A struct in memory. Numbers are bytes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layout {
    pub size: usize,
    pub align: usize,
    /// By offset.
    pub fields: Vec<Field>,
}

/// A field in memory.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Field {
    pub name: String,
    pub declaration: String,
    pub offset: usize,
    pub size: usize,
}

impl Abi {
    /// The lines.
    pub fn text(&self) -> String {
        let mut text = HEAD.to_owned();
        for (name, value) in &self.constants {
            let _ = write!(text, "\nconstant {name} {value}");
        }
        text.push('\n');
        for declaration in self.functions.values() {
            let _ = write!(text, "\nfunction {declaration}");
        }
        text.push('\n');
        for (
            name,
            Layout {
                size,
                align,
                fields,
            },
        ) in &self.structs
        {
            let _ = write!(text, "\nstruct {name} size {size} align {align}\n");
            for Field {
                declaration,
                offset,
                size,
                ..
            } in fields
            {
                let _ = writeln!(text, "  {offset} {size} {declaration}");
            }
        }
        text
    }

    /// Reads what `text` wrote.
    pub fn parse(text: &str) -> Result<Self> {
        let mut abi = Abi::default();
        let mut layout: Option<&mut Layout> = None;
        let lines = text.lines().enumerate();
        for (index, line) in lines.filter(|(_, l)| !l.is_empty() && !l.starts_with('#')) {
            let fault = || {
                Failure::new(format!(
                    "abi.lock, line {}: `{line}` is no line of it; run `cargo xtask abi --bless`",
                    index + 1
                ))
            };
            let number =
                |word: Option<&str>| word.and_then(|word| word.parse().ok()).ok_or_else(fault);
            if let Some(field) = line.strip_prefix("  ") {
                let mut words = field.splitn(3, ' ');
                let (offset, size) = (number(words.next())?, number(words.next())?);
                let declaration = words.next().ok_or_else(fault)?.to_owned();
                let name = field_name(&declaration)?;
                let layout = layout.as_mut().ok_or_else(fault)?;
                layout.fields.push(Field {
                    name,
                    declaration,
                    offset,
                    size,
                });
                continue;
            }
            let (kind, rest) = line.split_once(' ').ok_or_else(fault)?;
            match kind {
                "constant" => {
                    let (name, value) = rest.split_once(' ').ok_or_else(fault)?;
                    abi.constants.insert(name.to_owned(), value.to_owned());
                }
                "function" => {
                    abi.functions
                        .insert(function_name(rest).to_owned(), rest.to_owned());
                }
                "struct" => {
                    let words: Vec<&str> = rest.split(' ').collect();
                    let [name, "size", size, "align", align] = words[..] else {
                        return Err(fault());
                    };
                    let entry = abi.structs.entry(name.to_owned()).or_default();
                    (entry.size, entry.align) = (number(Some(size))?, number(Some(align))?);
                    layout = Some(entry);
                }
                _ => return Err(fault()),
            }
        }
        Ok(abi)
    }

    /// The hash that `PliantAbiInfo.layout_hash` is said to be: FNV-1a over the name and size of every struct and the
    /// name and offset of every field, the top bit cleared.
    pub fn layout_hash(&self) -> u64 {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        let mut add = |bytes: &[u8]| {
            for byte in bytes {
                hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
            }
        };
        let hashed = self.structs.iter().filter(|(name, _)| *name != TABLE);
        for (name, layout) in hashed {
            add(name.as_bytes());
            add(&(layout.size as u32).to_le_bytes());
            for field in &layout.fields {
                add(field.name.as_bytes());
                add(&(field.offset as u32).to_le_bytes());
            }
        }
        hash & (u64::MAX >> 1)
    }
}
