#pragma once

// The editor's modules: signatures, and for menus and factories enough to be called.

#include "Engine.h"

class FPrimitiveDrawInterface
{
public:
	int32 StubPoints = 0;
	void DrawPoint(const FVector&, const FLinearColor&, float, uint8) { ++StubPoints; }
};
inline void DrawWireSphere(FPrimitiveDrawInterface*, const FVector&, const FLinearColor&, double, int32, uint8) {}

class FComponentVisualizer
{
public:
	virtual ~FComponentVisualizer() = default;
	virtual void OnRegister() {}
	virtual void DrawVisualization(const UActorComponent*, const FSceneView*, FPrimitiveDrawInterface*) {}
};
class UUnrealEdEngine : public UObject
{
	STUB_CLASS(UUnrealEdEngine, UObject, "UnrealEdEngine")
public:
	void RegisterComponentVisualizer(FName, TSharedPtr<FComponentVisualizer>) {}
	void UnregisterComponentVisualizer(FName) {}
};
inline UUnrealEdEngine* GUnrealEd = nullptr;

// ---- menus ----------------------------------------------------------------------------------------------------------

struct FSimpleMulticastDelegate
{
	struct FDelegate
	{
		template <typename O, typename M> static FDelegate CreateRaw(O* Object, M Method)
		{
			FDelegate Made;
			Made.StubRun = TFunction<void()>([Object, Method]() { (Object->*Method)(); });
			return Made;
		}
		TFunction<void()> StubRun;
	};
};
class FSlateIcon {};
struct FToolMenuContext {};
struct FToolMenuExecuteAction
{
	static FToolMenuExecuteAction CreateStatic(void (*Function)(const FToolMenuContext&)) { FToolMenuExecuteAction Made; Made.StubFunction = Function; return Made; }
	void (*StubFunction)(const FToolMenuContext&) = nullptr;
};
struct FToolUIAction
{
	FToolMenuExecuteAction ExecuteAction;
};
struct FToolUIActionChoice
{
	FToolUIActionChoice(const FToolUIAction& Action) : StubAction(Action) {}
	FToolUIAction StubAction;
};
struct FToolMenuSection
{
	void AddMenuEntry(const FName Name, const FText&, const FText&, const FSlateIcon&, const FToolUIActionChoice& Action) { StubNames.Add(Name), StubActions.Add(Action.StubAction); }
	TArray<FName> StubNames;
	TArray<FToolUIAction> StubActions;
};
class UToolMenu : public UObject
{
	STUB_CLASS(UToolMenu, UObject, "ToolMenu")
public:
	FToolMenuSection& FindOrAddSection(const FName) { return StubSection; }
	FToolMenuSection StubSection;
};
class UToolMenus : public UObject
{
	STUB_CLASS(UToolMenus, UObject, "ToolMenus")
public:
	static UToolMenus* Get() { return GetMutableDefault<UToolMenus>(); }
	UToolMenu* ExtendMenu(const FName Name) { StubExtended = Name; return &StubMenu; }
	static FDelegateHandle RegisterStartupCallback(const FSimpleMulticastDelegate::FDelegate& Callback) { Callback.StubRun(); return FDelegateHandle(); }
	static void UnRegisterStartupCallback(const void*) {}
	static void UnregisterOwner(const void*) {}
	UToolMenu StubMenu;
	FName StubExtended;
};
class FToolMenuOwnerScoped
{
public:
	explicit FToolMenuOwnerScoped(const void*) {}
};
class UContentBrowserAssetContextMenuContext : public UObject
{
	STUB_CLASS(UContentBrowserAssetContextMenuContext, UObject, "ContentBrowserAssetContextMenuContext")
public:
	static const UContentBrowserAssetContextMenuContext* FindContextWithAssets(const FToolMenuContext&) { return GetMutableDefault<UContentBrowserAssetContextMenuContext>(); }
	template <typename T> TArray<T*> LoadSelectedObjects() const
	{
		TArray<T*> Found;
		for (UObject* Object : StubSelected)
		{
			if (T* Of = Cast<T>(Object)) { Found.Add(Of); }
		}
		return Found;
	}
	TArray<UObject*> StubSelected;
};

// ---- assets ---------------------------------------------------------------------------------------------------------

