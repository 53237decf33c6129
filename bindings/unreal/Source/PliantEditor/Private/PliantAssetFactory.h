#pragma once

#include "CoreMinimal.h"
#include "Factories/Factory.h"
#include "PliantAssetFactory.generated.h"

/** Imports .pliant files, which `pliant cook` writes. */
UCLASS()
class UPliantAssetFactory : public UFactory
{
	GENERATED_BODY()

public:
	UPliantAssetFactory();

	virtual UObject* FactoryCreateBinary(UClass* InClass, UObject* InParent, FName InName, EObjectFlags Flags, UObject* Context, const TCHAR* Type, const uint8*& Buffer, const uint8* BufferEnd, FFeedbackContext* Warn) override;
};
