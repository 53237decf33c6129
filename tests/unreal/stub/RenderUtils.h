#pragma once
#include "Stub/Rendering.h"
