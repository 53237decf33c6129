#include "PliantMeshBuffers.h"

#include "PliantCompat.h"
#include "PliantSoftBodyAsset.h"
#include "PliantVertices.h"

void FPliantVertexBuffer::Set(const TCHAR* InName, uint32 InCount, uint32 InStride, EPixelFormat InFormat, bool bInDynamic)
{
	Name = InName;
	Count = InCount;
	Stride = InStride;
	Format = InFormat;
	bDynamic = bInDynamic;
}

void FPliantVertexBuffer::InitRHI(FRHICommandListBase& RHICmdList)
{
	VertexBufferRHI = PliantCompat::CreateVertexBuffer(RHICmdList, Name, Size(), Stride, bDynamic);
	ShaderResourceViewRHI = RHICmdList.CreateShaderResourceView(FShaderResourceViewInitializer(VertexBufferRHI, Format));
}

void FPliantVertexBuffer::Write(FRHICommandListBase& RHICmdList, const void* Bytes)
{
	void* To = RHICmdList.LockBuffer(VertexBufferRHI, 0, Size(), RLM_WriteOnly);
	FMemory::Memcpy(To, Bytes, Size());
	RHICmdList.UnlockBuffer(VertexBufferRHI);
}

void FPliantIndexBuffer::InitRHI(FRHICommandListBase& RHICmdList)
{
	const uint32 Size = uint32(Indices.Num()) * uint32(sizeof(uint32));
	IndexBufferRHI = PliantCompat::CreateIndexBuffer(RHICmdList, TEXT("PliantIndices"), Size);
	void* To = RHICmdList.LockBuffer(IndexBufferRHI, 0, Size, RLM_WriteOnly);
	FMemory::Memcpy(To, Indices.GetData(), Size);
	RHICmdList.UnlockBuffer(IndexBufferRHI);
}

void FPliantMeshBuffers::Create(FRHICommandListBase& RHICmdList, const FPliantRenderMesh& Mesh, bool bWithPrevious, const FPliantVertices* Now)
{
	const int32 Count = Mesh.Positions.Num();
	bHasPrevious = bWithPrevious;
	Positions.Set(TEXT("PliantPositions"), uint32(Count), sizeof(FVector3f), PF_R32_FLOAT, true);
	Positions.InitResource(RHICmdList);
	if (bHasPrevious)
	{
		Previous.Set(TEXT("PliantPrevious"), uint32(Count), sizeof(FVector3f), PF_R32_FLOAT, true);
		TangentX.Set(TEXT("PliantTangentX"), uint32(Count), sizeof(FPackedNormal), PF_R8G8B8A8_SNORM, true);
		TangentZ.Set(TEXT("PliantTangentZ"), uint32(Count), sizeof(FPackedNormal), PF_R8G8B8A8_SNORM, true);
		Previous.InitResource(RHICmdList);
		TangentX.InitResource(RHICmdList);
		TangentZ.InitResource(RHICmdList);
	}
	else
	{
		Tangents.Set(TEXT("PliantTangents"), uint32(Count), 2 * sizeof(FPackedNormal), PF_R8G8B8A8_SNORM, true);
		Tangents.InitResource(RHICmdList);
	}
	TexCoords.Set(TEXT("PliantTexCoords"), uint32(Count), sizeof(FVector2f), PF_G32R32F, false);
	TexCoords.InitResource(RHICmdList);
	TexCoords.Write(RHICmdList, Mesh.TexCoords.GetData());
	Indices.Indices = Mesh.Indices;
	Indices.InitResource(RHICmdList);

	Drawn = Mesh.Positions;
	FPliantVertices Rest;
	if (Now == nullptr || Now->Vertices.Num() != Count)
	{
		Rest.Vertices.SetNumZeroed(Count);
		for (int32 Index = 0; Index < Count; ++Index)
		{
			FPliantVertex& Vertex = Rest.Vertices[Index];
			const FVector4f& Tangent = Mesh.Tangents[Index];
			Vertex.Position = Mesh.Positions[Index];
			Vertex.Normal = Mesh.Normals[Index];
			Vertex.Tangent[0] = Tangent.X, Vertex.Tangent[1] = Tangent.Y;
			Vertex.Tangent[2] = Tangent.Z, Vertex.Tangent[3] = Tangent.W;
		}
		Now = &Rest;
	}
	// What is drawn first has not moved.
	for (int32 Index = 0; Index < Count; ++Index)
	{
		Drawn[Index] = Now->Vertices[Index].Position;
	}
	DrawnOrigin = Now->Origin;
	Write(RHICmdList, *Now);
}

void FPliantMeshBuffers::Write(FRHICommandListBase& RHICmdList, const FPliantVertices& Vertices)
{
	const int32 Count = Drawn.Num();
	if (Vertices.Vertices.Num() != Count || Count == 0)
	{
		return;
	}
	if (bHasPrevious)
	{
		const FVector3f Shift(DrawnOrigin - Vertices.Origin);
		Shifted.SetNumUninitialized(Count);
		for (int32 Index = 0; Index < Count; ++Index)
		{
			Shifted[Index] = Drawn[Index] + Shift;
		}
		Previous.Write(RHICmdList, Shifted.GetData());
	}
	Packed.SetNumUninitialized(2 * Count);
	for (int32 Index = 0; Index < Count; ++Index)
	{
		const FPliantVertex& Vertex = Vertices.Vertices[Index];
		Drawn[Index] = Vertex.Position;
		Packed[2 * Index] = FPackedNormal(FVector4f(Vertex.Tangent[0], Vertex.Tangent[1], Vertex.Tangent[2], 0.0f));
		Packed[2 * Index + 1] = FPackedNormal(FVector4f(Vertex.Normal.X, Vertex.Normal.Y, Vertex.Normal.Z, Vertex.Tangent[3]));
	}
	DrawnOrigin = Vertices.Origin;
	Positions.Write(RHICmdList, Drawn.GetData());
	WriteTangents(RHICmdList);
	bMoved = true;
}

void FPliantMeshBuffers::WriteTangents(FRHICommandListBase& RHICmdList)
{
	if (!bHasPrevious)
	{
		Tangents.Write(RHICmdList, Packed.GetData());
		return;
	}
	TArray<FPackedNormal> Alone;
	Alone.SetNumUninitialized(Drawn.Num());
	for (int32 Side = 0; Side < 2; ++Side)
	{
		for (int32 Index = 0; Index < Drawn.Num(); ++Index)
		{
			Alone[Index] = Packed[2 * Index + Side];
		}
		(Side == 0 ? TangentX : TangentZ).Write(RHICmdList, Alone.GetData());
	}
}

void FPliantMeshBuffers::Release()
{
	Positions.ReleaseResource();
	Previous.ReleaseResource();
	Tangents.ReleaseResource();
	TangentX.ReleaseResource();
	TangentZ.ReleaseResource();
	TexCoords.ReleaseResource();
	Indices.ReleaseResource();
}
