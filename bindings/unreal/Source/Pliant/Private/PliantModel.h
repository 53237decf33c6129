// Written by `cargo xtask bindings`; do not edit.
#pragma once

#include "CoreMinimal.h"
#include "PliantHeader.h"

class UPliantClothMaterial;
class UPliantMaterial;

/** Room for the parameters of any model. It must live while a description points to it. */
struct FPliantModelDesc
{
	PliantNeoHookeanDesc NeoHookean;
	PliantMassSpringDesc MassSpring;
	PliantShapeMatchingDesc ShapeMatching;
	PliantRigidDesc Rigid;
	PliantClothDesc Cloth;
	PliantBalloonDesc Balloon;

	/** Writes a material's model here and points the body to it. Null: jelly. */
	void Describe(const PliantApi& Api, const UPliantMaterial* Material, PliantBodyDesc& Desc);
	/** The same for cloth. Null: cotton. */
	void Describe(const PliantApi& Api, const UPliantClothMaterial* Material, PliantBodyDesc& Desc);
};
