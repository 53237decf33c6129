//! The Unity package without Unity: compiled as C# 9 against a double of UnityEngine and run with the real library
//! under .NET 8 and Mono; the editor part compiled against a stub of UnityEditor.

use crate::build::Build;
use crate::compile::CORE;
use crate::csharp::{Assembly, Runtime, Toolchain};
use crate::shell::{self, Done, Failure, Result, root};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

const RUNTIME: &str = "bindings/unity/Runtime/Unity";
const EDITOR: &str = "bindings/unity/Editor";
const SAMPLES: &str = "bindings/unity/Samples~";
const ENGINE_TESTS: &str = "bindings/unity/Tests";
/// A double of UnityEngine that behaves.
const DOUBLE: &str = "tests/unity/UnityEngineDouble";
/// Signatures of UnityEditor and NUnit, without behaviour.
const EDITOR_STUB: &str = "tests/unity/UnityEditorStub";
const NUNIT_STUB: &str = "tests/unity/NUnitStub";
/// The programs' own sources.
const TESTS: &str = "tests/unity";
/// The members of the engine that the package uses, and the versions they were read at.
const MEMBERS: &str = "tests/unity/members.md";
/// Tells the tests that long runs were asked for.
const LONG: &str = "PLIANT_TEST_LONG";

/// What Unity 2022.3 defines in its editor, and what Unity 6 adds.
const UNITY_2022: &[&str] = &[
    "UNITY_2022_3_OR_NEWER",
    "ENABLE_UNITY_COLLECTIONS_CHECKS",
    "PLIANT_TERRAIN",
];
const UNITY_6: &[&str] = &[
    "UNITY_2022_3_OR_NEWER",
    "UNITY_6000_0_OR_NEWER",
    "ENABLE_UNITY_COLLECTIONS_CHECKS",
    "PLIANT_TERRAIN",
];

/// Fields that nothing assigns: the engine does.
const SERIALIZED: &[&str] = &["CS0649"];

/// Compiles the package for .NET 8 and runs its tests; with the long tests for Mono too, whose C# side `dotnet-tests` always
/// meets.
pub fn tests(build: Build, long: bool) -> Result<Done> {
    let tools = match Toolchain::get()? {
        Ok(tools) => tools,
        Err(reason) => return Ok(Done::Absent(reason)),
    };
    let runtimes = [Runtime::Net8, Runtime::Mono];
    for runtime in runtimes.into_iter().take(if long { 2 } else { 1 }) {
        let package = Package::compile(&tools, runtime)?;
        if let Some(program) = package.tests(&tools)? {
            let mut tests = tools.command(build, runtime, &program);
            // Mono cannot tell single bytes of garbage, so many frames show no more than few.
            if long && runtime == Runtime::Net8 {
                tests.env(LONG, "1");
            }
            shell::run(&mut tests)?;
        }
    }
    Ok(Done::Passed)
}

/// The compiled assemblies of the package for one runtime.
struct Package {
    runtime: Runtime,
    core: PathBuf,
    engine: Option<PathBuf>,
    unity: Option<PathBuf>,
}

impl Package {
    fn compile(tools: &Toolchain, runtime: Runtime) -> Result<Self> {
        let core = Assembly::new("Pliant", runtime, sources(CORE, &[])?);
        let core = tools.compile(&Assembly {
            is_documented: true,
            ..core
        })?;
        let mut package = Self {
            runtime,
            core,
            engine: None,
            unity: None,
        };
        let double = sources(DOUBLE, &[])?;
        if double.is_empty() {
            println!("    SKIPPED: {DOUBLE} does not exist yet");
            return Ok(package);
        }
        package.engine =
            Some(tools.compile(&package.against("UnityEngine", double, UNITY_2022))?);
        package.components(tools)?;
        // What is only type-checked needs no second runtime.
        if runtime == Runtime::Net8 {
            package.editor(tools)?;
            package.others(tools)?;
        }
        Ok(package)
    }

