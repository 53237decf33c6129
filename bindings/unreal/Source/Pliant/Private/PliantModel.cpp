// Written by `cargo xtask bindings`; do not edit.
#include "PliantModel.h"

#include "PliantMaterial.h"

void FPliantModelDesc::Describe(const PliantApi& Api, const UPliantMaterial* Given, PliantBodyDesc& Desc)
{
	const UPliantMaterial* Material = Given != nullptr ? Given : UPliantMaterial::MakePreset(EPliantPreset::Jelly);
	Desc.friction = Material->Friction;
	Desc.restitution = Material->Bounce;
	switch (Material->Model)
	{
	case EPliantModel::NeoHookean:
		Api.neo_hookean_desc_init(&NeoHookean, sizeof(NeoHookean));
		NeoHookean.young_modulus = Material->YoungModulus;
		NeoHookean.poisson_ratio = Material->PoissonRatio;
		NeoHookean.density = Material->Density;
		NeoHookean.damping = Material->Damping;
		Desc.model = PLIANT_MODEL_NEO_HOOKEAN;
		Desc.model_desc = &NeoHookean;
		break;
	case EPliantModel::MassSpring:
		Api.mass_spring_desc_init(&MassSpring, sizeof(MassSpring));
		MassSpring.young_modulus = Material->YoungModulus;
		MassSpring.density = Material->Density;
		MassSpring.damping = Material->Damping;
		MassSpring.volume_stiffness = Material->VolumeStiffness;
		Desc.model = PLIANT_MODEL_MASS_SPRING;
		Desc.model_desc = &MassSpring;
		break;
	case EPliantModel::ShapeMatching:
		Api.shape_matching_desc_init(&ShapeMatching, sizeof(ShapeMatching));
		ShapeMatching.alpha = Material->Alpha;
		ShapeMatching.beta = Material->Beta;
		ShapeMatching.density = Material->Density;
		ShapeMatching.damping = Material->Damping;
		Desc.model = PLIANT_MODEL_SHAPE_MATCHING;
		Desc.model_desc = &ShapeMatching;
		break;
	case EPliantModel::Rigid:
		Api.rigid_desc_init(&Rigid, sizeof(Rigid));
		Rigid.density = Material->Density;
		Desc.model = PLIANT_MODEL_RIGID;
		Desc.model_desc = &Rigid;
		break;
	}
}

void FPliantModelDesc::Describe(const PliantApi& Api, const UPliantClothMaterial* Given, PliantBodyDesc& Desc)
{
	const UPliantClothMaterial* Material = Given != nullptr ? Given : GetDefault<UPliantClothMaterial>();
	Desc.friction = Material->Friction;
	if (Material->VolumeFactor > 0.0f || Material->GasPressure > 0.0f)
	{
		Api.balloon_desc_init(&Balloon, sizeof(Balloon));
		Balloon.stretch_stiffness = Material->StretchStiffness;
		Balloon.bending_stiffness = Material->BendingStiffness;
		Balloon.area_density = Material->AreaDensity;
		Balloon.thickness = Material->Thickness;
		Balloon.damping = Material->Damping;
		Balloon.drag = Material->Drag;
		Balloon.lift = Material->Lift;
		Balloon.volume_factor = Material->VolumeFactor;
		Balloon.bulk_modulus = Material->BulkModulus;
		Balloon.gas_pressure = Material->GasPressure;
		Desc.model = PLIANT_MODEL_BALLOON;
		Desc.model_desc = &Balloon;
		return;
	}
	Api.cloth_desc_init(&Cloth, sizeof(Cloth));
	Cloth.stretch_stiffness = Material->StretchStiffness;
	Cloth.bending_stiffness = Material->BendingStiffness;
	Cloth.area_density = Material->AreaDensity;
	Cloth.thickness = Material->Thickness;
	Cloth.damping = Material->Damping;
	Cloth.drag = Material->Drag;
	Cloth.lift = Material->Lift;
	Cloth.max_stretch = Material->MaxStretch;
	Desc.model = PLIANT_MODEL_CLOTH;
	Desc.model_desc = &Cloth;
}
