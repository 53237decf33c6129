#include "PliantWorldSubsystem.h"

#include "Components/PrimitiveComponent.h"
#include "Engine/World.h"
#include "PliantAccumulator.h"
#include "PliantApi.h"
#include "PliantColliders.h"
#include "PliantPinComponent.h"
#include "PliantPush.h"
#include "PliantSettings.h"
#include "PliantSoftBodyComponent.h"
#include "PliantStats.h"
#include "PliantUnits.h"

DEFINE_STAT(STAT_PliantStep);
DEFINE_STAT(STAT_PliantColliders);
DEFINE_STAT(STAT_PliantVertices);
DEFINE_STAT(STAT_PliantUpload);
DEFINE_STAT(STAT_PliantBodies);
DEFINE_STAT(STAT_PliantShapes);
DEFINE_STAT(STAT_PliantGpu);

bool UPliantWorldSubsystem::DoesSupportWorldType(const EWorldType::Type WorldType) const
{
	return WorldType == EWorldType::Game || WorldType == EWorldType::PIE;
}

void UPliantWorldSubsystem::Initialize(FSubsystemCollectionBase& Collection)
{
	Super::Initialize(Collection);
	Accumulator = MakeShared<FPliantAccumulator>();
	// After the actors: what they moved in this frame is seen, and what bodies push is seen by the physics of the next.
	PostActorTick = FWorldDelegates::OnWorldPostActorTick.AddUObject(this, &UPliantWorldSubsystem::OnPostActorTick);
}

void UPliantWorldSubsystem::Deinitialize()
{
	FWorldDelegates::OnWorldPostActorTick.Remove(PostActorTick);
	for (auto& Pair : Bodies)
	{
		if (UPliantSoftBodyComponent* Body = Pair.Value.Get())
		{
			Body->RemoveFromWorld(false);
		}
	}
	for (const TWeakObjectPtr<UPliantPinComponent>& Pin : Pins)
	{
		if (Pin.IsValid())
		{
			Pin->Forget();
		}
	}
	Bodies.Empty();
	Pins.Empty();
	Colliders.Reset();
	const PliantApi* Api = FPliantApi::Get();
	if (Api != nullptr && PliantWorld.bits != 0)
	{
		FPliantApi::Succeeded(Api->world_destroy(PliantWorld), TEXT("end the world"));
	}
	PliantWorld = {};
	Super::Deinitialize();
}

bool UPliantWorldSubsystem::EnsureWorld(const FVector& Origin)
{
	const PliantApi* Api = FPliantApi::Get();
	if (PliantWorld.bits != 0 || bFailed || Api == nullptr)
	{
		return PliantWorld.bits != 0;
	}
	const UPliantSettings* Settings = GetDefault<UPliantSettings>();
	PliantWorldDesc Desc;
	Api->world_desc_init(&Desc, sizeof(Desc));
	const FTCHARToUTF8 Adapter(*Settings->Adapter);
	Desc.length_unit_m = PliantUnits::LengthUnitM;
	PliantUnits::Write(FVector(0.0, 0.0, GetWorld()->GetGravityZ()), Desc.gravity);
	Desc.epochs = uint32(Settings->Epochs);
	Desc.iterations = uint32(Settings->Iterations);
	Desc.flags = PLIANT_WORLD_EVENTS | (Settings->bPushRigidBodies ? PLIANT_WORLD_IMPULSES : 0) | (Settings->bMeasureGpuTime ? PLIANT_WORLD_TIMESTAMPS : 0);
	Desc.power_preference = Settings->bSoftwareAdapter ? PLIANT_POWER_SOFTWARE : PLIANT_POWER_DEFAULT;
	Desc.adapter_name = Settings->Adapter.IsEmpty() ? nullptr : Adapter.Get();
	if (!FPliantApi::Succeeded(Api->world_create(&Desc, &PliantWorld), TEXT("make a world of soft bodies")))
	{
		bFailed = true;
		return false;
	}
	// Vertices are single floats from here, which is near what is drawn.
	double Point[3];
	PliantUnits::Write(Origin, Point);
	FPliantApi::Succeeded(Api->world_set_origin(PliantWorld, Point), TEXT("set the origin"));
	Accumulator->StepSeconds = 1.0 / double(FMath::Clamp(Settings->StepsPerSecond, 10.0f, 1000.0f));
	Accumulator->MostSteps = Settings->MostStepsPerFrame;
	Colliders = MakeShared<FPliantColliders>(*GetWorld(), *Api, PliantWorld);
	SetWind(Wind);
	return true;
}

void UPliantWorldSubsystem::AddBody(UPliantSoftBodyComponent& Component)
{
	if (!EnsureWorld(Component.GetComponentLocation()))
	{
		return;
	}
	const uint64 UserData = NextUserData++;
	if (Component.AddTo(PliantWorld, UserData))
	{
		Bodies.Add(UserData, &Component);
	}
}

