#pragma once

#include "CoreMinimal.h"
#include "UObject/Object.h"
#include "PliantHeader.h"
#include "PliantSoftBodyAsset.generated.h"

class UMaterialInterface;

/** Triangles of one material. */
USTRUCT()
struct FPliantSection
{
	GENERATED_BODY()

	UPROPERTY()
	int32 MaterialIndex = 0;
	UPROPERTY()
	int32 FirstIndex = 0;
	UPROPERTY()
	int32 TriangleCount = 0;
};

/** The mesh that is drawn, at rest, in Unreal's winding [cm]. */
USTRUCT()
struct PLIANT_API FPliantRenderMesh
{
	GENERATED_BODY()

	UPROPERTY()
	TArray<FVector3f> Positions;
	UPROPERTY()
	TArray<FVector3f> Normals;
	/** Unit tangent, and the sign of the bitangent. */
	UPROPERTY()
	TArray<FVector4f> Tangents;
	UPROPERTY()
	TArray<FVector2f> TexCoords;
	UPROPERTY()
	TArray<uint32> Indices;
	UPROPERTY()
	TArray<FPliantSection> Sections;

	FBox Bounds() const;
};

/** A mesh that was made soft: the cooked body, its skin, and the mesh that is drawn. */
UCLASS(BlueprintType)
class PLIANT_API UPliantSoftBodyAsset : public UObject
{
	GENERATED_BODY()

public:
	/** The cooked tets, or the sheet. */
	UPROPERTY()
	TArray<uint8> Body;
	/** How the drawn mesh follows them. */
	UPROPERTY()
	TArray<uint8> Skin;
	UPROPERTY()
	FPliantRenderMesh RenderMesh;
	UPROPERTY(EditAnywhere, Category = "Rendering")
	TArray<TObjectPtr<UMaterialInterface>> Materials;
	/** Centimetres in a length unit of the body: 1 for a mesh of Unreal, 100 for a file that `pliant cook` wrote. */
	UPROPERTY(EditAnywhere, Category = "Body", meta = (ClampMin = "0.0001", ClampMax = "10000"))
	float UnitCm = 1.0f;
	/** Whether it is a sheet, for cloth. */
	UPROPERTY(VisibleAnywhere, Category = "Body")
	bool bIsSheet = false;
	/** What cooking did to the mesh. */
	UPROPERTY(VisibleAnywhere, Category = "Body", meta = (MultiLine = true))
	FString Report;
	/** The mesh that it was made of. */
	UPROPERTY(VisibleAnywhere, Category = "Body")
	FString SourceMesh;

	/** The library's asset, loaded when first asked for. Null without the library. */
	PliantAssetId GetBody();
	/** The library's skin, loaded when first asked for. */
	PliantSkinAssetId GetSkin();
	/** Lets go of both; they are loaded again when asked for. */
	void Unload();
	/** Becomes what another asset is. */
	void Take(const UPliantSoftBodyAsset& Other);

	virtual void BeginDestroy() override;

private:
	PliantAssetId LoadedBody = {};
	PliantSkinAssetId LoadedSkin = {};
};
