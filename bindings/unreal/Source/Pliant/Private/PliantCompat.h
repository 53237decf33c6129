#pragma once

// Every difference between engine versions 5.4, 5.5 and 5.6 stands here.

#include "CoreMinimal.h"
#include "Misc/EngineVersionComparison.h"
#include "RHI.h"
#include "RHICommandList.h"
#include "RHIResources.h"
#include "RenderResource.h"
#include "SceneView.h"

namespace PliantCompat
{
	/** Makes a buffer of vertices that shaders read too. `Size` and `Stride` [byte]. */
	inline FBufferRHIRef CreateVertexBuffer(FRHICommandListBase& RHICmdList, const TCHAR* Name, uint32 Size, uint32 Stride, bool bDynamic)
	{
		const EBufferUsageFlags Usage = (bDynamic ? BUF_Dynamic : BUF_Static) | BUF_VertexBuffer | BUF_ShaderResource;
#if UE_VERSION_OLDER_THAN(5, 6, 0)
		FRHIResourceCreateInfo Info(Name);
		return RHICmdList.CreateBuffer(Size, Usage, Stride, ERHIAccess::VertexOrIndexBuffer | ERHIAccess::SRVMask, Info);
#else
		return RHICmdList.CreateBuffer(FRHIBufferCreateDesc::CreateVertex(Name)
			.SetSize(Size)
			.SetStride(Stride)
			.SetUsage(Usage)
			.SetInitialState(ERHIAccess::VertexOrIndexBuffer | ERHIAccess::SRVMask));
#endif
	}

	/** Makes a buffer of 32-bit indices. `Size` [byte]. */
	inline FBufferRHIRef CreateIndexBuffer(FRHICommandListBase& RHICmdList, const TCHAR* Name, uint32 Size)
	{
#if UE_VERSION_OLDER_THAN(5, 6, 0)
		FRHIResourceCreateInfo Info(Name);
		return RHICmdList.CreateBuffer(Size, BUF_Static | BUF_IndexBuffer, sizeof(uint32), ERHIAccess::VertexOrIndexBuffer, Info);
#else
		return RHICmdList.CreateBuffer(FRHIBufferCreateDesc::CreateIndex(Name)
			.SetSize(Size)
			.SetStride(sizeof(uint32))
			.SetUsage(BUF_Static | BUF_IndexBuffer)
			.SetInitialState(ERHIAccess::VertexOrIndexBuffer));
#endif
	}
}