void UPliantWorldSubsystem::RemoveBody(UPliantSoftBodyComponent& Component)
{
	TArray<uint64> Gone;
	for (auto& Pair : Bodies)
	{
		if (Pair.Value.Get() == &Component)
		{
			Gone.Add(Pair.Key);
		}
	}
	for (const uint64 UserData : Gone)
	{
		Bodies.Remove(UserData);
	}
	Component.RemoveFromWorld(PliantWorld.bits != 0);
}

void UPliantWorldSubsystem::AddPin(UPliantPinComponent& Pin)
{
	Pins.Add(&Pin);
}

void UPliantWorldSubsystem::RemovePin(UPliantPinComponent& Pin)
{
	Pins.Remove(TWeakObjectPtr<UPliantPinComponent>(&Pin));
	if (PliantWorld.bits != 0)
	{
		Pin.Release();
	}
}

void UPliantWorldSubsystem::SetWind(FVector Velocity)
{
	Wind = Velocity;
	const PliantApi* Api = FPliantApi::Get();
	if (Api != nullptr && PliantWorld.bits != 0)
	{
		float Given[3];
		PliantUnits::Write(Wind, Given);
		FPliantApi::Succeeded(Api->world_set_wind(PliantWorld, Given), TEXT("set the wind"));
	}
}

bool UPliantWorldSubsystem::IsRunning() const
{
	return PliantWorld.bits != 0 && !bFailed;
}

FString UPliantWorldSubsystem::GetAdapterName() const
{
	const PliantApi* Api = FPliantApi::Get();
	PliantAdapterInfo Info = {};
	Info.struct_size = sizeof(Info);
	if (Api == nullptr || PliantWorld.bits == 0 || !FPliantApi::Succeeded(Api->world_adapter(PliantWorld, &Info), TEXT("ask for the GPU")))
	{
		return FString();
	}
	return UTF8_TO_TCHAR(reinterpret_cast<const char*>(Info.name));
}

int64 UPliantWorldSubsystem::GetStepCount() const
{
	return int64(StepCount);
}

void UPliantWorldSubsystem::OnPostActorTick(UWorld* World, ELevelTick TickType, float Seconds)
{
	if (World == GetWorld() && TickType != LEVELTICK_TimeOnly && !World->IsPaused())
	{
		Frame(Seconds);
	}
}

/** The library refuses all further calls of a world that lost its GPU, so the first refusal ends it. */
void UPliantWorldSubsystem::Fail(const TCHAR* Doing)
{
	bFailed = true;
	UE_LOG(LogPliant, Error, TEXT("Soft bodies stand still from here on, because they could not %s. Restart the level."), Doing);
}

void UPliantWorldSubsystem::Frame(float Seconds)
{
	const PliantApi* Api = FPliantApi::Get();
	if (Api == nullptr || !IsRunning())
	{
		return;
	}
	for (const TWeakObjectPtr<UPliantPinComponent>& Pin : Pins)
	{
		if (Pin.IsValid())
		{
			Pin->TryAttach(PliantWorld);
		}
	}
	const int32 Steps = Accumulator->Advance(Seconds);
	if (Steps > 0)
	{
		FindColliders();
		for (int32 Index = 0; Index < Steps && !bFailed; ++Index)
		{
			if (!Step(double(Index + 1) / double(Steps)))
			{
				Fail(TEXT("queue a step"));
			}
		}
		Colliders->EndFrame();
		for (const TWeakObjectPtr<UPliantPinComponent>& Pin : Pins)
		{
			if (Pin.IsValid())
			{
				Pin->EndFrame();
			}
		}
	}
	if (!bFailed)
	{
		TakeResults();
	}
	WriteStats();
}

void UPliantWorldSubsystem::FindColliders()
{
	SCOPE_CYCLE_COUNTER(STAT_PliantColliders);
	const double Margin = GetDefault<UPliantSettings>()->ColliderMargin;
	TArray<FBox> Boxes;
	ECollisionChannel Channel = ECC_PhysicsBody;
	for (auto& Pair : Bodies)
	{
		if (const UPliantSoftBodyComponent* Body = Pair.Value.Get())
		{
			Boxes.Add(Body->GetBodyBounds().ExpandBy(Margin));
			Channel = Body->GetCollisionObjectType();
		}
	}
	Colliders->Find(Boxes, Channel);
}

bool UPliantWorldSubsystem::HasTouchEvents() const
{
	for (const auto& Pair : Bodies)
	{
		const UPliantSoftBodyComponent* Body = Pair.Value.Get();
		if (Body != nullptr && Body->bTouchEvents)
		{
			return true;
		}
	}
	return false;
}

bool UPliantWorldSubsystem::Step(double Share)
{
	SCOPE_CYCLE_COUNTER(STAT_PliantStep);
	const PliantApi* Api = FPliantApi::Get();
	// What the step before gave is lost with this one. It was queued a frame ago, or just now where a frame has several.
	TakeImpulses(Colliders->HasMovable());
	if (HasTouchEvents())
	{
		TakeEvents(true);
	}
	Colliders->Move(Share);
	for (const TWeakObjectPtr<UPliantPinComponent>& Pin : Pins)
	{
		if (Pin.IsValid())
		{
			Pin->Move(Share);
		}
	}
	uint64_t Frame = 0;
	const bool bQueued = FPliantApi::Succeeded(Api->world_step(PliantWorld, float(Accumulator->StepSeconds), &Frame), TEXT("step the soft bodies"));
	StepCount = bQueued ? Frame : StepCount;
	return bQueued;
}

