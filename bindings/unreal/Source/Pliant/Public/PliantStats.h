#pragma once

#include "Stats/Stats.h"

// `stat Pliant` shows these.
DECLARE_STATS_GROUP(TEXT("Pliant"), STATGROUP_Pliant, STATCAT_Advanced);
DECLARE_CYCLE_STAT_EXTERN(TEXT("Queue steps"), STAT_PliantStep, STATGROUP_Pliant, PLIANT_API);
DECLARE_CYCLE_STAT_EXTERN(TEXT("Find and move colliders"), STAT_PliantColliders, STATGROUP_Pliant, PLIANT_API);
DECLARE_CYCLE_STAT_EXTERN(TEXT("Copy vertices"), STAT_PliantVertices, STATGROUP_Pliant, PLIANT_API);
DECLARE_CYCLE_STAT_EXTERN(TEXT("Upload vertices"), STAT_PliantUpload, STATGROUP_Pliant, PLIANT_API);
DECLARE_DWORD_COUNTER_STAT_EXTERN(TEXT("Bodies"), STAT_PliantBodies, STATGROUP_Pliant, PLIANT_API);
DECLARE_DWORD_COUNTER_STAT_EXTERN(TEXT("Shapes of colliders"), STAT_PliantShapes, STATGROUP_Pliant, PLIANT_API);
DECLARE_FLOAT_COUNTER_STAT_EXTERN(TEXT("GPU time of a step [ms]"), STAT_PliantGpu, STATGROUP_Pliant, PLIANT_API);
