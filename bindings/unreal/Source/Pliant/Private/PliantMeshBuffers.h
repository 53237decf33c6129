#pragma once

#include "CoreMinimal.h"
#include "PackedNormal.h"
#include "RenderResource.h"

struct FPliantRenderMesh;
struct FPliantVertices;

/** A buffer of vertices that the engine's shaders read by stream or by view. */
class FPliantVertexBuffer : public FVertexBufferWithSRV
{
public:
	/** Call it before InitResource. */
	void Set(const TCHAR* InName, uint32 InCount, uint32 InStride, EPixelFormat InFormat, bool bInDynamic);
	virtual void InitRHI(FRHICommandListBase& RHICmdList) override;
	/** Replaces all its bytes. */
	void Write(FRHICommandListBase& RHICmdList, const void* Bytes);
	uint32 Size() const { return Count * Stride; }

private:
	const TCHAR* Name = TEXT("Pliant");
	uint32 Count = 0;
	uint32 Stride = 0;
	EPixelFormat Format = PF_R32_FLOAT;
	bool bDynamic = false;
};

class FPliantIndexBuffer : public FIndexBuffer
{
public:
	TArray<uint32> Indices;
	virtual void InitRHI(FRHICommandListBase& RHICmdList) override;
};

/**
 * What the GPU draws. This tier copies vertices from the CPU. A tier in which the library writes the engine's own
 * buffers would replace Write alone: layout and order of the buffers stay.
 */
class FPliantMeshBuffers
{
public:
	/** x y z of each vertex, as floats. */
	FPliantVertexBuffer Positions;
	/** What was drawn before, for motion vectors. Only with `bHasPrevious`. */
	FPliantVertexBuffer Previous;
	/** Tangent and normal of each vertex in turn. Without `bHasPrevious`. */
	FPliantVertexBuffer Tangents;
	/** The same in two buffers. Only with `bHasPrevious`, whose vertex factory wants them so. */
	FPliantVertexBuffer TangentX, TangentZ;
	FPliantVertexBuffer TexCoords;
	FPliantIndexBuffer Indices;
	bool bHasPrevious = false;
	/** Whether the last write was of another place than the one before. */
	bool bMoved = false;

	/** Makes all buffers, with the mesh at rest, or with `Now` if it is not null. */
	void Create(FRHICommandListBase& RHICmdList, const FPliantRenderMesh& Mesh, bool bWithPrevious, const FPliantVertices* Now);
	/** Writes positions, normals and tangents. Another number of vertices is ignored. */
	void Write(FRHICommandListBase& RHICmdList, const FPliantVertices& Vertices);
	void Release();
	int32 VertexCount() const { return Drawn.Num(); }

private:
	void WriteTangents(FRHICommandListBase& RHICmdList);

	TArray<FVector3f> Drawn;
	FVector DrawnOrigin = FVector::ZeroVector;
	TArray<FPackedNormal> Packed;
	TArray<FVector3f> Shifted;
};
