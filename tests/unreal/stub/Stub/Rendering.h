#pragma once

// Rendering: signatures of RHI, RenderCore and the scene proxy as the three engine versions have them. Buffers are
// arrays of bytes, and every call on them is recorded.

#include "Object.h"

class FRHICommandListBase;
class FSceneView;
class FSceneViewFamily;
class UMaterialInterface;
class UPrimitiveComponent;

enum class EBufferUsageFlags : uint32
{
	None = 0, Static = 1, Dynamic = 2, VertexBuffer = 4, IndexBuffer = 8, ShaderResource = 16, UnorderedAccess = 32
};
ENUM_CLASS_FLAGS(EBufferUsageFlags)
#define BUF_Static EBufferUsageFlags::Static
#define BUF_Dynamic EBufferUsageFlags::Dynamic
#define BUF_VertexBuffer EBufferUsageFlags::VertexBuffer
#define BUF_IndexBuffer EBufferUsageFlags::IndexBuffer
#define BUF_ShaderResource EBufferUsageFlags::ShaderResource

enum class ERHIAccess : uint32 { Unknown = 0, VertexOrIndexBuffer = 1, SRVMask = 2 };
ENUM_CLASS_FLAGS(ERHIAccess)
enum EResourceLockMode { RLM_ReadOnly, RLM_WriteOnly };
enum EPixelFormat { PF_Unknown, PF_R32_FLOAT, PF_R8G8B8A8_SNORM, PF_G32R32F, PF_R8G8B8A8 };
enum EPrimitiveType { PT_TriangleList };
enum ESceneDepthPriorityGroup { SDPG_World, SDPG_Foreground };
enum EUniformBufferUsage { UniformBuffer_SingleDraw, UniformBuffer_SingleFrame, UniformBuffer_MultiFrame };
namespace ERHIFeatureLevel
{
	enum Type { ES3_1, SM5, SM6 };
}

template <typename T> class TRefCountPtr
{
public:
	TRefCountPtr() = default;
	TRefCountPtr(decltype(nullptr)) {}
	explicit TRefCountPtr(T* InItem) : StubHeld(TSharedPtr<T>(InItem)) {}
	T* GetReference() const { return StubHeld.Get(); }
	T* operator->() const { return StubHeld.Get(); }
	operator T*() const { return StubHeld.Get(); }
	bool IsValid() const { return StubHeld.IsValid(); }
	void SafeRelease() { StubHeld.Reset(); }

private:
	TSharedPtr<T> StubHeld;
};

class FRHIBuffer
{
public:
	FString StubName;
	TArray<uint8> StubBytes;
	uint32 StubStride = 0;
	EBufferUsageFlags StubUsage = EBufferUsageFlags::None;
	bool bStubLocked = false;
};
typedef TRefCountPtr<FRHIBuffer> FBufferRHIRef;
class FRHIShaderResourceView
{
public:
	FRHIBuffer* Buffer = nullptr;
	EPixelFormat Format = PF_Unknown;
};
typedef TRefCountPtr<FRHIShaderResourceView> FShaderResourceViewRHIRef;
class FRHIUniformBuffer {};
typedef TRefCountPtr<FRHIUniformBuffer> FUniformBufferRHIRef;

struct FShaderResourceViewInitializer
{
	FRHIBuffer* Buffer;
	EPixelFormat Format;
	FShaderResourceViewInitializer(FRHIBuffer* InBuffer, EPixelFormat InFormat) : Buffer(InBuffer), Format(InFormat) {}
};

