#include "PliantColliders.h"

#include "CollisionQueryParams.h"
#include "CollisionShape.h"
#include "Components/InstancedStaticMeshComponent.h"
#include "Components/PrimitiveComponent.h"
#include "Components/SkinnedMeshComponent.h"
#include "Components/StaticMeshComponent.h"
#include "Engine/OverlapResult.h"
#include "Engine/StaticMesh.h"
#include "Engine/World.h"
#include "PhysicalMaterials/PhysicalMaterial.h"
#include "PhysicsEngine/BodyInstance.h"
#include "PhysicsEngine/BodySetup.h"
#include "PliantApi.h"
#include "PliantSoftBodyComponent.h"
#include "PliantUnits.h"

namespace
{
	/** Frames that a collider stays after no body was near it, so that one at the edge is not made again and again. */
	constexpr int32 FramesUntilForgotten = 30;

	FTransform Between(const FTransform& From, const FTransform& To, double Share)
	{
		const FQuat Rotation = FQuat::Slerp(From.GetRotation(), To.GetRotation(), Share);
		return FTransform(Rotation, FMath::Lerp(From.GetTranslation(), To.GetTranslation(), Share));
	}
}

FPliantColliders::FPliantColliders(UWorld& InWorld, const PliantApi& InApi, PliantWorldId InPliantWorld)
	: World(InWorld), Api(InApi), PliantWorld(InPliantWorld)
{
}

bool FPliantColliders::IsWanted(const UPrimitiveComponent& Component, ECollisionChannel Channel) const
{
	return !Component.IsA<UPliantSoftBodyComponent>()
		&& Component.GetCollisionEnabled() != ECollisionEnabled::NoCollision
		&& Component.GetCollisionResponseToChannel(Channel) == ECR_Block;
}

void FPliantColliders::Find(const TArray<FBox>& Boxes, ECollisionChannel Channel)
{
	for (auto& Pair : Entries)
	{
		++Pair.Value.UnseenFrames;
	}
	TArray<FOverlapResult> Found;
	for (const FBox& Box : Boxes)
	{
		Found.Reset();
		const FCollisionObjectQueryParams Objects(FCollisionObjectQueryParams::AllObjects);
		const FCollisionQueryParams Parameters(FName(TEXT("Pliant")), false);
		World.OverlapMultiByObjectType(Found, Box.GetCenter(), FQuat::Identity, Objects, FCollisionShape::MakeBox(Box.GetExtent()), Parameters);
		for (const FOverlapResult& Overlap : Found)
		{
			UPrimitiveComponent* Component = Overlap.GetComponent();
			if (Component == nullptr || !IsWanted(*Component, Channel))
			{
				continue;
			}
			if (const uint64* UserData = Known.Find(TObjectKey<UPrimitiveComponent>(Component)))
			{
				Entries[*UserData].UnseenFrames = 0;
			}
			else
			{
				Add(*Component);
			}
		}
	}
	TArray<uint64> Gone;
	for (auto& Pair : Entries)
	{
		FEntry& Entry = Pair.Value;
		const UPrimitiveComponent* Component = Entry.Component.Get();
		const bool bRescaled = Component != nullptr && !Component->GetComponentTransform().GetScale3D().Equals(Entry.Now.GetScale3D(), 1e-4);
		if (Component == nullptr || bRescaled || !IsWanted(*Component, Channel) || Entry.UnseenFrames > FramesUntilForgotten)
		{
			Remove(Entry);
			Gone.Add(Pair.Key);
		}
	}
	for (const uint64 UserData : Gone)
	{
		Entries.Remove(UserData);
	}
	if (Gone.Num() > 0)
	{
		Known.Reset();
		for (auto& Pair : Entries)
		{
			Known.Add(TObjectKey<UPrimitiveComponent>(Pair.Value.Component.Get()), Pair.Key);
		}
	}
}

void FPliantColliders::ShapesOf(UPrimitiveComponent& Component, TArray<FPliantShape>& Out) const
{
	TArray<FString> Missing;
	const FVector Scale = Component.GetComponentTransform().GetScale3D();
	UBodySetup* Setup = Component.GetBodySetup();
	const UStaticMeshComponent* Static = Cast<UStaticMeshComponent>(&Component);
	if (Component.GetClass()->GetName().StartsWith(TEXT("Landscape")))
	{
		Missing.Add(TEXT("landscapes (put blocking volumes or static meshes there)"));
	}
	else if (Component.IsA<UInstancedStaticMeshComponent>())
	{
		Missing.Add(TEXT("instanced static meshes (place them one by one where bodies go)"));
	}
	else if (Component.IsA<USkinnedMeshComponent>())
	{
		Missing.Add(TEXT("skeletal meshes (attach a capsule to the bone)"));
	}
	else if (Setup == nullptr)
	{
		Missing.Add(TEXT("components without a body set-up"));
	}
	else if (Setup->CollisionTraceFlag == CTF_UseComplexAsSimple && Static != nullptr && Static->GetStaticMesh() != nullptr)
	{
		PliantShapes::FromTriangles(*Static->GetStaticMesh(), Scale, Out, Missing);
	}
	else
	{
		PliantShapes::FromAggregate(Setup->AggGeom, Scale, Out, Missing);
	}
	for (const FString& What : Missing)
	{
		FPliantApi::WarnOnce(FString::Printf(TEXT("Soft bodies pass through %s: the plugin has no shape for them, as in %s."), *What, *Component.GetPathName()));
	}
}

