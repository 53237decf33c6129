#pragma once

#include "CoreMinimal.h"
#include "PliantSoftBodyComponent.h"
#include "PliantClothComponent.generated.h"

class UPliantClothMaterial;

/**
 * A sheet of cloth, of an asset that was cooked as a sheet. Wind blows at it: see the world subsystem. A closed one is a
 * balloon if the VolumeFactor of its material is above 0.
 */
UCLASS(ClassGroup = (Physics), meta = (BlueprintSpawnableComponent))
class PLIANT_API UPliantClothComponent : public UPliantSoftBodyComponent
{
	GENERATED_BODY()

public:
	/** What it is made of; cotton without one. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Soft Body")
	TObjectPtr<UPliantClothMaterial> ClothMaterial;

	/** Changes what it is made of. Place and motion stay. The same material again takes over what changed in it. */
	UFUNCTION(BlueprintCallable, Category = "Pliant")
	void SetClothMaterial(UPliantClothMaterial* Material);

protected:
	virtual void DescribeModel(const PliantApi& Api, PliantBodyDesc& Desc, FPliantModelDesc& Model) const override;
};
