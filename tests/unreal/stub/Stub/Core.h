#pragma once

// A signature stub of Unreal's Core and CoreUObject: names and signatures that the plugin uses, with just enough
// behaviour to run. Nothing here comes from the engine. What stands in namespace Stub is ours.

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <initializer_list>
#include <new>
#include <type_traits>

typedef uint8_t uint8;
typedef uint16_t uint16;
typedef uint32_t uint32;
typedef unsigned long long uint64;
typedef int8_t int8;
typedef int16_t int16;
typedef int32_t int32;
typedef long long int64;
typedef size_t SIZE_T;
typedef char16_t TCHAR;
typedef char ANSICHAR;

#define TEXT(Text) u##Text
#define PLATFORM_WINDOWS 0
#define PLATFORM_MAC 0
#define PLATFORM_LINUX 1
#define WITH_EDITOR 1
#define FORCEINLINE inline __attribute__((always_inline))
#define UE_KINDA_SMALL_NUMBER (1.e-4f)
#define check(Condition) ((Condition) ? (void)0 : Stub::Die(#Condition))
#define ensure(Condition) (Condition)
#define verify(Condition) check(Condition)
#define PI (3.1415926535897932f)
#define IN
#define OUT
#define ENGINE_MAJOR_VERSION 5
#ifndef ENGINE_MINOR_VERSION
#define ENGINE_MINOR_VERSION 6
#endif
#define UE_VERSION_OLDER_THAN(Major, Minor, Patch) \
	(ENGINE_MAJOR_VERSION < (Major) || (ENGINE_MAJOR_VERSION == (Major) && ENGINE_MINOR_VERSION < (Minor)))

enum EForceInit { ForceInit, ForceInitToZero };
constexpr int32 INDEX_NONE = -1;

namespace Stub
{
	[[noreturn]] inline void Die(const char* What)
	{
		fprintf(stderr, "stub: failed: %s\n", What);
		abort();
	}
}

template <typename T> constexpr std::remove_reference_t<T>&& MoveTemp(T&& Value) { return static_cast<std::remove_reference_t<T>&&>(Value); }
template <typename T> constexpr T&& Forward(std::remove_reference_t<T>& Value) { return static_cast<T&&>(Value); }

struct FMemory
{
	static void* Memcpy(void* To, const void* From, SIZE_T StubCount) { return StubCount > 0 ? memcpy(To, From, StubCount) : To; }
	static void* Memset(void* To, uint8 Byte, SIZE_T StubCount) { return memset(To, Byte, StubCount); }
};

struct FMath
{
	template <typename T> static T Max(T A, T B) { return A > B ? A : B; }
	template <typename T> static T Min(T A, T B) { return A < B ? A : B; }
	template <typename T> static T Clamp(T Value, T Low, T High) { return Value < Low ? Low : Value > High ? High : Value; }
	static double FloorToDouble(double Value) { return floor(Value); }
	static double Abs(double Value) { return fabs(Value); }
	static double Sqrt(double Value) { return sqrt(Value); }
	static bool IsNearlyEqual(double A, double B, double Tolerance) { return fabs(A - B) <= Tolerance; }
	template <typename T> static T Lerp(const T& A, const T& B, double Share) { return A + (B - A) * Share; }
};

// ---- containers -----------------------------------------------------------------------------------------------------

template <int N> struct TFixedAllocator {};
struct FDefaultAllocator {};

