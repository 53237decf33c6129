#include "PliantModule.h"

#include "Interfaces/IPluginManager.h"
#include "PliantApi.h"

void FPliantModule::StartupModule()
{
	const TSharedPtr<IPlugin> Plugin = IPluginManager::Get().FindPlugin(TEXT("Pliant"));
	FString Problem = TEXT("The plugin Pliant is not registered.");
	if (!Plugin.IsValid() || !FPliantApi::Load(FPliantApi::PathBelow(Plugin->GetBaseDir()), Problem))
	{
		UE_LOG(LogPliant, Error, TEXT("%s"), *Problem);
	}
}

void FPliantModule::ShutdownModule()
{
	FPliantApi::Unload();
}

IMPLEMENT_MODULE(FPliantModule, Pliant)
