// Winding and normals of a cooked mesh, and what the scene proxy does with buffers: order and bytes.

#include "rig.h"

using namespace Rig;

namespace
{
	/** The least of normal times direction from the centre, over the vertices that the library wrote. */
	double LeastOutward(const FPliantVertices& Vertices)
	{
		const FVector Centre = Vertices.Bounds.GetCenter() - Vertices.Origin;
		double Least = 1;
		for (const FPliantVertex& Vertex : Vertices.Vertices)
		{
			const FVector Arm = FVector(Vertex.Position) - Centre;
			Least = FMath::Min(Least, FVector::DotProduct(FVector(Vertex.Normal), Arm / Arm.Size()));
		}
		return Least;
	}

	UPliantSoftBodyComponent* Floating(FWorld& World, UPliantSoftBodyAsset* Asset, bool bMotion)
	{
		World.World->StubGravity = 0;
		UPliantSoftBodyComponent* Body = NewObject<UPliantSoftBodyComponent>();
		Body->Asset = Asset;
		Body->bVertexMotion = bMotion;
		Body->LinearVelocity = FVector(30, 0, 0);
		World.Add(*Body, FTransform(FVector(1000, 2000, 3000)));
		return Body;
	}

	/** Whether the lines of the log are these, in this order. */
	void Lines(const char* const* Wanted, int32 Count, const char* What)
	{
		Near(Stub::RhiLines.Num(), Count, 0, What);
		for (int32 Line = 0; Line < FMath::Min(Count, Stub::RhiLines.Num()); ++Line)
		{
			const Stub::FUtf8 Found(*Stub::RhiLines[Line]);
			const bool bSame = strcmp(Found.Bytes.GetData(), Wanted[Line]) == 0;
			if (!bSame) { printf("    line %d: %s\n", Line, Found.Bytes.GetData()); }
			True(bSame, Wanted[Line]);
		}
	}

	const FVector3f* Floats(const FPliantVertexBuffer& Buffer)
	{
		return reinterpret_cast<const FVector3f*>(Buffer.VertexBufferRHI->StubBytes.GetData());
	}
	const FPackedNormal* Packed(const FPliantVertexBuffer& Buffer)
	{
		return reinterpret_cast<const FPackedNormal*>(Buffer.VertexBufferRHI->StubBytes.GetData());
	}

	void TestLocal(UPliantSoftBodyAsset* Asset)
	{
		FWorld World;
		Stub::RhiLines.Reset();
		UPliantSoftBodyComponent* Body = Floating(World, Asset, false);
		const char* const Created[] = {"create PliantPositions", "create PliantTangents", "create PliantTexCoords",
			"lock PliantTexCoords", "unlock PliantTexCoords", "create PliantIndices", "lock PliantIndices", "unlock PliantIndices",
			"lock PliantPositions", "unlock PliantPositions", "lock PliantTangents", "unlock PliantTangents"};
		Lines(Created, 12, "calls that make the buffers");
		World.Tick(1.0f / 60);
		World.Finish();
		// The first vertices make a new proxy. From then on an upload is two writes and nothing else.
		Stub::RhiLines.Reset();
		World.Tick(1.0f / 60);
		World.Finish();
		const char* const Written[] = {"lock PliantPositions", "unlock PliantPositions", "lock PliantTangents", "unlock PliantTangents"};
		Lines(Written, 4, "calls of an upload");

		const FPliantVertices& Vertices = *Body->GetVertices();
		const FPliantMeshBuffers& Buffers = static_cast<FPliantSceneProxy*>(Body->GetSceneProxy())->GetBuffers();
		Near(Buffers.Positions.VertexBufferRHI->StubBytes.Num(), 12 * Asset->RenderMesh.Positions.Num(), 0, "bytes of positions");
		for (int32 Index = 0; Index < Vertices.Vertices.Num(); Index += 7)
		{
			const FPliantVertex& Vertex = Vertices.Vertices[Index];
			Near(FVector(Floats(Buffers.Positions)[Index]), FVector(Vertex.Position), 0, "a position in the buffer");
			const FPackedNormal& Normal = Packed(Buffers.Tangents)[2 * Index + 1];
			const FPackedNormal& Tangent = Packed(Buffers.Tangents)[2 * Index];
			// Eight bits, a sign among them: half a step is 1/254.
			Near(FVector(Normal.X, Normal.Y, Normal.Z) / 127, FVector(Vertex.Normal), 1.0 / 254 + 1e-6, "a normal in the buffer");
			Near(FVector(Tangent.X, Tangent.Y, Tangent.Z) / 127, FVector(Vertex.Tangent[0], Vertex.Tangent[1], Vertex.Tangent[2]), 1.0 / 254 + 1e-6, "a tangent in the buffer");
			Near(Normal.W, -127, 0, "the sign of the bitangent goes with the normal");
		}
		// Two steps at 30 cm/s from 1000 cm: positions are relative to the origin, which is where the body began.
		Near(Vertices.Bounds.GetCenter().X, 1001, 0.02, "where it is after two steps");
		Near(FVector(Body->GetRenderMatrix().M[3][0], Body->GetRenderMatrix().M[3][1], Body->GetRenderMatrix().M[3][2]), FVector(1000, 2000, 3000), 0, "the matrix is the origin");
		Near(Body->Bounds.Origin, Vertices.Bounds.GetCenter(), 1e-6, "bounds of the component");

		const FSceneView View;
		const FSceneViewFamily Family;
		TArray<const FSceneView*> Views;
		Views.Add(&View), Views.Add(&View);
		FMeshElementCollector Collector;
		Body->GetSceneProxy()->GetDynamicMeshElements(Views, Family, 2, Collector);
		Near(Collector.StubMeshes.Num(), 1, 0, "one batch in the one view that sees it");
		const FMeshBatchElement& Element = Collector.StubMeshes[0]->Elements[0];
		Near(Element.NumPrimitives, Asset->RenderMesh.Indices.Num() / 3, 0, "triangles of the batch");
		Near(Element.MaxVertexIndex, Asset->RenderMesh.Positions.Num() - 1, 0, "vertices of the batch");
		const uint32* Drawn = reinterpret_cast<const uint32*>(Buffers.Indices.IndexBufferRHI->StubBytes.GetData());
		for (int32 Corner = 0; Corner < Asset->RenderMesh.Indices.Num(); ++Corner)
		{
			Near(Drawn[Corner], Asset->RenderMesh.Indices[Corner], 0, "triangles are drawn in Unreal's winding");
		}
	}

