// Impulses on rigid bodies, touch events, pins and cloth, in worlds of the stub with the real library.

#include "Components/InstancedStaticMeshComponent.h"
#include "PliantClothComponent.h"
#include "PliantPinComponent.h"
#include "rig.h"

using namespace Rig;

void TestPush()
{
	FWorld World;
	UStaticMeshComponent* Floor = World.Box(FVector(0, 0, -50), FVector(200, 200, 50));
	Floor->bStubSimulates = true;
	UPliantSoftBodyComponent* Body = NewObject<UPliantSoftBodyComponent>();
	Body->Asset = Cooked(*Mesh(FBall(25)));
	UPliantMaterial* Material = NewObject<UPliantMaterial>();
	Material->Damping = 5;
	Body->SoftMaterial = Material;
	World.Add(*Body, FTransform(FVector(0, 0, 35)));
	// Frames of many lengths: none, one or several steps each.
	const float Frames[] = {1.0f / 60, 1.0f / 144, 1.0f / 20, 1.0f / 90, 1.0f / 33};
	for (int32 Frame = 0; Frame < 80; ++Frame) { World.Tick(Frames[Frame % 5]); }
	// All that gravity gave ends in the floor: each step's impulse counts once. The last step has not been told yet, and
	// what the body still moves by is its momentum.
	const double Mass = Body->GetMass();
	const double Told = double(World.Subsystem->GetStepCount() - 1) / 60;
	const double Wanted = -980.0 * Mass * Told;
	printf("    push: mass %.2f kg, %.3f s, impulse %.6g of %.6g kg cm/s, at rest after %d calls\n", Mass, Told, Floor->StubImpulse.Z, Wanted, Floor->StubImpulseCount);
	Near(Floor->StubImpulse.Z / Wanted, 1, 1e-3, "impulse on the floor");
	// It lies in the middle, so nothing turns the floor: less than its weight on an arm of a centimetre. But the floor is
	// 100 cm deep, and the angular impulse about its middle must not count that.
	Near(Floor->StubAngularImpulse.Size() / fabs(Wanted), 0, 1, "angular impulse on the floor [cm]");

	// A floor that physics does not move gets none.
	Floor->bStubSimulates = false;
	const FVector Before = Floor->StubImpulse;
	for (int32 Frame = 0; Frame < 10; ++Frame) { World.Tick(1.0f / 60); }
	Near(Floor->StubImpulse, Before, 0, "a floor that physics does not move gets no impulse");

	// The other way: an impulse changes the velocity of the body by impulse / mass.
	World.World->StubGravity = 0;
	const FVector From = Body->GetBodyBounds().GetCenter();
	Body->TeleportBody(FTransform(FVector(0, 0, 500)), FVector(0, 0, 0));
	Body->AddImpulse(FVector(60 * Mass, 0, 0));
	for (int32 Frame = 0; Frame < 31; ++Frame) { World.Tick(1.0f / 60); }
	World.Finish();
	Near(Body->GetBodyBounds().GetCenter().X, 31, 0.5, "60 cm/s for 31 steps [cm]");
	True(From.Z < 30, "it lay on the floor before");
}

/** What has no shape is named once, and the body falls through it. */
static void TestMissingShapes()
{
	FWorld World;
	UStaticMeshComponent* Floor = NewObject<UInstancedStaticMeshComponent>();
	*static_cast<UStaticMeshComponent*>(Floor) = *World.Box(FVector(0, 0, -50), FVector(200, 200, 50));
	Floor->Name = FString(TEXT("Grass"));
	World.World->StubPrimitives.Empty();
	World.World->StubPrimitives.Add(Floor);
	UPliantSoftBodyComponent* Body = NewObject<UPliantSoftBodyComponent>();
	Body->Asset = Cooked(*Mesh(FBall(25)));
	World.Add(*Body, FTransform(FVector(0, 0, 27)));
	const auto Said = []()
	{
		int32 Count = 0;
		for (const Stub::FLogLine& Line : Stub::LogLines) { Count += Line.Text.Contains(TEXT("instanced static meshes")) && Line.Text.Contains(TEXT("Grass")) ? 1 : 0; }
		return Count;
	};
	for (int32 Frame = 0; Frame < 20; ++Frame) { World.Tick(1.0f / 60); }
	World.Finish();
	Near(Said(), 1, 0, "what has no shape is named once");
	Expect(Body->GetBodyBounds().Min.Z < -10, "and is passed through", Body->GetBodyBounds().Min.Z, -30);
}

