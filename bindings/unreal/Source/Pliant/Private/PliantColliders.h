#pragma once

#include "CoreMinimal.h"
#include "Engine/EngineTypes.h"
#include "PliantHeader.h"
#include "PliantShapes.h"
#include "UObject/ObjectKey.h"
#include "UObject/WeakObjectPtr.h"

class UPrimitiveComponent;
class UWorld;

/** Finds what stands around the bodies, and keeps its counterparts in the library's world. */
class FPliantColliders
{
public:
	FPliantColliders(UWorld& InWorld, const PliantApi& InApi, PliantWorldId InPliantWorld);

	/** Looks for colliders in the boxes, adds those that are new and removes those that are gone. */
	void Find(const TArray<FBox>& Boxes, ECollisionChannel Channel);

	/** Moves colliders to where they are `Share` of the way from the last frame to this one. */
	void Move(double Share);

	/** Where they are now is where the next frame starts. */
	void EndFrame();

	/** The component of a collider with this `user_data`; null if it is gone. */
	UPrimitiveComponent* Find(uint64 UserData) const;

	/** The frame that angular impulses on a collider are about [cm, world]. */
	FVector Origin(PliantColliderId Collider) const;

	/** Whether a rigid body that physics moves is among them. */
	bool HasMovable() const;

	int32 ShapeCount() const;

private:
	struct FEntry
	{
		TWeakObjectPtr<UPrimitiveComponent> Component;
		TArray<FPliantShape> Shapes;
		TArray<PliantColliderId> Colliders;
		FTransform Last, Now;
		int32 UnseenFrames = 0;
		bool bMovable = false;
	};

	void Add(UPrimitiveComponent& Component);
	void Remove(FEntry& Entry);
	bool IsWanted(const UPrimitiveComponent& Component, ECollisionChannel Channel) const;
	void ShapesOf(UPrimitiveComponent& Component, TArray<FPliantShape>& Out) const;

	UWorld& World;
	const PliantApi& Api;
	PliantWorldId PliantWorld;
	TMap<uint64, FEntry> Entries;
	TMap<TObjectKey<UPrimitiveComponent>, uint64> Known;
	uint64 NextUserData = 1;
};
