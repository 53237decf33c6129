// A stub of Unreal's build tool: what the plugin's Build.cs files name, and a look at what they ask for.

using System;
using System.Collections.Generic;

namespace UnrealBuildTool
{
	public struct UnrealTargetPlatform
	{
		public readonly string Name;
		UnrealTargetPlatform(string name) { Name = name; }
		public static readonly UnrealTargetPlatform Linux = new UnrealTargetPlatform("Linux");
		public static readonly UnrealTargetPlatform Win64 = new UnrealTargetPlatform("Win64");
		public static readonly UnrealTargetPlatform Mac = new UnrealTargetPlatform("Mac");
		public static bool operator ==(UnrealTargetPlatform a, UnrealTargetPlatform b) { return a.Name == b.Name; }
		public static bool operator !=(UnrealTargetPlatform a, UnrealTargetPlatform b) { return a.Name != b.Name; }
		public override bool Equals(object other) { return other is UnrealTargetPlatform && (UnrealTargetPlatform)other == this; }
		public override int GetHashCode() { return Name.GetHashCode(); }
	}

	public class ReadOnlyTargetRules
	{
		public UnrealTargetPlatform Platform;
	}

	public class RuntimeDependencyList
	{
		public readonly List<string> Paths = new List<string>();
		public void Add(string path) { Paths.Add(path); }
	}

	public class ModuleRules
	{
		public enum ModuleType { CPlusPlus, External }
		public enum PCHUsageMode { Default, UseExplicitOrSharedPCHs }
		public ModuleRules(ReadOnlyTargetRules target) { }
		public ModuleType Type = ModuleType.CPlusPlus;
		public PCHUsageMode PCHUsage = PCHUsageMode.Default;
		public bool bUseUnity = true;
		public readonly List<string> PublicDependencyModuleNames = new List<string>();
		public readonly List<string> PrivateDependencyModuleNames = new List<string>();
		public readonly List<string> PublicSystemIncludePaths = new List<string>();
		public readonly List<string> PrivateIncludePaths = new List<string>();
		public readonly List<string> PublicAdditionalLibraries = new List<string>();
		public readonly List<string> PublicDelayLoadDLLs = new List<string>();
		public readonly RuntimeDependencyList RuntimeDependencies = new RuntimeDependencyList();
	}

	static class Check
	{
		/// Modules of the engine that the plugin may depend on.
		static readonly HashSet<string> Engine = new HashSet<string>("Core CoreUObject Engine PhysicsCore DeveloperSettings Projects RenderCore RHI Chaos Slate SlateCore UnrealEd PropertyEditor AssetTools AssetDefinition ToolMenus ContentBrowser InputCore".Split(' '));
		static readonly HashSet<string> EditorOnly = new HashSet<string>("UnrealEd PropertyEditor AssetTools AssetDefinition ToolMenus ContentBrowser PliantEditor".Split(' '));
		static int faults;

		static void Expect(bool holds, string what)
		{
			if (!holds) { Console.Error.WriteLine("Build.cs: " + what); ++faults; }
		}

		static int Main()
		{
			foreach (var platform in new[] { UnrealTargetPlatform.Linux, UnrealTargetPlatform.Win64, UnrealTargetPlatform.Mac })
			{
				var target = new ReadOnlyTargetRules { Platform = platform };
				var sdk = new PliantSDK(target);
				Expect(sdk.Type == ModuleRules.ModuleType.External, "PliantSDK is external");
				Expect(sdk.RuntimeDependencies.Paths.Count == 1, "PliantSDK brings one library for " + platform.Name);
				foreach (var path in sdk.RuntimeDependencies.Paths) { Console.WriteLine("needs " + path); }
				Expect(string.Join(" ", sdk.PublicSystemIncludePaths) == "$(ModuleDir)/include", "PliantSDK shows its include folder");
				Modules(sdk, false);
				Modules(new Pliant(target), false);
				Modules(new PliantEditor(target), true);
				Modules(new PliantTests(target), false);
			}
			return faults == 0 ? 0 : 1;
		}

		static void Modules(ModuleRules rules, bool isEditor)
		{
			var name = rules.GetType().Name;
			Expect(rules.PublicAdditionalLibraries.Count == 0 && rules.PublicDelayLoadDLLs.Count == 0, name + " links nothing: the library is loaded by hand");
			var all = new List<string>(rules.PublicDependencyModuleNames);
			all.AddRange(rules.PrivateDependencyModuleNames);
			foreach (var module in all)
			{
				Expect(Engine.Contains(module) || module.StartsWith("Pliant"), name + " depends on " + module + ", which is not in the list");
				Expect(isEditor || !EditorOnly.Contains(module), name + " depends on " + module + ", which a game does not have");
			}
			Expect(rules.Type == ModuleRules.ModuleType.External || all.Contains("PliantSDK"), name + " depends on PliantSDK");
			Expect(new HashSet<string>(all).Count == all.Count, name + " names a module twice");
		}
	}
}