#if ENGINE_MINOR_VERSION < 6
struct FRHIResourceCreateInfo
{
	const TCHAR* DebugName;
	explicit FRHIResourceCreateInfo(const TCHAR* InName) : DebugName(InName) {}
};
#else
struct FRHIBufferCreateDesc
{
	const TCHAR* DebugName = nullptr;
	uint32 Size = 0;
	uint32 Stride = 0;
	EBufferUsageFlags Usage = EBufferUsageFlags::None;
	ERHIAccess InitialState = ERHIAccess::Unknown;
	static FRHIBufferCreateDesc CreateVertex(const TCHAR* Name) { FRHIBufferCreateDesc Desc; Desc.DebugName = Name; return Desc; }
	static FRHIBufferCreateDesc CreateIndex(const TCHAR* Name) { return CreateVertex(Name); }
	FRHIBufferCreateDesc& SetSize(uint32 InSize) { Size = InSize; return *this; }
	FRHIBufferCreateDesc& SetStride(uint32 InStride) { Stride = InStride; return *this; }
	FRHIBufferCreateDesc& SetUsage(EBufferUsageFlags InUsage) { Usage = InUsage; return *this; }
	FRHIBufferCreateDesc& SetInitialState(ERHIAccess InState) { InitialState = InState; return *this; }
};
#endif

namespace Stub
{
	/** What was done to buffers, a line each: `create NAME`, `lock NAME`, `unlock NAME`. */
	inline TArray<FString> RhiLines;
	inline void Rhi(const TCHAR* What, const FString& Name) { RhiLines.Add(FString::Printf(TEXT("%s %s"), What, *Name)); }
}

class FRHICommandListBase
{
public:
#if ENGINE_MINOR_VERSION < 6
	FBufferRHIRef CreateBuffer(uint32 Size, EBufferUsageFlags Usage, uint32 Stride, ERHIAccess, FRHIResourceCreateInfo& Info)
	{
		return StubMake(Info.DebugName, Size, Stride, Usage);
	}
#else
	FBufferRHIRef CreateBuffer(const FRHIBufferCreateDesc& Desc)
	{
		check(Desc.InitialState != ERHIAccess::Unknown);
		return StubMake(Desc.DebugName, Desc.Size, Desc.Stride, Desc.Usage);
	}
#endif
	FShaderResourceViewRHIRef CreateShaderResourceView(const FShaderResourceViewInitializer& Initializer)
	{
		check(Initializer.Buffer != nullptr && (Initializer.Buffer->StubUsage & BUF_ShaderResource) != EBufferUsageFlags::None);
		FShaderResourceViewRHIRef View(new FRHIShaderResourceView());
		View->Buffer = Initializer.Buffer, View->Format = Initializer.Format;
		return View;
	}
	void* LockBuffer(FRHIBuffer* Buffer, uint32 Offset, uint32 Size, EResourceLockMode Mode)
	{
		check(Buffer != nullptr && !Buffer->bStubLocked && Mode == RLM_WriteOnly && Offset + Size <= uint32(Buffer->StubBytes.Num()));
		Stub::Rhi(TEXT("lock"), Buffer->StubName);
		Buffer->bStubLocked = true;
		// What is locked for writing has no defined contents.
		FMemory::Memset(Buffer->StubBytes.GetData() + Offset, 0xCD, Size);
		return Buffer->StubBytes.GetData() + Offset;
	}
	void UnlockBuffer(FRHIBuffer* Buffer)
	{
		check(Buffer != nullptr && Buffer->bStubLocked);
		Stub::Rhi(TEXT("unlock"), Buffer->StubName);
		Buffer->bStubLocked = false;
	}

private:
	FBufferRHIRef StubMake(const TCHAR* Name, uint32 Size, uint32 Stride, EBufferUsageFlags Usage)
	{
		check(Size > 0 && Stride > 0 && Size % Stride == 0);
		Stub::Rhi(TEXT("create"), FString(Name));
		FBufferRHIRef Buffer(new FRHIBuffer());
		Buffer->StubName = FString(Name), Buffer->StubStride = Stride, Buffer->StubUsage = Usage;
		Buffer->StubBytes.SetNumZeroed(int32(Size));
		return Buffer;
	}
};
class FRHICommandList : public FRHICommandListBase {};
class FRHICommandListImmediate : public FRHICommandList {};
namespace Stub
{
	inline FRHICommandListImmediate RenderThread;
	struct FEnqueue
	{
		template <typename F> void operator()(const F& Command) const { Command(RenderThread); }
	};
}
#define ENQUEUE_RENDER_COMMAND(Name) Stub::FEnqueue{}
inline uint32 GFrameNumberRenderThread = 1;

