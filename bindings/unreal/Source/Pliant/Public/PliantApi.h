#pragma once

#include "CoreMinimal.h"
#include "PliantHeader.h"

DECLARE_LOG_CATEGORY_EXTERN(LogPliant, Log, All);

/** The library's function table. The library is loaded by hand: it may be missing, and nothing crashes for it. */
class PLIANT_API FPliantApi
{
public:
	/** Loads the library at this path and checks that it belongs to the header. False, with a sentence, if not. */
	static bool Load(const FString& Path, FString& OutProblem);
	/** Closes its devices and unloads it. All worlds must be gone. */
	static void Unload();

	/** The table; null where the library is not loaded. */
	static const PliantApi* Get();

	/** The library's sentence about the last failure on this thread. */
	static FString LastError();
	/** Whether a call succeeded. An error is logged with the library's sentence, each sentence once. */
	static bool Succeeded(int32 Status, const TCHAR* Doing);
	/** Logs a sentence once. */
	static void WarnOnce(const FString& Sentence);

	/** Where the library lies below the folder of the plugin. */
	static FString PathBelow(const FString& PluginFolder);
};
