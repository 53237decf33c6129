// Runs the plugin's runtime module on the stub with the real library. Arguments: the path of the library, and the name
// of a test to run it alone.

#include "rig.h"

void TestUnits();
void TestShapes();
void TestMissingLibrary();
void TestTable(const char* Library);
void TestBounce();
void TestWinding();
void TestPush();
void TestEvents();
void TestPins();
void TestBalloon();
void TestMesh();
void TestEditor();

static const char* Only = nullptr;

static void Run(const char* Name, void (*Test)())
{
	if (Only != nullptr && strcmp(Only, Name) != 0) { return; }
	const int32 Before = Rig::Failures;
	Test();
	printf("  %s %s\n", Rig::Failures == Before ? "ok    " : "FAILED", Name);
}

int main(int Count, char** Arguments)
{
	const char* Library = Count > 1 ? Arguments[1] : "libpliant.so";
	Only = Count > 2 ? Arguments[2] : nullptr;
	Run("units", TestUnits);
	Run("shapes", TestShapes);
	Run("missing library", TestMissingLibrary);
	TestTable(Library);
	if (FPliantApi::Get() == nullptr)
	{
		printf("  FAILED the library does not load\n");
		return 1;
	}
	Run("editor", TestEditor);
	Run("winding", TestWinding);
	Run("bounce", TestBounce);
	Run("mesh buffers", TestMesh);
	Run("push", TestPush);
	Run("events", TestEvents);
	Run("pins", TestPins);
	Run("balloon", TestBalloon);
	for (const Stub::FLogLine& Line : Stub::LogLines)
	{
		if (Line.Verbosity <= ELogVerbosity::Warning) { printf("  log: %s\n", TCHAR_TO_UTF8(*Line.Text)); }
	}
	FPliantApi::Unload();
	printf("%d checks, %d failures\n", Rig::Checks, Rig::Failures);
	return Rig::Failures == 0 ? 0 : 1;
}
