#pragma once

#include "CoreMinimal.h"
#include "IDetailCustomization.h"

class UPliantSoftBodyComponent;

/** Says in the details panel what a soft body lacks, and what cooking did to its mesh. */
class FPliantBodyDetails : public IDetailCustomization
{
public:
	static TSharedRef<IDetailCustomization> MakeInstance();
	virtual void CustomizeDetails(IDetailLayoutBuilder& DetailBuilder) override;

	/** What a user should know about a component; empty if all is well. */
	static FString Advice(const UPliantSoftBodyComponent& Component);
};
