#pragma once

// The Engine module: a world that is a list of components, in which boxes overlap by their bounds.

#include "Rendering.h"

class AActor;
class UBodySetup;
class UPrimitiveComponent;
class UStaticMesh;

namespace EWorldType
{
	enum Type { None, Game, Editor, PIE };
}
namespace EEndPlayReason
{
	enum Type { Destroyed, LevelTransition, EndPlayInEditor, RemovedFromWorld, Quit };
}
namespace EComponentMobility
{
	enum Type { Static, Stationary, Movable };
}
namespace ECollisionEnabled
{
	enum Type { NoCollision, QueryOnly, PhysicsOnly, QueryAndPhysics };
}
enum ECollisionChannel { ECC_WorldStatic, ECC_WorldDynamic, ECC_Pawn, ECC_PhysicsBody };
enum ECollisionResponse { ECR_Ignore, ECR_Overlap, ECR_Block };
enum ECollisionTraceFlag { CTF_UseDefault, CTF_UseSimpleAndComplex, CTF_UseSimpleAsComplex, CTF_UseComplexAsSimple };
enum ELevelTick { LEVELTICK_TimeOnly, LEVELTICK_ViewportsOnly, LEVELTICK_All };

// ---- bodies ---------------------------------------------------------------------------------------------------------

struct FKShapeElem {};
struct FKSphereElem : FKShapeElem
{
	FVector Center = FVector(0, 0, 0);
	float Radius = 1;
};
struct FKSphylElem : FKShapeElem
{
	FTransform Transform;
	float Radius = 1;
	/** Of the cylinder, without the caps. */
	float Length = 1;
	FTransform GetTransform() const { return Transform; }
	float GetScaledRadius(const FVector& Scale) const { return float(FMath::Max(fabs(Scale.X), fabs(Scale.Y)) * Radius); }
	float GetScaledCylinderLength(const FVector& Scale) const
	{
		const double Half = FMath::Max(0.1, (Length + Radius * 2.0) * 0.5 * fabs(Scale.Z));
		return float(FMath::Max(0.0, (Half - GetScaledRadius(Scale)) * 2.0));
	}
};
struct FKBoxElem : FKShapeElem
{
	FTransform Transform;
	float X = 1, Y = 1, Z = 1;
	FTransform GetTransform() const { return Transform; }
};
struct FKConvexElem : FKShapeElem
{
	TArray<FVector> VertexData;
	FTransform Transform;
	FTransform GetTransform() const { return Transform; }
};
struct FKTaperedCapsuleElem : FKShapeElem {};
struct FKLevelSetElem : FKShapeElem {};
struct FKAggregateGeom
{
	TArray<FKSphereElem> SphereElems;
	TArray<FKBoxElem> BoxElems;
	TArray<FKSphylElem> SphylElems;
	TArray<FKConvexElem> ConvexElems;
	TArray<FKTaperedCapsuleElem> TaperedCapsuleElems;
	TArray<FKLevelSetElem> LevelSetElems;
};
class UBodySetup : public UObject
{
	STUB_CLASS(UBodySetup, UObject, "BodySetup")
public:
	FKAggregateGeom AggGeom;
	ECollisionTraceFlag CollisionTraceFlag = CTF_UseDefault;
};
class UPhysicalMaterial : public UObject
{
	STUB_CLASS(UPhysicalMaterial, UObject, "PhysicalMaterial")
public:
	float Friction = 0.7f;
	float Restitution = 0.3f;
};
struct FBodyInstance
{
	UPhysicalMaterial* StubMaterial = nullptr;
	UPhysicalMaterial* GetSimplePhysicalMaterial() const { return StubMaterial; }
};

// ---- components -----------------------------------------------------------------------------------------------------

