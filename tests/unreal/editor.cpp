// The editor module: menus, cooking with progress and cancel, import, details, pins; and the automation tests.

#include "ContentBrowserMenuContexts.h"
#include "Misc/AutomationTest.h"
#include "Misc/FeedbackContext.h"
#include "PliantAssetFactory.h"
#include "PliantBodyDetails.h"
#include "PliantClothComponent.h"
#include "PliantCookAction.h"
#include "PliantPinComponent.h"
#include "PliantPinVisualizer.h"
#include "ToolMenus.h"
#include "rig.h"

using namespace Rig;

namespace
{
	UPliantSoftBodyAsset* Last = nullptr;
	UObject* MakeAsset(UClass*) { return Last = NewObject<UPliantSoftBodyAsset>(); }
}

void TestEditor()
{
	PliantCookAction::Register();
	True(UToolMenus::Get()->StubExtended == FName(TEXT("ContentBrowser.AssetContextMenu.StaticMesh")), "the menu of static meshes");
	FToolMenuSection& Section = UToolMenus::Get()->StubMenu.StubSection;
	Near(Section.StubActions.Num(), 2, 0, "two entries");

	// A click cooks what is selected, with progress up to the end, and makes an asset beside it.
	IAssetTools::StubMake = &MakeAsset;
	GetMutableDefault<UContentBrowserAssetContextMenuContext>()->StubSelected.Add(Mesh(FBall(25)));
	Section.StubActions[0].ExecuteAction.StubFunction(FToolMenuContext());
	True(Last != nullptr && Last->Body.Num() > 0 && Last->Skin.Num() > 0 && !Last->bIsSheet, "a soft body is made");
	Expect(FScopedSlowTask::StubDone > 0 && FScopedSlowTask::StubDone <= 100.01f, "progress stays within its frame", FScopedSlowTask::StubDone, 100);
	const TArray<uint8> File = Last->Body;

	// Cancelled, it makes none and says so.
	Last = nullptr;
	FScopedSlowTask::bStubCancel = true;
	True(PliantCookAction::Make(*Mesh(FBall(25)), EPliantSurface::Conforming) == nullptr && Last == nullptr, "a cancelled cook makes no asset");
	FScopedSlowTask::bStubCancel = false;
	Near(FMessageDialog::StubShown.Num(), 1, 0, "and shows one message");

	// Import: the bytes of a body, and bytes of nothing.
	UPliantAssetFactory* Factory = NewObject<UPliantAssetFactory>();
	FFeedbackContext Warn;
	const uint8* Begin = File.GetData();
	UObject* Made = Factory->FactoryCreateBinary(nullptr, nullptr, FName(TEXT("Ball")), RF_Public, nullptr, TEXT("pliant"), Begin, Begin + File.Num(), &Warn);
	UPliantSoftBodyAsset* Imported = Cast<UPliantSoftBodyAsset>(Made);
	True(Imported != nullptr && Imported->RenderMesh.Indices.Num() > 0, "a file is imported");
	const uint8 Nothing[16] = {};
	Begin = Nothing;
	True(Factory->FactoryCreateBinary(nullptr, nullptr, FName(TEXT("Bad")), RF_Public, nullptr, TEXT("pliant"), Begin, Begin + 16, &Warn) == nullptr, "damaged bytes are refused");

	// Advice in the details panel.
	UPliantSoftBodyComponent* Body = NewObject<UPliantSoftBodyComponent>();
	True(FPliantBodyDetails::Advice(*Body).Contains(TEXT("Make Soft Body")), "what a body without an asset needs");
	Body->Asset = Cooked(*Mesh(FBall(25)));
	True(FPliantBodyDetails::Advice(*Body).IsEmpty(), "a whole body needs nothing");
	UPliantClothComponent* Cloth = NewObject<UPliantClothComponent>();
	Cloth->Asset = Body->Asset;
	True(FPliantBodyDetails::Advice(*Cloth).Contains(TEXT("Make Cloth")), "a cloth of a solid is told");
	IDetailLayoutBuilder Builder;
	Builder.StubSelected.Add(Cloth);
	FPliantBodyDetails().CustomizeDetails(Builder);
	Near(Builder.StubCategory.StubRows, 1, 0, "a row says so");

	// A pin at the top shows the vertices that it will hold: the pole, which is a ring of 16 at one place.
	AActor* Actor = NewObject<AActor>();
	Actor->StubComponents.Add(Body);
	UPliantPinComponent* Pin = NewObject<UPliantPinComponent>();
	Pin->StubOwner = Actor;
	Pin->StubTransform = FTransform(FVector(0, 0, 25));
	Pin->Radius = 3;
	FPrimitiveDrawInterface Draw;
	FPliantPinVisualizer().DrawVisualization(Pin, nullptr, &Draw);
	Near(Draw.StubPoints, 16, 0, "points of a pin");

	for (FAutomationTestBase* Test = FAutomationTestBase::StubFirst; Test != nullptr; Test = Test->StubNext)
	{
		True(Test->RunTest(FString()) && Test->StubFailures == 0, Test->StubName);
	}
}