	void TestMotion(UPliantSoftBodyAsset* Asset)
	{
		FWorld World;
		UPliantSoftBodyComponent* Body = Floating(World, Asset, true);
		World.Tick(1.0f / 60);
		World.Finish();
		const FPliantMeshBuffers* Buffers = &static_cast<FPliantSceneProxy*>(Body->GetSceneProxy())->GetBuffers();
		Near(FVector(Floats(Buffers->Previous)[30]), FVector(Floats(Buffers->Positions)[30]), 0, "what is drawn first has not moved");
		// Two steps in a frame: the vector is that of the frame, not of the last step.
		Stub::RhiLines.Reset();
		for (int32 Step = 0; Step < 2; ++Step) { FPliantApi::Get()->world_step(World.Subsystem->GetPliantWorld(), 1.0f / 60, nullptr); }
		World.Finish();
		const char* const Written[] = {"lock PliantPrevious", "unlock PliantPrevious", "lock PliantPositions", "unlock PliantPositions",
			"lock PliantTangentX", "unlock PliantTangentX", "lock PliantTangentZ", "unlock PliantTangentZ"};
		Lines(Written, 8, "calls of an upload with motion");
		const FVector Moved = FVector(Floats(Buffers->Positions)[30]) - FVector(Floats(Buffers->Previous)[30]);
		Near(Moved, FVector(1, 0, 0), 0.02, "how far a vertex moved in the frame [cm]");

		const FSceneView View;
		TArray<const FSceneView*> Views;
		Views.Add(&View);
		const auto Scale = [&]()
		{
			FMeshElementCollector Collector;
			Body->GetSceneProxy()->GetDynamicMeshElements(Views, FSceneViewFamily(), 1, Collector);
			const void* Data = Collector.StubMeshes[0]->Elements[0].VertexFactoryUserData;
			return static_cast<const FGeometryCacheVertexFactoryUserData*>(Data)->MotionBlurPositionScale;
		};
		Near(Scale(), 0, 0, "a frame with new vertices has motion");
		++GFrameNumberRenderThread;
		Near(Scale(), 1, 0, "a frame without new vertices has none");
	}
}

void TestWinding()
{
	UPliantSoftBodyAsset* Asset = Cooked(*Mesh(FBall(25)));
	True(Asset->Report.IsEmpty() || !Asset->Report.Contains(TEXT("inside")), "nothing is inside out");
	// Normals that the library computes from the triangles point outwards too.
	UPliantSoftBodyAsset* Bare = NewObject<UPliantSoftBodyAsset>();
	FString Problem;
	PliantCook::CopyMesh(*Mesh(FBall(25)), *Bare, Problem);
	Bare->RenderMesh.Normals.Empty(), Bare->RenderMesh.Tangents.Empty();
	FPliantCookOptions Options;
	Options.ElementCount = 300;
	True(PliantCook::Cook(*Bare, Options, [](float) { return true; }, Problem), "a mesh without normals is cooked");
	Bare->RenderMesh.Normals = Asset->RenderMesh.Normals, Bare->RenderMesh.Tangents = Asset->RenderMesh.Tangents;
	for (UPliantSoftBodyAsset* Of : {Asset, Bare})
	{
		FWorld World;
		UPliantSoftBodyComponent* Body = Floating(World, Of, false);
		World.Tick(1.0f / 60);
		World.Finish();
		True(Body->GetVertices().IsValid(), "it has vertices");
		if (Body->GetVertices().IsValid()) { Expect(LeastOutward(*Body->GetVertices()) > 0.9, "normals point outwards", LeastOutward(*Body->GetVertices()), 1); }
	}
	// The callback stops the cook, which leaves the asset as it was.
	const int32 Size = Asset->Body.Num();
	Options.ElementCount = 5000;
	True(!PliantCook::Cook(*Asset, Options, [](float) { return false; }, Problem), "a cook can be cancelled");
	True(Problem == FString(TEXT("Cancelled.")) && Asset->Body.Num() == Size, "and leaves nothing");
}

void TestMesh()
{
	UPliantSoftBodyAsset* Asset = Cooked(*Mesh(FBall(25)));
	TestLocal(Asset);
	TestMotion(Asset);
}
