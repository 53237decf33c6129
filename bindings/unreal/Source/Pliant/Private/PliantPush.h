#pragma once

#include "CoreMinimal.h"

class UPrimitiveComponent;

/** An impulse as Unreal takes it: at a place, and what is left as a twist. */
struct PLIANT_API FPliantPush
{
	/** [kg cm/s] */
	FVector Impulse = FVector::ZeroVector;
	/** Where it acts [cm]. */
	FVector Location = FVector::ZeroVector;
	/** Angular impulse beside it [kg cm2/s]. */
	FVector Twist = FVector::ZeroVector;

	/**
	 * Splits an impulse [kg cm/s] and an angular impulse about `Origin` [kg cm2/s] into an impulse at a place within
	 * `Reach` [cm] of the origin, and a twist. Together they give the same momentum and angular momentum.
	 */
	static FPliantPush From(const FVector& Impulse, const FVector& Angular, const FVector& Origin, double Reach);

	void Apply(UPrimitiveComponent& Component) const;
};