struct FActorComponentTickFunction
{
	bool bCanEverTick = true;
};
class UActorComponent : public UObject
{
	STUB_CLASS(UActorComponent, UObject, "ActorComponent")
public:
	FActorComponentTickFunction PrimaryComponentTick;
	virtual void BeginPlay() {}
	virtual void EndPlay(const EEndPlayReason::Type) {}
	virtual UWorld* GetWorld() const override { return StubWorld; }
	AActor* GetOwner() const { return StubOwner; }
	void MarkRenderStateDirty() { bStubStateDirty = true; }
	void MarkRenderTransformDirty() { bStubTransformDirty = true; }
	UWorld* StubWorld = nullptr;
	AActor* StubOwner = nullptr;
	bool bStubStateDirty = false;
	bool bStubTransformDirty = false;
};
class USceneComponent : public UActorComponent
{
	STUB_CLASS(USceneComponent, UActorComponent, "SceneComponent")
public:
	FBoxSphereBounds Bounds;
	const FTransform& GetComponentTransform() const { return StubTransform; }
	FVector GetComponentLocation() const { return StubTransform.GetTranslation(); }
	void SetMobility(EComponentMobility::Type) {}
	virtual FBoxSphereBounds CalcBounds(const FTransform& LocalToWorld) const { return FBoxSphereBounds(FBox(LocalToWorld.GetTranslation(), LocalToWorld.GetTranslation())); }
	void UpdateBounds() { Bounds = CalcBounds(GetComponentTransform()); }
	FTransform StubTransform;
};
class UPrimitiveComponent : public USceneComponent
{
	STUB_CLASS(UPrimitiveComponent, USceneComponent, "PrimitiveComponent")
public:
	virtual void AddImpulse(FVector Impulse, FName BoneName = NAME_None, bool bVelChange = false) { (void)BoneName, (void)bVelChange; StubImpulse += Impulse; }
	/** Linear and angular momentum about the component's place, as a rigid body takes it. */
	virtual void AddImpulseAtLocation(FVector Impulse, FVector Location, FName BoneName = NAME_None)
	{
		(void)BoneName;
		StubImpulse += Impulse;
		StubAngularImpulse += FVector::CrossProduct(Location - GetComponentLocation(), Impulse);
		++StubImpulseCount;
	}
	void AddAngularImpulseInRadians(FVector Impulse, FName = NAME_None, bool = false) { StubAngularImpulse += Impulse; }
	virtual float GetMass() const { return 0; }
	virtual UBodySetup* GetBodySetup() { return nullptr; }
	FBodyInstance* GetBodyInstance(FName = NAME_None, bool = true, int32 = INDEX_NONE) const { return &StubInstance; }
	virtual ECollisionEnabled::Type GetCollisionEnabled() const { return StubCollision; }
	void SetCollisionEnabled(ECollisionEnabled::Type To) { StubCollision = To; }
	ECollisionChannel GetCollisionObjectType() const { return ECC_WorldDynamic; }
	virtual ECollisionResponse GetCollisionResponseToChannel(ECollisionChannel) const { return StubResponse; }
	virtual bool IsSimulatingPhysics(FName = NAME_None) const { return bStubSimulates; }
	virtual FPrimitiveSceneProxy* CreateSceneProxy() { return nullptr; }
	FPrimitiveSceneProxy* GetSceneProxy() const { return StubProxy; }
	virtual FMatrix GetRenderMatrix() const { return GetComponentTransform().ToMatrixWithScale(); }
	virtual int32 GetNumMaterials() const { return 0; }
	virtual UMaterialInterface* GetMaterial(int32) const { return nullptr; }
	virtual void GetUsedMaterials(TArray<UMaterialInterface*>&, bool = false) const {}
	FVector StubImpulse = FVector(0, 0, 0);
	FVector StubAngularImpulse = FVector(0, 0, 0);
	int32 StubImpulseCount = 0;
	mutable FBodyInstance StubInstance;
	ECollisionEnabled::Type StubCollision = ECollisionEnabled::QueryAndPhysics;
	ECollisionResponse StubResponse = ECR_Block;
	bool bStubSimulates = false;
	FPrimitiveSceneProxy* StubProxy = nullptr;
};
class UMeshComponent : public UPrimitiveComponent
{
	STUB_CLASS(UMeshComponent, UPrimitiveComponent, "MeshComponent")
public:
	UMaterialInterface* GetMaterial(int32) const override { return nullptr; }
};
class UStaticMeshComponent : public UMeshComponent
{
	STUB_CLASS(UStaticMeshComponent, UMeshComponent, "StaticMeshComponent")
public:
	UStaticMesh* GetStaticMesh() const { return StubMesh; }
	UBodySetup* GetBodySetup() override { return StubSetup; }
	FBoxSphereBounds CalcBounds(const FTransform& LocalToWorld) const override { return FBoxSphereBounds(StubBox).TransformBy(LocalToWorld); }
	UStaticMesh* StubMesh = nullptr;
	UBodySetup* StubSetup = nullptr;
	FBox StubBox = FBox(FVector(0, 0, 0), FVector(0, 0, 0));
};
class UInstancedStaticMeshComponent : public UStaticMeshComponent
{
	STUB_CLASS(UInstancedStaticMeshComponent, UStaticMeshComponent, "InstancedStaticMeshComponent")
};
class USkinnedMeshComponent : public UMeshComponent
{
	STUB_CLASS(USkinnedMeshComponent, UMeshComponent, "SkinnedMeshComponent")
};
class AActor : public UObject
{
	STUB_CLASS(AActor, UObject, "Actor")
public:
	TArray<UActorComponent*> StubComponents;
	template <typename T> T* FindComponentByClass() const
	{
		for (UActorComponent* Component : StubComponents)
		{
			if (T* Found = Cast<T>(Component)) { return Found; }
		}
		return nullptr;
	}
};

