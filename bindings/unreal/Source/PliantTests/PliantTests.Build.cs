using UnrealBuildTool;

public class PliantTests : ModuleRules
{
	public PliantTests(ReadOnlyTargetRules Target) : base(Target)
	{
		PCHUsage = PCHUsageMode.UseExplicitOrSharedPCHs;
		bUseUnity = false;

		PrivateDependencyModuleNames.AddRange(new string[]
		{
			"Core", "CoreUObject", "Engine", "RenderCore", "RHI", "Pliant", "PliantSDK"
		});
		// The tests look at what is private in the runtime module.
		PrivateIncludePaths.Add("$(ModuleDir)/../Pliant/Private");
	}
}
