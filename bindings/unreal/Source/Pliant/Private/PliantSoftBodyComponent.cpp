#include "PliantSoftBodyComponent.h"

#include "Engine/World.h"
#include "Materials/MaterialInterface.h"
#include "PliantApi.h"
#include "PliantMaterial.h"
#include "PliantModel.h"
#include "PliantSceneProxy.h"
#include "PliantSoftBodyAsset.h"
#include "PliantStats.h"
#include "PliantUnits.h"
#include "PliantVertices.h"
#include "PliantWorldSubsystem.h"
#include "RenderingThread.h"

UPliantSoftBodyComponent::UPliantSoftBodyComponent()
{
	PrimaryComponentTick.bCanEverTick = false;
	SetCollisionEnabled(ECollisionEnabled::NoCollision);
	SetMobility(EComponentMobility::Movable);
}

void UPliantSoftBodyComponent::BeginPlay()
{
	Super::BeginPlay();
	if (UPliantWorldSubsystem* Subsystem = UWorld::GetSubsystem<UPliantWorldSubsystem>(GetWorld()))
	{
		Subsystem->AddBody(*this);
	}
}

void UPliantSoftBodyComponent::EndPlay(const EEndPlayReason::Type Reason)
{
	if (UPliantWorldSubsystem* Subsystem = UWorld::GetSubsystem<UPliantWorldSubsystem>(GetWorld()))
	{
		Subsystem->RemoveBody(*this);
	}
	Super::EndPlay(Reason);
}

FTransform UPliantSoftBodyComponent::Start() const
{
	const FTransform& Transform = GetComponentTransform();
	return FTransform(Transform.GetRotation(), Transform.GetTranslation());
}

float UPliantSoftBodyComponent::StartScale() const
{
	const FVector Scale = GetComponentTransform().GetScale3D();
	const double Least = Scale.GetAbsMin();
	if (!Scale.Equals(FVector(Least, Least, Least), 1e-3 * Least))
	{
		FPliantApi::WarnOnce(FString::Printf(TEXT("The scale of %s is uneven or mirrored. A soft body takes the smallest side. Scale the static mesh's build settings instead, and cook it again."), *GetPathName()));
	}
	return float(Least) * Asset->UnitCm;
}

void UPliantSoftBodyComponent::DescribeModel(const PliantApi& Api, PliantBodyDesc& Desc, FPliantModelDesc& Model) const
{
	Model.Describe(Api, SoftMaterial, Desc);
}

bool UPliantSoftBodyComponent::AddTo(PliantWorldId World, uint64 UserData)
{
	const PliantApi* Api = FPliantApi::Get();
	if (Api == nullptr || Asset == nullptr)
	{
		FPliantApi::WarnOnce(FString::Printf(TEXT("%s has no asset: right-click a static mesh, choose Make Soft Body, and set the result."), *GetPathName()));
		return false;
	}
	const PliantAssetId Cooked = Asset->GetBody();
	if (Cooked.bits == 0)
	{
		return false;
	}
	PliantBodyDesc Desc;
	FPliantModelDesc Model;
	Api->body_desc_init(&Desc, sizeof(Desc));
	DescribeModel(*Api, Desc, Model);
	Desc.pose = PliantUnits::Pose(Start());
	Desc.scale = StartScale();
	PliantUnits::Write(LinearVelocity, Desc.linear_velocity);
	Desc.substeps = uint32(FMath::Max(Substeps, 0));
	Desc.iterations = uint32(FMath::Max(Iterations, 0));
	Desc.layers = uint32(Layers);
	Desc.mask = uint32(Mask);
	Desc.user_data = UserData;
	Desc.events = bTouchEvents ? PLIANT_EVENT_BEGIN | PLIANT_EVENT_END : 0;
	Desc.event_threshold = TouchThreshold / float(PliantUnits::ImpulsePerNewtonSecond);
	if (!FPliantApi::Succeeded(Api->body_add(World, Cooked, &Desc, &Body), TEXT("add a soft body")))
	{
		return false;
	}
	bTold = false;
	return AddSkin();
}