class FRenderResource
{
public:
	virtual ~FRenderResource() = default;
	virtual void InitRHI(FRHICommandListBase&) {}
	virtual void ReleaseRHI() {}
	void InitResource(FRHICommandListBase& RHICmdList) { check(!bInitialized); InitRHI(RHICmdList); bInitialized = true; }
	void ReleaseResource() { if (bInitialized) { ReleaseRHI(); } bInitialized = false; }
	bool IsInitialized() const { return bInitialized; }

private:
	bool bInitialized = false;
};
class FVertexBuffer : public FRenderResource
{
public:
	FBufferRHIRef VertexBufferRHI;
	virtual void ReleaseRHI() override { VertexBufferRHI.SafeRelease(); }
};
class FVertexBufferWithSRV : public FVertexBuffer
{
public:
	FShaderResourceViewRHIRef ShaderResourceViewRHI;
	virtual void ReleaseRHI() override { ShaderResourceViewRHI.SafeRelease(); FVertexBuffer::ReleaseRHI(); }
};
class FIndexBuffer : public FRenderResource
{
public:
	FBufferRHIRef IndexBufferRHI;
	virtual void ReleaseRHI() override { IndexBufferRHI.SafeRelease(); }
};
class FNullColorVertexBuffer : public FVertexBuffer
{
public:
	FShaderResourceViewRHIRef VertexBufferSRV;
};
inline FNullColorVertexBuffer GNullColorVertexBuffer;

enum EVertexElementType { VET_None, VET_Float2, VET_Float3, VET_PackedNormal, VET_Color };
enum class EVertexStreamUsage : uint8 { Default = 0, ManualFetch = 4 };
struct FVertexStreamComponent
{
	const FVertexBuffer* VertexBuffer = nullptr;
	uint32 Offset = 0;
	uint8 Stride = 0;
	EVertexElementType Type = VET_None;
	EVertexStreamUsage VertexStreamUsage = EVertexStreamUsage::Default;
	FVertexStreamComponent() = default;
	FVertexStreamComponent(const FVertexBuffer* InBuffer, uint32 InOffset, uint32 InStride, EVertexElementType InType, EVertexStreamUsage Usage = EVertexStreamUsage::Default)
		: VertexBuffer(InBuffer), Offset(InOffset), Stride(uint8(InStride)), Type(InType), VertexStreamUsage(Usage) {}
};

class FVertexFactory : public FRenderResource
{
public:
	explicit FVertexFactory(ERHIFeatureLevel::Type) {}
};
struct FStaticMeshDataType
{
	FVertexStreamComponent PositionComponent;
	FVertexStreamComponent TangentBasisComponents[2];
	TArray<FVertexStreamComponent, TFixedAllocator<4>> TextureCoordinates;
	FVertexStreamComponent ColorComponent;
	FRHIShaderResourceView* PositionComponentSRV = nullptr;
	FRHIShaderResourceView* TangentsSRV = nullptr;
	FRHIShaderResourceView* TextureCoordinatesSRV = nullptr;
	FRHIShaderResourceView* ColorComponentsSRV = nullptr;
	uint32 ColorIndexMask = ~0u;
	int8 LightMapCoordinateIndex = -1;
	uint8 NumTexCoords = 0;
};
class FLocalVertexFactory : public FVertexFactory
{
public:
	struct FDataType : public FStaticMeshDataType {};
	FLocalVertexFactory(ERHIFeatureLevel::Type Level, const char*) : FVertexFactory(Level) {}
	void SetData(FRHICommandListBase&, const FDataType& Given) { StubData = Given; }
	FDataType StubData;
};

