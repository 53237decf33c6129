#pragma once

#include "CoreMinimal.h"
#include "Engine/EngineBaseTypes.h"
#include "PliantHeader.h"
#include "Subsystems/WorldSubsystem.h"
#include "PliantWorldSubsystem.generated.h"

class FPliantColliders;
class UPliantPinComponent;
class UPliantSoftBodyComponent;
struct FPliantAccumulator;

/** The soft bodies of a world. It makes itself; the library's world begins with the first body. */
UCLASS()
class PLIANT_API UPliantWorldSubsystem : public UWorldSubsystem
{
	GENERATED_BODY()

public:
	/** Velocity of the air, which blows at cloth [cm/s]. */
	UFUNCTION(BlueprintCallable, Category = "Pliant")
	void SetWind(FVector Velocity);

	/** Whether bodies are simulated. If not, the log says why. */
	UFUNCTION(BlueprintPure, Category = "Pliant")
	bool IsRunning() const;

	/** The GPU that simulates; empty before the first body. */
	UFUNCTION(BlueprintPure, Category = "Pliant")
	FString GetAdapterName() const;

	/** Steps since the first body. */
	UFUNCTION(BlueprintPure, Category = "Pliant")
	int64 GetStepCount() const;

	virtual void Initialize(FSubsystemCollectionBase& Collection) override;
	virtual void Deinitialize() override;

	void AddBody(UPliantSoftBodyComponent& Component);
	void RemoveBody(UPliantSoftBodyComponent& Component);
	void AddPin(UPliantPinComponent& Pin);
	void RemovePin(UPliantPinComponent& Pin);
	PliantWorldId GetPliantWorld() const { return PliantWorld; }

	/** Makes the steps of a frame of this length [s], and takes the vertices. The world calls it after its actors. */
	void Frame(float Seconds);

protected:
	virtual bool DoesSupportWorldType(const EWorldType::Type WorldType) const override;

private:
	void OnPostActorTick(UWorld* World, ELevelTick TickType, float Seconds);
	bool EnsureWorld(const FVector& Origin);
	void Fail(const TCHAR* Doing);
	void FindColliders();
	bool Step(double Share);
	/** Whether a body wants to hear of touches. */
	bool HasTouchEvents() const;
	void TakeImpulses(bool bWait);
	void TakeEvents(bool bWait);
	void TakeResults();
	void WriteStats() const;
	UPrimitiveComponent* Other(const PliantEvent& Event, bool bFirst) const;

	PliantWorldId PliantWorld = {};
	/** The world failed; it is not made again. */
	bool bFailed = false;
	// Shared pointers, because the code that UHT writes must let go of them without knowing the types.
	TSharedPtr<FPliantColliders> Colliders;
	TSharedPtr<FPliantAccumulator> Accumulator;
	TMap<uint64, TWeakObjectPtr<UPliantSoftBodyComponent>> Bodies;
	TArray<TWeakObjectPtr<UPliantPinComponent>> Pins;
	uint64 NextUserData = 1;
	/** The step whose impulses were given. */
	uint64 PushedStep = 0;
	uint64 StepCount = 0;
	FVector Wind = FVector::ZeroVector;
	FDelegateHandle PostActorTick;
};
