// Units, shapes, the accumulator, the split of an impulse, the function table: all that needs no GPU.

#include "PliantAccumulator.h"
#include "PliantPush.h"
#include "PliantShapes.h"
#include "rig.h"

using namespace Rig;

void TestUnits()
{
	// A pose and back, also far away: positions are doubles.
	const FTransform Given(FQuat(FVector(0, 0.6, 0.8), 0.7), FVector(1e7 + 0.25, -3, 4), FVector(2, 2, 2));
	const FTransform Back = PliantUnits::Transform(PliantUnits::Pose(Given));
	Near(Back.GetTranslation(), Given.GetTranslation(), 0, "position of a pose");
	True(Back.GetRotation().Equals(Given.GetRotation(), 1e-6), "rotation of a pose");
	Near(Back.GetScale3D(), FVector(1, 1, 1), 0, "a pose has no scale");

	// A newton second moves 1 kg by 1 m/s = 100 cm/s.
	const float NewtonSeconds[3] = {1, -2, 3};
	Near(PliantUnits::Impulse(NewtonSeconds), FVector(100, -200, 300), 1e-9, "impulse");
	Near(PliantUnits::AngularImpulse(NewtonSeconds), FVector(1e4, -2e4, 3e4), 1e-6, "angular impulse");

	// The library's capsule lies along y, Unreal's along z; y times z stays x.
	Near(PliantUnits::CapsuleAxis().RotateVector(FVector(0, 1, 0)), FVector(0, 0, 1), 1e-12, "axis of a capsule");

	TArray<uint32> Indices;
	for (uint32 Corner = 0; Corner < 6; ++Corner) { Indices.Add(Corner); }
	PliantUnits::SwapWinding(Indices);
	const uint32 Wanted[6] = {0, 2, 1, 3, 5, 4};
	for (int32 Corner = 0; Corner < 6; ++Corner) { Near(Indices[Corner], Wanted[Corner], 0, "winding"); }

	// Frames of any length give steps of one length. Over a second at 60 steps: 60, whatever the frames are.
	for (const double Frame : {1.0 / 60, 1.0 / 144, 1.0 / 30, 0.0213})
	{
		FPliantAccumulator Accumulator;
		int32 Steps = 0;
		const int32 Frames = int32(10 / Frame);
		for (int32 Index = 0; Index < Frames; ++Index) { Steps += Accumulator.Advance(float(Frame)); }
		Near(Steps, Frames * Frame * 60, 1, "steps in ten seconds");
		Near(Accumulator.DroppedSeconds, 0, 0, "no time is dropped");
	}
	FPliantAccumulator Slow;
	Near(Slow.Advance(1.0), 4, 0, "a slow frame makes the most steps");
	Near(Slow.DroppedSeconds, 56.0 / 60, 1e-9, "and drops the rest");
	Near(Slow.Advance(0), 0, 0, "no time, no step");
	// As a single float a fiftieth of a second is a little short.
	FPliantAccumulator Even;
	Even.StepSeconds = 1.0 / 50;
	for (int32 Index = 0; Index < 1000; ++Index) { Near(Even.Advance(1.0f / 50), 1, 0, "a frame of a step is a step"); }

	// An impulse at a place and a twist give the momentum and the angular momentum that they came from.
	const FVector Impulse(3, -4, 12), Angular(70, 20, -11), Origin(5, 6, 7);
	for (const double Reach : {1e9, 2.0, 0.0})
	{
		const FPliantPush Push = FPliantPush::From(Impulse, Angular, Origin, Reach);
		Near(Push.Impulse, Impulse, 0, "impulse of a push");
		Near(Push.Twist + FVector::CrossProduct(Push.Location - Origin, Push.Impulse), Angular, 1e-9, "angular impulse of a push");
		True((Push.Location - Origin).Size() <= Reach + 1e-12, "a push stays within reach");
	}
	const FPliantPush Turn = FPliantPush::From(FVector(0, 0, 0), Angular, Origin, 10);
	Near(Turn.Twist, Angular, 0, "a twist alone");
	// With reach enough, only the part of the twist along the impulse is left.
	const FPliantPush Far = FPliantPush::From(Impulse, Angular, Origin, 1e9);
	Near(FVector::CrossProduct(Far.Twist, Impulse), FVector(0, 0, 0), 1e-9, "what is left is along the impulse");
}