struct FGeometryCacheVertexFactoryUniformBufferParameters
{
	FVector3f MeshOrigin, MeshExtension, MotionBlurDataOrigin, MotionBlurDataExtension;
	float MotionBlurPositionScale;
};
struct FGeometryCacheVertexFactoryUniformBufferParametersRef
{
	static FGeometryCacheVertexFactoryUniformBufferParametersRef CreateUniformBufferImmediate(const FGeometryCacheVertexFactoryUniformBufferParameters& Given, EUniformBufferUsage)
	{
		FGeometryCacheVertexFactoryUniformBufferParametersRef Made;
		Made.StubParameters = Given;
		return Made;
	}
	FGeometryCacheVertexFactoryUniformBufferParameters StubParameters;
};
struct FGeometryCacheVertexFactoryUserData
{
	const FVertexBuffer* PositionBuffer;
	const FVertexBuffer* MotionBlurDataBuffer;
	FVector3f MeshOrigin, MeshExtension, MotionBlurDataOrigin, MotionBlurDataExtension;
	float MotionBlurPositionScale;
	FGeometryCacheVertexFactoryUniformBufferParametersRef UniformBuffer;
	FShaderResourceViewRHIRef PositionSRV, TangentXSRV, TangentZSRV, ColorSRV, MotionBlurDataSRV, TexCoordsSRV;
	FUniformBufferRHIRef ManualVertexFetchUniformBuffer;
};
class FGeometryCacheVertexVertexFactory : public FVertexFactory
{
public:
	struct FDataType
	{
		FVertexStreamComponent PositionComponent;
		FVertexStreamComponent TangentBasisComponents[2];
		TArray<FVertexStreamComponent, TFixedAllocator<4>> TextureCoordinates;
		FVertexStreamComponent ColorComponent;
		FVertexStreamComponent MotionBlurDataComponent;
	};
	explicit FGeometryCacheVertexVertexFactory(ERHIFeatureLevel::Type Level) : FVertexFactory(Level) {}
	void SetData(FRHICommandListBase&, const FDataType& Given) { StubData = Given; }
	void CreateManualVertexFetchUniformBuffer(FRHICommandListBase&, const FVertexBuffer*, const FVertexBuffer*, FGeometryCacheVertexFactoryUserData& Out) const
	{
		Out.ManualVertexFetchUniformBuffer = FUniformBufferRHIRef(new FRHIUniformBuffer());
	}
	FDataType StubData;
};

struct FEngineShowFlags
{
	uint32 Wireframe : 1;
	FEngineShowFlags() : Wireframe(0) {}
};
class FSceneView {};
class FSceneViewFamily
{
public:
	FEngineShowFlags EngineShowFlags;
};
class FMaterialRenderProxy {};
struct FPrimitiveViewRelevance
{
	bool bDrawRelevance = false, bShadowRelevance = false, bDynamicRelevance = false, bRenderInMainPass = false, bUsesLightingChannels = false;
	bool bRenderCustomDepth = false, bVelocityRelevance = false, bOpaque = false;
};
struct FMaterialRelevance
{
	bool bOpaque = false;
	bool bDisableDepthTest = false;
	FMaterialRelevance& operator|=(const FMaterialRelevance& Other) { bOpaque |= Other.bOpaque, bDisableDepthTest |= Other.bDisableDepthTest; return *this; }
	void SetPrimitiveViewRelevance(FPrimitiveViewRelevance& Out) const { Out.bOpaque = bOpaque; }
};
enum EMaterialUsage { MATUSAGE_SkeletalMesh, MATUSAGE_GeometryCache };
enum EMaterialDomain { MD_Surface };
class UMaterialInterface : public UObject
{
	STUB_CLASS(UMaterialInterface, UObject, "MaterialInterface")
public:
	FMaterialRenderProxy* GetRenderProxy() const { return &StubProxy; }
	FMaterialRelevance GetRelevance_Concurrent(ERHIFeatureLevel::Type) const { FMaterialRelevance Relevance; Relevance.bOpaque = true; return Relevance; }
	bool CheckMaterialUsage_Concurrent(const EMaterialUsage) const { return bStubUsable; }
	mutable FMaterialRenderProxy StubProxy;
	bool bStubUsable = true;
};
class UMaterial : public UMaterialInterface
{
	STUB_CLASS(UMaterial, UMaterialInterface, "Material")
public:
	static UMaterial* GetDefaultMaterial(EMaterialDomain) { return GetMutableDefault<UMaterial>(); }
};

