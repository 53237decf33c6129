#pragma once

// A world of the stub with what the tests put in it, and small checks.

#include "Components/StaticMeshComponent.h"
#include "Engine/StaticMesh.h"
#include "Engine/World.h"
#include "GameFramework/Actor.h"
#include "PhysicsEngine/BodySetup.h"
#include "PliantApi.h"
#include "PliantCook.h"
#include "PliantMaterial.h"
#include "PliantSceneProxy.h"
#include "PliantSettings.h"
#include "PliantSoftBodyComponent.h"
#include "PliantUnits.h"
#include "PliantVertices.h"
#include "PliantWorldSubsystem.h"

namespace Rig
{
	inline int32 Failures = 0;
	inline int32 Checks = 0;

	inline void Expect(bool bHolds, const char* What, double Found, double Wanted)
	{
		++Checks;
		if (!bHolds)
		{
			++Failures;
			printf("    FAILED: %s: found %.9g, wanted %.9g\n", What, Found, Wanted);
		}
	}
	inline void True(bool bHolds, const char* What) { Expect(bHolds, What, bHolds, 1); }
	inline void Near(double Found, double Wanted, double Tolerance, const char* What) { Expect(fabs(Found - Wanted) <= Tolerance, What, Found, Wanted); }
	inline void Near(const FVector& Found, const FVector& Wanted, double Tolerance, const char* What)
	{
		Near(Found.X, Wanted.X, Tolerance, What), Near(Found.Y, Wanted.Y, Tolerance, What), Near(Found.Z, Wanted.Z, Tolerance, What);
	}

	/** A sphere of quads cut in two, round z, in the winding of the library: cross(b - a, c - a) points outwards. */
	struct FBall
	{
		TArray<FVector> Points;
		TArray<uint32> Indices;

		FBall(double Radius, int32 Rings = 12, int32 Sectors = 16)
		{
			for (int32 Ring = 0; Ring <= Rings; ++Ring)
			{
				const double Polar = M_PI * Ring / Rings;
				for (int32 Sector = 0; Sector < Sectors; ++Sector)
				{
					const double Angle = 2 * M_PI * Sector / Sectors;
					Points.Add(FVector(sin(Polar) * cos(Angle), sin(Polar) * sin(Angle), cos(Polar)) * Radius);
				}
			}
			for (int32 Ring = 0; Ring < Rings; ++Ring)
			{
				for (int32 Sector = 0; Sector < Sectors; ++Sector)
				{
					const uint32 A = uint32(Ring * Sectors + Sector), B = uint32(Ring * Sectors + (Sector + 1) % Sectors);
					const uint32 C = A + uint32(Sectors), D = B + uint32(Sectors);
					const uint32 Two[6] = {A, C, B, B, C, D};
					for (const uint32 Corner : Two) { Indices.Add(Corner); }
				}
			}
		}
	};

	/** The ball as a static mesh of Unreal: its winding is the other one. */
	inline UStaticMesh* Mesh(const FBall& Ball)
	{
		UStaticMesh* Made = NewObject<UStaticMesh>();
		FStaticMeshLODResources Lod;
		FStaticMeshVertexBuffer& Vertices = Lod.VertexBuffers.StaticMeshVertexBuffer;
		for (const FVector& Point : Ball.Points)
		{
			const FVector Normal = Point / Point.Size();
			Lod.VertexBuffers.PositionVertexBuffer.StubPositions.Add(FVector3f(Point));
			Vertices.StubZ.Add(FVector4f(float(Normal.X), float(Normal.Y), float(Normal.Z), -1.0f));
			Vertices.StubX.Add(FVector4f(0.0f, 1.0f, 0.0f, 0.0f));
			Vertices.StubUv.Add(FVector2f(float(Normal.X), float(Normal.Y)));
		}
		Lod.IndexBuffer.StubIndices = Ball.Indices;
		PliantUnits::SwapWinding(Lod.IndexBuffer.StubIndices);
		FStaticMeshSection Section;
		Section.NumTriangles = uint32(Ball.Indices.Num() / 3);
		Lod.Sections.Add(Section);
		Made->StubData.LODResources.Add(Lod);
		return Made;
	}

