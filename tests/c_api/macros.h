/* Words that engines and systems define as macros. Here each is a macro that does not compile, however it is used.
 * Include the standard headers first: they are not under test. */
#ifndef MACROS_H
#define MACROS_H
#undef I
#undef TRUE
#undef FALSE
#undef DOMAIN
#undef OVERFLOW
#undef UNDERFLOW
#undef unix
#undef linux
#undef major
#undef minor

/* Unreal Engine */
#define check @
#define checkf @
#define checkSlow @
#define checkCode @
#define checkNoEntry @
#define verify @
#define verifyf @
#define ensure @
#define ensureMsgf @
#define ensureAlways @
#define TEXT @
#define PI @
#define INDEX_NONE @
#define SMALL_NUMBER @
#define BIG_NUMBER @
#define DELTA @
#define LOCTEXT @
#define UPROPERTY @
#define UFUNCTION @
#define UCLASS @
#define USTRUCT @
#define UENUM @
#define UPARAM @
#define GENERATED_BODY @
#define ensureAlwaysMsgf @
#define checkNoRecursion @
#define PURE_VIRTUAL @
#define STAT @
#define FROM @
#define FORCEINLINE @
#define LIKELY @
#define UNLIKELY @
#define OVERRIDE @
#define FINAL @
#define unimplemented @

/* Windows, without NOMINMAX, with rpcndr.h */
#define min @
#define max @
#define near @
#define far @
#define small @
#define hyper @
#define interface @
#define pascal @
#define cdecl @
#define IN @
#define OUT @
#define OPTIONAL @
#define CONST @
#define VOID @
#define TRUE @
#define FALSE @
#define BOOL @
#define STRICT @
#define ERROR @
#define NO_ERROR @
#define DELETE @
#define IGNORE @
#define INFINITE @
#define DOMAIN @
#define OVERFLOW @
#define UNDERFLOW @
#define RGB @
#define ARRAYSIZE @
#define CreateWindow @
#define GetObject @
#define GetMessage @
#define GetClassName @
#define GetCurrentTime @
#define GetUserName @
#define SendMessage @
#define LoadImage @
#define DrawText @
#define FindText @
#define CopyFile @
#define DeleteFile @
#define CreateFile @
#define MoveMemory @
#define Yield @
#define GetJob @
#define AddJob @
#define ReplaceText @

/* X11 */
#define None @
#define Status @
#define Bool @
#define True @
#define False @
#define Always @
#define Never @
#define Success @
#define Above @
#define Below @
#define Complex @
#define Convex @
#define Unsorted @
#define KeyPress @
#define FocusIn @
#define Expose @
#define ControlMask @
#define GrayScale @
#define Button1 @
#define BadRequest @

/* macOS: AssertMacros.h and Objective-C */
#define require @
#define require_noerr @
#define check_noerr @
#define verify_noerr @
#define nil @
#define Nil @
#define YES @
#define NO @

/* Qt */
#define slots @
#define signals @
#define emit @
#define foreach @
#define forever @

/* Godot, test frameworks, and other libraries */
#define MIN @
#define MAX @
#define ABS @
#define SIGN @
#define CLAMP @
#define SWAP @
#define CHECK @
#define ASSERT @
#define LOG @
#define TEST @
#define REQUIRE @
#define EXPECT @
#define likely @
#define unlikely @
#define countof @
#define property @
#define _ @

/* POSIX, and compilers of old */
#define ECHO @
#define B0 @
#define I @
#define unix @
#define linux @

/* Of POSIX, as they are: expanded only before a bracket. */
#define major(device) @
#define minor(device) @
#define index(text, letter) @
#endif
