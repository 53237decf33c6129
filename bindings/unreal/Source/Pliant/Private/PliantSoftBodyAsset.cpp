#include "PliantSoftBodyAsset.h"

#include "Materials/MaterialInterface.h"
#include "PliantApi.h"

FBox FPliantRenderMesh::Bounds() const
{
	FBox Box(ForceInit);
	for (const FVector3f& Position : Positions)
	{
		Box += FVector(Position);
	}
	return Box;
}

PliantAssetId UPliantSoftBodyAsset::GetBody()
{
	const PliantApi* Api = FPliantApi::Get();
	if (Api != nullptr && LoadedBody.bits == 0 && Body.Num() > 0)
	{
		FPliantApi::Succeeded(Api->asset_load(Body.GetData(), uint64(Body.Num()), &LoadedBody), TEXT("load a soft body"));
	}
	return LoadedBody;
}

PliantSkinAssetId UPliantSoftBodyAsset::GetSkin()
{
	const PliantApi* Api = FPliantApi::Get();
	if (Api != nullptr && LoadedSkin.bits == 0 && Skin.Num() > 0)
	{
		FPliantApi::Succeeded(Api->skin_asset_load(Skin.GetData(), uint64(Skin.Num()), &LoadedSkin), TEXT("load the skin of a soft body"));
	}
	return LoadedSkin;
}

void UPliantSoftBodyAsset::Unload()
{
	if (const PliantApi* Api = FPliantApi::Get())
	{
		if (LoadedSkin.bits != 0)
		{
			FPliantApi::Succeeded(Api->skin_asset_release(LoadedSkin), TEXT("release a skin"));
		}
		if (LoadedBody.bits != 0)
		{
			FPliantApi::Succeeded(Api->asset_release(LoadedBody), TEXT("release a soft body"));
		}
	}
	LoadedSkin = {};
	LoadedBody = {};
}

void UPliantSoftBodyAsset::Take(const UPliantSoftBodyAsset& Other)
{
	Unload();
	Body = Other.Body;
	Skin = Other.Skin;
	RenderMesh = Other.RenderMesh;
	Materials = Other.Materials;
	UnitCm = Other.UnitCm;
	bIsSheet = Other.bIsSheet;
	Report = Other.Report;
	SourceMesh = Other.SourceMesh;
}

void UPliantSoftBodyAsset::BeginDestroy()
{
	Unload();
	Super::BeginDestroy();
}
