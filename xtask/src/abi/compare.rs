//! Whether a change of the C ABI adds to it or breaks programs that were compiled with the header of before.

use super::header::function_type;
use super::lock::{Abi, Field, Layout};
use std::collections::BTreeMap;

/// A change of the ABI.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// Programs that were compiled before go on.
    Addition,
    /// They do not, or do something else.
    Break,
    /// Neither: names of parameters, and the version and hash themselves.
    Name,
}

/// The numbers that say which ABI this is. They follow from the rest.
const OF_THE_VERSION: [&str; 2] = ["PLIANT_LAYOUT_HASH", "PLIANT_ABI_VERSION"];

/// Everything that differs, with a sentence each.
pub fn changes(old: &Abi, new: &Abi) -> Vec<(Kind, String)> {
    let constants = differences(&old.constants, &new.constants, |name, old, new| {
        let kind = if OF_THE_VERSION.contains(&name) {
            Kind::Name
        } else {
            Kind::Break
        };
        vec![(kind, format!("constant {name} was {old}, is {new}"))]
    });
    let functions = differences(&old.functions, &new.functions, |_, old, new| {
        match function_type(old) == function_type(new) {
            true => vec![(
                Kind::Name,
                format!("parameters have other names: `{old}`, now `{new}`"),
            )],
            false => vec![(
                Kind::Break,
                format!("a function has another type: `{old}`, now `{new}`"),
            )],
        }
    });
    let structs = differences(&old.structs, &new.structs, layout_changes);
    [constants, functions, structs].concat()
}

/// What was added, removed, or differs by `of_both`.
fn differences<T: PartialEq>(
    old: &BTreeMap<String, T>,
    new: &BTreeMap<String, T>,
    of_both: impl Fn(&str, &T, &T) -> Vec<(Kind, String)>,
) -> Vec<(Kind, String)> {
    let mut found = Vec::new();
    for (name, was) in old {
        match new.get(name) {
            Some(is) if is == was => {}
            Some(is) => found.extend(of_both(name, was, is)),
            None => found.push((Kind::Break, format!("{name} is gone"))),
        }
    }
    let added = new.keys().filter(|name| !old.contains_key(*name));
    found.extend(added.map(|name| (Kind::Addition, format!("{name} is new"))));
    found
}

fn layout_changes(name: &str, old: &Layout, new: &Layout) -> Vec<(Kind, String)> {
    let mut found = Vec::new();
    let mut say = |kind, said: String| found.push((kind, format!("{name}{said}")));
    let says_its_size = new
        .fields
        .first()
        .is_some_and(|field| field.name == "struct_size");
    if new.align != old.align || new.size < old.size || (new.size > old.size && !says_its_size) {
        let [was, is] = [old, new].map(|l| format!("{} bytes, aligned to {}", l.size, l.align));
        let why = if says_its_size {
            ""
        } else {
            ", and has no struct_size by which to tell"
        };
        say(Kind::Break, format!(" had {was}, has {is}{why}"));
    }
    for was in old.fields.iter().filter(|field| !is_reserved(field)) {
        match new.fields.iter().find(|is| is.name == was.name) {
            Some(is) if is_same(was, is) => {}
            Some(is) => say(
                Kind::Break,
                format!(".{} was {}, is {}", was.name, shown(was), shown(is)),
            ),
            None => say(Kind::Break, format!(".{} is gone", was.name)),
        }
    }
    for is in &new.fields {
        let is_known = old.fields.iter().any(|was| was.name == is.name);
        let at = shown(is);
        let in_reserved = old
            .fields
            .iter()
            .filter(|was| is_reserved(was))
            .any(|was| lies_in(is, was));
        match () {
            () if is_known && !is_reserved(is) => {}
            () if is.offset >= old.size && says_its_size => say(
                Kind::Addition,
                format!(".{} is new at the end, {at}", is.name),
            ),
            () if in_reserved && is_known => {}
            () if in_reserved => say(
                Kind::Addition,
                format!(".{} takes a reserved place, {at}", is.name),
            ),
            () if is.offset >= old.size => {} // The size has been said.
            () => say(
                Kind::Break,
                format!(
                    ".{} is new, {at}: not at the end, nor where a reserved field is zero in old programs",
                    is.name
                ),
            ),
        }
    }
    found
}

/// Names of a function pointer's parameters do not count.
fn is_same(was: &Field, is: &Field) -> bool {
    let place = |field: &Field| (field.offset, field.size, function_type(&field.declaration));
    place(was) == place(is)
}

/// A field that callers leave zero.
fn is_reserved(field: &Field) -> bool {
    field.name.starts_with("reserved")
}

fn lies_in(inner: &Field, outer: &Field) -> bool {
    inner.offset >= outer.offset && inner.offset + inner.size <= outer.offset + outer.size
}

fn shown(
    Field {
        declaration,
        offset,
        size,
        ..
    }: &Field,
) -> String {
    format!("`{declaration}`, {size} bytes at {offset}")
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: &str = "constant PLIANT_OK 0\nconstant PLIANT_LAYOUT_HASH 7\n\
        function int32_t pliant_a(uint32_t x)\n\
        struct PliantDesc size 16 align 8\n  0 4 uint32_t struct_size\n  4 4 uint32_t reserved\n  8 8 double a\n\
        struct PliantId size 8 align 8\n  0 8 uint64_t bits\n";

    fn found(from: &str, to: &str) -> Vec<Kind> {
        assert!(OLD.contains(from), "{from}");
        let new = OLD.replacen(from, to, 1);
        let [old, new] = [OLD, &new].map(|text| Abi::parse(text).expect("a lock"));
        changes(&old, &new)
            .into_iter()
            .map(|(kind, _)| kind)
            .collect()
    }

    #[test]
    fn what_old_programs_never_see_is_an_addition() {
        for (from, to) in [
            (
                "constant PLIANT_OK 0",
                "constant PLIANT_OK 0\nconstant PLIANT_LATER 1",
            ),
            (
                "uint32_t x)",
                "uint32_t x)\nfunction int32_t pliant_b(void)",
            ),
            (
                "size 16 align 8\n  0 4 uint32_t struct_size\n",
                "size 24 align 8\n  0 4 uint32_t struct_size\n  16 8 double b\n",
            ),
            ("uint32_t reserved", "uint32_t flags"),
        ] {
            assert_eq!(found(from, to), [Kind::Addition], "{to}");
        }
    }

    #[test]
    fn what_old_programs_see_is_a_break() {
        for (from, to) in [
            ("constant PLIANT_OK 0", "constant PLIANT_OK 1"),
            ("constant PLIANT_OK 0\n", ""),
            ("uint32_t x", "uint64_t x"),
            ("function int32_t pliant_a(uint32_t x)\n", ""),
            ("8 8 double a", "8 8 uint64_t a"),
            ("8 8 double a", "8 8 double c"),
            ("size 16 align 8\n", "size 8 align 8\n"),
            ("  8 8 double a\n", "  8 8 double a\n  12 4 float b\n"),
            (
                "8 align 8\n  0 8 uint64_t bits",
                "16 align 8\n  0 8 uint64_t bits\n  8 8 uint64_t more",
            ),
        ] {
            assert!(found(from, to).contains(&Kind::Break), "{to}");
        }
    }

    #[test]
    fn a_name_of_a_parameter_and_the_hash_are_neither() {
        assert_eq!(found("uint32_t x", "uint32_t y"), [Kind::Name]);
        assert_eq!(found("HASH 7", "HASH 8"), [Kind::Name]);
        assert_eq!(found("OK", "OK"), []);
    }
}