class UFactory : public UObject
{
	STUB_CLASS(UFactory, UObject, "Factory")
public:
	virtual UObject* FactoryCreateBinary(UClass*, UObject*, FName, EObjectFlags, UObject*, const TCHAR*, const uint8*&, const uint8*, class FFeedbackContext*) { return nullptr; }
	TSubclassOf<UObject> SupportedClass;
	TArray<FString> Formats;
	bool bCreateNew = false;
	bool bEditorImport = false;
};
class FFeedbackContext
{
public:
	template <typename... A> void Logf(ELogVerbosity::Type Verbosity, const TCHAR* Format, A... Arguments) { Stub::LogLines.Add(Stub::FLogLine{Verbosity, FString::Printf(Format, Arguments...)}); }
};
class IAssetTools
{
public:
	void CreateUniqueAssetName(const FString& Base, const FString& Suffix, FString& OutPackage, FString& OutAsset) { OutPackage = Base + Suffix, OutAsset = FString(TEXT("Asset")) + Suffix; }
	UObject* CreateAsset(const FString& Name, const FString&, UClass* Class, UFactory*)
	{
		UObject* Made = StubMake != nullptr ? StubMake(Class) : nullptr;
		if (Made != nullptr) { Made->Name = Name; }
		return Made;
	}
	inline static UObject* (*StubMake)(UClass*) = nullptr;
};
class FAssetToolsModule : public IModuleInterface
{
public:
	IAssetTools& Get() const { static IAssetTools Tools; return Tools; }
};
struct FPackageName
{
	static FString GetLongPackagePath(const FString& Name) { return Name; }
};
struct FScopedSlowTask
{
	FScopedSlowTask(float, const FText&) {}
	void MakeDialog(bool = false) {}
	void EnterProgressFrame(float Work) { StubDone += Work; }
	bool ShouldCancel() const { return bStubCancel; }
	inline static bool bStubCancel = false;
	inline static float StubDone = 0;
};
namespace EAppMsgType
{
	enum Type { Ok };
}
struct FMessageDialog
{
	static int32 Open(EAppMsgType::Type, const FText& Message) { StubShown.Add(Message.ToString()); return 0; }
	inline static TArray<FString> StubShown;
};
struct FAssetCategoryPath
{
	explicit FAssetCategoryPath(const FText&) {}
};
struct EAssetCategoryPaths
{
	inline static const FAssetCategoryPath Physics{FText()};
};
class UAssetDefinition : public UObject
{
	STUB_CLASS(UAssetDefinition, UObject, "AssetDefinition")
public:
	virtual FText GetAssetDisplayName() const = 0;
	virtual FLinearColor GetAssetColor() const = 0;
	virtual TSoftClassPtr<UObject> GetAssetClass() const = 0;
	virtual TConstArrayView<FAssetCategoryPath> GetAssetCategories() const { return TConstArrayView<FAssetCategoryPath>(nullptr, 0); }
};
class UAssetDefinitionDefault : public UAssetDefinition
{
	STUB_CLASS(UAssetDefinitionDefault, UAssetDefinition, "AssetDefinitionDefault")
};

// ---- details --------------------------------------------------------------------------------------------------------

class STextBlock
{
public:
	static STextBlock StubNew() { return STextBlock(); }
	STextBlock& Text(const FText& Shown) { StubText = Shown; return *this; }
	STextBlock& AutoWrapText(bool) { return *this; }
	FText StubText;
};
#define SNew(Widget) Widget::StubNew()
class FDetailWidgetDecl
{
public:
	template <typename W> FDetailWidgetDecl& operator[](const W&) { return *this; }
};
class FDetailWidgetRow
{
public:
	FDetailWidgetDecl& WholeRowContent() { return StubDecl; }
	FDetailWidgetDecl StubDecl;
};
class IDetailCategoryBuilder
{
public:
	FDetailWidgetRow& AddCustomRow(const FText&) { ++StubRows; return StubRow; }
	FDetailWidgetRow StubRow;
	int32 StubRows = 0;
};
class IDetailLayoutBuilder
{
public:
	const TArray<TWeakObjectPtr<UObject>>& GetSelectedObjects() const { return StubSelected; }
	IDetailCategoryBuilder& EditCategory(FName) { return StubCategory; }
	TArray<TWeakObjectPtr<UObject>> StubSelected;
	IDetailCategoryBuilder StubCategory;
};
class IDetailCustomization
{
public:
	virtual ~IDetailCustomization() = default;
	virtual void CustomizeDetails(IDetailLayoutBuilder&) = 0;
};
struct FOnGetDetailCustomizationInstance
{
	static FOnGetDetailCustomizationInstance CreateStatic(TSharedRef<IDetailCustomization> (*)()) { return FOnGetDetailCustomizationInstance(); }
};
class FPropertyEditorModule : public IModuleInterface
{
public:
	void RegisterCustomClassLayout(FName, FOnGetDetailCustomizationInstance) {}
	void UnregisterCustomClassLayout(FName) {}
};

// ---- automation tests -----------------------------------------------------------------------------------------------

enum class EAutomationTestFlags : uint32 { None = 0, EditorContext = 1, EngineFilter = 2 };
ENUM_CLASS_FLAGS(EAutomationTestFlags)
class FAutomationTestBase
{
public:
	FAutomationTestBase(const char* Name) : StubName(Name), StubNext(StubFirst) { StubFirst = this; }
	virtual ~FAutomationTestBase() = default;
	virtual bool RunTest(const FString&) = 0;
	bool TestTrue(const TCHAR*, bool bHolds) { StubFailures += bHolds ? 0 : 1; return bHolds; }
	const char* StubName;
	int32 StubFailures = 0;
	FAutomationTestBase* StubNext;
	inline static FAutomationTestBase* StubFirst = nullptr;
};
#define IMPLEMENT_SIMPLE_AUTOMATION_TEST(Class, Name, Flags) \
	class Class : public FAutomationTestBase \
	{ \
	public: \
		Class() : FAutomationTestBase(Name) { static_assert(uint32(Flags) != 0); } \
		virtual bool RunTest(const FString& Parameters) override; \
	}; \
	static Class StubTest##Class;