template <typename T, typename Allocator = FDefaultAllocator>
class TArray
{
public:
	TArray() = default;
	TArray(const TArray& Other) { *this = Other; }
	TArray(TArray&& Other) { *this = MoveTemp(Other); }
	~TArray() { Empty(); }
	TArray& operator=(const TArray& Other)
	{
		if (this != &Other)
		{
			Empty();
			for (const T& StubItem : Other) { Add(StubItem); }
		}
		return *this;
	}
	TArray& operator=(TArray&& Other)
	{
		if (this != &Other)
		{
			Empty();
			StubItems = Other.StubItems, StubCount = Other.StubCount, StubRoom = Other.StubRoom;
			Other.StubItems = nullptr, Other.StubCount = Other.StubRoom = 0;
		}
		return *this;
	}
	int32 Num() const { return StubCount; }
	bool IsValidIndex(int32 Index) const { return Index >= 0 && Index < StubCount; }
	T* GetData() { return StubItems; }
	const T* GetData() const { return StubItems; }
	T& operator[](int32 Index) { check(IsValidIndex(Index)); return StubItems[Index]; }
	const T& operator[](int32 Index) const { check(IsValidIndex(Index)); return StubItems[Index]; }
	int32 Add(const T& StubItem) { T Copy(StubItem); return StubAppend(MoveTemp(Copy)); }
	int32 Add(T&& StubItem) { return StubAppend(MoveTemp(StubItem)); }
	void SetNumUninitialized(int32 Number) { SetNumZeroed(Number); }
	void SetNumZeroed(int32 Number)
	{
		StubShrink(Number);
		Reserve(Number);
		while (StubCount < Number) { new (&StubItems[StubCount++]) T(); }
	}
	void SetNum(int32 Number) { SetNumZeroed(Number); }
	void Reserve(int32 Number)
	{
		if (Number <= StubRoom) { return; }
		T* Grown = static_cast<T*>(aligned_alloc(64, (sizeof(T) * SIZE_T(Number) + 63) / 64 * 64));
		for (int32 Index = 0; Index < StubCount; ++Index)
		{
			new (&Grown[Index]) T(MoveTemp(StubItems[Index]));
			StubItems[Index].~T();
		}
		free(StubItems);
		StubItems = Grown, StubRoom = Number;
	}
	void Reset() { StubShrink(0); }
	void Empty()
	{
		StubShrink(0);
		free(StubItems);
		StubItems = nullptr, StubRoom = 0;
	}
	int32 Remove(const T& StubItem)
	{
		int32 Removed = 0;
		for (int32 Index = StubCount - 1; Index >= 0; --Index)
		{
			if (StubItems[Index] == StubItem) { RemoveAt(Index), ++Removed; }
		}
		return Removed;
	}
	void RemoveAt(int32 Index)
	{
		for (int32 Next = Index; Next + 1 < StubCount; ++Next) { StubItems[Next] = MoveTemp(StubItems[Next + 1]); }
		StubItems[--StubCount].~T();
	}
	bool Contains(const T& StubItem) const
	{
		for (const T& Other : *this) { if (Other == StubItem) { return true; } }
		return false;
	}
	T* begin() { return StubItems; }
	T* end() { return StubItems + StubCount; }
	const T* begin() const { return StubItems; }
	const T* end() const { return StubItems + StubCount; }

private:
	void StubShrink(int32 Number) { while (StubCount > Number) { StubItems[--StubCount].~T(); } }
	int32 StubAppend(T&& StubItem)
	{
		if (StubCount == StubRoom) { Reserve(StubRoom * 2 + 4); }
		new (&StubItems[StubCount]) T(MoveTemp(StubItem));
		return StubCount++;
	}
	T* StubItems = nullptr;
	int32 StubCount = 0;
	int32 StubRoom = 0;
};

template <typename T> class TArrayView
{
public:
	TArrayView(T* InItems, int32 InCount) : StubItems(InItems), StubCount(InCount) {}
	int32 Num() const { return StubCount; }
	T& operator[](int32 Index) const { return StubItems[Index]; }
	T* GetData() const { return StubItems; }
	T* begin() const { return StubItems; }
	T* end() const { return StubItems + StubCount; }

private:
	T* StubItems;
	int32 StubCount;
};
template <typename T> using TConstArrayView = TArrayView<const T>;

template <typename K, typename V> struct TPair
{
	K Key;
	V Value;
};

template <typename K, typename V> class TMap
{
public:
	V& Add(const K& Key, const V& Value) { V Copy(Value); return Add(Key, MoveTemp(Copy)); }
	V& Add(const K& Key, V&& Value)
	{
		Remove(Key);
		TPair<K, V> Pair{Key, MoveTemp(Value)};
		return StubPairs[StubPairs.Add(MoveTemp(Pair))].Value;
	}
	V* Find(const K& Key)
	{
		for (TPair<K, V>& Pair : StubPairs) { if (Pair.Key == Key) { return &Pair.Value; } }
		return nullptr;
	}
	const V* Find(const K& Key) const { return const_cast<TMap*>(this)->Find(Key); }
	V& operator[](const K& Key) { V* Found = Find(Key); check(Found != nullptr); return *Found; }
	bool Contains(const K& Key) const { return Find(Key) != nullptr; }
	int32 Remove(const K& Key)
	{
		for (int32 Index = 0; Index < StubPairs.Num(); ++Index)
		{
			if (StubPairs[Index].Key == Key) { StubPairs.RemoveAt(Index); return 1; }
		}
		return 0;
	}
	int32 Num() const { return StubPairs.Num(); }
	void Empty() { StubPairs.Empty(); }
	void Reset() { StubPairs.Reset(); }
	void GenerateValueArray(TArray<V>& Out) const
	{
		Out.Reset();
		for (const TPair<K, V>& Pair : StubPairs) { Out.Add(Pair.Value); }
	}
	TPair<K, V>* begin() { return StubPairs.begin(); }
	TPair<K, V>* end() { return StubPairs.end(); }
	const TPair<K, V>* begin() const { return StubPairs.begin(); }
	const TPair<K, V>* end() const { return StubPairs.end(); }

private:
	TArray<TPair<K, V>> StubPairs;
};

template <typename T> class TSet
{
public:
	void Add(const T& StubItem, bool* bIsAlreadyInSet = nullptr)
	{
		const bool bThere = StubItems.Contains(StubItem);
		if (bIsAlreadyInSet != nullptr) { *bIsAlreadyInSet = bThere; }
		if (!bThere) { StubItems.Add(StubItem); }
	}
	bool Contains(const T& StubItem) const { return StubItems.Contains(StubItem); }
	int32 Num() const { return StubItems.Num(); }

private:
	TArray<T> StubItems;
};

