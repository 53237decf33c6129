#include "PliantPush.h"

#include "Components/PrimitiveComponent.h"

FPliantPush FPliantPush::From(const FVector& Impulse, const FVector& Angular, const FVector& Origin, double Reach)
{
	FPliantPush Push;
	Push.Impulse = Impulse;
	const double Square = Impulse.SizeSquared();
	FVector Arm = FVector::ZeroVector;
	if (Square > 0.0)
	{
		// The shortest arm with Arm x Impulse = the part of the angular impulse across the impulse.
		Arm = FVector::CrossProduct(Impulse, Angular) / Square;
		const double Length = Arm.Size();
		if (Length > Reach)
		{
			Arm = Arm * (Reach / Length);
		}
	}
	Push.Location = Origin + Arm;
	Push.Twist = Angular - FVector::CrossProduct(Arm, Impulse);
	return Push;
}

void FPliantPush::Apply(UPrimitiveComponent& Component) const
{
	if (!Impulse.IsZero())
	{
		Component.AddImpulseAtLocation(Impulse, Location, NAME_None);
	}
	if (!Twist.IsNearlyZero(1e-6))
	{
		Component.AddAngularImpulseInRadians(Twist, NAME_None, false);
	}
}
