#pragma once
#include "../Stub/Engine.h"
