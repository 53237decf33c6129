#pragma once

#include "Components/MeshComponent.h"
#include "CoreMinimal.h"
#include "PliantHeader.h"
#include "PliantSoftBodyComponent.generated.h"

class UPliantMaterial;
class UPliantSoftBodyAsset;
class UPliantSoftBodyComponent;
class UPliantWorldSubsystem;
struct FPliantModelDesc;
struct FPliantVertices;

/** Two things that touch. */
USTRUCT(BlueprintType)
struct FPliantTouch
{
	GENERATED_BODY()

	/** The component that the body touches; a soft body is one too. Null if it is gone. */
	UPROPERTY(BlueprintReadOnly, Category = "Pliant")
	TObjectPtr<UPrimitiveComponent> Other = nullptr;
	/** Where [cm, world]. At an end, where it was last. */
	UPROPERTY(BlueprintReadOnly, Category = "Pliant")
	FVector Point = FVector::ZeroVector;
	/** From the other side to the body. */
	UPROPERTY(BlueprintReadOnly, Category = "Pliant")
	FVector Normal = FVector::ZeroVector;
	/** On the body in the step [kg cm/s]. Zero at an end. */
	UPROPERTY(BlueprintReadOnly, Category = "Pliant")
	FVector Impulse = FVector::ZeroVector;
};

DECLARE_DYNAMIC_MULTICAST_DELEGATE_OneParam(FPliantTouchEvent, const FPliantTouch&, Touch);
DECLARE_DYNAMIC_MULTICAST_DELEGATE_OneParam(FPliantStoppedEvent, const FString&, Reason);

/**
 * A soft body. It begins at the transform of the component and then moves by itself: the component's transform stays
 * where it was. Move the body with TeleportBody.
 */
UCLASS(ClassGroup = (Physics), meta = (BlueprintSpawnableComponent))
class PLIANT_API UPliantSoftBodyComponent : public UMeshComponent
{
	GENERATED_BODY()

public:
	UPliantSoftBodyComponent();

	/** The mesh that was made soft. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Soft Body")
	TObjectPtr<UPliantSoftBodyAsset> Asset;

	/** What it is made of; jelly without one. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Soft Body")
	TObjectPtr<UPliantMaterial> SoftMaterial;

	/** Velocity at the start [cm/s]. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Soft Body", meta = (Units = "CentimetersPerSecond"))
	FVector LinearVelocity = FVector::ZeroVector;

	/** Substeps of each epoch of a step. 0: chosen by the model. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, AdvancedDisplay, Category = "Soft Body", meta = (ClampMin = "0", ClampMax = "64"))
	int32 Substeps = 0;

	/** Iterations of a substep. 0: as the project's settings say. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, AdvancedDisplay, Category = "Soft Body", meta = (ClampMin = "0", ClampMax = "256"))
	int32 Iterations = 0;

	/** Layers this body is on, one bit each. 0: the first. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, AdvancedDisplay, Category = "Soft Body")
	int32 Layers = 0;

	/** Layers of bodies that it touches. 0: all. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, AdvancedDisplay, Category = "Soft Body")
	int32 Mask = 0;

	/** Whether it tells when touches begin and end. Then each step waits for the one before, so that nothing is missed. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Soft Body")
	bool bTouchEvents = false;

	/** The least impulse in a step that counts as a touch [kg cm/s]. 0: any. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Soft Body", meta = (ClampMin = "0"))
	float TouchThreshold = 0.0f;

	/** Motion vectors of each vertex, for motion blur. Materials then need the usage "Used with Geometry Cache". */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Soft Body")
	bool bVertexMotion = false;

	/** Something that it did not touch in the step before. */
	UPROPERTY(BlueprintAssignable, Category = "Soft Body")
	FPliantTouchEvent OnTouchBegin;
	/** Something that it no longer touches. */
	UPROPERTY(BlueprintAssignable, Category = "Soft Body")
	FPliantTouchEvent OnTouchEnd;
	/** It is no longer simulated: its numbers are not finite, or it is too stiff for the steps. */
	UPROPERTY(BlueprintAssignable, Category = "Soft Body")
	FPliantStoppedEvent OnStopped;

