#include "PliantSettings.h"

FName UPliantSettings::GetCategoryName() const
{
	return FName(TEXT("Plugins"));
}
