#include "PliantCook.h"

#include "Engine/StaticMesh.h"
#include "Materials/MaterialInterface.h"
#include "PliantApi.h"
#include "PliantUnits.h"
#include "StaticMeshResources.h"

namespace
{
	const TCHAR* NoLibrary = TEXT("The Pliant library is not loaded; the log says why.");

	/** Calls a save function twice: for the size, and for the bytes. */
	template <typename FSave>
	bool Save(FSave&& SaveInto, TArray<uint8>& Out)
	{
		uint64_t Size = 0;
		if (SaveInto(nullptr, 0, &Size) != PLIANT_OK)
		{
			return false;
		}
		Out.SetNumUninitialized(int32(Size));
		return SaveInto(Out.GetData(), Size, &Size) == PLIANT_OK;
	}

	int32_t OnProgress(float Done, void* UserData)
	{
		TFunctionRef<bool(float)>& Progress = *static_cast<TFunctionRef<bool(float)>*>(UserData);
		return Progress(Done) ? 0 : 1;
	}

	PliantSurfaceDesc SurfaceOf(const PliantApi& Api, const FPliantRenderMesh& Mesh, const TArray<uint32>& Indices, const FPliantCookOptions& Options)
	{
		PliantSurfaceDesc Desc;
		Api.surface_desc_init(&Desc, sizeof(Desc));
		Desc.vertex_count = uint32(Mesh.Positions.Num());
		Desc.positions = &Mesh.Positions.GetData()->X;
		Desc.position_stride = sizeof(FVector3f);
		Desc.index_count = uint32(Indices.Num());
		Desc.indices = Indices.GetData();
		Desc.element_count = uint32(Options.ElementCount);
		switch (Options.Surface)
		{
		case EPliantSurface::Cage:
			Desc.mode = PLIANT_SURFACE_CAGE;
			break;
		case EPliantSurface::Conforming:
			Desc.mode = PLIANT_SURFACE_CONFORMING;
			break;
		case EPliantSurface::Sheet:
			Desc.mode = PLIANT_SURFACE_SHELL;
			break;
		}
		return Desc;
	}

	PliantSkinAssetDesc SkinOf(const PliantApi& Api, const FPliantRenderMesh& Mesh, const TArray<uint32>& Indices)
	{
		PliantSkinAssetDesc Desc;
		Api.skin_asset_desc_init(&Desc, sizeof(Desc));
		Desc.vertex_count = uint32(Mesh.Positions.Num());
		Desc.positions = &Mesh.Positions.GetData()->X;
		Desc.position_stride = sizeof(FVector3f);
		if (Mesh.Normals.Num() == Mesh.Positions.Num())
		{
			Desc.normals = &Mesh.Normals.GetData()->X;
			Desc.normal_stride = sizeof(FVector3f);
		}
		if (Mesh.Tangents.Num() == Mesh.Positions.Num())
		{
			Desc.tangents = &Mesh.Tangents.GetData()->X;
			Desc.tangent_stride = sizeof(FVector4f);
		}
		Desc.index_count = uint32(Indices.Num());
		Desc.indices = Indices.GetData();
		return Desc;
	}

	FString ReportOf(const PliantApi& Api, PliantAssetId Body)
	{
		TArray<uint8> Text;
		const auto SaveInto = [&](uint8_t* Buffer, uint64_t Capacity, uint64_t* Size) { return Api.asset_report_text(Body, Buffer, Capacity, Size); };
		if (!Save(SaveInto, Text))
		{
			return FString();
		}
		Text.Add(0);
		return UTF8_TO_TCHAR(reinterpret_cast<const char*>(Text.GetData()));
	}

	/** Saves body and skin into the asset, which then loads them anew. */
	bool Keep(const PliantApi& Api, PliantAssetId Body, PliantSkinAssetId Skin, UPliantSoftBodyAsset& Asset)
	{
		TArray<uint8> BodyBytes, SkinBytes;
		const auto SaveBody = [&](uint8_t* Buffer, uint64_t Capacity, uint64_t* Size) { return Api.asset_save(Body, Buffer, Capacity, Size); };
		const auto SaveSkin = [&](uint8_t* Buffer, uint64_t Capacity, uint64_t* Size) { return Api.skin_asset_save(Skin, Buffer, Capacity, Size); };
		PliantAssetInfo Info = {};
		Info.struct_size = sizeof(Info);
		if (!Save(SaveBody, BodyBytes) || !Save(SaveSkin, SkinBytes) || Api.asset_info(Body, &Info) != PLIANT_OK)
		{
			return false;
		}
		Asset.Unload();
		Asset.Body = MoveTemp(BodyBytes);
		Asset.Skin = MoveTemp(SkinBytes);
		Asset.bIsSheet = Info.kind == PLIANT_ASSET_SHELL;
		return true;
	}
}

bool PliantCook::Cook(UPliantSoftBodyAsset& Asset, const FPliantCookOptions& Options, TFunctionRef<bool(float)> Progress, FString& OutProblem)
{
	const PliantApi* Api = FPliantApi::Get();
	if (Api == nullptr)
	{
		OutProblem = NoLibrary;
		return false;
	}
	const FPliantRenderMesh& Mesh = Asset.RenderMesh;
	TArray<uint32> Indices = Mesh.Indices;
	PliantUnits::SwapWinding(Indices);

	PliantAssetId Body = {};
	const PliantSurfaceDesc Surface = SurfaceOf(*Api, Mesh, Indices, Options);
	const int32_t Status = Api->asset_create_from_surface(&Surface, &OnProgress, &Progress, &Body);
	if (Status != PLIANT_OK)
	{
		OutProblem = Status == PLIANT_ERROR_CANCELLED ? FString(TEXT("Cancelled.")) : FPliantApi::LastError();
		return false;
	}
	PliantSkinAssetId Skin = {};
	const PliantSkinAssetDesc SkinDesc = SkinOf(*Api, Mesh, Indices);
	bool bKept = Api->skin_asset_create(Body, &SkinDesc, &Skin) == PLIANT_OK;
	bKept = bKept && Keep(*Api, Body, Skin, Asset);
	if (bKept)
	{
		Asset.Report = ReportOf(*Api, Body);
	}
	else
	{
		OutProblem = FPliantApi::LastError();
	}
	if (Skin.bits != 0)
	{
		Api->skin_asset_release(Skin);
	}
	Api->asset_release(Body);
	return bKept;
}

