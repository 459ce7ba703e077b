// Handles of physical memory, counted, as the driver gives them out.
#pragma once

#include "driver_types.h"
#include "machine/export.h"
#include "machine/memory/vmm.h"

namespace musasim::vmm {

// A handle with one reference; memory that has one already keeps it, with one more.
MUSASIM_API unsigned long long add_handle(const PhysicalPtr& physical);
// Empty: no such handle.
MUSASIM_API PhysicalPtr find_handle(unsigned long long handle);
// musaErrorInvalidValue when there is no such handle. Mappings keep the memory.
MUSASIM_API musaError_t release_handle(unsigned long long handle);

}  // namespace musasim::vmm