// ---- pointers and functions -----------------------------------------------------------------------------------------

namespace ESPMode
{
	enum Type { NotThreadSafe, ThreadSafe };
}

template <typename T, int Mode = ESPMode::ThreadSafe> class TSharedPtr
{
public:
	TSharedPtr() = default;
	TSharedPtr(decltype(nullptr)) {}
	/** The type is complete here, and need not be where the pointer is let go. */
	explicit TSharedPtr(T* InItem) : StubItem(InItem), StubUses(InItem != nullptr ? new FStubUses{1, [](void* StubHeld) { delete static_cast<T*>(StubHeld); }, InItem} : nullptr) {}
	TSharedPtr(const TSharedPtr& Other) : StubItem(Other.StubItem), StubUses(Other.StubUses) { if (StubUses) { ++StubUses->StubCount; } }
	template <typename U> TSharedPtr(const TSharedPtr<U, Mode>& Other) : StubItem(Other.StubItem), StubUses(reinterpret_cast<FStubUses*>(Other.StubUses)) { if (StubUses) { ++StubUses->StubCount; } }
	~TSharedPtr() { Reset(); }
	TSharedPtr& operator=(const TSharedPtr& Other)
	{
		if (this != &Other)
		{
			Reset();
			StubItem = Other.StubItem, StubUses = Other.StubUses;
			if (StubUses) { ++StubUses->StubCount; }
		}
		return *this;
	}
	bool IsValid() const { return StubItem != nullptr; }
	bool IsUnique() const { return StubUses != nullptr && StubUses->StubCount == 1; }
	T* Get() const { return StubItem; }
	T* operator->() const { check(StubItem != nullptr); return StubItem; }
	T& operator*() const { check(StubItem != nullptr); return *StubItem; }
	bool operator==(const TSharedPtr& Other) const { return StubItem == Other.StubItem; }
	void Reset()
	{
		if (StubUses != nullptr && --StubUses->StubCount == 0)
		{
			StubUses->Delete(StubUses->StubHeld);
			delete StubUses;
		}
		StubItem = nullptr, StubUses = nullptr;
	}

private:
	template <typename U, int M> friend class TSharedPtr;
	struct FStubUses
	{
		int32 StubCount;
		void (*Delete)(void*);
		void* StubHeld;
	};
	T* StubItem = nullptr;
	FStubUses* StubUses = nullptr;
};
template <typename T> using TSharedRef = TSharedPtr<T>;
template <typename T, int Mode = ESPMode::ThreadSafe, typename... A> TSharedPtr<T, Mode> MakeShared(A&&... Arguments) { return TSharedPtr<T, Mode>(new T(Forward<A>(Arguments)...)); }
template <typename T> TSharedPtr<T> MakeShareable(T* StubItem) { return TSharedPtr<T>(StubItem); }

template <typename T> class TUniquePtr
{
public:
	TUniquePtr() = default;
	explicit TUniquePtr(T* InItem) : StubItem(InItem) {}
	TUniquePtr(const TUniquePtr&) = delete;
	TUniquePtr(TUniquePtr&& Other) : StubItem(Other.StubItem) { Other.StubItem = nullptr; }
	TUniquePtr& operator=(TUniquePtr&& Other) { Reset(); StubItem = Other.StubItem, Other.StubItem = nullptr; return *this; }
	~TUniquePtr() { Reset(); }
	void Reset() { delete StubItem; StubItem = nullptr; }
	T* Get() const { return StubItem; }
	bool IsValid() const { return StubItem != nullptr; }
	T* operator->() const { check(StubItem != nullptr); return StubItem; }
	T& operator*() const { return *StubItem; }

private:
	T* StubItem = nullptr;
};
template <typename T, typename... A> TUniquePtr<T> MakeUnique(A&&... Arguments) { return TUniquePtr<T>(new T(Forward<A>(Arguments)...)); }

template <typename> class TFunctionRef;
template <typename R, typename... A> class TFunctionRef<R(A...)>
{
public:
	template <typename F, typename = std::enable_if_t<!std::is_same_v<std::remove_cv_t<std::remove_reference_t<F>>, TFunctionRef>>>
	TFunctionRef(F&& Function) : Object(const_cast<void*>(static_cast<const void*>(&Function)))
		, Call([](void* Where, A... Arguments) -> R { return (*static_cast<std::remove_reference_t<F>*>(Where))(Arguments...); })
	{
	}
	R operator()(A... Arguments) const { return Call(Object, Arguments...); }

private:
	void* Object;
	R (*Call)(void*, A...);
};

template <typename> class TFunction;
template <typename R, typename... A> class TFunction<R(A...)>
{
	struct FBase
	{
		virtual ~FBase() = default;
		virtual R Run(A... Arguments) = 0;
	};
	template <typename F> struct TOf final : FBase
	{
		F Function;
		explicit TOf(const F& InFunction) : Function(InFunction) {}
		R Run(A... Arguments) override { return Function(Arguments...); }
	};
	TSharedPtr<FBase> StubHeld;

public:
	TFunction() = default;
	template <typename F, typename = std::enable_if_t<!std::is_same_v<std::remove_cv_t<std::remove_reference_t<F>>, TFunction>>>
	TFunction(const F& Function) : StubHeld(TSharedPtr<FBase>(new TOf<F>(Function))) {}
	R operator()(A... Arguments) const { return StubHeld->Run(Arguments...); }
	explicit operator bool() const { return StubHeld.IsValid(); }
};

