#pragma once

#include "ComponentVisualizer.h"
#include "CoreMinimal.h"

/** Draws the places that a selected pin will hold, and its radius. */
class FPliantPinVisualizer : public FComponentVisualizer
{
public:
	virtual void DrawVisualization(const UActorComponent* Component, const FSceneView* View, FPrimitiveDrawInterface* PDI) override;
};
