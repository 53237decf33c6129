// Run them in the editor: Tools > Session Frontend > Automation, group Pliant. They need no level.

#include "Misc/AutomationTest.h"
#include "PliantAccumulator.h"
#include "PliantApi.h"
#include "PliantMaterial.h"
#include "PliantPush.h"
#include "PliantUnits.h"

#if WITH_EDITOR

IMPLEMENT_SIMPLE_AUTOMATION_TEST(FPliantLibraryTest, "Pliant.Library", EAutomationTestFlags::EditorContext | EAutomationTestFlags::EngineFilter)
bool FPliantLibraryTest::RunTest(const FString&)
{
	const PliantApi* Api = FPliantApi::Get();
	if (!TestTrue(TEXT("the library is loaded; the log says why if not"), Api != nullptr))
	{
		return false;
	}
	PliantAbiInfo Info = {};
	Info.struct_size = sizeof(Info);
	TestTrue(TEXT("it describes itself"), Api->abi_info(&Info) == PLIANT_OK);
	TestTrue(TEXT("its structs are those of the header"), Info.layout_hash == uint64(PLIANT_LAYOUT_HASH));
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(FPliantUnitsTest, "Pliant.Units", EAutomationTestFlags::EditorContext | EAutomationTestFlags::EngineFilter)
bool FPliantUnitsTest::RunTest(const FString&)
{
	const FTransform Given(FQuat(FVector(0.0, 0.6, 0.8), 0.7), FVector(100.0, -3.0, 4.0));
	const FTransform Back = PliantUnits::Transform(PliantUnits::Pose(Given));
	TestTrue(TEXT("a pose and back"), Back.Equals(Given, 1e-5));
	const FVector Axis = PliantUnits::CapsuleAxis().RotateVector(FVector(0.0, 1.0, 0.0));
	TestTrue(TEXT("capsules lie along z"), Axis.Equals(FVector(0.0, 0.0, 1.0), 1e-9));
	const float NewtonSeconds[3] = {1.0f, 0.0f, 0.0f};
	TestTrue(TEXT("a newton second is 100 kg cm/s"), PliantUnits::Impulse(NewtonSeconds).Equals(FVector(100.0, 0.0, 0.0), 1e-9));
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(FPliantStepsTest, "Pliant.Steps", EAutomationTestFlags::EditorContext | EAutomationTestFlags::EngineFilter)
bool FPliantStepsTest::RunTest(const FString&)
{
	FPliantAccumulator Accumulator;
	int32 Steps = 0;
	for (int32 Frame = 0; Frame < 144; ++Frame)
	{
		Steps += Accumulator.Advance(1.0 / 144.0);
	}
	TestTrue(TEXT("a second has sixty steps"), Steps == 60);
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(FPliantPushTest, "Pliant.Push", EAutomationTestFlags::EditorContext | EAutomationTestFlags::EngineFilter)
bool FPliantPushTest::RunTest(const FString&)
{
	const FVector Impulse(3.0, -4.0, 12.0), Angular(70.0, 20.0, -11.0), Origin(5.0, 6.0, 7.0);
	const FPliantPush Push = FPliantPush::From(Impulse, Angular, Origin, 2.0);
	const FVector Sum = Push.Twist + FVector::CrossProduct(Push.Location - Origin, Push.Impulse);
	TestTrue(TEXT("momentum"), Push.Impulse.Equals(Impulse, 1e-9));
	TestTrue(TEXT("angular momentum"), Sum.Equals(Angular, 1e-9));
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(FPliantPresetTest, "Pliant.Presets", EAutomationTestFlags::EditorContext | EAutomationTestFlags::EngineFilter)
bool FPliantPresetTest::RunTest(const FString&)
{
	const UPliantMaterial* Jelly = UPliantMaterial::MakePreset(EPliantPreset::Jelly);
	const UPliantMaterial* Tyre = UPliantMaterial::MakePreset(EPliantPreset::Tyre);
	TestTrue(TEXT("a tyre is stiffer than jelly"), Tyre->YoungModulus > Jelly->YoungModulus);
	return true;
}

#endif
