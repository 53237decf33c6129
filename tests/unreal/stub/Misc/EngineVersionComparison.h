#pragma once
#include "../Stub/Core.h"
