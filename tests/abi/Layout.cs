// The C# structs, constants and imports against abi.lock, whose path is the argument. It calls no native function.

using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Runtime.InteropServices;
using Pliant;

static class Layout
{
    static int checks, failures;

    static void Equal(string actual, string expected, string what)
    {
        checks++;
        if (actual == expected) return;
        failures++;
        Console.WriteLine("FAILED: {0} in C# is {1}, in abi.lock {2}: run cargo xtask bindings", what, actual ?? "missing", expected);
    }

    // csbindgen leaves out constants that are no plain number in Rust, here 1 << 26 and 1 << 28.
    static readonly string[] NotInCSharp = { "PLIANT_MAX_CLUSTER_VERTICES", "PLIANT_MAX_SURFACE_TRIANGLES" };

    // The name that a declaration in C gives a field, or a function.
    static string NameOf(string declaration, bool isFunction = false)
    {
        int pointer = isFunction ? -1 : declaration.IndexOf("(*", StringComparison.Ordinal);
        string before = pointer >= 0
            ? declaration.Substring(pointer + 2).Split(')')[0]
            : declaration.Split('(', '[')[0];
        return before.Split(' ', '*').Last();
    }

    // How many parameters a declaration in C has, without those of function pointers in it.
    static int ParameterCount(string declaration)
    {
        string inner = declaration.Substring(declaration.IndexOf('(') + 1);
        if (inner == "void)") return 0;
        int depth = 0, count = 1;
        foreach (char c in inner)
        {
            if (c == '(') depth++;
            if (c == ')') depth--;
            if (c == ',' && depth == 0) count++;
        }
        return count;
    }

    static string Text(object value)
    {
        if (value == null) return null;
        IFormattable number = (IFormattable)value;
        bool isFloating = value is float || value is double; // marked by an f
        return number.ToString(isFloating ? "G9" : "D", CultureInfo.InvariantCulture) + (isFloating ? "f" : "");
    }

    static int Main(string[] arguments)
    {
        Type methods = typeof(NativeMethods);
        Type type = null;
        HashSet<string> fields = new HashSet<string>(), structs = new HashSet<string>();
        foreach (string line in File.ReadAllLines(arguments[0]).Where(l => l.Length > 0 && l[0] != '#'))
        {
            string[] words = line.Trim().Split(new[] { ' ' }, 3);
            if (line.StartsWith("  ", StringComparison.Ordinal))
            {
                if (type == null) continue;
                string name = NameOf(words[2]);
                fields.Add(type.Name + "." + name);
                bool exists = type.GetField(name, BindingFlags.Public | BindingFlags.Instance) != null;
                string offset = exists ? Marshal.OffsetOf(type, name).ToInt64().ToString() : null;
                Equal(offset, words[0], "the offset of " + type.Name + "." + name);
            }
            else if (words[0] == "constant")
            {
                if (NotInCSharp.Contains(words[1])) continue;
                FieldInfo field = methods.GetField(words[1], BindingFlags.Public | BindingFlags.Static);
                Equal(Text(field == null ? null : field.GetValue(null)), words[2], words[1]);
            }
            else if (words[0] == "function")
            {
                string name = NameOf(line, true);
                if (name == "pliant_get_api") continue; // C# imports by name.
                MethodInfo method = methods.GetMethod(name, BindingFlags.Public | BindingFlags.Static);
                string count = method == null ? null : method.GetParameters().Length.ToString();
                Equal(count, ParameterCount(line).ToString(), "the number of parameters of " + name);
            }
            else
            {
                type = methods.Assembly.GetType("Pliant." + words[1]);
                if (words[1] == "PliantApi") continue;
                structs.Add(words[1]);
                string size = type == null ? null : Marshal.SizeOf(type).ToString();
                Equal(size, words[2].Split(' ')[1], "the size of " + words[1]);
            }
        }
        IEnumerable<Type> own = methods.Assembly.GetTypes()
            .Where(t => t.IsValueType && !t.IsNested && t.Name.StartsWith("Pliant", StringComparison.Ordinal));
        foreach (Type found in own)
        {
            Equal(structs.Contains(found.Name) ? "there" : "more", "there", found.Name);
            foreach (FieldInfo field in found.GetFields(BindingFlags.Public | BindingFlags.Instance))
                Equal(fields.Contains(found.Name + "." + field.Name) ? "there" : "more", "there", found.Name + "." + field.Name);
        }
        Console.WriteLine("abi layout: {0} checks, {1} failures", checks, failures);
        return failures == 0 && checks > 500 ? 0 : 1;
    }
}