bool PliantCook::CopyMesh(const UStaticMesh& Mesh, UPliantSoftBodyAsset& Asset, FString& OutProblem)
{
	const FStaticMeshRenderData* Data = Mesh.GetRenderData();
	if (Data == nullptr || Data->LODResources.Num() == 0)
	{
		OutProblem = TEXT("The static mesh has no render data. Open it once, so that the editor builds it.");
		return false;
	}
	const FStaticMeshLODResources& Lod = Data->LODResources[0];
	const FPositionVertexBuffer& Positions = Lod.VertexBuffers.PositionVertexBuffer;
	const FStaticMeshVertexBuffer& Vertices = Lod.VertexBuffers.StaticMeshVertexBuffer;
	const FIndexArrayView Indices = Lod.IndexBuffer.GetArrayView();
	if (Positions.GetVertexData() == nullptr || Indices.Num() == 0)
	{
		OutProblem = TEXT("The vertices of the static mesh cannot be read. Set \"Allow CPU Access\" in it, or cook it in the editor.");
		return false;
	}
	FPliantRenderMesh Copy;
	const int32 Count = int32(Positions.GetNumVertices());
	for (int32 Vertex = 0; Vertex < Count; ++Vertex)
	{
		const FVector4f Normal = Vertices.VertexTangentZ(uint32(Vertex));
		const FVector4f Tangent = Vertices.VertexTangentX(uint32(Vertex));
		Copy.Positions.Add(Positions.VertexPosition(uint32(Vertex)));
		Copy.Normals.Add(FVector3f(Normal.X, Normal.Y, Normal.Z));
		// Unreal keeps the sign of the bitangent with the normal.
		Copy.Tangents.Add(FVector4f(Tangent.X, Tangent.Y, Tangent.Z, Normal.W < 0.0f ? -1.0f : 1.0f));
		Copy.TexCoords.Add(Vertices.GetNumTexCoords() > 0 ? Vertices.GetVertexUV(uint32(Vertex), 0) : FVector2f(0.0f, 0.0f));
	}
	for (int32 Index = 0; Index < Indices.Num(); ++Index)
	{
		Copy.Indices.Add(Indices[Index]);
	}
	for (const FStaticMeshSection& Section : Lod.Sections)
	{
		FPliantSection Part;
		Part.MaterialIndex = Section.MaterialIndex;
		Part.FirstIndex = int32(Section.FirstIndex);
		Part.TriangleCount = int32(Section.NumTriangles);
		Copy.Sections.Add(Part);
	}
	Asset.Materials.Empty();
	for (const FStaticMaterial& Material : Mesh.GetStaticMaterials())
	{
		Asset.Materials.Add(Material.MaterialInterface);
	}
	Asset.RenderMesh = MoveTemp(Copy);
	Asset.SourceMesh = Mesh.GetPathName();
	return true;
}

bool PliantCook::FromFile(const TArray<uint8>& Bytes, UPliantSoftBodyAsset& Asset, FString& OutProblem)
{
	const PliantApi* Api = FPliantApi::Get();
	if (Api == nullptr)
	{
		OutProblem = NoLibrary;
		return false;
	}
	PliantAssetId Body = {};
	PliantSkinAssetId Skin = {};
	bool bKept = Api->asset_load(Bytes.GetData(), uint64(Bytes.Num()), &Body) == PLIANT_OK;
	bKept = bKept && Api->skin_asset_from_surface(Body, &Skin) == PLIANT_OK;
	uint64_t Count = 0;
	bKept = bKept && Api->skin_asset_indices(Skin, nullptr, 0, &Count) == PLIANT_OK;
	FPliantRenderMesh Mesh;
	if (bKept)
	{
		Mesh.Indices.SetNumUninitialized(int32(Count));
		bKept = Api->skin_asset_indices(Skin, Mesh.Indices.GetData(), Count, &Count) == PLIANT_OK && Keep(*Api, Body, Skin, Asset);
	}
	if (bKept)
	{
		// The library does not give rest positions: the mesh is drawn from the first step on.
		PliantSkinAssetInfo Info = {};
		Info.struct_size = sizeof(Info);
		Api->skin_asset_info(Skin, &Info);
		PliantUnits::SwapWinding(Mesh.Indices);
		Mesh.Positions.SetNumZeroed(int32(Info.vertex_count));
		Mesh.Normals.SetNumZeroed(int32(Info.vertex_count));
		Mesh.Tangents.SetNumZeroed(int32(Info.vertex_count));
		Mesh.TexCoords.SetNumZeroed(int32(Info.vertex_count));
		FPliantSection All;
		All.TriangleCount = int32(Count / 3);
		Mesh.Sections.Add(All);
		Asset.RenderMesh = MoveTemp(Mesh);
		Asset.Materials.Empty();
		Asset.UnitCm = 100.0f;
	}
	else
	{
		OutProblem = FPliantApi::LastError();
	}
	if (Skin.bits != 0)
	{
		Api->skin_asset_release(Skin);
	}
	if (Body.bits != 0)
	{
		Api->asset_release(Body);
	}
	return bKept;
}
