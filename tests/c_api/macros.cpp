/* pliant.hpp after the macros of engines and systems: it compiles, and everything in it can be named and called. */
#include <cmath>
#include <cstdio>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <stdint.h>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "macros.h"

/* Its calls are made with the macros in force. */
#include "wrapper.cpp"