bool UPliantSoftBodyComponent::AddSkin()
{
	const PliantApi* Api = FPliantApi::Get();
	const PliantVertexLayout Layout = FPliantVertices::Layout();
	const PliantSkinAssetId Skin = Asset->GetSkin();
	return FPliantApi::Succeeded(Api->body_add_skin(Body, Skin, &Layout, &SkinIndex), TEXT("put the mesh on a soft body"));
}

void UPliantSoftBodyComponent::RemoveFromWorld(bool bWorldLives)
{
	const PliantApi* Api = FPliantApi::Get();
	if (Api != nullptr && bWorldLives && Body.bits != 0)
	{
		FPliantApi::Succeeded(Api->body_remove(Body), TEXT("remove a soft body"));
	}
	Body = {};
	Pins.Empty();
	Vertices.Reset();
}

FPliantVertices* UPliantSoftBodyComponent::FreeVertices()
{
	for (TSharedPtr<FPliantVertices, ESPMode::ThreadSafe>& Snapshot : Pool)
	{
		if (!Snapshot.IsValid())
		{
			Snapshot = MakeShared<FPliantVertices, ESPMode::ThreadSafe>();
		}
		if (Snapshot != Vertices && Snapshot.IsUnique())
		{
			Vertices = Snapshot;
			return Snapshot.Get();
		}
	}
	return nullptr;
}

void UPliantSoftBodyComponent::MapVertices()
{
	SCOPE_CYCLE_COUNTER(STAT_PliantVertices);
	const PliantApi* Api = FPliantApi::Get();
	if (Api == nullptr || Body.bits == 0)
	{
		return;
	}
	PliantVertexView View = {};
	View.struct_size = sizeof(View);
	const int32_t Status = Api->body_map_vertices(Body, SkinIndex, PLIANT_MAP_LATEST, &View);
	if (!FPliantApi::Succeeded(Status, TEXT("map the vertices of a soft body")))
	{
		return;
	}
	const bool bIsFirst = !Vertices.IsValid();
	FPliantVertices* Snapshot = View.frame != GetDrawnStep() && View.stride == sizeof(FPliantVertex) ? FreeVertices() : nullptr;
	if (Snapshot != nullptr)
	{
		Snapshot->Vertices.SetNumUninitialized(int32(View.vertex_count));
		FMemory::Memcpy(Snapshot->Vertices.GetData(), View.data, View.vertex_count * sizeof(FPliantVertex));
		Snapshot->Origin = PliantUnits::Read(View.origin);
		Snapshot->Bounds = FBox(Snapshot->Origin + PliantUnits::Read(View.low), Snapshot->Origin + PliantUnits::Read(View.high));
		Snapshot->Step = View.frame;
	}
	FPliantApi::Succeeded(Api->unmap(View.map), TEXT("unmap vertices"));
	if (Snapshot == nullptr)
	{
		return;
	}
	UpdateBounds();
	if (bIsFirst)
	{
		// The proxy of the mesh at rest stands at the component's transform; the new one at the origin of the vertices.
		MarkRenderStateDirty();
		return;
	}
	MarkRenderTransformDirty();
	if (FPliantSceneProxy* Proxy = static_cast<FPliantSceneProxy*>(GetSceneProxy()))
	{
		TSharedPtr<FPliantVertices, ESPMode::ThreadSafe> Newest = Vertices;
		ENQUEUE_RENDER_COMMAND(PliantVertices)([Proxy, Newest](FRHICommandListImmediate& RHICmdList)
		{
			Proxy->Write_RenderThread(RHICmdList, *Newest);
		});
	}
}

uint64 UPliantSoftBodyComponent::GetDrawnStep() const
{
	return Vertices.IsValid() ? Vertices->Step : 0;
}