class FCriticalSection
{
public:
	void Lock() {}
	void Unlock() {}
};
class FScopeLock
{
public:
	explicit FScopeLock(FCriticalSection*) {}
};

// ---- text -----------------------------------------------------------------------------------------------------------

class FString
{
public:
	FString() { StubLetters.Add(0); }
	FString(const TCHAR* Text)
	{
		while (Text != nullptr && *Text != 0) { StubLetters.Add(*Text++); }
		StubLetters.Add(0);
	}
	const TCHAR* operator*() const { return StubLetters.GetData(); }
	int32 Len() const { return StubLetters.Num() - 1; }
	bool IsEmpty() const { return Len() == 0; }
	bool Contains(const TCHAR* Part) const
	{
		const FString Wanted(Part);
		for (int32 At = 0; At + Wanted.Len() <= Len(); ++At)
		{
			if (Matches(At, Wanted)) { return true; }
		}
		return false;
	}
	bool StartsWith(const TCHAR* Part) const
	{
		const FString Wanted(Part);
		return Wanted.Len() <= Len() && Matches(0, Wanted);
	}
	bool operator==(const FString& Other) const { return Len() == Other.Len() && Matches(0, Other); }
	FString operator+(const FString& Other) const
	{
		FString Sum(*this);
		Sum.StubLetters.RemoveAt(Sum.Len());
		for (int32 Index = 0; Index <= Other.Len(); ++Index) { Sum.StubLetters.Add(Other.StubLetters[Index]); }
		return Sum;
	}
	template <typename... A> static FString Printf(const TCHAR* Format, A... Arguments);

private:
	bool Matches(int32 At, const FString& Wanted) const
	{
		return memcmp(StubLetters.GetData() + At, Wanted.StubLetters.GetData(), sizeof(TCHAR) * SIZE_T(Wanted.Len())) == 0;
	}
	TArray<TCHAR> StubLetters;
};

namespace Stub
{
	/** UTF-8 of a text. Only the plane that a TCHAR holds. */
	struct FUtf8
	{
		TArray<char> Bytes;
		explicit FUtf8(const TCHAR* Text)
		{
			for (; Text != nullptr && *Text != 0; ++Text)
			{
				const uint32 Code = *Text;
				if (Code < 0x80) { Bytes.Add(char(Code)); continue; }
				if (Code < 0x800) { Bytes.Add(char(0xC0 | Code >> 6)); }
				else { Bytes.Add(char(0xE0 | Code >> 12)), Bytes.Add(char(0x80 | (Code >> 6 & 63))); }
				Bytes.Add(char(0x80 | (Code & 63)));
			}
			Bytes.Add(0);
		}
	};
	struct FUtf16
	{
		TArray<TCHAR> StubLetters;
		explicit FUtf16(const char* Text)
		{
			while (Text != nullptr && *Text != 0)
			{
				const uint8 First = uint8(*Text++);
				const int32 More = First >= 0xF0 ? 3 : First >= 0xE0 ? 2 : First >= 0xC0 ? 1 : 0;
				uint32 Code = More == 0 ? First : First & (0x3F >> More);
				for (int32 Index = 0; Index < More && *Text != 0; ++Index) { Code = Code << 6 | (uint8(*Text++) & 63); }
				StubLetters.Add(TCHAR(Code));
			}
			StubLetters.Add(0);
		}
	};
	inline void Append(FString& To, const char* Text) { To = To + FString(FUtf16(Text).StubLetters.GetData()); }
	inline void AppendValue(FString& To, char, const TCHAR* Text) { To = To + FString(Text); }
	template <typename T> void AppendValue(FString& To, char Kind, T Value)
	{
		char Room[64];
		if constexpr (std::is_floating_point_v<T>) { snprintf(Room, sizeof(Room), "%g", double(Value)); }
		else if constexpr (std::is_integral_v<T>) { snprintf(Room, sizeof(Room), Kind == 'u' ? "%llu" : "%lld", (long long)(Value)); }
		Append(To, Room);
	}
	/** Understands one letter after the per cent sign. */
	inline void Format(FString& To, const TCHAR* Text) { To = To + FString(Text); }
	template <typename F, typename... A> void Format(FString& To, const TCHAR* Text, F First, A... Rest)
	{
		TArray<TCHAR> Plain;
		while (*Text != 0 && *Text != '%') { Plain.Add(*Text++); }
		Plain.Add(0);
		To = To + FString(Plain.GetData());
		check(*Text == '%');
		AppendValue(To, char(Text[1]), First);
		Format(To, Text + 2, Rest...);
	}
}

template <typename... A> FString FString::Printf(const TCHAR* Format, A... Arguments)
{
	FString Text;
	Stub::Format(Text, Format, Arguments...);
	return Text;
}

