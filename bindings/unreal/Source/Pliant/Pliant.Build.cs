using UnrealBuildTool;

public class Pliant : ModuleRules
{
	public Pliant(ReadOnlyTargetRules Target) : base(Target)
	{
		PCHUsage = PCHUsageMode.UseExplicitOrSharedPCHs;
		bUseUnity = false;

		PublicDependencyModuleNames.AddRange(new string[]
		{
			"Core", "CoreUObject", "Engine", "PhysicsCore", "DeveloperSettings", "PliantSDK"
		});
		PrivateDependencyModuleNames.AddRange(new string[]
		{
			"Projects", "RenderCore", "RHI", "Chaos"
		});
	}
}
