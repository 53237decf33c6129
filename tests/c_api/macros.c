/* pliant.h after the macros of engines and systems: it compiles, and its names can be used. */
#include <stdint.h>
#include <stdio.h>

#include "macros.h"
#include "pliant.h"

int main(void) {
    PliantAbiInfo info = {0};
    info.struct_size = sizeof info;
    if (pliant_abi_info(&info) != PLIANT_OK) return 1;
    PliantAdapterInfo adapter = {0};
    adapter.struct_size = sizeof adapter;
    if (pliant_adapter_get(0, &adapter) != PLIANT_OK) return 1;
    printf("macros: %u.%u.%u, %s\n", info.major, info.minor, info.patch, (const char *)adapter.name);
    return info.layout_hash == PLIANT_LAYOUT_HASH ? 0 : 1;
}
