#pragma once

#include "AssetDefinitionDefault.h"
#include "CoreMinimal.h"
#include "AssetDefinition_Pliant.generated.h"

/** How soft bodies look in the content browser. */
UCLASS()
class UAssetDefinition_Pliant : public UAssetDefinitionDefault
{
	GENERATED_BODY()

public:
	virtual FText GetAssetDisplayName() const override;
	virtual FLinearColor GetAssetColor() const override;
	virtual TSoftClassPtr<UObject> GetAssetClass() const override;
	virtual TConstArrayView<FAssetCategoryPath> GetAssetCategories() const override;
};
