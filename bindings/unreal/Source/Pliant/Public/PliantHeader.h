#pragma once

// Includes pliant.h. That header and Unreal's build both define PLIANT_API: the build, to export the classes of this
// module. The build's meaning is kept.
#pragma push_macro("PLIANT_API")
#undef PLIANT_API
#include "pliant.h"
#pragma pop_macro("PLIANT_API")
