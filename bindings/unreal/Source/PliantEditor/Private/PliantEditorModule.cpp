#include "PliantEditorModule.h"

#include "Editor/UnrealEdEngine.h"
#include "PliantBodyDetails.h"
#include "PliantClothComponent.h"
#include "PliantCookAction.h"
#include "PliantPinComponent.h"
#include "PliantPinVisualizer.h"
#include "PliantSoftBodyComponent.h"
#include "PropertyEditorModule.h"
#include "ToolMenus.h"
#include "UnrealEdGlobals.h"

namespace
{
	const FName PropertyEditor(TEXT("PropertyEditor"));
}

void FPliantEditorModule::StartupModule()
{
	UToolMenus::RegisterStartupCallback(FSimpleMulticastDelegate::FDelegate::CreateRaw(this, &FPliantEditorModule::RegisterMenus));

	FPropertyEditorModule& Properties = FModuleManager::LoadModuleChecked<FPropertyEditorModule>(PropertyEditor);
	const FOnGetDetailCustomizationInstance Details = FOnGetDetailCustomizationInstance::CreateStatic(&FPliantBodyDetails::MakeInstance);
	Properties.RegisterCustomClassLayout(UPliantSoftBodyComponent::StaticClass()->GetFName(), Details);
	Properties.RegisterCustomClassLayout(UPliantClothComponent::StaticClass()->GetFName(), Details);

	if (GUnrealEd != nullptr)
	{
		const TSharedPtr<FComponentVisualizer> Visualizer = MakeShared<FPliantPinVisualizer>();
		GUnrealEd->RegisterComponentVisualizer(UPliantPinComponent::StaticClass()->GetFName(), Visualizer);
		Visualizer->OnRegister();
	}
}

void FPliantEditorModule::ShutdownModule()
{
	UToolMenus::UnRegisterStartupCallback(this);
	UToolMenus::UnregisterOwner(this);
	if (FPropertyEditorModule* Properties = FModuleManager::Get().GetModulePtr<FPropertyEditorModule>(PropertyEditor))
	{
		Properties->UnregisterCustomClassLayout(UPliantSoftBodyComponent::StaticClass()->GetFName());
		Properties->UnregisterCustomClassLayout(UPliantClothComponent::StaticClass()->GetFName());
	}
	if (GUnrealEd != nullptr)
	{
		GUnrealEd->UnregisterComponentVisualizer(UPliantPinComponent::StaticClass()->GetFName());
	}
}

void FPliantEditorModule::RegisterMenus()
{
	FToolMenuOwnerScoped Owner(this);
	PliantCookAction::Register();
}

IMPLEMENT_MODULE(FPliantEditorModule, PliantEditor)
