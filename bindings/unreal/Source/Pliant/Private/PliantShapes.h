#pragma once

#include "CoreMinimal.h"
#include "PliantHeader.h"

class UBodySetup;
class UStaticMesh;
struct FKAggregateGeom;

/** A shape of a collider in the frame of its component, with the component's scale worked in. */
struct FPliantShape
{
	/** `PLIANT_SHAPE_...` */
	uint32 Kind = 0;
	/** Rigid: component from shape. */
	FTransform Local;
	/** As the library's `size` [cm]. */
	FVector Size = FVector::ZeroVector;
	/** Points of a convex hull or vertices of a mesh [cm], in the frame of the component. */
	TArray<FVector3f> Points;
	/** Triangles of a mesh, in the library's winding. */
	TArray<uint32> Triangles;
};

/** Turns what Unreal collides with into the library's shapes. */
namespace PliantShapes
{
	/** The simple shapes of a body set-up at a scale. What has no counterpart is named in `OutMissing`. */
	void FromAggregate(const FKAggregateGeom& Geometry, const FVector& Scale, TArray<FPliantShape>& Out, TArray<FString>& OutMissing);

	/** The triangles that a static mesh collides with, for "use complex collision as simple". */
	void FromTriangles(UStaticMesh& Mesh, const FVector& Scale, TArray<FPliantShape>& Out, TArray<FString>& OutMissing);

	/** World from shape, for a component at this transform. */
	PliantPose Pose(const FPliantShape& Shape, const FTransform& Component);

	/** Fills the shape of a collider. Where it needs a shape asset, `OutAsset` receives it, for the caller to release. */
	bool Describe(const PliantApi& Api, const FPliantShape& Shape, PliantColliderDesc& Desc, PliantShapeId& OutAsset);
}