namespace
{
	/** The farthest point of a shape along a direction, as the library has shapes: capsules along y. */
	double Support(const FPliantShape& Shape, const FVector& Direction)
	{
		const FVector Own = Shape.Local.GetRotation().Inverse().RotateVector(Direction);
		const double Centre = FVector::DotProduct(Shape.Local.GetTranslation(), Direction);
		switch (Shape.Kind)
		{
		case PLIANT_SHAPE_SPHERE:
			return Centre + Shape.Size.X;
		case PLIANT_SHAPE_CAPSULE:
			return Centre + Shape.Size.X + Shape.Size.Y * fabs(Own.Y);
		case PLIANT_SHAPE_CUBOID:
			return Centre + FVector::DotProduct(Shape.Size, Own.GetAbs());
		default:
			double Best = -1e30;
			for (const FVector3f& Point : Shape.Points) { Best = FMath::Max(Best, FVector::DotProduct(FVector(Point), Direction)); }
			return Best;
		}
	}
	FPliantShape Only(const FKAggregateGeom& Geometry, const FVector& Scale)
	{
		TArray<FPliantShape> Shapes;
		TArray<FString> Missing;
		PliantShapes::FromAggregate(Geometry, Scale, Shapes, Missing);
		Near(Shapes.Num(), 1, 0, "one shape");
		return Shapes[0];
	}
	FKAggregateGeom TurnedBox(const FQuat& Turn, TArray<FVector>& Corners)
	{
		FKAggregateGeom Geometry;
		FKBoxElem Box;
		Box.X = 20, Box.Y = 40, Box.Z = 60;
		Box.Transform = FTransform(Turn, FVector(1, 2, 3));
		Geometry.BoxElems.Add(Box);
		for (int32 Corner = 0; Corner < 8; ++Corner)
		{
			Corners.Add(Box.Transform.TransformPosition(FVector(Corner & 1 ? 10 : -10, Corner & 2 ? 20 : -20, Corner & 4 ? 30 : -30)));
		}
		return Geometry;
	}
}

void TestShapes()
{
	const FVector Directions[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {-1, 0, 0}, {0.6, 0, 0.8}, {-0.48, 0.6, -0.64}};

	FKAggregateGeom Sphere;
	Sphere.SphereElems.Add(FKSphereElem());
	Sphere.SphereElems[0].Center = FVector(1, 2, 3), Sphere.SphereElems[0].Radius = 5;
	const FPliantShape Ball = Only(Sphere, FVector(3, -2, 4));
	Near(Ball.Local.GetTranslation(), FVector(3, -4, 12), 1e-9, "centre of a sphere");
	Near(Ball.Size.X, 10, 1e-9, "radius takes the smallest scale");

	// A capsule of radius 5 and half length 10 + 5 along Unreal's z reaches 15 along z and 5 along x and y.
	FKAggregateGeom Capsule;
	Capsule.SphylElems.Add(FKSphylElem());
	Capsule.SphylElems[0].Radius = 5, Capsule.SphylElems[0].Length = 20;
	const FPliantShape Upright = Only(Capsule, FVector(1, 1, 1));
	Near(Upright.Kind, PLIANT_SHAPE_CAPSULE, 0, "kind of a capsule");
	Near(Support(Upright, FVector(0, 0, 1)), 15, 1e-6, "a capsule reaches along z");
	Near(Support(Upright, FVector(1, 0, 0)), 5, 1e-6, "and not along x");
	Near(Support(Upright, FVector(0, 1, 0)), 5, 1e-6, "and not along y");
	// Turned by a quarter about y, z becomes x.
	Capsule.SphylElems[0].Transform = FTransform(FQuat(FVector(0, 1, 0), M_PI / 2));
	Near(Support(Only(Capsule, FVector(2, 2, 2)), FVector(1, 0, 0)), 30, 1e-5, "a turned capsule at scale 2");
	Capsule.SphylElems[0].Length = 0;
	Near(Only(Capsule, FVector(1, 1, 1)).Kind, PLIANT_SHAPE_SPHERE, 0, "a capsule without length is a sphere");

	// A box, turned or not, at any scale: the hull of its scaled corners.
	const FQuat Turns[] = {FQuat::Identity, FQuat(FVector(0, 0, 1), 0.5), FQuat(FVector(0.6, 0, 0.8), 1.1)};
	const FVector Scales[] = {{1, 1, 1}, {2, 2, 2}, {1, 2, 3}, {-1, 1, 2}};
	for (const FQuat& Turn : Turns)
	{
		for (const FVector& Scale : Scales)
		{
			TArray<FVector> Corners;
			const FPliantShape Box = Only(TurnedBox(Turn, Corners), Scale);
			for (const FVector& Direction : Directions)
			{
				double Wanted = -1e30;
				for (const FVector& Corner : Corners) { Wanted = FMath::Max(Wanted, FVector::DotProduct(Corner * Scale, Direction)); }
				Near(Support(Box, Direction), Wanted, 1e-4, "how far a box reaches");
			}
		}
	}

	FKAggregateGeom Hull;
	Hull.ConvexElems.Add(FKConvexElem());
	const FVector Tip(0, 0, 9);
	const FVector Tet[4] = {{0, 0, 0}, {3, 0, 0}, {0, 3, 0}, Tip};
	for (const FVector& Point : Tet) { Hull.ConvexElems[0].VertexData.Add(Point); }
	Hull.ConvexElems[0].Transform = FTransform(FVector(1, 0, 0));
	const FPliantShape Convex = Only(Hull, FVector(2, 1, -1));
	Near(Convex.Kind, PLIANT_SHAPE_CONVEX, 0, "kind of a hull");
	Near(FVector(Convex.Points[3]), FVector(2, 0, -9), 1e-6, "a hull's point, scaled after its own transform");

	// The pose of a shape: its place in the component, then the component without its scale.
	const FTransform Component(FQuat(FVector(0, 0, 1), M_PI / 2), FVector(100, 0, 0), FVector(3, -2, 4));
	const PliantPose Pose = PliantShapes::Pose(Ball, Component);
	Near(PliantUnits::Read(Pose.position), FVector(104, 3, 12), 1e-9, "pose of a shape");

	FKAggregateGeom Odd;
	Odd.TaperedCapsuleElems.Add(FKTaperedCapsuleElem());
	TArray<FPliantShape> None;
	TArray<FString> Missing;
	PliantShapes::FromAggregate(Odd, FVector(1, 1, 1), None, Missing);
	Near(None.Num(), 0, 0, "no shape for a tapered capsule");
	Near(Missing.Num(), 1, 0, "and it is named");

	TArray<FPliantShape> Triangles;
	UStaticMesh* Source = Mesh(FBall(10));
	PliantShapes::FromTriangles(*Source, FVector(2, 2, 2), Triangles, Missing);
	const FBall Plain(10);
	Near(Triangles[0].Triangles.Num(), Plain.Indices.Num(), 0, "corners of the triangles");
	for (int32 Corner = 0; Corner < Plain.Indices.Num(); ++Corner)
	{
		Near(Triangles[0].Triangles[Corner], Plain.Indices[Corner], 0, "triangles in the library's winding");
	}
	Near(FVector(Triangles[0].Points[40]), Plain.Points[40] * 2, 1e-5, "and scaled");
}