struct FMeshBatchElement
{
	FRHIUniformBuffer* PrimitiveUniformBuffer = nullptr;
	const FIndexBuffer* IndexBuffer = nullptr;
	uint32 FirstIndex = 0, NumPrimitives = 0, MinVertexIndex = 0, MaxVertexIndex = 0;
	const void* VertexFactoryUserData = nullptr;
};
struct FMeshBatch
{
	FMeshBatchElement Elements[1];
	const FVertexFactory* VertexFactory = nullptr;
	const FMaterialRenderProxy* MaterialRenderProxy = nullptr;
	uint32 ReverseCulling : 1;
	uint32 bCanApplyViewModeOverrides : 1;
	uint32 bWireframe : 1;
	uint32 Type : 8;
	uint32 DepthPriorityGroup : 8;
	FMeshBatch() : ReverseCulling(0), bCanApplyViewModeOverrides(0), bWireframe(0), Type(0), DepthPriorityGroup(0) {}
};
class FOneFrameResource
{
public:
	virtual ~FOneFrameResource() = default;
};
class FMeshElementCollector
{
public:
	FMeshBatch& AllocateMesh() { return *(new FMeshBatch()); }
	void AddMesh(int32, FMeshBatch& Batch) { StubMeshes.Add(&Batch); }
	template <typename T> T& AllocateOneFrameResource() { return *(new T()); }
	FRHICommandList& GetRHICommandList() { return Stub::RenderThread; }
	TArray<FMeshBatch*> StubMeshes;
};

class FSceneInterface
{
public:
	ERHIFeatureLevel::Type GetFeatureLevel() const { return ERHIFeatureLevel::SM6; }
};
inline uint8 GetDefaultLightingChannelMask() { return 1; }

class FPrimitiveSceneProxy
{
public:
	FPrimitiveSceneProxy(const UPrimitiveComponent* Component, FName ResourceName = NAME_None) { (void)Component, (void)ResourceName; }
	virtual ~FPrimitiveSceneProxy() = default;
	virtual SIZE_T GetTypeHash() const = 0;
	virtual uint32 GetMemoryFootprint() const = 0;
	virtual void CreateRenderThreadResources(FRHICommandListBase&) {}
	virtual void DestroyRenderThreadResources() {}
	virtual void GetDynamicMeshElements(const TArray<const FSceneView*>&, const FSceneViewFamily&, uint32, FMeshElementCollector&) const {}
	virtual FPrimitiveViewRelevance GetViewRelevance(const FSceneView*) const { return FPrimitiveViewRelevance(); }
	virtual bool CanBeOccluded() const { return true; }
	FSceneInterface& GetScene() const { static FSceneInterface Scene; return Scene; }
	FRHIUniformBuffer* GetUniformBuffer() const { return nullptr; }
	bool IsLocalToWorldDeterminantNegative() const { return false; }
	bool IsShown(const FSceneView*) const { return true; }
	bool IsShadowCast(const FSceneView*) const { return true; }
	bool IsMovable() const { return true; }
	bool ShouldRenderInMainPass() const { return true; }
	bool ShouldRenderCustomDepth() const { return false; }
	uint8 GetLightingChannelMask() const { return 1; }
	uint32 GetAllocatedSize() const { return 0; }

protected:
	bool bAlwaysHasVelocity = false;
	bool bVerifyUsedMaterials = true;
};
