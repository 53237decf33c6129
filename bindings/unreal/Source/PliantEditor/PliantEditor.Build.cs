using UnrealBuildTool;

public class PliantEditor : ModuleRules
{
	public PliantEditor(ReadOnlyTargetRules Target) : base(Target)
	{
		PCHUsage = PCHUsageMode.UseExplicitOrSharedPCHs;
		bUseUnity = false;

		PrivateDependencyModuleNames.AddRange(new string[]
		{
			"Core", "CoreUObject", "Engine", "RenderCore", "Slate", "SlateCore", "UnrealEd", "PropertyEditor", "AssetTools",
			"AssetDefinition", "ToolMenus", "ContentBrowser", "InputCore", "Projects", "Pliant", "PliantSDK"
		});
	}
}
