// Written by `cargo xtask bindings`; do not edit.
#pragma once

#include "CoreMinimal.h"
#include "Engine/DataAsset.h"
#include "PliantMaterial.generated.h"

/** How a body resists deformation. */
UENUM(BlueprintType)
enum class EPliantModel : uint8
{
	/** A solid with Young's modulus and Poisson's ratio. */
	NeoHookean,
	/** Springs on the edges, for soft and coarse bodies. */
	MassSpring,
	/** Looks right and never breaks; it has no modulus. */
	ShapeMatching,
	/** Does not deform: a crate that contact moves within the step. */
	Rigid,
};

/** Materials to begin with. */
UENUM(BlueprintType)
enum class EPliantPreset : uint8
{
	Custom,
	Jelly,
	Rubber,
	Flesh,
	Foam,
	Tyre,
	Balloon,
	/** Rigid: crates and the like, which rest on soft bodies however heavy these are. */
	Wood,
};

/** What a soft body is made of. All numbers are in SI units, as in the literature. */
UCLASS(BlueprintType)
class PLIANT_API UPliantMaterial : public UDataAsset
{
	GENERATED_BODY()

public:
	/** Choosing one fills in the rest. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Material")
	EPliantPreset Preset = EPliantPreset::Custom;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Material")
	EPliantModel Model = EPliantModel::NeoHookean;

	/** Young's modulus [Pa]. More is stiffer, and needs more iterations. Jelly 5e4, rubber 1e6. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Material", meta = (Units = "Pa", ClampMin = "1", ClampMax = "1e12"))
	float YoungModulus = 5.0e4f;

	/** Poisson's ratio [1]: 0 squeezes without bulging, 0.49 nearly keeps the volume. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Material", meta = (ClampMin = "0", ClampMax = "0.495"))
	float PoissonRatio = 0.45f;

	/** Density [kg/m3]. Water has 1000. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Material", meta = (ClampMin = "0.001", ClampMax = "1e6"))
	float Density = 1000.0f;

	/** Decay rate of deforming motion [1/s]. Falling and turning as a whole are not damped. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Material", meta = (ClampMin = "0", ClampMax = "10000"))
	float Damping = 1.0f;

	/** Volume stiffness of a mass-spring body in moduli of its springs [1]. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Material", meta = (ClampMin = "0", ClampMax = "100"))
	float VolumeStiffness = 1.0f;

	/** Friction coefficient [1]. A contact uses the geometric mean of both sides. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Contact", meta = (ClampMin = "0", ClampMax = "10"))
	float Friction = 0.5f;

	/** Restitution [1]. A contact uses the larger of both sides. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Contact", meta = (ClampMin = "0", ClampMax = "1"))
	float Bounce = 0.0f;

	/** Stiffness of shape matching [1]: the fraction of the distance to their goals that particles move in 1/60 s. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Material", meta = (ClampMin = "0.001", ClampMax = "1"))
	float Alpha = 0.5f;

	/** Softness of shape matching [1]: more follows deformation and returns more slowly. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Material", meta = (ClampMin = "0", ClampMax = "0.9"))
	float Beta = 0.3f;

	/** Fills in the numbers of a preset. */
	UFUNCTION(BlueprintCallable, Category = "Pliant")
	void SetPreset(EPliantPreset NewPreset);

	/** A new material of a preset, for bodies that Blueprints make. */
	UFUNCTION(BlueprintCallable, Category = "Pliant")
	static UPliantMaterial* MakePreset(EPliantPreset NewPreset);

#if WITH_EDITOR
	virtual void PostEditChangeProperty(FPropertyChangedEvent& Event) override;
#endif
};

/** What a cloth is made of. All numbers but the thickness are in SI units. */
UCLASS(BlueprintType)
class PLIANT_API UPliantClothMaterial : public UDataAsset
{
	GENERATED_BODY()

public:
	/** Stretch stiffness [N/m]: the force on a strip of 1 m width per unit of strain. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Material", meta = (ClampMin = "0.001", ClampMax = "1e9"))
	float StretchStiffness = 1.0e4f;

	/** Bending stiffness [N m]. More makes wider folds. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Material", meta = (ClampMin = "0", ClampMax = "1e6"))
	float BendingStiffness = 1.0e-4f;

	/** Mass of an area [kg/m2]. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Material", meta = (ClampMin = "1e-6", ClampMax = "1e5"))
	float AreaDensity = 0.2f;

	/** Distance that the cloth keeps from colliders [cm]. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Contact", meta = (Units = "cm", ClampMin = "0.001"))
	float Thickness = 0.1f;

	/** Decay rate of deforming motion [1/s]. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Material", meta = (ClampMin = "0", ClampMax = "10000"))
	float Damping = 0.0f;

	/** Drag coefficient in the wind [1]. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Air", meta = (ClampMin = "0", ClampMax = "100"))
	float Drag = 1.0f;

	/** Lift coefficient in the wind [1]. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Air", meta = (ClampMin = "0", ClampMax = "100"))
	float Lift = 0.5f;

	/** Largest stretch from what holds the cloth, as a part of the shortest path to it over the cloth at rest [1]. A hard limit; 0 is none. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Material", meta = (ClampMin = "0", ClampMax = "10"))
	float MaxStretch = 0.0f;

	/** Friction coefficient [1]. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Contact", meta = (ClampMin = "0", ClampMax = "10"))
	float Friction = 0.5f;

	/** Above 0 the mesh is a balloon, filled to so many times its volume at rest [1]: above 1 it is firm, below 1 slack. The mesh must be closed. Change it and call SetClothMaterial to blow it up. 0: open cloth, or a gas. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Inside", meta = (ClampMin = "0", ClampMax = "1000"))
	float VolumeFactor = 0.0f;

	/** How hard a balloon is to squeeze [Pa]: its pressure for a change of volume by that at rest. 0 keeps the volume exactly. Must be 0 with a gas. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Inside", meta = (Units = "Pa", ClampMin = "0", ClampMax = "1e12"))
	float BulkModulus = 0.0f;

	/** Above 0 the balloon holds a gas with this pressure over the atmosphere's at the volume at rest [Pa], and the gas finds its volume. Leave VolumeFactor at 0 or 1 then. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Inside", meta = (Units = "Pa", ClampMin = "0", ClampMax = "1e9"))
	float GasPressure = 0.0f;
};