void UPliantSoftBodyComponent::LookAtState()
{
	const PliantApi* Api = FPliantApi::Get();
	PliantBodyInfo Info = {};
	Info.struct_size = sizeof(Info);
	if (Api == nullptr || Body.bits == 0 || !FPliantApi::Succeeded(Api->body_info(Body, &Info), TEXT("look at a soft body")))
	{
		return;
	}
	if (Info.state == PLIANT_BODY_ACTIVE)
	{
		bTold = false;
	}
	else if (!bTold)
	{
		bTold = true;
		const FString Reason = Info.state == PLIANT_BODY_TOO_STIFF
			? FString(TEXT("It is too stiff for steps of this length: take a lower Young's modulus, a coarser body or more steps a second."))
			: FString(TEXT("Its positions are not finite any more: something moved it too far in a step. TeleportBody starts it again."));
		UE_LOG(LogPliant, Warning, TEXT("%s stopped. %s"), *GetPathName(), *Reason);
		OnStopped.Broadcast(Reason);
	}
}

void UPliantSoftBodyComponent::Tell(const PliantEvent& Event, UPrimitiveComponent* Other, bool bIsFirst)
{
	FPliantTouch Touch;
	const double Sign = bIsFirst ? 1.0 : -1.0;
	Touch.Other = Other;
	Touch.Point = PliantUnits::Read(Event.point);
	Touch.Normal = PliantUnits::Read(Event.normal) * Sign;
	Touch.Impulse = PliantUnits::Impulse(Event.impulse) * Sign;
	if (Event.kind == PLIANT_EVENT_BEGIN)
	{
		OnTouchBegin.Broadcast(Touch);
	}
	else if (Event.kind == PLIANT_EVENT_END)
	{
		OnTouchEnd.Broadcast(Touch);
	}
}

void UPliantSoftBodyComponent::TeleportBody(const FTransform& Transform, FVector Velocity)
{
	const PliantApi* Api = FPliantApi::Get();
	if (Api != nullptr && Body.bits != 0)
	{
		float Linear[3];
		PliantUnits::Write(Velocity, Linear);
		const PliantPose Pose = PliantUnits::Pose(Transform);
		FPliantApi::Succeeded(Api->body_teleport(Body, &Pose, Linear, nullptr, PLIANT_TELEPORT_PINS_FOLLOW), TEXT("teleport a soft body"));
	}
}

void UPliantSoftBodyComponent::SetSoftMaterial(UPliantMaterial* Material)
{
	SoftMaterial = Material;
	SendModel();
}

void UPliantSoftBodyComponent::SendModel()
{
	const PliantApi* Api = FPliantApi::Get();
	if (Api != nullptr && Body.bits != 0)
	{
		PliantBodyDesc Desc;
		FPliantModelDesc Model;
		Api->body_desc_init(&Desc, sizeof(Desc));
		DescribeModel(*Api, Desc, Model);
		FPliantApi::Succeeded(Api->body_set_model(Body, Desc.model, Desc.model_desc), TEXT("change the material of a soft body"));
	}
}

int32 UPliantSoftBodyComponent::PinPoint(FVector RestPoint, float Stiffness)
{
	const PliantApi* Api = FPliantApi::Get();
	if (Api == nullptr || Body.bits == 0)
	{
		return 0;
	}
	PliantAttachmentDesc Desc;
	PliantAttachmentId Attachment = {};
	Api->attachment_desc_init(&Desc, sizeof(Desc));
	PliantUnits::Write(RestPoint / double(Asset->UnitCm), Desc.surface_point);
	Desc.stiffness = Stiffness;
	if (!FPliantApi::Succeeded(Api->body_attach(Body, &Desc, &Attachment), TEXT("pin a soft body")))
	{
		return 0;
	}
	Pins.Add(++LastPin, Attachment);
	return LastPin;
}

void UPliantSoftBodyComponent::ReleasePin(int32 Pin)
{
	const PliantApi* Api = FPliantApi::Get();
	const PliantAttachmentId* Attachment = Pins.Find(Pin);
	if (Api != nullptr && Attachment != nullptr)
	{
		FPliantApi::Succeeded(Api->attachment_release(*Attachment), TEXT("release a pin"));
		Pins.Remove(Pin);
	}
}