class FTCHARToUTF8
{
public:
	explicit FTCHARToUTF8(const TCHAR* Text) : Utf8(Text) {}
	const ANSICHAR* Get() const { return Utf8.Bytes.GetData(); }

private:
	Stub::FUtf8 Utf8;
};
#define UTF8_TO_TCHAR(Text) Stub::FUtf16(Text).StubLetters.GetData()
#define TCHAR_TO_UTF8(Text) Stub::FUtf8(Text).Bytes.GetData()

enum EName { NAME_None };
class FName
{
public:
	FName() = default;
	FName(EName) {}
	FName(const TCHAR* InText) : Text(InText) {}
	FName(const ANSICHAR* InText) : Text(Stub::FUtf16(InText).StubLetters.GetData()) {}
	bool operator==(const FName& Other) const { return Text == Other.Text; }
	bool operator!=(const FName& Other) const { return !(Text == Other.Text); }
	FString ToString() const { return Text; }

private:
	FString Text;
};

class FText
{
public:
	FText() = default;
	static FText FromString(const FString& Text) { FText Made; Made.Text = Text; return Made; }
	const FString& ToString() const { return Text; }

private:
	FString Text;
};
#define LOCTEXT(Key, Words) FText::FromString(TEXT(Words))
#define NSLOCTEXT(Space, Key, Words) FText::FromString(TEXT(Words))

namespace ELogVerbosity
{
	enum Type { Fatal = 1, Error, Warning, Display, Log };
}
namespace Stub
{
	struct FLogCategory
	{
		const char* Name;
	};
	struct FLogLine
	{
		ELogVerbosity::Type Verbosity;
		FString Text;
	};
	inline TArray<FLogLine> LogLines;
	inline void Log(const FLogCategory&, ELogVerbosity::Type Verbosity, const FString& Text)
	{
		LogLines.Add(FLogLine{Verbosity, Text});
	}
}
#define DECLARE_LOG_CATEGORY_EXTERN(Name, Default, Compiled) extern Stub::FLogCategory Name
#define DEFINE_LOG_CATEGORY(Name) Stub::FLogCategory Name{#Name}
#define UE_LOG(Category, Verbosity, ...) Stub::Log(Category, ELogVerbosity::Verbosity, FString::Printf(__VA_ARGS__))

struct FPaths
{
	template <typename... A> static FString Combine(const FString& First, A... Rest)
	{
		FString Path(First);
		((Path = Path + FString(TEXT("/")) + FString(Rest)), ...);
		return Path;
	}
	static FString GetBaseFilename(const FString& Path) { return Path; }
};

extern "C" void* dlopen(const char*, int) noexcept;
extern "C" void* dlsym(void*, const char*) noexcept;
extern "C" int dlclose(void*) noexcept;
struct FPlatformProcess
{
	static void* GetDllHandle(const TCHAR* Path) { return dlopen(TCHAR_TO_UTF8(Path), 2); }
	static void* GetDllExport(void* Handle, const TCHAR* Name) { return dlsym(Handle, TCHAR_TO_UTF8(Name)); }
	static void FreeDllHandle(void* Handle) { dlclose(Handle); }
};

// ---- mathematics ----------------------------------------------------------------------------------------------------

namespace EAxis
{
	enum Type { None, X, Y, Z };
}

struct FVector3f;
struct FVector
{
	double X, Y, Z;
	static const FVector ZeroVector;
	static const FVector OneVector;
	FVector() = default;
	explicit FVector(EForceInit) : X(0), Y(0), Z(0) {}
	FVector(double InX, double InY, double InZ) : X(InX), Y(InY), Z(InZ) {}
	explicit FVector(const FVector3f& From);
	FVector operator+(const FVector& V) const { return FVector(X + V.X, Y + V.Y, Z + V.Z); }
	FVector operator-(const FVector& V) const { return FVector(X - V.X, Y - V.Y, Z - V.Z); }
	FVector operator-() const { return FVector(-X, -Y, -Z); }
	FVector operator*(const FVector& V) const { return FVector(X * V.X, Y * V.Y, Z * V.Z); }
	FVector operator*(double Factor) const { return FVector(X * Factor, Y * Factor, Z * Factor); }
	FVector operator/(double Divisor) const { return *this * (1.0 / Divisor); }
	FVector& operator+=(const FVector& V) { return *this = *this + V; }
	double operator[](int32 Index) const { return Index == 0 ? X : Index == 1 ? Y : Z; }
	double SizeSquared() const { return X * X + Y * Y + Z * Z; }
	double Size() const { return sqrt(SizeSquared()); }
	bool IsZero() const { return X == 0 && Y == 0 && Z == 0; }
	bool IsNearlyZero(double Tolerance) const { return fabs(X) <= Tolerance && fabs(Y) <= Tolerance && fabs(Z) <= Tolerance; }
	bool Equals(const FVector& V, double Tolerance) const { return (*this - V).IsNearlyZero(Tolerance); }
	FVector GetAbs() const { return FVector(fabs(X), fabs(Y), fabs(Z)); }
	double GetAbsMin() const { return FMath::Min(FMath::Min(fabs(X), fabs(Y)), fabs(Z)); }
	static FVector CrossProduct(const FVector& A, const FVector& B) { return FVector(A.Y * B.Z - A.Z * B.Y, A.Z * B.X - A.X * B.Z, A.X * B.Y - A.Y * B.X); }
	static double DotProduct(const FVector& A, const FVector& B) { return A.X * B.X + A.Y * B.Y + A.Z * B.Z; }
	static double Dist(const FVector& A, const FVector& B) { return (A - B).Size(); }
};
inline const FVector FVector::ZeroVector(0, 0, 0);
inline const FVector FVector::OneVector(1, 1, 1);
inline FVector operator*(double Factor, const FVector& V) { return V * Factor; }

