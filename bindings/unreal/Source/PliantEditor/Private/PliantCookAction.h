#pragma once

#include "CoreMinimal.h"
#include "PliantCook.h"

class UPliantSoftBodyAsset;
class UStaticMesh;

/** "Make Soft Body" and "Make Cloth" in the context menu of a static mesh. */
namespace PliantCookAction
{
	void Register();

	/** Cooks a mesh with a dialog of progress that can be cancelled, and makes an asset beside it. Null if it failed. */
	UPliantSoftBodyAsset* Make(UStaticMesh& Mesh, EPliantSurface Surface);
}
