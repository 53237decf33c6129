#include "PliantPinComponent.h"

#include "Engine/World.h"
#include "GameFramework/Actor.h"
#include "PliantApi.h"
#include "PliantSoftBodyAsset.h"
#include "PliantSoftBodyComponent.h"
#include "PliantUnits.h"
#include "PliantWorldSubsystem.h"

void UPliantPinComponent::BeginPlay()
{
	Super::BeginPlay();
	if (UPliantWorldSubsystem* Subsystem = UWorld::GetSubsystem<UPliantWorldSubsystem>(GetWorld()))
	{
		Subsystem->AddPin(*this);
	}
}

void UPliantPinComponent::EndPlay(const EEndPlayReason::Type Reason)
{
	if (UPliantWorldSubsystem* Subsystem = UWorld::GetSubsystem<UPliantWorldSubsystem>(GetWorld()))
	{
		Subsystem->RemovePin(*this);
	}
	Super::EndPlay(Reason);
}

UPliantSoftBodyComponent* UPliantPinComponent::FindBody() const
{
	const AActor* Actor = BodyActor != nullptr ? BodyActor.Get() : GetOwner();
	return Actor != nullptr ? Actor->FindComponentByClass<UPliantSoftBodyComponent>() : nullptr;
}

void UPliantPinComponent::FindPoints(const UPliantSoftBodyComponent& Body, const FVector& Place, float Radius, TArray<FVector3f>& Out)
{
	Out.Reset();
	const UPliantSoftBodyAsset* Asset = Body.Asset;
	if (Asset == nullptr)
	{
		return;
	}
	const FTransform& Transform = Body.GetComponentTransform();
	const FVector3f PerUnit(FVector(1.0, 1.0, 1.0) / double(Asset->UnitCm));
	for (const FVector3f& Rest : Asset->RenderMesh.Positions)
	{
		if (FVector::Dist(Transform.TransformPosition(FVector(Rest)), Place) <= Radius)
		{
			Out.Add(Rest * PerUnit);
		}
	}
	if (Out.Num() == 0)
	{
		Out.Add(FVector3f(Transform.InverseTransformPosition(Place)) * PerUnit);
	}
}

void UPliantPinComponent::TryAttach(PliantWorldId World)
{
	const PliantApi* Api = FPliantApi::Get();
	UPliantSoftBodyComponent* Body = FindBody();
	if (Api == nullptr || Frame.bits != 0 || bReleased || Body == nullptr || Body->GetBody().bits == 0)
	{
		return;
	}
	TArray<FVector3f> Points;
	FindPoints(*Body, GetComponentLocation(), Radius, Points);
	const PliantPose Pose = PliantUnits::Pose(GetComponentTransform());
	if (!FPliantApi::Succeeded(Api->frame_add(World, &Pose, 0, &Frame), TEXT("make the frame of a pin")))
	{
		bReleased = true;
		return;
	}
	PliantAttachmentDesc Desc;
	PliantAttachmentId Attachment = {};
	Api->attachment_desc_init(&Desc, sizeof(Desc));
	Desc.frame = Frame;
	Desc.stiffness = Stiffness;
	Desc.surface_points = &Points.GetData()->X;
	Desc.surface_point_count = uint32(Points.Num());
	Desc.surface_point_stride = sizeof(FVector3f);
	if (!FPliantApi::Succeeded(Api->body_attach(Body->GetBody(), &Desc, &Attachment), TEXT("attach a pin")))
	{
		Release();
		return;
	}
	Held = Body;
	Last = GetComponentTransform();
}

void UPliantPinComponent::Move(double Share)
{
	const PliantApi* Api = FPliantApi::Get();
	if (Api == nullptr || Frame.bits == 0)
	{
		return;
	}
	const FTransform& Now = GetComponentTransform();
	const FQuat Rotation = FQuat::Slerp(Last.GetRotation(), Now.GetRotation(), Share);
	const FTransform Place(Rotation, FMath::Lerp(Last.GetTranslation(), Now.GetTranslation(), Share));
	const PliantPose Pose = PliantUnits::Pose(Place);
	FPliantApi::Succeeded(Api->frame_move(Frame, &Pose), TEXT("move a pin"));
}

void UPliantPinComponent::EndFrame()
{
	Last = GetComponentTransform();
}

void UPliantPinComponent::Release()
{
	const PliantApi* Api = FPliantApi::Get();
	if (Api != nullptr && Frame.bits != 0)
	{
		FPliantApi::Succeeded(Api->frame_remove(Frame), TEXT("release a pin"));
	}
	Frame = {};
	bReleased = true;
}

void UPliantPinComponent::Forget()
{
	Frame = {};
	bReleased = false;
}