struct FVector3f
{
	float X, Y, Z;
	static const FVector3f ZeroVector;
	static const FVector3f OneVector;
	FVector3f() = default;
	FVector3f(float InX, float InY, float InZ) : X(InX), Y(InY), Z(InZ) {}
	explicit FVector3f(const FVector& From) : X(float(From.X)), Y(float(From.Y)), Z(float(From.Z)) {}
	FVector3f operator+(const FVector3f& V) const { return FVector3f(X + V.X, Y + V.Y, Z + V.Z); }
	FVector3f operator*(const FVector3f& V) const { return FVector3f(X * V.X, Y * V.Y, Z * V.Z); }
};
inline const FVector3f FVector3f::ZeroVector(0, 0, 0);
inline const FVector3f FVector3f::OneVector(1, 1, 1);
inline FVector::FVector(const FVector3f& From) : X(From.X), Y(From.Y), Z(From.Z) {}

struct FVector2f
{
	float X, Y;
	FVector2f() = default;
	FVector2f(float InX, float InY) : X(InX), Y(InY) {}
};

struct alignas(16) FVector4f
{
	float X, Y, Z, W;
	FVector4f() = default;
	FVector4f(float InX, float InY, float InZ, float InW) : X(InX), Y(InY), Z(InZ), W(InW) {}
};

struct FQuat
{
	double X, Y, Z, W;
	static const FQuat Identity;
	FQuat() = default;
	FQuat(double InX, double InY, double InZ, double InW) : X(InX), Y(InY), Z(InZ), W(InW) {}
	FQuat(const FVector& Axis, double Angle) : X(Axis.X * sin(Angle / 2)), Y(Axis.Y * sin(Angle / 2)), Z(Axis.Z * sin(Angle / 2)), W(cos(Angle / 2)) {}
	/** First the right one, then this. */
	FQuat operator*(const FQuat& Q) const
	{
		return FQuat(W * Q.X + X * Q.W + Y * Q.Z - Z * Q.Y, W * Q.Y - X * Q.Z + Y * Q.W + Z * Q.X,
			W * Q.Z + X * Q.Y - Y * Q.X + Z * Q.W, W * Q.W - X * Q.X - Y * Q.Y - Z * Q.Z);
	}
	FQuat GetNormalized() const
	{
		const double Length = sqrt(X * X + Y * Y + Z * Z + W * W);
		return Length > 1e-8 ? FQuat(X / Length, Y / Length, Z / Length, W / Length) : FQuat(0, 0, 0, 1);
	}
	FQuat Inverse() const { return FQuat(-X, -Y, -Z, W); }
	FVector RotateVector(const FVector& V) const
	{
		const FVector Part(X, Y, Z);
		const FVector Twice = FVector::CrossProduct(Part, V) * 2.0;
		return V + Twice * W + FVector::CrossProduct(Part, Twice);
	}
	bool Equals(const FQuat& Q, double Tolerance) const
	{
		const double Sign = X * Q.X + Y * Q.Y + Z * Q.Z + W * Q.W < 0 ? -1 : 1;
		return fabs(X - Sign * Q.X) <= Tolerance && fabs(Y - Sign * Q.Y) <= Tolerance && fabs(Z - Sign * Q.Z) <= Tolerance && fabs(W - Sign * Q.W) <= Tolerance;
	}
	static FQuat Slerp(const FQuat& A, const FQuat& B, double Share)
	{
		double Cosine = A.X * B.X + A.Y * B.Y + A.Z * B.Z + A.W * B.W;
		const double Sign = Cosine < 0 ? -1 : 1;
		Cosine *= Sign;
		double Near = 1 - Share, Far = Share * Sign;
		if (Cosine < 0.9999)
		{
			const double Angle = acos(Cosine);
			Near = sin((1 - Share) * Angle) / sin(Angle), Far = Sign * sin(Share * Angle) / sin(Angle);
		}
		return FQuat(Near * A.X + Far * B.X, Near * A.Y + Far * B.Y, Near * A.Z + Far * B.Z, Near * A.W + Far * B.W).GetNormalized();
	}
};
inline const FQuat FQuat::Identity(0, 0, 0, 1);

