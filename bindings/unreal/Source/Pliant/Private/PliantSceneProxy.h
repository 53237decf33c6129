#pragma once

#include "CoreMinimal.h"
#include "GeometryCacheVertexFactory.h"
#include "LocalVertexFactory.h"
#include "PliantMeshBuffers.h"
#include "PliantSoftBodyAsset.h"
#include "PrimitiveSceneProxy.h"

class UPliantSoftBodyComponent;

/** Draws a soft body. It never reads the component after its construction. */
class FPliantSceneProxy final : public FPrimitiveSceneProxy
{
public:
	FPliantSceneProxy(const UPliantSoftBodyComponent& Component, const UPliantSoftBodyAsset& Asset, const TSharedPtr<FPliantVertices, ESPMode::ThreadSafe>& Now);

	virtual void CreateRenderThreadResources(FRHICommandListBase& RHICmdList) override;
	virtual void DestroyRenderThreadResources() override;
	virtual void GetDynamicMeshElements(const TArray<const FSceneView*>& Views, const FSceneViewFamily& ViewFamily, uint32 VisibilityMap, FMeshElementCollector& Collector) const override;
	virtual FPrimitiveViewRelevance GetViewRelevance(const FSceneView* View) const override;
	virtual bool CanBeOccluded() const override;
	virtual SIZE_T GetTypeHash() const override;
	virtual uint32 GetMemoryFootprint() const override;

	/** Takes new vertices, on the render thread. */
	void Write_RenderThread(FRHICommandListBase& RHICmdList, const FPliantVertices& Vertices);

	const FPliantMeshBuffers& GetBuffers() const { return Buffers; }

private:
	void SetUpLocal(FRHICommandListBase& RHICmdList);
	void SetUpMotion(FRHICommandListBase& RHICmdList);
	const void* MotionOfFrame(FMeshElementCollector& Collector) const;

	FPliantRenderMesh Mesh;
	TSharedPtr<FPliantVertices, ESPMode::ThreadSafe> Start;
	TArray<FMaterialRenderProxy*> Materials;
	FMaterialRelevance MaterialRelevance;
	bool bMotion;
	FPliantMeshBuffers Buffers;
	FLocalVertexFactory Local;
	FGeometryCacheVertexVertexFactory Motion;
	uint32 WrittenFrame = 0;
};
