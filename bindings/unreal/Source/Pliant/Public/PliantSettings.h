#pragma once

#include "CoreMinimal.h"
#include "Engine/DeveloperSettings.h"
#include "PliantSettings.generated.h"

/** Project Settings > Plugins > Pliant. */
UCLASS(Config = Game, DefaultConfig, meta = (DisplayName = "Pliant"))
class PLIANT_API UPliantSettings : public UDeveloperSettings
{
	GENERATED_BODY()

public:
	/** Steps a second [1/s]. Steps all have this length, whatever the frame rate is. */
	UPROPERTY(Config, EditAnywhere, Category = "Time", meta = (ClampMin = "10", ClampMax = "1000"))
	float StepsPerSecond = 60.0f;

	/** The most steps in a frame. Where frames are slower than that, bodies move slower than the clock. */
	UPROPERTY(Config, EditAnywhere, Category = "Time", meta = (ClampMin = "1", ClampMax = "16"))
	int32 MostStepsPerFrame = 4;

	/** Equal parts of a step. More gives less damping by itself, and costs time in proportion. 0: 4. */
	UPROPERTY(Config, EditAnywhere, Category = "Quality", meta = (ClampMin = "0", ClampMax = "64"))
	int32 Epochs = 0;

	/** Iterations of a substep. More gets closer to the modulus, and costs time in proportion. 0: 5. */
	UPROPERTY(Config, EditAnywhere, Category = "Quality", meta = (ClampMin = "0", ClampMax = "256"))
	int32 Iterations = 0;

	/** Part of the name of the GPU to use; empty for the fastest. */
	UPROPERTY(Config, EditAnywhere, Category = "Device")
	FString Adapter;

	/** Only a software driver, for machines without a GPU. */
	UPROPERTY(Config, EditAnywhere, Category = "Device")
	bool bSoftwareAdapter = false;

	/** Whether bodies push the rigid bodies that they touch. */
	UPROPERTY(Config, EditAnywhere, Category = "Contact")
	bool bPushRigidBodies = true;

	/** How far around a body its colliders are looked for [cm]. */
	UPROPERTY(Config, EditAnywhere, Category = "Contact", meta = (Units = "cm", ClampMin = "1"))
	float ColliderMargin = 50.0f;

	/** Measure the GPU time of steps for `stat Pliant`. Steps get slower. */
	UPROPERTY(Config, EditAnywhere, Category = "Device")
	bool bMeasureGpuTime = false;

	virtual FName GetCategoryName() const override;
};
