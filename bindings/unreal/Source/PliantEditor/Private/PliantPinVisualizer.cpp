#include "PliantPinVisualizer.h"

#include "PliantPinComponent.h"
#include "PliantSoftBodyAsset.h"
#include "PliantSoftBodyComponent.h"
#include "SceneManagement.h"

void FPliantPinVisualizer::DrawVisualization(const UActorComponent* Component, const FSceneView*, FPrimitiveDrawInterface* PDI)
{
	const UPliantPinComponent* Pin = Cast<UPliantPinComponent>(Component);
	if (Pin == nullptr)
	{
		return;
	}
	const FVector Place = Pin->GetComponentLocation();
	DrawWireSphere(PDI, Place, FLinearColor::Yellow, FMath::Max(double(Pin->Radius), 1.0), 24, uint8(SDPG_World));
	const UPliantSoftBodyComponent* Body = Pin->FindBody();
	if (Body == nullptr || Body->Asset == nullptr)
	{
		return;
	}
	TArray<FVector3f> Points;
	UPliantPinComponent::FindPoints(*Body, Place, Pin->Radius, Points);
	for (const FVector3f& Point : Points)
	{
		const FVector Rest = FVector(Point) * double(Body->Asset->UnitCm);
		PDI->DrawPoint(Body->GetComponentTransform().TransformPosition(Rest), FLinearColor::Yellow, 6.0f, uint8(SDPG_Foreground));
	}
}