	/** Puts the body at a transform at once, with a velocity [cm/s]. The transform's scale is ignored. */
	UFUNCTION(BlueprintCallable, Category = "Pliant")
	void TeleportBody(const FTransform& Transform, FVector Velocity);

	/** Changes what it is made of. Place and motion stay. */
	UFUNCTION(BlueprintCallable, Category = "Pliant")
	void SetSoftMaterial(UPliantMaterial* Material);

	/**
	 * Holds the place of the mesh at this point of its rest shape [cm] where it is now. `Stiffness` [N/m], 0: rigid.
	 * Returns the number of the pin, for ReleasePin; 0 if it failed.
	 */
	UFUNCTION(BlueprintCallable, Category = "Pliant")
	int32 PinPoint(FVector RestPoint, float Stiffness);

	UFUNCTION(BlueprintCallable, Category = "Pliant")
	void ReleasePin(int32 Pin);

	/** Vertices that touch a collider. */
	UFUNCTION(BlueprintPure, Category = "Pliant")
	int32 GetTouchingCount() const;

	/** Whether it is simulated. */
	UFUNCTION(BlueprintPure, Category = "Pliant")
	bool IsSimulated() const;

	/** Box around the drawn mesh [cm, world]. */
	UFUNCTION(BlueprintPure, Category = "Pliant")
	FBox GetBodyBounds() const;

	// The engine's own nodes "Add Impulse" and "Add Impulse at Location" work on soft bodies [kg cm/s, cm].
	virtual void AddImpulse(FVector Impulse, FName BoneName = NAME_None, bool bVelChange = false) override;
	virtual void AddImpulseAtLocation(FVector Impulse, FVector Location, FName BoneName = NAME_None) override;
	/** [kg] */
	virtual float GetMass() const override;

	virtual void BeginPlay() override;
	virtual void EndPlay(const EEndPlayReason::Type Reason) override;
	virtual FPrimitiveSceneProxy* CreateSceneProxy() override;
	virtual FBoxSphereBounds CalcBounds(const FTransform& LocalToWorld) const override;
	virtual FMatrix GetRenderMatrix() const override;
	virtual int32 GetNumMaterials() const override;
	virtual UMaterialInterface* GetMaterial(int32 Index) const override;
	virtual void GetUsedMaterials(TArray<UMaterialInterface*>& OutMaterials, bool bGetDebugMaterials = false) const override;

	// What the world subsystem and the scene proxy use.

	/** Adds the body to the library's world. */
	bool AddTo(PliantWorldId World, uint64 UserData);
	/** Forgets the body; it is removed from the library's world where that still exists. */
	void RemoveFromWorld(bool bWorldLives);
	/** Takes the newest vertices, if there are any, and hands them to the scene proxy. */
	void MapVertices();
	/** Looks whether it was stopped. */
	void LookAtState();
	void Tell(const PliantEvent& Event, UPrimitiveComponent* Other, bool bIsFirst);

	PliantBodyId GetBody() const { return Body; }
	/** The step that the drawn vertices belong to; 0 for the mesh at rest. */
	uint64 GetDrawnStep() const;
	const TSharedPtr<FPliantVertices, ESPMode::ThreadSafe>& GetVertices() const { return Vertices; }

protected:
	/** Writes the model, friction and bounce. */
	virtual void DescribeModel(const PliantApi& Api, PliantBodyDesc& Desc, FPliantModelDesc& Model) const;
	/** Gives a running body what it is made of now. */
	void SendModel();

private:
	FTransform Start() const;
	float StartScale() const;
	FPliantVertices* FreeVertices();
	bool AddSkin();

	PliantBodyId Body = {};
	uint32 SkinIndex = 0;
	bool bTold = false;
	TMap<int32, PliantAttachmentId> Pins;
	int32 LastPin = 0;
	/** Snapshots: one is drawn, one is on its way, one is written. */
	TSharedPtr<FPliantVertices, ESPMode::ThreadSafe> Pool[3];
	TSharedPtr<FPliantVertices, ESPMode::ThreadSafe> Vertices;
};