void TestMissingLibrary()
{
	FString Problem;
	True(!FPliantApi::Load(TEXT("/nowhere/libpliant.so"), Problem), "a library that is not there");
	True(Problem.Contains(TEXT("/nowhere/libpliant.so")), "the sentence names the file");
	// Another library, without our function.
	True(!FPliantApi::Load(TEXT("libm.so.6"), Problem), "a library of another kind");
	True(Problem.Contains(TEXT("pliant_get_api")), "the sentence says what it lacks");
	True(FPliantApi::Get() == nullptr, "no table without a library");

	// The component draws the mesh at rest, at its own transform, and nothing crashes.
	UPliantSoftBodyAsset* Asset = NewObject<UPliantSoftBodyAsset>();
	True(PliantCook::CopyMesh(*Mesh(FBall(10)), *Asset, Problem), "a mesh is copied without the library");
	True(!PliantCook::Cook(*Asset, FPliantCookOptions(), [](float) { return true; }, Problem) && !Problem.IsEmpty(), "but not cooked");
	FWorld World;
	UPliantSoftBodyComponent* Body = NewObject<UPliantSoftBodyComponent>();
	Body->Asset = Asset;
	World.Add(*Body, FTransform(FVector(0, 0, 70)));
	for (int32 Frame = 0; Frame < 3; ++Frame) { World.Tick(1.0f / 60); }
	True(!Body->IsSimulated() && !World.Subsystem->IsRunning(), "nothing is simulated");
	True(Body->GetSceneProxy() != nullptr, "it is drawn");
	const FPliantMeshBuffers& Buffers = static_cast<FPliantSceneProxy*>(Body->GetSceneProxy())->GetBuffers();
	const FVector3f* Drawn = reinterpret_cast<const FVector3f*>(Buffers.Positions.VertexBufferRHI->StubBytes.GetData());
	Near(FVector(Drawn[20]), FVector(Asset->RenderMesh.Positions[20]), 0, "as it is at rest");
	Near(Body->GetRenderMatrix().M[3][2], 70, 0, "where the component is");
	Near(Body->Bounds.Origin, FVector(0, 0, 70), 1e-4, "with bounds there");
	Body->AddImpulse(FVector(1, 0, 0));
	Body->TeleportBody(FTransform(), FVector(0, 0, 0));
	Near(Body->PinPoint(FVector(0, 0, 0), 0), 0, 0, "no pin");
}

void TestTable(const char* Library)
{
	FString Problem;
	const FString Path(Stub::FUtf16(Library).StubLetters.GetData());
	if (!FPliantApi::Load(Path, Problem)) { printf("    %s\n", TCHAR_TO_UTF8(*Problem)); }
}
