#include "PliantCookAction.h"

#include "AssetToolsModule.h"
#include "ContentBrowserMenuContexts.h"
#include "Engine/StaticMesh.h"
#include "IAssetTools.h"
#include "Misc/MessageDialog.h"
#include "Misc/PackageName.h"
#include "Misc/ScopedSlowTask.h"
#include "PliantSoftBodyAsset.h"
#include "ToolMenus.h"

#define LOCTEXT_NAMESPACE "Pliant"

namespace
{
	void MakeAll(const FToolMenuContext& Context, EPliantSurface Surface)
	{
		const UContentBrowserAssetContextMenuContext* Selected = UContentBrowserAssetContextMenuContext::FindContextWithAssets(Context);
		if (Selected == nullptr)
		{
			return;
		}
		for (UStaticMesh* Mesh : Selected->LoadSelectedObjects<UStaticMesh>())
		{
			PliantCookAction::Make(*Mesh, Surface);
		}
	}

	void MakeBodies(const FToolMenuContext& Context)
	{
		MakeAll(Context, EPliantSurface::Cage);
	}

	void MakeCloths(const FToolMenuContext& Context)
	{
		MakeAll(Context, EPliantSurface::Sheet);
	}

	void AddEntry(FToolMenuSection& Section, const TCHAR* Name, const FText& Label, const FText& ToolTip, void (*Execute)(const FToolMenuContext&))
	{
		FToolUIAction Action;
		Action.ExecuteAction = FToolMenuExecuteAction::CreateStatic(Execute);
		Section.AddMenuEntry(FName(Name), Label, ToolTip, FSlateIcon(), Action);
	}
}

void PliantCookAction::Register()
{
	UToolMenu* Menu = UToolMenus::Get()->ExtendMenu(TEXT("ContentBrowser.AssetContextMenu.StaticMesh"));
	FToolMenuSection& Section = Menu->FindOrAddSection(TEXT("GetAssetActions"));
	AddEntry(Section, TEXT("PliantMakeSoftBody"), LOCTEXT("MakeBody", "Make Soft Body"),
		LOCTEXT("MakeBodyTip", "Fills the mesh with tets and makes a soft body asset beside it."), &MakeBodies);
	AddEntry(Section, TEXT("PliantMakeCloth"), LOCTEXT("MakeCloth", "Make Cloth"),
		LOCTEXT("MakeClothTip", "Makes a sheet of the mesh's triangles and a soft body asset beside it, for cloth."), &MakeCloths);
}

UPliantSoftBodyAsset* PliantCookAction::Make(UStaticMesh& Mesh, EPliantSurface Surface)
{
	FScopedSlowTask Task(100.0f, LOCTEXT("Cooking", "Making the mesh soft"));
	Task.MakeDialog(true);

	// Cooked first and made an asset then, so that a cancelled cook leaves nothing behind.
	UPliantSoftBodyAsset* Cooked = NewObject<UPliantSoftBodyAsset>();
	FPliantCookOptions Options;
	Options.Surface = Surface;
	FString Problem;
	float Shown = 0.0f;
	const auto Progress = [&](float Done)
	{
		Task.EnterProgressFrame(FMath::Max(Done - Shown, 0.0f) * 100.0f);
		Shown = FMath::Max(Done, Shown);
		return !Task.ShouldCancel();
	};
	if (!PliantCook::CopyMesh(Mesh, *Cooked, Problem) || !PliantCook::Cook(*Cooked, Options, Progress, Problem))
	{
		FMessageDialog::Open(EAppMsgType::Ok, FText::FromString(FString::Printf(TEXT("%s: %s"), *Mesh.GetName(), *Problem)));
		return nullptr;
	}

	IAssetTools& Tools = FModuleManager::LoadModuleChecked<FAssetToolsModule>(FName(TEXT("AssetTools"))).Get();
	FString PackageName, AssetName;
	const FString Suffix = Surface == EPliantSurface::Sheet ? FString(TEXT("_Cloth")) : FString(TEXT("_Soft"));
	Tools.CreateUniqueAssetName(Mesh.GetOutermost()->GetName(), Suffix, PackageName, AssetName);
	UObject* Made = Tools.CreateAsset(AssetName, FPackageName::GetLongPackagePath(PackageName), UPliantSoftBodyAsset::StaticClass(), nullptr);
	UPliantSoftBodyAsset* Asset = Cast<UPliantSoftBodyAsset>(Made);
	if (Asset != nullptr)
	{
		Asset->Take(*Cooked);
		Asset->MarkPackageDirty();
	}
	return Asset;
}

#undef LOCTEXT_NAMESPACE
