#include "PliantBodyDetails.h"

#include "DetailCategoryBuilder.h"
#include "DetailLayoutBuilder.h"
#include "DetailWidgetRow.h"
#include "PliantApi.h"
#include "PliantClothComponent.h"
#include "PliantSoftBodyAsset.h"
#include "PliantSoftBodyComponent.h"
#include "Widgets/Text/STextBlock.h"

#define LOCTEXT_NAMESPACE "Pliant"

TSharedRef<IDetailCustomization> FPliantBodyDetails::MakeInstance()
{
	return MakeShareable(new FPliantBodyDetails());
}

FString FPliantBodyDetails::Advice(const UPliantSoftBodyComponent& Component)
{
	if (FPliantApi::Get() == nullptr)
	{
		return TEXT("The Pliant library is not loaded, so the mesh stays at rest. The log says where it was looked for.");
	}
	if (Component.Asset == nullptr)
	{
		return TEXT("There is no asset. Right-click a static mesh in the content browser and choose Make Soft Body.");
	}
	const bool bIsCloth = Component.IsA<UPliantClothComponent>();
	if (Component.Asset->bIsSheet && !bIsCloth)
	{
		return TEXT("The asset is a sheet, because its mesh encloses no volume. Use a Pliant Cloth component.");
	}
	if (!Component.Asset->bIsSheet && bIsCloth)
	{
		return TEXT("The asset is a solid. Right-click the static mesh and choose Make Cloth, or use a Pliant Soft Body component.");
	}
	return FString();
}

void FPliantBodyDetails::CustomizeDetails(IDetailLayoutBuilder& DetailBuilder)
{
	FString Text;
	for (const TWeakObjectPtr<UObject>& Object : DetailBuilder.GetSelectedObjects())
	{
		const UPliantSoftBodyComponent* Component = Cast<UPliantSoftBodyComponent>(Object.Get());
		if (Component != nullptr)
		{
			Text = Advice(*Component);
			Text = Text.IsEmpty() && Component->Asset != nullptr ? Component->Asset->Report : Text;
		}
	}
	if (!Text.IsEmpty())
	{
		DetailBuilder.EditCategory(TEXT("Soft Body")).AddCustomRow(LOCTEXT("Report", "Report")).WholeRowContent()
		[
			SNew(STextBlock).Text(FText::FromString(Text)).AutoWrapText(true)
		];
	}
}

#undef LOCTEXT_NAMESPACE
