#pragma once

#include "CoreMinimal.h"

/** Turns the engine's frames of any length into steps of one length. */
struct FPliantAccumulator
{
	/** Length of a step [s]. */
	double StepSeconds = 1.0 / 60.0;
	/** The most steps in a frame. What a slower frame lacks is dropped: the bodies then move slower than the clock. */
	int32 MostSteps = 4;
	/** Time that has no step yet [s]. */
	double LeftSeconds = 0.0;
	/** Time that was dropped since the start [s]. */
	double DroppedSeconds = 0.0;

	/** Steps to make in a frame of this length [s]. */
	int32 Advance(double FrameSeconds)
	{
		if (!(FrameSeconds > 0.0) || !(StepSeconds > 0.0))
		{
			return 0;
		}
		LeftSeconds += FrameSeconds;
		// Frames of exactly a step must not waver between no step and two because of rounding.
		const double Slack = 1e-4 * StepSeconds;
		const double Wanted = FMath::FloorToDouble((LeftSeconds + Slack) / StepSeconds);
		const int32 Steps = int32(FMath::Min(Wanted, double(FMath::Max(MostSteps, 1))));
		LeftSeconds -= Wanted * StepSeconds;
		DroppedSeconds += (Wanted - Steps) * StepSeconds;
		return Steps;
	}
};