void UPliantWorldSubsystem::TakeImpulses(bool bWait)
{
	const PliantApi* Api = FPliantApi::Get();
	if (!bWait || StepCount == PushedStep || !GetDefault<UPliantSettings>()->bPushRigidBodies)
	{
		return;
	}
	PliantImpulseView View = {};
	View.struct_size = sizeof(View);
	if (!FPliantApi::Succeeded(Api->world_impulses(PliantWorld, PLIANT_MAP_WAIT, &View), TEXT("read what bodies pushed")) || View.frame == PushedStep)
	{
		return;
	}
	PushedStep = View.frame;
	const uint8* Bytes = reinterpret_cast<const uint8*>(View.impulses);
	for (uint32 Index = 0; Index < View.count; ++Index)
	{
		const PliantColliderImpulse& Given = *reinterpret_cast<const PliantColliderImpulse*>(Bytes + SIZE_T(Index) * View.stride);
		UPrimitiveComponent* Component = Colliders->Find(Given.user_data);
		if (Component != nullptr && Component->IsSimulatingPhysics())
		{
			const double Reach = Component->Bounds.SphereRadius;
			const FVector Origin = Colliders->Origin(Given.collider);
			FPliantPush::From(PliantUnits::Impulse(Given.impulse), PliantUnits::AngularImpulse(Given.angular_impulse), Origin, Reach).Apply(*Component);
		}
	}
}

UPrimitiveComponent* UPliantWorldSubsystem::Other(const PliantEvent& Event, bool bFirst) const
{
	if (Event.other_body.bits == 0)
	{
		return bFirst ? Colliders->Find(Event.other_user_data) : nullptr;
	}
	const TWeakObjectPtr<UPliantSoftBodyComponent>* Body = Bodies.Find(bFirst ? Event.other_user_data : Event.user_data);
	return Body != nullptr ? Body->Get() : nullptr;
}

void UPliantWorldSubsystem::TakeEvents(bool bWait)
{
	const PliantApi* Api = FPliantApi::Get();
	if (StepCount == 0)
	{
		return;
	}
	PliantEventView View = {};
	View.struct_size = sizeof(View);
	if (!FPliantApi::Succeeded(Api->world_events(PliantWorld, bWait ? PLIANT_MAP_WAIT : PLIANT_MAP_LATEST, &View), TEXT("read what touches")))
	{
		return;
	}
	// What a Blueprint does on an event may step or remove bodies, which ends the view.
	TArray<PliantEvent> Events;
	const uint8* Bytes = reinterpret_cast<const uint8*>(View.events);
	for (uint32 Index = 0; Index < View.count; ++Index)
	{
		Events.Add(*reinterpret_cast<const PliantEvent*>(Bytes + SIZE_T(Index) * View.stride));
	}
	for (const PliantEvent& Event : Events)
	{
		for (int32 Side = 0; Side < 2; ++Side)
		{
			const bool bFirst = Side == 0;
			const TWeakObjectPtr<UPliantSoftBodyComponent>* Body = Bodies.Find(bFirst ? Event.user_data : Event.other_user_data);
			const bool bIsBody = bFirst || Event.other_body.bits != 0;
			if (bIsBody && Body != nullptr && Body->IsValid() && (*Body)->bTouchEvents)
			{
				(*Body)->Tell(Event, Other(Event, bFirst), bFirst);
			}
		}
	}
}

void UPliantWorldSubsystem::TakeResults()
{
	// What a Blueprint does when a body stops may remove bodies.
	TArray<TWeakObjectPtr<UPliantSoftBodyComponent>> All;
	Bodies.GenerateValueArray(All);
	for (const TWeakObjectPtr<UPliantSoftBodyComponent>& Weak : All)
	{
		if (UPliantSoftBodyComponent* Body = Weak.Get())
		{
			Body->MapVertices();
			Body->LookAtState();
		}
	}
}

void UPliantWorldSubsystem::WriteStats() const
{
	SET_DWORD_STAT(STAT_PliantBodies, uint32(Bodies.Num()));
	SET_DWORD_STAT(STAT_PliantShapes, uint32(Colliders->ShapeCount()));
	const PliantApi* Api = FPliantApi::Get();
	PliantWorldStats Stats = {};
	Stats.struct_size = sizeof(Stats);
	if (GetDefault<UPliantSettings>()->bMeasureGpuTime && !bFailed && Api->world_stats(PliantWorld, &Stats) == PLIANT_OK)
	{
		SET_FLOAT_STAT(STAT_PliantGpu, float(double(Stats.gpu_step_ns) * 1e-6));
	}
}