    /// An assembly that names all that is compiled so far.
    fn against<'a>(
        &self,
        name: &'a str,
        sources: Vec<PathBuf>,
        defines: &'a [&'a str],
    ) -> Assembly<'a> {
        let all = [Some(&self.core), self.engine.as_ref(), self.unity.as_ref()];
        Assembly {
            references: all.into_iter().flatten().cloned().collect(),
            defines,
            unwarned: SERIALIZED,
            ..Assembly::new(name, self.runtime, sources)
        }
    }

    /// The components, as for Unity 2022.3, and once more as for Unity 6.
    fn components(&mut self, tools: &Toolchain) -> Result {
        let found = sources(RUNTIME, &[])?;
        if found.is_empty() {
            println!("    SKIPPED: {RUNTIME} does not exist yet");
            return Ok(());
        }
        if self.runtime == Runtime::Net8 {
            let mut double = self.against("UnityEngine6", sources(DOUBLE, &[])?, UNITY_6);
            double.references.clear();
            let double = tools.compile(&double)?;
            let six = self.against("Pliant.Unity6", found.clone(), UNITY_6);
            tools.compile(&Assembly {
                references: vec![self.core.clone(), double],
                ..six
            })?;
        }
        let uses = uses("UnityEngine", "runtime");
        let unity = self.against("Pliant.Unity", found, UNITY_2022);
        let unity = tools.compile(&Assembly {
            is_documented: true,
            uses: vec![uses],
            ..unity
        })?;
        self.unity = Some(unity);
        Ok(())
    }

    /// The editor part, which is only type-checked.
    fn editor(&self, tools: &Toolchain) -> Result {
        let (stub, found) = (sources(EDITOR_STUB, &[])?, sources(EDITOR, &[])?);
        if stub.is_empty() || found.is_empty() || self.unity.is_none() {
            return Ok(());
        }
        let stub = tools.compile(&self.against("UnityEditor", stub, UNITY_2022))?;
        let mut editor = self.against("Pliant.Unity.Editor", found, UNITY_2022);
        editor.references.push(stub);
        editor.is_documented = true;
        editor.uses = vec![
            uses("UnityEditor", "editor"),
            uses("UnityEngine", "editor_engine"),
        ];
        tools.compile(&editor)?;
        let used = editor.uses.iter().map(|(_, file)| shell::read(file));
        let used: Vec<String> = used.collect::<Result<_>>()?;
        let table = shell::read(&root().join(MEMBERS))?;
        match table_faults(&table, &used.concat()).as_slice() {
            [] => Ok(()),
            faults => Err(Failure::new(format!(
                "{MEMBERS}, section Editor:\n  {}",
                faults.join("\n  ")
            ))),
        }
    }

    /// The samples, and the tests for the real engine, which are only type-checked.
    fn others(&self, tools: &Toolchain) -> Result {
        if self.unity.is_none() {
            return Ok(());
        }
        let samples = sources(SAMPLES, &[])?;
        if !samples.is_empty() {
            tools.compile(&self.against("Pliant.Samples", samples, UNITY_2022))?;
        }
        let (stub, tests) = (sources(NUNIT_STUB, &[])?, sources(ENGINE_TESTS, &[])?);
        if stub.is_empty() || tests.is_empty() {
            return Ok(());
        }
        let nunit = tools.compile(&self.against("nunit.framework", stub, UNITY_2022))?;
        let mut tests = self.against("Pliant.Unity.Tests", tests, UNITY_2022);
        tests.references.push(nunit);
        tools.compile(&tests).map(drop)
    }

    /// The program that runs the components on the double.
    fn tests(&self, tools: &Toolchain) -> Result<Option<PathBuf>> {
        let found = sources(TESTS, &[DOUBLE, EDITOR_STUB, NUNIT_STUB])?;
        if found.is_empty() || self.unity.is_none() {
            println!("    SKIPPED: {TESTS} holds no test yet");
            return Ok(None);
        }
        // .NET has contexts that unload, and counts garbage exactly; Mono has domains.
        let defines: &[&str] = match self.runtime {
            Runtime::Net8 => &["NET"],
            Runtime::Mono => &[],
        };
        let tests = self.against("unity_tests", found, defines);
        let tests = Assembly {
            is_program: true,
            ..tests
        };
        tools.compile(&tests).map(Some)
    }
}

/// What the section Editor of the table lacks of the members that are used, and what it has beside them.
fn table_faults(table: &str, used: &str) -> Vec<String> {
    let section = table.split("\n## Editor\n").nth(1).unwrap_or_default();
    let rows = section
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split('`').next());
    let rows: BTreeSet<&str> = rows.collect();
    // Operators of enums come by themselves.
    let used: BTreeSet<&str> = used
        .lines()
        .filter(|name| !name.contains(".operator "))
        .collect();
    let lacks = used
        .difference(&rows)
        .map(|name| format!("{name} is used and not in the table"));
    let other = rows
        .difference(&used)
        .map(|name| format!("{name} is in the table and not used"));
    lacks.chain(other).collect()
}

/// The file that lists the members of an assembly which a part of the package names.
fn uses<'a>(assembly: &'a str, part: &str) -> (&'a str, PathBuf) {
    let file = root().join(format!("target/csharp/uses_{part}.txt"));
    (assembly, file)
}

/// All C# files below a folder, but those below `without`.
fn sources(folder: &str, without: &[&str]) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let without: Vec<PathBuf> = without.iter().map(|path| root().join(path)).collect();
    gather(&root().join(folder), &without, &mut found)?;
    found.sort();
    Ok(found)
}

fn gather(folder: &Path, without: &[PathBuf], found: &mut Vec<PathBuf>) -> Result {
    if !folder.is_dir() {
        return Ok(());
    }
    let fault = |cause: std::io::Error| Failure::new(format!("{}: {cause}", folder.display()));
    for entry in std::fs::read_dir(folder).map_err(fault)? {
        let path = entry.map_err(fault)?.path();
        if path.is_dir() && !without.contains(&path) {
            gather(&path, without, found)?;
        } else if path.extension().is_some_and(|extension| extension == "cs") {
            found.push(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod table {
    use super::table_faults;

    #[test]
    fn a_table_that_lacks_a_member_or_has_another_is_seen() {
        let table = "| `X.A` | runtime |\n\n## Editor\n\n| member |\n|---|\n| `E.A(int)` | yes |\n| `E.B` | yes |\n";
        assert!(table_faults(table, "E.A(int)\nE.B\nE.operator |(E, E)\n").is_empty());
        assert_eq!(table_faults(table, "E.A(int)\nE.B\nE.C\n").len(), 1);
        assert_eq!(table_faults(table, "E.A(int)\n").len(), 1);
    }
}
