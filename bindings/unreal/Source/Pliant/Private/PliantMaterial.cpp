// Written by `cargo xtask bindings`; do not edit.
#include "PliantMaterial.h"

namespace
{
	struct FPreset
	{
		EPliantPreset Name;
		EPliantModel Model;
		/** In SI units. */
		float YoungModulus, PoissonRatio, Density, Damping, Friction, Bounce;
	};

	/** The same numbers in all engines. */
	const FPreset Presets[] = {
		{EPliantPreset::Jelly, EPliantModel::NeoHookean, 5.0e4f, 0.45f, 1000.0f, 1.0f, 0.5f, 0.0f},
		{EPliantPreset::Rubber, EPliantModel::NeoHookean, 1.0e6f, 0.48f, 1100.0f, 2.0f, 0.9f, 0.5f},
		{EPliantPreset::Flesh, EPliantModel::NeoHookean, 1.0e5f, 0.45f, 1050.0f, 8.0f, 0.6f, 0.0f},
		{EPliantPreset::Foam, EPliantModel::NeoHookean, 4.0e4f, 0.1f, 60.0f, 10.0f, 0.7f, 0.0f},
		{EPliantPreset::Tyre, EPliantModel::NeoHookean, 5.0e6f, 0.45f, 1150.0f, 5.0f, 1.0f, 0.2f},
		{EPliantPreset::Balloon, EPliantModel::NeoHookean, 2.0e4f, 0.4f, 20.0f, 1.0f, 0.6f, 0.6f},
		{EPliantPreset::Wood, EPliantModel::Rigid, 1.0e10f, 0.3f, 600.0f, 0.0f, 0.6f, 0.1f},
	};
}

void UPliantMaterial::SetPreset(EPliantPreset NewPreset)
{
	Preset = NewPreset;
	for (const FPreset& Known : Presets)
	{
		if (Known.Name == NewPreset)
		{
			Model = Known.Model;
			YoungModulus = Known.YoungModulus;
			PoissonRatio = Known.PoissonRatio;
			Density = Known.Density;
			Damping = Known.Damping;
			Friction = Known.Friction;
			Bounce = Known.Bounce;
		}
	}
}

UPliantMaterial* UPliantMaterial::MakePreset(EPliantPreset NewPreset)
{
	UPliantMaterial* Material = NewObject<UPliantMaterial>();
	Material->SetPreset(NewPreset);
	return Material;
}

#if WITH_EDITOR
void UPliantMaterial::PostEditChangeProperty(FPropertyChangedEvent& Event)
{
	Super::PostEditChangeProperty(Event);
	const FName Changed = Event.GetPropertyName();
	if (Changed == GET_MEMBER_NAME_CHECKED(UPliantMaterial, Preset))
	{
		SetPreset(Preset);
	}
	else if (Changed != NAME_None)
	{
		Preset = EPliantPreset::Custom;
	}
}
#endif
