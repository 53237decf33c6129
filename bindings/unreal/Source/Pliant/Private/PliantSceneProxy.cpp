#include "PliantSceneProxy.h"

#include "MaterialDomain.h"
#include "Materials/Material.h"
#include "Materials/MaterialInterface.h"
#include "Materials/MaterialRenderProxy.h"
#include "PliantCompat.h"
#include "PliantSoftBodyComponent.h"
#include "PliantStats.h"
#include "PliantVertices.h"
#include "RenderUtils.h"
#include "SceneInterface.h"
#include "SceneManagement.h"

namespace
{
	/** Lives as long as the frame that draws it. */
	struct FMotionOfFrame final : public FOneFrameResource
	{
		FGeometryCacheVertexFactoryUserData Data;
	};
}

FPliantSceneProxy::FPliantSceneProxy(const UPliantSoftBodyComponent& Component, const UPliantSoftBodyAsset& Asset, const TSharedPtr<FPliantVertices, ESPMode::ThreadSafe>& Now)
	: FPrimitiveSceneProxy(&Component)
	, Mesh(Asset.RenderMesh)
	, Start(Now)
	, bMotion(Component.bVertexMotion)
	, Local(GetScene().GetFeatureLevel(), "PliantLocal")
	, Motion(GetScene().GetFeatureLevel())
{
	const int32 Count = FMath::Max(Component.GetNumMaterials(), 1);
	for (int32 Index = 0; Index < Count; ++Index)
	{
		const UMaterialInterface* Material = Component.GetMaterial(Index);
		if (Material == nullptr || (bMotion && !Material->CheckMaterialUsage_Concurrent(MATUSAGE_GeometryCache)))
		{
			Material = UMaterial::GetDefaultMaterial(MD_Surface);
		}
		Materials.Add(Material->GetRenderProxy());
		MaterialRelevance |= Material->GetRelevance_Concurrent(GetScene().GetFeatureLevel());
	}
	bAlwaysHasVelocity = bMotion;
	bVerifyUsedMaterials = false;
}

void FPliantSceneProxy::CreateRenderThreadResources(FRHICommandListBase& RHICmdList)
{
	Buffers.Create(RHICmdList, Mesh, bMotion, Start.Get());
	Start.Reset();
	if (bMotion)
	{
		SetUpMotion(RHICmdList);
	}
	else
	{
		SetUpLocal(RHICmdList);
	}
}

void FPliantSceneProxy::SetUpLocal(FRHICommandListBase& RHICmdList)
{
	FLocalVertexFactory::FDataType Data;
	Data.PositionComponent = FVertexStreamComponent(&Buffers.Positions, 0, sizeof(FVector3f), VET_Float3);
	Data.PositionComponentSRV = Buffers.Positions.ShaderResourceViewRHI;
	Data.TangentBasisComponents[0] = FVertexStreamComponent(&Buffers.Tangents, 0, 2 * sizeof(FPackedNormal), VET_PackedNormal, EVertexStreamUsage::ManualFetch);
	Data.TangentBasisComponents[1] = FVertexStreamComponent(&Buffers.Tangents, sizeof(FPackedNormal), 2 * sizeof(FPackedNormal), VET_PackedNormal, EVertexStreamUsage::ManualFetch);
	Data.TangentsSRV = Buffers.Tangents.ShaderResourceViewRHI;
	Data.TextureCoordinates.Add(FVertexStreamComponent(&Buffers.TexCoords, 0, sizeof(FVector2f), VET_Float2, EVertexStreamUsage::ManualFetch));
	Data.TextureCoordinatesSRV = Buffers.TexCoords.ShaderResourceViewRHI;
	Data.NumTexCoords = 1;
	Data.LightMapCoordinateIndex = 0;
	Data.ColorComponent = FVertexStreamComponent(&GNullColorVertexBuffer, 0, 0, VET_Color, EVertexStreamUsage::ManualFetch);
	Data.ColorComponentsSRV = GNullColorVertexBuffer.VertexBufferSRV;
	Data.ColorIndexMask = 0;
	Local.SetData(RHICmdList, Data);
	Local.InitResource(RHICmdList);
}

void FPliantSceneProxy::SetUpMotion(FRHICommandListBase& RHICmdList)
{
	FGeometryCacheVertexVertexFactory::FDataType Data;
	Data.PositionComponent = FVertexStreamComponent(&Buffers.Positions, 0, sizeof(FVector3f), VET_Float3);
	Data.MotionBlurDataComponent = FVertexStreamComponent(&Buffers.Previous, 0, sizeof(FVector3f), VET_Float3);
	Data.TangentBasisComponents[0] = FVertexStreamComponent(&Buffers.TangentX, 0, sizeof(FPackedNormal), VET_PackedNormal);
	Data.TangentBasisComponents[1] = FVertexStreamComponent(&Buffers.TangentZ, 0, sizeof(FPackedNormal), VET_PackedNormal);
	Data.TextureCoordinates.Add(FVertexStreamComponent(&Buffers.TexCoords, 0, sizeof(FVector2f), VET_Float2));
	Data.ColorComponent = FVertexStreamComponent(&GNullColorVertexBuffer, 0, 0, VET_Color);
	Motion.SetData(RHICmdList, Data);
	Motion.InitResource(RHICmdList);
}

void FPliantSceneProxy::DestroyRenderThreadResources()
{
	Local.ReleaseResource();
	Motion.ReleaseResource();
	Buffers.Release();
}

