#pragma once
#include "Stub/Editor.h"