struct FMatrix
{
	double M[4][4];
	FMatrix() = default;
};
struct FTranslationMatrix : FMatrix
{
	explicit FTranslationMatrix(const FVector& Delta)
	{
		for (int32 Row = 0; Row < 4; ++Row)
		{
			for (int32 Column = 0; Column < 4; ++Column) { M[Row][Column] = Row == Column ? 1 : 0; }
		}
		M[3][0] = Delta.X, M[3][1] = Delta.Y, M[3][2] = Delta.Z;
	}
};

struct FTransform
{
	static const FTransform Identity;
	FTransform() : StubRotation(0, 0, 0, 1), StubTranslation(0, 0, 0), StubScale(1, 1, 1) {}
	explicit FTransform(const FVector& InTranslation) : StubRotation(0, 0, 0, 1), StubTranslation(InTranslation), StubScale(1, 1, 1) {}
	explicit FTransform(const FQuat& InRotation, const FVector& InTranslation = FVector(0, 0, 0), const FVector& InScale = FVector(1, 1, 1))
		: StubRotation(InRotation), StubTranslation(InTranslation), StubScale(InScale) {}
	FQuat GetRotation() const { return StubRotation; }
	FVector GetTranslation() const { return StubTranslation; }
	FVector GetLocation() const { return StubTranslation; }
	FVector GetScale3D() const { return StubScale; }
	void SetTranslation(const FVector& To) { StubTranslation = To; }
	void SetRotation(const FQuat& To) { StubRotation = To; }
	FVector TransformPosition(const FVector& V) const { return StubRotation.RotateVector(StubScale * V) + StubTranslation; }
	FVector TransformVector(const FVector& V) const { return StubRotation.RotateVector(StubScale * V); }
	FVector InverseTransformPosition(const FVector& V) const
	{
		const FVector Turned = StubRotation.Inverse().RotateVector(V - StubTranslation);
		return FVector(Turned.X / StubScale.X, Turned.Y / StubScale.Y, Turned.Z / StubScale.Z);
	}
	/** First this, then the other one. */
	FTransform operator*(const FTransform& Other) const
	{
		return FTransform(Other.StubRotation * StubRotation, Other.StubRotation.RotateVector(Other.StubScale * StubTranslation) + Other.StubTranslation, StubScale * Other.StubScale);
	}
	bool Equals(const FTransform& Other, double Tolerance) const
	{
		return StubRotation.Equals(Other.StubRotation, Tolerance) && StubTranslation.Equals(Other.StubTranslation, Tolerance) && StubScale.Equals(Other.StubScale, Tolerance);
	}
	FMatrix ToMatrixWithScale() const
	{
		FMatrix Matrix = FTranslationMatrix(StubTranslation);
		const FVector Axes[3] = {FVector(StubScale.X, 0, 0), FVector(0, StubScale.Y, 0), FVector(0, 0, StubScale.Z)};
		for (int32 Row = 0; Row < 3; ++Row)
		{
			const FVector Axis = StubRotation.RotateVector(Axes[Row]);
			Matrix.M[Row][0] = Axis.X, Matrix.M[Row][1] = Axis.Y, Matrix.M[Row][2] = Axis.Z;
		}
		return Matrix;
	}

private:
	FQuat StubRotation;
	FVector StubTranslation;
	FVector StubScale;
};
inline const FTransform FTransform::Identity;

struct FBox
{
	FVector Min, Max;
	bool IsValid;
	explicit FBox(EForceInit) : Min(0, 0, 0), Max(0, 0, 0), IsValid(false) {}
	FBox(const FVector& InMin, const FVector& InMax) : Min(InMin), Max(InMax), IsValid(true) {}
	FBox& operator+=(const FVector& V)
	{
		if (!IsValid) { Min = Max = V, IsValid = true; }
		Min = FVector(FMath::Min(Min.X, V.X), FMath::Min(Min.Y, V.Y), FMath::Min(Min.Z, V.Z));
		Max = FVector(FMath::Max(Max.X, V.X), FMath::Max(Max.Y, V.Y), FMath::Max(Max.Z, V.Z));
		return *this;
	}
	FVector GetCenter() const { return (Min + Max) * 0.5; }
	FVector GetExtent() const { return (Max - Min) * 0.5; }
	FBox ExpandBy(double Distance) const { return FBox(Min - FVector(Distance, Distance, Distance), Max + FVector(Distance, Distance, Distance)); }
	bool Intersect(const FBox& Other) const
	{
		return Min.X <= Other.Max.X && Max.X >= Other.Min.X && Min.Y <= Other.Max.Y && Max.Y >= Other.Min.Y && Min.Z <= Other.Max.Z && Max.Z >= Other.Min.Z;
	}
	FBox TransformBy(const FTransform& Transform) const
	{
		FBox Box(ForceInit);
		for (int32 Corner = 0; Corner < 8; ++Corner)
		{
			Box += Transform.TransformPosition(FVector(Corner & 1 ? Max.X : Min.X, Corner & 2 ? Max.Y : Min.Y, Corner & 4 ? Max.Z : Min.Z));
		}
		return Box;
	}
};

