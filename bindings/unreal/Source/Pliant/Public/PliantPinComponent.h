#pragma once

#include "Components/SceneComponent.h"
#include "CoreMinimal.h"
#include "PliantHeader.h"
#include "PliantPinComponent.generated.h"

class UPliantSoftBodyComponent;

/**
 * Holds a part of a soft body to the transform of this component: what lies within the radius at the start is held, and
 * moves with the component. Attach it to a bone or to a moving actor to carry the body along.
 */
UCLASS(ClassGroup = (Physics), meta = (BlueprintSpawnableComponent))
class PLIANT_API UPliantPinComponent : public USceneComponent
{
	GENERATED_BODY()

public:
	/** The actor with the soft body. Without one: the actor of this component. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Pin")
	TObjectPtr<AActor> BodyActor;

	/** Vertices of the drawn mesh within this distance are held [cm]. 0: only the place of the mesh that is nearest. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Pin", meta = (Units = "cm", ClampMin = "0"))
	float Radius = 10.0f;

	/** Stiffness of the hold on each vertex [N/m]. 0: rigid. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Pin", meta = (ClampMin = "0", ClampMax = "1e12"))
	float Stiffness = 0.0f;

	/** Lets go. */
	UFUNCTION(BlueprintCallable, Category = "Pliant")
	void Release();

	virtual void BeginPlay() override;
	virtual void EndPlay(const EEndPlayReason::Type Reason) override;

	/** The soft body that it holds; null if there is none. */
	UPliantSoftBodyComponent* FindBody() const;
	/** Points of the rest shape of a body that lie within the radius [cm, of the body's asset]. */
	static void FindPoints(const UPliantSoftBodyComponent& Body, const FVector& Place, float Radius, TArray<FVector3f>& Out);

	// What the world subsystem uses.

	/** Attaches the body if it is there and not attached yet. */
	void TryAttach(PliantWorldId World);
	/** Moves its frame to where it is `Share` of the way from the last frame to this one. */
	void Move(double Share);
	void EndFrame();
	void Forget();

private:
	PliantFrameId Frame = {};
	TWeakObjectPtr<UPliantSoftBodyComponent> Held;
	FTransform Last;
	bool bReleased = false;
};
