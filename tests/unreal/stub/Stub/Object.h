#pragma once

// Objects without reflection, garbage collection or serialisation. `xtask` writes what UHT would put in *.generated.h.

#include "Core.h"

#define UCLASS(...)
#define USTRUCT(...)
#define UENUM(...)
#define UPROPERTY(...)
#define UFUNCTION(...)
#define UMETA(...)
#define STUB_JOIN_(A, B, C) A##B##C
#define STUB_JOIN(A, B, C) STUB_JOIN_(A, B, C)
#define GENERATED_BODY() STUB_JOIN(CURRENT_FILE_ID, _, __LINE__)

class UObject;
class UWorld;
class UPackage;

class UClass
{
public:
	UClass(const TCHAR* InName, UClass* InParent) : Name(InName), Parent(InParent) {}
	FString GetName() const { return Name; }
	FName GetFName() const { return FName(*Name); }
	bool IsChildOf(const UClass* Other) const
	{
		for (const UClass* Class = this; Class != nullptr; Class = Class->Parent)
		{
			if (Class == Other) { return true; }
		}
		return false;
	}

private:
	FString Name;
	UClass* Parent;
};

/** What UHT writes for a class. */
#define STUB_CLASS(Class, Base, Name) \
public: \
	typedef Base Super; \
	typedef Class ThisClass; \
	static UClass* StaticClass() { static UClass Made(TEXT(Name), Base::StaticClass()); return &Made; } \
	virtual UClass* GetClass() const override { return StaticClass(); } \
private:

enum EObjectFlags { RF_NoFlags = 0, RF_Public = 1, RF_Standalone = 2, RF_Transactional = 8 };
inline EObjectFlags operator|(EObjectFlags A, EObjectFlags B) { return EObjectFlags(int(A) | int(B)); }

struct FPropertyChangedEvent
{
	FName Property;
	FName GetPropertyName() const { return Property; }
};
#define GET_MEMBER_NAME_CHECKED(Class, Member) ((void)sizeof(((Class*)nullptr)->Member), FName(TEXT(#Member)))

class UObject
{
public:
	virtual ~UObject() = default;
	static UClass* StaticClass() { static UClass Made(TEXT("Object"), nullptr); return &Made; }
	virtual UClass* GetClass() const { return StaticClass(); }
	template <typename T> bool IsA() const { return GetClass()->IsChildOf(T::StaticClass()); }
	virtual UWorld* GetWorld() const { return nullptr; }
	FString GetName() const { return Name; }
	FString GetPathName() const { return Name; }
	UPackage* GetOutermost() const;
	bool MarkPackageDirty() const { return true; }
	virtual void BeginDestroy() {}
	virtual void PostEditChangeProperty(FPropertyChangedEvent&) {}
	FString Name = FString(TEXT("Object"));
};

class UPackage : public UObject
{
	STUB_CLASS(UPackage, UObject, "Package")
};
inline UPackage* UObject::GetOutermost() const { static UPackage Package; return &Package; }

namespace Stub
{
	/** Objects live until the program ends, as garbage that is never collected. */
	inline TArray<UObject*> Objects;
	inline TArray<const UObject*> Destroyed;
	inline bool IsAlive(const UObject* Object) { return Object != nullptr && !Destroyed.Contains(Object); }
}
template <typename T> T* NewObject() { T* Made = new T(); Stub::Objects.Add(Made); return Made; }
template <typename T> T* NewObject(UObject*, const UClass*, FName Name, EObjectFlags) { T* Made = NewObject<T>(); Made->Name = Name.ToString(); return Made; }
template <typename T> T* GetMutableDefault() { static T Default; return &Default; }
template <typename T> const T* GetDefault() { return GetMutableDefault<T>(); }
template <typename T> T* Cast(UObject* Object) { return Object != nullptr && Object->IsA<T>() ? static_cast<T*>(Object) : nullptr; }
template <typename T> const T* Cast(const UObject* Object) { return Object != nullptr && Object->IsA<T>() ? static_cast<const T*>(Object) : nullptr; }

template <typename T> class TObjectPtr
{
public:
	TObjectPtr() = default;
	TObjectPtr(T* InItem) : StubItem(InItem) {}
	TObjectPtr(decltype(nullptr)) {}
	T* Get() const { return StubItem; }
	operator T*() const { return StubItem; }
	T* operator->() const { check(StubItem != nullptr); return StubItem; }
	T& operator*() const { check(StubItem != nullptr); return *StubItem; }

private:
	T* StubItem = nullptr;
};

template <typename T> class TSoftClassPtr
{
public:
	TSoftClassPtr() = default;
	TSoftClassPtr(UClass* InClass) : Class(InClass) {}

private:
	UClass* Class = nullptr;
};
template <typename T> class TSubclassOf
{
public:
	TSubclassOf() = default;
	TSubclassOf(UClass* InClass) : Class(InClass) {}
	UClass* Get() const { return Class; }
	TSubclassOf& operator=(UClass* InClass) { Class = InClass; return *this; }

private:
	UClass* Class = nullptr;
};

template <typename T> class TWeakObjectPtr
{
public:
	TWeakObjectPtr() = default;
	TWeakObjectPtr(T* InItem) : StubItem(InItem) {}
	T* Get() const { return Stub::IsAlive(StubItem) ? StubItem : nullptr; }
	bool IsValid() const { return Get() != nullptr; }
	T* operator->() const { check(IsValid()); return StubItem; }
	bool operator==(const TWeakObjectPtr& Other) const { return StubItem == Other.StubItem; }

private:
	T* StubItem = nullptr;
};
template <typename T> class TObjectKey
{
public:
	TObjectKey(const T* InItem) : StubItem(InItem) {}
	bool operator==(const TObjectKey& Other) const { return StubItem == Other.StubItem; }

private:
	const T* StubItem;
};

class UDataAsset : public UObject
{
	STUB_CLASS(UDataAsset, UObject, "DataAsset")
};
class UDeveloperSettings : public UObject
{
	STUB_CLASS(UDeveloperSettings, UObject, "DeveloperSettings")
public:
	virtual FName GetCategoryName() const { return NAME_None; }
};

#define ENUM_CLASS_FLAGS(Enum) \
	constexpr Enum operator|(Enum A, Enum B) { return Enum(uint32(A) | uint32(B)); } \
	constexpr Enum operator&(Enum A, Enum B) { return Enum(uint32(A) & uint32(B)); }
