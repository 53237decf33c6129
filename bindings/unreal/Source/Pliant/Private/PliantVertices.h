#pragma once

#include "CoreMinimal.h"
#include "PliantHeader.h"

/** A vertex as the library writes it. */
struct FPliantVertex
{
	FVector3f Position;
	FVector3f Normal;
	/** Unit tangent, and the sign of the bitangent. */
	float Tangent[4];
};
static_assert(sizeof(FPliantVertex) == 40, "the layout below says where the library writes");

/** Render vertices of one step. The game thread writes it, then the render thread reads it. */
struct FPliantVertices
{
	TArray<FPliantVertex> Vertices;
	/** What the positions are relative to [cm, world]. */
	FVector Origin = FVector::ZeroVector;
	/** [cm, world] */
	FBox Bounds = FBox(ForceInit);
	uint64 Step = 0;

	static PliantVertexLayout Layout()
	{
		PliantVertexLayout Layout = {};
		Layout.struct_size = sizeof(Layout);
		Layout.stride = sizeof(FPliantVertex);
		Layout.position_offset = offsetof(FPliantVertex, Position);
		Layout.normal_offset = offsetof(FPliantVertex, Normal);
		Layout.tangent_offset = offsetof(FPliantVertex, Tangent);
		// A frame may hold no step or several, so the mesh writer keeps what was drawn last itself.
		Layout.previous_position_offset = PLIANT_ABSENT;
		return Layout;
	}
};
