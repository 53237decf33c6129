#include "AssetDefinition_Pliant.h"

#include "PliantSoftBodyAsset.h"

#define LOCTEXT_NAMESPACE "Pliant"

FText UAssetDefinition_Pliant::GetAssetDisplayName() const
{
	return LOCTEXT("SoftBody", "Soft Body");
}

FLinearColor UAssetDefinition_Pliant::GetAssetColor() const
{
	return FLinearColor(0.1f, 0.7f, 0.5f);
}

TSoftClassPtr<UObject> UAssetDefinition_Pliant::GetAssetClass() const
{
	return UPliantSoftBodyAsset::StaticClass();
}

TConstArrayView<FAssetCategoryPath> UAssetDefinition_Pliant::GetAssetCategories() const
{
	static const FAssetCategoryPath Categories[] = {EAssetCategoryPaths::Physics};
	return TConstArrayView<FAssetCategoryPath>(Categories, 1);
}

#undef LOCTEXT_NAMESPACE