struct FBoxSphereBounds
{
	FVector Origin = FVector(0, 0, 0);
	FVector BoxExtent = FVector(0, 0, 0);
	double SphereRadius = 0;
	FBoxSphereBounds() = default;
	explicit FBoxSphereBounds(const FBox& Box) : Origin(Box.GetCenter()), BoxExtent(Box.GetExtent()), SphereRadius(BoxExtent.Size()) {}
	FBox GetBox() const { return FBox(Origin - BoxExtent, Origin + BoxExtent); }
	FBoxSphereBounds TransformBy(const FTransform& Transform) const { return FBoxSphereBounds(GetBox().TransformBy(Transform)); }
};

struct FColor
{
	uint8 R, G, B, A;
	FColor(uint8 InR, uint8 InG, uint8 InB, uint8 InA = 255) : R(InR), G(InG), B(InB), A(InA) {}
};
struct FLinearColor
{
	float R, G, B, A;
	constexpr FLinearColor(float InR, float InG, float InB, float InA = 1.0f) : R(InR), G(InG), B(InB), A(InA) {}
	static const FLinearColor Yellow;
};
inline const FLinearColor FLinearColor::Yellow(1, 1, 0);

struct FPackedNormal
{
	int8 X, Y, Z, W;
	FPackedNormal() = default;
	explicit FPackedNormal(const FVector4f& V) : X(Pack(V.X)), Y(Pack(V.Y)), Z(Pack(V.Z)), W(Pack(V.W)) {}

private:
	static int8 Pack(float Value) { return int8(FMath::Clamp(Value, -1.0f, 1.0f) * 127.0f + (Value < 0 ? -0.5f : 0.5f)); }
};

// ---- delegates, stats, modules --------------------------------------------------------------------------------------

class FDelegateHandle
{
public:
	int32 Number = 0;
};
namespace Stub
{
	template <typename... A> class TMulticast
	{
	public:
		struct FBound
		{
			int32 Number;
			TFunction<void(A...)> Function;
		};
		template <typename O, typename M> FDelegateHandle AddUObject(O* Object, M Method)
		{
			return Add([Object, Method](A... Arguments) { (Object->*Method)(Arguments...); });
		}
		template <typename O, typename M> FDelegateHandle AddRaw(O* Object, M Method) { return AddUObject(Object, Method); }
		template <typename F> FDelegateHandle AddLambda(const F& Function) { return Add(Function); }
		void Remove(FDelegateHandle Handle)
		{
			for (int32 Index = 0; Index < Bound.Num(); ++Index)
			{
				if (Bound[Index].Number == Handle.Number) { Bound.RemoveAt(Index); return; }
			}
		}
		void Broadcast(A... Arguments) const
		{
			const TArray<FBound> Copy(Bound);
			for (const FBound& One : Copy) { One.Function(Arguments...); }
		}

	private:
		template <typename F> FDelegateHandle Add(const F& Function)
		{
			FDelegateHandle Handle;
			Handle.Number = ++Last;
			Bound.Add(FBound{Last, TFunction<void(A...)>(Function)});
			return Handle;
		}
		TArray<FBound> Bound;
		int32 Last = 0;
	};
}
#define DECLARE_DYNAMIC_MULTICAST_DELEGATE_OneParam(Name, Type, Parameter) \
	struct Name : Stub::TMulticast<Type> {}

#define DECLARE_STATS_GROUP(Description, Id, Category) struct Id {}
#define DECLARE_CYCLE_STAT_EXTERN(Description, Id, Group, Api) extern Api int32 Id
#define DECLARE_DWORD_COUNTER_STAT_EXTERN(Description, Id, Group, Api) extern Api int32 Id
#define DECLARE_FLOAT_COUNTER_STAT_EXTERN(Description, Id, Group, Api) extern Api int32 Id
#define DEFINE_STAT(Id) int32 Id
#define SCOPE_CYCLE_COUNTER(Id) (void)Id
#define SET_DWORD_STAT(Id, Value) ((void)(Value), (void)Id)
#define SET_FLOAT_STAT(Id, Value) ((void)(Value), (void)Id)

class IModuleInterface
{
public:
	virtual ~IModuleInterface() = default;
	virtual void StartupModule() {}
	virtual void ShutdownModule() {}
};
class FDefaultModuleImpl : public IModuleInterface {};
class FModuleManager
{
public:
	static FModuleManager& Get() { static FModuleManager Manager; return Manager; }
	template <typename T> static T& LoadModuleChecked(const FName&) { static T Module; return Module; }
	template <typename T> static T* GetModulePtr(const FName& Name) { return &LoadModuleChecked<T>(Name); }
};
#define IMPLEMENT_MODULE(Class, Name) \
	IModuleInterface* StubMakeModule_##Name() { return new Class(); }

class IPlugin
{
public:
	FString StubFolder;
	FString GetBaseDir() const { return StubFolder; }
};
class IPluginManager
{
public:
	static IPluginManager& Get() { static IPluginManager Manager; return Manager; }
	TSharedPtr<IPlugin> FindPlugin(const FString&) { return StubFound; }
	TSharedPtr<IPlugin> StubFound;
};