// ---- static meshes --------------------------------------------------------------------------------------------------

struct FStaticMaterial
{
	TObjectPtr<UMaterialInterface> MaterialInterface;
};
class FPositionVertexBuffer
{
public:
	TArray<FVector3f> StubPositions;
	uint32 GetNumVertices() const { return uint32(StubPositions.Num()); }
	const FVector3f& VertexPosition(uint32 Vertex) const { return StubPositions[int32(Vertex)]; }
	const void* GetVertexData() const { return StubPositions.GetData(); }
};
class FStaticMeshVertexBuffer
{
public:
	TArray<FVector4f> StubX, StubZ;
	TArray<FVector2f> StubUv;
	FVector4f VertexTangentX(uint32 Vertex) const { return StubX[int32(Vertex)]; }
	FVector4f VertexTangentZ(uint32 Vertex) const { return StubZ[int32(Vertex)]; }
	uint32 GetNumTexCoords() const { return StubUv.Num() > 0 ? 1 : 0; }
	FVector2f GetVertexUV(uint32 Vertex, uint32) const { return StubUv[int32(Vertex)]; }
};
class FIndexArrayView
{
public:
	explicit FIndexArrayView(const TArray<uint32>* InIndices) : Indices(InIndices) {}
	int32 Num() const { return Indices->Num(); }
	uint32 operator[](int32 Index) const { return (*Indices)[Index]; }

private:
	const TArray<uint32>* Indices;
};
class FRawStaticIndexBuffer
{
public:
	TArray<uint32> StubIndices;
	FIndexArrayView GetArrayView() const { return FIndexArrayView(&StubIndices); }
};
struct FStaticMeshVertexBuffers
{
	FStaticMeshVertexBuffer StaticMeshVertexBuffer;
	FPositionVertexBuffer PositionVertexBuffer;
};
struct FStaticMeshSection
{
	int32 MaterialIndex = 0;
	uint32 FirstIndex = 0;
	uint32 NumTriangles = 0;
};
struct FStaticMeshLODResources
{
	TArray<FStaticMeshSection> Sections;
	FStaticMeshVertexBuffers VertexBuffers;
	FRawStaticIndexBuffer IndexBuffer;
};
class FStaticMeshRenderData
{
public:
	TArray<FStaticMeshLODResources> LODResources;
};
struct FTriIndices
{
	int32 v0 = 0, v1 = 0, v2 = 0;
};
struct FTriMeshCollisionData
{
	TArray<FVector3f> Vertices;
	TArray<FTriIndices> Indices;
};
class UStaticMesh : public UObject
{
	STUB_CLASS(UStaticMesh, UObject, "StaticMesh")
public:
	const FStaticMeshRenderData* GetRenderData() const { return &StubData; }
	const TArray<FStaticMaterial>& GetStaticMaterials() const { return StubMaterials; }
	bool GetPhysicsTriMeshData(FTriMeshCollisionData* Data, bool)
	{
		if (StubData.LODResources.Num() == 0) { return false; }
		const FStaticMeshLODResources& Lod = StubData.LODResources[0];
		Data->Vertices = Lod.VertexBuffers.PositionVertexBuffer.StubPositions;
		const TArray<uint32>& Corners = Lod.IndexBuffer.StubIndices;
		for (int32 Corner = 0; Corner + 2 < Corners.Num(); Corner += 3)
		{
			FTriIndices Triangle;
			Triangle.v0 = int32(Corners[Corner]), Triangle.v1 = int32(Corners[Corner + 1]), Triangle.v2 = int32(Corners[Corner + 2]);
			Data->Indices.Add(Triangle);
		}
		return true;
	}
	FStaticMeshRenderData StubData;
	TArray<FStaticMaterial> StubMaterials;
};

