// A C# 9 compiler: Roslyn behind a command line. `xtask/src/csharp.rs` compiles this file with mcs and starts it under
// .NET 8. Diagnostics go to the standard output; warnings are errors.
//   driver.dll -out:FILE [-exe] [-langversion:N] [-r:FILE]... [-d:NAME]... [-doc:FILE] [-nowarn:CODE]...
//              [-uses:ASSEMBLY=FILE]... [SOURCE|@FILE_OF_ARGUMENTS]...
// -doc also demands documentation for all that is public. -uses lists the members of a referenced assembly that the
// sources name, one a line.

using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Emit;
using Microsoft.CodeAnalysis.Text;

static class Driver
{
    static readonly List<string> sources = new List<string>(), defines = new List<string>(), references = new List<string>();
    static readonly List<KeyValuePair<string, string>> uses = new List<KeyValuePair<string, string>>();
    static readonly Dictionary<string, ReportDiagnostic> levels = new Dictionary<string, ReportDiagnostic>();
    static string output, documentation;
    static OutputKind kind = OutputKind.DynamicallyLinkedLibrary;
    static LanguageVersion language = LanguageVersion.CSharp9;

    static bool Takes(string argument, string option, out string value)
    {
        bool takes = argument.StartsWith(option, StringComparison.Ordinal);
        value = takes ? argument.Substring(option.Length) : null;
        return takes;
    }

    static void Read(string argument)
    {
        string value;
        if (argument == "-exe") kind = OutputKind.ConsoleApplication;
        else if (Takes(argument, "-out:", out value)) output = value;
        else if (Takes(argument, "-doc:", out value)) documentation = value;
        else if (Takes(argument, "-r:", out value)) references.Add(value);
        else if (Takes(argument, "-d:", out value)) defines.Add(value);
        else if (Takes(argument, "-nowarn:", out value)) levels[value] = ReportDiagnostic.Suppress;
        else if (Takes(argument, "-langversion:", out value)) Language(value);
        else if (Takes(argument, "-uses:", out value))
        {
            int at = value.IndexOf('=');
            uses.Add(new KeyValuePair<string, string>(value.Substring(0, at), value.Substring(at + 1)));
        }
        else if (Takes(argument, "@", out value)) foreach (string line in File.ReadAllLines(value)) Read(line);
        else if (argument.StartsWith("-", StringComparison.Ordinal)) throw new ArgumentException("no such option: " + argument);
        else sources.Add(argument);
    }

    static void Language(string text)
    {
        if (!LanguageVersionFacts.TryParse(text, out language)) throw new ArgumentException("no such language version: " + text);
    }

    static CSharpCompilation Compilation()
    {
        DocumentationMode mode = documentation == null ? DocumentationMode.Parse : DocumentationMode.Diagnose;
        CSharpParseOptions parse = new CSharpParseOptions(language, mode, SourceCodeKind.Regular, defines);
        IEnumerable<SyntaxTree> trees = sources.Select(file =>
            CSharpSyntaxTree.ParseText(SourceText.From(File.ReadAllText(file), Encoding.UTF8), parse, file));
        CSharpCompilationOptions options = new CSharpCompilationOptions(kind, allowUnsafe: true, optimizationLevel: OptimizationLevel.Release,
            warningLevel: 4, deterministic: true, generalDiagnosticOption: ReportDiagnostic.Error, specificDiagnosticOptions: levels,
            // Two frameworks' facades name the same assemblies.
            assemblyIdentityComparer: DesktopAssemblyIdentityComparer.Default);
        return CSharpCompilation.Create(Path.GetFileNameWithoutExtension(output), trees,
            references.Select(file => MetadataReference.CreateFromFile(file)), options);
    }

    static bool Emit(CSharpCompilation compilation)
    {
        EmitResult result;
        using (Stream file = File.Create(output))
        using (Stream text = documentation == null ? null : File.Create(documentation))
            result = compilation.Emit(file, null, text, options: new EmitOptions(debugInformationFormat: DebugInformationFormat.Embedded));
        foreach (Diagnostic diagnostic in result.Diagnostics)
            if (diagnostic.Severity >= DiagnosticSeverity.Warning) Console.WriteLine(diagnostic);
        return result.Success;
    }

    /// The member that is named, not a copy of it with type arguments, nor one end of a property.
    static ISymbol Named(ISymbol symbol)
    {
        IMethodSymbol method = symbol as IMethodSymbol;
        if (method != null && method.ReducedFrom != null) symbol = method.ReducedFrom;
        if (method != null && method.AssociatedSymbol != null) symbol = method.AssociatedSymbol;
        return symbol.OriginalDefinition;
    }

    static IEnumerable<ISymbol> Symbols(CSharpCompilation compilation)
    {
        foreach (SyntaxTree tree in compilation.SyntaxTrees)
        {
            SemanticModel model = compilation.GetSemanticModel(tree);
            foreach (SyntaxNode node in tree.GetRoot().DescendantNodes())
            {
                SymbolInfo info = model.GetSymbolInfo(node);
                if (info.Symbol != null) yield return Named(info.Symbol);
                ISymbol declared = model.GetDeclaredSymbol(node);
                IMethodSymbol method = declared as IMethodSymbol;
                if (method != null && method.OverriddenMethod != null) yield return Named(method.OverriddenMethod);
                IPropertySymbol property = declared as IPropertySymbol;
                if (property != null && property.OverriddenProperty != null) yield return Named(property.OverriddenProperty);
                INamedTypeSymbol type = declared as INamedTypeSymbol;
                if (type == null) continue;
                // Interfaces and attributes are used without being called.
                foreach (INamedTypeSymbol other in type.AllInterfaces) yield return other.OriginalDefinition;
            }
        }
    }

    static void WriteUses(CSharpCompilation compilation)
    {
        foreach (KeyValuePair<string, string> use in uses)
        {
            IEnumerable<string> names = Symbols(compilation)
                .Where(s => !(s is INamespaceSymbol) && s.ContainingAssembly != null && s.ContainingAssembly.Name == use.Key)
                .Where(s => s is INamedTypeSymbol || s.ContainingType != null)
                .Select(s => s.ToDisplayString(SymbolDisplayFormat.CSharpErrorMessageFormat));
            File.WriteAllLines(use.Value, names.Distinct().OrderBy(name => name, StringComparer.Ordinal));
        }
    }

    static int Main(string[] arguments)
    {
        foreach (string argument in arguments) Read(argument);
        // Without a documentation comment a member is only refused where documentation is asked for.
        if (documentation == null) levels["CS1591"] = ReportDiagnostic.Suppress;
        CSharpCompilation compilation = Compilation();
        if (!Emit(compilation)) return 1;
        WriteUses(compilation);
        return 0;
    }
}
