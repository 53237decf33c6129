//! Joins a file with what it uses, remembering where each line came from.

use crate::source::{Source, Sources};
use crate::{Failure, Keyword, folders};

/// A text ready for naga, with the origin of each of its lines.
#[derive(Default)]
pub struct Assembled<'a> {
    /// The joined text.
    pub text: String,
    /// For each line, the file and the line there (from 1).
    lines: Vec<(&'a Source, usize)>,
    /// The files in it, used before user.
    pub files: Vec<&'a Source>,
    /// The choices that its files need, each with the file and line that says so.
    needs: Vec<(&'a str, &'a Source, usize)>,
    /// How many ways there are to make those choices that the file leaves open.
    pub ways: usize,
    /// What is chosen, if the file is a kernel that leaves choices open: a file of each of them.
    pub made: Vec<&'a Source>,
}

impl<'a> Assembled<'a> {
    /// A fault at a line and column (both from 1) of the joined text, moved to where that line came from.
    pub fn fault(&self, line: usize, column: usize, message: String) -> Failure {
        match self.lines.get(line.saturating_sub(1)).or(self.lines.last()) {
            Some((source, line)) => source.at(*line, column, message),
            None => Failure::plain("shaders", message),
        }
    }

    /// Adds the files' lines. Directives go first, as WGSL wants them.
    fn join(&mut self) {
        for is_head in [true, false] {
            for file in &self.files {
                let origin = format!("// from {}", file.shown);
                let numbered = (1..).zip(file.text.lines());
                let numbered = numbered.filter(|(number, _)| file.is_directive(*number) == is_head);
                let origin = (!is_head).then_some((1, origin.as_str()));
                for (number, line) in origin.into_iter().chain(numbered) {
                    self.text.extend([line, "\n"]);
                    self.lines.push((file, number));
                }
            }
        }
    }
}

/// Joins `file` with the files it uses, each once, used before user. A choice that it leaves open is made in the given way:
/// if it is a kernel, there is a way for each combination; otherwise as many as it takes for each file of a choice to come up.
pub fn assemble<'a>(
    sources: &'a Sources,
    file: &'a Source,
    way: usize,
) -> Result<Assembled<'a>, Failure> {
    let mut into = Assembled {
        ways: 1,
        ..Assembled::default()
    };
    append(sources, file, &mut vec![file], &mut into)?;
    let open = open_choices(sources, file, way)?;
    let is_kernel = sources.is_kernel(file);
    let mut next = 0;
    while let Some((folder, needing, line)) = into.needs.get(next).copied() {
        next += 1;
        let choices = sources.in_folder(folder);
        let used = into.files.iter().filter(|used| used.folder == folder);
        let used = used.count();
        let opened = open.iter().find(|chosen| chosen.folder == folder);
        let chosen = match opened {
            _ if choices.is_empty() => {
                return Err(needing.at(line, 1, format!("no choice `shaders/{folder}`")));
            }
            Some(chosen) if used == 0 => *chosen,
            Some(chosen) if used == 1 && into.made.contains(chosen) => continue,
            None if used == 1 => continue,
            None if used == 0 && !is_kernel => {
                into.ways = into.ways.max(choices.len());
                choices[way % choices.len()]
            }
            _ => {
                let message = match opened {
                    Some(_) => format!("uses a file of `{folder}`, but leaves it open"),
                    None => format!("uses {used} files of `{folder}`: exactly one is needed"),
                };
                return Err(Failure::plain(&file.shown, message));
            }
        };
        if opened.is_some() {
            into.made.push(chosen);
        }
        append(sources, chosen, &mut vec![file], &mut into)?;
    }
    if let Some(idle) = open.iter().find(|chosen| !into.made.contains(chosen)) {
        let message = format!("leaves `{}` open, which no file of it needs", idle.folder);
        return Err(Failure::plain(&file.shown, message));
    }
    if is_kernel {
        into.ways = sources.open_ways(file);
    }
    into.made = open;
    into.join();
    Ok(into)
}

/// The files that are chosen where a kernel leaves choices open. The last choice varies fastest.
fn open_choices<'a>(
    sources: &'a Sources,
    file: &'a Source,
    way: usize,
) -> Result<Vec<&'a Source>, Failure> {
    let (mut left, mut chosen) = (way, Vec::new());
    for (number, folder) in file.opens.iter().rev() {
        let fault = |message: String| Err(file.at(*number, 1, message));
        if !sources.is_kernel(file) {
            return fault("only a kernel leaves choices open".to_owned());
        }
        let choices = sources.in_folder(folder);
        if choices.is_empty() {
            return fault(format!("no choice `shaders/{folder}`"));
        }
        chosen.push(choices[left % choices.len()]);
        left /= choices.len();
    }
    chosen.reverse();
    Ok(chosen)
}

fn append<'a>(
    sources: &'a Sources,
    file: &'a Source,
    open: &mut Vec<&'a Source>,
    into: &mut Assembled<'a>,
) -> Result<(), Failure> {
    for (number, folder) in &file.needs {
        if folders::is_pure(file) {
            return Err(file.at(*number, 1, "a library needs no choice".to_owned()));
        }
        check_name(file, *number, folder)?;
        into.needs.push((folder, file, *number));
    }
    for (number, wanted) in &file.uses {
        let fault = |message: String| Err(file.at(*number, 1, message));
        check_name(file, *number, wanted)?;
        let Some(used) = sources.get(wanted) else {
            return fault(format!("no file `shaders/{wanted}` to use"));
        };
        if open.iter().any(|above| above.path == used.path) {
            let chain: Vec<&str> = open.iter().map(|above| above.shown.as_str()).collect();
            return fault(format!("cycle: {} -> {}", chain.join(" -> "), used.shown));
        }
        if used.has_entry() && !Sources::is_driven(file, used) {
            return fault(format!("`{wanted}` cannot be used: it has an entry point"));
        }
        if !into.files.iter().any(|done| done.path == used.path) {
            open.push(used);
            append(sources, used, open, into)?;
            open.pop();
        }
    }
    into.files.push(file);
    Ok(())
}

/// Whether a file's folder may use a file or need a choice.
fn check_name(file: &Source, line: usize, path: &str) -> Result<(), Failure> {
    if folders::may_name(file, path) {
        return Ok(());
    }
    let message = format!("`{path}` is not for files of `{}`", file.folder);
    Err(file.at(line, 1, message))
}

/// Holds the names in a file to the folders that it may use: a name can also be reached through a file between.
pub fn check_names(file: &Source, assembled: &Assembled) -> Result<(), Failure> {
    for other in &assembled.files {
        if other.path == file.path || folders::may_name(file, &other.path) {
            continue;
        }
        for foreign in other
            .declarations
            .iter()
            .filter(|found| found.keyword != Keyword::Buffer)
        {
            let naming = file
                .declarations
                .iter()
                .find(|own| own.mentions.contains(&foreign.name));
            if let Some(own) = naming {
                let says = format!(
                    "names `{}` of `{}`, which is not for files of `{}`",
                    foreign.name, other.path, file.folder
                );
                return Err(file.fault(&own.name, &says));
            }
        }
    }
    Ok(())
}