// ---- world ----------------------------------------------------------------------------------------------------------

struct FOverlapResult
{
	UPrimitiveComponent* StubComponent = nullptr;
	UPrimitiveComponent* GetComponent() const { return StubComponent; }
};
struct FCollisionShape
{
	FVector StubExtent = FVector(0, 0, 0);
	static FCollisionShape MakeBox(const FVector& HalfExtent) { FCollisionShape Shape; Shape.StubExtent = HalfExtent; return Shape; }
};
struct FCollisionObjectQueryParams
{
	enum InitType { AllObjects, AllStaticObjects, AllDynamicObjects };
	FCollisionObjectQueryParams(InitType) {}
};
struct FCollisionQueryParams
{
	FCollisionQueryParams(FName, bool, const AActor* = nullptr) {}
};

class FSubsystemCollectionBase {};
class USubsystem : public UObject
{
	STUB_CLASS(USubsystem, UObject, "Subsystem")
public:
	virtual void Initialize(FSubsystemCollectionBase&) {}
	virtual void Deinitialize() {}
};
class UWorldSubsystem : public USubsystem
{
	STUB_CLASS(UWorldSubsystem, USubsystem, "WorldSubsystem")
public:
	virtual UWorld* GetWorld() const override { return StubWorld; }
	UWorld* StubWorld = nullptr;
	bool StubSupports(EWorldType::Type Type) const { return DoesSupportWorldType(Type); }

protected:
	virtual bool DoesSupportWorldType(const EWorldType::Type WorldType) const { return WorldType == EWorldType::Game; }
};

class UWorld : public UObject
{
	STUB_CLASS(UWorld, UObject, "World")
public:
	template <typename T> static T* GetSubsystem(const UWorld* World)
	{
		for (UWorldSubsystem* Subsystem : World->StubSubsystems)
		{
			if (T* Found = Cast<T>(Subsystem)) { return Found; }
		}
		return nullptr;
	}
	float GetGravityZ() const { return StubGravity; }
	bool IsPaused() const { return bStubPaused; }
	bool OverlapMultiByObjectType(TArray<FOverlapResult>& Out, const FVector& Place, const FQuat&, const FCollisionObjectQueryParams&, const FCollisionShape& Shape, const FCollisionQueryParams&) const
	{
		const FBox Box(Place - Shape.StubExtent, Place + Shape.StubExtent);
		for (UPrimitiveComponent* Component : StubPrimitives)
		{
			if (Stub::IsAlive(Component) && Component->Bounds.GetBox().Intersect(Box))
			{
				FOverlapResult Overlap;
				Overlap.StubComponent = Component;
				Out.Add(Overlap);
			}
		}
		return Out.Num() > 0;
	}
	TArray<UWorldSubsystem*> StubSubsystems;
	TArray<UPrimitiveComponent*> StubPrimitives;
	float StubGravity = -980.0f;
	bool bStubPaused = false;
};
struct FWorldDelegates
{
	inline static Stub::TMulticast<UWorld*, ELevelTick, float> OnWorldPostActorTick;
};
