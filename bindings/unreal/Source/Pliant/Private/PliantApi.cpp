#include "PliantApi.h"

#include "HAL/PlatformProcess.h"
#include "Misc/Paths.h"
#include "Misc/ScopeLock.h"

DEFINE_LOG_CATEGORY(LogPliant);

namespace
{
	void* Handle = nullptr;
	PliantApi Table = {};
	bool bLoaded = false;
	FCriticalSection SaidLock;
	TSet<FString> Said;

	bool IsNew(const FString& Sentence)
	{
		FScopeLock Lock(&SaidLock);
		bool bWasThere = false;
		Said.Add(Sentence, &bWasThere);
		return !bWasThere;
	}

	void OnMessage(const PliantLogMessage* Message, void*)
	{
		const FString Text = UTF8_TO_TCHAR(Message->text);
		if (Message->level <= PLIANT_LOG_ERROR)
		{
			UE_LOG(LogPliant, Error, TEXT("%s"), *Text);
		}
		else if (Message->level <= PLIANT_LOG_WARN)
		{
			UE_LOG(LogPliant, Warning, TEXT("%s"), *Text);
		}
		else
		{
			UE_LOG(LogPliant, Log, TEXT("%s"), *Text);
		}
	}

	/** Every entry after the size is a function. A library that lacks one is older than the header. */
	bool IsComplete(const PliantApi& Api)
	{
		using FEntry = int32_t (*)(void);
		const uint8* Bytes = reinterpret_cast<const uint8*>(&Api);
		for (SIZE_T Offset = offsetof(PliantApi, abi_info); Offset < sizeof(PliantApi); Offset += sizeof(FEntry))
		{
			FEntry Entry = nullptr;
			FMemory::Memcpy(&Entry, Bytes + Offset, sizeof(FEntry));
			if (Entry == nullptr)
			{
				return false;
			}
		}
		return true;
	}

	/** Why the library does not fit; empty if it does. */
	FString Problem(const FString& Path, void* Library)
	{
		using FGetApi = int32_t (*)(uint32_t, PliantApi*);
		const FGetApi GetApi = reinterpret_cast<FGetApi>(FPlatformProcess::GetDllExport(Library, TEXT("pliant_get_api")));
		if (GetApi == nullptr)
		{
			return FString::Printf(TEXT("%s is not the Pliant library: it has no pliant_get_api. Copy the library of this plugin's release there."), *Path);
		}
		Table = {};
		Table.struct_size = sizeof(Table);
		const int32 Status = GetApi(PLIANT_ABI_VERSION, &Table);
		if (Status != PLIANT_OK || !IsComplete(Table))
		{
			return FString::Printf(TEXT("%s is another version than the plugin (status %d). Copy the library of this plugin's release there."), *Path, Status);
		}
		PliantAbiInfo Info = {};
		Info.struct_size = sizeof(Info);
		if (Table.abi_info(&Info) != PLIANT_OK || Info.layout_hash != uint64(PLIANT_LAYOUT_HASH))
		{
			return FString::Printf(TEXT("%s has other structs than the plugin's header. Copy the library of this plugin's release there."), *Path);
		}
		return FString();
	}
}

bool FPliantApi::Load(const FString& Path, FString& OutProblem)
{
	if (bLoaded)
	{
		return true;
	}
	Handle = FPlatformProcess::GetDllHandle(*Path);
	if (Handle == nullptr)
	{
		OutProblem = FString::Printf(TEXT("The library is missing or cannot be loaded: %s. Soft bodies are drawn at rest. Take the plugin from a release, or copy the library there."), *Path);
		return false;
	}
	OutProblem = Problem(Path, Handle);
	if (!OutProblem.IsEmpty())
	{
		FPlatformProcess::FreeDllHandle(Handle);
		Handle = nullptr;
		return false;
	}
	bLoaded = true;
	Succeeded(Table.log_set(&OnMessage, nullptr, PLIANT_LOG_WARN), TEXT("set the log"));
	return true;
}

void FPliantApi::Unload()
{
	if (bLoaded)
	{
		bLoaded = false;
		Table.log_set(nullptr, nullptr, PLIANT_LOG_OFF);
		Table.shutdown();
		FPlatformProcess::FreeDllHandle(Handle);
		Handle = nullptr;
	}
}

const PliantApi* FPliantApi::Get()
{
	return bLoaded ? &Table : nullptr;
}

FString FPliantApi::LastError()
{
	char Text[1025] = "";
	if (bLoaded)
	{
		Table.last_error(Text, sizeof(Text));
	}
	return UTF8_TO_TCHAR(Text);
}

bool FPliantApi::Succeeded(int32 Status, const TCHAR* Doing)
{
	if (Status >= PLIANT_OK)
	{
		return Status == PLIANT_OK;
	}
	const FString Name = bLoaded ? FString(UTF8_TO_TCHAR(Table.status_name(Status))) : FString();
	const FString Sentence = FString::Printf(TEXT("Could not %s: %s (%s)"), Doing, *LastError(), *Name);
	if (IsNew(Sentence))
	{
		UE_LOG(LogPliant, Error, TEXT("%s"), *Sentence);
	}
	return false;
}

void FPliantApi::WarnOnce(const FString& Sentence)
{
	if (IsNew(Sentence))
	{
		UE_LOG(LogPliant, Warning, TEXT("%s"), *Sentence);
	}
}

FString FPliantApi::PathBelow(const FString& PluginFolder)
{
#if PLATFORM_WINDOWS
	const TCHAR* File = TEXT("Win64/pliant.dll");
#elif PLATFORM_MAC
	const TCHAR* File = TEXT("Mac/libpliant.dylib");
#else
	const TCHAR* File = TEXT("Linux/libpliant.so");
#endif
	return FPaths::Combine(PluginFolder, TEXT("Source/PliantSDK/lib"), File);
}
