#pragma once

// The only place of conversion between Unreal and the library.
//
// The library's world has centimetres as length unit, so positions, sizes, velocities and quaternions pass as they
// are, and so does a left-handed frame with z up: the library only does algebra with them. What differs:
//   - winding: seen from outside, cross(b - a, c - a) points outwards in the library, and inwards in Unreal;
//   - axes of shapes: a capsule lies along y in the library, along z in Unreal;
//   - what is in SI units whatever the length unit is: impulses that the library tells of [N s].
// Moduli [Pa], densities [kg/m3] and spring stiffnesses [N/m] are in SI units on both sides.

#include "CoreMinimal.h"
#include "PliantHeader.h"

namespace PliantUnits
{
	/** Metres in the length unit of the library's world. */
	constexpr float LengthUnitM = 0.01f;
	/** A newton second in Unreal's unit of impulse [kg cm/s]. */
	constexpr double ImpulsePerNewtonSecond = 100.0;
	/** A newton metre second in Unreal's unit of angular impulse [kg cm2/s]. */
	constexpr double AngularImpulsePerNewtonMetreSecond = 10000.0;

	inline void Write(const FVector& From, double (&To)[3])
	{
		To[0] = From.X, To[1] = From.Y, To[2] = From.Z;
	}

	inline void Write(const FVector& From, float (&To)[3])
	{
		To[0] = float(From.X), To[1] = float(From.Y), To[2] = float(From.Z);
	}

	inline FVector Read(const double (&From)[3])
	{
		return FVector(From[0], From[1], From[2]);
	}

	inline FVector Read(const float (&From)[3])
	{
		return FVector(From[0], From[1], From[2]);
	}

	/** A pose from the rotation and the translation of a transform. Its scale has no place in a pose. */
	inline PliantPose Pose(const FTransform& Transform)
	{
		PliantPose Pose = {};
		Write(Transform.GetTranslation(), Pose.position);
		const FQuat Rotation = Transform.GetRotation().GetNormalized();
		Pose.rotation[0] = float(Rotation.X), Pose.rotation[1] = float(Rotation.Y);
		Pose.rotation[2] = float(Rotation.Z), Pose.rotation[3] = float(Rotation.W);
		return Pose;
	}

	inline FTransform Transform(const PliantPose& Pose)
	{
		const FQuat Rotation(Pose.rotation[0], Pose.rotation[1], Pose.rotation[2], Pose.rotation[3]);
		return FTransform(Rotation.GetNormalized(), Read(Pose.position));
	}

	/** Turns the triangles of Unreal into those of the library, and back. */
	inline void SwapWinding(TArray<uint32>& Indices)
	{
		for (int32 Corner = 0; Corner + 2 < Indices.Num(); Corner += 3)
		{
			const uint32 Second = Indices[Corner + 1];
			Indices[Corner + 1] = Indices[Corner + 2];
			Indices[Corner + 2] = Second;
		}
	}

	/** Turns the library's y, along which its capsules lie, to Unreal's z: a quarter turn about x. */
	inline FQuat CapsuleAxis()
	{
		const double Half = 0.70710678118654752;
		return FQuat(Half, 0.0, 0.0, Half);
	}

	/** An impulse [N s] in Unreal's unit [kg cm/s]. */
	inline FVector Impulse(const float (&NewtonSeconds)[3])
	{
		return Read(NewtonSeconds) * ImpulsePerNewtonSecond;
	}

	/** An angular impulse [N m s] in Unreal's unit [kg cm2/s]. */
	inline FVector AngularImpulse(const float (&NewtonMetreSeconds)[3])
	{
		return Read(NewtonMetreSeconds) * AngularImpulsePerNewtonMetreSecond;
	}

	/** An impulse of Unreal [kg cm/s] as the library takes it: its unit is that of the world. */
	inline void WriteImpulse(const FVector& KilogramCentimetresPerSecond, float (&To)[3])
	{
		Write(KilogramCentimetresPerSecond, To);
	}
}
