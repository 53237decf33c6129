#include "PliantClothComponent.h"

#include "PliantMaterial.h"
#include "PliantModel.h"

void UPliantClothComponent::SetClothMaterial(UPliantClothMaterial* Material)
{
	ClothMaterial = Material;
	SendModel();
}

void UPliantClothComponent::DescribeModel(const PliantApi& Api, PliantBodyDesc& Desc, FPliantModelDesc& Model) const
{
	Model.Describe(Api, ClothMaterial, Desc);
}
