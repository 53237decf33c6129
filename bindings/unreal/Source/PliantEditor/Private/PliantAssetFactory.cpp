#include "PliantAssetFactory.h"

#include "Misc/FeedbackContext.h"
#include "PliantCook.h"
#include "PliantSoftBodyAsset.h"

UPliantAssetFactory::UPliantAssetFactory()
{
	SupportedClass = UPliantSoftBodyAsset::StaticClass();
	bCreateNew = false;
	bEditorImport = true;
	Formats.Add(TEXT("pliant;Pliant soft body"));
}

UObject* UPliantAssetFactory::FactoryCreateBinary(UClass* InClass, UObject* InParent, FName InName, EObjectFlags Flags, UObject*, const TCHAR*, const uint8*& Buffer, const uint8* BufferEnd, FFeedbackContext* Warn)
{
	TArray<uint8> Bytes;
	Bytes.SetNumUninitialized(int32(BufferEnd - Buffer));
	FMemory::Memcpy(Bytes.GetData(), Buffer, SIZE_T(Bytes.Num()));
	UPliantSoftBodyAsset* Asset = NewObject<UPliantSoftBodyAsset>(InParent, InClass, InName, Flags);
	FString Problem;
	if (!PliantCook::FromFile(Bytes, *Asset, Problem))
	{
		Warn->Logf(ELogVerbosity::Error, TEXT("%s was not imported: %s"), *InName.ToString(), *Problem);
		return nullptr;
	}
	return Asset;
}
