// Balloons: cloth with something inside, blown up while it runs, and refused where the mesh is open.

#include "PliantClothComponent.h"
#include "rig.h"

using namespace Rig;

namespace
{
	int32 Said(const TCHAR* Part)
	{
		int32 Count = 0;
		for (const Stub::FLogLine& Line : Stub::LogLines) { Count += Line.Text.Contains(Part) ? 1 : 0; }
		return Count;
	}

	/** A ball whose poles are one place each: the sine of pi is not 0 in floating point. */
	FBall Ball(double Radius)
	{
		FBall Made(Radius);
		for (FVector& Point : Made.Points)
		{
			if (fabs(Point.X) + fabs(Point.Y) < 1e-9) { Point.X = Point.Y = 0; }
		}
		return Made;
	}

	/** Volume of what is drawn [cm^3], from its middle, since far from it sums of f32 would cancel. */
	double Volume(const UPliantClothComponent& Cloth)
	{
		const FVector From = Cloth.GetBodyBounds().GetCenter() - Cloth.GetVertices()->Origin;
		const TArray<uint32>& Indices = Cloth.Asset->RenderMesh.Indices;
		const auto Corner = [&](int32 Index) { return FVector(Cloth.GetVertices()->Vertices[int32(Indices[Index])].Position) - From; };
		double Six = 0;
		for (int32 Index = 0; Index < Indices.Num(); Index += 3)
		{
			const FVector A = Corner(Index), B = Corner(Index + 1), C = Corner(Index + 2);
			Six += A.X * (B.Y * C.Z - B.Z * C.Y) + A.Y * (B.Z * C.X - B.X * C.Z) + A.Z * (B.X * C.Y - B.Y * C.X);
		}
		return fabs(Six) / 6;
	}

	/** Floating, so that nothing but the skin and what is inside press. */
	void TestInflate()
	{
		FWorld World;
		World.World->StubGravity = 0;
		UPliantClothComponent* Balloon = NewObject<UPliantClothComponent>();
		Balloon->Asset = Cooked(*Mesh(Ball(20)), EPliantSurface::Sheet, 0);
		UPliantClothMaterial* Skin = NewObject<UPliantClothMaterial>();
		Skin->StretchStiffness = 300, Skin->BendingStiffness = 1e-5f, Skin->AreaDensity = 0.3f, Skin->Damping = 2;
		Skin->Drag = 0, Skin->Lift = 0;
		Balloon->ClothMaterial = Skin;
		World.Add(*Balloon, FTransform(FVector(0, 0, 100)));
		for (int32 Frame = 0; Frame < 5; ++Frame) { World.Tick(1.0f / 60); }
		World.Finish();
		const double Rest = Volume(*Balloon);
		Near(Balloon->GetBodyBounds().Max.Z, 120, 0.1, "cloth has its size at rest [cm]");

		Skin->VolumeFactor = 2;
		Balloon->SetClothMaterial(Skin);
		for (int32 Frame = 0; Frame < 60; ++Frame) { World.Tick(1.0f / 60); }
		World.Finish();
		Near(Volume(*Balloon) / Rest, 2, 2e-3, "blown up to twice its volume");

		Skin->VolumeFactor = 1;
		Balloon->SetClothMaterial(Skin);
		for (int32 Frame = 0; Frame < 60; ++Frame) { World.Tick(1.0f / 60); }
		World.Finish();
		Near(Volume(*Balloon) / Rest, 1, 2e-3, "and let out again");
		Near(Said(TEXT("closed surface")), 0, 0, "nothing is refused");
	}

	void TestOpen()
	{
		FBall Bowl = Ball(20);
		TArray<uint32> Half;
		for (int32 Corner = 0; Corner < Bowl.Indices.Num() / 2; ++Corner) { Half.Add(Bowl.Indices[Corner]); }
		Bowl.Indices = Half;
		UPliantSoftBodyAsset* Asset = Cooked(*Mesh(Bowl), EPliantSurface::Sheet, 0);
		UPliantClothMaterial* Skin = NewObject<UPliantClothMaterial>();
		Skin->VolumeFactor = 1;

		FWorld World;
		UPliantClothComponent* Open = NewObject<UPliantClothComponent>();
		Open->Asset = Asset;
		Open->ClothMaterial = Skin;
		World.Add(*Open, FTransform(FVector(0, 0, 100)));
		World.Tick(1.0f / 60);
		True(!Open->IsSimulated(), "an open balloon is not simulated");
		Near(Said(TEXT("Could not add a soft body: pliant_body_add: model is PLIANT_MODEL_BALLOON")), 1, 0, "the log says so");
		Near(Said(TEXT("fill the holes")), 1, 0, "and what to do");

		UPliantClothComponent* Cloth = NewObject<UPliantClothComponent>();
		Cloth->Asset = Asset;
		World.Add(*Cloth, FTransform(FVector(0, 0, 200)));
		for (int32 Frame = 0; Frame < 5; ++Frame) { World.Tick(1.0f / 60); }
		Cloth->SetClothMaterial(Skin);
		for (int32 Frame = 0; Frame < 20; ++Frame) { World.Tick(1.0f / 60); }
		World.Finish();
		Near(Said(TEXT("Could not change the material of a soft body: pliant_body_set_model: model is PLIANT_MODEL_BALLOON")), 1, 0, "a running cloth refuses too");
		Expect(Cloth->GetBodyBounds().Max.Z < 195, "and goes on as cloth", Cloth->GetBodyBounds().Max.Z, 160);
	}
}

void TestBalloon()
{
	TestInflate();
	TestOpen();
}