void TestEvents()
{
	TestMissingShapes();
	FWorld World;
	UStaticMeshComponent* Floor = World.Box(FVector(0, 0, -50), FVector(200, 200, 50));
	UPliantSoftBodyComponent* Body = NewObject<UPliantSoftBodyComponent>();
	Body->Asset = Cooked(*Mesh(FBall(25)));
	Body->bTouchEvents = true;
	int32 Begins = 0, Ends = 0, Stops = 0;
	FPliantTouch First;
	Body->OnTouchBegin.AddLambda([&](const FPliantTouch& Touch) { First = Touch, ++Begins; });
	Body->OnTouchEnd.AddLambda([&](const FPliantTouch& Touch) { Ends += Touch.Other == Floor ? 1 : 0; });
	Body->OnStopped.AddLambda([&](const FString&) { ++Stops; });
	World.Add(*Body, FTransform(FVector(0, 0, 40)));
	for (int32 Frame = 0; Frame < 60 && Begins == 0; ++Frame) { World.Tick(1.0f / 60); }
	Near(Begins, 1, 0, "a touch begins once");
	True(First.Other == Floor, "with the floor");
	Near(First.Normal, FVector(0, 0, 1), 0.05, "its normal points from the floor to the body");
	Near(First.Point.Z, 0, 3, "its place is on the floor [cm]");
	// It falls 15 cm, so it hits at 171 cm/s, and the floor takes a part of that in a step.
	const double Hit = Body->GetMass() * sqrt(2 * 980.0 * 15);
	Expect(First.Impulse.Z > 0 && First.Impulse.Z < 1.5 * Hit, "the impulse of the touch [kg cm/s]", First.Impulse.Z, Hit);
	World.Tick(1.0f / 60);
	True(Body->GetTouchingCount() > 0, "vertices touch");
	Body->TeleportBody(FTransform(FVector(0, 0, 400)), FVector(0, 0, 0));
	for (int32 Frame = 0; Frame < 6; ++Frame) { World.Tick(1.0f / 60); }
	Near(Ends, 1, 0, "the touch ends once");
	Near(Stops, 0, 0, "nothing stopped");
	// An impulse beyond all numbers stops it, and that is told once.
	Body->AddImpulse(FVector(3e38, 0, 0));
	for (int32 Frame = 0; Frame < 4; ++Frame) { World.Tick(1.0f / 60), World.Finish(); }
	Near(Stops, 1, 0, "a stop is told once");
	// The floor is destroyed: its collider goes, and nothing crashes.
	Body->TeleportBody(FTransform(FVector(0, 0, 26)), FVector(0, 0, 0));
	for (int32 Frame = 0; Frame < 4; ++Frame) { World.Tick(1.0f / 60); }
	Stub::Destroyed.Add(Floor);
	for (int32 Frame = 0; Frame < 60; ++Frame) { World.Tick(1.0f / 60); }
	World.Finish();
	Expect(Body->GetBodyBounds().Max.Z < -50, "without a floor it falls", Body->GetBodyBounds().Max.Z, -100);
}