void FPliantColliders::Add(UPrimitiveComponent& Component)
{
	const uint64 UserData = NextUserData++;
	FEntry Entry;
	Entry.Component = &Component;
	Entry.Now = Entry.Last = Component.GetComponentTransform();
	Entry.bMovable = Component.IsSimulatingPhysics();
	ShapesOf(Component, Entry.Shapes);

	PliantColliderDesc Desc;
	Api.collider_desc_init(&Desc, sizeof(Desc));
	if (const FBodyInstance* Body = Component.GetBodyInstance())
	{
		if (const UPhysicalMaterial* Material = Body->GetSimplePhysicalMaterial())
		{
			Desc.friction = FMath::Clamp(Material->Friction, 0.0f, 10.0f);
			Desc.restitution = FMath::Clamp(Material->Restitution, 0.0f, 1.0f);
		}
	}
	Desc.user_data = UserData;
	// Bodies choose by Unreal's channels, not by layers.
	Desc.layers = 0xFFFFFFFFu;
	for (const FPliantShape& Shape : Entry.Shapes)
	{
		PliantShapeId Asset = {};
		PliantColliderId Collider = {};
		if (PliantShapes::Describe(Api, Shape, Desc, Asset))
		{
			Desc.pose = PliantShapes::Pose(Shape, Entry.Now);
			FPliantApi::Succeeded(Api.collider_add(PliantWorld, &Desc, &Collider), TEXT("add a collider"));
		}
		if (Asset.bits != 0)
		{
			Api.shape_release(Asset);
		}
		Entry.Colliders.Add(Collider);
	}
	Known.Add(TObjectKey<UPrimitiveComponent>(&Component), UserData);
	Entries.Add(UserData, MoveTemp(Entry));
}

void FPliantColliders::Remove(FEntry& Entry)
{
	for (const PliantColliderId Collider : Entry.Colliders)
	{
		if (Collider.bits != 0)
		{
			FPliantApi::Succeeded(Api.collider_remove(Collider), TEXT("remove a collider"));
		}
	}
	Entry.Colliders.Empty();
}

void FPliantColliders::Move(double Share)
{
	for (auto& Pair : Entries)
	{
		FEntry& Entry = Pair.Value;
		const UPrimitiveComponent* Component = Entry.Component.Get();
		if (Component == nullptr)
		{
			continue;
		}
		Entry.Now = Component->GetComponentTransform();
		Entry.bMovable = Component->IsSimulatingPhysics();
		if (Entry.Now.Equals(Entry.Last, 0.0))
		{
			continue;
		}
		const FTransform Place = Between(Entry.Last, Entry.Now, Share);
		for (int32 Index = 0; Index < Entry.Shapes.Num(); ++Index)
		{
			if (Entry.Colliders[Index].bits != 0)
			{
				const PliantPose Pose = PliantShapes::Pose(Entry.Shapes[Index], Place);
				FPliantApi::Succeeded(Api.collider_move(Entry.Colliders[Index], &Pose), TEXT("move a collider"));
			}
		}
	}
}

void FPliantColliders::EndFrame()
{
	for (auto& Pair : Entries)
	{
		Pair.Value.Last = Pair.Value.Now;
	}
}

UPrimitiveComponent* FPliantColliders::Find(uint64 UserData) const
{
	const FEntry* Entry = Entries.Find(UserData);
	return Entry != nullptr ? Entry->Component.Get() : nullptr;
}

FVector FPliantColliders::Origin(PliantColliderId Collider) const
{
	PliantColliderInfo Info = {};
	Info.struct_size = sizeof(Info);
	if (!FPliantApi::Succeeded(Api.collider_info(Collider, &Info), TEXT("look at a collider")))
	{
		return FVector::ZeroVector;
	}
	return PliantUnits::Read(Info.pose.position);
}

bool FPliantColliders::HasMovable() const
{
	for (const auto& Pair : Entries)
	{
		if (Pair.Value.bMovable)
		{
			return true;
		}
	}
	return false;
}

int32 FPliantColliders::ShapeCount() const
{
	int32 Count = 0;
	for (const auto& Pair : Entries)
	{
		Count += Pair.Value.Shapes.Num();
	}
	return Count;
}