void UPliantSoftBodyComponent::AddImpulse(FVector Impulse, FName, bool bVelChange)
{
	const PliantApi* Api = FPliantApi::Get();
	if (Api != nullptr && Body.bits != 0)
	{
		float Given[3];
		PliantUnits::WriteImpulse(bVelChange ? Impulse * double(GetMass()) : Impulse, Given);
		FPliantApi::Succeeded(Api->body_apply_impulse(Body, Given, nullptr), TEXT("push a soft body"));
	}
}

void UPliantSoftBodyComponent::AddImpulseAtLocation(FVector Impulse, FVector Location, FName)
{
	const PliantApi* Api = FPliantApi::Get();
	if (Api != nullptr && Body.bits != 0)
	{
		float Given[3];
		double Point[3];
		PliantUnits::WriteImpulse(Impulse, Given);
		PliantUnits::Write(Location, Point);
		FPliantApi::Succeeded(Api->body_apply_impulse(Body, Given, Point), TEXT("push a soft body"));
	}
}

float UPliantSoftBodyComponent::GetMass() const
{
	const PliantApi* Api = FPliantApi::Get();
	PliantBodyInfo Info = {};
	Info.struct_size = sizeof(Info);
	const bool bKnown = Api != nullptr && Body.bits != 0 && FPliantApi::Succeeded(Api->body_info(Body, &Info), TEXT("look at a soft body"));
	return bKnown ? Info.mass : 0.0f;
}

int32 UPliantSoftBodyComponent::GetTouchingCount() const
{
	const PliantApi* Api = FPliantApi::Get();
	PliantBodyInfo Info = {};
	Info.struct_size = sizeof(Info);
	const bool bKnown = Api != nullptr && Body.bits != 0 && FPliantApi::Succeeded(Api->body_info(Body, &Info), TEXT("look at a soft body"));
	return bKnown ? int32(Info.touching_vertex_count) : 0;
}

bool UPliantSoftBodyComponent::IsSimulated() const
{
	return Body.bits != 0;
}

FBox UPliantSoftBodyComponent::GetBodyBounds() const
{
	return Vertices.IsValid() ? Vertices->Bounds : CalcBounds(GetComponentTransform()).GetBox();
}

FBoxSphereBounds UPliantSoftBodyComponent::CalcBounds(const FTransform& LocalToWorld) const
{
	if (Vertices.IsValid())
	{
		// They are in the world already.
		return FBoxSphereBounds(Vertices->Bounds);
	}
	const FBox Rest = Asset != nullptr ? Asset->RenderMesh.Bounds() : FBox(FVector::ZeroVector, FVector::ZeroVector);
	return FBoxSphereBounds(Rest).TransformBy(LocalToWorld);
}

FMatrix UPliantSoftBodyComponent::GetRenderMatrix() const
{
	return Vertices.IsValid() ? FMatrix(FTranslationMatrix(Vertices->Origin)) : Super::GetRenderMatrix();
}

FPrimitiveSceneProxy* UPliantSoftBodyComponent::CreateSceneProxy()
{
	if (Asset == nullptr || Asset->RenderMesh.Positions.Num() == 0 || Asset->RenderMesh.Indices.Num() == 0)
	{
		return nullptr;
	}
	return new FPliantSceneProxy(*this, *Asset, Vertices);
}

int32 UPliantSoftBodyComponent::GetNumMaterials() const
{
	return Asset != nullptr ? Asset->Materials.Num() : 0;
}

UMaterialInterface* UPliantSoftBodyComponent::GetMaterial(int32 Index) const
{
	if (UMaterialInterface* Override = Super::GetMaterial(Index))
	{
		return Override;
	}
	return Asset != nullptr && Asset->Materials.IsValidIndex(Index) ? Asset->Materials[Index].Get() : nullptr;
}

void UPliantSoftBodyComponent::GetUsedMaterials(TArray<UMaterialInterface*>& OutMaterials, bool) const
{
	for (int32 Index = 0; Index < GetNumMaterials(); ++Index)
	{
		if (UMaterialInterface* Material = GetMaterial(Index))
		{
			OutMaterials.Add(Material);
		}
	}
}