namespace
{
	/** A square sheet in x and y, facing up in Unreal's winding. */
	UStaticMesh* Sheet(double Side, int32 Cells)
	{
		UStaticMesh* Made = NewObject<UStaticMesh>();
		FStaticMeshLODResources Lod;
		FStaticMeshVertexBuffer& Vertices = Lod.VertexBuffers.StaticMeshVertexBuffer;
		for (int32 Row = 0; Row <= Cells; ++Row)
		{
			for (int32 Column = 0; Column <= Cells; ++Column)
			{
				Lod.VertexBuffers.PositionVertexBuffer.StubPositions.Add(FVector3f(float(Side * Column / Cells), float(Side * Row / Cells), 0.0f));
				Vertices.StubZ.Add(FVector4f(0, 0, 1, 1)), Vertices.StubX.Add(FVector4f(1, 0, 0, 0)), Vertices.StubUv.Add(FVector2f(0, 0));
			}
		}
		for (int32 Row = 0; Row < Cells; ++Row)
		{
			for (int32 Column = 0; Column < Cells; ++Column)
			{
				const uint32 A = uint32(Row * (Cells + 1) + Column), C = A + uint32(Cells) + 1;
				const uint32 Two[6] = {A, C, A + 1, A + 1, C, C + 1};
				for (const uint32 Corner : Two) { Lod.IndexBuffer.StubIndices.Add(Corner); }
			}
		}
		FStaticMeshSection Section;
		Section.NumTriangles = uint32(2 * Cells * Cells);
		Lod.Sections.Add(Section);
		Made->StubData.LODResources.Add(Lod);
		return Made;
	}
}

void TestPins()
{
	FWorld World;
	AActor* Actor = NewObject<AActor>();
	UPliantClothComponent* Cloth = NewObject<UPliantClothComponent>();
	Cloth->Asset = Cooked(*Sheet(50, 8), EPliantSurface::Sheet, 0);
	True(Cloth->Asset->bIsSheet, "a sheet is cooked as one");
	UPliantPinComponent* Pin = NewObject<UPliantPinComponent>();
	Pin->StubWorld = World.World;
	Pin->StubOwner = Actor;
	Pin->StubTransform = FTransform(FVector(0, 25, 100));
	// The row of vertices at x = 0, 50 cm long: the pin in its middle holds all within 26 cm.
	Pin->Radius = 26;
	World.Others.Add(Pin);
	// The pin plays first: it waits for its body.
	Pin->BeginPlay();
	World.Add(*Cloth, FTransform(FVector(0, 0, 100)), Actor);
	for (int32 Frame = 0; Frame < 60; ++Frame) { World.Tick(1.0f / 60); }
	World.Finish();
	const auto Row = [&](int32 Index) { return FVector(Cloth->GetVertices()->Vertices[Index].Position) + Cloth->GetVertices()->Origin; };
	Near(Row(0), FVector(0, 0, 100), 1e-2, "a pinned corner stays");
	Near(Row(72), FVector(0, 50, 100), 1e-2, "so does the other one");
	Expect(Row(8).Z < 90, "the free side hangs down", Row(8).Z, 50);
	// The pin's transform is the frame: what it holds moves and turns with it.
	const FTransform To(FQuat(FVector(0, 0, 1), M_PI / 6), FVector(30, 25, 120));
	for (int32 Frame = 0; Frame < 30; ++Frame)
	{
		const double Share = (Frame + 1) / 30.0;
		Pin->StubTransform = FTransform(FQuat(FVector(0, 0, 1), M_PI / 6 * Share), FVector(30 * Share, 25, 100 + 20 * Share));
		World.Tick(1.0f / 60);
	}
	World.Finish();
	Near(Row(0), To.TransformPosition(FVector(0, -25, 0)), 0.05, "a pinned corner went along");
	// Released, it falls.
	Pin->Release();
	for (int32 Frame = 0; Frame < 30; ++Frame) { World.Tick(1.0f / 60); }
	World.Finish();
	Expect(Row(0).Z < 100, "a released cloth falls", Row(0).Z, 100);
}
