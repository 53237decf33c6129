//! The modules of one crate, read from its root file on: what each declares, and which names its code uses. Modules
//! under `#[cfg(test)]` are left out.

use crate::source::{Token, tokens};
use std::collections::{BTreeMap, BTreeSet};

/// Words that a definition's name follows.
const DEFINING: [&str; 9] = [
    "fn",
    "struct",
    "enum",
    "union",
    "trait",
    "type",
    "const",
    "static",
    "macro_rules",
];

/// A name that a `use` brings into a module. A glob has the name `*`.
pub struct Import {
    pub name: String,
    pub path: Vec<String>,
    pub line: usize,
    pub is_public: bool,
}

/// A path in code, such as `weld::Weld::new`. A single name is a path of one.
pub struct Named {
    pub path: Vec<String>,
    pub line: usize,
}

pub struct Module {
    /// The number of its file in [`Modules::files`].
    pub file: usize,
    pub parent: Option<usize>,
    pub children: BTreeMap<String, usize>,
    /// Functions, types, traits, constants and macros that it defines.
    pub items: BTreeSet<String>,
    pub imports: Vec<Import>,
    pub named: Vec<Named>,
}

/// What a path leads to.
#[derive(Clone, Copy, PartialEq)]
pub enum Target {
    Module(usize),
    /// An item of this module.
    Item(usize),
}

/// How many imports of imports are followed.
const LONGEST_CHAIN: usize = 16;

#[derive(Default)]
pub struct Modules {
    /// Paths from the repository's root.
    pub files: Vec<String>,
    pub all: Vec<Module>,
}

impl Modules {
    /// Reads the crate whose root file is `root`; `read` gives a file's text, or `None` where there is none.
    pub fn of(root: &str, read: &dyn Fn(&str) -> Option<String>) -> Modules {
        let mut modules = Modules::default();
        let folder = root.rsplit_once('/').map_or("", |(folder, _)| folder);
        modules.add_file(root, folder, None, read);
        modules
    }

    fn add_module(&mut self, file: usize, parent: Option<usize>) -> usize {
        self.all.push(Module {
            file,
            parent,
            children: BTreeMap::new(),
            items: BTreeSet::new(),
            imports: Vec::new(),
            named: Vec::new(),
        });
        self.all.len() - 1
    }

    /// Reads a file and the files of its modules, which lie in `folder`.
    fn add_file(
        &mut self,
        path: &str,
        folder: &str,
        parent: Option<usize>,
        read: &dyn Fn(&str) -> Option<String>,
    ) -> Option<usize> {
        let tokens = tokens(&read(path)?);
        self.files.push(path.to_owned());
        let module = self.add_module(self.files.len() - 1, parent);
        let mut reader = Reader {
            modules: self,
            tokens: &tokens,
            declared: Vec::new(),
        };
        reader.read(module);
        let place = |name: &str| match folder {
            "" => name.to_owned(),
            folder => format!("{folder}/{name}"),
        };
        for (declarer, name) in reader.declared {
            let inside = place(&name);
            let child = self
                .add_file(&format!("{inside}.rs"), &inside, Some(declarer), read)
                .or_else(|| {
                    self.add_file(&format!("{inside}/mod.rs"), &inside, Some(declarer), read)
                });
            if let Some(child) = child {
                self.all[declarer].children.insert(name, child);
            }
        }
        Some(module)
    }

    pub fn is_below(&self, module: usize, above: usize) -> bool {
        let parents = std::iter::successors(Some(module), |at| self.all[*at].parent);
        parents.skip(1).any(|parent| parent == above)
    }

    /// What `path` means in `from`. Imports are followed to the module that defines the item. `None` for names of other
    /// crates, of the prelude and of local variables.
    pub fn find(&self, from: usize, path: &[String]) -> Option<Target> {
        self.find_within(from, path, LONGEST_CHAIN)
    }

    fn find_within(&self, from: usize, path: &[String], chain: usize) -> Option<Target> {
        let (first, mut rest) = path.split_first()?;
        let mut at = match first.as_str() {
            "crate" => Target::Module(0),
            "self" => Target::Module(from),
            "super" => Target::Module(self.all[from].parent?),
            name => self.member(from, name, rest.is_empty(), chain)?,
        };
        while let (Target::Module(module), Some((name, after))) = (at, rest.split_first()) {
            at = match name.as_str() {
                "super" => Target::Module(self.all[module].parent?),
                "self" | "*" => at,
                name => self
                    .member(module, name, after.is_empty(), chain)
                    // An item that a macro makes.
                    .unwrap_or(Target::Item(module)),
            };
            rest = after;
        }
        Some(at)
    }

    /// What `name` is in `module`. A name may be an item and a module at once: at the end of a path it is the item.
    fn member(&self, module: usize, name: &str, is_last: bool, chain: usize) -> Option<Target> {
        let chain = chain.checked_sub(1)?;
        let found = &self.all[module];
        let item = found.items.contains(name).then_some(Target::Item(module));
        let child = found.children.get(name).map(|child| Target::Module(*child));
        let named = |import: &&Import| import.name == name;
        let import = || {
            let paths = found.imports.iter().filter(named);
            let mut targets =
                paths.filter_map(|import| self.find_within(module, &import.path, chain));
            targets.next()
        };
        let own = match is_last {
            true => item.or_else(import).or(child),
            false => child.or_else(import).or(item),
        };
        own.or_else(|| {
            let mut globs = found.imports.iter().filter(|import| import.name == "*");
            globs.find_map(|glob| match self.find_within(module, &glob.path, chain)? {
                Target::Module(from) if from != module => self.member(from, name, is_last, chain),
                _ => None,
            })
        })
    }
}

