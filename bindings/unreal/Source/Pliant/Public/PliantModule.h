#pragma once

#include "CoreMinimal.h"
#include "Modules/ModuleManager.h"

/** Loads the library. Where it is missing, the log says so and soft bodies are drawn at rest. */
class FPliantModule : public IModuleInterface
{
public:
	virtual void StartupModule() override;
	virtual void ShutdownModule() override;
};
