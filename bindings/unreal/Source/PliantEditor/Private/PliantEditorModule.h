#pragma once

#include "CoreMinimal.h"
#include "Modules/ModuleManager.h"

/** Menus, details, pins in the viewport. */
class FPliantEditorModule : public IModuleInterface
{
public:
	virtual void StartupModule() override;
	virtual void ShutdownModule() override;

private:
	void RegisterMenus();
};