/// Goes through the tokens of one file.
struct Reader<'a> {
    modules: &'a mut Modules,
    tokens: &'a [Token],
    /// Modules that have a file of their own: who declares them, and their names.
    declared: Vec<(usize, String)>,
}

impl Reader<'_> {
    fn text(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| token.text.as_str())
    }

    fn is_name(&self, at: usize) -> bool {
        self.text(at)
            .starts_with(|c: char| c.is_alphabetic() || c == '_')
    }

    fn is_double_colon(&self, at: usize) -> bool {
        self.text(at) == ":" && self.text(at + 1) == ":"
    }

    fn read(&mut self, file_module: usize) {
        // The inline modules that are open, each with how many braces were open before it.
        let mut inline: Vec<(usize, usize)> = Vec::new();
        let (mut braces, mut at) = (0, 0);
        while at < self.tokens.len() {
            let (module, top) = inline
                .last()
                .map_or((file_module, 0), |(module, opened)| (*module, opened + 1));
            match self.text(at) {
                _ if self.tokens[at].is_test => {}
                "{" => braces += 1,
                "}" => {
                    braces -= 1;
                    inline.pop_if(|(_, opened)| *opened == braces);
                }
                "mod" if self.text(at + 2) == ";" => {
                    self.declared.push((module, self.text(at + 1).to_owned()));
                    at += 1;
                }
                "mod" if self.text(at + 2) == "{" => {
                    let name = self.text(at + 1).to_owned();
                    let file = self.modules.all[module].file;
                    let inner = self.modules.add_module(file, Some(module));
                    self.modules.all[module].children.insert(name, inner);
                    inline.push((inner, braces));
                    at += 1;
                }
                "use" => {
                    let before = at.checked_sub(1).map_or("", |before| self.text(before));
                    // A bracket before `use` closes `pub(crate)`.
                    let is_public = before == "pub" || before == ")";
                    at = self.imports(at + 1, &[], is_public, module);
                }
                word if DEFINING.contains(&word) && self.is_definition(at) => {
                    at += if word == "macro_rules" { 2 } else { 1 };
                    if braces == top {
                        let name = self.text(at).to_owned();
                        self.modules.all[module].items.insert(name);
                    }
                }
                _ if self.is_name(at) => at = self.path(module, at),
                _ => {}
            }
            at += 1;
        }
    }

    fn is_definition(&self, at: usize) -> bool {
        let follows = match self.text(at) {
            "macro_rules" => self.text(at + 1) == "!" && self.is_name(at + 2),
            _ => self.is_name(at + 1),
        };
        follows && !DEFINING.contains(&self.text(at + 1)) && self.text(at + 1) != "unsafe"
    }

    /// Reads one tree of a `use` that begins at `at` behind `prefix`; returns where the next token is.
    fn imports(
        &mut self,
        mut at: usize,
        prefix: &[String],
        is_public: bool,
        module: usize,
    ) -> usize {
        let mut path = prefix.to_vec();
        while self.is_name(at) || self.is_double_colon(at) {
            if self.is_name(at) {
                path.push(self.text(at).to_owned());
                at += 1;
            }
            if !self.is_double_colon(at) {
                break;
            }
            at += 2;
        }
        if self.text(at) == "{" {
            at += 1;
            while self.text(at) != "}" {
                at = self.imports(at, &path, is_public, module);
                at += usize::from(self.text(at) == ",");
            }
            return at + 1;
        }
        let line = self.tokens[at].line;
        path.pop_if(|last| last == "self" && !prefix.is_empty());
        let mut name = path.last().cloned().unwrap_or_default();
        if self.text(at) == "*" {
            name = "*".to_owned();
            at += 1;
        } else if self.text(at) == "as" {
            name = self.text(at + 1).to_owned();
            at += 2;
        }
        self.modules.all[module].imports.push(Import {
            name,
            path,
            line,
            is_public,
        });
        at
    }

    /// Reads the path that begins at `at`; returns where its last token is.
    fn path(&mut self, module: usize, at: usize) -> usize {
        let line = self.tokens[at].line;
        let mut path = vec![self.text(at).to_owned()];
        let mut end = at;
        while self.is_double_colon(end + 1) && self.is_name(end + 3) {
            path.push(self.text(end + 3).to_owned());
            end += 3;
        }
        let before = at.checked_sub(1).map_or("", |before| self.text(before));
        let is_type = path[0].starts_with(char::is_uppercase);
        let is_called = ["(", "!"].contains(&self.text(end + 1)) || path.len() > 1;
        // A field or method, a lifetime, and what follows `<T>::` are names of something else.
        let is_inside = [".", "'"].contains(&before) || self.is_double_colon(at.wrapping_sub(2));
        if !is_inside && (is_type || is_called) {
            self.modules.all[module].named.push(Named { path, line });
        }
        end
    }
}
