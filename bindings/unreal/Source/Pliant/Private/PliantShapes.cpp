#include "PliantShapes.h"

#include "Engine/StaticMesh.h"
#include "Interface_CollisionDataProviderCore.h"
#include "PhysicsEngine/AggregateGeom.h"
#include "PhysicsEngine/BodySetup.h"
#include "PliantApi.h"
#include "PliantUnits.h"

namespace
{
	bool IsUniform(const FVector& Scale)
	{
		const FVector Size = Scale.GetAbs();
		return FMath::IsNearlyEqual(Size.X, Size.Y, 1e-4 * Size.X) && FMath::IsNearlyEqual(Size.X, Size.Z, 1e-4 * Size.X);
	}

	FPliantShape Sphere(const FKSphereElem& Element, const FVector& Scale)
	{
		FPliantShape Shape;
		Shape.Kind = PLIANT_SHAPE_SPHERE;
		Shape.Local = FTransform(Element.Center * Scale);
		Shape.Size.X = Element.Radius * Scale.GetAbsMin();
		return Shape;
	}

	FPliantShape Capsule(const FKSphylElem& Element, const FVector& Scale)
	{
		const FTransform Turned = Element.GetTransform();
		FPliantShape Shape;
		Shape.Kind = PLIANT_SHAPE_CAPSULE;
		Shape.Local = FTransform(Turned.GetRotation() * PliantUnits::CapsuleAxis(), Turned.GetTranslation() * Scale);
		Shape.Size.X = Element.GetScaledRadius(Scale);
		Shape.Size.Y = Element.GetScaledCylinderLength(Scale) * 0.5;
		if (Shape.Size.Y <= UE_KINDA_SMALL_NUMBER)
		{
			Shape.Kind = PLIANT_SHAPE_SPHERE;
		}
		return Shape;
	}

	/** Points of an element, moved into the frame of the component. Uneven scale shears them, as it shears what is drawn. */
	FPliantShape Hull(const TArray<FVector>& Points, const FTransform& Element, const FVector& Scale)
	{
		FPliantShape Shape;
		Shape.Kind = PLIANT_SHAPE_CONVEX;
		for (const FVector& Point : Points)
		{
			Shape.Points.Add(FVector3f(Element.TransformPosition(Point) * Scale));
		}
		return Shape;
	}

	FPliantShape Box(const FKBoxElem& Element, const FVector& Scale)
	{
		const FTransform Turned = Element.GetTransform();
		const FVector Half(Element.X * 0.5, Element.Y * 0.5, Element.Z * 0.5);
		const bool bIsTurned = !Turned.GetRotation().Equals(FQuat::Identity, 1e-4);
		if (bIsTurned && !IsUniform(Scale))
		{
			TArray<FVector> Corners;
			for (int32 Corner = 0; Corner < 8; ++Corner)
			{
				const FVector Side(Corner & 1 ? 1.0 : -1.0, Corner & 2 ? 1.0 : -1.0, Corner & 4 ? 1.0 : -1.0);
				Corners.Add(Half * Side);
			}
			return Hull(Corners, Turned, Scale);
		}
		FPliantShape Shape;
		Shape.Kind = PLIANT_SHAPE_CUBOID;
		Shape.Local = FTransform(Turned.GetRotation(), Turned.GetTranslation() * Scale);
		Shape.Size = Half * Scale.GetAbs();
		return Shape;
	}
}

void PliantShapes::FromAggregate(const FKAggregateGeom& Geometry, const FVector& Scale, TArray<FPliantShape>& Out, TArray<FString>& OutMissing)
{
	for (const FKSphereElem& Element : Geometry.SphereElems)
	{
		Out.Add(Sphere(Element, Scale));
	}
	for (const FKSphylElem& Element : Geometry.SphylElems)
	{
		Out.Add(Capsule(Element, Scale));
	}
	for (const FKBoxElem& Element : Geometry.BoxElems)
	{
		Out.Add(Box(Element, Scale));
	}
	for (const FKConvexElem& Element : Geometry.ConvexElems)
	{
		Out.Add(Hull(Element.VertexData, Element.GetTransform(), Scale));
	}
	if (Geometry.TaperedCapsuleElems.Num() > 0)
	{
		OutMissing.Add(TEXT("tapered capsules"));
	}
	if (Geometry.LevelSetElems.Num() > 0)
	{
		OutMissing.Add(TEXT("level sets"));
	}
}

void PliantShapes::FromTriangles(UStaticMesh& Mesh, const FVector& Scale, TArray<FPliantShape>& Out, TArray<FString>& OutMissing)
{
	FTriMeshCollisionData Data;
	if (!Mesh.GetPhysicsTriMeshData(&Data, true) || Data.Indices.Num() == 0)
	{
		OutMissing.Add(TEXT("triangles that cannot be read (set \"Allow CPU Access\" in the mesh)"));
		return;
	}
	FPliantShape Shape;
	Shape.Kind = PLIANT_SHAPE_MESH;
	const FVector3f Size(Scale);
	for (const FVector3f& Vertex : Data.Vertices)
	{
		Shape.Points.Add(Vertex * Size);
	}
	for (const FTriIndices& Triangle : Data.Indices)
	{
		Shape.Triangles.Add(uint32(Triangle.v0));
		Shape.Triangles.Add(uint32(Triangle.v1));
		Shape.Triangles.Add(uint32(Triangle.v2));
	}
	PliantUnits::SwapWinding(Shape.Triangles);
	Out.Add(MoveTemp(Shape));
}

PliantPose PliantShapes::Pose(const FPliantShape& Shape, const FTransform& Component)
{
	const FTransform Rigid(Component.GetRotation(), Component.GetTranslation());
	return PliantUnits::Pose(Shape.Local * Rigid);
}

bool PliantShapes::Describe(const PliantApi& Api, const FPliantShape& Shape, PliantColliderDesc& Desc, PliantShapeId& OutAsset)
{
	Desc.shape = Shape.Kind;
	OutAsset = {};
	PliantUnits::Write(Shape.Size, Desc.size);
	if (Shape.Kind == PLIANT_SHAPE_CONVEX)
	{
		PliantShapeConvexDesc Hull;
		Api.shape_convex_desc_init(&Hull, sizeof(Hull));
		Hull.vertex_count = uint32(Shape.Points.Num());
		Hull.positions = &Shape.Points.GetData()->X;
		Hull.position_stride = sizeof(FVector3f);
		if (!FPliantApi::Succeeded(Api.shape_create_convex(&Hull, &OutAsset), TEXT("make the hull of a collider")))
		{
			return false;
		}
	}
	else if (Shape.Kind == PLIANT_SHAPE_MESH)
	{
		PliantShapeMeshDesc Mesh;
		Api.shape_mesh_desc_init(&Mesh, sizeof(Mesh));
		Mesh.vertex_count = uint32(Shape.Points.Num());
		Mesh.positions = &Shape.Points.GetData()->X;
		Mesh.position_stride = sizeof(FVector3f);
		Mesh.index_count = uint32(Shape.Triangles.Num());
		Mesh.indices = Shape.Triangles.GetData();
		if (!FPliantApi::Succeeded(Api.shape_create_mesh(&Mesh, &OutAsset), TEXT("make the triangles of a collider")))
		{
			return false;
		}
	}
	Desc.shape_asset = OutAsset;
	return true;
}