	inline UPliantSoftBodyAsset* Cooked(const UStaticMesh& Source, EPliantSurface Surface = EPliantSurface::Cage, int32 Elements = 300)
	{
		UPliantSoftBodyAsset* Asset = NewObject<UPliantSoftBodyAsset>();
		FPliantCookOptions Options;
		Options.Surface = Surface;
		Options.ElementCount = Elements;
		FString Problem;
		const bool bCooked = PliantCook::CopyMesh(Source, *Asset, Problem) && PliantCook::Cook(*Asset, Options, [](float) { return true; }, Problem);
		if (!bCooked) { printf("    cook: %s\n", TCHAR_TO_UTF8(*Problem)); }
		True(bCooked, "the mesh is cooked");
		return Asset;
	}

	class FWorld
	{
	public:
		UWorld* World = NewObject<UWorld>();
		UPliantWorldSubsystem* Subsystem = NewObject<UPliantWorldSubsystem>();
		TArray<UPliantSoftBodyComponent*> Bodies;
		TArray<UActorComponent*> Others;

		FWorld()
		{
			GetMutableDefault<UPliantSettings>()->bSoftwareAdapter = true;
			Subsystem->StubWorld = World;
			World->StubSubsystems.Add(Subsystem);
			FSubsystemCollectionBase Collection;
			Subsystem->Initialize(Collection);
		}
		~FWorld()
		{
			for (UActorComponent* Component : Others) { Component->EndPlay(EEndPlayReason::Quit); }
			for (UPliantSoftBodyComponent* Body : Bodies)
			{
				Body->EndPlay(EEndPlayReason::Quit);
				Dispose(*Body);
			}
			Subsystem->Deinitialize();
		}

		/** A box of these half sizes [cm] as a static mesh component with a simple box. */
		UStaticMeshComponent* Box(const FVector& Place, const FVector& Half)
		{
			UStaticMeshComponent* Component = NewObject<UStaticMeshComponent>();
			FKBoxElem Element;
			Element.X = float(2 * Half.X), Element.Y = float(2 * Half.Y), Element.Z = float(2 * Half.Z);
			Component->StubSetup = NewObject<UBodySetup>();
			Component->StubSetup->AggGeom.BoxElems.Add(Element);
			Component->StubBox = FBox(FVector(0, 0, 0) - Half, Half);
			Component->StubTransform = FTransform(Place);
			Component->UpdateBounds();
			World->StubPrimitives.Add(Component);
			return Component;
		}
		void Add(UPliantSoftBodyComponent& Body, const FTransform& Transform, AActor* Actor = nullptr)
		{
			Body.StubWorld = World;
			Body.StubTransform = Transform;
			Body.StubOwner = Actor != nullptr ? Actor : NewObject<AActor>();
			Body.StubOwner->StubComponents.Add(&Body);
			Body.UpdateBounds();
			Bodies.Add(&Body);
			Body.BeginPlay();
			Propose(Body);
		}
		/** A frame as the engine makes one: actors tick, the delegate runs, the render state is brought up to date. */
		void Tick(float Seconds)
		{
			++GFrameNumberRenderThread;
			FWorldDelegates::OnWorldPostActorTick.Broadcast(World, LEVELTICK_All, Seconds);
			for (UPliantSoftBodyComponent* Body : Bodies)
			{
				if (Body->bStubStateDirty) { Propose(*Body); }
				Body->bStubStateDirty = Body->bStubTransformDirty = false;
			}
		}
		/** Waits for the GPU and lets the component take the vertices of the last step. */
		void Finish()
		{
			FPliantApi::Get()->world_wait(Subsystem->GetPliantWorld(), 60000000000ull);
			Tick(0.0f);
		}

	private:
		void Dispose(UPliantSoftBodyComponent& Body)
		{
			if (Body.StubProxy != nullptr)
			{
				Body.StubProxy->DestroyRenderThreadResources();
				delete Body.StubProxy;
				Body.StubProxy = nullptr;
			}
		}
		void Propose(UPliantSoftBodyComponent& Body)
		{
			Dispose(Body);
			Body.StubProxy = Body.CreateSceneProxy();
			if (Body.StubProxy != nullptr) { Body.StubProxy->CreateRenderThreadResources(Stub::RenderThread); }
		}
	};
}