void FPliantSceneProxy::Write_RenderThread(FRHICommandListBase& RHICmdList, const FPliantVertices& Vertices)
{
	SCOPE_CYCLE_COUNTER(STAT_PliantUpload);
	Buffers.Write(RHICmdList, Vertices);
	WrittenFrame = GFrameNumberRenderThread;
}

const void* FPliantSceneProxy::MotionOfFrame(FMeshElementCollector& Collector) const
{
	FGeometryCacheVertexFactoryUserData& Data = Collector.AllocateOneFrameResource<FMotionOfFrame>().Data;
	// In a frame without new vertices nothing moves: the motion of the frame before must not be drawn again.
	const bool bIsNew = WrittenFrame == GFrameNumberRenderThread;
	Data.PositionBuffer = &Buffers.Positions;
	Data.MotionBlurDataBuffer = &Buffers.Previous;
	Data.MeshOrigin = FVector3f::ZeroVector;
	Data.MeshExtension = FVector3f::OneVector;
	Data.MotionBlurDataOrigin = FVector3f::ZeroVector;
	Data.MotionBlurDataExtension = bIsNew ? FVector3f::OneVector : FVector3f::ZeroVector;
	Data.MotionBlurPositionScale = bIsNew ? 0.0f : 1.0f;

	FGeometryCacheVertexFactoryUniformBufferParameters Parameters;
	Parameters.MeshOrigin = Data.MeshOrigin;
	Parameters.MeshExtension = Data.MeshExtension;
	Parameters.MotionBlurDataOrigin = Data.MotionBlurDataOrigin;
	Parameters.MotionBlurDataExtension = Data.MotionBlurDataExtension;
	Parameters.MotionBlurPositionScale = Data.MotionBlurPositionScale;
	Data.UniformBuffer = FGeometryCacheVertexFactoryUniformBufferParametersRef::CreateUniformBufferImmediate(Parameters, UniformBuffer_SingleFrame);
	Data.PositionSRV = Buffers.Positions.ShaderResourceViewRHI;
	Data.MotionBlurDataSRV = Buffers.Previous.ShaderResourceViewRHI;
	Data.TangentXSRV = Buffers.TangentX.ShaderResourceViewRHI;
	Data.TangentZSRV = Buffers.TangentZ.ShaderResourceViewRHI;
	Data.TexCoordsSRV = Buffers.TexCoords.ShaderResourceViewRHI;
	Data.ColorSRV = GNullColorVertexBuffer.VertexBufferSRV;
	Motion.CreateManualVertexFetchUniformBuffer(Collector.GetRHICommandList(), &Buffers.Positions, &Buffers.Previous, Data);
	return &Data;
}

void FPliantSceneProxy::GetDynamicMeshElements(const TArray<const FSceneView*>& Views, const FSceneViewFamily& ViewFamily, uint32 VisibilityMap, FMeshElementCollector& Collector) const
{
	for (int32 ViewIndex = 0; ViewIndex < Views.Num(); ++ViewIndex)
	{
		if ((VisibilityMap & (1u << ViewIndex)) == 0)
		{
			continue;
		}
		const void* UserData = bMotion ? MotionOfFrame(Collector) : nullptr;
		for (const FPliantSection& Section : Mesh.Sections)
		{
			FMeshBatch& Batch = Collector.AllocateMesh();
			FMeshBatchElement& Element = Batch.Elements[0];
			Batch.VertexFactory = bMotion ? static_cast<const FVertexFactory*>(&Motion) : &Local;
			Batch.MaterialRenderProxy = Materials[FMath::Clamp(Section.MaterialIndex, 0, Materials.Num() - 1)];
			Batch.ReverseCulling = IsLocalToWorldDeterminantNegative();
			Batch.Type = PT_TriangleList;
			Batch.DepthPriorityGroup = SDPG_World;
			Batch.bCanApplyViewModeOverrides = true;
			Batch.bWireframe = ViewFamily.EngineShowFlags.Wireframe != 0;
			Element.PrimitiveUniformBuffer = GetUniformBuffer();
			Element.IndexBuffer = &Buffers.Indices;
			Element.FirstIndex = uint32(Section.FirstIndex);
			Element.NumPrimitives = uint32(Section.TriangleCount);
			Element.MinVertexIndex = 0;
			Element.MaxVertexIndex = uint32(FMath::Max(Buffers.VertexCount() - 1, 0));
			Element.VertexFactoryUserData = UserData;
			Collector.AddMesh(ViewIndex, Batch);
		}
	}
}

FPrimitiveViewRelevance FPliantSceneProxy::GetViewRelevance(const FSceneView* View) const
{
	FPrimitiveViewRelevance Result;
	Result.bDrawRelevance = IsShown(View);
	Result.bShadowRelevance = IsShadowCast(View);
	Result.bDynamicRelevance = true;
	Result.bRenderInMainPass = ShouldRenderInMainPass();
	Result.bUsesLightingChannels = GetLightingChannelMask() != GetDefaultLightingChannelMask();
	Result.bRenderCustomDepth = ShouldRenderCustomDepth();
	MaterialRelevance.SetPrimitiveViewRelevance(Result);
	Result.bVelocityRelevance = IsMovable() && Result.bOpaque && Result.bRenderInMainPass;
	return Result;
}

bool FPliantSceneProxy::CanBeOccluded() const
{
	return !MaterialRelevance.bDisableDepthTest;
}

SIZE_T FPliantSceneProxy::GetTypeHash() const
{
	static SIZE_T UniquePointer;
	return reinterpret_cast<SIZE_T>(&UniquePointer);
}

uint32 FPliantSceneProxy::GetMemoryFootprint() const
{
	return sizeof(*this) + GetAllocatedSize();
}
