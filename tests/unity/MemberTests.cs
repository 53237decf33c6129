// tests/unity/members.md names every member of the engine that the package uses. It is held to the compiled package, and
// to the double.

using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Text.RegularExpressions;
using Pliant.Unity;
using UnityEngine;

static class MemberTests
{
    const string Table = "tests/unity/members.md";

    internal static void Register()
    {
        Run.Add("the table of the engine's members is that of the double", Double);
#if NET
        Run.Add("the table of the engine's members is what the package uses", Used);
#endif
    }

    struct Row
    {
        internal string type, member;
        internal int parameters;
        internal bool only2022, only6000;
    }

    // A row is: | `Namespace.Type.member(types)` | tags | mark |. The section of the editor is another matter.
    static List<Row> Rows()
    {
        var rows = new List<Row>();
        foreach (string line in File.ReadLines(Table))
        {
            if (line.StartsWith("## Editor")) break;
            Match match = Regex.Match(line, @"^\| `([^`(]*?)(?:\.(operator [^(`]+|[^.`(]+))(\(.*\))?` \| ([^|]*) \|");
            if (!match.Success) continue;
            string inside = match.Groups[3].Value.Trim('(', ')');
            rows.Add(new Row
            {
                type = Plain(match.Groups[1].Value), member = Plain(match.Groups[2].Value),
                parameters = match.Groups[3].Success ? inside == "" ? 0 : Regex.Replace(inside, "<[^>]*>", "").Split(',').Length : -1,
                only2022 = !match.Groups[4].Value.Contains("6000"), only6000 = !match.Groups[4].Value.Contains("2022"),
            });
        }
        if (rows.Count < 200) throw new Failure(Table + " has only " + rows.Count + " rows that can be read");
        return rows;
    }

    // Attributes go by their short names.
    static string Plain(string name) => Regex.Replace(name, "<.*>|Attribute$", "").Trim();

    static bool IsType(Row row) => row.parameters < 0 && !(Find(row.type + "." + row.member) is null);

    static Type Find(string name)
    {
        Assembly engine = typeof(GameObject).Assembly;
        for (int generics = 0; generics < 2; generics++)
            foreach (string suffix in new[] { "", "Attribute" })
                if (engine.GetType(name + suffix + (generics == 0 ? "" : "`" + generics)) is Type found) return found;
        return null;
    }

    static void Double()
    {
        const BindingFlags all = BindingFlags.Public | BindingFlags.Instance | BindingFlags.Static | BindingFlags.FlattenHierarchy;
        var missing = new List<string>();
        int count = 0;
        foreach (Row row in Rows())
        {
            if (row.only6000) continue;
            count++;
            if (IsType(row)) continue;
            Type type = Find(row.type);
            bool there = type != null && (row.member == type.Name.Split('`')[0] || row.member + "Attribute" == type.Name
                ? type.GetConstructors().Any(c => c.GetParameters().Length == row.parameters) || type.IsValueType
                : type.GetMember(Operator(row.member, row.parameters), all).Any(m => row.parameters < 0 || m is MethodInfo f && f.GetParameters().Length == row.parameters));
            if (!there) missing.Add(row.type + "." + row.member);
        }
        Console.WriteLine("  " + count + " rows");
        if (missing.Count > 0) throw new Failure("the double lacks " + string.Join(", ", missing));
    }

    static string Operator(string member, int parameters)
    {
        switch (member)
        {
            case "operator +": return "op_Addition";
            case "operator -": return parameters == 1 ? "op_UnaryNegation" : "op_Subtraction";
            case "operator *": return "op_Multiply";
            case "operator /": return "op_Division";
            case "operator ==": return "op_Equality";
            case "operator !=": return "op_Inequality";
            case "implicit operator": return "op_Implicit";
            default: return member;
        }
    }

#if NET
    static void Used()
    {
        HashSet<string> used = Names(typeof(SoftWorld).Assembly.Location);
        var listed = new HashSet<string>();
        var needless = new List<string>();
        foreach (Row row in Rows())
        {
            string name = row.type + "." + row.member;
            listed.Add(name);
            // Constants are not in the compiled code, but as numbers.
            Type type = Find(row.type);
            // So are the named values of attributes.
            bool constant = type != null && (type.IsEnum || typeof(Attribute).IsAssignableFrom(type) && row.parameters < 0 || type.GetField(row.member) is FieldInfo f && f.IsLiteral);
            if (!row.only6000 && !constant && !IsType(row) && !used.Contains(name)) needless.Add(name);
        }
        Console.WriteLine("  " + used.Count + " names in the compiled package, " + listed.Count + " in the table");
        List<string> unlisted = used.Where(name => !listed.Contains(name)).OrderBy(name => name).ToList();
        if (unlisted.Count > 0) throw new Failure(Table + " lacks " + string.Join(", ", unlisted));
        if (needless.Count > 0) throw new Failure(Table + " has what the package does not use: " + string.Join(", ", needless));
    }

    static HashSet<string> Names(string file)
    {
        var names = new HashSet<string>();
        using (var image = new System.Reflection.PortableExecutable.PEReader(File.OpenRead(file)))
        {
            var reader = System.Reflection.Metadata.PEReaderExtensions.GetMetadataReader(image);
            foreach (var handle in reader.MemberReferences)
            {
                var member = reader.GetMemberReference(handle);
                if (!(Type(reader, member.Parent) is string type)) continue;
                string name = reader.GetString(member.Name);
                // Compilers call the constructors of base classes.
                if (name == ".ctor" && typeof(SoftWorld).Assembly.GetTypes().Any(t => t.BaseType == Find(type))) continue;
                names.Add(type + "." + (name == ".ctor" ? Short(type) : name.StartsWith("op_") ? Sign(name) : Regex.Replace(name, "^(get|set|add|remove)_", "")));
            }
        }
        return names;
    }

    static string Short(string type) => type.Substring(type.LastIndexOf('.') + 1);

    static string Sign(string name)
    {
        foreach (string sign in new[] { "+", "*", "/", "==", "!=" }) if (Operator("operator " + sign, 2) == name) return "operator " + sign;
        if (name == "op_Subtraction" || name == "op_UnaryNegation") return "operator -";
        return name == "op_Implicit" ? "implicit operator" : name;
    }

    // The full name of a type of the engine; null for others.
    static string Type(System.Reflection.Metadata.MetadataReader reader, System.Reflection.Metadata.EntityHandle handle)
    {
        if (handle.Kind == System.Reflection.Metadata.HandleKind.TypeSpecification)
        {
            var blob = reader.GetBlobReader(reader.GetTypeSpecification((System.Reflection.Metadata.TypeSpecificationHandle)handle).Signature);
            // A generic type with its arguments: two bytes, then the type.
            if (blob.ReadByte() != 0x15) return null;
            blob.ReadByte();
            return Type(reader, blob.ReadTypeHandle());
        }
        if (handle.Kind != System.Reflection.Metadata.HandleKind.TypeReference) return null;
        var type = reader.GetTypeReference((System.Reflection.Metadata.TypeReferenceHandle)handle);
        if (type.ResolutionScope.Kind != System.Reflection.Metadata.HandleKind.AssemblyReference) return null;
        var from = reader.GetAssemblyReference((System.Reflection.Metadata.AssemblyReferenceHandle)type.ResolutionScope);
        if (reader.GetString(from.Name) != "UnityEngine") return null;
        return reader.GetString(type.Namespace) + "." + Regex.Replace(reader.GetString(type.Name), "`.*|Attribute$", "");
    }
#endif
}
