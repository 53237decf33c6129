using UnrealBuildTool;

// Header and shared library. The runtime module loads the library by hand, so there is no import library, no delay
// load and no RPATH.
public class PliantSDK : ModuleRules
{
	public PliantSDK(ReadOnlyTargetRules Target) : base(Target)
	{
		Type = ModuleType.External;
		PublicSystemIncludePaths.Add("$(ModuleDir)/include");

		if (Target.Platform == UnrealTargetPlatform.Linux)
		{
			RuntimeDependencies.Add("$(ModuleDir)/lib/Linux/libpliant.so");
		}
		else if (Target.Platform == UnrealTargetPlatform.Win64)
		{
			RuntimeDependencies.Add("$(ModuleDir)/lib/Win64/pliant.dll");
		}
		else if (Target.Platform == UnrealTargetPlatform.Mac)
		{
			RuntimeDependencies.Add("$(ModuleDir)/lib/Mac/libpliant.dylib");
		}
	}
}
