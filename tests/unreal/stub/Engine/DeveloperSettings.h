#pragma once
#include "../Stub/Object.h"
