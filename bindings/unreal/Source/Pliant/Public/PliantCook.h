#pragma once

#include "CoreMinimal.h"
#include "PliantSoftBodyAsset.h"
#include "PliantCook.generated.h"

class UStaticMesh;

/** What a mesh is made into. */
UENUM(BlueprintType)
enum class EPliantSurface : uint8
{
	/** A coarse cage of tets: cheap, for games. */
	Cage,
	/** Tets that follow the surface. */
	Conforming,
	/** A sheet, for cloth. */
	Sheet,
};

/** How to cook a mesh. */
USTRUCT(BlueprintType)
struct FPliantCookOptions
{
	GENERATED_BODY()

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Pliant")
	EPliantSurface Surface = EPliantSurface::Cage;

	/** Wanted number of tets. 0: 2,000 for a cage, 50,000 for a conforming mesh. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Pliant", meta = (ClampMin = "0", ClampMax = "16777216"))
	int32 ElementCount = 0;
};

namespace PliantCook
{
	/**
	 * Cooks the render mesh that the asset holds, into its body and skin. `Progress` gets the share that is done, 0 to 1,
	 * and returns false to stop. False with a sentence if it failed; then nothing has changed. Takes tenths of a second.
	 */
	PLIANT_API bool Cook(UPliantSoftBodyAsset& Asset, const FPliantCookOptions& Options, TFunctionRef<bool(float)> Progress, FString& OutProblem);

	/** Copies level 0 of a static mesh into the asset. False with a sentence if its vertices cannot be read. */
	PLIANT_API bool CopyMesh(const UStaticMesh& Mesh, UPliantSoftBodyAsset& Asset, FString& OutProblem);

	/** Fills the asset from the bytes of a .pliant file, drawn by the body's own boundary. */
	PLIANT_API bool FromFile(const TArray<uint8>& Bytes, UPliantSoftBodyAsset& Asset, FString& OutProblem);
}
